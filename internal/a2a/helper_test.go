package a2a_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// seen is a request as a server saw it.
type seen struct {
	method, path string // the path with its escapes and query
	header       http.Header
	body         string
}

// recorder is an agent that notes each request and answers by a function.
type recorder struct {
	url string
	mu  sync.Mutex
	got []seen

	answer func(seen) string // where record was given no function
}

// wrap is a result in the envelope of an interface.
func wrap(i a2a.Interface, s seen, text string) string {
	if i.Binding == a2a.HTTPJSON {
		return text
	}
	return `{"jsonrpc":"2.0","id":"` + rpcID(s.body) + `","result":` + text + `}`
}

func (r *recorder) requests() []seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]seen(nil), r.got...)
}

// record serves answers; what it writes is what the server sends.
func record(t *testing.T, answer func(w http.ResponseWriter, s seen)) *recorder {
	t.Helper()
	r := &recorder{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		s := seen{req.Method, req.RequestURI, req.Header, string(body)}
		r.mu.Lock()
		r.got = append(r.got, s)
		r.mu.Unlock()
		if answer == nil {
			says(200, "application/json", r.answer(s))(w, s)
			return
		}
		answer(w, s)
	}))
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// rpcID is the id of a JSON-RPC request.
func rpcID(body string) string {
	var e struct{ ID string }
	_ = json.Unmarshal([]byte(body), &e)
	return e.ID
}

// says answers with a JSON text in which ID stands for the request's id.
func says(status int, mediaType, text string) func(http.ResponseWriter, seen) {
	return func(w http.ResponseWriter, s seen) {
		if mediaType != "" {
			w.Header().Set("Content-Type", mediaType)
		} else {
			w.Header()["Content-Type"] = nil
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(text, "ID", rpcID(s.body)))
	}
}

// result answers with a JSON-RPC result.
func result(text string) func(http.ResponseWriter, seen) {
	return says(200, "application/json", `{"jsonrpc":"2.0","id":"ID","result":`+text+`}`)
}

var (
	rpc10  = a2a.Interface{Binding: a2a.JSONRPC, Version: a2a.V10}
	rpc03  = a2a.Interface{Binding: a2a.JSONRPC, Version: a2a.V03}
	rest10 = a2a.Interface{Binding: a2a.HTTPJSON, Version: a2a.V10}
)

// client calls a server of a test over an interface.
func client(i a2a.Interface, url string) *a2a.Client {
	i.URL = url
	return &a2a.Client{
		HTTP:      netguard.NewClient(netguard.Options{Policy: netguard.Policy{AllowLoopback: true}}),
		Interface: i,
	}
}

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// send sends one message over an interface.
func send(t *testing.T, c *a2a.Client, m a2a.Message) (*a2a.Reply, error) {
	t.Helper()
	if m.ID == "" {
		m.ID = "m1"
	}
	if m.Text == "" && m.Parts == nil {
		m.Text = "hi"
	}
	r, err := c.Prepare(m)
	if err != nil {
		t.Fatal(err)
	}
	return c.Send(within(t, 5*time.Second), r)
}

// code is the code of an error, and what is odd about it.
func code(reply *a2a.Reply, err error) string {
	var e *a2a.Error
	switch {
	case err == nil && reply == nil:
		return "neither a reply nor an error"
	case err == nil:
		return ""
	case reply != nil:
		return "a reply beside an error"
	case !errors.As(err, &e):
		return fmt.Sprintf("%T", err)
	}
	return e.Code
}

// faultsOf are the faults of a reply, as code and pointer.
func faultsOf(r *a2a.Reply) string {
	var list []string
	if r != nil {
		for _, f := range r.Faults {
			list = append(list, f.Code+" "+f.Pointer)
		}
	}
	return strings.Join(list, ", ")
}

// noLeak fails a test that leaves goroutines behind. Call it before anything
// that is to be cleaned up.
func noLeak(t *testing.T) {
	t.Helper()
	before := goroutines()
	t.Cleanup(func() {
		var left []string
		for range 100 {
			left = left[:0]
			for id, stack := range goroutines() {
				if _, old := before[id]; !old && !strings.Contains(stack, "testing.(*T).Run") {
					left = append(left, stack)
				}
			}
			if len(left) == 0 {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Errorf("%d goroutines are left:\n%s", len(left), strings.Join(left, "\n\n"))
	})
}

// goroutines are the stacks of all but the caller's, by number.
func goroutines() map[string]string {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	all := map[string]string{}
	for _, s := range strings.Split(string(buf), "\n\n")[1:] {
		id, _, _ := strings.Cut(strings.TrimPrefix(s, "goroutine "), " ")
		all[id] = s
	}
	return all
}
