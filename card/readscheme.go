package card

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// Bits of zero in the scheme types.
const (
	zsType = 1 << iota
	zsDescription
	zsName
	zsIn
	zsScheme
	zsBearerFormat
	zsMetadataURL
	zsOpenIDURL
	zsAuthorizationURL
	zsDeviceURL
	zsTokenURL
	zsRefreshURL
	zsPKCE
)

// readSchemes reads the map of schemes. An array of schemes has no names: it
// stays in Extra as written.
func readSchemes(m jsondoc.Value, dst *map[string]SecurityScheme, x *extra) {
	if m.Kind() != jsondoc.Object {
		keep(x, m)
		return
	}
	out := make(map[string]SecurityScheme, m.Len())
	for e := m.First(); e.Exists(); e = e.Next() {
		out[e.Name()] = readScheme(e)
	}
	*dst = out
}

func readScheme(v jsondoc.Value) (s SecurityScheme) {
	if v.Kind() != jsondoc.Object {
		s.raw = v.Raw()
		return s
	}
	z, x := &s.zero, &s.Extra
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Type:
			readString(m, &s.Type, z, zsType, x)
		case member.Description:
			readString(m, &s.Description, z, zsDescription, x)
		case member.Name:
			readString(m, &s.Name, z, zsName, x)
		case member.In:
			readString(m, &s.In, z, zsIn, x)
		case member.Scheme:
			readString(m, &s.Scheme, z, zsScheme, x)
		case member.BearerFormat:
			readString(m, &s.BearerFormat, z, zsBearerFormat, x)
		case member.OAuth2MetadataURL:
			readString(m, &s.OAuth2MetadataURL, z, zsMetadataURL, x)
		case member.OpenIDConnectURL:
			readString(m, &s.OpenIDConnectURL, z, zsOpenIDURL, x)
		case member.Flows:
			readPart(m, &s.Flows, x, readFlows)
		case member.APIKeySecurityScheme:
			readPart(m, &s.APIKey, x, readAPIKey)
		case member.HTTPAuthSecurityScheme:
			readPart(m, &s.HTTPAuth, x, readHTTPAuth)
		case member.OAuth2SecurityScheme:
			readPart(m, &s.OAuth2, x, readOAuth2)
		case member.OpenIDConnectSecurityScheme:
			readPart(m, &s.OpenIDConnect, x, readOpenID)
		case member.MTLSSecurityScheme:
			readPart(m, &s.MutualTLS, x, readMutualTLS)
		default:
			keep(x, m)
		}
	}
	return s
}

func readAPIKey(v jsondoc.Value) (s APIKeySecurityScheme) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Description:
			readString(m, &s.Description, &s.zero, zsDescription, &s.Extra)
		case member.Location:
			readString(m, &s.Location, &s.zero, zsIn, &s.Extra)
		case member.Name:
			readString(m, &s.Name, &s.zero, zsName, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}

func readHTTPAuth(v jsondoc.Value) (s HTTPAuthSecurityScheme) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Description:
			readString(m, &s.Description, &s.zero, zsDescription, &s.Extra)
		case member.Scheme:
			readString(m, &s.Scheme, &s.zero, zsScheme, &s.Extra)
		case member.BearerFormat:
			readString(m, &s.BearerFormat, &s.zero, zsBearerFormat, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}

func readOAuth2(v jsondoc.Value) (s OAuth2SecurityScheme) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Description:
			readString(m, &s.Description, &s.zero, zsDescription, &s.Extra)
		case member.Flows:
			readPart(m, &s.Flows, &s.Extra, readFlows)
		case member.OAuth2MetadataURL:
			readString(m, &s.OAuth2MetadataURL, &s.zero, zsMetadataURL, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}

func readOpenID(v jsondoc.Value) (s OpenIDConnectSecurityScheme) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Description:
			readString(m, &s.Description, &s.zero, zsDescription, &s.Extra)
		case member.OpenIDConnectURL:
			readString(m, &s.OpenIDConnectURL, &s.zero, zsOpenIDURL, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}

func readMutualTLS(v jsondoc.Value) (s MutualTLSSecurityScheme) {
	for m := v.First(); m.Exists(); m = m.Next() {
		if m.ID() == member.Description {
			readString(m, &s.Description, &s.zero, zsDescription, &s.Extra)
		} else {
			keep(&s.Extra, m)
		}
	}
	return s
}

func readFlows(v jsondoc.Value) (f OAuthFlows) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.AuthorizationCode:
			readPart(m, &f.AuthorizationCode, &f.Extra, readFlow)
		case member.ClientCredentials:
			readPart(m, &f.ClientCredentials, &f.Extra, readFlow)
		case member.Implicit:
			readPart(m, &f.Implicit, &f.Extra, readFlow)
		case member.Password:
			readPart(m, &f.Password, &f.Extra, readFlow)
		case member.DeviceCode:
			readPart(m, &f.DeviceCode, &f.Extra, readFlow)
		default:
			keep(&f.Extra, m)
		}
	}
	return f
}

func readFlow(v jsondoc.Value) (f OAuthFlow) {
	z, x := &f.zero, &f.Extra
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.AuthorizationURL:
			readString(m, &f.AuthorizationURL, z, zsAuthorizationURL, x)
		case member.DeviceAuthorizationURL:
			readString(m, &f.DeviceAuthorizationURL, z, zsDeviceURL, x)
		case member.TokenURL:
			readString(m, &f.TokenURL, z, zsTokenURL, x)
		case member.RefreshURL:
			readString(m, &f.RefreshURL, z, zsRefreshURL, x)
		case member.Scopes:
			readStringMap(m, &f.Scopes, x)
		case member.PKCERequired:
			readBool(m, &f.PKCERequired, z, zsPKCE, x)
		default:
			keep(x, m)
		}
	}
	return f
}
