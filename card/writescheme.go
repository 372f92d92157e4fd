package card

import (
	"errors"
	"maps"
	"reflect"
	"slices"
)

func schemes(o *object, v map[string]SecurityScheme) {
	if v == nil {
		o.fallback("securitySchemes")
		return
	}
	o.field("securitySchemes")
	inner := o.w.open(nil, 0)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		inner.name(name)
		o.w.scheme(v[name])
	}
	inner.close()
}

func (w *writer) scheme(s SecurityScheme) {
	if odd(w, s.raw, s, SecurityScheme{raw: s.raw}) {
		return
	}
	o := w.open(s.Extra, s.zero)
	o.str("type", s.Type, zsType)
	o.str("description", s.Description, zsDescription)
	o.str("name", s.Name, zsName)
	o.str("in", s.In, zsIn)
	o.str("scheme", s.Scheme, zsScheme)
	o.str("bearerFormat", s.BearerFormat, zsBearerFormat)
	part(&o, "flows", s.Flows, (*writer).flows)
	o.str("oauth2MetadataUrl", s.OAuth2MetadataURL, zsMetadataURL)
	o.str("openIdConnectUrl", s.OpenIDConnectURL, zsOpenIDURL)
	part(&o, "apiKeySecurityScheme", s.APIKey, (*writer).apiKey)
	part(&o, "httpAuthSecurityScheme", s.HTTPAuth, (*writer).httpAuth)
	part(&o, "oauth2SecurityScheme", s.OAuth2, (*writer).oauth2)
	part(&o, "openIdConnectSecurityScheme", s.OpenIDConnect, (*writer).openID)
	part(&o, "mtlsSecurityScheme", s.MutualTLS, (*writer).mutualTLS)
	o.close()
}

func (w *writer) apiKey(s APIKeySecurityScheme) {
	o := w.open(s.Extra, s.zero)
	o.str("description", s.Description, zsDescription)
	o.str("location", s.Location, zsIn)
	o.str("name", s.Name, zsName)
	o.close()
}

func (w *writer) httpAuth(s HTTPAuthSecurityScheme) {
	o := w.open(s.Extra, s.zero)
	o.str("description", s.Description, zsDescription)
	o.str("scheme", s.Scheme, zsScheme)
	o.str("bearerFormat", s.BearerFormat, zsBearerFormat)
	o.close()
}

func (w *writer) oauth2(s OAuth2SecurityScheme) {
	o := w.open(s.Extra, s.zero)
	o.str("description", s.Description, zsDescription)
	part(&o, "flows", s.Flows, (*writer).flows)
	o.str("oauth2MetadataUrl", s.OAuth2MetadataURL, zsMetadataURL)
	o.close()
}

func (w *writer) openID(s OpenIDConnectSecurityScheme) {
	o := w.open(s.Extra, s.zero)
	o.str("description", s.Description, zsDescription)
	o.str("openIdConnectUrl", s.OpenIDConnectURL, zsOpenIDURL)
	o.close()
}

func (w *writer) mutualTLS(s MutualTLSSecurityScheme) {
	o := w.open(s.Extra, s.zero)
	o.str("description", s.Description, zsDescription)
	o.close()
}

func (w *writer) flows(f OAuthFlows) {
	o := w.open(f.Extra, 0)
	part(&o, "authorizationCode", f.AuthorizationCode, (*writer).flow)
	part(&o, "clientCredentials", f.ClientCredentials, (*writer).flow)
	part(&o, "implicit", f.Implicit, (*writer).flow)
	part(&o, "password", f.Password, (*writer).flow)
	part(&o, "deviceCode", f.DeviceCode, (*writer).flow)
	o.close()
}

func (w *writer) flow(f OAuthFlow) {
	o := w.open(f.Extra, f.zero)
	o.str("authorizationUrl", f.AuthorizationURL, zsAuthorizationURL)
	o.str("deviceAuthorizationUrl", f.DeviceAuthorizationURL, zsDeviceURL)
	o.str("tokenUrl", f.TokenURL, zsTokenURL)
	o.str("refreshUrl", f.RefreshURL, zsRefreshURL)
	o.strMap("scopes", f.Scopes)
	o.bool("pkceRequired", f.PKCERequired, zsPKCE)
	o.close()
}

// requirement writes one alternative as it was received while it still means
// the same, else in its spelling.
func (w *writer) requirement(r SecurityRequirement) {
	if r.Raw != nil {
		v, err := valueOf(r.Raw)
		if err == nil && reflect.DeepEqual(readRequirement(v), r) {
			w.b = append(w.b, r.Raw...)
			return
		}
	}
	if !r.Readable() {
		w.fail(faultRequirement, errors.New("a requirement names no schemes; for anonymous access give it an empty map"))
		w.b = append(w.b, "null"...)
		return
	}
	outer := w.open(nil, 0)
	if r.Wrapped {
		outer.name("schemes")
		inner := w.open(nil, 0)
		w.scopes(&inner, r)
		inner.close()
	} else {
		w.scopes(&outer, r)
	}
	outer.close()
}

func (w *writer) scopes(o *object, r SecurityRequirement) {
	for _, name := range slices.Sorted(maps.Keys(r.Schemes)) {
		o.name(name)
		if !r.Wrapped {
			w.strings(r.Schemes[name])
			continue
		}
		inner := w.open(nil, 0)
		if len(r.Schemes[name]) > 0 {
			inner.name("list")
			w.strings(r.Schemes[name])
		}
		inner.close()
	}
}
