package verify

import (
	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
	"github.com/hs9147/agentcard/tags"
)

// Profile is what a card is held against: data, to be copied and changed. The
// values that the constructors give share nothing with each other.
type Profile struct {
	Name string // as -profile and reports have it

	Family  bool // a family agent: the card spec's own rules weigh fully
	A2AOnly bool // A2A 1.0.1 alone, nothing of the card spec

	// Names are the ANS names that were assigned to the agent or applied for.
	// The card must carry each; without any V5 needs evidence.
	Names []ans.Name

	Policy      *Policy     // what the agent may expose; nil: nothing is known
	Invariants  []Invariant // what its repository forbids, whatever the policy says
	Row         *Row        // its row of card spec §5; nil: it has none
	NoUserToken bool        // it takes no user token (card spec §5.3)

	AllowHTTP bool // interface URLs may be http (rule F-scheme), as on loopback; to call them Live.AllowHTTP is needed too
}

// Policy is what an agent exposes in its present phase (rule
// S2.2-exposure-policy). Widening it is a change of this value.
type Policy struct {
	Kinds   []tags.Kind // allowed kinds
	Denied  []string    // skill ids that are never exposed
	Actions []string    // ids of the actions that are allowed; nil: none is listed
	Unseen  card.Text   // what the policy forbids that kinds and ids don't show
}

// Invariant forbids skills whatever the spec and the policy allow (rule
// S2.2-invariant-wins). It never permits.
type Invariant struct {
	Name   string      // as its repository calls it, "afo I-1"
	Kinds  []tags.Kind // kinds that it forbids
	Skills []string    // skill ids that it forbids
}

// Row is an agent's row of the table in card spec §5: the identity that opens
// advice and queries. It is HTTP authentication with the scheme bearer.
type Row struct {
	Scheme       string // the name under securitySchemes
	BearerFormat string // "JWT" for a delegated user token, else empty
}

// External is the profile of an outside registrant who applies for the given
// names.
func External(names ...ans.Name) Profile { return Profile{Name: "external", Names: names} }

// A2AOnly is A2A 1.0.1 alone: none of the card spec's own rules.
func A2AOnly() Profile { return Profile{Name: "a2a", A2AOnly: true} }

// Mentor is the family's mentor: advice and queries, for a service identity,
// and no user token.
func Mentor() Profile {
	p := family("mentor")
	p.Policy = &Policy{Kinds: []tags.Kind{tags.KindAdvisory, tags.KindQuery}}
	p.Row = &Row{Scheme: "serviceBearer"}
	p.NoUserToken = true
	return p
}

// Ethos is the family's ethos: advice, for a delegated user; it never returns a
// verdict.
func Ethos() Profile {
	p := family("ethos")
	p.Policy = &Policy{Kinds: []tags.Kind{tags.KindAdvisory}, Unseen: card.Text{KO: "판정 반환", EN: "returning a verdict"}}
	p.Row = &Row{Scheme: "userBearer", BearerFormat: "JWT"}
	return p
}

// Afo is the family's afo: advice, for a delegated user; it moves no funds.
func Afo() Profile {
	p := family("afo")
	p.Policy = &Policy{Kinds: []tags.Kind{tags.KindAdvisory}, Unseen: card.Text{KO: "자금 이동", EN: "moving funds"}}
	p.Row = &Row{Scheme: "userBearer", BearerFormat: "JWT"}
	return p
}

// Terra is the family's terra: queries, and the intake of events as its one
// action, for a service identity.
func Terra() Profile {
	p := family("terra")
	p.Policy = &Policy{
		Kinds:  []tags.Kind{tags.KindQuery, tags.KindAction},
		Unseen: card.Text{KO: "계산·정정", EN: "calculating and correcting"},
	}
	p.Row = &Row{Scheme: "serviceBearer"}
	return p
}

// Guild is the family's guild. The card spec gives it a name and no policy.
func Guild() Profile { return family("guild") }

// Chopilot is the family's chopilot. The card spec gives it a name and no
// policy.
func Chopilot() Profile { return family("chopilot") }

func family(agent string) Profile {
	return Profile{Name: agent, Family: true, Names: []ans.Name{ans.MustParse(vocab.FamilyName(agent))}}
}

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
