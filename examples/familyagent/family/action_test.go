package family

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hs9147/agentcard/verify/audit"
)

// ingest sends an event under a messageId, and gives the task and its state.
func (k *kit) ingest(messageID, eventID string) (taskRead, string) {
	k.t.Helper()
	a := k.post(sending(messageID, event(eventID), ""), bearer(k.token("actionBearer"))...)
	if a.Error.Code != 0 {
		return taskRead{}, a.body
	}
	return a.task(k.t)
}

// holds says how many events are in the books, and how many lines in the records.
func (k *kit) holds(effects int64, lines int) {
	k.t.Helper()
	n, err := k.Effects(k.t.Context())
	if err != nil || n != effects {
		k.t.Errorf("%d events, %v, want %d", n, err, effects)
	}
	records, err := k.Records(k.t.Context())
	if err != nil || len(records) != lines {
		k.t.Errorf("%d lines, %v, want %d", len(records), err, lines)
	}
}

// What was executed is not executed again: not by the same message, not by the
// same event under a fresh messageId, not at the same time, and not after a
// restart over the same folder. Whoever sends again is told of the first task.
func TestOnce(t *testing.T) {
	k := newKit(t, "terra")
	first, word := k.ingest("m-1", "e-1")
	if word != completed || !strings.Contains(first.text(), "e-1") {
		t.Fatalf("%s %s", word, first.text())
	}
	same := func(why, messageID string) {
		t.Helper()
		if again, word := k.ingest(messageID, "e-1"); word != completed || again.ID != first.ID || again.ContextID != first.ContextID || again.text() != first.text() {
			t.Errorf("%s: %s %+v, first %+v", why, word, again, first)
		}
	}
	same("the same message", "m-1")
	same("a fresh messageId", "m-2")
	if _, word := k.ingest("m-1", "e-2"); !strings.Contains(word, "-32602") {
		t.Errorf("another payload under the same messageId: %s", word)
	}
	k.holds(1, 2)

	k.stop()
	if got := k.post(sending("m-1", event("e-1"), ""), bearer(k.token("actionBearer"))...); got.status != 503 {
		t.Errorf("a closed agent answers %d", got.status)
	}
	k.start()
	same("after a restart", "m-1")
	same("after a restart, a fresh messageId", "m-3")
	if got, word := k.post(envelope("GetTask", `{"id":"`+first.ID+`"}`), bearer(k.token("actionBearer"))...).task(t); word != completed || got.ID != first.ID {
		t.Errorf("the first task after a restart: %s", word)
	}
	k.holds(1, 2)

	var wg sync.WaitGroup
	ids := make([]string, 8)
	for i := range ids {
		wg.Go(func() { got, _ := k.ingest("m-9", "e-9"); ids[i] = got.ID })
	}
	wg.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("at the same time: tasks %v", ids)
			break
		}
	}
	k.holds(2, 4)
}

// Another caller's equal ids are another request.
func TestAnotherCaller(t *testing.T) {
	k := newKit(t, "terra")
	k.ingest("m-1", "e-1")
	if got, word := k.post(sending("m-1", event("e-1"), ""), bearer(k.other.Token)...).task(t); word != completed {
		t.Errorf("%s %+v", word, got)
	}
	k.holds(2, 4)
	records, err := k.Records(t.Context())
	if err != nil || records[0].Caller != (audit.Caller{Service: "society"}) || records[2].Caller != (audit.Caller{Service: "chopilot"}) || string(records[0].Input) != event("e-1") {
		t.Errorf("%v %+v", err, records)
	}
}

// dropLine takes the last line off a file, as a crash before it was written would.
func dropLine(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	if err := os.WriteFile(path, text[:bytes.LastIndexByte(text, '\n')+1], 0o600); err != nil {
		t.Fatal(err)
	}
}

// An execution that a crash cut off is settled by the books: what is in them is
// not executed again, what is not is free to be.
func TestCrash(t *testing.T) {
	for _, booked := range []bool{true, false} {
		k := newKit(t, "terra")
		k.ingest("m-0", "e-0")
		k.ingest("m-1", "e-1")
		k.stop()
		dropLine(t, filepath.Join(k.dir, "once.jsonl"))
		dropLine(t, filepath.Join(k.dir, "audit.jsonl"))
		lines := 3 // an intent without its outcome stays for the owner to see
		if !booked {
			dropLine(t, filepath.Join(k.dir, "events.jsonl"))
			lines += 2
		}
		k.start()
		if got, word := k.ingest("m-1", "e-1"); word != completed {
			t.Errorf("booked %v: %s %+v", booked, word, got)
		}
		k.holds(2, lines)
	}
}

// An event that is refused has changed nothing, and its keys are free.
func TestRefusedEvent(t *testing.T) {
	k := newKit(t, "terra")
	token := bearer(k.token("actionBearer"))
	if _, word := k.post(sending("m-1", `[{"data":{"event":"","id":"e-1"}}]`, ""), token...).task(t); word != rejected {
		t.Errorf("an empty event: %s", word)
	}
	if _, word := k.ingest("m-1", "e-1"); word != completed {
		t.Errorf("mended, under the same messageId: %s", word)
	}
	n, err := k.Effects(t.Context())
	if n != 1 || err != nil {
		t.Errorf("%d events, %v", n, err)
	}
}

// An event that can't be written is a failure that is remembered, not an answer.
func TestFailedEvent(t *testing.T) {
	k := newKit(t, "terra")
	if err := k.books.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, word := k.ingest("m-1", "e-1"); word != failed || strings.Contains(got.text(), "closed") {
			t.Errorf("%s %q", word, got.text())
		}
	}
	k.holds(0, 2)
}

// The books take up after a crash, and tell a damaged line.
func TestBooks(t *testing.T) {
	dir := t.TempDir()
	b, err := OpenBooks(dir)
	if err != nil {
		t.Fatal(err)
	}
	society := audit.Caller{Service: "society"}
	for _, id := range []string{"e-1", "e-2"} {
		if err := b.add(entry{Caller: society, ID: id, Event: "x", Source: []byte(`{"id":"` + id + `"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil || b.Close() != nil || b.add(entry{}) == nil {
		t.Errorf("closing: %v", err)
	}
	path := filepath.Join(dir, "events.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(s string) {
		if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(string(text) + `{"id":"e-3","ev`)
	if b, err = OpenBooks(dir); err != nil {
		t.Fatal(err)
	}
	if err := b.add(entry{Caller: society, ID: "e-3", Event: "x"}); err != nil {
		t.Error(err)
	}
	if b.count() != 3 || !b.has(society, "e-2") || !b.has(society, "e-3") || b.has(audit.Caller{Service: "guild"}, "e-2") {
		t.Errorf("%+v", b.all())
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	write("nonsense\n" + string(text))
	if _, err = OpenBooks(dir); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a damaged line: %v", err)
	}
}
