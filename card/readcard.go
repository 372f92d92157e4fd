package card

import "github.com/hs9147/agentcard/internal/jsondoc"

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
		c.readMember(m.Name(), m)
	}
	return c
}

// readReach reads the members that say how the agent is called, and no others.
func readReach(v jsondoc.Value) *AgentCard {
	c := new(AgentCard)
	for m := v.First(); m.Exists(); m = m.Next() {
		switch name := m.Name(); name {
		case "url", "protocolVersion", "preferredTransport", "supportedInterfaces", "additionalInterfaces":
			c.readMember(name, m)
		}
	}
	return c
}

func (c *AgentCard) readMember(name string, m jsondoc.Value) {
	z, x := &c.zero, &c.Extra
	switch name {
	case "name":
		readString(m, &c.Name, z, zName, x)
	case "description":
		readString(m, &c.Description, z, zDescription, x)
	case "version":
		readString(m, &c.Version, z, zVersion, x)
	case "documentationUrl":
		readString(m, &c.DocumentationURL, z, zDocumentationURL, x)
	case "iconUrl":
		readString(m, &c.IconURL, z, zIconURL, x)
	case "url":
		readString(m, &c.URL, z, zURL, x)
	case "protocolVersion":
		readString(m, &c.ProtocolVersion, z, zProtocolVersion, x)
	case "preferredTransport":
		readString(m, &c.PreferredTransport, z, zPreferredTransport, x)
	case "supportsAuthenticatedExtendedCard":
		readFlag(m, &c.SupportsAuthenticatedExtendedCard, x)
	case "supportedInterfaces":
		readList(m, &c.SupportedInterfaces, x, readInterface)
	case "additionalInterfaces":
		readList(m, &c.AdditionalInterfaces, x, readAdditional)
	case "provider":
		readPart(m, &c.Provider, x, readProvider)
	case "capabilities":
		readPart(m, &c.Capabilities, x, readCapabilities)
	case "securitySchemes":
		readSchemes(m, &c.SecuritySchemes, x)
	case "securityRequirements":
		readRequirements(m, &c.SecurityRequirements, x)
	case "security":
		readRequirements(m, &c.Security, x)
	case "defaultInputModes":
		readStrings(m, &c.DefaultInputModes, x)
	case "defaultOutputModes":
		readStrings(m, &c.DefaultOutputModes, x)
	case "skills":
		readList(m, &c.Skills, x, readSkill)
	case "signatures":
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
		switch m.Name() {
		case "url":
			readString(m, &i.URL, &i.zero, zURL, &i.Extra)
		case "protocolBinding":
			readString(m, &i.ProtocolBinding, &i.zero, zBinding, &i.Extra)
		case "tenant":
			readString(m, &i.Tenant, &i.zero, zTenant, &i.Extra)
		case "protocolVersion":
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
		switch m.Name() {
		case "url":
			readString(m, &a.URL, &a.zero, zURL, &a.Extra)
		case "transport":
			readString(m, &a.Transport, &a.zero, zTransport, &a.Extra)
		default:
			keep(&a.Extra, m)
		}
	}
	return a
}

func readProvider(v jsondoc.Value) (p Provider) {
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.Name() {
		case "url":
			readString(m, &p.URL, &p.zero, zURL, &p.Extra)
		case "organization":
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
		switch m.Name() {
		case "streaming":
			readFlag(m, &c.Streaming, x)
		case "pushNotifications":
			readFlag(m, &c.PushNotifications, x)
		case "extendedAgentCard":
			readFlag(m, &c.ExtendedAgentCard, x)
		case "stateTransitionHistory":
			readFlag(m, &c.StateTransitionHistory, x)
		case "extensions":
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
		switch m.Name() {
		case "uri":
			readString(m, &e.URI, z, zURL, x)
		case "description":
			readString(m, &e.Description, z, zDescription, x)
		case "required":
			readBool(m, &e.Required, z, zRequired, x)
		case "params":
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
		switch m.Name() {
		case "id":
			readString(m, &s.ID, z, zID, x)
		case "name":
			readString(m, &s.Name, z, zName, x)
		case "description":
			readString(m, &s.Description, z, zDescription, x)
		case "tags":
			readStrings(m, &s.Tags, x)
		case "examples":
			readStrings(m, &s.Examples, x)
		case "inputModes":
			readStrings(m, &s.InputModes, x)
		case "outputModes":
			readStrings(m, &s.OutputModes, x)
		case "securityRequirements":
			readRequirements(m, &s.SecurityRequirements, x)
		case "security":
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
		switch m.Name() {
		case "protected":
			readString(m, &s.Protected, &s.zero, zProtected, &s.Extra)
		case "signature":
			readString(m, &s.Signature, &s.zero, zSignature, &s.Extra)
		case "header":
			readObject(m, &s.Header, &s.Extra)
		default:
			keep(&s.Extra, m)
		}
	}
	return s
}
