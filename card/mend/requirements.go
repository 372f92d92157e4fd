package mend

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// requirements writes each in the form of its member (rule B-sec-shapes).
func (m *mender) requirements(p *pass) {
	m.each("B-sec-shapes", "foreign", func(x card.Problem, at jsondoc.Value) {
		list := at.Parent()
		r, ok := m.requirementAt(at)
		if !ok {
			return
		}
		text := requirementText(r, list.Name() == "securityRequirements")
		p.replace(at, spaced(text, colonOf(list)), did(x.Rule, at, "requirement", "now", text))
	})
}

// requirementAt is a requirement of the card or of a skill as it is read.
func (m *mender) requirementAt(at jsondoc.Value) (r card.SecurityRequirement, ok bool) {
	c := m.doc.Card()
	list, in := at.Parent(), at.Parent().Parent()
	requirements, security := c.SecurityRequirements, c.Security
	if in.Parent().Exists() {
		if in.Index() >= len(c.Skills) {
			return r, false
		}
		k := c.Skills[in.Index()]
		requirements, security = k.SecurityRequirements, k.Security
	}
	if list.Name() == "securityRequirements" {
		security = requirements
	}
	if at.Index() >= len(security) || !security[at.Index()].Readable() {
		return r, false
	}
	return security[at.Index()], true
}

// requirementText spells a requirement in one of its two forms.
func requirementText(r card.SecurityRequirement, wrapped bool) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(r.Schemes)) {
		var scopes []string
		for _, s := range r.Schemes[name] {
			scopes = append(scopes, quote(s))
		}
		text := "[" + strings.Join(scopes, ",") + "]"
		switch {
		case wrapped && len(scopes) == 0:
			text = "{}"
		case wrapped:
			text = `{"list":` + text + `}`
		}
		out = append(out, quote(name)+":"+text)
	}
	text := "{" + strings.Join(out, ",") + "}"
	if wrapped {
		text = `{"schemes":` + text + `}`
	}
	return text
}

func itoa(n int) string { return strconv.Itoa(n) }
