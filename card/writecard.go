package card

// MarshalJSON writes the card's members as they were read or set, in no
// dialect. What was parsed and is written again has the same canonical form.
// The error is about values that can't be JSON: a string that is not UTF-8, or
// a raw member that is not one JSON value.
func (c AgentCard) MarshalJSON() ([]byte, error) {
	w := &writer{b: make([]byte, 0, 4096)}
	w.card(c)
	if w.err != nil {
		return nil, w.err
	}
	return w.b, nil
}

// UnmarshalJSON reads a card as Parse does, so that decoding a card from
// within another document is as strict as reading it alone. The error is a
// *ParseError.
func (c *AgentCard) UnmarshalJSON(data []byte) error {
	d, err := Parse(data)
	if err != nil {
		return err
	}
	*c = *d.Card()
	return nil
}

func (w *writer) card(c AgentCard) {
	o := w.open(c.Extra, c.zero)
	o.str("protocolVersion", c.ProtocolVersion, zProtocolVersion)
	o.str("name", c.Name, zName)
	o.str("description", c.Description, zDescription)
	o.str("url", c.URL, zURL)
	o.str("preferredTransport", c.PreferredTransport, zPreferredTransport)
	objects(&o, "additionalInterfaces", c.AdditionalInterfaces, (*writer).additional)
	objects(&o, "supportedInterfaces", c.SupportedInterfaces, (*writer).iface)
	o.str("version", c.Version, zVersion)
	part(&o, "provider", c.Provider, (*writer).provider)
	o.str("documentationUrl", c.DocumentationURL, zDocumentationURL)
	o.str("iconUrl", c.IconURL, zIconURL)
	part(&o, "capabilities", c.Capabilities, (*writer).capabilities)
	o.flag("supportsAuthenticatedExtendedCard", c.SupportsAuthenticatedExtendedCard)
	schemes(&o, c.SecuritySchemes)
	o.requirements("security", c.Security)
	o.requirements("securityRequirements", c.SecurityRequirements)
	o.strs("defaultInputModes", c.DefaultInputModes)
	o.strs("defaultOutputModes", c.DefaultOutputModes)
	objects(&o, "skills", c.Skills, (*writer).skill)
	objects(&o, "signatures", c.Signatures, (*writer).signature)
	o.close()
}

func (w *writer) iface(i Interface) {
	if odd(w, i.raw, i, Interface{raw: i.raw}) {
		return
	}
	o := w.open(i.Extra, i.zero)
	o.str("url", i.URL, zURL)
	o.str("protocolBinding", i.ProtocolBinding, zBinding)
	o.str("protocolVersion", i.ProtocolVersion, zProtocolVersion)
	o.str("tenant", i.Tenant, zTenant)
	o.close()
}

func (w *writer) additional(a AdditionalInterface) {
	if odd(w, a.raw, a, AdditionalInterface{raw: a.raw}) {
		return
	}
	o := w.open(a.Extra, a.zero)
	o.str("url", a.URL, zURL)
	o.str("transport", a.Transport, zTransport)
	o.close()
}

func (w *writer) provider(p Provider) {
	o := w.open(p.Extra, p.zero)
	o.str("organization", p.Organization, zOrganization)
	o.str("url", p.URL, zURL)
	o.close()
}

func (w *writer) capabilities(c Capabilities) {
	o := w.open(c.Extra, 0)
	o.flag("streaming", c.Streaming)
	o.flag("pushNotifications", c.PushNotifications)
	o.flag("stateTransitionHistory", c.StateTransitionHistory)
	objects(&o, "extensions", c.Extensions, (*writer).extension)
	o.flag("extendedAgentCard", c.ExtendedAgentCard)
	o.close()
}

func (w *writer) extension(e Extension) {
	if odd(w, e.raw, e, Extension{raw: e.raw}) {
		return
	}
	o := w.open(e.Extra, e.zero)
	o.str("uri", e.URI, zURL)
	o.str("description", e.Description, zDescription)
	o.bool("required", e.Required, zRequired)
	o.free("params", e.Params)
	o.close()
}

func (w *writer) skill(s Skill) {
	if odd(w, s.raw, s, Skill{raw: s.raw}) {
		return
	}
	o := w.open(s.Extra, s.zero)
	o.str("id", s.ID, zID)
	o.str("name", s.Name, zName)
	o.str("description", s.Description, zDescription)
	o.strs("tags", s.Tags)
	o.strs("examples", s.Examples)
	o.strs("inputModes", s.InputModes)
	o.strs("outputModes", s.OutputModes)
	o.requirements("security", s.Security)
	o.requirements("securityRequirements", s.SecurityRequirements)
	o.close()
}

func (w *writer) signature(s Signature) {
	if odd(w, s.raw, s, Signature{raw: s.raw}) {
		return
	}
	o := w.open(s.Extra, s.zero)
	o.str("protected", s.Protected, zProtected)
	o.str("signature", s.Signature, zSignature)
	o.free("header", s.Header)
	o.close()
}
