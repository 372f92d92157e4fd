package verifytest

import (
	"slices"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/internal/stage"
	"github.com/hs9147/agentcard/verify"
)

// Defect is one way in which an agent breaks one rule.
type Defect struct {
	ID      string    // stable, "E4-resend"
	Rule    string    // the rule that a finding names
	Code    string    // its code, empty where it has none
	Verdict string    // its verdict
	Title   card.Text // what the agent does, one sentence
	Also    []string  // rules that can't hold either, since the defect takes away what they need
}

// Defects lists them, in the order of the rules.
func Defects() []Defect {
	var out []Defect
	for _, d := range badagent.Defects() {
		out = append(out, Defect{ID: d.ID, Rule: d.Rule, Code: d.Code, Verdict: d.Verdict, Title: d.Title, Also: d.Also})
	}
	return out
}

// Bad serves the agent with that defect until the test ends, and gives the Target
// that its owner would check it with. It fails tb for an id that Defects does not
// list.
func Bad(tb testing.TB, id string) verify.Target {
	tb.Helper()
	list := badagent.Defects()
	i := slices.IndexFunc(list, func(d badagent.Defect) bool { return d.ID == id })
	if i < 0 {
		tb.Fatalf("verifytest: no defect %q", id)
	}
	return open(tb, list[i].Agent, id)
}

// Good serves an agent that keeps every rule, "ethos" or "terra": the base of the
// bad ones.
func Good(tb testing.TB, agent string) verify.Target {
	tb.Helper()
	return open(tb, agent, "")
}

func open(tb testing.TB, agent, defect string) verify.Target {
	tb.Helper()
	s, err := stage.Open(agent, defect, tb.TempDir())
	if err != nil {
		tb.Fatalf("verifytest: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("verifytest: %v", err)
		}
	})
	return s.Target
}
