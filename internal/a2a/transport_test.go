package a2a_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// hijack answers with raw bytes and ends the connection, by a reset if asked.
func hijack(text string, reset bool) func(http.ResponseWriter, seen) {
	return func(w http.ResponseWriter, _ seen) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(conn, text)
		if reset {
			_ = conn.(*net.TCPConn).SetLinger(0)
		}
		_ = conn.Close()
	}
}

func packed(enc string, body []byte) func(http.ResponseWriter, seen) {
	return func(w http.ResponseWriter, _ seen) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", enc)
		_, _ = w.Write(body)
	}
}

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, s)
	_ = z.Close()
	return b.Bytes()
}

// TestFaultsOfTheWire: what breaks below HTTP, or in a body, each by its code;
// one request, and no goroutine left.
func TestFaultsOfTheWire(t *testing.T) {
	const limit = 4096
	head := "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter, seen)
		want   string
		status int
	}{
		"reset before the headers":  {hijack("", true), "reset", 0},
		"closed before the headers": {hijack("", false), "reset", 0},
		"reset within the headers":  {hijack(head, true), "reset", 0},
		"reset after the headers":   {hijack(head+"Content-Length: 100\r\n\r\n", true), "reset", 200},
		"half a body":               {hijack(head+"Content-Length: 100\r\n\r\n{\"jsonrpc\":", false), "reset", 200},
		"half a chunk":              {hijack(head+"Transfer-Encoding: chunked\r\n\r\n20\r\n{", false), "reset", 200},
		"no HTTP":                   {hijack("SSH-2.0-x\r\n\r\n", false), "response", 0},
		"a length over the limit":   {hijack(head+"Content-Length: 99999999\r\n\r\n", false), "size", 200},
		"a body over the limit":     {plain(strings.Repeat(" ", limit+1)), "size", 200},
		"a bomb":                    {packed("gzip", zipped(strings.Repeat(" ", 50<<20))), "size", 200},
		"an unknown encoding":       {packed("br", []byte("x")), "encoding", 200},
		"gzip that is none":         {packed("gzip", []byte("not gzip at all")), "encoding", 200},
		"gzip":                      {packed("gzip", zipped(`{}`)), "envelope", 200},
		"an endless body":           {endless("application/json"), "size", 200},
		"an endless event stream":   {endless("text/event-stream"), "media-type", 200},
	} {
		t.Run(name, func(t *testing.T) {
			noLeak(t)
			server := record(t, c.answer)
			cl := client(rpc10, server.url)
			cl.MaxBody = limit
			r, err := send(t, cl, a2a.Message{ID: "m-17"})
			var e *a2a.Error
			if got := code(r, err); got != c.want || !errors.As(err, &e) || e.Exchange.Status != c.status || e.Exchange.MessageID != "m-17" {
				t.Errorf("%s, want %s (%v)", got, c.want, err)
			}
			if n := len(server.requests()); n != 1 || e.Exchange.Requests != 1 {
				t.Errorf("%d requests, %d counted", n, e.Exchange.Requests)
			}
		})
	}
}

func endless(mediaType string) func(http.ResponseWriter, seen) {
	return func(w http.ResponseWriter, _ seen) {
		w.Header().Set("Content-Type", mediaType)
		for {
			if _, err := w.Write(bytes.Repeat([]byte("data: \n"), 100)); err != nil {
				return
			}
		}
	}
}

// TestDeadline: what never ends ends with the context.
func TestDeadline(t *testing.T) {
	for name, c := range map[string]func(http.ResponseWriter, *http.Request){
		"no answer": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"a body that drips": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		},
		"a stream without a media type": func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = nil
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			noLeak(t)
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				c(w, r)
			}))
			t.Cleanup(s.Close)
			cl := client(rpc10, s.URL)
			r, err := cl.Prepare(a2a.Message{ID: "m1", Text: "x"})
			if err != nil {
				t.Fatal(err)
			}
			reply, err := cl.Send(within(t, 100*time.Millisecond), r)
			if code(reply, err) != a2a.CodeTimeout || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v", err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			timer := time.AfterFunc(30*time.Millisecond, cancel)
			defer timer.Stop()
			if reply, err := cl.Send(ctx, r); code(reply, err) != a2a.CodeCanceled {
				t.Errorf("%v", err)
			}
			cancel()
			if reply, err := cl.GetTask(ctx, "t1"); code(reply, err) != a2a.CodeCanceled {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestSlowHeaders: a context's deadline, not the HTTP client's timeout for
// headers, bounds a blocking call.
func TestSlowHeaders(t *testing.T) {
	server := record(t, func(w http.ResponseWriter, s seen) {
		time.Sleep(60 * time.Millisecond)
		result(task10)(w, s)
	})
	cl := client(rpc10, server.url)
	cl.HTTP = netguard.NewClient(netguard.Options{Policy: netguard.Policy{AllowLoopback: true}, HeaderTimeout: 20 * time.Millisecond})
	if r, err := send(t, cl, a2a.Message{}); err != nil || r.Task == nil {
		t.Errorf("%v", err)
	}
	r, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if reply, err := cl.Send(context.Background(), r); code(reply, err) != a2a.CodeTimeout {
		t.Errorf("without a deadline: %v", err)
	}
}

func TestNoConnection(t *testing.T) {
	noLeak(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String()
	_ = l.Close()
	server := record(t, result(task10))
	for name, c := range map[string]struct {
		url  string
		http *http.Client
		want string
	}{
		"refused":        {closed, nil, a2a.CodeUnreachable},
		"no such host":   {"http://nowhere.invalid/", nil, a2a.CodeUnreachable},
		"an address":     {server.url, netguard.NewClient(netguard.Options{}), a2a.CodeAddress},
		"metadata":       {"http://169.254.169.254/latest", nil, a2a.CodeAddress},
		"TLS to none":    {strings.Replace(server.url, "http:", "https:", 1), nil, a2a.CodeTLS},
		"user info":      {strings.Replace(server.url, "http://", "http://u:pass@", 1), nil, a2a.CodeRequest},
		"a relative URL": {"/a2a", nil, a2a.CodeRequest},
	} {
		cl := client(rpc10, c.url)
		if c.http != nil {
			cl.HTTP = c.http
		}
		r, err := send(t, cl, a2a.Message{})
		var e *a2a.Error
		if got := code(r, err); got != c.want || !errors.As(err, &e) || e.Exchange.Requests != 0 || strings.Contains(err.Error(), "pass@") {
			t.Errorf("%s: %s, want %s (%v)", name, got, c.want, err)
		}
		q, err := cl.Prepare(a2a.Message{ID: "m", Text: "x"})
		if err != nil {
			t.Fatal(err)
		}
		ex, err := cl.SendLost(within(t, 5*time.Second), q)
		if !errors.As(err, &e) || e.Code != c.want || ex.Requests != 0 || ex.MessageID != "m" {
			t.Errorf("lost, %s: %v, %+v", name, err, ex)
		}
	}
	cl := client(rpc10, server.url)
	cl.HTTP = nil
	if r, err := send(t, cl, a2a.Message{}); code(r, err) != a2a.CodeRequest {
		t.Errorf("no HTTP client: %v", err)
	}
	if r, err := client(rpc10, server.url).Send(within(t, time.Second), nil); code(r, err) != a2a.CodeRequest {
		t.Errorf("no request: %v", err)
	}
	if r, err := client(a2a.Interface{Binding: "GRPC", Version: "1.0"}, server.url).GetTask(within(t, time.Second), "t"); code(r, err) != a2a.CodeRequest {
		t.Errorf("gRPC: %v", err)
	}
	for _, uri := range []string{"urn:a,urn:b", "urn:a\r\nX: y", "", "a b"} {
		cl := client(rpc10, server.url)
		cl.Extensions = []string{uri}
		if r, err := send(t, cl, a2a.Message{}); code(r, err) != a2a.CodeRequest {
			t.Errorf("extension %q: %v", uri, err)
		}
	}
	if n := len(server.requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// TestB69TheDialDecides: a name that leads inside is refused when it is dialled.
func TestB69TheDialDecides(t *testing.T) {
	server := record(t, result(task10))
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.url, "http://"))
	cl := client(rpc10, "http://localhost:"+port+"/a2a")
	cl.HTTP = netguard.NewClient(netguard.Options{})
	if r, err := send(t, cl, a2a.Message{}); code(r, err) != a2a.CodeAddress || len(server.requests()) != 0 {
		t.Errorf("%v", err)
	}
}

func TestTLS(t *testing.T) {
	noLeak(t)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	if r, err := send(t, client(rpc10, s.URL), a2a.Message{}); code(r, err) != a2a.CodeTLS {
		t.Errorf("an unknown authority: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_ = conn.Close()
		}
	}()
	if r, err := send(t, client(rpc10, "https://"+l.Addr().String()), a2a.Message{}); code(r, err) != a2a.CodeTLS {
		t.Errorf("closed within the handshake: %v", err)
	}
}

// TestRedirectsAndCookies: no redirect is followed and no cookie sent, whatever
// the caller's client does.
func TestRedirectsAndCookies(t *testing.T) {
	server := record(t, func(w http.ResponseWriter, s seen) {
		if s.path == "/moved" {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(308)
			return
		}
		w.Header().Set("Set-Cookie", "a=b; Path=/")
		result(task10)(w, s)
	})
	jar, _ := cookiejar.New(nil)
	at, _ := url.Parse(server.url)
	jar.SetCookies(at, []*http.Cookie{{Name: "old", Value: "1"}})
	theirs := &http.Client{Jar: jar}
	for _, path := range []string{"/", "/moved", "/"} {
		cl := client(rpc10, server.url+path)
		cl.HTTP = theirs
		want := ""
		if path == "/moved" {
			want = a2a.CodeRedirected
		}
		if r, err := send(t, cl, a2a.Message{}); code(r, err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	got := server.requests()
	for _, s := range got {
		if s.header.Get("Cookie") != "" {
			t.Errorf("a cookie was sent: %v", s.header)
		}
	}
	if len(got) != 3 || len(jar.Cookies(at)) != 1 || theirs.CheckRedirect != nil || theirs.Jar == nil {
		t.Errorf("%d requests, cookies %v", len(got), jar.Cookies(at))
	}
}

// TestB95NeverTwice: a server that takes the request and closes gets it once,
// also where an earlier request has left a connection open; net/http would send
// it again over another connection for a request that it takes to be idempotent.
func TestB95NeverTwice(t *testing.T) {
	var sends atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/warm" {
			return
		}
		sends.Add(1)
		hijack("", false)(w, seen{})
	}))
	t.Cleanup(s.Close)
	theirs := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(theirs.CloseIdleConnections)
	for _, to := range []a2a.Interface{rpc10, rpc03, rest10} {
		res, err := theirs.Get(s.URL + "/warm")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		sends.Store(0)
		cl := client(to, s.URL)
		cl.HTTP = theirs
		r, err := send(t, cl, a2a.Message{})
		var e *a2a.Error
		if code(r, err) != a2a.CodeReset || !errors.As(err, &e) || e.Exchange.Requests != 1 || sends.Load() != 1 {
			t.Errorf("%v: %v, %d requests", to, err, sends.Load())
		}
	}
}

// TestOwnConnections: no two requests share a connection, and none stays open.
func TestOwnConnections(t *testing.T) {
	noLeak(t)
	for _, h2 := range []bool{false, true} {
		var opened, closed atomic.Int32
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if r.ProtoMajor == 2 != h2 {
				t.Errorf("%s", r.Proto)
			}
			if !h2 && !r.Close {
				t.Error("the server is not told that the connection ends")
			}
			result(task10)(w, seen{body: string(body)})
		}))
		s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				opened.Add(1)
			case http.StateClosed:
				closed.Add(1)
			}
		}
		s.EnableHTTP2 = h2
		s.StartTLS()
		cl := client(rpc10, s.URL)
		cl.HTTP = trusting(s)
		for range 3 {
			if _, err := send(t, cl, a2a.Message{}); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		if opened.Load() != 3 {
			t.Errorf("HTTP/2 %v: %d connections for three requests", h2, opened.Load())
		}
	}
}

// trusting is a client that trusts a test server's certificate.
func trusting(s *httptest.Server) *http.Client {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return netguard.NewClient(netguard.Options{
		Policy: netguard.Policy{AllowLoopback: true}, TLS: &tls.Config{RootCAs: roots},
	})
}

// TestMaxBody: exactly the limit is read, one byte more is not, by default and
// where the caller sets it.
func TestMaxBody(t *testing.T) {
	for _, limit := range []int64{0, 2 << 20} {
		size := max(int(limit), 1<<20)
		for _, more := range []int{0, 1} {
			server := record(t, func(w http.ResponseWriter, s seen) {
				body := wrap(rpc10, s, task10)
				says(200, "application/json", body+strings.Repeat(" ", size+more-len(body)))(w, s)
			})
			cl := client(rpc10, server.url)
			cl.MaxBody = limit
			want := map[int]string{0: "", 1: a2a.CodeSize}[more]
			if r, err := send(t, cl, a2a.Message{}); code(r, err) != want {
				t.Errorf("%d bytes: %v", size+more, err)
			}
		}
	}
}

// TestRedirectThatLeadsNowhere: a redirect is one whatever its target is, and no
// fault of the connection that would be tried again.
func TestRedirectThatLeadsNowhere(t *testing.T) {
	for _, to := range []string{"http://[::1", "%zz", "", "::"} {
		server := record(t, func(w http.ResponseWriter, _ seen) {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		})
		reply, err := send(t, client(rpc10, server.url), a2a.Message{})
		if code(reply, err) != a2a.CodeRedirected || len(server.requests()) != 1 {
			t.Errorf("%q: %v after %d requests", to, err, len(server.requests()))
		}
	}
}
