package verify

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
)

// What opens a skill: the questions behind E3 and V6.

// ways is what opens one skill, as the rules on security see it.
type ways struct {
	sets []card.SecurityRequirement // readable alternatives, in order
	own  bool                       // the skill's own list, else the card's
	at   string                     // where the list stands; the skill where there is none
}

// waysOf gives the alternatives of a skill: its own list if it has one, else
// the card's, else one empty set. An empty list is one empty set (rule E3).
func (s *Subject) waysOf(k skill) ways {
	own := s.secure().Skills[k.index]
	if list := own.Requirements(); list != nil {
		return waysIn(list, k.pointer()+"/"+listName(own.SecurityRequirements, own.Security), true)
	}
	w := s.inherited()
	if w.at == "" {
		w.at = k.pointer()
	}
	return w
}

// inherited is what opens a skill that has no list of its own. Where the card
// has none either it stands nowhere.
func (s *Subject) inherited() ways {
	s.heirOnce.Do(func() {
		c, at := s.secure(), ""
		list := c.Requirements()
		if list != nil {
			at = "/" + listName(c.SecurityRequirements, c.Security)
		}
		s.inherit = waysIn(list, at, false)
	})
	return s.inherit
}

func waysIn(list []card.SecurityRequirement, at string, own bool) ways {
	w := ways{own: own, at: at}
	if !slices.ContainsFunc(list, func(r card.SecurityRequirement) bool { return !r.Readable() }) {
		w.sets = list
	} else {
		w.sets = readableOf(list)
	}
	if len(list) == 0 {
		w.sets = []card.SecurityRequirement{{Schemes: map[string][]string{}}}
	}
	return w
}

func readableOf(list []card.SecurityRequirement) []card.SecurityRequirement {
	var out []card.SecurityRequirement
	for _, r := range list {
		if r.Readable() {
			out = append(out, r)
		}
	}
	return out
}

// listName is the member that is read on of the two.
func listName(requirements, security []card.SecurityRequirement) string {
	if len(requirements) > 0 || security == nil {
		return "securityRequirements"
	}
	return "security"
}

// anonymous reports an alternative that asks for nothing.
func (w ways) anonymous() bool {
	return slices.ContainsFunc(w.sets, card.SecurityRequirement.Anonymous)
}

// within reports whether whoever satisfies b satisfies a: each scheme of a is
// one of b's.
func within(a, b card.SecurityRequirement) bool {
	for name := range a.Schemes {
		if _, ok := b.Schemes[name]; !ok {
			return false
		}
	}
	return true
}

// schemesOf names an alternative's schemes in a sentence.
func schemesOf(r card.SecurityRequirement) string {
	names := make([]string, 0, len(r.Schemes))
	for name := range r.Schemes {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " + ")
}

// named are the schemes that some requirement of the card or of a skill names.
func named(c *card.AgentCard) map[string]bool {
	out := map[string]bool{}
	add := func(lists ...[]card.SecurityRequirement) {
		for _, list := range lists {
			for _, r := range list {
				for name := range r.Schemes {
					out[name] = true
				}
			}
		}
	}
	add(c.SecurityRequirements, c.Security)
	for _, k := range c.Skills {
		add(k.SecurityRequirements, k.Security)
	}
	return out
}
