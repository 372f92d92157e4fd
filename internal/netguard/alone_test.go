package netguard

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// locked is a buffer that several write to.
type locked struct {
	sync.Mutex
	bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.Buffer.Write(p)
}

func (l *locked) text() string {
	l.Lock()
	defer l.Unlock()
	return l.String()
}

// What a server says unasked, before the request or behind its answer, does not
// get into the process's log.
func TestUnsolicitedBytesAreNotLogged(t *testing.T) {
	var said locked
	was := log.Writer()
	log.SetOutput(&said)
	defer log.SetOutput(was)
	const answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
	for name, speak := range map[string]func(conn net.Conn){
		"before": func(conn net.Conn) {
			_, _ = io.WriteString(conn, "s3cr3t s3cr3t\r\n")
			_, _ = http.ReadRequest(bufio.NewReader(conn))
		},
		"behind": func(conn net.Conn) {
			_, _ = http.ReadRequest(bufio.NewReader(conn))
			_, _ = io.WriteString(conn, answer)
			time.Sleep(10 * time.Millisecond)
			_, _ = io.WriteString(conn, "s3cr3t")
		},
		"with it": func(conn net.Conn) {
			_, _ = http.ReadRequest(bufio.NewReader(conn))
			_, _ = io.WriteString(conn, answer+"s3cr3t")
		},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		group.Go(func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				group.Go(func() {
					defer conn.Close()
					speak(conn)
					_, _ = io.Copy(io.Discard, conn)
				})
			}
		})
		for _, transport := range []http.RoundTripper{&http.Transport{}, NewClient(Options{Policy: Policy{AllowLoopback: true}}).Transport} {
			for range 5 {
				own, done := Alone(transport)
				req, err := http.NewRequest(http.MethodGet, "http://"+l.Addr().String(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if res, err := RoundTrip(own, req); err == nil {
					_, _ = io.Copy(io.Discard, res.Body)
					res.Body.Close()
				}
				done()
			}
		}
		time.Sleep(20 * time.Millisecond)
		l.Close()
		group.Wait()
		if text := said.text(); text != "" {
			t.Errorf("%s: logged: %s", name, text)
			said.Reset()
		}
	}
}

// What lies there is read once something was written, or the connection closed.
func TestQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		q := newQuiet(ours)
		go func() { _, _ = io.WriteString(theirs, "x") }()
		got := make(chan error, 1)
		read := func() {
			_, err := q.Read(make([]byte, 1))
			got <- err
		}
		go read()
		synctest.Wait()
		if len(got) > 0 {
			t.Fatal("read before anything was written")
		}
		go func() { _, _ = theirs.Read(make([]byte, 1)) }()
		if _, err := q.Write([]byte("y")); err != nil {
			t.Fatal(err)
		}
		if err := <-got; err != nil {
			t.Error(err)
		}
		if q.Close(); q.CloseWrite() == nil {
			t.Error("a pipe has no half to close")
		}
		if read(); <-got == nil {
			t.Error("read from a closed connection")
		}
	})
}
