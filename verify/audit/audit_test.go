package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

var someone = audit.Caller{Issuer: "https://idp.example.com", Subject: "u-1"}

func entry(id string) audit.Entry {
	return audit.Entry{Skill: "event-ingest", Caller: someone, MessageID: id, Input: json.RawMessage(`{"n": 1}`)}
}

func open(t *testing.T, path string, o audit.Options) *audit.Log {
	t.Helper()
	l, err := audit.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func read(t *testing.T, path string) []audit.Record {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := audit.Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestAround(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	at := time.Date(2026, 8, 17, 9, 0, 0, 123_456_789, time.FixedZone("KST", 9*3600))
	l := open(t, path, audit.Options{Now: func() time.Time { return at }})
	ran := false
	err := l.Around(context.Background(), entry("m1"), func(context.Context) (audit.Result, error) {
		if list := read(t, path); len(list) != 1 || list[0].Phase != audit.Intent {
			t.Errorf("the intent is not on disk before the effect: %+v", list)
		}
		ran = true
		return audit.Result{TaskID: "t1"}, nil
	})
	list := read(t, path)
	if err != nil || !ran || len(list) != 2 {
		t.Fatalf("%v, %d records", err, len(list))
	}
	in, out := list[0], list[1]
	if in.ID != out.ID || out.Phase != audit.Outcome || out.Outcome != "done" || out.TaskID != "t1" || string(in.Input) != `{"n":1}` && string(in.Input) != `{"n": 1}` {
		t.Errorf("%+v\n%+v", in, out)
	}
	if in.Caller != someone || in.MessageID != "m1" || !in.Time.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("%+v", in)
	}
	if text, _ := os.ReadFile(path); !strings.Contains(string(text), `"time":"2026-08-17T00:00:00.123Z"`) {
		t.Errorf("time is not RFC 3339 in UTC with milliseconds: %s", text)
	}
}

func TestNoEffectWithoutIntent(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "a.jsonl"), audit.Options{})
	never := func(context.Context) (audit.Result, error) { t.Error("the effect ran"); return audit.Result{}, nil }
	noCaller, noKey, noJSON := entry("m"), entry(""), entry("m")
	noCaller.Caller = audit.Caller{}
	noJSON.Input = json.RawMessage(`{`)
	if err := l.Around(context.Background(), noCaller, never); !errors.Is(err, audit.ErrNoCaller) {
		t.Error(err)
	}
	if err := l.Around(context.Background(), noKey, never); !errors.Is(err, audit.ErrNoKey) {
		t.Error(err)
	}
	if err := l.Around(context.Background(), noJSON, never); err == nil {
		t.Error("an input that is no JSON was taken")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := l.Around(ctx, entry("m"), never); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_ = l.Close()
	if err := l.Around(context.Background(), entry("m"), never); !errors.Is(err, audit.ErrClosed) {
		t.Error(err)
	}
}

func TestOutcomeWhateverHappens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l := open(t, path, audit.Options{})
	boom := errors.New("boom")
	if err := l.Around(context.Background(), entry("m1"), func(context.Context) (audit.Result, error) { return audit.Result{}, boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = l.Around(context.Background(), entry("m2"), func(context.Context) (audit.Result, error) { panic("x") })
	}()
	list := read(t, path)
	if len(list) != 4 || list[1].Outcome != "failed" || list[3].Outcome != "failed" {
		t.Errorf("%+v", list)
	}
}

func TestReopenAfterCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l := open(t, path, audit.Options{})
	for _, id := range []string{"m1", "m2"} {
		if _, err := l.Begin(context.Background(), entry(id)); err != nil {
			t.Fatal(err)
		}
	}
	_ = l.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The process may die at any byte of the last line.
	first := bytes.IndexByte(whole, '\n') + 1
	for cut := first; cut <= len(whole); cut += 7 {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		again := open(t, path, audit.Options{})
		if _, err := again.Begin(context.Background(), entry("m3")); err != nil {
			t.Fatal(err)
		}
		_ = again.Close()
		list := read(t, path)
		want := 2
		if cut == len(whole) {
			want = 3
		}
		if len(list) != want || list[0].MessageID != "m1" || list[len(list)-1].MessageID != "m3" {
			t.Fatalf("cut at %d: %d records", cut, len(list))
		}
	}
	if err := os.WriteFile(path, whole[:len(whole)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	var ce *audit.ChainError
	if _, err := audit.Read(bytes.NewReader(whole[:len(whole)-5])); !errors.As(err, &ce) || ce.Code != "unfinished" || ce.Line != 2 {
		t.Error(err)
	}
}

func TestTampering(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l := open(t, path, audit.Options{})
	for _, id := range []string{"m1", "m2", "m3"} {
		if _, err := l.Begin(context.Background(), entry(id)); err != nil {
			t.Fatal(err)
		}
	}
	last := l.Last()
	_ = l.Close()
	whole, _ := os.ReadFile(path)
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	lines[2] += "\n"
	for name, text := range map[string]string{
		"a value changed":  strings.Replace(string(whole), `"n"`, `"m"`, 1),
		"a line taken out": lines[0] + lines[2],
		"lines swapped":    lines[1] + lines[0] + lines[2],
		"the first gone":   lines[1] + lines[2],
		"a line repeated":  lines[0] + lines[0] + lines[1] + lines[2],
		"a space added":    strings.Replace(string(whole), `{`, `{ `, 1),
		"no JSON":          lines[0] + "nonsense\n",
		"a member twice":   lines[0] + `{"prev":"","prev":""}` + "\n",
	} {
		if _, err := audit.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s: not seen", name)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if again, err := audit.Open(path, audit.Options{}); err == nil {
			_ = again.Close()
			t.Errorf("%s: opened", name)
		}
	}
	if list, err := audit.Read(strings.NewReader(lines[0] + lines[1])); err != nil || len(list) != 2 || last == "" {
		t.Errorf("a cut end can't be seen from the file alone: %v", err)
	}
}

func TestInputKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l := open(t, path, audit.Options{Redact: func(json.RawMessage) json.RawMessage { return json.RawMessage(`{"n":"*"}`) }})
	if _, err := l.Begin(context.Background(), entry("m1")); err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if r := read(t, path)[0]; string(r.Input) != `{"n":"*"}` || r.Digest != "" {
		t.Errorf("%+v", r)
	}
	path = filepath.Join(t.TempDir(), "b.jsonl")
	var stored json.RawMessage
	l = open(t, path, audit.Options{KeepRef: func(_ context.Context, id string, in json.RawMessage) (string, error) {
		stored = in
		return "store/" + id, nil
	}})
	if _, err := l.Begin(context.Background(), entry("m1")); err != nil {
		t.Fatal(err)
	}
	want, err := audit.DigestOf(json.RawMessage(`{"n":1}`))
	if r := read(t, path)[0]; err != nil || r.Input != nil || r.InputRef != "store/"+r.ID || r.Digest != want || string(stored) != `{"n": 1}` {
		t.Errorf("%+v %v", r, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l := open(t, path, audit.Options{})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if err := l.Around(context.Background(), entry("m"), func(context.Context) (audit.Result, error) { return audit.Result{}, nil }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if list := read(t, path); len(list) != 40 {
		t.Errorf("%d records", len(list))
	}
	x, err := l.Begin(context.Background(), entry("m"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := x.End(audit.Result{}); err != nil {
			t.Error(err)
		}
	}
	if list := read(t, path); len(list) != 42 {
		t.Errorf("ended twice: %d records", len(list))
	}
}
