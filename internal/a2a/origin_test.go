package a2a_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
)

func TestOrigin(t *testing.T) {
	for in, want := range map[string]string{
		"https://Agent.EXAMPLE:443/a2a?x#y":  "https://agent.example",
		"HTTP://agent.example:80":            "http://agent.example",
		"https://agent.example:8443/":        "https://agent.example:8443",
		"http://[2001:DB8::1]:9/":            "http://[2001:db8::1]:9",
		"https://예.example":                  "https://xn--2j5b.example",
		"https://agent.example.":             "https://agent.example.",
		"https://agent.example/message:send": "https://agent.example",
	} {
		if got, err := a2a.Origin(in); err != nil || got != want {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "/a2a", "agent.example", "mailto:a@b", "https:x", "https:///x", "https://u:secret@h/", "https://@h/", "https://h:0/", "https://a b/", "javascript:alert(1)"} {
		got, err := a2a.Origin(in)
		var bad *a2a.URLError
		if !errors.As(err, &bad) || got != "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// TestCredentialsBound: a credential goes to its own origin alone (T-origin,
// S5-service-secret).
func TestCredentialsBound(t *testing.T) {
	server := record(t, result(task10))
	other := record(t, result(task10))
	pair := base64.StdEncoding.EncodeToString([]byte("user:pw"))
	for name, c := range map[string]struct {
		make func(origin string) a2a.Credential
		want string // Authorization, X-Key, Cookie, query
	}{
		"bearer": {func(o string) a2a.Credential { return a2a.Bearer(o, "tok") }, "Bearer tok,,,x=1"},
		"basic":  {func(o string) a2a.Credential { return a2a.Basic(o, "user", "pw") }, "Basic " + pair + ",,,x=1"},
		"header": {func(o string) a2a.Credential { return a2a.APIKey(o, "header", "X-Key", "k") }, ",k,,x=1"},
		"cookie": {func(o string) a2a.Credential { return a2a.APIKey(o, "cookie", "sid", "k") }, ",,sid=k,x=1"},
		"query":  {func(o string) a2a.Credential { return a2a.APIKey(o, "query", "a b", "k&=") }, ",,,x=1&a+b=k%26%3D"},
	} {
		for _, origin := range []string{server.url, other.url, "https://agent.example", "nonsense", ""} {
			cl := client(rpc10, server.url+"/a2a?x=1")
			cl.Credential = c.make(origin)
			reply, err := send(t, cl, a2a.Message{})
			if err != nil {
				t.Fatal(err)
			}
			got := server.requests()
			last := got[len(got)-1]
			_, query, _ := strings.Cut(last.path, "?")
			sent := strings.Join([]string{last.header.Get("Authorization"), last.header.Get("X-Key"), last.header.Get("Cookie"), query}, ",")
			want := ",,,x=1"
			if origin == server.url {
				want = c.want
			}
			if sent != want || cl.CredentialApplies() != (origin == server.url) || cl.Credential.IsZero() {
				t.Errorf("%s for %s: sent %s", name, origin, sent)
			}
			if !strings.HasSuffix(reply.Exchange.URL, "/a2a?x=***") {
				t.Errorf("the exchange shows %s", reply.Exchange.URL)
			}
		}
	}
	if n := len(other.requests()); n != 0 {
		t.Errorf("%d requests to another server", n)
	}
	if cl := client(rpc10, server.url); cl.CredentialApplies() || !cl.Credential.IsZero() {
		t.Error("no credential applies")
	}
}

func TestCredentialsThatCantBeSent(t *testing.T) {
	server := record(t, result(task10))
	for name, c := range map[string]a2a.Credential{
		"an empty token":       a2a.Bearer(server.url, ""),
		"a line break":         a2a.Bearer(server.url, "tok\r\nX: en"),
		"a name with a blank":  a2a.APIKey(server.url, "header", "X Key", "token"),
		"a place of none":      a2a.APIKey(server.url, "HEADER", "X-Key", "token"),
		"a cookie of two":      a2a.APIKey(server.url, "cookie", "a", "token; b=c"),
		"a user with a colon":  a2a.Basic(server.url, "a:b", "token"),
		"an empty header key":  a2a.APIKey(server.url, "header", "X-Key", ""),
		"a header with breaks": a2a.APIKey(server.url, "header", "X-Key", "tok\nen"),
	} {
		cl := client(rpc10, server.url)
		cl.Credential = c
		if r, err := send(t, cl, a2a.Message{}); code(r, err) != a2a.CodeRequest || strings.Contains(err.Error(), "tok") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(server.requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestCredentialIsNeverPrinted(t *testing.T) {
	for _, c := range []a2a.Credential{
		a2a.Bearer(home, "s3cret"), a2a.Basic(home, "u", "s3cret"), a2a.APIKey(home, "query", "k", "s3cret"),
	} {
		cl := &a2a.Client{Credential: c}
		hidden := struct{ inner a2a.Credential }{c}
		var out bytes.Buffer
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%T", "%p"} {
			fmt.Fprintf(&out, verb+verb+verb+verb, c, &c, cl, hidden)
		}
		_ = json.NewEncoder(&out).Encode(map[string]any{"c": c, "cl": []any{&c}})
		slog.New(slog.NewTextHandler(&out, nil)).Info("x", "c", c, "cl", cl)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "c", c)
		fmt.Fprint(&out, c, error(&a2a.Error{Code: "x"}))
		for _, word := range []string{"s3cret", fmt.Sprintf("%x", "s3cret"), base64.StdEncoding.EncodeToString([]byte("u:s3cret"))} {
			if strings.Contains(out.String(), word) {
				t.Errorf("%s shows in %s", word, out.String())
			}
		}
		if fmt.Sprint(c) != "redacted" || fmt.Sprintf("%+v", c) != "redacted" || !strings.Contains(out.String(), `"redacted"`) {
			t.Errorf("%s", out.String())
		}
	}
}

// TestSecretSentBack: what a server echoes of our secret shows in nothing that a
// report holds.
func TestSecretSentBack(t *testing.T) {
	echo := func(status int, mediaType, text string) func(http.ResponseWriter, seen) {
		return says(status, mediaType, strings.ReplaceAll(text, "SECRET", "s3cret-token"))
	}
	for name, answer := range map[string]func(http.ResponseWriter, seen){
		"an error":       echo(200, "application/json", `{"jsonrpc":"2.0","id":"ID","error":{"code":-32000,"message":"bad Bearer SECRET"}}`),
		"a refusal":      echo(401, "application/json", `{"jsonrpc":"2.0","id":"ID","error":{"code":-32000,"message":"bad Bearer SECRET"}}`),
		"no JSON":        echo(200, "application/json", `SECRET`),
		"a member twice": echo(200, "application/json", `{"SECRET":1,"SECRET":2}`),
		"a media type":   echo(200, "x/SECRET", `x`),
		"an id":          echo(200, "application/json", `{"jsonrpc":"2.0","id":"ID","result":{"task":{"id":"SECRET","status":{"state":"SECRET"}}}}`),
		"a redirect": func(w http.ResponseWriter, _ seen) {
			w.Header().Set("Location", "/s3cret-token?k=s3cret-token")
			w.WriteHeader(302)
		},
		"no HTTP": func(w http.ResponseWriter, _ seen) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			_, _ = io.WriteString(conn, "s3cret-token\r\n\r\n")
			_ = conn.Close()
		},
	} {
		server := record(t, answer)
		cl := client(rpc10, server.url)
		cl.Credential = a2a.Bearer(server.url, "s3cret-token")
		_, err := send(t, cl, a2a.Message{})
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v", err, err), "s3cret") {
			t.Errorf("%s: %+v", name, err)
		}
		var e *a2a.Error
		if errors.As(err, &e) && strings.Contains(e.Message+e.Pointer+e.Exchange.TaskID+fmt.Sprint(e.Err), "s3cret") {
			t.Errorf("%s: %+v", name, e)
		}
	}
	server := record(t, result(`{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED","message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"got s3cret-token"}]}}}}`))
	cl := client(rpc10, server.url)
	cl.Credential = a2a.Bearer(server.url, "s3cret-token")
	if r, err := send(t, cl, a2a.Message{}); err != nil || r.Task.Text != "got redacted" || r.Task.StatusText != "got redacted" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := cl.GetTask(within(t, time.Second), "other"); err == nil {
		t.Error("a wrapped task was taken for the task itself")
	}
}

// TestSecretAsATask: a task that is called by our secret, and a media type of it,
// in any case and cut at any place.
func TestSecretAsATask(t *testing.T) {
	const token = "S3cret/Token+x"
	for _, i := range []a2a.Interface{rpc10, rest10} {
		for _, before := range []int{0, 150, 190} {
			far := strings.Repeat("a", before)
			server := record(t, nil)
			server.answer = func(s seen) string {
				return wrap(i, s, `{"task":{"id":"`+far+token+`","status":{"state":"TASK_STATE_WORKING"}}}`)
			}
			cl := client(i, server.url)
			cl.Credential = a2a.Bearer(server.url, token)
			r, err := send(t, cl, a2a.Message{})
			if err != nil || r.Task.ID != far+token {
				t.Fatalf("%+v, %v", r, err)
			}
			_, err = cl.GetTask(within(t, time.Second), r.Task.ID)
			var e *a2a.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v", err)
			}
			shown := fmt.Sprintf("%+v %+v %v %s", r.Exchange, e.Exchange, err, r.Faults)
			if strings.Contains(strings.ToLower(shown), "s3cret") {
				t.Errorf("%s: %s", i, shown)
			}
		}
	}
	server := record(t, func(w http.ResponseWriter, s seen) {
		w.Header().Set("Content-Type", "application/"+strings.Repeat("a", 180)+"S3cret.Token+json")
		_, _ = io.WriteString(w, wrap(rpc10, s, `{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`))
	})
	cl := client(rpc10, server.url)
	cl.Credential = a2a.Bearer(server.url, "S3cret.Token")
	if r, err := send(t, cl, a2a.Message{}); err != nil || len(r.Faults) != 1 || strings.Contains(strings.ToLower(fmt.Sprint(r.Faults)), "s3cret") {
		t.Errorf("%+v, %v", r, err)
	}
}
