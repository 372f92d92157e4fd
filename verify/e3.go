package verify

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/security"
	"github.com/hs9147/agentcard/tags"
)

// E3 is the third demand on actions. card spec v1.7 §2.1: "자문·조회와 다른 인증
// 스킴을 요구한다" (§5.2; the spec's own reference says §5.3). It asks whether
// what opens advice or a query also opens execution.
func E3() Check { return checkE3 }

var checkE3 = asked("E3", "card spec v1.7 §2.1 E3, §5.2", card.Text{KO: "실행 전용 인증", EN: "a scheme for actions"}, func(ctx context.Context, s *Subject) []Finding {
	return ifAction(func(s *Subject) []Finding { return e3(ctx, s) })(s)
})

// e3 is the set test, and where the owner gave leave to try it, what came of
// that.
func e3(ctx context.Context, s *Subject) []Finding {
	if !s.sends() {
		return s.e3().findings
	}
	return append(slices.Clip(s.e3().findings), eachAction(ctx, s, e3live)...)
}

// e3Result is what E3 found, and the schemes that it reported as unbound, so
// that no other rule reports them again.
type e3Result struct {
	findings []Finding
	unbound  []string
	apart    bool // an action is apart from every skill that can be read
}

// e3 runs the set test once a run.
func (s *Subject) e3() *e3Result {
	s.e3Once.Do(func() {
		s.e3Found = new(e3Result)
		if s.anyAction() {
			s.e3Found.run(s)
		}
	})
	return s.e3Found
}

// opener is a non-action skill with what opens it.
type opener struct {
	*skill
	ways
}

// openers are the non-action skills of the card. Of those that inherit the
// card's list the first stands for all, so that the time which E3 takes does
// not grow with skills times skills times alternatives.
func (s *Subject) openers() []opener {
	s.openOnce.Do(func() { s.openerList = s.findOpeners() })
	return s.openerList
}

func (s *Subject) findOpeners() []opener {
	var out []opener
	heir := false
	for i := range s.skills() {
		k := &s.skills()[i]
		if k.kind == tags.KindAction {
			continue
		}
		inherits := !s.ownList(k).Exists()
		if inherits && heir {
			continue
		}
		heir = heir || inherits
		out = append(out, opener{k, s.waysOf(k)})
	}
	return out
}

func (r *e3Result) run(s *Subject) {
	openers := s.openers()
	var inherited *breach // of every action that inherits the card's list
	for i := range s.skills() {
		a := &s.skills()[i]
		if a.kind != tags.KindAction {
			continue
		}
		w := s.waysOf(a)
		b := inherited
		if w.own || b == nil {
			b = breachOf(s, w, openers)
		}
		if !w.own {
			inherited = b
		}
		r.action(s, a, w, b)
	}
	for _, o := range openers {
		if r.apart && len(o.sets) == 0 {
			r.findings = append(r.findings, finding("E3", "unreadable", Inconclusive, o.at(o.skill), "id", o.label()))
		}
	}
}

// action says what the set test found about one action skill.
func (r *e3Result) action(s *Subject, a *skill, w ways, b *breach) {
	var spare []string // schemes that could have been bound
	if b.failed() && b.key != "anonymous" && !w.own {
		spare = s.spareSchemes()
	}
	switch {
	case len(w.sets) == 0:
		r.findings = append(r.findings, finding("E3", "unreadable", Inconclusive, w.at(a), "id", a.label()))
	case len(spare) > 0:
		r.unbound = spare
		r.findings = append(r.findings, finding("E3", "E3-unbound", Warn, a.pointer(),
			"id", a.label(), "scheme", strings.Join(spare, ", "), "member", memberToAdd(s.secure(), spare[0])))
	case b.failed():
		r.findings = append(r.findings, finding("E3", b.key, Fail, w.at(a), append([]string{"id", a.label()}, b.args...)...))
	case b.undeclared != "":
		r.findings = append(r.findings, finding("E3", "undeclared", Fail, w.at(a), "id", a.label(), "scheme", b.undeclared))
	default:
		r.apart = true
	}
}

// breach is what opens an action skill that should not, if anything does.
type breach struct {
	key        string   // of the sentence
	args       []string // that fill it beside the skill's id; nil where nothing does
	undeclared string   // a scheme that the card does not declare
}

var noBreach breach // shared: read only

func (b *breach) failed() bool { return b.args != nil }

// breachOf looks for an alternative of an action that is empty, or that an
// alternative of another skill satisfies.
func breachOf(s *Subject, w ways, openers []opener) *breach {
	if w.anonymous() {
		return &breach{key: "anonymous", args: []string{}}
	}
	for _, x := range w.sets {
		for _, o := range openers {
			for _, with := range o.sets {
				if !within(x, with) {
					continue
				}
				key := ""
				if scopesDiffer(x, with) {
					key = "scopes"
				}
				return &breach{key: key, args: []string{"scheme", schemesOf(x), "opener", o.label(), "with", schemesOf(with)}}
			}
		}
	}
	if name := undeclared(s, w); name != "" {
		return &breach{undeclared: name}
	}
	return &noBreach
}

// scopesDiffer reports alternatives of the same schemes that ask for different
// scopes.
func scopesDiffer(a, b set) bool {
	for m := a.body.First(); m.Exists(); m = m.Next() {
		if !slices.Equal(scopesOf(m), scopesOf(b.body.Get(m.Name()))) {
			return true
		}
	}
	return false
}

// scopesOf is the scopes that an alternative asks for under a scheme, in order.
func scopesOf(m jsondoc.Value) []string {
	var out []string
	for e := range security.Scopes(m).Children() {
		out = append(out, e.Text())
	}
	slices.Sort(out)
	return out
}

// spareSchemes are declared schemes that no requirement anywhere names, but for
// the family's own for advice and queries.
func (s *Subject) spareSchemes() []string {
	s.spareOnce.Do(func() { s.spare = s.findSpare() })
	return s.spare
}

func (s *Subject) findSpare() []string {
	c := s.secure()
	used := named(c)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(c.SecuritySchemes)) {
		if used[name] || s.Profile.Family && (name == "serviceBearer" || name == "userBearer") {
			continue
		}
		out = append(out, name)
	}
	return out
}

// undeclared is a scheme of an alternative that the card does not declare, the
// first by name.
func undeclared(s *Subject, w ways) string {
	schemes := s.secureTree().Root().Member(member.SecuritySchemes)
	if schemes.Kind() != jsondoc.Object {
		schemes = jsondoc.Value{} // an array declares no names
	}
	declared := newNames(schemes)
	for _, x := range w.sets {
		first, found := "", false
		for m := x.body.First(); m.Exists(); m = m.Next() {
			if name := m.Name(); !declared.has(name) && (!found || name < first) {
				first, found = name, true
			}
		}
		if found {
			return first
		}
	}
	return ""
}

// memberToAdd spells the binding as the card spells its own requirements.
func memberToAdd(c *card.AgentCard, scheme string) string {
	name := string(jsondoc.Quote(nil, scheme))
	if len(c.SecurityRequirements) > 0 && c.SecurityRequirements[0].Wrapped {
		return `"securityRequirements": [{"schemes": {` + name + `: {"list": []}}}]`
	}
	if len(c.SecurityRequirements) > 0 {
		return `"securityRequirements": [{` + name + `: []}]`
	}
	return `"security": [{` + name + `: []}]`
}
