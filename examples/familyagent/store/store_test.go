package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/hs9147/agentcard/examples/familyagent/store"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
	"github.com/hs9147/agentcard/verify/once/oncetest"
)

func open(t testing.TB, dir string) once.Store { return openWith(t, dir, store.Options{}) }

func openWith(t testing.TB, dir string, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(dir, "once.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	oncetest.TestStore(t, open)
	oncetest.TestReopen(t, open)
}

func record(i int) once.Record {
	return once.Record{
		ID: fmt.Sprint("id", i), Digest: "d", Begun: time.Unix(int64(i), 0),
		Keys: []once.Key{{Caller: audit.Caller{Service: "s"}, Value: fmt.Sprint(i)}},
	}
}

func TestLocked(t *testing.T) {
	dir := t.TempDir()
	s := openWith(t, dir, store.Options{})
	if _, err := store.Open(filepath.Join(dir, "once.db"), store.Options{}); !errors.Is(err, once.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(context.Background(), record(1)); !errors.Is(err, once.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if _, err := s.Lookup(context.Background(), record(1).Keys...); !errors.Is(err, once.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// A store that is full takes no more, and takes again what was made room for.
func TestFull(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openWith(t, dir, store.Options{MaxKeys: 2})
	for i := range 2 {
		if err := s.Begin(ctx, record(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Begin(ctx, record(2)); !errors.Is(err, once.ErrFull) {
		t.Errorf("a third: %v", err)
	}
	if err := s.Bind(ctx, record(0).ID, record(3).Keys...); !errors.Is(err, once.ErrFull) {
		t.Errorf("a third key: %v", err)
	}
	if list, err := s.Lookup(ctx, record(2).Keys[0], record(3).Keys[0]); err != nil || len(list) != 0 {
		t.Errorf("what was refused is there: %v, %v", list, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openWith(t, dir, store.Options{MaxKeys: 2})
	defer s.Close()
	if err := s.Begin(ctx, record(2)); !errors.Is(err, once.ErrFull) {
		t.Errorf("a third, later: %v", err)
	}
	if err := s.Forget(ctx, record(0).ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(ctx, record(2)); err != nil {
		t.Errorf("where there is room: %v", err)
	}
}

// More than one transaction prunes, in the order of time, before 1970 too.
func TestPruneMany(t *testing.T) {
	ctx := context.Background()
	s := openWith(t, t.TempDir(), store.Options{})
	defer s.Close()
	at := func(i int) time.Time { return time.Unix(int64(i-10), int64(i)) }
	const n = 2010
	if err := s.Fill(n, record, at); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Prune(ctx, at(n-5)); err != nil || got != n-5 {
		t.Errorf("%d pruned, %v", got, err)
	}
	for i, want := range map[int]int{0: 0, n - 6: 0, n - 5: 1, n - 1: 1} {
		if list, err := s.Lookup(ctx, record(i).Keys...); err != nil || len(list) != want {
			t.Errorf("%d: %d records, %v", i, len(list), err)
		}
	}
}
