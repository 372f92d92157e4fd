package once

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// flight is a request that is being looked up or executed, with everyone who
// waits for what comes of it.
type flight struct {
	keys []Key  // under which it can be found
	id   string // of the record that is executed here

	once    sync.Once
	decided chan struct{} // closed when rec and again are settled
	rec     Record
	again   bool // nothing came of it; who waits tries for itself

	done chan struct{} // closed when res, err and ran are settled
	res  Result
	err  error
	ran  bool // the effect was run
}

func (f *flight) decide() { f.once.Do(func() { close(f.decided) }) }

// wait gives what comes of a flight to one of its requests.
func (f *flight) wait(ctx context.Context, want Record) (res Result, again bool, err error) {
	select {
	case <-f.decided:
	case <-ctx.Done():
		return Result{}, false, gone(ctx)
	}
	if f.again {
		return Result{}, true, nil
	}
	if !f.rec.same(want) {
		return Result{}, false, ErrOtherPayload
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return Result{}, false, gone(ctx)
	}
	if remembered(f.err) && slices.ContainsFunc(want.Keys, func(k Key) bool { return !slices.Contains(f.rec.Keys, k) }) {
		return Result{}, true, nil // a key that is new is to be known as well
	}
	return f.res.clone(), false, f.err
}

func gone(ctx context.Context) error {
	return fmt.Errorf("once: not waiting any longer: %w", ctx.Err())
}

// execute stores the intent, has the effect, and stores what came of it. The
// context ends with nothing.
func (d *Doer) execute(ctx context.Context, f *flight, req Request, effect func(context.Context) (Result, error)) {
	defer d.leave(f)
	rec := f.rec
	rec.ID, rec.Begun = newID(), d.o.Now()
	d.mu.Lock()
	f.id = rec.ID
	d.running[rec.ID] = true
	d.mu.Unlock()
	if err := d.store.Begin(ctx, rec); err != nil {
		f.again = true
		f.err = err
		if !isFull(err) {
			f.err = notBegun(err)
		}
		return
	}
	f.rec = rec
	f.decide()

	out := ran{err: errGone} // what is so if the effect ends its goroutine
	defer func() { d.settle(ctx, f, out) }()
	out = d.run(ctx, req, effect)
}

// ran is what came of an effect.
type ran struct {
	res     Result
	err     error // the effect's
	audit   error // of the audit log, after the effect
	nothing bool  // nothing happened
	began   bool  // the effect was run
}

// run has the effect, between the lines of its audit record.
func (d *Doer) run(ctx context.Context, req Request, effect func(context.Context) (Result, error)) (out ran) {
	var x *audit.Execution
	if d.o.Audit != nil {
		// What the log calls is the owner's and may panic.
		_, err := guard(func() (_ Result, err error) {
			x, err = d.o.Audit.Begin(ctx, audit.Entry{Skill: req.Skill, Caller: req.Caller, MessageID: req.MessageID, Input: req.Payload})
			return Result{}, err
		})
		if err != nil {
			return ran{err: notBegun(err), nothing: true}
		}
	}
	out = ran{err: errGone, began: true}
	if x != nil {
		defer func() { out.audit = x.End(out.record()) }()
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer context.AfterFunc(d.life, func() { end(context.Cause(d.life)) })()
	if d.o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.o.Timeout)
		defer cancel()
	}
	out.res, out.err = guard(func() (Result, error) { return effect(ctx) })
	out.nothing = saysNothing(out.err)
	return out
}

// record is what the audit log is told of it.
func (r ran) record() audit.Result {
	word := "done"
	switch {
	case r.nothing:
		word = "nothing-happened"
	case r.err != nil:
		word = "failed"
	}
	return audit.Result{TaskID: r.res.TaskID, Outcome: word}
}

// guard turns a panic into an error.
func guard(f func() (Result, error)) (res Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			res, err = Result{}, &PanicError{v, debug.Stack()}
		}
	}()
	return f()
}

// settle stores what came of a flight's effect.
func (d *Doer) settle(ctx context.Context, f *flight, out ran) {
	p := &pending{forget: out.nothing}
	f.ran = out.began || !out.nothing
	f.res, f.err = out.res.clone(), out.err
	if !out.nothing {
		p.outcome = outcomeOf(out, d.o.Now())
		if out.err != nil {
			f.err = &FailedError{out.err}
		}
	}
	err := d.write(ctx, f.rec.ID, p)
	if err != nil {
		d.mu.Lock()
		d.unstored[f.rec.ID] = p
		d.mu.Unlock()
	}
	f.err = notKept(f.err, err, out.audit)
}

// outcomeOf is what is kept.
func outcomeOf(out ran, now time.Time) Outcome {
	o := Outcome{At: now, Failed: out.err != nil, Result: out.res.clone()}
	if len(o.Result.Answer) > MaxAnswer {
		o.Result.Answer, o.NoAnswer = nil, true
	}
	return o
}
