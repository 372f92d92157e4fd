package once_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

var (
	ctx     = context.Background()
	someone = audit.Caller{Issuer: "https://idp.example.com", Subject: "u-1"}
)

// message is an ingested event, as terra takes it.
func message(id, event string) once.Request {
	return once.Request{
		Caller: someone, Skill: "event-ingest", MessageID: id,
		Payload: json.RawMessage(`[{"data":{"event":"ingest","id":"` + event + `"}}]`),
		Keys:    []once.PayloadKey{{Name: "event", Value: event}},
	}
}

// plain is a message without a key of the payload.
func plain(id string) once.Request {
	return once.Request{Caller: someone, Skill: "event-ingest", MessageID: id, Payload: json.RawMessage(`{"n":1}`)}
}

func newDoer(t testing.TB, s once.Store, o once.Options) *once.Doer {
	t.Helper()
	d, err := once.New(s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ended, end := context.WithTimeout(ctx, 5*time.Second)
		defer end()
		if err := d.Close(ended); err != nil && !errors.Is(err, once.ErrNotKept) {
			t.Errorf("Close: %v", err)
		}
	})
	return d
}

func memory() *once.MemoryStore { return once.NewMemoryStore(once.Limits{}) }

// counted is an effect that counts how often it is had.
type counted struct{ n atomic.Int64 }

func (c *counted) effect(context.Context) (once.Result, error) {
	c.n.Add(1)
	return once.Result{TaskID: "t1", Answer: []byte("stored")}, nil
}

func (c *counted) want(t testing.TB, n int64) {
	t.Helper()
	if got := c.n.Load(); got != n {
		t.Errorf("%d effects, want %d", got, n)
	}
}

// never is an effect that must not be had.
func never(t testing.TB) func(context.Context) (once.Result, error) {
	return func(context.Context) (once.Result, error) {
		t.Error("the effect was had")
		return once.Result{}, nil
	}
}

func wantErr(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// clock is a clock that the test moves.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 8, 17, 9, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// faulty is a store whose calls fail where a test says so.
type faulty struct {
	once.Store
	mu    sync.Mutex
	fails map[string]bool
	calls map[string]int
}

var errDisk = errors.New("no space left on device")

func newFaulty(s once.Store, fails ...string) *faulty {
	f := &faulty{Store: s, calls: map[string]int{}}
	f.set(fails...)
	return f
}

func (f *faulty) set(fails ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fails = map[string]bool{}
	for _, name := range fails {
		f.fails[name] = true
	}
}

func (f *faulty) called(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[name]++
	if f.fails[name] {
		return errDisk
	}
	return nil
}

func (f *faulty) Lookup(ctx context.Context, keys ...once.Key) ([]once.Record, error) {
	if err := f.called("Lookup"); err != nil {
		return nil, err
	}
	return f.Store.Lookup(ctx, keys...)
}

func (f *faulty) Begin(ctx context.Context, r once.Record) error {
	if err := f.called("Begin"); err != nil {
		return err
	}
	return f.Store.Begin(ctx, r)
}

func (f *faulty) Finish(ctx context.Context, id string, o once.Outcome) error {
	if err := f.called("Finish"); err != nil {
		return err
	}
	return f.Store.Finish(ctx, id, o)
}

func (f *faulty) Bind(ctx context.Context, id string, keys ...once.Key) error {
	if err := f.called("Bind"); err != nil {
		return err
	}
	return f.Store.Bind(ctx, id, keys...)
}

func (f *faulty) Forget(ctx context.Context, id string) error {
	if err := f.called("Forget"); err != nil {
		return err
	}
	return f.Store.Forget(ctx, id)
}
