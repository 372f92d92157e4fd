// Package badagent holds two agents that keep every rule, and many that each
// break one.
//
// A good agent serves its card and speaks A2A 1.0 over JSON-RPC, in memory and
// for one process: ethos gives advice to a delegated user, terra answers queries
// of a service and takes in events, its one action. They are what the live
// checks are tried on, what cardcheck shows, and what an author may compare an
// agent with.
//
//	a, err := badagent.New(badagent.Options{Agent: "terra", Origin: origin, Dir: dir})
//	http.Serve(listener, a) // the card at wellknown.Path, A2A at Path
//	defer a.Close()
//
// A Defect is an agent that does one thing wrong. Its id in Options.Defect makes
// New give that agent; all else is as in the good one. Defects says which rule
// each breaks and what a check should find.
//
// # How it is made
//
// The good agent has no case for any defect. It reads a few knobs, named by what
// they do, whose zero value is the right thing; a defect is a row of a table that
// turns some of them.
//
// None of this is for production: the credentials live as long as the Agent, and
// so do tasks and events.
package badagent
