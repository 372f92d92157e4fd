package a2a

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"time"
)

// grace is how long a connection is kept after the request has gone out, so that
// what was sent last arrives: to close it at once, while the server still sends
// (HTTP/2 windows, TLS tickets), would let the system throw away what is on its
// way (RFC 1122 §4.2.2.13).
const grace = 100 * time.Millisecond

// lose sends a call and cuts its connection once the request is out. It is
// net/http that tells when that is: the time to wait for the answer's headers
// begins "after fully writing the request (including its body, if any)". The
// callback WroteRequest alone is too early, since HTTP/1.1 flushes after it.
func (c *Client) lose(ctx context.Context, k call) (Exchange, *Error) {
	ex := k.exchange()
	watch := &watcher{wrote: make(chan struct{})}
	req, fail := c.request(httptrace.WithClientTrace(ctx, watch.trace()), k)
	if fail != nil {
		return ex, fail
	}
	client, done := alone(ctx, c.HTTP)
	defer done()
	t, ok := client.Transport.(*http.Transport)
	if !ok {
		return ex, &Error{Code: CodeRequest, Err: faultText("the connections of this HTTP client can't be cut")}
	}
	t.ResponseHeaderTimeout = grace
	ex.Started = time.Now()
	res, err := client.Do(req)
	switch {
	case err == nil:
		if !watch.wroteAll() {
			fail = &Error{Code: CodeReset, Err: faultText("answered before the request was out")}
		}
		_ = res.Body.Close() // unread
	case ctx.Err() != nil, contextCode(ctx, err) != CodeTimeout, !watch.wroteAll():
		fail = c.failed(ctx, watch, err)
	}
	ex.Duration, ex.Requests = time.Since(ex.Started), watch.requests()
	return ex, fail
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
