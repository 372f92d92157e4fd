package card

import (
	"maps"
	"slices"
	"strings"
)

// Kind is which scheme this is. A scheme whose spelling can't be read, that
// names an unknown type, or whose two forms name different ones is
// SchemeUnknown (rule B-scheme-shape).
func (s SecurityScheme) Kind() SchemeKind {
	wrapped := s.wrappers()
	if len(wrapped) > 1 || s.unknownWrapper() != "" {
		return SchemeUnknown
	}
	if raw, odd := s.Extra["type"]; odd && s.Type == "" && string(raw) != "null" {
		return SchemeUnknown
	}
	flat := schemeKindOf(s.Type)
	hasType := s.Type != "" || s.zero&zsType != 0
	switch {
	case len(wrapped) == 0:
		return flat
	case hasType && flat != wrapped[0]:
		return SchemeUnknown
	}
	return wrapped[0]
}

// wrappers lists the kinds of the wrappers that are there.
func (s SecurityScheme) wrappers() []SchemeKind {
	var out []SchemeKind
	for k, there := range [...]bool{
		SchemeAPIKey: s.APIKey != nil, SchemeHTTP: s.HTTPAuth != nil, SchemeOAuth2: s.OAuth2 != nil,
		SchemeOpenIDConnect: s.OpenIDConnect != nil, SchemeMutualTLS: s.MutualTLS != nil,
	} {
		if there {
			out = append(out, SchemeKind(k))
		}
	}
	return out
}

// unknownWrapper is the name of a member that looks like a wrapper of a scheme
// that 1.0.1 does not have, or of a known one that holds no object.
func (s SecurityScheme) unknownWrapper() string {
	for _, name := range slices.Sorted(maps.Keys(s.Extra)) {
		if strings.HasSuffix(name, "SecurityScheme") && string(s.Extra[name]) != "null" {
			return name
		}
	}
	return ""
}

// Detail is a short description of the scheme for a person: the HTTP scheme
// and bearer format, the place and name of a key, the flows.
func (s SecurityScheme) Detail() string {
	switch s.Kind() {
	case SchemeHTTP:
		scheme, format := s.Scheme, s.BearerFormat
		if s.HTTPAuth != nil {
			scheme, format = s.HTTPAuth.Scheme, firstOf(s.HTTPAuth.BearerFormat, format)
		}
		return strings.TrimSpace(scheme + " " + format)
	case SchemeAPIKey:
		place, name := s.In, s.Name
		if s.APIKey != nil {
			place, name = s.APIKey.Location, s.APIKey.Name
		}
		return strings.TrimSpace(place + " " + name)
	case SchemeOAuth2:
		flows := s.Flows
		if s.OAuth2 != nil && s.OAuth2.Flows != nil {
			flows = s.OAuth2.Flows
		}
		return strings.Join(flows.names(), " ")
	case SchemeOpenIDConnect:
		if s.OpenIDConnect != nil {
			return s.OpenIDConnect.OpenIDConnectURL
		}
		return s.OpenIDConnectURL
	}
	return ""
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// names lists the flows that are set, in the order of the proto.
func (f *OAuthFlows) names() []string {
	if f == nil {
		return nil
	}
	var out []string
	for _, x := range [...]struct {
		name string
		flow *OAuthFlow
	}{
		{"authorizationCode", f.AuthorizationCode},
		{"clientCredentials", f.ClientCredentials},
		{"implicit", f.Implicit},
		{"password", f.Password},
		{"deviceCode", f.DeviceCode},
	} {
		if x.flow != nil {
			out = append(out, x.name)
		}
	}
	return out
}
