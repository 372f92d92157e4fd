package verify

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// rude is a server of bytes: it reads a request, does something with its
// connection, and closes it. It counts the messages that came.
type rude struct {
	net.Listener
	posts atomic.Int64
}

func serveRudely(t *testing.T, do func(conn net.Conn, r *http.Request, body []byte)) *rude {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &rude{Listener: l}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			group.Go(func() {
				defer conn.Close()
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				body, _ := io.ReadAll(r.Body)
				if r.Method == http.MethodPost {
					s.posts.Add(1)
				}
				do(conn, r, body)
			})
		}
	})
	t.Cleanup(func() { l.Close(); group.Wait() })
	return s
}

// here is a target on this machine, its card handed in.
func here(t *testing.T, addr string) Target {
	t.Helper()
	at := "http://" + addr + "/a2a"
	p := Ethos()
	p.AllowHTTP = true
	return Target{
		Endpoint: at, Profile: p, Received: derived(t, "base/ethos.json", `set /url "`+at+`"`, `set /supportedInterfaces/0/url "`+at+`"`),
		Live: &Live{
			AllowHTTP: true, AllowLoopback: true, FetchTimeout: 300 * time.Millisecond, Timeout: 300 * time.Millisecond,
			Credentials: []Credential{{"userBearer", userToken}},
		},
	}
}

// What a connection can do to a message: it is sent once, and what is wrong is
// told apart.
func TestFaultsOfAConnection(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
	says := func(s string) func(net.Conn, *http.Request, []byte) {
		return func(conn net.Conn, _ *http.Request, _ []byte) { _, _ = io.WriteString(conn, s) }
	}
	for name, tc := range map[string]struct {
		do   func(net.Conn, *http.Request, []byte)
		want string
	}{
		"closed before the headers": {says(""), "V7 fail / endpoint_unreachable"},
		"reset before the headers":  {reset(""), "V7 fail / endpoint_unreachable"},
		"closed in the headers":     {says("HTTP/1.1 200 OK\r\nContent-Ty"), "V7 fail / response"},
		"closed after the headers":  {says(head), "V7 fail / reset"},
		"reset after the headers":   {reset(head), "V7 fail / reset"},
		"half a body":               {says(head + `{"jsonrpc":"2.0","id":`), "V7 fail / reset"},
		"half a chunk":              {says("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"), "V7 fail / reset"},
		"no HTTP":                   {says("220 mail.example ESMTP\r\n"), "V7 fail / response"},
		"202 with nothing":          {says("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"), "V7 fail / empty"},
		"HTML":                      {says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"), "V7 fail / media-type"},
		"100 for ever":              {forEver("HTTP/1.1 100 Continue\r\n\r\n"), "V7 fail / response"},
		"events for ever":           {forEver("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", ": still here\n\n"), "V7 fail / media-type"},
		"a body for ever":           {forEver("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", strings.Repeat(" ", 1<<16)), "V7 fail / size"},
		"headers for ever":          {forEver("HTTP/1.1 200 OK\r\n", "X-More: "+strings.Repeat("x", 1<<10)+"\r\n"), "V7 fail / response"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveRudely(t, tc.do)
			target := here(t, s.Addr().String())
			target.Live.Timeout = 3 * time.Second
			wantLines(t, lines(target, V7()), tc.want)
			if n := s.posts.Load(); n != 1 {
				t.Errorf("the message came %d times", n)
			}
		})
	}
}

// reset sends something and ends the connection with a reset.
func reset(s string) func(net.Conn, *http.Request, []byte) {
	return func(conn net.Conn, _ *http.Request, _ []byte) {
		_, _ = io.WriteString(conn, s)
		time.Sleep(20 * time.Millisecond) // a reset overtakes what was not read yet
		_ = conn.(*net.TCPConn).SetLinger(0)
	}
}

// forEver sends the first text, then the last one until nobody listens.
func forEver(texts ...string) func(net.Conn, *http.Request, []byte) {
	return func(conn net.Conn, _ *http.Request, _ []byte) {
		_, err := io.WriteString(conn, texts[0])
		for err == nil {
			_, err = io.WriteString(conn, texts[len(texts)-1])
		}
	}
}

// Where nothing listens nothing is sent, and that is no look at a private host.
func TestConnectionRefused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	wantLines(t, lines(here(t, addr), V1(), V7(), P3()),
		"P3 fail /supportedInterfaces/0", "V1 fail / endpoint_unreachable", "V7 fail / endpoint_unreachable")
}

// A thousand servers that are slow, each under a name of its own: a run of each
// ends by its time limit, holds little, and leaves nothing behind.
func TestThousandSlowServers(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens two thousand sockets")
	}
	const servers = 1000
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var held []net.Conn
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			held = append(held, conn) // taken, and never answered
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	loopback := &answers{list: [][]netip.Addr{addrs("127.0.0.1")}}
	live := &Live{AllowHTTP: true, AllowLoopback: true, Resolver: loopback, FetchTimeout: 400 * time.Millisecond}
	profile := Ethos()
	before := runtime.NumGoroutine()
	var was, is runtime.MemStats
	runtime.ReadMemStats(&was)
	verdicts := make([]Verdict, servers)
	var group sync.WaitGroup
	for i := range servers {
		group.Go(func() {
			target := Target{Endpoint: "http://agent-" + strconv.Itoa(i) + ".internal:" + port + "/a2a", Profile: profile, Live: live}
			verdicts[i] = Run(context.Background(), target, V1(), V7()).Verdict("V1")
		})
	}
	group.Wait()
	runtime.ReadMemStats(&is)
	l.Close()
	<-done
	for _, conn := range held {
		conn.Close()
	}
	for i, v := range verdicts {
		if v != Fail {
			t.Fatalf("server %d: V1 is %s", i, v)
		}
	}
	if each := (is.TotalAlloc - was.TotalAlloc) / servers; each > 1<<20 {
		t.Errorf("a run took %d bytes", each)
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), before)
}

// One Live may serve any number of runs at once.
func TestLiveIsSharedByRuns(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := (&shop{}).open(t)
		target.Live.Message, target.Live.Messages = &Message{Text: "report"}, map[string]Message{"report-lookup": {Text: "report"}}
		target.Live.Actions[0].Effects, target.Live.Actions[0].Thorough = nil, true // the runs would count each other's
		target.Live.Progress = func(Step) {}
		s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "COMPLETED") }
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if r := Run(context.Background(), target, all()...); r.Verdict("V1") != Pass || r.Verdict("V7") != Pass {
					t.Errorf("%q", found(r, nil))
				}
			})
		}
		group.Wait()
	})
}

// A card's place that answers with no HTTP was reached, and what it said is shown
// without the caller's token, the same in all places.
func TestCardThatIsNoHTTP(t *testing.T) {
	for name, says := range map[string]string{
		"a malformed header": "HTTP/1.1 200 OK\r\nX " + userToken + "\r\n\r\n",
		"too many headers":   "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+strings.Repeat("x", 1000)+"\r\n", 100) + "\r\n",
		"no HTTP":            "SSH-2.0-" + userToken + "\r\n\r\n",
	} {
		s := serveRudely(t, func(conn net.Conn, _ *http.Request, _ []byte) { _, _ = io.WriteString(conn, says) })
		target := here(t, s.Addr().String())
		target.Received = nil
		r := Run(context.Background(), target, V1())
		f := one(r, "V1", "response")
		if f == nil || f.Verdict != Fail {
			t.Fatalf("%s: %q", name, found(r, nil))
		}
		if r.UnfetchedText() != f.Message || strings.Contains(f.Message.EN, "net/http: HTTP/1.x") {
			t.Errorf("%s: %s, and %s", name, f.Message.EN, r.UnfetchedText().EN)
		}
		if all := f.Message.KO + f.Message.EN + r.Err().Error(); strings.Contains(all, userToken) {
			t.Errorf("%s: %s", name, all)
		}
	}
}
