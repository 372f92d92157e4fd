package card

import "maps"

// The constructors of schemes set the flat form of the card spec and the wrapper
// of A2A 1.0, so that every reader finds the same scheme.

// KeyLocation is where an API key is sent.
type KeyLocation string

// The locations of an API key (A2A 1.0.1 §4.5.2).
const (
	InHeader KeyLocation = "header"
	InQuery  KeyLocation = "query"
	InCookie KeyLocation = "cookie"
)

// BearerScheme is a bearer token in the Authorization header. The format is a
// hint to the caller, "JWT" for a user's delegated token; it may be empty.
func BearerScheme(format string) SecurityScheme {
	return httpScheme("bearer", format)
}

// BasicScheme is a name and a password in the Authorization header (RFC 7617).
func BasicScheme() SecurityScheme { return httpScheme("basic", "") }

func httpScheme(scheme, format string) SecurityScheme {
	return SecurityScheme{
		Type: SchemeHTTP.String(), Scheme: scheme, BearerFormat: format,
		HTTPAuth: &HTTPAuthSecurityScheme{Scheme: scheme, BearerFormat: format},
	}
}

// APIKeyScheme is a key under a name in a header, a cookie or the query.
func APIKeyScheme(location KeyLocation, name string) SecurityScheme {
	return SecurityScheme{
		Type: SchemeAPIKey.String(), In: string(location), Name: name,
		APIKey: &APIKeySecurityScheme{Location: string(location), Name: name},
	}
}

// AuthorizationCodeScheme is the authorization code flow of OAuth 2.0. It needs
// AuthorizationURL and TokenURL.
func AuthorizationCodeScheme(f OAuthFlow) SecurityScheme {
	return oauthScheme(OAuthFlows{AuthorizationCode: ownFlow(f)})
}

// ClientCredentialsScheme is the client credentials flow of OAuth 2.0. It needs
// TokenURL.
func ClientCredentialsScheme(f OAuthFlow) SecurityScheme {
	return oauthScheme(OAuthFlows{ClientCredentials: ownFlow(f)})
}

// DeviceCodeScheme is the device flow of OAuth 2.0 (RFC 8628). It needs
// DeviceAuthorizationURL and TokenURL.
func DeviceCodeScheme(f OAuthFlow) SecurityScheme {
	return oauthScheme(OAuthFlows{DeviceCode: ownFlow(f)})
}

// ownFlow is a copy with the scopes that every flow must have, if only none.
func ownFlow(f OAuthFlow) *OAuthFlow {
	if f.Scopes = maps.Clone(f.Scopes); f.Scopes == nil {
		f.Scopes = map[string]string{}
	}
	return &f
}

func oauthScheme(f OAuthFlows) SecurityScheme {
	return SecurityScheme{Type: SchemeOAuth2.String(), Flows: &f, OAuth2: &OAuth2SecurityScheme{Flows: &f}}
}

// OpenIDConnectScheme is OpenID Connect by its discovery document.
func OpenIDConnectScheme(url string) SecurityScheme {
	return SecurityScheme{
		Type: SchemeOpenIDConnect.String(), OpenIDConnectURL: url,
		OpenIDConnect: &OpenIDConnectSecurityScheme{OpenIDConnectURL: url},
	}
}

// MutualTLSScheme is a certificate of the caller.
func MutualTLSScheme() SecurityScheme {
	return SecurityScheme{Type: SchemeMutualTLS.String(), MutualTLS: &MutualTLSSecurityScheme{}}
}

// Described gives the scheme with a description for people, in each of its
// forms. It holds no credential.
func (s SecurityScheme) Described(text string) SecurityScheme {
	s.Description = text
	s.APIKey, s.HTTPAuth, s.OAuth2 = copied(s.APIKey), copied(s.HTTPAuth), copied(s.OAuth2)
	s.OpenIDConnect, s.MutualTLS = copied(s.OpenIDConnect), copied(s.MutualTLS)
	for _, k := range s.wrappers() {
		w, _, _ := s.wrapperSlots(k)
		*w.str[slotDescription] = text
	}
	return s
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// Requirement is one alternative of what opens a skill: a scheme by its name,
// with the scopes that are asked of it.
func Requirement(scheme string, scopes ...string) SecurityRequirement {
	return SecurityRequirement{}.And(scheme, scopes...)
}

// And gives the alternative that asks for a further scheme as well.
func (r SecurityRequirement) And(scheme string, scopes ...string) SecurityRequirement {
	out := SecurityRequirement{Schemes: maps.Clone(r.Schemes), Wrapped: r.Wrapped}
	if out.Schemes == nil {
		out.Schemes = map[string][]string{}
	}
	out.Schemes[scheme] = append([]string{}, scopes...)
	return out
}
