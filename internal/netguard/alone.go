package netguard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
)

// Alone is a transport like the given one that shares no connection with any other
// request and keeps none idle: a request on a connection that was used before may
// be lost with it, or be sent again, and what a server says on an idle connection
// net/http writes to the process's log. A RoundTripper that is no *http.Transport
// is given back; nil stands for http.DefaultTransport. Call done after the
// request.
func Alone(t http.RoundTripper) (alone http.RoundTripper, done func()) {
	if t == nil {
		t = http.DefaultTransport
	}
	own, ok := t.(*http.Transport)
	if !ok {
		return t, func() {}
	}
	own = own.Clone()
	own.DisableKeepAlives = true
	dial := DialerOf(own)
	own.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newQuiet(conn), nil
	}
	return own, own.CloseIdleConnections
}

// DialerOf is a transport's way to dial.
func DialerOf(t *http.Transport) func(ctx context.Context, network, address string) (net.Conn, error) {
	dial := t.DialContext
	//lint:ignore SA1019 DialContext goes before it, and it may be the caller's guard
	if old := t.Dial; dial == nil && old != nil {
		dial = func(_ context.Context, network, address string) (net.Conn, error) { return old(network, address) }
	}
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	return dial
}

// quiet is a connection of which nothing is read before something was written to
// it: to net/http a server that speaks first has spoken on an idle connection.
type quiet struct {
	net.Conn
	once  sync.Once
	begun chan struct{}
}

func newQuiet(c net.Conn) *quiet { return &quiet{Conn: c, begun: make(chan struct{})} }

func (q *quiet) begin() { q.once.Do(func() { close(q.begun) }) }

// Read waits for the first Write, or Close.
func (q *quiet) Read(p []byte) (int, error) {
	<-q.begun
	return q.Conn.Read(p)
}

// Write lets Read go on.
func (q *quiet) Write(p []byte) (int, error) {
	q.begin()
	return q.Conn.Write(p)
}

// Close closes the connection and lets Read go on.
func (q *quiet) Close() error {
	defer q.begin()
	return q.Conn.Close()
}

// CloseWrite ends our side, where the connection can.
func (q *quiet) CloseWrite() error {
	if half, ok := q.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}
