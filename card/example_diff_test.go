package card_test

import (
	"fmt"

	"github.com/hs9147/agentcard/card"
)

// What a caller must know of the next version of a card: here a query that has
// become an action, and a name that may not just go.
func ExampleDiff() {
	published, err := card.Parse([]byte(`{"name":"Harbour Desk","version":"1.4.0",
"capabilities":{"extensions":[{"uri":"https://cho-fam.com/ans/v1","params":{"name":"harbour.desk.v1"}}]},
"skills":[{"id":"berths","tags":["chofam:kind/query"]}]}`))
	if err != nil {
		panic(err)
	}
	next, err := card.Parse([]byte(`{"name":"Harbour Desk","version":"1.5.0","capabilities":{},
"skills":[{"id":"berths","tags":["chofam:kind/action","chofam:effect/reversible"]}]}`))
	if err != nil {
		panic(err)
	}
	for _, p := range card.Diff(published, next) {
		fmt.Println(p.Severity, p.Rule, p.Pointer, p.Message.EN)
	}
	// Output:
	// fail S3-tombstone-not-drop /capabilities the new card lacks a name that the former one carries: `harbour.desk.v1`. A registered name that is gone from the card raises a signal.
	// warn S2-caller-tags-only /skills/0/tags skill `berths` has become an action. Before: `query`, now: `action, reversible`. Callers who know the former card take it for harmless.
}
