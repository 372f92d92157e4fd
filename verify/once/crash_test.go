package once_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hs9147/agentcard/verify/once"
)

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// history writes a file with every kind of line, and gives it.
func history(t *testing.T) []byte {
	t.Helper()
	s, disk := openMem(t, nil)
	d := newDoer(t, s, once.Options{})
	var c counted
	for i := range 3 {
		if _, _, err := d.Do(ctx, message(fmt.Sprint("m", i), fmt.Sprint("e", i)), c.effect); err != nil {
			t.Fatal(err)
		}
	}
	_, _, _ = d.Do(ctx, message("fresh", "e1"), never(t))
	_, _, _ = d.Do(ctx, plain("failed"), func(context.Context) (once.Result, error) { return once.Result{}, errors.New("x") })
	_, _, _ = d.Do(ctx, plain("free"), func(context.Context) (once.Result, error) { return once.Result{}, once.NothingHappened(nil) })
	_, _, _ = d.Do(ctx, plain("free"), c.effect)
	return disk.Disk()
}

func openMem(t testing.TB, text []byte) (*once.FileStore, *once.MemFile) {
	t.Helper()
	s, disk, err := once.OpenMem(text)
	if err != nil {
		t.Fatal(err)
	}
	return s, disk
}

// told is what the whole lines of a file say of a messageId.
func told(t *testing.T, text []byte, id string) (begun, finished bool) {
	t.Helper()
	records := map[string]string{} // messageId or event by record
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var l struct {
			Op     string
			ID     string
			Record struct {
				ID   string
				Keys []once.Key
			}
		}
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		switch {
		case l.Op == "begin" && l.Record.Keys[0].Value == id:
			records[l.Record.ID] = id
			begun, finished = true, false
		case l.Op == "finish" && records[l.ID] == id:
			finished = true
		case l.Op == "forget" && records[l.ID] == id:
			begun, finished = false, false
		}
	}
	return begun, finished
}

// The process may die at any byte. What was finished is not executed again and
// not lost; what was begun is not executed by itself.
func TestCrashAtEveryByte(t *testing.T) {
	whole := history(t)
	for cut := range len(whole) + 1 {
		s, _ := openMem(t, whole[:cut])
		d := newDoer(t, s, once.Options{})
		for i, r := range []once.Request{message("m0", "e0"), message("m1", "e1"), message("m2", "e2"), plain("failed"), plain("free")} {
			begun, finished := told(t, whole[:cut], r.MessageID)
			var c counted
			res, first, err := d.Do(ctx, r, c.effect)
			var unknown *once.UnknownOutcomeError
			var failed *once.FailedError
			switch {
			case !begun:
				if err != nil || !first {
					t.Errorf("cut at %d, %d: was not begun: first %v, %v", cut, i, first, err)
				}
				c.want(t, 1)
				continue
			case !finished:
				if !errors.As(err, &unknown) || unknown.ID == "" || unknown.Begun.IsZero() {
					t.Errorf("cut at %d, %d: was begun: %v", cut, i, err)
				}
			case r.MessageID == "failed":
				if !errors.As(err, &failed) {
					t.Errorf("cut at %d, %d: had failed: %v", cut, i, err)
				}
			default:
				if err != nil || string(res.Answer) != "stored" || res.TaskID != "t1" {
					t.Errorf("cut at %d, %d: was finished: %q, %v", cut, i, res.Answer, err)
				}
			}
			if first {
				t.Errorf("cut at %d, %d: was first", cut, i)
			}
			c.want(t, 0)
		}
	}
}

// The same with a file, at the ends of its lines and around them.
func TestCrashOfAFile(t *testing.T) {
	whole := history(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "once.jsonl")
	end := 0
	for line := range bytes.Lines(whole) {
		end += len(line)
		for _, cut := range []int{end - len(line)/2, end - 1, end} {
			if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
				t.Fatal(err)
			}
			s := openFile(t, dir).(*once.FileStore)
			if err := s.Begin(ctx, once.Record{ID: "x", Digest: "x", Keys: []once.Key{{Value: "x"}}}); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = openFile(t, dir).(*once.FileStore) // what was appended stands alone
			if list, err := s.Lookup(ctx, once.Key{Value: "x"}); err != nil || len(list) != 1 {
				t.Errorf("cut at %d: %d records, %v", cut, len(list), err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The power may go at any moment of an execution: what the effect sees on the
// disk knows of it, and so does what the caller was told.
func TestPowerCut(t *testing.T) {
	s, disk := openMem(t, nil)
	d := newDoer(t, s, once.Options{})
	for i := range 5 {
		r := message(fmt.Sprint("m", i), fmt.Sprint("e", i))
		var c counted
		_, _, err := d.Do(ctx, r, func(c2 context.Context) (once.Result, error) {
			after, _ := openMem(t, disk.Disk())
			if _, _, err := newDoer(t, after, once.Options{}).Do(ctx, r, never(t)); !errors.Is(err, once.ErrUnknownOutcome) {
				t.Errorf("the power goes during the effect: %v", err)
			}
			return c.effect(c2)
		})
		if err != nil {
			t.Fatal(err)
		}
		after, _ := openMem(t, disk.Disk())
		if res, _, err := newDoer(t, after, once.Options{}).Do(ctx, r, never(t)); err != nil || string(res.Answer) != "stored" {
			t.Errorf("the power goes after the answer: %q, %v", res.Answer, err)
		}
	}
}

// The owner decides what became of an execution that a crash cut off.
func TestOwnerDecides(t *testing.T) {
	store := memory()
	died := newDoer(t, newFaulty(store, "Finish"), once.Options{}) // its outcome reaches no disk
	var c counted
	for _, id := range []string{"happened", "did-not", "under-way"} {
		if _, _, err := died.Do(ctx, plain(id), c.effect); !errors.Is(err, once.ErrNotKept) {
			t.Fatal(err)
		}
	}
	clk := newClock()
	d := newDoer(t, store, once.Options{Now: clk.now})
	list, err := d.Unfinished(ctx)
	if err != nil || len(list) != 3 || list[0].Keys[0].Value != "happened" || list[0].Skill != "event-ingest" {
		t.Fatalf("%+v, %v", list, err)
	}
	_, _, err = d.Do(ctx, plain("happened"), never(t))
	var unknown *once.UnknownOutcomeError
	if !errors.As(err, &unknown) || !errors.Is(err, once.ErrUnknownOutcome) || unknown.ID != list[0].ID {
		t.Fatal(err)
	}
	if err := d.Settle(ctx, unknown.ID, once.Result{Answer: []byte("it was stored")}); err != nil {
		t.Error(err)
	}
	if res, first, err := d.Do(ctx, plain("happened"), never(t)); err != nil || first || string(res.Answer) != "it was stored" {
		t.Errorf("%q, %v", res.Answer, err)
	}
	if err := d.Release(ctx, list[1].ID); err != nil {
		t.Error(err)
	}
	if _, first, err := d.Do(ctx, plain("did-not"), c.effect); err != nil || !first {
		t.Errorf("first %v, %v", first, err)
	}
	c.want(t, 4)
	for what, err := range map[string]error{
		"settled twice":  d.Settle(ctx, list[0].ID, once.Result{}),
		"released twice": d.Release(ctx, list[1].ID),
		"no such record": d.Settle(ctx, "nobody", once.Result{}),
	} {
		wantErr(t, what, err, once.ErrNoRecord)
	}
}

// Nobody decides over what is under way here, or still to be stored.
func TestOwnerLeavesAlone(t *testing.T) {
	store := newFaulty(memory())
	d := newDoer(t, store, once.Options{})
	h := newHeld()
	out := send(ctx, d, plain("m"), h.effect)
	<-h.began
	under, err := store.Unfinished(ctx)
	if err != nil || len(under) != 1 {
		t.Fatal(under, err)
	}
	check := func() {
		t.Helper()
		if list, err := d.Unfinished(ctx); err != nil || len(list) != 0 {
			t.Errorf("%d unfinished, %v", len(list), err)
		}
		wantErr(t, "Settle", d.Settle(ctx, under[0].ID, once.Result{}), once.ErrInFlight)
		wantErr(t, "Release", d.Release(ctx, under[0].ID), once.ErrInFlight)
	}
	check()
	store.set("Finish")
	close(h.release)
	if got := <-out; !errors.Is(got.err, once.ErrNotKept) || string(got.res.Answer) != "stored" {
		t.Errorf("%+v", got)
	}
	check()
	store.set()
}
