package badagent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/badagent"
)

// site is an agent that is being served.
type site struct {
	*badagent.Agent
	t      *testing.T
	origin string
	client *http.Client
}

func serve(t *testing.T, o badagent.Options) *site {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	o.Origin = "http://" + server.Listener.Addr().String()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	a, err := badagent.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = a
	server.Start()
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		server.CloseClientConnections()
		server.Close()
		transport.CloseIdleConnections()
	})
	return &site{a, t, o.Origin, &http.Client{
		Transport:     transport,
		Timeout:       5 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answer is what came back, as far as it came.
type answer struct {
	status int
	header http.Header
	body   string
	err    error
}

// do sends a request; header is pairs of name and value.
func (s *site) do(method, url, body string, header ...string) answer {
	s.t.Helper()
	if strings.HasPrefix(url, "/") {
		url = s.origin + url
	}
	r, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := s.client.Do(r)
	if err != nil {
		return answer{err: err}
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, string(got), err}
}

// headers of a call with a token.
func headers(token string, more ...string) []string {
	return append([]string{"Content-Type", "application/json", "A2A-Version", "1.0", "Authorization", "Bearer " + token}, more...)
}

// post calls the agent with an envelope as it is.
func (s *site) post(envelope string, header ...string) answer {
	s.t.Helper()
	return s.do(http.MethodPost, badagent.Path, envelope, header...)
}

// call calls a method.
func (s *site) call(token, method, params string) answer {
	s.t.Helper()
	return s.post(envelope(method, params), headers(token)...)
}

func envelope(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":"r-1","method":%q,"params":%s}`, method, params)
}

// message is params of SendMessage; more members of the message may follow.
func message(id string, parts json.RawMessage, more string) string {
	return fmt.Sprintf(`{"message":{"messageId":%q,"role":"ROLE_USER","parts":%s%s}}`, id, parts, more)
}

// task is what the tests read of a Task.
type task struct {
	ID, ContextID string
	Status        struct {
		State     string
		Timestamp string
		Message   json.RawMessage
	}
	Artifacts []struct {
		ArtifactID string
		Parts      json.RawMessage
	}
}

// reply is what the tests read of a JSON-RPC answer.
type reply struct {
	JSONRPC string
	ID      json.RawMessage
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
	}
}

// outcome is the answer in a word or two: "completed", "-32602", "401".
func (a answer) outcome() string {
	_, word := a.task()
	return word
}

// task reads the Task of an answer to SendMessage or GetTask, and says what
// became of it.
func (a answer) task() (task, string) {
	var r reply
	var t task
	switch {
	case a.err != nil && (strings.Contains(a.err.Error(), "deadline") || strings.Contains(a.err.Error(), "Timeout")):
		return t, "timeout"
	case a.err != nil:
		return t, "cut"
	case a.status != http.StatusOK:
		return t, fmt.Sprint(a.status)
	case a.body == "":
		return t, "empty"
	case a.header.Get("Content-Type") != "application/json":
		return t, a.header.Get("Content-Type")
	case json.Unmarshal([]byte(a.body), &r) != nil || r.JSONRPC != "2.0":
		return t, "no JSON-RPC"
	case string(r.ID) != `"r-1"`:
		return t, "id " + string(r.ID)
	case r.Result != nil && r.Error != nil:
		return t, "both"
	case r.Error != nil:
		return t, fmt.Sprint(r.Error.Code)
	}
	var wrapped struct {
		Task    json.RawMessage
		Message json.RawMessage
		Kind    string
		ID      string
	}
	if json.Unmarshal(r.Result, &wrapped) != nil || wrapped.Message != nil || wrapped.Kind != "" {
		return t, "no task"
	}
	text := wrapped.Task
	if text == nil && wrapped.ID != "" {
		text = r.Result // of GetTask
	}
	if json.Unmarshal(text, &t) != nil || t.ID == "" || t.ContextID == "" || t.Status.Timestamp == "" {
		return t, "no task"
	}
	state, _ := strings.CutPrefix(t.Status.State, "TASK_STATE_")
	return t, strings.ToLower(strings.ReplaceAll(state, "_", "-"))
}

// event sends a test event to the action and gives the answer in a word.
func (s *site) event(messageID, eventID string) string {
	s.t.Helper()
	return s.as("actionBearer", messageID, eventID)
}

func (s *site) as(credential, messageID, eventID string) string {
	s.t.Helper()
	return s.call(s.Token(credential), "SendMessage", message(messageID, s.Event(eventID), "")).outcome()
}

// effects is how often the action took effect.
func (s *site) effects() int64 {
	s.t.Helper()
	n, err := s.Effects(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// fetch gets the card as a careful client does, and says what stands in the way.
func (s *site) fetch() (*wellknown.Response, string) {
	f := &wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true, Timeout: 2 * time.Second, HeaderTimeout: time.Second}
	r, err := f.Fetch(context.Background(), s.origin+badagent.Path)
	if err != nil {
		var e *wellknown.FetchError
		if !asFetchError(err, &e) {
			return r, err.Error()
		}
		return r, e.Rule + " " + e.Code
	}
	return r, "ok"
}

// request is one that goes to the agent without a network.
type request struct{ r *http.Request }

func newRequest(t *testing.T, body string, header ...string) request {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, badagent.Path, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return request{r}
}

func (r request) serve(h http.Handler) answer {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.r)
	return answer{w.Code, w.Header(), w.Body.String(), nil}
}
