package netguard

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"strings"
	"sync"
)

// ResponseError is an answer that could not be read as HTTP, such as one with a
// malformed header or with more of them than is read. The server was reached.
type ResponseError struct{ Err error }

// Error is what net/http found, without where it did.
func (e *ResponseError) Error() string {
	return strings.TrimPrefix(e.Err.Error(), "net/http: HTTP/1.x transport connection broken: ")
}

// Unwrap gives the cause.
func (e *ResponseError) Unwrap() error { return e.Err }

// reached notes that a request got a connection of HTTP/1, from a goroutine of
// net/http.
type reached struct {
	mu  sync.Mutex
	got bool
}

func (r *reached) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
		r.mu.Lock()
		defer r.mu.Unlock()
		t, ok := i.Conn.(*tls.Conn)
		r.got = !ok || t.ConnectionState().NegotiatedProtocol != "h2" // whose streams end with errors of many kinds
	}}
}

func (r *reached) http1() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got
}

// isConnection reports an error of the connection, which says nothing of what came
// over it.
func isConnection(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) || strings.HasSuffix(err.Error(), "server closed idle connection")
}
