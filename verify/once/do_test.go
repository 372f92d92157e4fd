package once_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hs9147/agentcard/verify/once"
)

func TestNew(t *testing.T) {
	if _, err := once.New(nil, once.Options{}); err == nil {
		t.Error("no store was taken for one")
	}
	if _, err := once.New(memory(), once.Options{Retention: once.MinRetention - 1}); err == nil {
		t.Error("keys kept for less than a day")
	}
	if d := newDoer(t, memory(), once.Options{}); d.Retention() != 7*24*time.Hour {
		t.Errorf("kept for %s", d.Retention())
	}
	if d := newDoer(t, memory(), once.Options{Retention: once.MinRetention}); d.Retention() != 24*time.Hour {
		t.Errorf("kept for %s", d.Retention())
	}
}

// Many senders, many keys, in and out of order: as many effects as keys.
func TestHammer(t *testing.T) {
	for name, open := range map[string]func(testing.TB, string) once.Store{"memory": openMemory, "file": openFile} {
		t.Run(name, func(t *testing.T) {
			store := open(t, t.TempDir())
			d := newDoer(t, store, once.Options{})
			const keys, senders = 40, 25
			var effects [keys]atomic.Int64
			var firsts atomic.Int64
			var wg sync.WaitGroup
			for i := range keys * senders {
				wg.Go(func() {
					k := i * 7 % keys
					r := message(fmt.Sprint("m", k), fmt.Sprint("e", k))
					if i%3 == 0 {
						r.MessageID = fmt.Sprint("fresh ", i) // known by its event alone
					}
					res, first, err := d.Do(ctx, r, func(context.Context) (once.Result, error) {
						effects[k].Add(1)
						runtime.Gosched()
						return once.Result{Answer: fmt.Append(nil, k)}, nil
					})
					if first {
						firsts.Add(1)
					}
					if err != nil || !bytes.Equal(res.Answer, fmt.Append(nil, k)) {
						t.Errorf("key %d: %q, %v", k, res.Answer, err)
					}
				})
			}
			wg.Wait()
			for k := range effects {
				if n := effects[k].Load(); n != 1 {
					t.Errorf("key %d: %d effects", k, n)
				}
			}
			if n := firsts.Load(); n != keys {
				t.Errorf("%d were first", n)
			}
			if s, ok := store.(*once.FileStore); ok {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// held is an effect that waits until it is let go.
type held struct {
	counted
	began, release chan struct{}
}

func newHeld() *held { return &held{began: make(chan struct{}), release: make(chan struct{})} }

func (h *held) effect(c context.Context) (once.Result, error) {
	close(h.began)
	select {
	case <-h.release:
		return h.counted.effect(c)
	case <-c.Done():
		return once.Result{}, c.Err()
	}
}

// sent is what Do returned.
type sent struct {
	res   once.Result
	first bool
	err   error
}

func send(c context.Context, d *once.Doer, r once.Request, effect func(context.Context) (once.Result, error)) <-chan sent {
	out := make(chan sent, 1)
	go func() {
		res, first, err := d.Do(c, r, effect)
		out <- sent{res, first, err}
	}()
	return out
}

// A caller whose answer is lost stops nothing, and gets the result when it comes
// again.
func TestFirstCallerGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoer(t, memory(), once.Options{})
		h := newHeld()
		c, hangUp := context.WithCancel(context.WithValue(ctx, valueKey{}, "kept"))
		out := send(c, d, message("m1", "e1"), func(c context.Context) (once.Result, error) {
			if c.Value(valueKey{}) != "kept" {
				t.Error("the effect's context has lost the caller's values")
			}
			return h.effect(c)
		})
		<-h.began
		hangUp()
		if got := <-out; !errors.Is(got.err, context.Canceled) || !got.first {
			t.Errorf("the caller that is gone: %+v", got)
		}
		again := send(ctx, d, message("m1", "e1"), never(t))
		synctest.Wait()
		close(h.release)
		if got := <-again; got.err != nil || got.first || string(got.res.Answer) != "stored" {
			t.Errorf("again: %+v", got)
		}
		h.want(t, 1)
	})
}

type valueKey struct{}

// Who waits is not held beyond its own context, and who asks for something else
// is not held at all.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoer(t, memory(), once.Options{})
		h := newHeld()
		leader := send(ctx, d, message("m1", "e1"), h.effect)
		<-h.began
		c, hangUp := context.WithCancel(ctx)
		waiter := send(c, d, message("m1", "e1"), never(t))
		patient := send(ctx, d, message("m1", "e1"), never(t))
		byEvent := send(ctx, d, message("m2", "e1"), never(t))
		other := message("m1", "e9")
		if _, first, err := d.Do(ctx, other, never(t)); !errors.Is(err, once.ErrOtherPayload) || first {
			t.Errorf("another payload while the first is under way: %v", err)
		}
		var c2 counted
		if _, first, err := d.Do(ctx, message("m3", "e3"), c2.effect); err != nil || !first {
			t.Errorf("another key while the first is under way: %v", err)
		}
		synctest.Wait() // all of them wait
		hangUp()
		if got := <-waiter; !errors.Is(got.err, context.Canceled) || got.first {
			t.Errorf("the waiter that is gone: %+v", got)
		}
		select {
		case got := <-patient:
			t.Errorf("the patient one did not wait: %+v", got)
		default:
		}
		close(h.release)
		for _, out := range []<-chan sent{leader, patient, byEvent} {
			if got := <-out; got.err != nil || string(got.res.Answer) != "stored" {
				t.Errorf("%+v", got)
			}
		}
		h.want(t, 1)
		if _, _, err := d.Do(ctx, message("m2", "e5"), never(t)); !errors.Is(err, once.ErrOtherPayload) {
			t.Errorf("the messageId that waited is not known: %v", err)
		}
	})
}

func TestContextEndedBefore(t *testing.T) {
	store := newFaulty(memory())
	d := newDoer(t, store, once.Options{})
	c, end := context.WithCancel(ctx)
	end()
	if _, first, err := d.Do(c, plain("m"), never(t)); !errors.Is(err, context.Canceled) || first {
		t.Errorf("first %v, %v", first, err)
	}
	if store.calls["Begin"] != 0 {
		t.Error("an intent was stored")
	}
}

// A failure is remembered; what the error says is not.
func TestFailuresAreRemembered(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "once.jsonl")
	boom := errors.New("password=hunter2")
	for name, effect := range map[string]func(context.Context) (once.Result, error){
		"error":   func(context.Context) (once.Result, error) { return once.Result{TaskID: "t-error"}, boom },
		"panic":   func(context.Context) (once.Result, error) { panic(boom) },
		"no exit": func(context.Context) (once.Result, error) { runtime.Goexit(); return once.Result{}, nil },
	} {
		s := openFile(t, dir).(*once.FileStore)
		d := newDoer(t, s, once.Options{})
		_, first, err := d.Do(ctx, plain(name), effect)
		var fe *once.FailedError
		if !errors.As(err, &fe) || fe.Err == nil || !first {
			t.Errorf("%s: first %v, %v", name, first, err)
		}
		if name == "error" && !errors.Is(err, boom) {
			t.Errorf("the effect's error is gone: %v", err)
		}
		var pe *once.PanicError
		if name == "panic" && (!errors.As(err, &pe) || pe.Value != boom || len(pe.Stack) == 0) {
			t.Errorf("the panic is gone: %v", err)
		}
		for range 2 {
			res, first, err := d.Do(ctx, plain(name), never(t))
			if !errors.As(err, &fe) || fe.Err != nil || first || name == "error" && res.TaskID != "t-error" {
				t.Errorf("%s, again: %+v, first %v, %v", name, res, first, err)
			}
			if err := s.Close(); err != nil { // again after a restart
				t.Error(err)
			}
			s = openFile(t, dir).(*once.FileStore)
			d = newDoer(t, s, once.Options{})
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if bytes.Contains(read(t, path), []byte("hunter2")) {
		t.Error("the file holds what the error said")
	}
}

// Only an effect that says so frees its keys.
func TestNothingHappened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoer(t, memory(), once.Options{})
		refused := errors.New("the ledger is closed")
		h := newHeld()
		leader := send(ctx, d, message("m1", "e1"), func(c context.Context) (once.Result, error) {
			_, _ = h.effect(c)
			return once.Result{}, fmt.Errorf("refused: %w", once.NothingHappened(refused))
		})
		<-h.began
		waiter := send(ctx, d, message("m2", "e1"), never(t))
		synctest.Wait()
		close(h.release)
		for _, out := range []<-chan sent{leader, waiter} {
			got := <-out
			var nothing *once.NothingHappenedError
			if !errors.As(got.err, &nothing) || !errors.Is(got.err, refused) {
				t.Errorf("%+v", got)
			}
		}
		var c counted
		if _, first, err := d.Do(ctx, message("m1", "e1"), c.effect); err != nil || !first {
			t.Errorf("the keys are not free: first %v, %v", first, err)
		}
		c.want(t, 1)
		if list, err := d.Unfinished(ctx); err != nil || len(list) != 0 {
			t.Errorf("%d unfinished, %v", len(list), err)
		}
	})
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoer(t, memory(), once.Options{Timeout: time.Minute})
		_, _, err := d.Do(ctx, plain("m"), func(c context.Context) (once.Result, error) {
			<-c.Done()
			return once.Result{}, c.Err()
		})
		var fe *once.FailedError
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &fe) {
			t.Errorf("%v", err)
		}
	})
}

// Close waits, then ends the effects' contexts; nothing new is taken.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, err := once.New(memory(), once.Options{})
		if err != nil {
			t.Fatal(err)
		}
		h := newHeld()
		out := send(ctx, d, plain("m"), h.effect)
		<-h.began
		c, end := context.WithCancel(ctx)
		end()
		wantErr(t, "Close", d.Close(c), context.Canceled)
		if got := <-out; !errors.Is(got.err, context.Canceled) {
			t.Errorf("the effect's context did not end: %+v", got)
		}
		wantErr(t, "Do", func() error { _, _, err := d.Do(ctx, plain("n"), never(t)); return err }(), once.ErrClosed)
		if err := d.Close(ctx); err != nil {
			t.Errorf("closed again: %v", err)
		}
	})
}

// A long answer is given to who is there, and is not kept.
func TestLongAnswer(t *testing.T) {
	for size, want := range map[int]error{once.MaxAnswer: nil, once.MaxAnswer + 1: once.ErrNoAnswer} {
		d := newDoer(t, memory(), once.Options{})
		long := bytes.Repeat([]byte("x"), size)
		res, _, err := d.Do(ctx, plain("m"), func(context.Context) (once.Result, error) { return once.Result{TaskID: "t", Answer: long}, nil })
		if err != nil || len(res.Answer) != size {
			t.Errorf("%d bytes: %d, %v", size, len(res.Answer), err)
		}
		res, first, err := d.Do(ctx, plain("m"), never(t))
		if !errors.Is(err, want) || first || res.TaskID != "t" || want == nil && len(res.Answer) != size || want != nil && len(res.Answer) != 0 {
			t.Errorf("%d bytes, again: %d, %v", size, len(res.Answer), err)
		}
	}
}

// What one caller does to its result reaches no other.
func TestResultsAreCopies(t *testing.T) {
	d := newDoer(t, memory(), once.Options{})
	var c counted
	for range 3 {
		res, _, err := d.Do(ctx, plain("m"), c.effect)
		if err != nil || string(res.Answer) != "stored" {
			t.Fatalf("%q, %v", res.Answer, err)
		}
		res.Answer[0] = 'x'
	}
}
