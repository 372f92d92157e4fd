package a2a

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hs9147/agentcard/internal/netguard"
)

const (
	// grace is how long an answer is waited for, and thrown away, before the
	// connection is cut: by then a server has begun to work.
	grace = 100 * time.Millisecond

	// linger is how long the cut connection takes in what the server still sends.
	linger = 2 * time.Second
)

// lose sends a call and cuts its connection once the request is out. It is
// net/http that tells when that is: the time to wait for the answer's headers
// begins "after fully writing the request (including its body, if any)". The
// callback WroteRequest alone is too early, since HTTP/1.1 flushes after it.
func (c *Client) lose(ctx context.Context, k call) (Exchange, *Error) {
	ex := c.exchange(k)
	if c.HTTP != nil && c.HTTP.Timeout > 0 { // told apart from the wait for headers
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, c.HTTP.Timeout)
		defer cancel()
	}
	watch := &watcher{wrote: make(chan struct{})}
	req, fail := c.request(httptrace.WithClientTrace(ctx, watch.trace()), k)
	if fail != nil {
		return ex, fail
	}
	client, done := alone(ctx, c.HTTP)
	defer done()
	t, ok := client.Transport.(*http.Transport)
	if !ok {
		return ex, &Error{Code: CodeRequest, Err: Words{"이 HTTP 클라이언트의 연결은 끊을 수 없다", "the connections of this HTTP client can't be cut"}}
	}
	t.ResponseHeaderTimeout, client.Timeout = grace, 0
	conns := &cutters{ctx: ctx, watch: watch}
	t.DialContext = conns.dial(t)
	ex.Started = time.Now()
	res, err := client.Do(req)
	switch {
	case err == nil:
		if !watch.wroteAll() {
			fail = &Error{Code: CodeReset, Err: Words{"요청을 다 보내기 전에 응답이 왔다", "answered before the request was out"}}
		}
		_ = res.Body.Close() // unread
	case !noHeaders(err), !watch.wroteYet():
		fail = c.failed(ctx, watch, err)
	}
	conns.close()
	ex.Duration, ex.Requests = time.Since(ex.Started), watch.requests()
	return ex, fail
}

// noHeaders reports an error that may be that of the wait for an answer's
// headers: some timeout, and not that of a context. (It says that it is
// context.DeadlineExceeded, too, but is another value.)
func noHeaders(err error) bool {
	var u *url.Error
	var timeout net.Error
	return errors.As(err, &u) && u.Err != context.DeadlineExceeded && errors.As(u.Err, &timeout) && timeout.Timeout()
}

// wroteAll reports whether the request was written as a whole. HTTP/2 may be
// about to say so when the answer is there already.
func (w *watcher) wroteAll() bool {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-w.wrote:
		return true
	case <-timer.C:
		return false
	}
}

// wroteYet is wroteAll without waiting.
func (w *watcher) wroteYet() bool {
	select {
	case <-w.wrote:
		return true
	default:
		return false
	}
}

// cutters are the connections of one call.
type cutters struct {
	ctx   context.Context
	watch *watcher
	mu    sync.Mutex
	list  []*cutter
}

// dial is a transport's way to dial, each connection wrapped.
func (s *cutters) dial(t *http.Transport) func(context.Context, string, string) (net.Conn, error) {
	dial := netguard.DialerOf(t)
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := &cutter{Conn: conn, ctx: s.ctx, watch: s.watch}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.list = append(s.list, c)
		return c, nil
	}
}

// close ends what net/http has not ended yet, and waits for what it is ending.
func (s *cutters) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.list {
		_ = c.Close()
	}
}

// cutter is a connection that is cut only in one direction as long as the server
// may not have read all: the end of the stream stands behind the request, so that
// who sees it has the request. To close both directions at once would answer
// whatever the server still sends (HTTP/2 windows, TLS tickets) with a reset, on
// which it stops reading (RFC 1122 §4.2.2.13).
type cutter struct {
	net.Conn
	ctx   context.Context
	watch *watcher

	once    sync.Once
	closing atomic.Bool
	err     error
}

// Read gives nothing any more once the connection is cut.
func (c *cutter) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.closing.Load() {
		return 0, net.ErrClosed
	}
	return n, err
}

// Close cuts the connection. Every call returns when that is done.
func (c *cutter) Close() error {
	c.once.Do(func() {
		c.closing.Store(true)
		if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && c.watch.wroteYet() && half.CloseWrite() == nil {
			c.takeRest()
		}
		c.err = c.Conn.Close()
	})
	return c.err
}

// takeRest reads until the server has ended its side too, the time is over or
// the caller has had enough.
func (c *cutter) takeRest() {
	if c.Conn.SetReadDeadline(time.Now().Add(linger)) != nil {
		return
	}
	stop := context.AfterFunc(c.ctx, func() { _ = c.Conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	_, _ = io.Copy(io.Discard, c.Conn)
}
