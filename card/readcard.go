package card

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// Bits of zero, per type, in the order of the fields that can be marked.
const (
	zName = 1 << iota
	zDescription
	zVersion
	zURL
	zProtocolVersion
	zPreferredTransport
	zDocumentationURL
	zIconURL
	zID
	zBinding
	zTenant
	zTransport
	zOrganization
	zRequired
	zProtected
	zSignature
)

func readCard(v jsondoc.Value) *AgentCard {
	c := new(AgentCard)
	for m := v.First(); m.Exists(); m = m.Next() {
		c.readMember(m)
	}
	return c
}

// readReach reads the members that say how the agent is called, url,
// protocolVersion, preferredTransport and the two lists of interfaces, and no
// others.
func (c *AgentCard) readReach(v jsondoc.Value) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.URL, member.ProtocolVersion, member.PreferredTransport, member.SupportedInterfaces, member.AdditionalInterfaces:
			c.readMember(m)
		}
	}
}

func (c *AgentCard) readMember(m jsondoc.Value) {
	z, x := &c.zero, &c.Extra
	switch m.ID() {
	case member.Name:
		readString(m, &c.Name, z, zName, x)
	case member.Description:
		readString(m, &c.Description, z, zDescription, x)
	case member.Version:
		readString(m, &c.Version, z, zVersion, x)
	case member.DocumentationURL:
		readString(m, &c.DocumentationURL, z, zDocumentationURL, x)
	case member.IconURL:
		readString(m, &c.IconURL, z, zIconURL, x)
	case member.URL:
		readString(m, &c.URL, z, zURL, x)
	case member.ProtocolVersion:
		readString(m, &c.ProtocolVersion, z, zProtocolVersion, x)
	case member.PreferredTransport:
		readString(m, &c.PreferredTransport, z, zPreferredTransport, x)
	case member.SupportsAuthenticatedExtendedCard:
		readFlag(m, &c.SupportsAuthenticatedExtendedCard, x)
	case member.SupportedInterfaces:
		readList(m, &c.SupportedInterfaces, x, readInterface)
	case member.AdditionalInterfaces:
		readList(m, &c.AdditionalInterfaces, x, readAdditional)
	case member.Provider:
		readPart(m, &c.Provider, x, readProvider)
	case member.Capabilities:
		readPart(m, &c.Capabilities, x, readCapabilities)
	case member.SecuritySchemes:
		readSchemes(m, &c.SecuritySchemes, x)
	case member.SecurityRequirements:
		readRequirements(m, &c.SecurityRequirements, x)
	case member.Security:
		readRequirements(m, &c.Security, x)
	case member.DefaultInputModes:
		readStrings(m, &c.DefaultInputModes, x)
	case member.DefaultOutputModes:
		readStrings(m, &c.DefaultOutputModes, x)
	case member.Skills:
		readList(m, &c.Skills, x, readSkill)
	case member.Signatures:
		readList(m, &c.Signatures, x, readSignature)
	default:
		keep(x, m)
	}
}

func readInterface(v jsondoc.Value) (i Interface) {
	if v.Kind() != jsondoc.Object {
		i.raw = v.Raw()
		return i
	}
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.URL:
			readString(m, &i.URL, &i.zero, zURL, &i.Extra)
		case member.ProtocolBinding:
			readString(m, &i.ProtocolBinding, &i.zero, zBinding, &i.Extra)
		case member.Tenant:
			readString(m, &i.Tenant, &i.zero, zTenant, &i.Extra)
		case member.ProtocolVersion:
			readString(m, &i.ProtocolVersion, &i.zero, zProtocolVersion, &i.Extra)
		default:
			keep(&i.Extra, m)
		}
	}
	return i
}

func readAdditional(v jsondoc.Value) (a AdditionalInterface) {
	if v.Kind() != jsondoc.Object {
		a.raw = v.Raw()
		return a
	}
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.URL:
			readString(m, &a.URL, &a.zero, zURL, &a.Extra)
		case member.Transport:
			readString(m, &a.Transport, &a.zero, zTransport, &a.Extra)
		default:
			keep(&a.Extra, m)
		}
	}
	return a
}

func readProvider(v jsondoc.Value) (p Provider) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.URL:
			readString(m, &p.URL, &p.zero, zURL, &p.Extra)
		case member.Organization:
			readString(m, &p.Organization, &p.zero, zOrganization, &p.Extra)
		default:
			keep(&p.Extra, m)
		}
	}
	return p
}

func readCapabilities(v jsondoc.Value) (c Capabilities) {
	x := &c.Extra
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Streaming:
			readFlag(m, &c.Streaming, x)
		case member.PushNotifications:
			readFlag(m, &c.PushNotifications, x)
		case member.ExtendedAgentCard:
			readFlag(m, &c.ExtendedAgentCard, x)
		case member.StateTransitionHistory:
			readFlag(m, &c.StateTransitionHistory, x)
		case member.Extensions:
			readList(m, &c.Extensions, x, readExtension)
		default:
			keep(x, m)
		}
	}
	return c
}

func readExtension(v jsondoc.Value) (e Extension) {
	if v.Kind() != jsondoc.Object {
		e.raw = v.Raw()
		return e
	}
	z, x := &e.zero, &e.Extra
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.URI:
			readString(m, &e.URI, z, zURL, x)
		case member.Description:
			readString(m, &e.Description, z, zDescription, x)
		case member.Required:
			readBool(m, &e.Required, z, zRequired, x)
		case member.Params:
			readObject(m, &e.Params, x)
		default:
			keep(x, m)
		}
	}
	return e
}

func readSkill(v jsondoc.Value) (s Skill) {
	if v.Kind() != jsondoc.Object {
		s.raw = v.Raw()
		return s
	}
	z, x := &s.zero, &s.Extra
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.ID:
			readString(m, &s.ID, z, zID, x)
		case member.Name:
			readString(m, &s.Name, z, zName, x)
		case member.Description:
			readString(m, &s.Description, z, zDescription, x)
		case member.Tags:
			readStrings(m, &s.Tags, x)
		case member.Examples:
			readStrings(m, &s.Examples, x)
		case member.InputModes:
			readStrings(m, &s.InputModes, x)
		case member.OutputModes:
			readStrings(m, &s.OutputModes, x)
		case member.SecurityRequirements:
			readRequirements(m, &s.SecurityRequirements, x)
		case member.Security:
			readRequirements(m, &s.Security, x)
		default:
			keep(x, m)
		}
	}
	return s
}

func readSignature(v jsondoc.Value) (s Signature) {
	if v.Kind() != jsondoc.Object {
		s.raw = v.Raw()
		return s
	}
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.Protected:
			readString(m, &s.Protected, &s.zero, zProtected, &s.Extra)
		case member.Signature:
			readString(m, &s.Signature, &s.zero, zSignature, &s.Extra)
		case member.Header:
			readObject(m, &s.Header, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}
