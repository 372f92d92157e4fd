// Package agentcard reads, checks, writes and serves A2A Agent Cards. The
// package itself exports nothing; it is the sign in the hall that maps a
// question to a room.
//
//	what does this card say?                card              Parse, Document.Card
//	is it well formed?                      card              Validate
//	is it right, and may it register?       verify            Run, with the checks of your choice
//	does the agent do what the card says?   verify            Run, with Target.Live
//	does mine, before anyone else asks?     verify/verifytest Run, in a go test
//	how do I show that to people and tools? verify/report     text and JSON
//	what does a skill do to the world?      tags              Kind, Effect, Scope
//	under which name is the agent known?    ans               Name
//	what does it ask for its work?          hire              Ask
//	who signed it, and what was covered?    verify            Signatures, ParseJWKS
//	how do I write my own?                  card, verify      New, Marshal; Build under a profile
//	how do I sign my own?                   card              Sign
//	what must callers know of a change?     card              Diff
//	can that be mended for me?              card/mend         Fix
//	how do I read one from its place?       card/wellknown    Fetcher
//	how do I serve mine?                    card/wellknown    Handler
//	where are an action's records kept?     verify/audit      the log of E5
//	how does an action execute only once?   verify/once       Doer, and stores
//	is the card what the server dispatches? card/dispatch     Table
//	what may a user's token tell?           verify            CheckClaims
//
// From a shell, cardcheck in examples/cardcheck answers the first three. Three
// more examples are there to be copied:
//
//	how do I write an agent?                examples/familyagent  the six of the family, as tables
//	whom do I hand work to?                 examples/society      a fixed list, examined and called
//	how do I ask what I ask beyond that?    examples/embed        checks and a profile of one's own
//
// Four lines are enough to begin with:
//
//	doc, err := card.Parse(body) // what it says
//	if err != nil { … }          // not a card, and why
//	report := verify.Run(ctx, verify.Target{Document: doc, Profile: verify.External()}, verify.Offline()...)
//	if err := report.Err(); err != nil { … } // report.Findings says why, check by check
//
// A room imports only rooms above it; internal/api holds the list and the test,
// and the golden file of everything that the packages export.
package agentcard
