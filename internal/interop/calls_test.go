package interop

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The calls are written byte by byte here: what is asked is how a server takes
// exactly these bytes, wrong ones and twice the same ones among them.

// call is a message to send, and how. It has a part of text, a part with an
// event, or both.
type call struct {
	id    string // messageId; without one the member is left out
	blank bool   // messageId is there, and empty
	text  string
	event bool
	now   bool // answer at once, with the task as it is

	method  string // of JSON-RPC, in place of the binding's own
	version string // A2A-Version, in place of the binding's; "-" for none
	shape   string // the version whose shapes the body has, in place of the binding's
	token   string // in Authorization, where there is one
}

// answered is what came back.
type answered struct {
	task  string // its id
	state string // of the task, as 0.3 spells it: completed
	code  string // of the error, or the HTTP status of one without code; empty: no error
}

// String says it in a word or two.
func (a answered) String() string {
	switch {
	case a.code != "":
		return "error " + a.code
	case a.state == "":
		return "no task"
	}
	return a.state
}

// httpClient gives up on a server that doesn't answer.
var httpClient = &http.Client{Timeout: 30 * time.Second}

// params are those of a call as a version of A2A spells them.
func (c call) params(version string) string {
	old := version == "0.3"
	var parts []string
	add := func(kind, value string) {
		part := `"` + kind + `":` + value
		if old {
			part = `"kind":"` + kind + `",` + part
		}
		parts = append(parts, "{"+part+"}")
	}
	if c.text != "" {
		add("text", strconv.Quote(c.text))
	}
	if c.event {
		add("data", `{"event":"ingest","id":"evt-1"}`)
	}
	members := `"parts":[` + strings.Join(parts, ",") + `]`
	if c.id != "" || c.blank {
		members = `"messageId":` + strconv.Quote(c.id) + `,` + members
	}
	if old {
		return fmt.Sprintf(`{"message":{"kind":"message","role":"user",%s},"configuration":{"blocking":%t}}`, members, !c.now)
	}
	return fmt.Sprintf(`{"message":{"role":"ROLE_USER",%s},"configuration":{"returnImmediately":%t}}`, members, c.now)
}

// send makes a call. The same call is the same bytes.
func (b binding) send(ctx context.Context, c call) (answered, error) {
	method := "SendMessage"
	if b.Version == "0.3" {
		method = "message/send"
	}
	return b.do(ctx, cmp.Or(c.method, method), "POST", "/message:send", c, c.params(cmp.Or(c.shape, b.Version)))
}

// get asks for a task.
func (b binding) get(ctx context.Context, id string) (answered, error) {
	method := "GetTask"
	if b.Version == "0.3" {
		method = "tasks/get"
	}
	return b.do(ctx, method, "GET", "/tasks/"+id, call{}, `{"id":`+strconv.Quote(id)+`}`)
}

// do sends params by JSON-RPC under the method, or over HTTP with the verb to
// the path, with the headers that the call asks for.
func (b binding) do(ctx context.Context, method, verb, path string, c call, params string) (answered, error) {
	target, body := b.URL+path, params
	if b.Protocol == "JSONRPC" {
		target, verb = b.URL, "POST"
		body = `{"jsonrpc":"2.0","id":"1","method":"` + method + `","params":` + params + `}`
	}
	if verb == "GET" {
		body = ""
	}
	req, err := http.NewRequestWithContext(ctx, verb, target, strings.NewReader(body))
	if err != nil {
		return answered{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	version := cmp.Or(c.version, b.Version)
	if version != "-" && version != "0.3" { // 0.3 knows no such header
		req.Header.Set("A2A-Version", version)
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		return answered{}, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return answered{}, err
	}
	return readAnswer(resp.StatusCode, data)
}

// readAnswer reads an answer of any version and binding.
func readAnswer(status int, data []byte) (answered, error) {
	type task struct {
		ID     string
		Status struct{ State string }
	}
	var said struct {
		task   // HTTP+JSON gives a task that was asked for as it is
		Task   *task
		Result *struct {
			task
			Task *task
		}
		Error json.RawMessage
	}
	if err := json.Unmarshal(data, &said); err != nil {
		return answered{}, fmt.Errorf("%w: %s", err, data[:min(len(data), 200)])
	}
	if len(said.Error) > 0 || status >= 300 {
		var e struct{ Code int }
		_ = json.Unmarshal(said.Error, &e)
		if e.Code == 0 {
			e.Code = status
		}
		return answered{code: strconv.Itoa(e.Code)}, nil
	}
	t := &said.task
	switch {
	case said.Task != nil:
		t = said.Task
	case said.Result != nil && said.Result.Task != nil:
		t = said.Result.Task
	case said.Result != nil:
		t = &said.Result.task
	}
	state := strings.ToLower(strings.TrimPrefix(t.Status.State, "TASK_STATE_"))
	return answered{task: t.ID, state: state}, nil
}

// effects is how many effects the server has counted.
func (s *server) effects(t *testing.T) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/effects", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var said struct{ Effects *int }
	if err := json.NewDecoder(resp.Body).Decode(&said); err != nil || said.Effects == nil {
		t.Fatalf("/effects: %d, %v", resp.StatusCode, err)
	}
	return *said.Effects
}

// ended asks for a task until it is in a state where it stays, and lists the
// states it was seen in, each once.
func (b binding) ended(t *testing.T, a answered) []string {
	t.Helper()
	states := []string{a.String()}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for a.state == "submitted" || a.state == "working" {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("%s: task %s stays %s", b, a.task, a.state)
		}
		next, err := b.get(ctx, a.task)
		if err != nil {
			t.Fatal(err)
		}
		next.task = a.task
		if a = next; states[len(states)-1] != a.String() {
			states = append(states, a.String())
		}
	}
	return states
}
