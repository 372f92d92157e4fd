package once

import (
	"errors"
	"fmt"
	"time"

	"github.com/hs9147/agentcard/internal/catalog"
)

// What a request is refused for. Nothing was stored and no effect took place.
var (
	ErrNoCaller   = errors.New("once: the request names no caller")
	ErrNoKey      = errors.New("once: a key is missing or empty")
	ErrBadKey     = errors.New("once: a key that can't be kept")
	ErrBadPayload = errors.New("once: the payload can't be read")
	ErrClosed     = errors.New("once: closed")

	// ErrOtherPayload: the key was used for another payload or skill. The first
	// execution stands.
	ErrOtherPayload = errors.New("once: the key was used for another payload")

	// ErrFull: the store holds as many keys or bytes as it may.
	ErrFull = errors.New("once: the store takes no more keys")

	// ErrNotBegun: the store or the audit log failed before the effect. The
	// request may be sent again.
	ErrNotBegun = errors.New("once: not begun")
)

// What is said of an execution.
var (
	// ErrUnknownOutcome is matched by *UnknownOutcomeError.
	ErrUnknownOutcome = errors.New("once: begun earlier, and whether it took effect is not known")

	// ErrNotKept stands beside a result that is valid: the effect ended, and what
	// came of it could not be stored, or not in the audit log. Later requests in
	// this process still get the result, and each tries to store it again.
	ErrNotKept = errors.New("once: what came of it could not be stored")

	// ErrNoAnswer: it was executed, and its answer was over MaxAnswer and is not
	// kept. The result holds all but the answer.
	ErrNoAnswer = errors.New("once: executed, and its answer was too long to be kept")

	// ErrInFlight: Settle and Release leave alone what is under way.
	ErrInFlight = errors.New("once: the execution is under way")
)

// What a Store fails with.
var (
	ErrTaken    = errors.New("once: a key or id is known already")
	ErrNoRecord = errors.New("once: no unfinished record of this id")
	ErrLocked   = errors.New("once: the file is in use by another process")
	ErrBroken   = errors.New("once: the file could not be written, and must be opened anew")
)

// UnknownOutcomeError is a key whose intent was stored and whose outcome was
// not, as a crash leaves it. Whether the effect took place can't be told, so it
// is not executed again: the owner looks, and decides with Settle or Release. It
// matches ErrUnknownOutcome.
type UnknownOutcomeError struct {
	ID    string // of the record
	Begun time.Time
}

func (e *UnknownOutcomeError) Error() string {
	return fmt.Sprintf("%v (record %s, begun %s)", ErrUnknownOutcome, e.ID, e.Begun.UTC().Format(time.RFC3339))
}

// Is matches ErrUnknownOutcome.
func (e *UnknownOutcomeError) Is(target error) bool { return target == ErrUnknownOutcome }

// FailedError is an effect that failed, and is remembered so: part of it may have
// taken place. The result beside it is what the effect returned with its error.
// Err is the effect's error for those who were there, and nil for who comes
// later: its text is not stored, for it may hold what must not be.
type FailedError struct{ Err error }

func (e *FailedError) Error() string {
	if e.Err == nil {
		return "once: the effect failed when it was executed"
	}
	return "once: the effect failed: " + catalog.Show(e.Err.Error())
}

// Unwrap gives the effect's error.
func (e *FailedError) Unwrap() error { return e.Err }

// PanicError is an effect that panicked. It comes within a *FailedError: the
// process goes on.
type PanicError struct {
	Value any    // what it panicked with; not shown by Error
	Stack []byte // as debug.Stack gives it
}

func (e *PanicError) Error() string { return "once: the effect panicked" }

// errGone is an effect that ended its goroutine, as t.FailNow does.
var errGone = errors.New("once: the effect did not return")

// NothingHappenedError is an effect's word that it changed nothing at all. Its
// keys are free again.
type NothingHappenedError struct{ Err error }

func (e *NothingHappenedError) Error() string {
	if e.Err == nil {
		return "once: nothing happened"
	}
	return "once: nothing happened: " + catalog.Show(e.Err.Error())
}

// Unwrap gives the cause.
func (e *NothingHappenedError) Unwrap() error { return e.Err }

// NothingHappened is what an effect returns where it changed nothing, such as a
// request that it refuses. The error is a *NothingHappenedError. An effect that
// can't tell returns its error as it is.
func NothingHappened(err error) error { return &NothingHappenedError{err} }
