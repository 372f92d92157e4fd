package verify

import (
	"context"

	"github.com/hs9147/agentcard/card"
)

// P2 is the line on reading the card, of the list before delegating. discovery
// note, checklist 2: name and a non-empty skills array parse cleanly and the size
// cap was not exceeded.
func P2() Check {
	return Check{
		ID: "P2", Title: card.Text{KO: "읽히는 카드", EN: "a card that can be read"}, Source: "discovery note, checklist 2",
		Func: func(_ context.Context, s *Subject) []Finding { return s.baseFindings("P2") },
	}
}

// P4 is the line on descriptions, of the list before delegating. discovery note,
// checklist 4: they are specific enough to route on.
func P4() Check {
	return Check{
		ID: "P4", Title: card.Text{KO: "가릴 수 있는 설명", EN: "descriptions to route on"}, Source: "discovery note, checklist 4",
		Needs: NeedsDocument, Func: func(_ context.Context, s *Subject) []Finding { return routing(s) },
	}
}
