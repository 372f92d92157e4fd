package wellknown

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/netguard"
)

// Fetcher gets cards. The zero value is the conservative policy; each field
// loosens it in a way that the name says. It is safe for concurrent use as long
// as its fields are not changed. It keeps nothing between calls.
type Fetcher struct {
	AllowHTTP     bool // plain http, which anyone on the way can change
	AllowLoopback bool // addresses of this machine
	AllowPrivate  bool // addresses of private networks, where family hosts are

	Timeout       time.Duration // of the whole fetch; 0: 5 s
	HeaderTimeout time.Duration // to the response's headers; 0: 3 s
	MaxSize       int64         // bytes of the body, both on the wire and decoded; 0: card.MaxSize

	TLS      *tls.Config // nil: the system's roots, TLS 1.2 at least
	Resolver Resolver    // nil: the system's

	// Transport stands in for the guarded one; the caller answers for where it
	// dials. An *http.Transport is used through a copy that keeps no connection. It
	// is meant for tests that have the server in the same process.
	Transport http.RoundTripper
}

// Resolver looks up the addresses of a host. *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Conditions ask for the card only if it has changed since an earlier Response.
type Conditions struct {
	ETag         string // for If-None-Match
	LastModified string // for If-Modified-Since
}

// Response is what a fetch got. It is given beside an error too, where there was
// a response at all.
type Response struct {
	URL         string // that was asked, without credentials
	Body        []byte // decoded; nil for 304 and for a refused one
	Status      int
	ContentType string
	NotModified bool // 304 to our own conditions
	Conditions  Conditions
	Header      http.Header // as received; untrusted
	Started     time.Time
	Duration    time.Duration
	HTTPS       bool
}

// Fetch gets the card of an endpoint's origin. The error is a *FetchError; the
// Response is nil only where there was none.
func (f *Fetcher) Fetch(ctx context.Context, endpoint string) (*Response, error) {
	return f.FetchIf(ctx, endpoint, Conditions{})
}

// FetchIf is Fetch with conditions: a card that has not changed gives a Response
// with NotModified and no body.
func (f *Fetcher) FetchIf(ctx context.Context, endpoint string, c Conditions) (*Response, error) {
	u, err := URL(endpoint)
	if err != nil {
		return nil, err
	}
	return f.get(ctx, u, c)
}

// FetchURL gets exactly the URL given, path and query too. It is a diagnostic:
// a card found elsewhere than at its origin's Path is a hint and never passes V1
// (rule G1).
func (f *Fetcher) FetchURL(ctx context.Context, url string) (*Response, error) {
	return f.get(ctx, url, Conditions{})
}

func (f *Fetcher) get(ctx context.Context, url string, c Conditions) (*Response, error) {
	u, err := parse(url)
	if err != nil {
		return nil, err
	}
	if u.Scheme == "http" && !f.AllowHTTP {
		return nil, &FetchError{Rule: "F-scheme", Code: "http", URL: catalog.Show(url)}
	}
	u.Fragment, u.RawFragment = "", ""
	ctx, cancel := context.WithTimeout(ctx, netguard.OrDefault(f.Timeout, 5*time.Second))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, &FetchError{Rule: "F-scheme", Code: "absolute", URL: catalog.Show(url), Err: err}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("A2A-Version", "1.0")
	req.Header.Set("User-Agent", "agentcard")
	if c.ETag != "" {
		req.Header.Set("If-None-Match", c.ETag)
	}
	if c.LastModified != "" {
		req.Header.Set("If-Modified-Since", c.LastModified)
	}
	transport, done := netguard.Alone(f.transport())
	defer done()
	r := &Response{URL: catalog.Show(u.String()), Started: time.Now(), HTTPS: u.Scheme == "https"}
	// Not by the client: it would take a redirect whose target can't be read for a
	// server that does not answer.
	res, err := netguard.RoundTrip(transport, req)
	if err != nil {
		return nil, f.failed(r.URL, err)
	}
	defer res.Body.Close()
	err = f.take(r, res, c)
	r.Duration = time.Since(r.Started)
	return r, err
}

func (f *Fetcher) transport() http.RoundTripper {
	if f.Transport != nil {
		return f.Transport
	}
	o := netguard.Options{
		Policy: netguard.Policy{AllowLoopback: f.AllowLoopback, AllowPrivate: f.AllowPrivate},
		TLS:    f.TLS, HeaderTimeout: f.HeaderTimeout,
	}
	if f.Resolver != nil {
		o.Resolver = f.Resolver
	}
	return netguard.NewClient(o).Transport
}

func (f *Fetcher) maxSize() int64 {
	if f.MaxSize > 0 {
		return f.MaxSize
	}
	return card.MaxSize
}

// failed puts the reason of a request that got no response under its rule.
func (f *Fetcher) failed(url string, err error) error {
	e := &FetchError{Rule: "V1", Code: "unreachable", URL: url, Err: cause(err)}
	var refused *netguard.AddressError
	var tlsErr *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var garbled *netguard.ResponseError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &refused):
		e.Rule, e.Code = "F-address", string(refused.Why)
	case errors.Is(err, context.Canceled):
		e.Rule, e.Code = "F-accept-timeout", "canceled"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		e.Rule, e.Code = "F-accept-timeout", "timeout"
	case errors.As(err, &tlsErr), errors.As(err, &record):
		e.Code = "tls"
	case errors.As(err, &garbled):
		e.Code = "response"
	}
	return e
}
