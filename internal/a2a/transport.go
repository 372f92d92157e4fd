package a2a

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/hs9147/agentcard/internal/netguard"
)

// received is an answer as it came, before anything in it is believed.
type received struct {
	status    int
	mediaType string // in lower case, without parameters; empty if there is none
	body      []byte // decoded; nil where status or media type leave nothing to read in it
}

// exchange is what can be said of a call before it is made. A server may have made
// a task's id of our secret, which then stands in the URL.
func (c *Client) exchange(k call) Exchange {
	return Exchange{
		HTTPMethod: k.verb, RPC: k.rpc, URL: Redact(c.Credential.hide(k.url)), MessageID: k.messageID, TaskID: c.Credential.hide(k.taskID),
	}
}

// roundTrip sends a call once, over a connection of its own, and takes the
// answer.
func (c *Client) roundTrip(ctx context.Context, k call) (received, Exchange, *Error) {
	ex := c.exchange(k)
	if c.HTTP != nil && c.HTTP.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, c.HTTP.Timeout)
		defer cancel()
		ctx = limited
	}
	watch := &watcher{}
	req, fail := c.request(httptrace.WithClientTrace(ctx, watch.trace()), k)
	if fail != nil {
		return received{}, ex, fail
	}
	client, done := alone(ctx, c.HTTP)
	defer done()
	ex.Started = time.Now()
	// Not by the client: it would take a redirect whose target can't be read for a
	// connection that failed.
	res, err := netguard.RoundTrip(client.Transport, req)
	var got received
	if err == nil {
		got, fail = c.take(ctx, res)
		_ = res.Body.Close()
		ex.Status, ex.Requests = res.StatusCode, 1
	} else {
		fail = c.failed(ctx, watch, err)
	}
	ex.Duration, ex.Requests = time.Since(ex.Started), max(ex.Requests, watch.requests())
	return got, ex, fail
}

// request is the HTTP request of a call, with the credential if it applies.
func (c *Client) request(ctx context.Context, k call) (*http.Request, *Error) {
	refuse := func(err error) (*http.Request, *Error) { return nil, &Error{Code: CodeRequest, Err: err} }
	ask, err := extensions(c.Extensions)
	switch {
	case c.HTTP == nil:
		return refuse(Words{"HTTP 클라이언트가 없다", "the client has no HTTP client"})
	case err != nil:
		return refuse(err)
	case !k.to.Spoken(), k.verb == http.MethodPost && k.body == nil:
		return refuse(Words{"보낼 요청이 준비되지 않았다", "there is nothing prepared for an interface that is spoken"})
	}
	// A URL with user information would send it along.
	if _, err := Origin(k.url); err != nil {
		return refuse(err)
	}
	req, err := http.NewRequestWithContext(ctx, k.verb, k.url, bytes.NewReader(k.body))
	if err != nil {
		return refuse(Words{"부를 수 없는 URL이다", "the URL can't be called"})
	}
	if k.body == nil {
		req.Body = http.NoBody
	} else {
		req.Header.Set("Content-Type", k.words.contentType)
	}
	req.GetBody = nil // without it net/http can't send the body a second time
	req.Header.Set("Accept", k.words.accept)
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", "agentcard")
	if k.words.versionHeader != "" {
		req.Header.Set("A2A-Version", k.words.versionHeader)
	}
	if ask != "" {
		req.Header.Set("A2A-Extensions", ask)
		if k.words.old {
			req.Header.Set("X-A2A-Extensions", ask) // the name that 0.3 has for it
		}
	}
	if c.Credential.appliesTo(k.url) {
		s := c.Credential.use()
		if s.fault != (Words{}) {
			return refuse(Words{"자격 증명을 보낼 수 없다: " + s.fault.KO, "the credential can't be sent: " + s.fault.EN})
		}
		s.attach(req)
	}
	return req, nil
}

// alone is a client like the given one that keeps no cookies, follows no
// redirect, and shares no connection with any other request.
func alone(ctx context.Context, h *http.Client) (client *http.Client, done func()) {
	own := *h
	own.Jar = nil
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	own.Transport, done = netguard.Alone(h.Transport)
	if t, ok := own.Transport.(*http.Transport); ok {
		if _, ok := ctx.Deadline(); ok {
			t.ResponseHeaderTimeout = 0
		}
	}
	return &own, done
}

// take reads an answer as far as its status and media type make it worth it.
func (c *Client) take(ctx context.Context, res *http.Response) (received, *Error) {
	got := received{status: res.StatusCode, mediaType: mediaType(res.Header)}
	good := got.status >= 200 && got.status < 300
	switch {
	case got.status >= 300 && got.status < 400:
		to := Redact(c.Credential.hide(res.Header.Get("Location")))
		return got, &Error{Code: CodeRedirected, Err: Words{"돌린 곳: " + to, "to " + to}}
	case !isJSON(got.mediaType) && (got.mediaType != "" || !good):
		return got, nil
	}
	body, err := netguard.ReadBody(res, c.maxBody())
	if err == nil || !good {
		got.body = body // an error's body only explains it
		return got, nil
	}
	fail := &Error{Code: CodeReset, Err: err}
	var bad *netguard.BodyError
	switch code := contextCode(ctx, err); {
	case code != "":
		fail.Code = code
	case errors.As(err, &bad) && bad.Fault == netguard.BodySize:
		fail.Code = CodeSize
	case errors.As(err, &bad) && bad.Fault == netguard.BodyEncoding:
		fail.Code = CodeEncoding
	}
	return got, fail
}

// mediaType is the media type of an answer. Several that differ are none that
// anybody knows.
func mediaType(h http.Header) string {
	all := strings.Join(h.Values("Content-Type"), ", ")
	m, _, err := mime.ParseMediaType(all)
	if err != nil && m == "" {
		return strings.ToLower(strings.TrimSpace(all))
	}
	return m
}

// isJSON reports a media type whose content is JSON (RFC 6839 §3.1).
func isJSON(m string) bool {
	return m == "application/json" || strings.HasPrefix(m, "application/") && strings.HasSuffix(m, "+json")
}

// failed says why there is no answer.
func (c *Client) failed(ctx context.Context, w *watcher, err error) *Error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the URL stands in the Exchange, without credentials
	}
	e := &Error{Code: CodeUnreachable, Err: err}
	connected, handshake := w.state()
	var refused *netguard.AddressError
	var garbled *netguard.ResponseError
	switch code := contextCode(ctx, err); {
	case errors.As(err, &refused):
		e.Code = CodeAddress
	case code != "":
		e.Code = code
	case handshake, isTLS(err):
		e.Code = CodeTLS
	case errors.As(err, &garbled):
		e.Code = CodeResponse
	case connected:
		e.Code = CodeReset
	}
	return e
}

// contextCode is canceled or timeout where time, or the caller, ended a call.
func contextCode(ctx context.Context, err error) string {
	var timeout net.Error
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return CodeCanceled
	case errors.Is(err, context.DeadlineExceeded), ctx.Err() != nil, errors.As(err, &timeout) && timeout.Timeout():
		return CodeTimeout
	case errors.Is(err, context.Canceled):
		return CodeCanceled
	}
	return ""
}

// isTLS reports an error of TLS rather than of the connection below it.
func isTLS(err error) bool {
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	return errors.As(err, &verification) || errors.As(err, &record) || errors.As(err, &alert) ||
		errors.As(err, &authority) || errors.As(err, &host) || errors.Is(err, http.ErrSchemeMismatch)
}

// watcher follows one request through net/http, whose callbacks come from
// goroutines of its own.
type watcher struct {
	mu        sync.Mutex
	connected bool // the request has a connection
	handshake bool // a TLS handshake has failed
	headers   int  // how many times the request's header went out

	once  sync.Once
	wrote chan struct{} // closed once the request is written, nil where nobody asks
}

func (w *watcher) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { w.note(func() { w.connected = true }) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			w.note(func() { w.handshake = err != nil })
		},
		WroteHeaders: func() { w.note(func() { w.headers++ }) },
		WroteRequest: func(i httptrace.WroteRequestInfo) {
			if i.Err == nil && w.wrote != nil {
				w.once.Do(func() { close(w.wrote) })
			}
		},
	}
}

func (w *watcher) note(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

// state says how far a request came that got no answer.
func (w *watcher) state() (connected, handshakeFailed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.connected, w.handshake
}

// requests is how many times the request's header went out.
func (w *watcher) requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.headers
}
