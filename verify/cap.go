package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// rest is what was left out of one rule.
type rest struct {
	Finding
	n    int
	last int // how many findings are shown up to the rule's last one
}

// capped keeps the first card.MaxPerRule findings of a rule and
// card.MaxProblems in all. A rule that was cut gets one last finding, code
// "more", behind the last one shown and at its pointer, that counts what was
// left out: by card.Validate already, or here. A rule of which none is shown
// has it at the end.
func capped(list []Finding) []Finding {
	if len(list) <= card.MaxPerRule {
		return list
	}
	shown, last, cut := map[string]int{}, map[string]int{}, map[string]*rest{}
	out := make([]Finding, 0, min(len(list), card.MaxProblems))
	for _, f := range list {
		n := leftOut(f)
		if n == 0 && shown[f.Rule] < card.MaxPerRule && len(out) < card.MaxProblems {
			out = append(out, f)
			shown[f.Rule]++
			last[f.Rule] = len(out)
			continue
		}
		r := cut[f.Rule]
		if r == nil {
			r = &rest{Finding: f}
			cut[f.Rule] = r
		}
		r.n += max(n, 1)
		r.Verdict = worse(r.Verdict, f.Verdict)
		for _, id := range f.Checks {
			if !slices.Contains(r.Checks, id) {
				r.Checks = append(r.Checks[:len(r.Checks):len(r.Checks)], id)
			}
		}
	}
	return withRests(out, cut, last)
}

// withRests puts each rest behind what it is the rest of.
func withRests(shown []Finding, cut map[string]*rest, last map[string]int) []Finding {
	rests := make([]*rest, 0, len(cut))
	for rule, r := range cut {
		r.last = len(shown)
		if n, ok := last[rule]; ok {
			r.last = n
		}
		rests = append(rests, r)
	}
	slices.SortFunc(rests, func(a, b *rest) int {
		return cmp.Or(cmp.Compare(a.last, b.last), strings.Compare(a.Rule, b.Rule))
	})
	out := make([]Finding, 0, len(shown)+len(rests))
	for i, f := range shown {
		out = append(out, f)
		for len(rests) > 0 && rests[0].last == i+1 {
			out = append(out, rests[0].finding(f.Pointer))
			rests = rests[1:]
		}
	}
	return out
}

func (r *rest) finding(pointer string) Finding {
	f, say := r.Finding, catalog.More(r.n)
	f.Code, f.Pointer, f.Observed, f.Exchange = say.Key, pointer, "", nil
	f.Message, f.Hint = card.Text(say.Message), card.Text(say.Hint)
	f.Severity = severityOf(f.Verdict)
	return f
}

// leftOut is the number that a finding of code "more" tells, 0 for any other.
func leftOut(f Finding) int {
	if f.Code != "more" {
		return 0
	}
	_, tail, _ := strings.Cut(f.Message.EN, ": ")
	n, _ := strconv.Atoi(strings.TrimSuffix(tail, "."))
	return n
}
