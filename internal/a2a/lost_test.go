package a2a_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
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

// slow is a listener whose connections take their time to read.
type slow struct{ net.Listener }

func (l slow) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return slowConn{conn}, err
}

type slowConn struct{ net.Conn }

func (c slowConn) Read(p []byte) (int, error) {
	time.Sleep(5 * time.Millisecond)
	return c.Conn.Read(p[:min(len(p), 1<<14)])
}

// TestSendLostToASlowReader: a server that still reads when the connection is
// cut, and writes meanwhile, gets all of the request.
func TestSendLostToASlowReader(t *testing.T) {
	noLeak(t)
	for _, h2 := range []bool{false, true} {
		got := make(chan taken, 2)
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			got <- taken{r.Proto, string(body), err}
			<-r.Context().Done()
		}))
		s.Listener, s.EnableHTTP2 = slow{s.Listener}, h2
		s.StartTLS()
		t.Cleanup(s.Close)
		cl := client(rpc10, s.URL)
		cl.HTTP = trusting(s)
		r, err := cl.Prepare(a2a.Message{ID: "m", Text: strings.Repeat("x", 900_000)})
		if err != nil {
			t.Fatal(err)
		}
		if ex, err := cl.SendLost(within(t, 10*time.Second), r); err != nil || ex.Requests != 1 {
			t.Fatalf("%+v, %v", ex, err)
		}
		if saw := <-got; saw.err != nil || saw.body != string(r.Body()) || (saw.proto == "HTTP/2.0") != h2 {
			t.Errorf("%s: %d of %d bytes, %v", saw.proto, len(saw.body), len(r.Body()), saw.err)
		}
	}
}

// TestSendLostIsCut: a server that never ends its side is cut off after all, and
// a caller that has had enough does not wait for that.
func TestSendLostIsCut(t *testing.T) {
	noLeak(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	ended := make(chan error, 2)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = io.Copy(io.Discard, conn) // to the end of the client's side
				for {
					time.Sleep(10 * time.Millisecond)
					if _, err := conn.Write([]byte("x")); err != nil {
						ended <- err
						return
					}
				}
			}()
		}
	}()
	cl := client(rpc10, "http://"+l.Addr().String())
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if ex, err := cl.SendLost(within(t, time.Second), r); err != nil || ex.Requests != 1 {
		t.Errorf("%+v, %v", ex, err)
	}
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the connection was never cut")
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
	cl.HTTP.Timeout = 100 * time.Millisecond
	if _, err = cl.SendLost(within(t, 5*time.Second), r); !errors.As(err, &e) || e.Code != a2a.CodeTimeout {
		t.Errorf("the HTTP client's own timeout: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = cl.SendLost(ctx, r); !errors.As(err, &e) || e.Code != a2a.CodeCanceled {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestSendLostUnknown: where the connection ends, or the caller's time does, just
// after the request was written, it is not known what arrived.
func TestSendLostUnknown(t *testing.T) {
	noLeak(t)
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, seen)
		after  time.Duration
		want   string
	}{
		"closed":   {hijack("", false), 5 * time.Second, a2a.CodeReset},
		"reset":    {hijack("", true), 5 * time.Second, a2a.CodeReset},
		"no HTTP":  {hijack("x\r\n\r\n", false), 5 * time.Second, a2a.CodeReset},
		"deadline": {func(http.ResponseWriter, seen) { time.Sleep(70 * time.Millisecond) }, 50 * time.Millisecond, a2a.CodeTimeout},
	} {
		server := record(t, c.answer)
		cl := client(rpc10, server.url)
		r, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		var e *a2a.Error
		if ex, err := cl.SendLost(within(t, c.after), r); !errors.As(err, &e) || e.Code != c.want || ex.MessageID != "m" || len(server.requests()) > 1 {
			t.Errorf("%s: %+v, %v", name, ex, err)
		}
	}
}

// TestSendLostWithoutHandshake: a timeout before there is a connection is none
// of a request that went out.
func TestSendLostWithoutHandshake(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	cl := client(rpc10, "https://"+l.Addr().String())
	cl.HTTP = netguard.NewClient(netguard.Options{Policy: netguard.Policy{AllowLoopback: true}, DialTimeout: 30 * time.Millisecond})
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var e *a2a.Error
	if ex, err := cl.SendLost(within(t, 5*time.Second), r); !errors.As(err, &e) || e.Code != a2a.CodeTimeout || ex.Requests != 0 {
		t.Errorf("%+v, %v", ex, err)
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
