package verify

import (
	"maps"
	"slices"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/tags"
)

// Facts is what a card says, as a correct reader sees it. Nothing in it is
// judged, and nothing is made fit to show: names and the interfaces' urls are as
// written. User information in a scheme's URL is blotted out, and in a report the
// caller's own tokens (Report.Facts).
type Facts struct {
	Name         string          `json:"name"`
	Version      string          `json:"version"`
	Shape        card.Shape      `json:"shape"`
	Interfaces   []InterfaceFact `json:"interfaces"`
	Skills       []SkillFact     `json:"skills"`
	Names        []string        `json:"names"` // of the ans/v1 extension, valid or not
	Schemes      []SchemeFact    `json:"schemes"`
	Requirements Alternatives    `json:"requirements"`
	UnitPrice    *int64          `json:"unitPrice"` // of the hire/v1 extension, where one can be told
	Asks         int             `json:"-"`         // entries of the hire/v1 extension, readable or not
}

// InterfaceFact is one way to call the agent, in the order of preference.
type InterfaceFact struct {
	URL     string `json:"url"`
	Binding string `json:"binding"`
	Version string `json:"version"` // Major.Minor where it can be read
	Tenant  string `json:"tenant"`
}

// SkillFact is one element of skills. Kind and Effect are "unknown" when the
// tags don't say; Effect is empty for a skill that is no action. Requirements
// is nil when the skill inherits the card's.
type SkillFact struct {
	ID           string       `json:"id"`
	Kind         string       `json:"kind"`
	Effect       string       `json:"effect"`
	Requirements Alternatives `json:"requirements"`
}

// SchemeFact is one security scheme. Name is empty for an element of an array.
type SchemeFact struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Alternatives is a list of ways in, each the sorted names of the schemes that
// must be used together. An empty list asks for nothing, an empty alternative
// is the anonymous one, and a nil alternative could not be read and opens
// nothing.
type Alternatives [][]string

// FactsOf reads the facts of a card.
func FactsOf(d *card.Document) *Facts {
	c := d.Card()
	f := &Facts{
		Name: c.Name, Version: c.Version, Shape: d.Shape(),
		Interfaces: []InterfaceFact{}, Skills: []SkillFact{}, Names: []string{}, Schemes: []SchemeFact{},
		Requirements: alternatives(c.Requirements()),
	}
	if f.Requirements == nil {
		f.Requirements = Alternatives{}
	}
	for _, i := range c.Interfaces() {
		f.Interfaces = append(f.Interfaces, InterfaceFact{i.URL, i.ProtocolBinding, i.ProtocolVersion, i.Tenant})
	}
	for _, s := range c.Skills {
		f.Skills = append(f.Skills, skillFact(s))
	}
	for _, s := range d.Schemes() {
		f.Schemes = append(f.Schemes, SchemeFact{s.Name, s.Kind().String(), catalog.WithoutUserInfo(s.Detail())})
	}
	for _, e := range ans.Entries(c) {
		if e.IsString {
			f.Names = append(f.Names, e.Written)
		}
	}
	f.UnitPrice, f.Asks = unitPrice(c), len(hire.Entries(c))
	return f
}

func skillFact(s card.Skill) SkillFact {
	effect := ""
	if k := s.Kind(); k == tags.KindAction || k == tags.KindUnknown {
		effect = s.Effect().String()
	}
	return SkillFact{s.ID, s.Kind().String(), effect, alternatives(s.Requirements())}
}

// alternatives keeps nil for a list that is not there.
func alternatives(list []card.SecurityRequirement) Alternatives {
	if list == nil {
		return nil
	}
	out := make(Alternatives, 0, len(list))
	for _, r := range list {
		var names []string
		if r.Readable() {
			names = slices.AppendSeq([]string{}, maps.Keys(r.Schemes))
			slices.Sort(names)
		}
		out = append(out, names)
	}
	return out
}
