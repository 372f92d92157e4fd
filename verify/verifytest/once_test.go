package verifytest_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
	"github.com/hs9147/agentcard/verify/verifytest"
)

// small is an agent as its owner writes it: what it dispatches is a table, what
// executes once is a Doer.
type small struct {
	table   dispatch.Table[answering]
	callers map[string]bearer // by token
	doer    *once.Doer
	events  atomic.Int64
}

type bearer struct {
	caller audit.Caller
	skill  string // that the token opens
}

// answering answers a message with a task in JSON.
type answering func(context.Context, bearer, incoming) (json.RawMessage, error)

type incoming struct {
	MessageID string `json:"messageId"`
	Parts     json.RawMessage
	skill, id string // of the event
}

func (s *small) lookup(context.Context, bearer, incoming) (json.RawMessage, error) {
	return task("리포트다"), nil
}

func (s *small) ingest(ctx context.Context, who bearer, m incoming) (json.RawMessage, error) {
	res, _, err := s.doer.Do(ctx, once.Request{
		Caller: who.caller, Skill: m.skill, MessageID: m.MessageID, Payload: m.Parts,
		Keys: []once.PayloadKey{{Name: "event", Value: m.id}},
	}, func(context.Context) (once.Result, error) {
		s.events.Add(1)
		return once.Result{Answer: task("기록했다")}, nil
	})
	return res.Answer, err
}

func task(says string) json.RawMessage {
	out, err := json.Marshal(map[string]any{"task": map[string]any{
		"id": rand.Text(), "contextId": rand.Text(), "status": map[string]any{"state": "TASK_STATE_COMPLETED"},
		"artifacts": []any{map[string]any{"artifactId": "a", "parts": []any{map[string]any{"text": says}}}},
	}})
	if err != nil {
		panic(err)
	}
	return out
}

func (s *small) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	who, known := s.callers[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	var call struct {
		ID     json.RawMessage
		Method string
		Params struct{ Message incoming }
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&call)
	m := call.Params.Message
	m.read()
	h, there := s.table.Lookup(m.skill)
	switch {
	case !known:
		w.WriteHeader(http.StatusUnauthorized)
		return
	case err != nil || call.Method != "SendMessage" || m.MessageID == "" || !there:
		reply(w, call.ID, "error", map[string]any{"code": -32602, "message": "no such call"})
		return
	case who.skill != m.skill:
		w.WriteHeader(http.StatusForbidden)
		return
	}
	result, err := h(r.Context(), who, m)
	if err != nil {
		reply(w, call.ID, "error", map[string]any{"code": -32602, "message": err.Error()})
		return
	}
	reply(w, call.ID, "result", result)
}

// read finds the skill by what the message holds.
func (m *incoming) read() {
	var parts []struct{ Data struct{ Event, ID string } }
	_ = json.Unmarshal(m.Parts, &parts)
	m.skill = "report-lookup"
	for _, p := range parts {
		if p.Data.Event == "ingest" {
			m.skill, m.id = "event-ingest", p.Data.ID
		}
	}
}

func reply(w http.ResponseWriter, id json.RawMessage, name string, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": id, name: value})
}

// newSmall is an agent with the card of terra, which its table must fit.
func newSmall(t *testing.T) (*small, http.Handler, string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("../testdata/base/terra.json")
	must(err)
	dir := t.TempDir()
	records := filepath.Join(dir, "audit.jsonl")
	log, err := audit.Open(records, audit.Options{})
	must(err)
	store, err := once.OpenFile(filepath.Join(dir, "once.jsonl"), once.Limits{})
	must(err)
	doer, err := once.New(store, once.Options{Audit: log})
	must(err)
	t.Cleanup(func() {
		if err := errors.Join(doer.Close(context.Background()), store.Close(), log.Close()); err != nil {
			t.Error(err)
		}
	})
	s := &small{doer: doer, callers: map[string]bearer{
		"reads":   {audit.Caller{Service: "society"}, "report-lookup"},
		"ingests": {audit.Caller{Service: "society"}, "event-ingest"},
		"another": {audit.Caller{Service: "guild"}, "event-ingest"},
	}}
	doc, err := card.Parse(text)
	must(err)
	skills := doc.Card().Skills
	s.table = dispatch.Table[answering]{{Skill: skills[0], Handler: s.lookup}, {Skill: skills[1], Handler: s.ingest}}
	must(s.table.Start(doc.Card()))
	published, err := wellknown.NewHandler(text)
	must(err)
	mux := http.NewServeMux()
	mux.Handle(wellknown.Path, published)
	mux.Handle("/a2a", s)
	return s, mux, records
}

// An agent that leaves keys, waiting and records to package once passes every
// probe, the thorough ones too.
func TestAgentOverOnce(t *testing.T) {
	s, handler, records := newSmall(t)
	profile := verify.Terra()
	profile.Policy.Actions = []string{"event-ingest"}
	report := verifytest.Run(t, verifytest.Agent{
		Handler: handler, Endpoint: "https://terra.internal/a2a", Strict: true,
		Live: verify.Live{
			Credentials: []verify.Credential{{Scheme: "serviceBearer", Token: "reads"}, {Scheme: "ingestBearer", Token: "ingests"}},
			Message:     &verify.Message{Text: "2026-11 리포트"},
			Messages:    map[string]verify.Message{"report-lookup": {Text: "2026-11 리포트"}},
			Actions: []verify.Action{{
				Skill: "event-ingest", Send: verify.Message{Parts: []byte(`[{"data":{"event":"ingest","id":"1"}}]`)},
				KeyPointer: "/0/data/id", Retention: s.doer.Retention(), Thorough: true, Settle: 20 * time.Millisecond,
				OtherCaller: &verify.Credential{Scheme: "ingestBearer", Token: "another"}, Caller: audit.Caller{Service: "society"},
				Effects: func(context.Context) (int64, error) { return s.events.Load(), nil },
				Records: func(context.Context) ([]audit.Record, error) { return read(records) },
			}},
		},
	}, profile)
	for _, id := range []string{"V1", "V4", "V7", "E3", "E4", "E5", "serve", "review4"} {
		if v := report.Verdict(id); v != verify.Pass {
			t.Errorf("%s: %s", id, v)
		}
	}
	if s.events.Load() < 4 {
		t.Errorf("only %d events were sent", s.events.Load())
	}
}

func read(path string) ([]audit.Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return audit.Read(f)
}
