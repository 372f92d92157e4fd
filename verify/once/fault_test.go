package once_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// Without a stored intent there is no effect, and the key is as it was.
func TestNoEffectWithoutIntent(t *testing.T) {
	for _, call := range []string{"Lookup", "Begin"} {
		store := newFaulty(memory(), call)
		d := newDoer(t, store, once.Options{})
		_, first, err := d.Do(ctx, message("m1", "e1"), never(t))
		if !errors.Is(err, once.ErrNotBegun) || !errors.Is(err, errDisk) || first {
			t.Errorf("%s: first %v, %v", call, first, err)
		}
		store.set()
		var c counted
		if _, first, err := d.Do(ctx, message("m1", "e1"), c.effect); err != nil || !first {
			t.Errorf("%s, later: first %v, %v", call, first, err)
		}
		c.want(t, 1)
	}
}

// A messageId that can't be remembered is not answered: it could be used again.
func TestNoAnswerWithoutBinding(t *testing.T) {
	store := newFaulty(memory())
	d := newDoer(t, store, once.Options{})
	var c counted
	if _, _, err := d.Do(ctx, message("m1", "e1"), c.effect); err != nil {
		t.Fatal(err)
	}
	store.set("Bind")
	if _, _, err := d.Do(ctx, message("m2", "e1"), never(t)); !errors.Is(err, once.ErrNotBegun) {
		t.Error(err)
	}
	if _, _, err := d.Do(ctx, message("m1", "e1"), never(t)); err != nil {
		t.Errorf("what is known in all its keys: %v", err)
	}
}

// An outcome that can't be stored is still known here, and stored when it can be.
func TestOutcomeNotStored(t *testing.T) {
	store := newFaulty(memory(), "Finish")
	d := newDoer(t, store, once.Options{})
	var c counted
	res, first, err := d.Do(ctx, plain("m"), c.effect)
	if !errors.Is(err, once.ErrNotKept) || !errors.Is(err, errDisk) || !first || string(res.Answer) != "stored" {
		t.Errorf("%q, first %v, %v", res.Answer, first, err)
	}
	for range 2 {
		if res, first, err := d.Do(ctx, plain("m"), never(t)); err != nil || first || string(res.Answer) != "stored" {
			t.Errorf("again: %q, first %v, %v", res.Answer, first, err)
		}
	}
	if list, _ := store.Unfinished(ctx); len(list) != 1 {
		t.Errorf("%d unfinished in the store", len(list))
	}
	store.set()
	if _, _, err := d.Do(ctx, plain("m"), never(t)); err != nil {
		t.Error(err)
	}
	if list, _ := store.Unfinished(ctx); len(list) != 0 {
		t.Errorf("%d unfinished in the store", len(list))
	}
	c.want(t, 1)
}

// Closing writes what the store did not take, or says that it does not.
func TestCloseStoresTheRest(t *testing.T) {
	store := newFaulty(memory(), "Finish", "Forget")
	d := newDoer(t, store, once.Options{})
	var c counted
	_, _, _ = d.Do(ctx, plain("m"), c.effect)
	_, _, _ = d.Do(ctx, plain("n"), func(context.Context) (once.Result, error) { return once.Result{}, once.NothingHappened(nil) })
	wantErr(t, "Close", d.Close(ctx), once.ErrNotKept)
	store.set()
	if err := d.Close(ctx); err != nil {
		t.Error(err)
	}
	if list, _ := store.Unfinished(ctx); len(list) != 0 {
		t.Errorf("%d unfinished in the store", len(list))
	}
}

// Keys that can't be freed stay taken, and are freed later.
func TestKeysNotFreed(t *testing.T) {
	store := newFaulty(memory(), "Forget")
	d := newDoer(t, store, once.Options{})
	_, _, err := d.Do(ctx, plain("m"), func(context.Context) (once.Result, error) { return once.Result{}, once.NothingHappened(nil) })
	var nothing *once.NothingHappenedError
	if !errors.As(err, &nothing) || !errors.Is(err, once.ErrNotKept) {
		t.Error(err)
	}
	if _, _, err := d.Do(ctx, plain("m"), never(t)); !errors.Is(err, once.ErrNotBegun) {
		t.Error(err)
	}
	store.set()
	var c counted
	if _, first, err := d.Do(ctx, plain("m"), c.effect); err != nil || !first {
		t.Errorf("first %v, %v", first, err)
	}
	c.want(t, 1)
}

func TestFull(t *testing.T) {
	store := once.NewMemoryStore(once.Limits{Keys: 4})
	d := newDoer(t, store, once.Options{})
	var c counted
	for i := range 2 {
		if _, _, err := d.Do(ctx, message(fmt.Sprint("m", i), fmt.Sprint("e", i)), c.effect); err != nil {
			t.Fatal(err)
		}
	}
	for what, r := range map[string]once.Request{"a new message": plain("m9"), "a fresh messageId of a known event": message("m9", "e1")} {
		if _, first, err := d.Do(ctx, r, never(t)); !errors.Is(err, once.ErrFull) || first {
			t.Errorf("%s: first %v, %v", what, first, err)
		}
	}
	if _, _, err := d.Do(ctx, message("m1", "e1"), never(t)); err != nil {
		t.Errorf("a known one: %v", err)
	}
	small := newDoer(t, once.NewMemoryStore(once.Limits{Bytes: 1}), once.Options{})
	if _, _, err := small.Do(ctx, plain("m1"), c.effect); err != nil {
		t.Error(err)
	}
	if _, _, err := small.Do(ctx, plain("m2"), never(t)); !errors.Is(err, once.ErrFull) {
		t.Error(err)
	}
}

// Keys are kept for the retention, and not for ever.
func TestRetention(t *testing.T) {
	clk := newClock()
	d := newDoer(t, memory(), once.Options{Retention: 48 * time.Hour, Now: clk.now})
	var c counted
	do := func(wantFirst bool) {
		t.Helper()
		if _, first, err := d.Do(ctx, message("m1", "e1"), c.effect); err != nil || first != wantFirst {
			t.Errorf("first %v, %v", first, err)
		}
	}
	do(true)
	for range 48 {
		clk.pass(time.Hour)
		do(false)
	}
	clk.pass(time.Hour + 1)
	do(true)
	c.want(t, 2)
	clk.pass(48*time.Hour + 1)
	if n, err := d.Prune(ctx); err != nil || n != 1 {
		t.Errorf("%d pruned, %v", n, err)
	}
}

// What is not known to have ended is kept.
func TestUnknownIsNotPruned(t *testing.T) {
	clk := newClock()
	store := memory()
	died := newDoer(t, newFaulty(store, "Finish"), once.Options{Now: clk.now})
	var c counted
	_, _, _ = died.Do(ctx, plain("m"), c.effect)
	d := newDoer(t, store, once.Options{Now: clk.now})
	clk.pass(1000 * 24 * time.Hour)
	if _, _, err := d.Do(ctx, plain("m"), never(t)); !errors.Is(err, once.ErrUnknownOutcome) {
		t.Error(err)
	}
	c.want(t, 1)
}

// An execution leaves one record in the audit log, a request that comes again
// none; without its intent line there is no effect.
func TestAudit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	log, err := audit.Open(path, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := newDoer(t, memory(), once.Options{Audit: log})
	var c counted
	do := func(r once.Request, effect func(context.Context) (once.Result, error)) {
		_, _, _ = d.Do(ctx, r, effect)
	}
	for range 3 {
		do(message("m1", "e1"), func(c2 context.Context) (once.Result, error) {
			if got := records(t, path); len(got) != 1 || got[0].Phase != audit.Intent {
				t.Errorf("the intent is not on disk: %+v", got)
			}
			return c.effect(c2)
		})
		do(message("m2", "e1"), c.effect)
		do(message("m1", "e2"), c.effect)
	}
	do(plain("failed"), func(context.Context) (once.Result, error) { return once.Result{}, errors.New("x") })
	do(plain("panics"), func(context.Context) (once.Result, error) { panic("x") })
	do(plain("nothing"), func(context.Context) (once.Result, error) { return once.Result{}, once.NothingHappened(nil) })
	c.want(t, 1)
	got := records(t, path)
	want := []string{"m1 done", "failed failed", "panics failed", "nothing nothing-happened"}
	if len(got) != 2*len(want) {
		t.Fatalf("%d lines, want %d", len(got), 2*len(want))
	}
	for i, w := range want {
		in, out := got[2*i], got[2*i+1]
		if in.ID != out.ID || out.MessageID+" "+out.Outcome != w || in.Caller != someone || in.Skill != "event-ingest" || len(in.Input) == 0 {
			t.Errorf("%s: %+v %+v", w, in, out)
		}
	}
	if got[1].TaskID != "t1" {
		t.Errorf("the task's id is not in the outcome: %+v", got[1])
	}

	noSkill := plain("no skill")
	noSkill.Skill = ""
	if _, first, err := d.Do(ctx, noSkill, never(t)); !errors.Is(err, once.ErrNotBegun) || !errors.Is(err, audit.ErrNoKey) || first {
		t.Errorf("first %v, %v", first, err)
	}
	_ = log.Close()
	for range 2 { // the key stays free
		if _, first, err := d.Do(ctx, plain("late"), never(t)); !errors.Is(err, once.ErrNotBegun) || !errors.Is(err, audit.ErrClosed) || first {
			t.Errorf("first %v, %v", first, err)
		}
	}
}

func records(t *testing.T, path string) []audit.Record {
	t.Helper()
	list, err := audit.Read(bytes.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An audit log that fails after the effect, or panics before it.
func TestAuditFails(t *testing.T) {
	log, err := audit.Open(filepath.Join(t.TempDir(), "a.jsonl"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := newDoer(t, memory(), once.Options{Audit: log})
	var c counted
	res, first, err := d.Do(ctx, plain("m"), func(c2 context.Context) (once.Result, error) {
		_ = log.Close()
		return c.effect(c2)
	})
	if !errors.Is(err, once.ErrNotKept) || !errors.Is(err, audit.ErrClosed) || !first || string(res.Answer) != "stored" {
		t.Errorf("%q, first %v, %v", res.Answer, first, err)
	}
	if _, first, err := d.Do(ctx, plain("m"), never(t)); err != nil || first {
		t.Errorf("again: first %v, %v", first, err)
	}
	log, err = audit.Open(filepath.Join(t.TempDir(), "b.jsonl"), audit.Options{Redact: func(json.RawMessage) json.RawMessage { panic("x") }})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	d = newDoer(t, memory(), once.Options{Audit: log})
	var pe *once.PanicError
	if _, first, err := d.Do(ctx, plain("m"), never(t)); !errors.Is(err, once.ErrNotBegun) || !errors.As(err, &pe) || first {
		t.Errorf("first %v, %v", first, err)
	}
}
