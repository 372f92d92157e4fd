package netguard

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
)

// BodyFault is why a body can't be used, though the connection was good.
type BodyFault string

// The faults of a body.
const (
	BodySize     BodyFault = "size"     // over the limit, on the wire or decoded
	BodyLength   BodyFault = "length"   // it ended before its length
	BodyEncoding BodyFault = "encoding" // an unknown Content-Encoding, or not in the one it says
)

// BodyError is a body that can't be used.
type BodyError struct {
	Fault BodyFault
	Err   error // the cause, where there is one
}

func (e *BodyError) Error() string {
	s := "netguard: body refused: " + string(e.Fault)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap gives the cause.
func (e *BodyError) Unwrap() error { return e.Err }

// ReadBody reads a response's body under a limit in bytes that holds both on the
// wire and decoded (rule B-size). It stops at one byte over the limit and never
// holds more. The error is a *BodyError or one of the connection. The body is
// left open.
func ReadBody(res *http.Response, limit int64) ([]byte, error) {
	if res.ContentLength > limit {
		return nil, &BodyError{Fault: BodySize}
	}
	wire := &capped{r: res.Body, left: limit}
	in, err := decoded(wire, res.Header.Get("Content-Encoding"))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(in, limit+1))
	switch {
	case wire.over || n > limit:
		return nil, &BodyError{Fault: BodySize}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &BodyError{BodyLength, err}
	case err != nil && in != io.Reader(wire) && !isNet(err):
		return nil, &BodyError{BodyEncoding, err}
	case err != nil:
		return nil, err
	}
	if err := ended(res.Request); err != nil {
		return nil, err
	}
	return append([]byte{}, b.Bytes()...), nil
}

// RoundTrip sends a request by a transport, once and without following anything.
// What comes when the request's context is over is no answer: its end makes a
// server end what it was about to say in good order. An answer that came and is no
// HTTP gives a *ResponseError.
func RoundTrip(t http.RoundTripper, req *http.Request) (*http.Response, error) {
	w := &reached{}
	res, err := t.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), w.trace())))
	switch {
	case err != nil && ended(req) == nil && w.http1() && !isConnection(err):
		return nil, &ResponseError{err}
	case err != nil:
		return nil, err
	}
	res.Request = req
	if err := ended(req); err != nil {
		res.Body.Close()
		return nil, err
	}
	return res, nil
}

// ended is the reason why a request's context is over. What ends a request makes
// a server end its answer in good order, and over TLS that may still be read: the
// body then looks whole and is not.
func ended(r *http.Request) error {
	if r == nil || r.Context().Err() == nil {
		return nil
	}
	return context.Cause(r.Context())
}

// decoded undoes a content encoding.
func decoded(wire io.Reader, encoding string) (io.Reader, error) {
	var in io.Reader
	var err error
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return wire, nil
	case "gzip", "x-gzip":
		in, err = gzip.NewReader(wire)
	case "deflate":
		in, err = zlib.NewReader(wire)
	default:
		return nil, &BodyError{Fault: BodyEncoding}
	}
	if err != nil {
		return nil, &BodyError{BodyEncoding, err}
	}
	return in, nil
}

// isNet reports an error of the connection rather than of what it carried.
func isNet(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.As(err, &timeout)
}

// capped reads at most left bytes and notes whether there were more.
type capped struct {
	r    io.Reader
	left int64
	over bool
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		var one [1]byte
		n, err := c.r.Read(one[:])
		if n > 0 {
			c.over = true
			return 0, io.EOF
		}
		return 0, err
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}
