package verify

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/security"
)

// What opens a skill: the questions behind E3 and V6.

// ways is what opens one skill, as the rules on security see it.
type ways struct {
	sets []set         // readable alternatives, in order
	own  bool          // the skill's own list, else the card's
	list jsondoc.Value // absent where neither has one
}

// at is where the list stands; the skill where there is none.
func (w ways) at(k *skill) string {
	if !w.list.Exists() {
		return k.pointer()
	}
	return w.list.Pointer()
}

// waysOf gives the alternatives of a skill: its own list if it has one, else
// the card's, else one empty set. An empty list is one empty set (rule E3).
func (s *Subject) waysOf(k *skill) ways {
	if list := s.ownList(k); list.Exists() {
		return waysIn(list, true)
	}
	return s.inherited()
}

// inherited is what opens a skill that has no list of its own.
func (s *Subject) inherited() ways {
	s.heirOnce.Do(func() {
		s.inherit = waysIn(security.List(s.secureTree().Root()), false)
	})
	return s.inherit
}

// waysIn reads a list of alternatives. What is no list is one that can't be
// read.
func waysIn(list jsondoc.Value, own bool) ways {
	w := ways{own: own, list: list}
	if !list.Exists() || list.Kind() == jsondoc.Array && list.Len() == 0 {
		w.sets = []set{{}}
		return w
	}
	if list.Kind() != jsondoc.Array {
		return w
	}
	w.sets = make([]set, 0, list.Len())
	for e := list.First(); e.Exists(); e = e.Next() {
		if body, _, ok := security.Alternative(e); ok {
			w.sets = append(w.sets, set{newNames(body)})
		}
	}
	return w
}

// set is the schemes of one alternative, which must be used together: an object
// with a member for each. The zero value asks for none.
type set struct{ names }

func (x set) anonymous() bool { return x.body.Len() == 0 }

// names is the member names of an object, and whether it has one. Where they are
// many an index answers, so that time does not grow with their square.
type names struct {
	body  jsondoc.Value
	index map[string]struct{}
}

const fewNames = 16

func newNames(body jsondoc.Value) names {
	n := names{body: body}
	if body.Kind() == jsondoc.Object && body.Len() > fewNames {
		n.index = make(map[string]struct{}, body.Len())
		for m := body.First(); m.Exists(); m = m.Next() {
			n.index[m.Name()] = struct{}{}
		}
	}
	return n
}

func (n names) has(name string) bool {
	if n.index == nil {
		return n.body.Get(name).Exists()
	}
	_, ok := n.index[name]
	return ok
}

// anonymous reports an alternative that asks for nothing.
func (w ways) anonymous() bool { return slices.ContainsFunc(w.sets, set.anonymous) }

// within reports whether whoever satisfies b satisfies a: each scheme of a is
// one of b's.
func within(a, b set) bool {
	for m := a.body.First(); m.Exists(); m = m.Next() {
		if !b.has(m.Name()) {
			return false
		}
	}
	return true
}

// schemesOf names an alternative's schemes in a sentence.
func schemesOf(x set) string { return strings.Join(x.schemes(), " + ") }

// schemes are the names of an alternative's schemes, sorted.
func (x set) schemes() []string {
	list := make([]string, 0, x.body.Len())
	for m := x.body.First(); m.Exists(); m = m.Next() {
		list = append(list, m.Name())
	}
	slices.Sort(list)
	return list
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
