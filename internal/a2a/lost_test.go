package a2a_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
)

// taken is what a handler saw of a request.
type taken struct {
	proto, body string
	err         error
}

// TestSendLost: the handler gets all of the request, and the client no answer.
func TestSendLost(t *testing.T) {
	for name, c := range map[string]struct{ tls, h2 bool }{
		"HTTP/1.1": {}, "HTTP/1.1 over TLS": {tls: true}, "HTTP/2": {tls: true, h2: true},
	} {
		for size, text := range map[string]string{"short": "hi", "long": strings.Repeat("가나다 ", 60_000)} {
			for pace, wait := range map[string]bool{"quick": false, "slow": true} {
				t.Run(name+" "+size+" "+pace, func(t *testing.T) {
					noLeak(t)
					got := make(chan taken, 10)
					s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						body, err := io.ReadAll(r.Body)
						got <- taken{r.Proto, string(body), err}
						if wait { // until it is known that nobody listens
							<-r.Context().Done()
						}
						result(task10)(w, seen{body: string(body)})
					}))
					s.EnableHTTP2 = c.h2
					cl := client(rpc10, "")
					if c.tls {
						s.StartTLS()
						cl.HTTP = trusting(s)
					} else {
						s.Start()
					}
					t.Cleanup(s.Close)
					cl.Interface.URL = s.URL + "/a2a"
					r, err := cl.Prepare(a2a.Message{ID: "m-17", Text: text})
					if err != nil {
						t.Fatal(err)
					}
					ex, err := cl.SendLost(within(t, 10*time.Second), r)
					if err != nil || ex.Status != 0 || ex.MessageID != "m-17" || ex.Requests != 1 || ex.RPC != "SendMessage" || ex.HTTPMethod != "POST" {
						t.Fatalf("%+v, %v", ex, err)
					}
					select {
					case saw := <-got:
						if saw.err != nil || saw.body != string(r.Body()) || (saw.proto == "HTTP/2.0") != c.h2 {
							t.Errorf("%s: %d of %d bytes, %v", saw.proto, len(saw.body), len(r.Body()), saw.err)
						}
					case <-time.After(5 * time.Second):
						t.Fatal("the handler was never called")
					}
					// The same request again, with an answer this time.
					if wait {
						return
					}
					reply, err := cl.Send(within(t, 5*time.Second), r)
					if err != nil || reply.Task == nil {
						t.Fatalf("%v", err)
					}
					if saw := <-got; saw.body != string(r.Body()) || len(got) != 0 {
						t.Errorf("the resend differs, or there are %d more", len(got))
					}
				})
			}
		}
	}
}

// TestSendLostThatDidNotGoOut: an error says that it is not known to have gone
// out.
func TestSendLostThatDidNotGoOut(t *testing.T) {
	noLeak(t)
	block := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-block }))
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(block) })
	cl := client(rpc10, s.URL)
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: strings.Repeat("x", 30<<20)})
	if err != nil {
		t.Fatal(err)
	}
	var e *a2a.Error
	if _, err = cl.SendLost(within(t, 200*time.Millisecond), r); !errors.As(err, &e) || e.Code != a2a.CodeTimeout {
		t.Errorf("a server that reads nothing: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = cl.SendLost(ctx, r); !errors.As(err, &e) || e.Code != a2a.CodeCanceled {
		t.Errorf("a cancelled context: %v", err)
	}
}

// shared is a transport whose connections others may use.
type shared struct {
	http.RoundTripper
	t *testing.T
}

func (s shared) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.GetBody != nil {
		s.t.Error("the transport could send the body a second time")
	}
	return s.RoundTripper.RoundTrip(r)
}

func TestSendLostOverAnothersTransport(t *testing.T) {
	server := record(t, result(task10))
	cl := client(rpc10, server.url)
	cl.HTTP = &http.Client{Transport: shared{cl.HTTP.Transport, t}}
	t.Cleanup(cl.HTTP.CloseIdleConnections)
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var e *a2a.Error
	if _, err = cl.SendLost(within(t, 5*time.Second), r); !errors.As(err, &e) || e.Code != a2a.CodeRequest || len(server.requests()) != 0 {
		t.Errorf("%v", err)
	}
	if reply, err := cl.Send(within(t, 5*time.Second), r); err != nil || reply.Exchange.Requests != 1 {
		t.Errorf("%v", err)
	}
}

// TestSendLostThatIsAnsweredEarly: a server that refuses before it has read all
// did not get the request.
func TestSendLostThatIsAnsweredEarly(t *testing.T) {
	noLeak(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(413) }))
	t.Cleanup(s.Close)
	cl := client(rpc10, s.URL)
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: strings.Repeat("x", 20<<20)})
	if err != nil {
		t.Fatal(err)
	}
	var e *a2a.Error
	if ex, err := cl.SendLost(within(t, 5*time.Second), r); !errors.As(err, &e) || e.Code != a2a.CodeReset || ex.Status != 0 {
		t.Errorf("%v", err)
	}
}
