package once

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// pending is what is to be written at the end of an execution.
type pending struct {
	forget  bool
	outcome Outcome
}

func (d *Doer) write(ctx context.Context, id string, p *pending) error {
	if p.forget {
		return d.store.Forget(ctx, id)
	}
	return d.store.Finish(ctx, id, p.outcome)
}

// retry writes once more what the store did not take of an execution here. The
// record then has its outcome, or is gone.
func (d *Doer) retry(ctx context.Context, r *Record) (gone bool, err error) {
	if r.Outcome != nil {
		return false, nil
	}
	d.mu.Lock()
	p := d.unstored[r.ID]
	d.mu.Unlock()
	if p == nil {
		return false, nil
	}
	if err = d.write(ctx, r.ID, p); err == nil {
		d.mu.Lock()
		delete(d.unstored, r.ID)
		d.mu.Unlock()
	}
	if p.forget {
		if err != nil {
			return false, notBegun(err)
		}
		return true, nil
	}
	o := p.outcome.clone()
	r.Outcome = &o
	return false, nil
}

// saysNothing reports an effect's word that nothing happened.
func saysNothing(err error) bool {
	var e *NothingHappenedError
	return errors.As(err, &e)
}

// remembered reports whether a flight's end is in the store.
func remembered(err error) bool { return !saysNothing(err) && !errors.Is(err, ErrNotBegun) }

func isFull(err error) bool { return errors.Is(err, ErrFull) }

// notKept joins what an effect came to with the errors of keeping it.
func notKept(err error, writing ...error) error {
	if w := errors.Join(writing...); w != nil {
		return errors.Join(err, fmt.Errorf("%w: %w", ErrNotKept, w))
	}
	return err
}

// Unfinished gives the records of which it is not known whether the effect took
// place, the oldest first; what is under way is not among them. With an audit log
// the owner can tell more: without an intent line for the messageId there, the
// effect did not begin.
func (d *Doer) Unfinished(ctx context.Context) ([]Record, error) {
	list, err := d.store.Unfinished(ctx)
	if err != nil {
		return nil, fmt.Errorf("once: %w", err)
	}
	var out []Record
	for _, r := range list {
		if d.mine(r.ID) == nil {
			out = append(out, r)
		}
	}
	return out, nil
}

// mine reports ErrInFlight for an execution under way, or whose outcome is still
// to be stored.
func (d *Doer) mine(id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running[id] || d.unstored[id] != nil {
		return ErrInFlight
	}
	return nil
}

// Settle is the owner's word that the effect of an unfinished record took place,
// with this result: who sends it again gets it. The error matches ErrNoRecord,
// ErrInFlight, or is the store's.
func (d *Doer) Settle(ctx context.Context, id string, res Result) error {
	if err := d.mine(id); err != nil {
		return err
	}
	if err := d.store.Finish(ctx, id, outcomeOf(ran{res: res}, d.o.Now())); err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

// Release is the owner's word that the effect of an unfinished record did not
// take place: its keys are free, and who sends it again has it executed. The
// error matches ErrNoRecord, ErrInFlight, or is the store's.
func (d *Doer) Release(ctx context.Context, id string) error {
	if err := d.mine(id); err != nil {
		return err
	}
	if err := d.store.Forget(ctx, id); err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

// Prune forgets the keys that were kept for longer than Options.Retention, and
// tells how many requests they were of. Do sees to it about once an hour.
func (d *Doer) Prune(ctx context.Context) (int, error) {
	now := d.o.Now()
	d.mu.Lock()
	d.pruned = now
	d.mu.Unlock()
	n, err := d.store.Prune(ctx, now.Add(-d.o.Retention))
	if err != nil {
		return 0, fmt.Errorf("once: %w", err)
	}
	return n, nil
}

// pruneNow prunes if it is time. A store that can't is none the worse for it
// until it is full, which is said then.
func (d *Doer) pruneNow(ctx context.Context) {
	d.mu.Lock()
	due := d.o.Now().Sub(d.pruned) >= pruneEvery
	d.mu.Unlock()
	if due {
		_, _ = d.Prune(ctx)
	}
}

// Close takes no new requests, and waits for what is under way. When the context
// ends first, it ends the contexts of the effects and gives its error; what they
// still do is then stored if the store is still open. Close closes neither the
// store nor the audit log. It may be called again. An error that matches
// ErrNotKept is that the store still does not take what came of an execution.
func (d *Doer) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	done := make(chan struct{})
	go func() {
		d.group.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		d.stop(ErrClosed)
		return fmt.Errorf("once: %w", ctx.Err())
	}
	return d.writeRest(ctx)
}

// writeRest writes once more what the store did not take.
func (d *Doer) writeRest(ctx context.Context) error {
	d.mu.Lock()
	left := maps.Clone(d.unstored)
	d.mu.Unlock()
	var faults []error
	for id, p := range left {
		if err := d.write(ctx, id, p); err != nil {
			faults = append(faults, fmt.Errorf("%w: %w", ErrNotKept, err))
			continue
		}
		d.mu.Lock()
		delete(d.unstored, id)
		d.mu.Unlock()
	}
	return errors.Join(faults...)
}
