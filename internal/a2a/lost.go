package a2a

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptrace"
	"time"
)

// drain is how long a cut connection is kept half open, so that what went out
// last arrives: to close it while the server still sends would let the system
// throw away what is on its way (RFC 1122 §4.2.2.13).
const drain = 100 * time.Millisecond

// lose sends a call and cuts its connection once the request is out.
func (c *Client) lose(ctx context.Context, k call) (Exchange, *Error) {
	ex := k.exchange()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wrote := make(chan error, 1)
	watch := &watcher{wrote: func(err error) {
		select {
		case wrote <- err:
		default: // a second attempt, which net/http does not make
		}
	}}
	req, fail := c.request(httptrace.WithClientTrace(ctx, watch.trace()), k)
	if fail != nil {
		return ex, fail
	}
	client, done := alone(ctx, c.HTTP)
	defer done()
	ex.Started = time.Now()
	_, own := client.Transport.(*http.Transport)
	watch.shared = !own
	ended := make(chan error, 1)
	go func() {
		res, err := client.Do(req)
		if err == nil {
			_ = res.Body.Close() // an answer, unread
		}
		ended <- err
	}()
	fail = c.cut(ctx, cancel, watch, wrote, ended)
	ex.Duration, ex.Requests = time.Since(ex.Started), watch.requests()
	return ex, fail
}

// cut waits for the request to be out, then ends its connection and waits until
// the call has ended too.
func (c *Client) cut(ctx context.Context, cancel func(), w *watcher, wrote, ended <-chan error) *Error {
	var err error
	over := false
	select {
	case err = <-wrote:
	case err = <-ended:
		over = true
		if err == nil { // an answer came first, perhaps before all was out
			select {
			case err = <-wrote:
			case <-time.After(drain):
				err = faultText("answered before the request was out")
			}
		}
	}
	if err == nil && !over {
		over = halfClose(w.connection(), ended)
	}
	var fail *Error
	if err != nil {
		fail = c.failed(ctx, w, err)
	}
	if conn := w.connection(); conn != nil {
		_ = conn.Close()
	}
	cancel()
	if !over {
		<-ended
	}
	return fail
}

// halfClose ends our side of a connection and gives the other one a moment to
// take what is on its way. It reports whether the call has ended meanwhile.
func halfClose(conn net.Conn, ended <-chan error) bool {
	half, ok := conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		return false
	}
	select {
	case <-ended:
		return true
	case <-time.After(drain):
		return false
	}
}

// connection is the request's connection below TLS, so that it is cut without a
// word of farewell. It is nil where there is none yet, or where others may use
// it.
func (w *watcher) connection() net.Conn {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.shared {
		return nil
	}
	if t, ok := w.conn.(*tls.Conn); ok {
		return t.NetConn()
	}
	return w.conn
}
