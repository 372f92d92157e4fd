// Package once executes an action once for each key that its caller made (card
// spec v1.7 §2.1 E4; rules E4, E4-client; X14): a message that comes again, after
// a lost answer, at the same time or after a restart, does not execute twice but
// gets what came of it the first time.
//
//	store, err := once.OpenFile("once.jsonl", once.Limits{})
//	doer, err := once.New(store, once.Options{Audit: log})
//	res, first, err := doer.Do(ctx, once.Request{
//		Caller: who, Skill: "event-ingest", MessageID: id, Payload: parts,
//		Keys: []once.PayloadKey{{Name: "event", Value: eventID}},
//	}, func(ctx context.Context) (once.Result, error) { return ingest(ctx, parts) })
//
// # Keys
//
// A key is the authenticated caller and message.messageId. What the caller made
// beyond that, such as the id of terra's event, may be a key as well; it counts
// within the caller too. A request with any key that is known is that request
// again, and the keys it brought anew are then known with it. Under a known key
// another skill or another payload is ErrOtherPayload. A task id is no key: who
// lost the first answer does not have it.
//
// # What is promised
//
// Do stores the intent before the effect, and does not have the effect if that
// fails. The effect runs in a goroutine of its own, under a context that does not
// end with the caller's: a caller whose connection is lost stops nothing. Whoever
// sends the same meanwhile waits for the result, or for the end of its own
// context.
//
// After a crash between the intent and what came of it nobody can tell whether
// the effect took place. Such a key is never executed again by itself: Do gives
// an *UnknownOutcomeError until the owner decides with Settle or Release.
//
// A failure is remembered as a result is, since part of the effect may have taken
// place. Only an effect that returns NothingHappened frees its keys.
//
// With Options.Audit each execution writes its two lines there, intent and
// outcome, around the effect; a request that comes again writes none (rule E5).
//
// # How long, how much
//
// A key is kept for Options.Retention after what came of it was stored, at least
// MinRetention, and up to an hour longer. One whose outcome is not known is kept
// until the owner decides. A store holds at most Limits.Keys keys and about
// Limits.Bytes of keys and answers: one that is full refuses with ErrFull what is
// new, rather than forget a key too early. A hostile caller can fill it; bound
// what one caller may send before it comes here.
//
// # Stores
//
// Store is what must be durable. MemoryStore is for tests and for effects that
// don't outlive the process either. FileStore is a file of JSON Lines with an
// index in memory. Package oncetest holds the tests that any other store must
// pass; examples/familyagent/store is one over bbolt. A store belongs to one Doer
// in one process at a time; if two share it all the same, no key is executed
// twice, and an execution under way in the other looks as one whose outcome is
// not known.
package once
