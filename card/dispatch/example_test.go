package dispatch_test

import (
	"context"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
)

// A server's list makes its card. A card that was written by hand, with a skill
// that is not built yet, does not start.
func Example() {
	type handler func(ctx context.Context, text string) string
	decide := func(_ context.Context, text string) string { return "criteria for " + text }

	table := dispatch.Table[handler]{
		{Skill: card.Skill{
			ID: "decision-session", Name: "판단 세션", Description: "결정 전에 기준과 가정을 되묻는다.",
			Tags: []string{"chofam:kind/advisory", "chofam:scope/party"},
		}, Handler: decide},
	}
	c := &card.AgentCard{Name: "Ethos Decision", Version: "1.0.0", Skills: table.Skills()}
	fmt.Println(table.Start(c))
	if h, ok := table.Lookup("decision-session"); ok {
		fmt.Println(h(context.Background(), "a move"))
	}

	c.Skills = append(c.Skills, card.Skill{ID: "legal-review", Tags: []string{"chofam:kind/advisory", "chofam:scope/party"}})
	fmt.Println(table.Start(c))
	for _, p := range table.Check(c) {
		fmt.Println(p.Rule, p.Code, p.Pointer, p.Message.KO)
	}
	// Output:
	// <nil>
	// criteria for a move
	// dispatch: a skill of the card has no handler: `legal-review`. Review ④ sends a task to each skill, and such a card fails it.
	// GR1 no-handler /skills/1 카드의 skill에 핸들러가 없다: `legal-review`. 심사 ④가 skill마다 Task를 보내므로 이런 카드는 떨어진다.
}
