package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// The shape of the model: the messages of a2a.proto at v1.0.1 and the members
// of older versions, as a table. It serves what must know every member: rules
// on types, nulls, unknown members and names, and the canonical form of A2A
// §8.4.1.

// shape is the JSON type of a member.
type shape uint8

const (
	shapeString shape = iota
	shapeBool
	shapeStrings      // array of strings
	shapeStringMap    // object of strings
	shapeFree         // object that is not looked into
	shapeMessage      // object of message
	shapeMessages     // array of message
	shapeMessageMap   // object whose values are messages
	shapeRequirements // array of requirements, read by B-sec-shapes alone
)

// want names the shape for a person.
func (s shape) want() string {
	switch s {
	case shapeString:
		return "string"
	case shapeBool:
		return "boolean"
	case shapeStrings, shapeMessages, shapeRequirements:
		return "array"
	}
	return "object"
}

// presence is what A2A §8.4.1 does with a member at its default.
type presence uint8

const (
	plain    presence = iota // removed at its default
	optional                 // kept when present
	required                 // kept, and due
	older                    // not in 1.0.1: kept verbatim, as unknown members are
)

type field struct {
	name     string
	id       jsondoc.NameID // of the name
	shape    shape
	presence presence
	of       *message
	snake    string // the member's name in snake_case, empty if it is the same
	lower    string // the name in lower case
}

type message struct {
	fields []field
	byID   [jsondoc.MaxNames + 1]*field
}

// field finds a member by the id of its name, nil if the message has none.
func (m *message) field(id jsondoc.NameID) *field { return m.byID[id] }

// named finds a member by its exact name, nil if the message has none.
func (m *message) named(name string) *field { return m.field(member.Names.ID(name)) }

func newMessage(fields ...field) *message {
	m := &message{fields: fields}
	for i := range fields {
		f := &fields[i]
		f.lower = strings.ToLower(f.name)
		if s := snakeCase(f.name); s != f.name {
			f.snake = s
		}
		if f.id = member.Names.ID(f.name); f.id == 0 {
			panic("card: " + f.name + " is not in the vocabulary")
		}
		m.byID[f.id] = f
	}
	return m
}

func snakeCase(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func str(name string, p presence) field  { return field{name: name, shape: shapeString, presence: p} }
func flag(name string, p presence) field { return field{name: name, shape: shapeBool, presence: p} }
func strs(name string, p presence) field { return field{name: name, shape: shapeStrings, presence: p} }

func free(name string) field { return field{name: name, shape: shapeFree, presence: optional} }

func msg(name string, p presence, of *message) field {
	return field{name: name, shape: shapeMessage, presence: p, of: of}
}

func msgs(name string, p presence, of *message) field {
	return field{name: name, shape: shapeMessages, presence: p, of: of}
}

func reqs(name string, p presence) field {
	return field{name: name, shape: shapeRequirements, presence: p, of: requirementMessage}
}

func scopes(p presence) field { return field{name: "scopes", shape: shapeStringMap, presence: p} }

var (
	requirementMessage = newMessage(field{name: "schemes", shape: shapeMessageMap, of: stringListMessage})
	stringListMessage  = newMessage(strs("list", plain))

	interfaceMessage = newMessage(
		str("url", required), str("protocolBinding", required), str("tenant", plain), str("protocolVersion", required),
	)
	additionalMessage = newMessage(str("url", older), str("transport", older))
	providerMessage   = newMessage(str("url", required), str("organization", required))
	extensionMessage  = newMessage(str("uri", plain), str("description", plain), flag("required", plain), free("params"))

	capabilitiesMessage = newMessage(
		flag("streaming", optional), flag("pushNotifications", optional), msgs("extensions", plain, extensionMessage),
		flag("extendedAgentCard", optional), flag("stateTransitionHistory", older),
	)
	skillMessage = newMessage(
		str("id", required), str("name", required), str("description", required), strs("tags", required),
		strs("examples", plain), strs("inputModes", plain), strs("outputModes", plain),
		reqs("securityRequirements", plain), reqs("security", older),
	)
	signatureMessage = newMessage(str("protected", required), str("signature", required), free("header"))

	cardMessage = newMessage(
		str("name", required), str("description", required), msgs("supportedInterfaces", required, interfaceMessage),
		msg("provider", optional, providerMessage), str("version", required), str("documentationUrl", optional),
		msg("capabilities", required, capabilitiesMessage),
		field{name: "securitySchemes", shape: shapeMessageMap, presence: plain, of: schemeMessage},
		reqs("securityRequirements", plain), strs("defaultInputModes", required), strs("defaultOutputModes", required),
		msgs("skills", required, skillMessage), msgs("signatures", plain, signatureMessage), str("iconUrl", optional),
		str("url", older), str("protocolVersion", older), str("preferredTransport", older),
		msgs("additionalInterfaces", older, additionalMessage), reqs("security", older),
		flag("supportsAuthenticatedExtendedCard", older),
	)
)

var (
	authorizationCodeMessage = newMessage(
		str("authorizationUrl", required), str("tokenUrl", required), str("refreshUrl", plain),
		scopes(required), flag("pkceRequired", plain),
	)
	clientCredentialsMessage = newMessage(str("tokenUrl", required), str("refreshUrl", plain), scopes(required))
	deviceCodeMessage        = newMessage(
		str("deviceAuthorizationUrl", required), str("tokenUrl", required), str("refreshUrl", plain), scopes(required),
	)
	implicitMessage = newMessage(str("authorizationUrl", plain), str("refreshUrl", plain), scopes(plain))
	passwordMessage = newMessage(str("tokenUrl", plain), str("refreshUrl", plain), scopes(plain))

	flowsMessage = newMessage(
		msg("authorizationCode", optional, authorizationCodeMessage),
		msg("clientCredentials", optional, clientCredentialsMessage),
		msg("implicit", optional, implicitMessage), msg("password", optional, passwordMessage),
		msg("deviceCode", optional, deviceCodeMessage),
	)
	schemeMessage = newMessage(
		msg("apiKeySecurityScheme", optional, newMessage(str("description", plain), str("location", required), str("name", required))),
		msg("httpAuthSecurityScheme", optional, newMessage(str("description", plain), str("scheme", required), str("bearerFormat", plain))),
		msg("oauth2SecurityScheme", optional, newMessage(str("description", plain), msg("flows", required, flowsMessage), str("oauth2MetadataUrl", plain))),
		msg("openIdConnectSecurityScheme", optional, newMessage(str("description", plain), str("openIdConnectUrl", required))),
		msg("mtlsSecurityScheme", optional, newMessage(str("description", plain))),
		str("type", older), str("description", older), str("name", older), str("in", older), str("scheme", older),
		str("bearerFormat", older), msg("flows", older, flowsMessage), str("oauth2MetadataUrl", older), str("openIdConnectUrl", older),
	)
)
