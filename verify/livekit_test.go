package verify

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hs9147/agentcard/card/wellknown"
)

// site is an agent in memory, and the transport that leads to it. It keeps what
// it was asked. Nothing of it waits for real time, so that a test in a bubble of
// synctest does not either.
type site struct {
	card []byte                                        // at its place
	get  func(r *http.Request) (*http.Response, error) // in place of that
	send func(c *rpc) (*http.Response, error)          // answers a message
	poll func(c *rpc) (*http.Response, error)          // answers GetTask; nil: as send

	untraced bool // it does not say when a request is out

	mu   sync.Mutex
	gets []string // URLs
	rpcs []*rpc
}

// rpc is one JSON-RPC request.
type rpc struct {
	*http.Request
	raw    []byte
	n      int    // of its kind, from 0
	token  string // the Authorization field
	ID     json.RawMessage
	Method string
	Params struct {
		ID      string
		Message struct {
			MessageID, TaskID, Role, Kind string
			Parts                         json.RawMessage
		}
	}
}

func (c *rpc) key() string   { return c.Params.Message.MessageID }
func (c *rpc) parts() string { return string(c.Params.Message.Parts) }

// RoundTrip answers the card's place and JSON-RPC; 405 to any other GET.
func (s *site) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Method != http.MethodPost {
		s.mu.Lock()
		s.gets = append(s.gets, r.URL.String())
		s.mu.Unlock()
		switch {
		case s.get != nil:
			return s.get(r)
		case r.URL.Path == wellknown.Path:
			return answer(r, 200, "application/json", string(s.card)), nil
		}
		return answer(r, 405, "", ""), nil
	}
	c := &rpc{Request: r, token: r.Header.Get("Authorization")}
	var err error
	if c.raw, err = io.ReadAll(r.Body); err != nil {
		return nil, err
	}
	if err = json.Unmarshal(c.raw, c); err != nil {
		return nil, err
	}
	f := s.send
	poll := c.Method == "GetTask" || c.Method == "tasks/get"
	if poll && s.poll != nil {
		f = s.poll
	}
	s.mu.Lock()
	for _, earlier := range s.rpcs {
		if (earlier.Method == "GetTask" || earlier.Method == "tasks/get") == poll {
			c.n++
		}
	}
	s.rpcs = append(s.rpcs, c)
	s.mu.Unlock()
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && !s.untraced {
		trace.WroteRequest(httptrace.WroteRequestInfo{})
	}
	if f == nil {
		return c.task("task-1", "COMPLETED")
	}
	return f(c)
}

// sent are the requests that were no polls.
func (s *site) sent() []*rpc {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*rpc
	for _, c := range s.rpcs {
		if c.Method != "GetTask" && c.Method != "tasks/get" {
			out = append(out, c)
		}
	}
	return out
}

func answer(r *http.Request, status int, mediaType, body string) *http.Response {
	h := http.Header{}
	if mediaType != "" {
		h.Set("Content-Type", mediaType)
	}
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: h, Request: r,
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
	}
}

// give answers with a result, task with a task of 1.0 or of 0.3, says with a bare
// message, fault with an error.
func (c *rpc) give(result string) (*http.Response, error) {
	return answer(c.Request, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(c.ID)+`,"result":`+result+`}`), nil
}

func (c *rpc) task(id, state string) (*http.Response, error) {
	body := `{"id":"` + id + `","contextId":"c","status":{"state":"TASK_STATE_` + state + `"}}`
	switch c.Method {
	case "SendMessage":
		body = `{"task":` + body + `}`
	case "message/send", "tasks/get":
		state = strings.ReplaceAll(strings.ToLower(state), "_", "-")
		body = `{"kind":"task","id":"` + id + `","contextId":"c","status":{"state":"` + state + `"}}`
	}
	return c.give(body)
}

func (c *rpc) says(text string) (*http.Response, error) {
	return c.give(`{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"` + text + `"}]}}`)
}

func (c *rpc) fault(code, message string) (*http.Response, error) {
	return answer(c.Request, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(c.ID)+`,"error":{"code":`+code+`,"message":"`+message+`"}}`), nil
}

func (c *rpc) status(code int) (*http.Response, error) {
	return answer(c.Request, code, "text/plain", "no"), nil
}

// hangs answers when nobody waits any more.
func hangs(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

var errGone = errors.New("the connection is gone")

// ethosSite and terraSite serve the base cards; their Targets hold what an owner
// gives.
func ethosSite(t *testing.T, ops ...string) (*site, Target) {
	t.Helper()
	s := &site{card: derived(t, "base/ethos.json", ops...)}
	return s, Target{
		Endpoint: "https://ethos.internal/a2a", Profile: Ethos(),
		Live: &Live{Transport: s, Credentials: []Credential{{"userBearer", userToken}}},
	}
}

func terraSite(t *testing.T, ops ...string) (*site, Target) {
	t.Helper()
	s := &site{card: derived(t, "base/terra.json", ops...)}
	return s, Target{
		Endpoint: "https://terra.internal/a2a", Profile: Terra(),
		Live: &Live{Transport: s, Credentials: []Credential{{"serviceBearer", serviceToken}, {"ingestBearer", actionToken}}},
	}
}

const (
	userToken    = "user-token-3f9a"
	serviceToken = "service-token-77c1"
	actionToken  = "action-token-b02e"
)

// inBubble runs a test whose time is not real, at the same time as others.
func inBubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, f)
}

// lines are the findings of a run, one each: rule, verdict, pointer and code.
func lines(t Target, checks ...Check) []string {
	return found(Run(context.Background(), t, checks...), nil)
}

// one reports the finding of a rule and code, nil without it.
func one(r *Report, rule, code string) *Finding {
	for i := range r.Findings {
		if r.Findings[i].Rule == rule && r.Findings[i].Code == code {
			return &r.Findings[i]
		}
	}
	return nil
}

// took is how long something takes by the clock of the bubble.
func took(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// inBubbleSub is inBubble as a subtest.
func inBubbleSub(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { inBubble(t, f) })
}
