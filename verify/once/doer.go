package once

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// How long keys are kept.
const (
	MinRetention     = 24 * time.Hour
	DefaultRetention = 7 * 24 * time.Hour

	pruneEvery = time.Hour
)

// Options of a Doer. The zero value keeps keys for DefaultRetention and writes
// no audit records.
type Options struct {
	Audit     *audit.Log       // two lines around each execution, none for a request that comes again
	Retention time.Duration    // how long a key is known after its outcome; 0: DefaultRetention
	Timeout   time.Duration    // of one effect, through its context; 0: none
	Now       func() time.Time // the clock; nil: time.Now
}

// Doer executes once for each key. It is safe for concurrent use.
type Doer struct {
	store Store
	o     Options
	stop  context.CancelCauseFunc // ends the contexts of effects
	life  context.Context

	mu       sync.Mutex
	closed   bool
	flights  map[Key]*flight
	running  map[string]bool     // ids of records
	unstored map[string]*pending // by id of the record: what the store did not take
	pruned   time.Time
	group    sync.WaitGroup
}

// New makes a Doer over a store, which nobody else uses. The error is that
// Options.Retention is under MinRetention, or that there is no store.
func New(store Store, o Options) (*Doer, error) {
	if store == nil {
		return nil, errors.New("once: no store")
	}
	if o.Retention == 0 {
		o.Retention = DefaultRetention
	}
	if o.Retention < MinRetention {
		return nil, fmt.Errorf("once: keys are kept for at least %s", MinRetention)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	d := &Doer{store: store, o: o, flights: map[Key]*flight{}, running: map[string]bool{}, unstored: map[string]*pending{}}
	d.life, d.stop = context.WithCancelCause(context.Background())
	return d, nil
}

// Retention is how long a key is kept at least: what an owner states for E4.
func (d *Doer) Retention() time.Duration { return d.o.Retention }

// Do has the effect, or gives what came of it when it was had under one of the
// request's keys. first reports that the effect was run for this call.
//
// The error is the context's, wrapped, where the caller's context ended first;
// with first the effect then goes on, and the same request gets its result later.
// Else it matches one of
//
//   - ErrNoCaller, ErrNoKey, ErrBadKey, ErrBadPayload, ErrFull, ErrNotBegun,
//     ErrClosed: no effect took place by this call;
//   - ErrOtherPayload: the key is another request's, which stands;
//   - ErrUnknownOutcome, as *UnknownOutcomeError: the owner must decide;
//   - *NothingHappenedError: the effect said so, and the keys are free;
//   - *FailedError: the effect failed, and that is remembered;
//   - ErrNotKept, ErrNoAnswer: the result is valid, but for what they say.
//
// The effect's context ends with Options.Timeout and with Close, not with the
// caller's, whose values it has. It may run on after Do has returned, and must
// not use what ends with the request then. A panic of the effect is a failure.
func (d *Doer) Do(ctx context.Context, req Request, effect func(context.Context) (Result, error)) (res Result, first bool, err error) {
	want, err := req.record()
	if err != nil {
		return Result{}, false, err
	}
	if effect == nil {
		return Result{}, false, errors.New("once: no effect")
	}
	if err := ctx.Err(); err != nil {
		return Result{}, false, fmt.Errorf("once: %w", err)
	}
	d.pruneNow(ctx)
	for {
		f, lead, err := d.enter(want)
		switch {
		case err != nil:
			return Result{}, false, err
		case lead:
			return d.lead(ctx, f, req, effect)
		}
		if res, again, err := f.wait(ctx, want); !again {
			return res, false, err
		}
	}
}

// enter finds the flight that has one of the keys, or begins one that the caller
// leads.
func (d *Doer) enter(want Record) (f *flight, lead bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, k := range want.Keys {
		if f := d.flights[k]; f != nil {
			return f, false, nil
		}
	}
	if d.closed {
		return nil, false, ErrClosed
	}
	f = &flight{rec: want, decided: make(chan struct{}), done: make(chan struct{})}
	f.keys = want.Keys
	for _, k := range f.keys {
		d.flights[k] = f
	}
	d.group.Add(1)
	return f, true, nil
}

// leave ends a flight.
func (d *Doer) leave(f *flight) {
	d.mu.Lock()
	for _, k := range f.keys {
		delete(d.flights, k)
	}
	delete(d.running, f.id)
	d.mu.Unlock()
	f.decide()
	close(f.done)
	d.group.Done()
}

// lead finds out whether the request is known, and executes it if it is not.
func (d *Doer) lead(ctx context.Context, f *flight, req Request, effect func(context.Context) (Result, error)) (Result, bool, error) {
	known, err := d.find(ctx, f.rec)
	switch {
	case err != nil:
		f.again = true // whoever waits asks the store for itself
		d.leave(f)
		return Result{}, false, err
	case known != nil:
		res, err := known.replay(f.rec)
		f.rec = *known
		f.res, f.err = known.replay(*known)
		d.leave(f)
		return res, false, err
	}
	if d.o.Audit != nil {
		req.Payload = bytes.Clone(req.Payload) // the caller may be gone before it is written
	}
	go d.execute(context.WithoutCancel(ctx), f, req, effect)
	select {
	case <-f.done:
		if f.again { // the store did not take the intent
			return Result{}, false, f.err
		}
		return f.res.clone(), f.ran, f.err
	case <-ctx.Done():
		return Result{}, true, gone(ctx)
	}
}

// find gives the record under one of the keys, nil if there is none; of several,
// one of another request. Keys that are new become the record's too.
func (d *Doer) find(ctx context.Context, want Record) (*Record, error) {
	list, err := d.store.Lookup(ctx, want.Keys...)
	if err != nil {
		return nil, notBegun(err)
	}
	known := map[Key]bool{}
	var found *Record
	for i := range list {
		r := &list[i]
		switch gone, err := d.retry(ctx, r); {
		case err != nil:
			return nil, err
		case gone:
			continue
		case !r.same(want):
			return r, nil
		}
		for _, k := range r.Keys {
			known[k] = true
		}
		if found == nil {
			found = r
		}
	}
	if found == nil {
		return nil, nil
	}
	var fresh []Key
	for _, k := range want.Keys {
		if !known[k] {
			fresh = append(fresh, k)
		}
	}
	if len(fresh) > 0 {
		if err := d.store.Bind(ctx, found.ID, fresh...); err != nil {
			return nil, notBegun(err)
		}
		found.Keys = append(found.Keys, fresh...)
	}
	return found, nil
}

func notBegun(err error) error { return fmt.Errorf("%w: %w", ErrNotBegun, err) }

func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
