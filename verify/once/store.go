package once

import (
	"context"
	"slices"
	"time"
)

// MaxAnswer is how long an answer may be to be kept, in bytes.
const MaxAnswer = 1 << 20

// Result is what comes of an effect, for everyone who asks for it.
type Result struct {
	TaskID string `json:"taskId,omitempty"` // of the task that answers, where there is one
	Answer []byte `json:"answer,omitempty"` // as the owner likes; over MaxAnswer it is not kept
}

// Record is what a store keeps of a request. It goes through encoding/json
// without loss.
type Record struct {
	ID      string    `json:"id"`
	Skill   string    `json:"skill,omitempty"`
	Keys    []Key     `json:"keys"`   // at least one
	Digest  string    `json:"digest"` // of the payload
	Begun   time.Time `json:"begun"`
	Outcome *Outcome  `json:"outcome,omitempty"` // nil: begun, and no more is known
}

// Outcome is how an execution ended.
type Outcome struct {
	At       time.Time `json:"at"`
	Failed   bool      `json:"failed,omitempty"`
	NoAnswer bool      `json:"noAnswer,omitempty"` // it was over MaxAnswer
	Result   Result    `json:"result"`
}

// Store keeps records. Its methods are safe for concurrent use; what they return
// and what they are given may be changed by the other side. A method whose
// context has ended fails with its error and changes nothing. Begin, Finish, Bind
// and Forget return only once the change outlives a crash, as far as the store
// promises that at all. What is read without an error is exact: a store that
// can't tell fails.
//
// Package oncetest tests a store.
type Store interface {
	// Lookup gives the records that have one of the keys, each once, in the order
	// of the keys.
	Lookup(ctx context.Context, keys ...Key) ([]Record, error)

	// Begin stores a new record without an outcome. It fails with ErrTaken, and
	// changes nothing, if its id or one of its keys is known, and with ErrFull.
	Begin(ctx context.Context, r Record) error

	// Finish gives an unfinished record its outcome. It fails with ErrNoRecord if
	// there is none of that id.
	Finish(ctx context.Context, id string, o Outcome) error

	// Bind adds keys to a record, finished or not. It fails with ErrTaken if a key
	// is known, with ErrNoRecord if there is no record of that id, and with
	// ErrFull.
	Bind(ctx context.Context, id string, keys ...Key) error

	// Forget removes an unfinished record, so that its keys are free. It fails with
	// ErrNoRecord if there is none of that id.
	Forget(ctx context.Context, id string) error

	// Unfinished gives the records without an outcome, the oldest first.
	Unfinished(ctx context.Context) ([]Record, error)

	// Prune removes the records whose outcome came before a time, and tells how
	// many they were. It leaves those without an outcome.
	Prune(ctx context.Context, before time.Time) (int, error)
}

// same reports whether two records are of one request.
func (r Record) same(other Record) bool { return r.Digest == other.Digest && r.Skill == other.Skill }

// replay is what a request gets that comes again.
func (r Record) replay(want Record) (Result, error) {
	switch {
	case !r.same(want):
		return Result{}, ErrOtherPayload
	case r.Outcome == nil:
		return Result{}, &UnknownOutcomeError{r.ID, r.Begun}
	}
	res := r.Outcome.Result
	switch {
	case r.Outcome.Failed:
		return res, &FailedError{}
	case r.Outcome.NoAnswer:
		return res, ErrNoAnswer
	}
	return res, nil
}

func (r Record) clone() Record {
	r.Keys = slices.Clone(r.Keys)
	if r.Outcome != nil {
		o := r.Outcome.clone()
		r.Outcome = &o
	}
	return r
}

func (o Outcome) clone() Outcome {
	o.Result = o.Result.clone()
	return o
}

func (r Result) clone() Result {
	r.Answer = slices.Clone(r.Answer)
	return r
}
