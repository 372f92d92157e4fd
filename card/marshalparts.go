package card

// Parts of a card marshal as they do within the whole.

func marshalPart[T any](v T, write func(*writer, T)) ([]byte, error) {
	w := &writer{}
	write(w, v)
	if w.err != nil {
		return nil, w.err
	}
	return w.b, nil
}

// MarshalJSON writes the entry as AgentCard.MarshalJSON does.
func (i Interface) MarshalJSON() ([]byte, error) { return marshalPart(i, (*writer).iface) }

// MarshalJSON writes the entry as AgentCard.MarshalJSON does.
func (a AdditionalInterface) MarshalJSON() ([]byte, error) {
	return marshalPart(a, (*writer).additional)
}

// MarshalJSON writes the provider as AgentCard.MarshalJSON does.
func (p Provider) MarshalJSON() ([]byte, error) { return marshalPart(p, (*writer).provider) }

// MarshalJSON writes the capabilities as AgentCard.MarshalJSON does.
func (c Capabilities) MarshalJSON() ([]byte, error) { return marshalPart(c, (*writer).capabilities) }

// MarshalJSON writes the extension as AgentCard.MarshalJSON does.
func (e Extension) MarshalJSON() ([]byte, error) { return marshalPart(e, (*writer).extension) }

// MarshalJSON writes the skill as AgentCard.MarshalJSON does.
func (s Skill) MarshalJSON() ([]byte, error) { return marshalPart(s, (*writer).skill) }

// MarshalJSON writes the signature as AgentCard.MarshalJSON does.
func (s Signature) MarshalJSON() ([]byte, error) { return marshalPart(s, (*writer).signature) }

// MarshalJSON writes the requirement as AgentCard.MarshalJSON does.
func (r SecurityRequirement) MarshalJSON() ([]byte, error) {
	return marshalPart(r, (*writer).requirement)
}

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s SecurityScheme) MarshalJSON() ([]byte, error) { return marshalPart(s, (*writer).scheme) }

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s APIKeySecurityScheme) MarshalJSON() ([]byte, error) { return marshalPart(s, (*writer).apiKey) }

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s HTTPAuthSecurityScheme) MarshalJSON() ([]byte, error) {
	return marshalPart(s, (*writer).httpAuth)
}

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s OAuth2SecurityScheme) MarshalJSON() ([]byte, error) { return marshalPart(s, (*writer).oauth2) }

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s OpenIDConnectSecurityScheme) MarshalJSON() ([]byte, error) {
	return marshalPart(s, (*writer).openID)
}

// MarshalJSON writes the scheme as AgentCard.MarshalJSON does.
func (s MutualTLSSecurityScheme) MarshalJSON() ([]byte, error) {
	return marshalPart(s, (*writer).mutualTLS)
}

// MarshalJSON writes the flows as AgentCard.MarshalJSON does.
func (f OAuthFlows) MarshalJSON() ([]byte, error) { return marshalPart(f, (*writer).flows) }

// MarshalJSON writes the flow as AgentCard.MarshalJSON does.
func (f OAuthFlow) MarshalJSON() ([]byte, error) { return marshalPart(f, (*writer).flow) }
