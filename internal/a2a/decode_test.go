package a2a_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
)

// read gives what becomes of one answer to a send.
func read(t *testing.T, to a2a.Interface, answer func(http.ResponseWriter, seen)) (*a2a.Reply, error) {
	t.Helper()
	return send(t, client(to, record(t, answer).url), a2a.Message{})
}

func plain(text string) func(http.ResponseWriter, seen) { return says(200, "application/json", text) }

// TestB82DecodeByVersion: the version of the interface decides how a result has
// to look; the other version's shape is named as such.
func TestB82DecodeByVersion(t *testing.T) {
	for name, c := range map[string]struct {
		to     a2a.Interface
		result string
		want   string
	}{
		"1.0":                       {rpc10, task10, ""},
		"1.0, the other null":       {rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"}},"message":null}`, ""},
		"1.0, both":                 {rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"}},"message":{}}`, "both"},
		"1.0, none":                 {rpc10, `{}`, "neither"},
		"1.0, null":                 {rpc10, `null`, "shape"},
		"1.0, an array":             {rpc10, `[` + task10 + `]`, "shape"},
		"1.0, a bare task":          {rpc10, `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`, "neither"},
		"1.0, a task of 0.3":        {rpc10, task03, "version-mix"},
		"1.0, one without kind":     {rpc10, `{"id":"t1","status":{"state":"completed"}}`, "version-mix"},
		"1.0, a message of 0.3":     {rpc10, `{"kind":"message","messageId":"m","role":"agent","parts":[]}`, "version-mix"},
		"1.0, a wrapped 0.3 task":   {rpc10, `{"task":` + task03 + `}`, "version-mix"},
		"1.0, a task that is none":  {rpc10, `{"task":"t1"}`, "shape"},
		"1.0, a message as string":  {rpc10, `{"message":"hi"}`, "shape"},
		"1.0, no id":                {rpc10, `{"task":{"status":{"state":"TASK_STATE_COMPLETED"}}}`, "shape"},
		"1.0, an id that is none":   {rpc10, `{"task":{"id":7,"status":{"state":"TASK_STATE_COMPLETED"}}}`, "shape"},
		"1.0, no status":            {rpc10, `{"task":{"id":"t1"}}`, "shape"},
		"1.0, no state":             {rpc10, `{"task":{"id":"t1","status":{}}}`, "state"},
		"HTTP+JSON":                 {rest10, task10, ""},
		"HTTP+JSON, both":           {rest10, `{"task":{},"message":{}}`, "both"},
		"HTTP+JSON, none":           {rest10, `{}`, "neither"},
		"HTTP+JSON, 0.3":            {rest10, task03, "version-mix"},
		"HTTP+JSON, an array":       {rest10, `[]`, "shape"},
		"HTTP+JSON, an envelope":    {rest10, `{"jsonrpc":"2.0","id":"1","result":` + task10 + `}`, "envelope"},
		"0.3":                       {rpc03, task03, ""},
		"0.3, no kind":              {rpc03, `{"id":"t1","contextId":"c1","status":{"state":"completed"}}`, "shape"},
		"0.3, another kind":         {rpc03, `{"kind":"status-update","taskId":"t1"}`, "shape"},
		"0.3, a kind that is none":  {rpc03, `{"kind":1}`, "shape"},
		"0.3, no object":            {rpc03, `"x"`, "shape"},
		"0.3, a task of 1.0":        {rpc03, task10, "version-mix"},
		"0.3, a message of 1.0":     {rpc03, `{"message":{"messageId":"m"}}`, "version-mix"},
		"0.3, a state of 1.0":       {rpc03, `{"kind":"task","id":"t1","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`, "version-mix"},
		"0.3, without kind, of 1.0": {rpc03, `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`, "version-mix"},
	} {
		r, err := read(t, c.to, func(w http.ResponseWriter, s seen) { plain(wrap(c.to, s, c.result))(w, s) })
		if got := code(r, err); got != c.want {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.want, err)
		}
	}
}

// TestB83NestedFaults: a fault within a task's message does not lose the task.
func TestB83NestedFaults(t *testing.T) {
	for name, c := range map[string]struct {
		to           a2a.Interface
		result       string
		text, faults string
	}{
		"0.3 without kind and messageId": {
			rpc03, `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed","message":{"role":"agent","parts":[{"kind":"text","text":"ok"}]}}}`,
			"ok", "message /result/status/message, message /result/status/message",
		},
		"0.3 in full": {
			rpc03, `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"ok"}]}}}`,
			"ok", "",
		},
		"1.0 without messageId": {
			rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED","message":{"role":"ROLE_AGENT","parts":[{"text":"ok"}]}}}}`,
			"ok", "message /result/task/status/message",
		},
		"1.0 with the other role": {
			rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED","message":{"kind":"message","messageId":"m","role":"agent","parts":[{"text":"ok"}]}}}}`,
			"ok", "version-mix /result/task/status/message/kind, version-mix /result/task/status/message/role",
		},
		"a message that is none": {
			rest10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED","message":"done"}}}`, "", "message /task/status/message",
		},
		"a role of nobody": {
			rest10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"x","parts":[]}}}}`,
			"", "message /task/status/message/role, message /task/status/message/parts",
		},
		"a context that is none":   {rpc10, `{"task":{"id":"t1","contextId":3,"status":{"state":"TASK_STATE_COMPLETED"}}}`, "", "task /result/task/contextId"},
		"0.3 without a context":    {rpc03, `{"kind":"task","id":"t1","status":{"state":"completed"}}`, "", "task /result"},
		"artifacts that are none":  {rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":{}}}`, "", "artifact /result/task/artifacts"},
		"an artifact that is none": {rpc10, `{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[1]}}`, "", "artifact /result/task/artifacts/0"},
		"an artifact without id": {
			rpc10, `{"task":{"id":"t1","kind":"task","status":{"state":"TASK_STATE_COMPLETED","message":null},"artifacts":[{"parts":[{"text":"a"}]},{"artifactId":"b","parts":[{"data":null},{"text":"c"}]}]}}`,
			"a\nc", "version-mix /result/task/kind, artifact /result/task/artifacts/0",
		},
	} {
		r, err := read(t, c.to, func(w http.ResponseWriter, s seen) { plain(wrap(c.to, s, c.result))(w, s) })
		if err != nil || r.Task.State != a2a.Completed || r.Task.ID != "t1" || r.Task.Text != c.text || faultsOf(r) != c.faults {
			t.Errorf("%s: %v, %q, faults %q", name, err, textOf(r), faultsOf(r))
		}
	}
}

func textOf(r *a2a.Reply) string {
	if r == nil || r.Task == nil {
		return ""
	}
	return r.Task.Text
}

// TestB84EarlyAnswer: a blocking call that is answered before the end is a fault
// at 1.0, and the task can be polled.
func TestB84EarlyAnswer(t *testing.T) {
	states := []string{"SUBMITTED", "WORKING", "WORKING", "COMPLETED"}
	server := record(t, nil)
	server.answer = func(s seen) string {
		task := `{"id":"t1","status":{"state":"TASK_STATE_` + states[len(server.requests())-1] + `"}}`
		if strings.Contains(s.body, "SendMessage") {
			task = `{"task":` + task + `}`
		}
		return wrap(rpc10, s, task)
	}
	cl := client(rpc10, server.url)
	r, err := send(t, cl, a2a.Message{})
	if err != nil || r.Task.State != a2a.Submitted || faultsOf(r) != "early /result" {
		t.Fatalf("%+v, %v", r, err)
	}
	var told []string
	for !r.Task.State.Terminal() {
		if r, err = cl.GetTask(within(t, 5*time.Second), "t1"); err != nil || faultsOf(r) != "" {
			t.Fatalf("%+v, %v", r, err)
		}
		told = append(told, string(r.Task.State))
	}
	if got := strings.Join(told, " "); got != "working working completed" {
		t.Error(got)
	}
	for name, c := range map[string]struct {
		to a2a.Interface
		m  a2a.Message
		r  string
	}{
		"not at 0.3":                {rpc03, a2a.Message{}, `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`},
		"not where nobody waits":    {rpc10, a2a.Message{Immediate: true}, `{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}`},
		"not when it is the caller": {rpc10, a2a.Message{}, `{"task":{"id":"t","status":{"state":"TASK_STATE_INPUT_REQUIRED"}}}`},
	} {
		if r, err := send(t, client(c.to, record(t, result(c.r)).url), c.m); err != nil || faultsOf(r) != "" {
			t.Errorf("%s: %v, %s", name, err, faultsOf(r))
		}
	}
}

// TestB86Interrupted: a state that waits for the caller is told as such, and one
// request is made.
func TestB86Interrupted(t *testing.T) {
	for state, want := range map[string]a2a.State{"AUTH_REQUIRED": a2a.AuthRequired, "INPUT_REQUIRED": a2a.InputRequired} {
		server := record(t, result(`{"task":{"id":"t1","status":{"state":"TASK_STATE_`+state+`","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"확인?"}]}}}}`))
		r, err := send(t, client(rpc10, server.url), a2a.Message{})
		if err != nil || r.Task.State != want || !want.Interrupted() || want.Terminal() || r.Task.StatusText != "확인?" || len(server.requests()) != 1 {
			t.Errorf("%s: %+v, %v", state, r, err)
		}
	}
}

func TestStates(t *testing.T) {
	for state, class := range map[a2a.State]string{
		a2a.Submitted: "", a2a.Working: "", a2a.Completed: "terminal", a2a.Failed: "terminal", a2a.Canceled: "terminal",
		a2a.Rejected: "terminal", a2a.InputRequired: "interrupted", a2a.AuthRequired: "interrupted",
	} {
		if state.Terminal() != (class == "terminal") || state.Interrupted() != (class == "interrupted") {
			t.Errorf("%s is not %q", state, class)
		}
		upper := "TASK_STATE_" + strings.ToUpper(strings.ReplaceAll(string(state), "-", "_"))
		r, err := read(t, rpc10, result(`{"task":{"id":"t1","status":{"state":"`+upper+`"}}}`))
		if err != nil || r.Task.State != state || r.Task.RawState != upper {
			t.Errorf("%s: %v", upper, err)
		}
		r, err = read(t, rpc03, result(`{"kind":"task","id":"t1","contextId":"c","status":{"state":"`+string(state)+`"}}`))
		if err != nil || r.Task.State != state || r.Task.RawState != string(state) {
			t.Errorf("%s: %v", state, err)
		}
	}
	for _, state := range []string{`"TASK_STATE_UNSPECIFIED"`, `"TASK_STATE_DONE"`, `"task_state_completed"`, `"unknown"`, `"COMPLETED"`, `3`, `null`, `""`, `{}`} {
		var e *a2a.Error
		_, err := read(t, rpc10, result(`{"task":{"id":"t1","status":{"state":`+state+`}}}`))
		if !errors.As(err, &e) || e.Code != a2a.CodeState || e.Pointer != "/result/task/status/state" || e.Exchange.TaskID != "t1" {
			t.Errorf("1.0 %s: %v", state, err)
		}
		_, err = read(t, rpc03, result(`{"kind":"task","id":"t1","contextId":"c","status":{"state":`+state+`}}`))
		if !errors.As(err, &e) || e.Code != a2a.CodeState || e.Pointer != "/result/status/state" {
			t.Errorf("0.3 %s: %v", state, err)
		}
	}
}

// TestB90PartsRead: a part has exactly one content.
func TestB90PartsRead(t *testing.T) {
	for part, want := range map[string]string{
		`{"type":"text","content":"hi"}`:            "part /result/task/artifacts/0/parts/0",
		`{"text":"a","data":{}}`:                    "part /result/task/artifacts/0/parts/0",
		`{"text":"a","url":null}`:                   "",
		`{"data":null}`:                             "",
		`{"text":1}`:                                "part /result/task/artifacts/0/parts/0/text",
		`"a"`:                                       "part /result/task/artifacts/0/parts/0",
		`{"kind":"text","text":"a"}`:                "version-mix /result/task/artifacts/0/parts/0/kind",
		`{"raw":"AA==","mediaType":"x/y"}`:          "",
		`{"url":"https://x.example/","filename":1}`: "",
	} {
		r, err := read(t, rpc10, result(`{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[`+part+`]}]}}`))
		if err != nil || r.Task.State != a2a.Completed || faultsOf(r) != want {
			t.Errorf("%s: %v, %s", part, err, faultsOf(r))
		}
	}
	for part, want := range map[string]string{
		`{"type":"text","text":"a"}`: "part /result/artifacts/0/parts/0",
		`{"text":"a"}`:               "part /result/artifacts/0/parts/0",
		`{"kind":"text"}`:            "part /result/artifacts/0/parts/0",
		`{"kind":"data","data":[]}`:  "part /result/artifacts/0/parts/0/data",
		`{"kind":"sound"}`:           "part /result/artifacts/0/parts/0/kind",
		`1`:                          "part /result/artifacts/0/parts/0",
		`{"kind":"file","file":{"uri":"https://x.example/"}}`: "",
	} {
		r, err := read(t, rpc03, result(`{"kind":"task","id":"t1","contextId":"c","status":{"state":"completed"},"artifacts":[{"artifactId":"a","parts":[`+part+`]}]}`))
		if err != nil || r.Task.State != a2a.Completed || faultsOf(r) != want {
			t.Errorf("%s: %v, %s", part, err, faultsOf(r))
		}
	}
}

// TestB96MediaTypeThenShape: an answer is what its status, its media type and
// its shape say, in this order.
func TestB96MediaTypeThenShape(t *testing.T) {
	const rpcErr = `{"jsonrpc":"2.0","id":"ID","error":{"code":-32001,"message":"no such task"}}`
	for name, c := range map[string]struct {
		to     a2a.Interface
		answer func(http.ResponseWriter, seen)
		want   string
		rpc    int
	}{
		"an error as text":              {rpc10, says(200, "text/plain", rpcErr), "media-type", 0},
		"HTML with 200":                 {rpc10, says(200, "text/html; charset=utf-8", "<html>"), "media-type", 0},
		"a cut event stream":            {rpc10, says(200, "text/event-stream", "data: {"), "media-type", 0},
		"no media type":                 {rpc10, says(200, "", rpcErr), "media-type", 0},
		"two media types":               {rpc10, twoTypes, "media-type", 0},
		"200 with nothing":              {rpc10, says(200, "application/json", ""), "empty", 0},
		"200 with blanks":               {rpc10, says(200, "application/json", " \r\n"), "empty", 0},
		"200 with nothing at all":       {rpc10, says(200, "", ""), "empty", 0},
		"202 with nothing":              {rpc10, says(202, "", ""), "empty", 0},
		"204":                           {rpc10, says(204, "", ""), "empty", 0},
		"an error":                      {rpc10, plain(rpcErr), "rpc", -32001},
		"an error with 500":             {rpc10, says(500, "application/json", rpcErr), "rpc", -32001},
		"an error with 404, no id":      {rpc10, says(404, "application/json", strings.Replace(rpcErr, `"ID"`, "null", 1)), "rpc", -32001},
		"an error with 500 as text":     {rpc10, says(500, "text/plain", rpcErr), "status", 0},
		"an error to another, with 500": {rpc10, says(500, "application/json", strings.Replace(rpcErr, `ID`, "x", 1)), "status", 0},
		"a result with 500":             {rpc10, says(500, "application/json", `{"jsonrpc":"2.0","id":"ID","result":`+task10+`}`), "status", 0},
		"400 without a word":            {rpc10, says(400, "", ""), "status", 0},
		"JSON that is no RPC, with 502": {rpc10, says(502, "application/json", `{"message":"bad gateway"}`), "status", 0},
		"broken JSON with 502":          {rpc10, says(502, "application/json", `{`), "status", 0},
		"401":                           {rpc10, says(401, "text/plain", "no"), "auth", 0},
		"403":                           {rpc03, says(403, "", ""), "auth", 0},
		"407":                           {rest10, says(407, "", ""), "auth", 0},
		"401 with an error":             {rpc10, says(401, "application/json", rpcErr), "auth", -32001},
		"method not found":              {rpc10, plain(strings.Replace(rpcErr, "-32001", "-32601", 1)), "method-not-found", -32601},
		"method not found with 400":     {rpc10, says(400, "application/json", strings.Replace(rpcErr, "-32001", "-32601", 1)), "method-not-found", -32601},
		"extension required":            {rpc10, plain(strings.Replace(rpcErr, "-32001", "-32008", 1)), "extension-required", -32008},
		"want of credentials":           {rpc10, plain(strings.Replace(rpcErr, "-32001", "-31401", 1)), "auth", -31401},
		"want of leave":                 {rpc10, plain(strings.Replace(rpcErr, "-32001", "-32403", 1)), "auth", -32403},
		"want of it by its reason": {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","error":{"code":-32000,"message":"x","data":[{"@type":"x"},` +
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"UNAUTHENTICATED"}]}}`), "auth", -32000},
		"not JSON":               {rpc10, plain(`{"jsonrpc":`), "json", 0},
		"more behind it":         {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","result":` + task10 + `}{}`), "json", 0},
		"a member twice":         {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","result":{"task":{"id":"a","id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}}}`), "json", 0},
		"not UTF-8":              {rpc10, plain("{\"jsonrpc\":\"2.0\",\"id\":\"ID\",\"result\":\"\xff\"}"), "json", 0},
		"too deep":               {rpc10, plain(strings.Repeat(`{"x":`, 65) + "1" + strings.Repeat("}", 65)), "json", 0},
		"an array":               {rpc10, plain(`[]`), "envelope", 0},
		"no version":             {rpc10, plain(`{"id":"ID","result":` + task10 + `}`), "envelope", 0},
		"another version":        {rpc10, plain(`{"jsonrpc":"1.0","id":"ID","result":` + task10 + `}`), "envelope", 0},
		"a version that is none": {rpc10, plain(`{"jsonrpc":2.0,"id":"ID","result":` + task10 + `}`), "envelope", 0},
		"an error that is none":  {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","error":"x"}`), "envelope", 0},
		"a code that is none":    {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","error":{"code":"-32001"}}`), "envelope", 0},
		"half a code":            {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","error":{"code":-32000.5}}`), "envelope", 0},
		"another id":             {rpc10, plain(`{"jsonrpc":"2.0","id":"1","result":` + task10 + `}`), "id", 0},
		"a number as id":         {rpc10, plain(`{"jsonrpc":"2.0","id":1,"result":` + task10 + `}`), "id", 0},
		"no id":                  {rpc10, plain(`{"jsonrpc":"2.0","result":` + task10 + `}`), "id", 0},
		"null as id":             {rpc03, plain(`{"jsonrpc":"2.0","id":null,"result":` + task03 + `}`), "id", 0},
		"an error of another":    {rpc03, plain(`{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":""}}`), "id", 0},
		"an error of nobody":     {rpc03, plain(`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":""}}`), "id", 0},
		"one that can't know it": {rpc10, plain(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}}`), "rpc", -32700},
		"result and error":       {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","result":` + task10 + `,"error":{"code":-32001,"message":""}}`), "both", 0},
		"result and no error":    {rpc10, plain(`{"jsonrpc":"2.0","id":"ID","result":` + task10 + `,"error":null}`), "both", 0},
		"neither":                {rpc10, plain(`{"jsonrpc":"2.0","id":"ID"}`), "neither", 0},
		"a status of its own":    {rest10, says(404, "application/a2a+json", `{"error":{"code":404,"status":"NOT_FOUND","message":"none","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`), "status", -32001},
		"an extension, by HTTP":  {rest10, says(400, "application/json", `{"error":{"code":400,"message":"x","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"EXTENSION_SUPPORT_REQUIRED"}]}}`), "extension-required", -32008},
		"a problem, by HTTP":     {rest10, says(400, "application/problem+json", `{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"x","status":400}`), "status", -32009},
		"a bare status, by HTTP": {rest10, says(500, "application/json", `{"code":13,"message":"x","details":{}}`), "status", 0},
		"no leave, by HTTP":      {rest10, says(400, "application/json", `{"error":{"status":"PERMISSION_DENIED"}}`), "auth", 0},
		"a redirect":             {rpc10, moved, "redirected", 0},
		"304":                    {rest10, says(304, "", ""), "redirected", 0},
	} {
		r, err := read(t, c.to, c.answer)
		var e *a2a.Error
		if got := code(r, err); got != c.want || errors.As(err, &e) && e.RPC != c.rpc {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.want, err)
		}
	}
}

func twoTypes(w http.ResponseWriter, s seen) {
	w.Header()["Content-Type"] = []string{"application/json", "text/html"}
	_, _ = w.Write([]byte(wrap(rpc10, s, task10)))
}

func moved(w http.ResponseWriter, _ seen) {
	w.Header().Set("Location", "http://u:pass@169.254.169.254/latest?k=v")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

// TestMildFaults: an answer that is no more than odd gives its result.
func TestMildFaults(t *testing.T) {
	for name, c := range map[string]struct {
		to     a2a.Interface
		status int
		media  string
		want   string
	}{
		"as it should be":      {rpc10, 200, "Application/JSON; charset=utf-8", ""},
		"the other binding's":  {rpc10, 200, "application/a2a+json", "media-type "},
		"HTTP+JSON, JSON":      {rest10, 200, "application/json", ""},
		"HTTP+JSON, its own":   {rest10, 200, "application/a2a+json", ""},
		"HTTP+JSON, a problem": {rest10, 200, "application/problem+json", "media-type "},
		"another good status":  {rpc10, 201, "application/json", "status "},
	} {
		r, err := read(t, c.to, func(w http.ResponseWriter, s seen) { says(c.status, c.media, wrap(c.to, s, task10))(w, s) })
		if err != nil || r.Task.State != a2a.Completed || faultsOf(r) != c.want {
			t.Errorf("%s: %v, %q", name, err, faultsOf(r))
		}
	}
}

// TestB98MessageReply: a direct message is an outcome of its own.
func TestB98MessageReply(t *testing.T) {
	for name, c := range map[string]struct {
		to           a2a.Interface
		result       string
		id, text     string
		faults, body string
	}{
		"1.0":            {rpc10, `{"message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"hi"},{"data":1},{"text":"you"}]}}`, "m1", "hi\nyou", "", `{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"hi"},{"data":1},{"text":"you"}]}`},
		"0.3":            {rpc03, `{"kind":"message","messageId":"m1","role":"agent","parts":[{"kind":"text","text":"hi"}]}`, "m1", "hi", "", `{"kind":"message","messageId":"m1","role":"agent","parts":[{"kind":"text","text":"hi"}]}`},
		"HTTP+JSON":      {rest10, `{"message":{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"hi"}]}}`, "m1", "hi", "", `{"messageId":"m1","role":"ROLE_AGENT","parts":[{"text":"hi"}]}`},
		"as good as one": {rpc10, `{"message":{}}`, "", "", "message /result/message, message /result/message, message /result/message", `{}`},
	} {
		r, err := read(t, c.to, func(w http.ResponseWriter, s seen) { plain(wrap(c.to, s, c.result))(w, s) })
		if err != nil || r.Task != nil || r.Message == nil || r.Message.ID != c.id || r.Message.Text != c.text || string(r.Message.Body) != c.body || faultsOf(r) != c.faults {
			t.Errorf("%s: %+v, %v, %q", name, r, err, faultsOf(r))
		}
	}
}

// TestPollOfAnotherTask: a poll gives the task asked for or an error.
func TestPollOfAnotherTask(t *testing.T) {
	for name, c := range map[string]struct {
		to     a2a.Interface
		result string
		want   string
	}{
		"another id":           {rpc10, `{"id":"t2","status":{"state":"TASK_STATE_COMPLETED"}}`, "task-id"},
		"another id at 0.3":    {rpc03, strings.Replace(task03, "t1", "t2", 1), "task-id"},
		"another id over HTTP": {rest10, `{"id":"T1","status":{"state":"TASK_STATE_COMPLETED"}}`, "task-id"},
		"no id":                {rpc10, `{"status":{"state":"TASK_STATE_COMPLETED"}}`, "shape"},
		"a wrapped task":       {rpc10, task10, "shape"},
		"a message":            {rpc03, `{"kind":"message","messageId":"m","role":"agent","parts":[]}`, "shape"},
		"the other version":    {rpc10, task03, "version-mix"},
		"no object":            {rpc10, `[]`, "shape"},
		"the task":             {rpc10, `{"id":"t1","status":{"state":"TASK_STATE_WORKING"}}`, ""},
	} {
		server := record(t, func(w http.ResponseWriter, s seen) { plain(wrap(c.to, s, c.result))(w, s) })
		r, err := client(c.to, server.url).GetTask(within(t, 5*time.Second), "t1")
		var e *a2a.Error
		if got := code(r, err); got != c.want || errors.As(err, &e) && e.Exchange.TaskID != "t1" {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.want, err)
		}
		if r != nil && (r.Exchange.TaskID != "t1" || r.Exchange.MessageID != "" || len(r.Faults) != 0) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestBounds: text and faults of an answer are cut, its object is not.
func TestBounds(t *testing.T) {
	long := strings.Repeat("가", 3000)
	r, err := read(t, rpc10, result(`{"task":{"id":"t1","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"`+long+`"}]}},`+
		`"artifacts":[`+strings.TrimSuffix(strings.Repeat(`{},`, 200), ",")+`]}}`))
	if err != nil || len([]rune(r.Task.Text)) != a2a.MaxText || len([]rune(r.Task.StatusText)) != a2a.MaxText ||
		!strings.Contains(string(r.Task.Body), long) || len(r.Faults) != a2a.MaxFaults {
		t.Errorf("%d runes, %d faults, %v", len([]rune(r.Task.Text)), len(r.Faults), err)
	}
	_, err = read(t, rpc10, plain(`{"jsonrpc":"2.0","id":"ID","error":{"code":-32000,"message":"\u001b[31m\u202e`+long+`"}}`))
	var e *a2a.Error
	if !errors.As(err, &e) || len([]rune(e.Message)) != a2a.MaxText {
		t.Fatalf("%v", err)
	}
	if s := err.Error(); len([]rune(s)) > 400 || strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, "U+001B[31mU+202E") {
		t.Error(s)
	}
}

func TestErrorText(t *testing.T) {
	server := record(t, says(404, "application/json", `{"jsonrpc":"2.0","id":"ID","error":{"code":-32001,"message":"no such task"}}`))
	_, err := client(rpc10, server.url+"/a2a?key=s3cret").GetTask(within(t, 5*time.Second), "t1")
	if want := fmt.Sprintf("a2a: GetTask %s/a2a?key=***: rpc (status 404) -32001: no such task", server.url); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err = read(t, rpc10, moved)
	if !strings.Contains(err.Error(), "to http://***@169.254.169.254/latest?k=***") {
		t.Errorf("%v", err)
	}
}
