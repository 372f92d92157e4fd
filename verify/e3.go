package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/tags"
)

// E3 is the third demand on actions. card spec v1.7 §2.1: "자문·조회와 다른 인증
// 스킴을 요구한다" (§5.2; the spec's own reference says §5.3). It asks whether
// what opens advice or a query also opens execution.
func E3() Check {
	return spec("E3", "card spec v1.7 §2.1 E3, §5.2", card.Text{KO: "실행 전용 인증", EN: "a scheme for actions"}, ifAction(func(s *Subject) []Finding {
		return s.e3().findings
	}))
}

// e3Result is what E3 found, and the schemes that it reported as unbound, so
// that no other rule reports them again.
type e3Result struct {
	findings []Finding
	unbound  []string
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
	skill
	ways
}

func (r *e3Result) run(s *Subject) {
	var openers []opener
	for _, k := range s.skills() {
		if k.kind != tags.KindAction {
			openers = append(openers, opener{k, s.waysOf(k)})
		}
	}
	spare := spareSchemes(s)
	for _, a := range s.skills() {
		if a.kind == tags.KindAction {
			r.action(s, a, openers, spare)
		}
	}
}

// action holds one action skill against every other skill of the card.
func (r *e3Result) action(s *Subject, a skill, openers []opener, spare []string) {
	w := s.waysOf(a)
	if len(w.sets) == 0 {
		r.findings = append(r.findings, finding("E3", "unreadable", Inconclusive, w.at, "id", a.label()))
		return
	}
	f, failed := setTest(a, w, openers)
	if failed && !w.own && len(spare) > 0 && !w.anonymous() {
		r.unbound = spare
		r.findings = append(r.findings, finding("E3", "E3-unbound", Warn, a.pointer(),
			"id", a.label(), "scheme", strings.Join(spare, ", "), "member", memberToAdd(s.secure(), spare[0])))
		return
	}
	if failed {
		r.findings = append(r.findings, f)
		return
	}
	if name := undeclared(s, w); name != "" {
		r.findings = append(r.findings, finding("E3", "undeclared", Fail, w.at, "id", a.label(), "scheme", name))
		return
	}
	for _, o := range openers {
		if len(o.sets) == 0 {
			r.findings = append(r.findings, finding("E3", "unreadable", Inconclusive, o.at, "id", o.label()))
		}
	}
}

// setTest finds an alternative of the action that is empty, or that an
// alternative of another skill satisfies.
func setTest(a skill, w ways, openers []opener) (Finding, bool) {
	if w.anonymous() {
		return finding("E3", "anonymous", Fail, w.at, "id", a.label()), true
	}
	for _, set := range w.sets {
		for _, o := range openers {
			for _, with := range o.sets {
				if !within(set, with) {
					continue
				}
				key := ""
				if scopesDiffer(set, with) {
					key = "scopes"
				}
				return finding("E3", key, Fail, w.at, "id", a.label(), "scheme", schemesOf(set),
					"opener", o.label(), "with", schemesOf(with)), true
			}
		}
	}
	return Finding{}, false
}

// scopesDiffer reports alternatives of the same schemes that ask for different
// scopes.
func scopesDiffer(a, b card.SecurityRequirement) bool {
	for name, scopes := range a.Schemes {
		if x, y := slices.Sorted(slices.Values(scopes)), slices.Sorted(slices.Values(b.Schemes[name])); !slices.Equal(x, y) {
			return true
		}
	}
	return false
}

// spareSchemes are declared schemes that no requirement anywhere names, but for
// the family's own for advice and queries.
func spareSchemes(s *Subject) []string {
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

// undeclared is a scheme of an alternative that the card does not declare.
func undeclared(s *Subject, w ways) string {
	declared := s.secure().SecuritySchemes
	for _, set := range w.sets {
		for _, name := range slices.Sorted(maps.Keys(set.Schemes)) {
			if _, ok := declared[name]; !ok {
				return name
			}
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
