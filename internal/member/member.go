// Package member is the vocabulary of member names that a card's model has, so
// that whoever reads a card compares numbers and not texts.
package member

import "github.com/hs9147/agentcard/internal/jsondoc"

// The names, each as it is spelled below.
const (
	AdditionalInterfaces jsondoc.NameID = iota + 1
	APIKeySecurityScheme
	Authentication
	AuthorizationCode
	AuthorizationURL
	BearerFormat
	Capabilities
	ClientCredentials
	Credentials
	DefaultInputModes
	DefaultOutputModes
	Description
	DeviceAuthorizationURL
	DeviceCode
	DocumentationURL
	Examples
	ExtendedAgentCard
	Extensions
	Flows
	Header
	HTTPAuthSecurityScheme
	IconURL
	ID
	Implicit
	In
	InputModes
	List
	Location
	MTLSSecurityScheme
	Name
	OAuth2MetadataURL
	OAuth2SecurityScheme
	OpenIDConnectSecurityScheme
	OpenIDConnectURL
	Organization
	OutputModes
	Params
	Password
	PKCERequired
	PreferredTransport
	Protected
	ProtocolBinding
	ProtocolVersion
	Provider
	PushNotifications
	RefreshURL
	Required
	Scheme
	Schemes
	Scopes
	Security
	SecurityRequirements
	SecuritySchemes
	Signature
	Signatures
	Skills
	StateTransitionHistory
	Streaming
	SupportedInterfaces
	SupportsAuthenticatedExtendedCard
	Tags
	Tenant
	TokenURL
	Transport
	Type
	URI
	URL
	Version

	end
)

// Count is how many names there are.
const Count = int(end) - 1

// Names is the vocabulary.
var Names = jsondoc.NewNames(
	"additionalInterfaces",
	"apiKeySecurityScheme",
	"authentication",
	"authorizationCode",
	"authorizationUrl",
	"bearerFormat",
	"capabilities",
	"clientCredentials",
	"credentials",
	"defaultInputModes",
	"defaultOutputModes",
	"description",
	"deviceAuthorizationUrl",
	"deviceCode",
	"documentationUrl",
	"examples",
	"extendedAgentCard",
	"extensions",
	"flows",
	"header",
	"httpAuthSecurityScheme",
	"iconUrl",
	"id",
	"implicit",
	"in",
	"inputModes",
	"list",
	"location",
	"mtlsSecurityScheme",
	"name",
	"oauth2MetadataUrl",
	"oauth2SecurityScheme",
	"openIdConnectSecurityScheme",
	"openIdConnectUrl",
	"organization",
	"outputModes",
	"params",
	"password",
	"pkceRequired",
	"preferredTransport",
	"protected",
	"protocolBinding",
	"protocolVersion",
	"provider",
	"pushNotifications",
	"refreshUrl",
	"required",
	"scheme",
	"schemes",
	"scopes",
	"security",
	"securityRequirements",
	"securitySchemes",
	"signature",
	"signatures",
	"skills",
	"stateTransitionHistory",
	"streaming",
	"supportedInterfaces",
	"supportsAuthenticatedExtendedCard",
	"tags",
	"tenant",
	"tokenUrl",
	"transport",
	"type",
	"uri",
	"url",
	"version",
)

// All lists the ids.
func All() []jsondoc.NameID {
	list := make([]jsondoc.NameID, 0, Count)
	for id := jsondoc.NameID(1); Names.Name(id) != ""; id++ {
		list = append(list, id)
	}
	return list
}

// Spelling is the name of an id.
func Spelling(id jsondoc.NameID) string { return Names.Name(id) }
