package verify_test

import (
	"context"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/verify"
)

// The server's own list shows what a card can't: that a skill executes which the
// card calls a query (E1).
func ExampleOperation() {
	table := dispatch.Table[func()]{
		{Skill: card.Skill{ID: "move", Tags: []string{"chofam:kind/action", "chofam:effect/reversible", "chofam:scope/party"}}, Handler: func() {}},
		{Skill: card.Skill{ID: "report", Tags: []string{"chofam:kind/action", "chofam:effect/reversible", "chofam:scope/party"}}, Handler: func() {}},
	}
	target := verify.Target{Received: []byte(`{"name": "Harbour", "version": "1.0.0", "skills": [
		{"id": "move", "tags": ["chofam:kind/action", "chofam:effect/reversible", "chofam:scope/party"]},
		{"id": "report", "tags": ["chofam:kind/query", "chofam:scope/party"]}]}`)}
	for _, op := range table.Operations() {
		target.Operations = append(target.Operations, verify.Operation(op))
	}
	report := verify.Run(context.Background(), target, verify.E1())
	for _, f := range report.Findings {
		fmt.Println(f.Verdict, f.Rule, f.Pointer)
	}
	// Output:
	// fail E1 /skills/1/tags
}
