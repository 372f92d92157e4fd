package mend

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/vocab"
)

// renames gives members the names that they have in A2A: those in snake_case
// (rule S1-member-names), and those that differ in case (S0-standard-places). One
// whose right name is taken is left to the author.
func (m *mender) renames(p *pass) {
	taken := map[string]bool{} // by this pass
	rename := func(x card.Problem, at jsondoc.Value) {
		twin, key := at.Parent().Get(x.Want), at.Parent().Pointer()+" "+x.Want
		if x.Want == "" || twin.Exists() || taken[key] || !alike(at.Name(), x.Want) {
			return
		}
		taken[key] = true
		p.rename(at, x.Want, did(x.Rule, at, "renamed", "before", at.Name(), "now", x.Want))
	}
	m.each("S1-member-names", "", rename)
	m.each("S0-standard-places", "spelling", rename)
}

// formerNames gives members the names that 1.0 has for them: in within a wrapped
// scheme (rule B-scheme-fields), transport within an interface (B-interfaces).
func (m *mender) formerNames(p *pass) {
	m.each("B-scheme-fields", "in", func(x card.Problem, at jsondoc.Value) {
		p.rename(at, x.Want, did(x.Rule, at, "renamed", "before", at.Name(), "now", x.Want))
	})
	m.each("B-interfaces", "transport", func(x card.Problem, at jsondoc.Value) {
		if old := at.Get("transport"); isBinding(old.Text()) {
			p.rename(old, x.Want, did(x.Rule, old, "renamed", "before", old.Name(), "now", x.Want))
		}
	})
}

// alike reports names that differ in case and underscores alone. Look-alike
// letters are left to the author.
func alike(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

func isBinding(s string) bool { return s == vocab.JSONRPC || s == vocab.GRPC || s == vocab.HTTPJSON }

// nulls takes out optional members that are null, which are read as absent (rule
// B-null).
func (m *mender) nulls(p *pass) {
	m.removeMembers(p, "B-null", "", "null", func(at jsondoc.Value) bool { return at.Kind() == jsondoc.Null })
}

// secrets takes out credentials (rule B-secret). Their value is shown nowhere.
func (m *mender) secrets(p *pass) {
	m.removeMembers(p, "B-secret", "", "secret", func(at jsondoc.Value) bool { return at.Name() == "credentials" })
}

// removeMembers takes out the members at which a rule found something.
func (m *mender) removeMembers(p *pass, rule, code, said string, ok func(jsondoc.Value) bool) {
	gone := map[jsondoc.Value]bool{}
	var holders []jsondoc.Value
	m.each(rule, code, func(_ card.Problem, at jsondoc.Value) {
		if at.RawName() == "" || !ok(at) || gone[at] {
			return
		}
		if gone[at] = true; !gone[at.Parent()] {
			gone[at.Parent()] = true
			holders = append(holders, at.Parent())
		}
	})
	for _, in := range holders {
		p.remove(in, func(v jsondoc.Value) *Change {
			if !gone[v] {
				return nil
			}
			return did(rule, v, said, "name", v.Name())
		})
	}
}

// capabilities writes an empty object where there are none (rule
// B-capabilities).
func (m *mender) capabilities(p *pass) {
	m.each("B-capabilities", "", func(x card.Problem, at jsondoc.Value) {
		const name = "capabilities"
		if at.Kind() == jsondoc.Null {
			p.replace(at, "{}", did(x.Rule, at, "changed", "before", "null", "now", "{}"))
			return
		}
		p.insert(at, lastOf(at, "version", "supportedInterfaces", "url", "description", "name"), name, "{}", did(x.Rule, at, "added", "name", name, "now", "{}"))
	})
}

// lastOf is the first of some members that is there.
func lastOf(in jsondoc.Value, names ...string) jsondoc.Value {
	for _, name := range names {
		if m := in.Get(name); m.Exists() {
			return m
		}
	}
	return jsondoc.Value{}
}

// values writes the one right value where a rule knows it: a binding in capitals
// (rule B-iface-binding), a version without its patch number (B-iface-version),
// a media type for a bare word (B-modes), a scheme's type, place and name in
// their own letters (B-scheme-shape, B-scheme-fields).
func (m *mender) values(p *pass) {
	for _, r := range [...]struct{ rule, code string }{
		{"B-iface-binding", "case"},
		{"B-iface-version", "patch"},
		{"B-iface-version", "major"},
		{"B-modes", "word"},
		{"B-scheme-shape", "unknown"},
		{"B-scheme-fields", "location"},
		{"B-scheme-fields", "token"},
	} {
		m.each(r.rule, r.code, func(x card.Problem, at jsondoc.Value) {
			if x.Want != "" && at.Kind() == jsondoc.String {
				p.replace(at, quote(x.Want), did(x.Rule, at, "changed", "before", at.Text(), "now", x.Want))
			}
		})
	}
}

// olderMembers takes out members of A2A before 1.0 whose content stands in one of
// 1.0, and moves those whose content does not (rules S0-standard-places,
// S1-no-preferred-transport). What contradicts the member of 1.0 is left to the
// author, and a card that speaks 0.x alone keeps what its readers look for.
func (m *mender) olderMembers(p *pass) {
	if !m.forReadersOf10() {
		return
	}
	root := m.tree.Root()
	capabilities := root.Get("capabilities")
	flag := capabilities.Get("extendedAgentCard")
	if !flag.Exists() && capabilities.Kind() == jsondoc.Object {
		for old := range root.Children() {
			if isExtendedFlag(old) && m.found(placesRule, old) {
				p.insert(capabilities, lastChild(capabilities), "extendedAgentCard", old.Raw(),
					did(placesRule, old, "moved", "before", old.Name(), "now", "capabilities.extendedAgentCard"))
				return // the next pass takes the older one out
			}
		}
	}
	p.remove(root, func(v jsondoc.Value) *Change {
		rule := placesRule
		switch v.Name() {
		case "supportsAuthenticatedExtendedCard", "supportsExtendedAgentCard":
			if !isExtendedFlag(v) || flag.Kind() != jsondoc.Bool || v.IsTrue() != flag.IsTrue() {
				return nil
			}
		case "url", "protocolVersion": // of which A2A mode alone asks this
			if m.hasTopLevel() || !m.standsInInterface(v) {
				return nil
			}
		case "preferredTransport", "additionalInterfaces":
			if rule = preferredRule; root.Get("supportedInterfaces").Len() == 0 {
				return nil
			}
		default:
			return nil
		}
		return m.removed(rule, v)
	})
	p.remove(capabilities, func(v jsondoc.Value) *Change {
		if v.Name() != "stateTransitionHistory" || v.Kind() != jsondoc.Bool {
			return nil
		}
		return m.removed(placesRule, v)
	})
}

// forReadersOf10 reports a card that says it speaks 1.0, or is to be written for
// readers that know nothing else.
func (m *mender) forReadersOf10() bool {
	return m.strict() || slices.ContainsFunc(m.doc.Card().Interfaces(), func(i card.Interface) bool {
		return strings.HasPrefix(i.ProtocolVersion, "1.")
	})
}

const placesRule, preferredRule = "S0-standard-places", "S1-no-preferred-transport"

// isExtendedFlag reports a name that capabilities.extendedAgentCard had before
// 1.0, or in a draft of it.
func isExtendedFlag(v jsondoc.Value) bool {
	return v.Kind() == jsondoc.Bool && (v.Name() == "supportsAuthenticatedExtendedCard" || v.Name() == "supportsExtendedAgentCard")
}

// removed is the removal of a member at which a rule found something that does
// not contradict another one.
func (m *mender) removed(rule string, v jsondoc.Value) *Change {
	if !m.found(rule, v) {
		return nil
	}
	return did(rule, v, "removed", "name", v.Name(), "was", oneLine(v))
}

// found reports a problem of a rule at a value, but for a contradiction.
func (m *mender) found(rule string, at jsondoc.Value) bool {
	pointer := at.Pointer()
	return slices.ContainsFunc(m.problems, func(p card.Problem) bool {
		return p.Rule == rule && p.Pointer == pointer && p.Code != "contradiction" && p.Code != "disagree"
	})
}

// standsInInterface reports a top-level url or version that an interface has too.
func (m *mender) standsInInterface(v jsondoc.Value) bool {
	s, isString := v.Str()
	for _, i := range m.doc.Card().SupportedInterfaces {
		if isString && (v.Name() == "url" && i.URL == s || v.Name() == "protocolVersion" && i.ProtocolVersion != "" && (s == i.ProtocolVersion || strings.HasPrefix(s, i.ProtocolVersion+"."))) {
			return true
		}
	}
	return false
}

func lastChild(in jsondoc.Value) (last jsondoc.Value) {
	for v := range in.Children() {
		last = v
	}
	return last
}
