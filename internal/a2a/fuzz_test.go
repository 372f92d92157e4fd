package a2a

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// FuzzReply: whatever a server answers, there is exactly one of a task, a
// message and an error; a task has the id asked for and a state of the table;
// what is kept of it is bounded, and pointers lead into the answer.
func FuzzReply(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":"1","result":{"task":{"id":"t1","contextId":"c","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"a"},{"data":null}]}},"artifacts":[{"artifactId":"a","parts":[{"raw":"AA=="}]}]}}}`,
		`{"jsonrpc":"2.0","id":"1","result":{"message":{"messageId":"m","role":"agent","parts":[1,{"text":1}]}}}`,
		`{"jsonrpc":"2.0","id":"1","result":{"kind":"task","id":"t1","contextId":"c","status":{"state":"completed","message":{"role":"agent"}},"artifacts":[{"parts":[{"kind":"text"}]}]}}`,
		`{"jsonrpc":"2.0","id":"1","result":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"file","file":{}}]}}`,
		`{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"x","data":[{"@type":"x/google.rpc.ErrorInfo","reason":"UNAUTHENTICATED"}]}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}`,
		`{"jsonrpc":"2.0","id":"1","result":{"id":"t1","status":{"state":"TASK_STATE_WORKING"}}}`,
		`{"task":{"id":"t1","status":{"state":"TASK_STATE_WORKING"}}}`, `{"id":"t1","status":{"state":"x"}}`,
		`{"error":{"code":404,"status":"NOT_FOUND","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND"}]}}`,
		`{"type":"https://x/task-not-found","title":"x"}`, `[]`, `null`, ``, `{`, "\xff", `{"a":1,"a":2}`,
	} {
		for _, status := range []int{200, 202, 204, 400, 401} {
			f.Add(uint8(0), status, "application/json", []byte(body))
		}
		f.Add(uint8(1), 200, "application/a2a+json", []byte(body))
		f.Add(uint8(2), 200, "application/json", []byte(body))
		f.Add(uint8(3), 200, "application/json", []byte(body))
		f.Add(uint8(4), 200, "", []byte(body))
		f.Add(uint8(5), 200, "text/html", []byte(body))
	}
	f.Fuzz(func(t *testing.T, how uint8, status int, media string, body []byte) {
		k := fuzzCall(how)
		got := received{status: status, mediaType: media, body: body}
		reply, e := decode(k, got)
		again, e2 := decode(k, got)
		if (e == nil) != (e2 == nil) || e != nil && e.Error() != e2.Error() || e == nil && len(reply.Faults) != len(again.Faults) {
			t.Fatal("two readings differ")
		}
		if e != nil {
			checkError(t, e, reply)
			return
		}
		if reply == nil || (reply.Task == nil) == (reply.Message == nil) {
			t.Fatalf("%+v", reply)
		}
		doc, err := jsondoc.Parse(body, jsondoc.CardLimits())
		if err != nil || status < 200 || status > 299 || !isJSON(media) {
			t.Fatalf("a result of what can't be read: %v", err)
		}
		if len(reply.Faults) > MaxFaults {
			t.Errorf("%d faults", len(reply.Faults))
		}
		for _, fault := range reply.Faults {
			if fault.Code == "" || fault.Detail == (Words{}) || !doc.Find(fault.Pointer).Exists() {
				t.Errorf("%+v", fault)
			}
		}
		if m := reply.Message; m != nil && (k.taskID != "" || !json.Valid(m.Body) || len([]rune(m.Text)) > MaxText) {
			t.Errorf("%+v", m)
		}
		if reply.Task != nil {
			checkTask(t, k, reply.Task)
		}
	})
}

// fuzzCall is a call of each version and binding, a send or a poll.
func fuzzCall(how uint8) call {
	to := [...]Interface{{Binding: JSONRPC, Version: V10}, {Binding: HTTPJSON, Version: V10}, {Binding: JSONRPC, Version: V03}}[how%3]
	k := call{to: to, words: speech(to), blocking: true}
	if to.Binding == JSONRPC {
		k.rpcID = "1"
	}
	if how/3%2 == 1 {
		k.taskID, k.blocking = "t1", false
	}
	return k
}

func checkError(t *testing.T, e *Error, reply *Reply) {
	t.Helper()
	if reply != nil || e.Code == "" || len([]rune(e.Message)) > MaxText {
		t.Errorf("%+v beside %+v", e, reply)
	}
	if strings.ContainsFunc(e.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
		t.Errorf("%q", e.Error())
	}
}

func checkTask(t *testing.T, k call, task *Task) {
	t.Helper()
	known := states10
	if k.words.old {
		known = states03
	}
	switch {
	case task.ID == "", k.taskID != "" && task.ID != k.taskID, task.State == "", known[task.RawState] != task.State,
		!json.Valid(task.Body), len([]rune(task.Text)) > MaxText, len([]rune(task.StatusText)) > MaxText,
		!strings.HasPrefix(task.Text, task.StatusText):
		t.Errorf("%+v", task)
	}
}
