package verify

import "github.com/hs9147/agentcard/card"

// Profile is what a card is held against: data, to be copied and changed.
type Profile struct {
	Name string // as -profile and reports have it

	Family  bool // a family agent: the card spec's own rules weigh fully
	A2AOnly bool // A2A 1.0.1 alone, nothing of the card spec

	AllowHTTP bool // interface URLs may be http (rule F-scheme), as on loopback
}

// External is the profile of an outside registrant.
func External() Profile { return Profile{Name: "external"} }

// A2AOnly is A2A 1.0.1 alone: none of the card spec's own rules.
func A2AOnly() Profile { return Profile{Name: "a2a", A2AOnly: true} }

// mode is how card.Validate looks at the card.
func (p Profile) mode() card.Mode {
	switch {
	case p.A2AOnly:
		return card.ModeA2A10
	case p.Family:
		return card.ModeFamily
	}
	return card.ModeProfile
}

// allows reports a problem that the profile's policy lifts.
func (p Profile) allows(x card.Problem) bool {
	return p.AllowHTTP && x.Rule == "B-iface-url" && x.Code == "http"
}
