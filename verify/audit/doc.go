// Package audit keeps the records that E5 asks of an agent (card spec v1.7
// §2.1; rule E5-record): for each execution of an action, who had it done, when,
// and with what input.
//
// A record is written twice under one id: the intent before the effect, the
// outcome after it. If the intent can't be written the effect does not happen,
// which Log.Around sees to:
//
//	log, err := audit.Open("audit.jsonl", audit.Options{})
//	err = log.Around(ctx, audit.Entry{Skill: "event-ingest", Caller: who, MessageID: id, Input: payload},
//		func(ctx context.Context) (audit.Result, error) { return store(ctx, payload) })
//
// The file is JSON Lines. Each line holds the SHA-256 of the line before it, so
// that a line can't be changed or taken out unseen; the end of the
// file can be cut unseen, so keep the last hash elsewhere where that matters.
// Open takes up a file after a crash: a last line that was not finished is cut
// off, and no complete record is lost.
//
// The input is kept, through the owner's Redact where there is one. With KeepRef
// only its digest is, beside a reference under which it can be fetched as long as
// the record lives; a digest alone can't answer what was ordered.
package audit
