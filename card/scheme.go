package card

import (
	"encoding/json"

	"github.com/hs9147/agentcard/internal/security"
)

// SecurityScheme is one way to authenticate. It mirrors the JSON: the flat
// members of OpenAPI, A2A 0.3 and the card spec, and the wrappers of A2A 1.0,
// of which a card may hold either or both. Kind says which scheme it is.
type SecurityScheme struct {
	Type              string // "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"
	Description       string
	Name              string
	In                string
	Scheme            string
	BearerFormat      string
	Flows             *OAuthFlows
	OAuth2MetadataURL string
	OpenIDConnectURL  string

	APIKey        *APIKeySecurityScheme
	HTTPAuth      *HTTPAuthSecurityScheme
	OAuth2        *OAuth2SecurityScheme
	OpenIDConnect *OpenIDConnectSecurityScheme
	MutualTLS     *MutualTLSSecurityScheme

	Extra map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string
}

// APIKeySecurityScheme is the 1.0 form of an API key.
type APIKeySecurityScheme struct {
	Description string
	Location    string // "query", "header" or "cookie"
	Name        string
	Extra       map[string]json.RawMessage `json:"-"`

	zero uint16
}

// HTTPAuthSecurityScheme is the 1.0 form of HTTP authentication (RFC 9110 §11).
type HTTPAuthSecurityScheme struct {
	Description  string
	Scheme       string
	BearerFormat string
	Extra        map[string]json.RawMessage `json:"-"`

	zero uint16
}

// OAuth2SecurityScheme is the 1.0 form of OAuth 2.0.
type OAuth2SecurityScheme struct {
	Description       string
	Flows             *OAuthFlows
	OAuth2MetadataURL string
	Extra             map[string]json.RawMessage `json:"-"`

	zero uint16
}

// OpenIDConnectSecurityScheme is the 1.0 form of OpenID Connect.
type OpenIDConnectSecurityScheme struct {
	Description      string
	OpenIDConnectURL string
	Extra            map[string]json.RawMessage `json:"-"`

	zero uint16
}

// MutualTLSSecurityScheme is the 1.0 form of mutual TLS.
type MutualTLSSecurityScheme struct {
	Description string
	Extra       map[string]json.RawMessage `json:"-"`

	zero uint16
}

// OAuthFlows holds the flows of an OAuth 2.0 scheme. At 1.0 exactly one is
// set; the flat form may hold several. Implicit and Password are deprecated.
type OAuthFlows struct {
	AuthorizationCode *OAuthFlow
	ClientCredentials *OAuthFlow
	Implicit          *OAuthFlow
	Password          *OAuthFlow
	DeviceCode        *OAuthFlow
	Extra             map[string]json.RawMessage `json:"-"`
}

// OAuthFlow is one flow; which URLs it needs depends on the flow.
type OAuthFlow struct {
	AuthorizationURL       string
	DeviceAuthorizationURL string
	TokenURL               string
	RefreshURL             string
	Scopes                 map[string]string
	PKCERequired           bool
	Extra                  map[string]json.RawMessage `json:"-"`

	zero uint16
}

// SchemeKind is which kind of scheme a SecurityScheme is. The zero value,
// SchemeUnknown, opens nothing and is never "no authentication".
type SchemeKind int

// The kinds of a scheme, in the order of security.Types.
const (
	SchemeUnknown SchemeKind = iota
	SchemeAPIKey
	SchemeHTTP
	SchemeOAuth2
	SchemeOpenIDConnect
	SchemeMutualTLS
)

// String is the kind as the flat form writes it in type, or "unknown".
func (k SchemeKind) String() string {
	if k < 0 || int(k) >= len(security.Types) {
		return security.Types[0]
	}
	return security.Types[k]
}

func schemeKindOf(flatType string) SchemeKind { return SchemeKind(security.KindOfType(flatType)) }
