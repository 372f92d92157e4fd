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
// cut says so in one more problem, code "more". The document is one that Parse
// gave, never nil.
func Validate(d *Document, m Mode) []Problem {
	return find(d, func(f *finder) { validate(f, d, m) })
}

func validate(f *finder, d *Document, m Mode) {
	v := &validation{finder: f, doc: d, root: d.tree.Root(), mode: m}
	v.card.readReach(v.root)
	v.endpoints = v.card.endpoints()
	checkReading(f, d, m == ModeA2A10, v)
	v.checkBase()
	v.checkModes()
	v.checkInterfaces()
	v.checkSchemes()
	u := new(usage)
	v.checkRequirements(u)
	v.checkSkills(u)
	v.checkUnused(u)
	v.checkDisplay()
	v.checkPlaces()
}

type validation struct {
	*finder
	doc  *Document
	root jsondoc.Value
	card AgentCard // of how the agent is called; the rules read all else from the tree

	endpoints []Interface // card.Interfaces
	mode      Mode

	private bool // hosts may be private
	folder  knownFolder
}

// family reports whether the card is held against the family's profile.
func (v *validation) family() bool { return v.mode == ModeFamily }

// problems puts what was found in document order, then by rule, drops what a
// more special rule has named, and keeps to the caps.
func (f *finder) problems() []Problem {
	var cut []rest
	for rule, l := range f.kept {
		if l.cut(); l.more > 0 {
			cut = append(cut, rest{rule: rule, n: l.more, sev: l.sev})
		}
		f.list = append(f.list, l.list...)
	}
	if len(f.list) == 0 {
		return nil
	}
	slices.SortStableFunc(f.list, func(a, b fault) int { return inOrder(a.at, a.rule, b.at, b.rule) })
	kept := f.list[:0:0]
	for i, x := range f.list {
		if w := weight(x.rule); w == special || !f.namedElsewhere(i, w) {
			kept = append(kept, x)
		}
	}
	return capped(kept, cut)
}

// special is the weight of a rule that speaks of one kind of fault.
const special = 2

// weight orders the rules that may speak of one fault: a general one says
// nothing where a more special one names it (rule table, "one fault, one
// finding"). B-number-exact speaks of another fault than all others and has no
// weight.
func weight(rule string) int {
	switch rule {
	case "B-number-exact":
		return -1
	case "B-types", "S0-standard-places":
		return 0
	case "B-null":
		return 1
	}
	return special
}

// namedElsewhere reports whether a rule of more weight speaks of the same
// value. The list is sorted by value.
func (f *finder) namedElsewhere(i, w int) bool {
	if w < 0 {
		return false
	}
	at := f.list[i].at
	for j := i - 1; j >= 0 && f.list[j].at == at; j-- {
		if weight(f.list[j].rule) > w {
			return true
		}
	}
	for j := i + 1; j < len(f.list) && f.list[j].at == at; j++ {
		if weight(f.list[j].rule) > w {
			return true
		}
	}
	return false
}

// rest is what was left out of one rule.
type rest struct {
	rule string
	n    int
	sev  Severity
	at   jsondoc.Value // where the last one shown stands
}

// capped keeps the first MaxPerRule faults of a rule and MaxProblems in all. A
// rule that was cut gets one last problem, at the last pointer shown, with the
// gravest severity that was left out. A rule of which none was shown has that
// problem where the list ends. cut holds what was left out before.
func capped(list []fault, cut []rest) []Problem {
	shown := map[string]int{}
	last := map[string]jsondoc.Value{}
	kept := list[:0:0]
	for _, x := range list {
		if shown[x.rule] < MaxPerRule && len(kept) < MaxProblems {
			shown[x.rule]++
			last[x.rule] = x.at
			kept = append(kept, x)
			continue
		}
		i := slices.IndexFunc(cut, func(r rest) bool { return r.rule == x.rule })
		if i < 0 {
			i, cut = len(cut), append(cut, rest{rule: x.rule})
		}
		cut[i].n++
		cut[i].sev = max(cut[i].sev, x.sev)
	}
	for i, r := range cut {
		cut[i].at = kept[len(kept)-1].at
		if at, ok := last[r.rule]; ok {
			cut[i].at = at
		}
	}
	return merged(kept, cut)
}

// merged puts each rest behind what it is the rest of.
func merged(kept []fault, cut []rest) []Problem {
	out := make([]Problem, 0, len(kept)+len(cut))
	slices.SortStableFunc(cut, func(a, b rest) int { return inOrder(a.at, a.rule, b.at, b.rule) })
	for _, x := range kept {
		for len(cut) > 0 && inOrder(cut[0].at, cut[0].rule, x.at, x.rule) < 0 {
			out, cut = append(out, cut[0].problem()), cut[1:]
		}
		out = append(out, x.problem())
	}
	for _, r := range cut {
		out = append(out, r.problem())
	}
	return out
}

// inOrder compares places in document order, then rules.
func inOrder(a jsondoc.Value, ruleA string, b jsondoc.Value, ruleB string) int {
	return cmp.Or(cmp.Compare(a.Order(), b.Order()), strings.Compare(ruleA, ruleB))
}

func (r rest) problem() Problem {
	row, _ := catalog.Find(r.rule, "")
	more := catalog.More(r.n)
	return Problem{
		Rule: r.rule, Code: "more", Pointer: r.at.ShortPointer(), Severity: r.sev,
		Message: textOf(more.Message), Hint: textOf(more.Hint), Source: row.Source,
	}
}
