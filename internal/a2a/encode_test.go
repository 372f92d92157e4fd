package a2a_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
)

const (
	task10 = `{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}`
	task03 = `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"completed"}}`
)

// TestB89OneSwitch holds the whole tuple of each version and binding: verb, path,
// headers and body, of a send and of a poll.
func TestB89OneSwitch(t *testing.T) {
	message := a2a.Message{
		ID: "m1", Text: "잔액 <b>?", ContextID: "c1", TaskID: "t1", Metadata: json.RawMessage(`{"a":1.0}`),
		Accepted: []string{"text/plain"},
	}
	headers := map[string]string{
		"Accept-Encoding": "identity", "A2a-Extensions": "https://x.example/a,urn:b", "Authorization": "Bearer tok",
		"Cookie": "", "Referer": "", "Idempotency-Key": "", "User-Agent": "agentcard",
	}
	for name, c := range map[string]struct {
		to                    a2a.Interface
		answer, poll          string
		version, content, old string
		accept                string
		sent, asked           seen
	}{
		"JSONRPC 1.0": {
			to: rpc10, answer: task10, poll: `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`,
			version: "1.0", content: "application/json", accept: "application/json",
			sent: seen{method: "POST", path: "/a2a?x=1", body: `{"jsonrpc":"2.0","id":"ID","method":"SendMessage","params":{"message":` +
				`{"messageId":"m1","contextId":"c1","taskId":"t1","role":"ROLE_USER","parts":[{"text":"잔액 <b>?"}],"metadata":{"a":1.0}},` +
				`"configuration":{"acceptedOutputModes":["text/plain"]}}}`},
			asked: seen{method: "POST", path: "/a2a?x=1", body: `{"jsonrpc":"2.0","id":"ID","method":"GetTask","params":{"id":"t1"}}`},
		},
		"JSONRPC 0.3": {
			to: rpc03, answer: task03, poll: task03,
			version: "", content: "application/json", accept: "application/json", old: "https://x.example/a,urn:b",
			sent: seen{method: "POST", path: "/a2a?x=1", body: `{"jsonrpc":"2.0","id":"ID","method":"message/send","params":{"message":` +
				`{"kind":"message","messageId":"m1","contextId":"c1","taskId":"t1","role":"user","parts":[{"kind":"text","text":"잔액 <b>?"}],"metadata":{"a":1.0}},` +
				`"configuration":{"acceptedOutputModes":["text/plain"],"blocking":true}}}`},
			asked: seen{method: "POST", path: "/a2a?x=1", body: `{"jsonrpc":"2.0","id":"ID","method":"tasks/get","params":{"id":"t1"}}`},
		},
		"HTTP+JSON 1.0": {
			to: rest10, answer: task10, poll: `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`,
			version: "1.0", content: "application/a2a+json", accept: "application/a2a+json, application/json",
			sent: seen{method: "POST", path: "/a2a/message:send?x=1", body: `{"message":` +
				`{"messageId":"m1","contextId":"c1","taskId":"t1","role":"ROLE_USER","parts":[{"text":"잔액 <b>?"}],"metadata":{"a":1.0}},` +
				`"configuration":{"acceptedOutputModes":["text/plain"]}}`},
			asked: seen{method: "GET", path: "/a2a/tasks/t1?x=1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := record(t, nil)
			server.answer = func(s seen) string {
				if len(server.requests()) == 1 {
					return wrap(c.to, s, c.answer)
				}
				return wrap(c.to, s, c.poll)
			}
			cl := client(c.to, server.url+"/a2a?x=1")
			cl.Extensions = []string{"https://x.example/a", "urn:b"}
			cl.Credential = a2a.Bearer(server.url, "tok")
			first, err := send(t, cl, message)
			if err != nil || first.Task == nil || first.Message != nil || first.Task.State != a2a.Completed || len(first.Faults) > 0 {
				t.Fatalf("%+v, %v", first, err)
			}
			second, err := cl.GetTask(within(t, 5*time.Second), first.Task.ID)
			if err != nil || second.Task == nil || second.Task.State != a2a.Completed || len(second.Faults) > 0 {
				t.Fatalf("%+v, %v", second, err)
			}
			got := server.requests()
			if len(got) != 2 {
				t.Fatalf("%d requests", len(got))
			}
			if first.Exchange.Requests != 1 || second.Exchange.Requests != 1 {
				t.Errorf("counted %d and %d requests", first.Exchange.Requests, second.Exchange.Requests)
			}
			for n, want := range []seen{c.sent, c.asked} {
				want.body = strings.ReplaceAll(want.body, "ID", rpcID(got[n].body))
				if got[n].method != want.method || got[n].path != want.path {
					t.Errorf("%s %s, want %s %s", got[n].method, got[n].path, want.method, want.path)
				}
				if got[n].body != want.body {
					t.Errorf("body\n%s, want\n%s", got[n].body, want.body)
				}
				content := c.content
				if want.method == "GET" {
					content = ""
				}
				all := map[string]string{"A2a-Version": c.version, "Content-Type": content, "Accept": c.accept, "X-A2a-Extensions": c.old}
				for k, v := range headers {
					all[k] = v
				}
				for k, v := range all {
					if have := strings.Join(got[n].header.Values(k), "|"); have != v {
						t.Errorf("request %d: %s: %q, want %q", n, k, have, v)
					}
				}
			}
			if c.to.Binding == a2a.JSONRPC && (rpcID(got[0].body) == "" || rpcID(got[0].body) == rpcID(got[1].body)) {
				t.Error("two requests have one id, or none")
			}
		})
	}
}

func TestImmediate(t *testing.T) {
	for name, c := range map[string]struct {
		to   a2a.Interface
		want string
	}{
		"1.0":       {rpc10, `"configuration":{"returnImmediately":true}`},
		"0.3":       {rpc03, `"configuration":{"blocking":false}`},
		"HTTP+JSON": {rest10, `"configuration":{"returnImmediately":true}`},
	} {
		r, err := client(c.to, "https://agent.example/a2a").Prepare(a2a.Message{ID: "m", Text: "x", Immediate: true})
		if err != nil || !strings.Contains(string(r.Body()), c.want) {
			t.Errorf("%s: %s, %v", name, r.Body(), err)
		}
	}
	r, err := client(rpc10, "https://agent.example/a2a").Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil || strings.Contains(string(r.Body()), "configuration") {
		t.Errorf("at 1.0 blocking is the default: %s, %v", r.Body(), err)
	}
}

// TestB92Tenant: the declared tenant stands in every request, polls too, and
// nowhere if none is declared.
func TestB92Tenant(t *testing.T) {
	const tenant = "a/b ü"
	for name, c := range map[string]struct {
		to                     a2a.Interface
		answer, poll           string
		sendPath, getPath      string
		sendTenant, pollTenant string
	}{
		"JSONRPC 1.0": {rpc10, task10, `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`, "/a2a", "/a2a", tenant, tenant},
		"JSONRPC 0.3": {rpc03, task03, task03, "/a2a", "/a2a", tenant, tenant},
		"HTTP+JSON": {
			rest10, task10, `{"id":"t1","status":{"state":"TASK_STATE_COMPLETED"}}`,
			"/a2a/a%2Fb%20%C3%BC/message:send", "/a2a/a%2Fb%20%C3%BC/tasks/t1", tenant, "",
		},
	} {
		for _, declared := range []string{tenant, ""} {
			server := record(t, nil)
			server.answer = func(s seen) string {
				if len(server.requests()) == 1 {
					return wrap(c.to, s, c.answer)
				}
				return wrap(c.to, s, c.poll)
			}
			cl := client(c.to, server.url+"/a2a")
			cl.Interface.Tenant = declared
			if _, err := send(t, cl, a2a.Message{}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, err := cl.GetTask(within(t, 5*time.Second), "t1"); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for n, s := range server.requests() {
				path, want := []string{c.sendPath, c.getPath}[n], []string{c.sendTenant, c.pollTenant}[n]
				if declared == "" {
					path, want = strings.Replace(path, "/a%2Fb%20%C3%BC", "", 1), ""
				}
				if s.path != path || tenantOf(s.body) != want || declared == "" && strings.Contains(s.body, "tenant") {
					t.Errorf("%s, tenant %q: %s %s", name, declared, s.path, s.body)
				}
			}
		}
	}
}

func tenantOf(body string) string {
	var e struct {
		Tenant string
		Params struct{ Tenant string }
	}
	_ = json.Unmarshal([]byte(body), &e)
	return e.Tenant + e.Params.Tenant
}

// TestB93URLVerbatim: a JSON-RPC URL is called as it stands, and an id in a path
// stays one segment.
func TestB93URLVerbatim(t *testing.T) {
	server := record(t, result(task10))
	for _, path := range []string{"/", "/v1/message:stream", "/a//b/../c", "/%7Ex%2Fy?q=a+b&c"} {
		if _, err := send(t, client(rpc10, server.url+path), a2a.Message{}); err != nil {
			t.Fatal(err)
		}
		got := server.requests()
		if last := got[len(got)-1].path; last != path {
			t.Errorf("called %s for %s", last, path)
		}
	}
	for id, want := range map[string]string{
		"a/b": "/tasks/a%2Fb", "t:cancel": "/tasks/t%3Acancel", "../x": "/tasks/..%2Fx", "x?y#z": "/tasks/x%3Fy%23z", "과제": "/tasks/%EA%B3%BC%EC%A0%9C",
	} {
		_, _ = client(rest10, server.url+"/").GetTask(within(t, 5*time.Second), id)
		got := server.requests()
		if last := got[len(got)-1].path; last != want {
			t.Errorf("asked %s for %s", last, want)
		}
	}
	n := len(server.requests())
	for _, id := range []string{"", ".", ".."} {
		if r, err := client(rest10, server.url).GetTask(within(t, 5*time.Second), id); code(r, err) != a2a.CodeRequest {
			t.Errorf("id %q: %v", id, err)
		}
	}
	if len(server.requests()) != n {
		t.Error("an id that is no segment was asked for")
	}
}

// TestB90PartsSent: kind at 0.3, never at 1.0, type never.
func TestB90PartsSent(t *testing.T) {
	all := `[{"text":"a","metadata":{"m":1}}, {"data":{"n":9007199254740993}}, {"url":"https://x.example/f","filename":"f","mediaType":"a/b"},
		{"raw":"AA==","mediaType":"image/png"}, {"text":"b","mediaType":"text/plain"}]`
	for name, c := range map[string]struct {
		to   a2a.Interface
		want string
	}{
		"1.0": {rpc10, `"parts":[{"text":"a","metadata":{"m":1}},{"data":{"n":9007199254740993}},{"url":"https://x.example/f","filename":"f","mediaType":"a/b"},` +
			`{"raw":"AA==","mediaType":"image/png"},{"text":"b","mediaType":"text/plain"}]`},
		"0.3": {rpc03, `"parts":[{"kind":"text","text":"a","metadata":{"m":1}},{"kind":"data","data":{"n":9007199254740993}},` +
			`{"kind":"file","file":{"name":"f","mimeType":"a/b","uri":"https://x.example/f"}},{"kind":"file","file":{"mimeType":"image/png","bytes":"AA=="}},` +
			`{"kind":"text","text":"b"}]`},
	} {
		r, err := client(c.to, "https://agent.example/a2a").Prepare(a2a.Message{ID: "m", Parts: json.RawMessage(all)})
		if err != nil {
			t.Fatal(err)
		}
		if body := string(r.Body()); !strings.Contains(body, c.want) || strings.Contains(body, `"type"`) {
			t.Errorf("%s: %s", name, body)
		}
	}
}

func TestMessagesThatAreNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		m       a2a.Message
		only03  bool
		pointer string
	}{
		"no id":                   {a2a.Message{Text: "x"}, false, "/messageId"},
		"no parts":                {a2a.Message{ID: "m"}, false, "/parts"},
		"text and parts":          {a2a.Message{ID: "m", Text: "x", Parts: json.RawMessage(`[{"text":"x"}]`)}, false, "/parts"},
		"an empty list":           {a2a.Message{ID: "m", Parts: json.RawMessage(`[]`)}, false, "/parts"},
		"no array":                {a2a.Message{ID: "m", Parts: json.RawMessage(`{"text":"x"}`)}, false, "/parts"},
		"no JSON":                 {a2a.Message{ID: "m", Parts: json.RawMessage(`[`)}, false, "/parts"},
		"a member smuggled in":    {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x"}],"role":"ROLE_AGENT"`)}, false, "/parts"},
		"a body smuggled in":      {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x"}]},{"x":[`)}, false, "/parts"},
		"two members of one name": {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x","text":"y"}]`)}, false, "/parts"},
		"two contents":            {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x"},{"text":"x","data":1}]`)}, false, "/parts/1"},
		"no content":              {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"content":"x"}]`)}, false, "/parts/0"},
		"type":                    {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"type":"text","text":"x"}]`)}, false, "/parts/0"},
		"kind":                    {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"kind":"text","text":"x"}]`)}, false, "/parts/0"},
		"text that is none":       {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":1}]`)}, false, "/parts/0"},
		"a part that is none":     {a2a.Message{ID: "m", Parts: json.RawMessage(`["x"]`)}, false, "/parts/0"},
		"metadata":                {a2a.Message{ID: "m", Text: "x", Metadata: json.RawMessage(`[]`)}, false, "/metadata"},
		"not UTF-8":               {a2a.Message{ID: "m", Text: "\xff"}, false, ""},
		"data of 1.0 alone":       {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"data":[1]}]`)}, true, "/parts/0"},
		"a name 0.3 can't hold":   {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x","filename":"f"}]`)}, true, "/parts/0"},
		"a type 0.3 can't hold":   {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x","mediaType":"text/html"}]`)}, true, "/parts/0"},
		"a member of neither":     {a2a.Message{ID: "m", Parts: json.RawMessage(`[{"text":"x","x":1}]`)}, true, "/parts/0"},
	} {
		for _, to := range []a2a.Interface{rpc10, rest10, rpc03} {
			r, err := client(to, "https://agent.example/a2a").Prepare(c.m)
			if c.only03 && to.Version == a2a.V10 {
				if err != nil {
					t.Errorf("%s at 1.0: %v", name, err)
				}
				continue
			}
			var bad *a2a.MessageError
			if !errors.As(err, &bad) || r != nil || bad.Pointer != c.pointer {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	var none *a2a.NoInterfaceError
	for _, to := range []a2a.Interface{{Binding: "GRPC", Version: "1.0"}, {Binding: "HTTP+JSON", Version: "0.3"}, {}} {
		if _, err := client(to, "https://agent.example").Prepare(a2a.Message{ID: "m", Text: "x"}); !errors.As(err, &none) {
			t.Errorf("%v: %v", to, err)
		}
	}
}

func TestNewID(t *testing.T) {
	all := map[string]bool{}
	for range 1000 {
		id := a2a.NewID()
		if len(id) != 36 || id[14] != '4' || !strings.ContainsRune("89ab", rune(id[19])) || all[id] {
			t.Fatalf("%s", id)
		}
		all[id] = true
	}
}

// TestE4Client: a request is serialised once; sent again it has the same bytes,
// and the message's id is in hand with any error.
func TestE4Client(t *testing.T) {
	for name, to := range map[string]a2a.Interface{"1.0": rpc10, "0.3": rpc03, "HTTP+JSON": rest10} {
		server := record(t, says(503, "text/plain", "down"))
		cl := client(to, server.url)
		r, err := cl.Prepare(a2a.Message{ID: "m-17", Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		r.Body()[0] = 'X' // a copy
		for range 3 {
			var e *a2a.Error
			if _, err := cl.Send(within(t, 5*time.Second), r); !errors.As(err, &e) || e.Exchange.MessageID != "m-17" || e.Exchange.Status != 503 {
				t.Errorf("%s: %+v", name, err)
			}
		}
		got := server.requests()
		if len(got) != 3 || got[0].body != got[1].body || got[1].body != got[2].body || got[0].body != string(r.Body()) || r.MessageID() != "m-17" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestAs03: the resend of rule T-versions has 0.3's shapes, the same messageId
// and the same URL.
func TestAs03(t *testing.T) {
	server := record(t, nil)
	server.answer = func(s seen) string {
		if strings.Contains(s.body, "SendMessage") {
			return `{"jsonrpc":"2.0","id":"` + rpcID(s.body) + `","error":{"code":-32601,"message":"no such method"}}`
		}
		return wrap(rpc03, s, task03)
	}
	cl := client(rpc10, server.url+"/a2a")
	m := a2a.Message{ID: "m1", Text: "x"}
	if r, err := send(t, cl, m); code(r, err) != a2a.CodeMethodNotFound {
		t.Fatal(err)
	}
	if r, err := send(t, cl.As03(), m); err != nil || r.Task.State != a2a.Completed || r.Exchange.RPC != "message/send" {
		t.Fatalf("%+v, %v", r, err)
	}
	got := server.requests()
	if got[0].path != got[1].path || got[1].header.Get("A2A-Version") != "" || !strings.Contains(got[1].body, `"messageId":"m1"`) ||
		!strings.Contains(got[1].body, `"role":"user"`) || cl.Interface.Version != a2a.V10 {
		t.Errorf("%+v", got)
	}
}
