package card

import "encoding/json"

// SecurityRequirement is one alternative: the schemes that must be used
// together. It stands under security or securityRequirements, of a card or a
// skill, in one of two spellings (rule B-sec-shapes).
//
// Schemes maps scheme names to scopes. An empty map that is not nil is the
// anonymous alternative. A nil map is an alternative that could not be read: it
// opens nothing and is never anonymous; so is the zero value.
type SecurityRequirement struct {
	Schemes map[string][]string
	Wrapped bool            // spelled {"schemes": {"s": {"list": []}}}, else {"s": []}
	Raw     json.RawMessage // as received, nil for one made in code
}

// Readable reports whether the alternative could be read.
func (r SecurityRequirement) Readable() bool { return r.Schemes != nil }

// Anonymous reports whether the alternative asks for no scheme at all.
func (r SecurityRequirement) Anonymous() bool { return r.Schemes != nil && len(r.Schemes) == 0 }

// Requirements is the list that holds for the card: securityRequirements where
// it has entries, else security. Nil means that neither is declared, an empty
// list that none is asked for.
func (c *AgentCard) Requirements() []SecurityRequirement {
	return effectiveRequirements(c.SecurityRequirements, c.Security)
}

// Requirements is the skill's own list, read as the card's is. Nil means that
// the skill has none and inherits the card's; an empty list asks for none.
func (s Skill) Requirements() []SecurityRequirement {
	return effectiveRequirements(s.SecurityRequirements, s.Security)
}

// RequirementsOf is what opens a skill of this card: its own list if it has
// one, else the card's (A2A 1.0.1 §4.5; X46).
func (c *AgentCard) RequirementsOf(s Skill) []SecurityRequirement {
	if own := s.Requirements(); own != nil {
		return own
	}
	return c.Requirements()
}

func effectiveRequirements(requirements, security []SecurityRequirement) []SecurityRequirement {
	if len(requirements) > 0 || security == nil {
		return requirements
	}
	return security
}
