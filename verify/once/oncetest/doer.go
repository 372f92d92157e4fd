package oncetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// testDoer sends many messages many times at once.
func testDoer(t *testing.T, open Open) {
	s := opened(t, open, t.TempDir())
	d, err := once.New(s, once.Options{})
	must(t, err)
	const keys, senders = 12, 6
	var effects [keys]atomic.Int32
	var wg sync.WaitGroup
	for i := range keys * senders {
		wg.Go(func() {
			k := i % keys
			res, _, err := d.Do(context.Background(), request(k), func(context.Context) (once.Result, error) {
				effects[k].Add(1)
				return answer(k), nil
			})
			if err != nil || !bytes.Equal(res.Answer, answer(k).Answer) {
				t.Errorf("key %d: %q, %v", k, res.Answer, err)
			}
		})
	}
	wg.Wait()
	must(t, d.Close(context.Background()))
	for k := range effects {
		if n := effects[k].Load(); n != 1 {
			t.Errorf("key %d took effect %d times", k, n)
		}
	}
}

func request(k int) once.Request {
	return once.Request{
		Caller: audit.Caller{Service: "society"}, Skill: "event-ingest", MessageID: fmt.Sprint("m", k),
		Payload: fmt.Appendf(nil, `{"n":%d}`, k), Keys: []once.PayloadKey{{Name: "event", Value: fmt.Sprint("e", k)}},
	}
}

func answer(k int) once.Result {
	return once.Result{TaskID: "t", Answer: fmt.Appendf(nil, "answer %d", k)}
}

// TestReopen holds a store that outlives its process against that: what it was
// given is there when it is closed and opened again, and a Doer over it does not
// execute again what it has executed.
func TestReopen(t *testing.T, open Open) {
	ctx := context.Background()
	dir := t.TempDir()
	s := open(t, dir)
	done, half, gone, old := record("done"), record("half"), record("gone"), record("old")
	for _, r := range []once.Record{done, half, gone, old} {
		must(t, s.Begin(ctx, r))
	}
	must(t, s.Finish(ctx, old.ID, outcome(begun.Add(-time.Hour))))
	o := outcome(begun)
	must(t, s.Finish(ctx, done.ID, o))
	must(t, s.Bind(ctx, done.ID, key("later")))
	must(t, s.Forget(ctx, gone.ID))
	n, err := s.Prune(ctx, begun)
	must(t, err)
	if n != 1 {
		t.Errorf("%d pruned", n)
	}
	done.Outcome, done.Keys = &o, append(done.Keys, key("later"))
	for range 2 {
		shut(t, s)
		s = open(t, dir)
		found(t, s, []once.Record{done, half}, "later", "half", "gone", "old")
		list, err := s.Unfinished(ctx)
		must(t, err)
		compare(t, list, []once.Record{half})
	}
	must(t, s.Finish(ctx, half.ID, o))
	must(t, s.Begin(ctx, record("gone", "old")))
	shut(t, s)

	s = open(t, dir)
	half.Outcome = &o
	found(t, s, []once.Record{half, record("gone", "old")}, "half", "old")
	doTwice(t, open, s, dir)
}

// doTwice executes, opens the store anew, and sends the same again.
func doTwice(t *testing.T, open Open, s once.Store, dir string) {
	ctx := context.Background()
	effects := 0
	for round := range 3 {
		d, err := once.New(s, once.Options{})
		must(t, err)
		for k := range 3 {
			res, first, err := d.Do(ctx, request(k), func(context.Context) (once.Result, error) {
				effects++
				return answer(k), nil
			})
			if err != nil || first != (round == 0) || !bytes.Equal(res.Answer, answer(k).Answer) || res.TaskID != "t" {
				t.Errorf("round %d, key %d: %q, first %v, %v", round, k, res.Answer, first, err)
			}
		}
		other := request(0)
		other.Payload = []byte(`{"n":"another"}`)
		_, _, err = d.Do(ctx, other, func(context.Context) (once.Result, error) { effects++; return once.Result{}, nil })
		if !errors.Is(err, once.ErrOtherPayload) {
			t.Errorf("round %d, another payload: %v", round, err)
		}
		must(t, d.Close(ctx))
		shut(t, s)
		s = open(t, dir)
	}
	shut(t, s)
	if effects != 3 {
		t.Errorf("%d effects, want 3", effects)
	}
}
