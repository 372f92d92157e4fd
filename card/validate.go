package card

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Mode says which rules a card is held against where they differ.
//
// The design has two modes. ModeFamily is a third, since several rules weigh
// more, or say nothing, for the family's own agents (B-iface-host,
// B-iface-version, B-sec-shapes, S0-version, S1-jsonrpc, S-targets).
type Mode int

// The modes. The zero value is ModeProfile.
const (
	ModeProfile Mode = iota // the card spec, for an outside registrant
	ModeA2A10               // A2A 1.0.1 alone
	ModeFamily              // the card spec, for a family agent
)

// Validate holds a card against every static rule on the base card: the rules
// B, S0 and S1, and S-targets. It gives every fault, in document order, then by
// rule; at most MaxPerRule of a rule and MaxProblems in all. A rule that was
// cut says so in one more problem, code "more".
func Validate(d *Document, m Mode) []Problem {
	v := &validation{doc: d, root: d.tree.Root(), card: d.typed(), mode: m}
	checkReading(&v.finder, d)
	v.checkBase()
	v.checkModes()
	v.checkSkills()
	v.checkInterfaces()
	v.checkSchemes()
	v.checkRequirements()
	v.checkDisplay()
	v.checkPlaces()
	return v.problems()
}

type validation struct {
	finder
	doc  *Document
	root jsondoc.Value
	card *AgentCard // the shared view: read only
	mode Mode
}

// family reports whether the card is held against the family's profile.
func (v *validation) family() bool { return v.mode == ModeFamily }

// problems puts what was found in document order, then by rule, drops what a
// more special rule has named, and keeps to the caps.
func (f *finder) problems() []Problem {
	if len(f.list) == 0 {
		return nil
	}
	slices.SortStableFunc(f.list, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.at.Order(), b.at.Order()), strings.Compare(a.rule, b.rule))
	})
	kept := f.list[:0:0]
	for i, x := range f.list {
		if !general(x.rule) || !f.namedElsewhere(i) {
			kept = append(kept, x)
		}
	}
	return capped(kept)
}

// general reports the rules that say nothing where another rule names the
// fault (rule table, "one fault, one finding").
func general(rule string) bool { return rule == "B-types" || rule == "S0-standard-places" }

// namedElsewhere reports whether a special rule speaks of the same value. The
// list is sorted by value.
func (f *finder) namedElsewhere(i int) bool {
	at := f.list[i].at
	for j := i - 1; j >= 0 && f.list[j].at == at; j-- {
		if !general(f.list[j].rule) {
			return true
		}
	}
	for j := i + 1; j < len(f.list) && f.list[j].at == at; j++ {
		if !general(f.list[j].rule) {
			return true
		}
	}
	return false
}

// rest is what was left out of one rule.
type rest struct {
	rule    string
	n       int
	sev     Severity
	pointer string // the last one shown
}

// capped keeps the first MaxPerRule faults of a rule and MaxProblems in all. A
// rule that was cut gets one last problem, at the last pointer shown, with the
// gravest severity that was left out.
func capped(list []fault) []Problem {
	shown := map[string]int{}
	last := map[string]string{}
	var out []Problem
	var cut []rest
	for _, x := range list {
		if shown[x.rule] < MaxPerRule && len(out) < MaxProblems {
			p := x.problem()
			shown[x.rule]++
			last[x.rule] = p.Pointer
			out = append(out, p)
			continue
		}
		i := slices.IndexFunc(cut, func(r rest) bool { return r.rule == x.rule })
		if i < 0 {
			i, cut = len(cut), append(cut, rest{rule: x.rule, pointer: last[x.rule]})
		}
		cut[i].n++
		cut[i].sev = max(cut[i].sev, x.sev)
	}
	for _, r := range cut {
		out = append(out, r.problem())
	}
	return out
}

func (r rest) problem() Problem {
	row, _ := catalog.Find(r.rule, "")
	more := catalog.More(r.n)
	return Problem{
		Rule: r.rule, Code: "more", Pointer: r.pointer, Severity: r.sev,
		Message: textOf(more.Message), Hint: textOf(more.Hint), Source: row.Source,
	}
}
