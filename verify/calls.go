package verify

import (
	"context"
	"crypto/tls"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/netguard"
)

// calls is the live side of a run: whom it may call, and what came of each call,
// which is made once however many checks ask for it.
type calls struct {
	live     Live
	endpoint string
	origin   string              // of the endpoint
	hide     func(string) string // see Report
	client   *http.Client        // for the endpoint's origin
	bare     *http.Client        // for any other: without the caller's certificate

	fetchOnce sync.Once
	card      fetched
	againOnce sync.Once
	again     fetched
	pickOnce  sync.Once
	picked    a2a.Interface
	pickErr   error
	tripOnce  sync.Once
	trip      trip
	probes    map[string]*probe // by skill id

	asking string // the check of which was said last what it does

	mu    sync.Mutex
	shown map[string]*Exchange // by check
}

// newCalls is nil for a target that calls nobody.
func newCalls(t Target) *calls {
	if t.Live == nil || t.Endpoint == "" {
		return nil
	}
	c := &calls{live: *t.Live, endpoint: t.Endpoint, hide: t.Live.blotter(), probes: map[string]*probe{}, shown: map[string]*Exchange{}}
	c.origin, _ = a2a.Origin(t.Endpoint)
	c.client = c.httpClient(c.live.TLS)
	c.bare = c.httpClient(anonymousTLS(c.live.TLS))
	return c
}

// at is the client for a URL. A client certificate is a credential and goes to
// the endpoint's origin alone (rule T-origin).
func (c *calls) at(url string) *http.Client {
	if o, err := a2a.Origin(url); err == nil && o == c.origin {
		return c.client
	}
	return c.bare
}

// hasCertificate reports a certificate of the caller's own.
func hasCertificate(t *tls.Config) bool {
	return t != nil && (len(t.Certificates) > 0 || t.GetClientCertificate != nil)
}

// anonymousTLS is a configuration without certificates of the client's own.
func anonymousTLS(t *tls.Config) *tls.Config {
	if t == nil {
		return nil
	}
	t = t.Clone()
	t.Certificates, t.GetClientCertificate = nil, nil
	return t
}

func (c *calls) httpClient(config *tls.Config) *http.Client {
	if c.live.Transport != nil {
		return &http.Client{Transport: c.live.Transport} // package a2a follows no redirect, whatever the client says
	}
	o := netguard.Options{
		Policy:        netguard.Policy{AllowLoopback: c.live.AllowLoopback, AllowPrivate: c.live.AllowPrivate},
		TLS:           config,
		HeaderTimeout: netguard.OrDefault(c.live.Timeout, defaultTimeout), // a blocking call answers when the task ends
	}
	if c.live.Resolver != nil {
		o.Resolver = c.live.Resolver
	}
	return netguard.NewClient(o)
}

// defaultTimeout is the limit of a task round trip (rule V7).
const defaultTimeout = 30 * time.Second

// fetcher reads cards, as anybody would: without a certificate too.
func (c *calls) fetcher() *wellknown.Fetcher {
	return &wellknown.Fetcher{
		AllowHTTP: c.live.AllowHTTP, AllowLoopback: c.live.AllowLoopback, AllowPrivate: c.live.AllowPrivate,
		Timeout: c.live.FetchTimeout, TLS: anonymousTLS(c.live.TLS), Resolver: c.live.Resolver, Transport: c.live.Transport,
	}
}

// say tells the caller what comes next.
func (c *calls) say(check, ko, en string, args ...string) {
	if c.live.Progress == nil {
		return
	}
	c.asking = check
	text := catalog.Fill(catalog.Text{KO: ko, EN: en}, args...)
	if c.hide != nil {
		text.KO, text.EN = c.hide(text.KO), c.hide(text.EN)
	}
	c.live.Progress(Step{Check: check, Text: card.Text(text)})
}

// show keeps the call that shows a check's result.
func (c *calls) show(check string, x *Exchange) {
	if c == nil || x == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown[check] = x
}

// exchange is the call that showed a check's result, nil without one.
func (c *calls) exchange(check string) *Exchange {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown[check]
}

// wire is what went over the wire as a report has it.
func wire(x a2a.Exchange) *Exchange {
	if x.URL == "" {
		return nil
	}
	method := x.RPC
	if method == "" {
		method = x.HTTPMethod
	}
	return &Exchange{
		Method: method, URL: x.URL, Status: x.Status, MS: x.Duration.Milliseconds(),
		TaskID: catalog.Show(x.TaskID), MessageID: catalog.Show(x.MessageID),
	}
}

// with puts the exchange to each finding.
func with(x *Exchange, list []Finding) []Finding {
	for i := range list {
		if list[i].Exchange == nil {
			list[i].Exchange = x
		}
	}
	return list
}

// nearest is a pointer, or where the card has no such member that of the object
// that lacks it.
func (s *Subject) nearest(pointer string) string {
	for pointer != "" && s.Document != nil {
		if _, _, ok := s.Document.Place(pointer); ok {
			return pointer
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return ""
}

// unlooked is the finding of a live check that had nobody to call.
func unlooked(rule string) []Finding { return []Finding{finding(rule, "unproven", NeedsEvidence, "")} }

// live reports whether the run may call the agent.
func (s *Subject) live() bool { return s.calls != nil }

// sends reports whether the run may send messages as well.
func (s *Subject) sends() bool { return s.calls != nil && !s.calls.live.ReadOnly }

// called makes a check that needs calls.
func called(id, source string, needs Needs, title card.Text, f func(context.Context, *Subject) []Finding) Check {
	return Check{ID: id, Title: title, Source: source, Needs: needs | NeedsCall, Func: f}
}
