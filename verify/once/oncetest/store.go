package oncetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// Open opens the store that lies in a folder, or makes it there. What it opened
// is closed by the tests, where the store has a method Close. A store in memory
// takes no notice of the folder.
type Open func(t testing.TB, dir string) once.Store

// someone is the caller of the tests.
var someone = audit.Caller{Issuer: "https://idp.example.com", Subject: "한글 \"u\"\\\n-1"}

// begun is when the records of the tests are begun.
var begun = time.Date(2026, 8, 17, 9, 0, 0, 123_456_789, time.UTC)

func key(name string) once.Key { return once.Key{Caller: someone, Value: name} }

// record is a record under some keys; the first is its id too.
func record(names ...string) once.Record {
	r := once.Record{ID: "id " + names[0], Skill: "event-ingest", Digest: "sha256:" + names[0], Begun: begun}
	for _, n := range names {
		r.Keys = append(r.Keys, key(n))
	}
	return r
}

func outcome(at time.Time) once.Outcome {
	return once.Outcome{At: at, Failed: true, NoAnswer: true, Result: once.Result{TaskID: "t", Answer: []byte("\x00\xff\n한글")}}
}

// opened opens a store and closes it with the test.
func opened(t testing.TB, open Open, dir string) once.Store {
	t.Helper()
	s := open(t, dir)
	t.Cleanup(func() { shut(t, s) })
	return s
}

func shut(t testing.TB, s once.Store) {
	if c, ok := s.(io.Closer); ok {
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// found compares what is under some keys, in the spelling of JSON, since a time
// is equal in several ways.
func found(t testing.TB, s once.Store, want []once.Record, names ...string) {
	t.Helper()
	var keys []once.Key
	for _, n := range names {
		keys = append(keys, key(n))
	}
	got, err := s.Lookup(context.Background(), keys...)
	must(t, err)
	compare(t, got, want)
}

func compare(t testing.TB, got, want []once.Record) {
	t.Helper()
	a, b := spelled(t, got), spelled(t, want)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("found %v\nwant  %v", a, b)
	}
}

func spelled(t testing.TB, list []once.Record) []string {
	t.Helper()
	var out []string
	for _, r := range list {
		r.Begun = r.Begun.UTC()
		if r.Outcome != nil {
			o := *r.Outcome
			o.At = o.At.UTC()
			r.Outcome = &o
		}
		b, err := json.Marshal(r)
		must(t, err)
		out = append(out, string(b))
	}
	return out
}

// TestStore holds a store against what once.Store promises, but for what a crash
// would show.
func TestStore(t *testing.T, open Open) {
	ctx := context.Background()
	t.Run("begin and look up", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		found(t, s, nil, "a")
		a, b := record("a", "a2"), record("b")
		must(t, s.Begin(ctx, a))
		must(t, s.Begin(ctx, b))
		found(t, s, []once.Record{b, a}, "b", "nobody", "a2", "a", "b")
		found(t, s, nil, "nobody")
		other := once.Key{Caller: audit.Caller{Service: "society"}, Value: "a"}
		named := once.Key{Caller: someone, Name: "event", Value: "a"}
		list, err := s.Lookup(ctx, other, named)
		must(t, err)
		compare(t, list, nil)
		wantErr(t, "the same id", s.Begin(ctx, once.Record{ID: a.ID, Digest: "x", Begun: begun, Keys: []once.Key{key("c")}}), once.ErrTaken)
		wantErr(t, "a key that is known", s.Begin(ctx, record("d", "a2")), once.ErrTaken)
		wantErr(t, "a key twice", s.Begin(ctx, record("e", "e")), once.ErrTaken)
		found(t, s, nil, "c", "d", "e")
		must(t, s.Begin(ctx, once.Record{ID: "of another caller", Digest: "x", Begun: begun, Keys: []once.Key{other, named}}))
	})
	t.Run("the longest keys", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		long := strings.Repeat("\x01", once.MaxKey) // six bytes each in JSON
		k := once.Key{Caller: audit.Caller{Issuer: long, Subject: long, Service: long}, Name: long, Value: long}
		r := once.Record{ID: "long", Digest: "x", Begun: begun, Keys: []once.Key{k}}
		for i := range once.MaxKeys - 1 {
			k.Value = long[1:] + string(rune('0'+i))
			r.Keys = append(r.Keys, k)
		}
		must(t, s.Begin(ctx, r))
		list, err := s.Lookup(ctx, r.Keys[len(r.Keys)-1], r.Keys[0])
		must(t, err)
		compare(t, list, []once.Record{r})
	})
	t.Run("begin stores no outcome", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		r := record("a")
		o := outcome(begun)
		r.Outcome = &o
		must(t, s.Begin(ctx, r))
		found(t, s, []once.Record{record("a")}, "a")
	})
	t.Run("finish", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		a := record("a", "a2")
		must(t, s.Begin(ctx, a))
		o := outcome(begun.Add(time.Nanosecond))
		must(t, s.Finish(ctx, a.ID, o))
		a.Outcome = &o
		found(t, s, []once.Record{a}, "a2")
		wantErr(t, "finished twice", s.Finish(ctx, a.ID, once.Outcome{At: begun}), once.ErrNoRecord)
		wantErr(t, "forget what is finished", s.Forget(ctx, a.ID), once.ErrNoRecord)
		wantErr(t, "finish nothing", s.Finish(ctx, "nobody", o), once.ErrNoRecord)
		found(t, s, []once.Record{a}, "a")
		wantErr(t, "its key", s.Begin(ctx, record("c", "a")), once.ErrTaken)
	})
	t.Run("bind", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		a, b := record("a"), record("b")
		must(t, s.Begin(ctx, a))
		must(t, s.Begin(ctx, b))
		must(t, s.Bind(ctx, a.ID, key("a2"), key("a3")))
		o := outcome(begun)
		must(t, s.Finish(ctx, a.ID, o))
		must(t, s.Bind(ctx, a.ID, key("a4")))
		a.Keys, a.Outcome = append(a.Keys, key("a2"), key("a3"), key("a4")), &o
		found(t, s, []once.Record{a, b}, "a4", "a3", "b")
		wantErr(t, "a key of another", s.Bind(ctx, b.ID, key("b2"), key("a2")), once.ErrTaken)
		wantErr(t, "bind to nothing", s.Bind(ctx, "nobody", key("c")), once.ErrNoRecord)
		found(t, s, nil, "b2", "c")
	})
	t.Run("forget", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		a := record("a", "a2")
		must(t, s.Begin(ctx, a))
		must(t, s.Bind(ctx, a.ID, key("a3")))
		must(t, s.Forget(ctx, a.ID))
		found(t, s, nil, "a", "a2", "a3")
		wantErr(t, "forgotten twice", s.Forget(ctx, a.ID), once.ErrNoRecord)
		must(t, s.Begin(ctx, record("a", "a3")))
		found(t, s, []once.Record{record("a", "a3")}, "a3")
	})
	t.Run("unfinished", func(t *testing.T) {
		s := opened(t, open, t.TempDir())
		var want []once.Record
		for i := range 5 { // the youngest first
			r := record(fmt.Sprint("k", i))
			r.Begun = begun.Add(-time.Duration(i) * time.Hour)
			must(t, s.Begin(ctx, r))
			if i%2 == 0 {
				want = append([]once.Record{r}, want...)
				continue
			}
			must(t, s.Finish(ctx, r.ID, outcome(begun)))
		}
		got, err := s.Unfinished(ctx)
		must(t, err)
		compare(t, got, want)
	})
	t.Run("prune", func(t *testing.T) { testPrune(t, open) })
	t.Run("what is given stays as it is", func(t *testing.T) { testCopies(t, open) })
	t.Run("a context that has ended", func(t *testing.T) { testEnded(t, open) })
	t.Run("one of many begins", func(t *testing.T) { testRace(t, open) })
	t.Run("a doer executes once", func(t *testing.T) { testDoer(t, open) })
}

func testPrune(t *testing.T, open Open) {
	ctx := context.Background()
	s := opened(t, open, t.TempDir())
	for i := range 6 {
		r := record(fmt.Sprint("k", i), fmt.Sprint("l", i))
		must(t, s.Begin(ctx, r))
		if i < 5 { // the last is not finished
			must(t, s.Finish(ctx, r.ID, outcome(begun.Add(time.Duration(i)*time.Nanosecond))))
		}
	}
	n, err := s.Prune(ctx, begun.Add(3*time.Nanosecond))
	must(t, err)
	if n != 3 {
		t.Errorf("%d pruned, want 3", n)
	}
	found(t, s, nil, "k0", "l1", "k2")
	list, err := s.Lookup(ctx, key("k3"), key("l4"), key("k5"))
	must(t, err)
	if len(list) != 3 {
		t.Errorf("%d of the 3 that were to stay", len(list))
	}
	must(t, s.Begin(ctx, record("k0")))
	if n, err = s.Prune(ctx, begun.Add(time.Hour)); err != nil || n != 2 {
		t.Errorf("%d pruned, want 2; %v", n, err)
	}
	if n, err = s.Prune(ctx, begun.Add(time.Hour)); err != nil || n != 0 {
		t.Errorf("%d pruned of nothing; %v", n, err)
	}
	if list, err = s.Unfinished(ctx); err != nil || len(list) != 2 {
		t.Errorf("%d unfinished, want 2; %v", len(list), err)
	}
}

// testCopies changes what was given to a store and what it gave.
func testCopies(t *testing.T, open Open) {
	ctx := context.Background()
	s := opened(t, open, t.TempDir())
	given, o := record("a"), outcome(begun)
	must(t, s.Begin(ctx, given))
	must(t, s.Finish(ctx, given.ID, o))
	given.Keys[0].Value, o.Result.Answer[0] = "z", 'z'
	for range 2 {
		got, err := s.Lookup(ctx, key("a"))
		must(t, err)
		if len(got) != 1 || got[0].Outcome == nil || len(got[0].Outcome.Result.Answer) == 0 {
			t.Fatalf("found %+v", got)
		}
		if got[0].Keys[0].Value != "a" || got[0].Outcome.Result.Answer[0] != 0 || !got[0].Outcome.Failed {
			t.Errorf("what was given or taken is the store's own: %+v", got[0])
		}
		got[0].Keys[0].Value, got[0].Outcome.Result.Answer[0], got[0].Outcome.Failed = "y", 'y', false
	}
}

func testEnded(t *testing.T, open Open) {
	s := opened(t, open, t.TempDir())
	ctx := context.Background()
	must(t, s.Begin(ctx, record("a")))
	ended, end := context.WithCancel(ctx)
	end()
	_, lookup := s.Lookup(ended, key("a"))
	_, unfinished := s.Unfinished(ended)
	_, prune := s.Prune(ended, begun.Add(time.Hour))
	for what, err := range map[string]error{
		"Lookup": lookup, "Unfinished": unfinished, "Prune": prune,
		"Begin":  s.Begin(ended, record("b")),
		"Finish": s.Finish(ended, record("a").ID, outcome(begun)),
		"Bind":   s.Bind(ended, record("a").ID, key("a2")),
		"Forget": s.Forget(ended, record("a").ID),
	} {
		wantErr(t, what, err, context.Canceled)
	}
	found(t, s, []once.Record{record("a")}, "a", "a2", "b")
}

// testRace begins records of one key at once.
func testRace(t *testing.T, open Open) {
	s := opened(t, open, t.TempDir())
	const n = 8
	var wg sync.WaitGroup
	var mu sync.Mutex
	began := 0
	for i := range n {
		wg.Go(func() {
			r := record(fmt.Sprint("own ", i), "shared")
			switch err := s.Begin(context.Background(), r); {
			case err == nil:
				mu.Lock()
				began++
				mu.Unlock()
			case !errors.Is(err, once.ErrTaken):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if list, err := s.Unfinished(context.Background()); err != nil || began != 1 || len(list) != 1 {
		t.Errorf("%d began, %d are there, want 1: %v", began, len(list), err)
	}
}
