// Package dispatch is an agent's own list of what it dispatches, from which its
// card is made: written in two places the list and the card would part some day,
// and a card that shows what the server does not do fails its review (card spec
// v1.7 §7, 권고; rule GR1).
//
//	table := dispatch.Table[Handler]{
//		{Skill: decide, Handler: decideHandler},
//		{Skill: recalculate, Handler: recalculateHandler, Unexposed: true},
//	}
//	c.Skills = table.Skills()                          // what goes onto the card
//	if err := table.Start(c); err != nil { return err } // the server does not start with another
//	h, ok := table.Lookup(id)                          // what a request is handed to
//
// H is whatever the server calls; the package never calls it. Start refuses to go
// on with a table that is wrong by itself, or with a card that is not the
// table's: a skill without a handler, a handler without a skill, or another kind,
// effect or security. An entry marked Unexposed is dispatched and stands on no
// card.
//
// Table.Operations is the list in the shape of verify.Target.Operations, by which
// verify.E1 finds a skill that executes and is not tagged so:
//
//	for _, op := range table.Operations() {
//		target.Operations = append(target.Operations, verify.Operation(op))
//	}
//
// A Table is a slice that its owner fills; reading it concurrently is safe as
// long as nobody changes it.
package dispatch
