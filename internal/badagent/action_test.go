package badagent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify/audit"
)

// TestAction sends an event in every way in which it could be executed twice.
func TestAction(t *testing.T) {
	s := serve(t, badagent.Options{Agent: "terra"})
	want := int64(0)
	step := func(why string, n int64, got, answer string) {
		t.Helper()
		want += n
		if got != answer {
			t.Errorf("%s: %s, want %s", why, got, answer)
		}
		if got := s.effects(); got != want {
			t.Errorf("%s: %d effects, want %d", why, got, want)
		}
	}
	step("first", 1, s.event("m-1", "e-1"), "completed")
	step("resend", 0, s.event("m-1", "e-1"), "completed")
	step("event id", 0, s.event("m-2", "e-1"), "completed")
	step("other payload", 0, s.event("m-1", "e-2"), "-32602")
	step("other caller", 1, s.as("other-caller", "m-1", "e-1"), "completed")
	step("other caller, resend", 0, s.as("other-caller", "m-1", "e-1"), "completed")
	step("at once", 1, s.atOnce("m-3", "e-3", 8), "completed")
	s.lose("m-4", "e-4")
	step("resend after a lost answer", 1, s.event("m-4", "e-4"), "completed")
	step("query's credential", 0, s.as("serviceBearer", "m-5", "e-5"), "403")

	// The same spelled otherwise is the same.
	spaced := json.RawMessage(strings.ReplaceAll(string(s.Event("e-1")), `,`, " ,\n"))
	step("other spelling", 0, s.call(s.Token("actionBearer"), "SendMessage", message("m-1", spaced, "")).outcome(), "completed")

	checkRecords(t, s, map[string]string{"m-1 society": "e-1", "m-1 chopilot": "e-1", "m-3 society": "e-3", "m-4 society": "e-4"})
	var report []struct{ Data struct{ Events int64 } }
	got, word := s.call(s.Token("serviceBearer"), "SendMessage", message("q", s.Question(), "")).task()
	if word != "completed" || json.Unmarshal(got.Artifacts[0].Parts, &report) != nil || report[1].Data.Events != want {
		t.Errorf("the report counts %+v, want %d", report, want)
	}
}

// checkRecords wants one record, of two lines, of each message and caller, with
// the event that was sent.
func checkRecords(t *testing.T, s *site, want map[string]string) {
	t.Helper()
	records, err := s.Records(context.Background())
	if err != nil || len(records) != 2*len(want) {
		t.Fatalf("%d lines, %v; want %d", len(records), err, 2*len(want))
	}
	intents := map[string]audit.Record{}
	for _, r := range records {
		key := r.MessageID + " " + r.Caller.Service
		switch r.Phase {
		case audit.Intent:
			var parts []struct{ Data struct{ ID string } }
			if _, twice := intents[r.ID]; twice || json.Unmarshal(r.Input, &parts) != nil || parts[0].Data.ID != want[key] || want[key] == "" {
				t.Errorf("%s: input %s", key, r.Input)
			}
			if d := time.Since(r.Time); d < -time.Second || d > time.Minute {
				t.Errorf("%s: at %s", key, r.Time)
			}
			intents[r.ID] = r
		case audit.Outcome:
			if i := intents[r.ID]; i.MessageID != r.MessageID || r.Outcome != "done" || r.TaskID == "" {
				t.Errorf("%s: outcome %+v of %+v", key, r, i)
			}
			delete(want, key)
		}
	}
	if len(want) != 0 {
		t.Errorf("no record of %v", want)
	}
}

// atOnce sends the same message n times at once, and gives the outcome if it is
// the same for all.
func (s *site) atOnce(messageID, eventID string, n int) string {
	words := make([]string, n)
	ids := make([]string, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			got, word := s.call(s.Token("actionBearer"), "SendMessage", message(messageID, s.Event(eventID), "")).task()
			words[i], ids[i] = word, got.ID
		})
	}
	all.Wait()
	for i := range n {
		if words[i] != words[0] || n > 2 && ids[i] != ids[0] {
			return fmt.Sprint(words, ids)
		}
	}
	return words[0]
}

// lose sends a message and closes the connection before the answer.
func (s *site) lose(messageID, eventID string) {
	s.t.Helper()
	host := strings.TrimPrefix(s.origin, "http://")
	conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", host)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	text := envelope("SendMessage", message(messageID, s.Event(eventID), ""))
	before := s.effects()
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
		badagent.Path, host, s.Token("actionBearer"), len(text), text)
	if err != nil {
		s.t.Fatal(err)
	}
	// The answer may be on its way as soon as the effect is there.
	for i := 0; s.effects() == before && i < 2000; i++ {
		time.Sleep(time.Millisecond)
	}
}

// TestAfterClose looks at what is left of a closed agent: its records.
func TestAfterClose(t *testing.T) {
	s := serve(t, badagent.Options{Agent: "terra"})
	if s.event("m-1", "e-1") != "completed" {
		t.Fatal("no event was taken in")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := s.event("m-2", "e-2"); got != "503" {
		t.Errorf("after Close: %s", got)
	}
	if got := s.do(http.MethodGet, "/.well-known/agent-card.json", ""); got.status != 503 {
		t.Errorf("the card after Close: %d", got.status)
	}
	if records, err := s.Records(context.Background()); len(records) != 2 || err != nil {
		t.Errorf("records after Close: %d, %v", len(records), err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("Close again: %v", err)
	}
}

// TestCloseEnds closes agents while something hangs, and looks for what was left
// running in this package.
func TestCloseEnds(t *testing.T) {
	for _, c := range [][2]string{{"ethos", "V7-hang"}, {"ethos", "V7-stream"}, {"ethos", "F4-drip"}, {"ethos", "F4-headers"}, {"ethos", "T-origin"}, {"terra", "E4-concurrent"}, {"terra", ""}} {
		s := serve(t, badagent.Options{Agent: c[0], Defect: c[1]})
		var all sync.WaitGroup
		token, parts := s.Token("userBearer"), s.Question()
		if c[0] == "terra" {
			token, parts = s.Token("actionBearer"), s.Event("e")
		}
		all.Go(func() { s.call(token, "SendMessage", message("m", parts, "")) })
		all.Go(func() { s.do(http.MethodGet, "/.well-known/agent-card.json", "") })
		time.Sleep(20 * time.Millisecond)
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", c[1], err)
		}
		all.Wait() // it ends since the agent let go
	}
	var left string
	for range 100 {
		stacks := make([]byte, 1<<20)
		left = ""
		for g := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			if strings.Contains(g, "badagent.(*Agent)") || strings.Contains(g, "badagent.hang") {
				left = g
			}
		}
		if left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("still running:\n%s", left)
}

// TestBounds fills the tasks: the oldest is forgotten, the newest kept.
func TestBounds(t *testing.T) {
	s := serve(t, badagent.Options{Agent: "ethos"})
	token := s.Token("userBearer")
	var oldest, newest task
	for i := range 1001 {
		r := newRequest(t, envelope("SendMessage", message("m", s.Question(), "")), headers(token)...)
		got, word := r.serve(s.Agent).task()
		if word != "completed" {
			t.Fatal(word)
		}
		if newest = got; i == 0 {
			oldest = got
		}
	}
	for id, want := range map[string]string{oldest.ID: "-32001", newest.ID: "completed"} {
		if got := s.call(token, "GetTask", `{"id":"`+id+`"}`).outcome(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
