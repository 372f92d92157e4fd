package verify

import (
	"context"
	"errors"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// fetched is what came of reading the card at its place.
type fetched struct {
	res    *wellknown.Response   // nil where there was none
	err    *wellknown.FetchError // why there is no body
	doc    *card.Document
	unread *card.ParseError
}

// fetch reads the card at the root of the endpoint's origin, once a run.
func (c *calls) fetch(ctx context.Context) *fetched {
	c.fetchOnce.Do(func() {
		// What stands here if one of the caller's functions panics.
		c.card = fetched{err: &wellknown.FetchError{Rule: "F-accept-timeout", Code: "canceled", URL: a2a.Redact(c.endpoint)}}
		c.say("V1", "카드를 읽는다: {url}", "reading the card: {url}", "url", a2a.Redact(c.endpoint))
		res, err := c.fetcher().Fetch(ctx, c.endpoint)
		c.card = c.read(ctx, res, err)
	})
	return &c.card
}

// fetchAgain reads it once more, if it has changed since.
func (c *calls) fetchAgain(ctx context.Context) *fetched {
	c.againOnce.Do(func() {
		first := c.fetch(ctx)
		if first.doc == nil {
			return
		}
		c.say("serve", "카드를 다시 읽는다", "reading the card again")
		res, err := c.fetcher().FetchIf(ctx, c.endpoint, first.res.Conditions)
		c.again = c.read(ctx, res, err)
	})
	return &c.again
}

// read reads what was fetched. That the run itself was ended is no fault of the
// agent's, a deadline of the caller's neither.
func (c *calls) read(ctx context.Context, res *wellknown.Response, err error) (f fetched) {
	f.res = res
	switch {
	case errors.As(err, &f.err):
		if f.err.Rule == "F-accept-timeout" && ctx.Err() != nil {
			f.err.Code = "canceled"
		}
		return f
	case err != nil:
		f.err = &wellknown.FetchError{Rule: "V1", Code: "unreachable", URL: c.endpoint, Err: err}
		return f
	case res.NotModified:
		return f
	}
	d, err := card.Parse(res.Body)
	if !errors.As(err, &f.unread) {
		f.doc = d
	}
	return f
}

// exchange is the request as a report has it.
func (f *fetched) exchange() *Exchange {
	switch {
	case f.res != nil:
		return &Exchange{Method: "GET", URL: f.res.URL, Status: f.res.Status, MS: f.res.Duration.Milliseconds()}
	case f.err != nil:
		return &Exchange{Method: "GET", URL: f.err.URL, Status: f.err.Status}
	}
	return nil
}

// why says in a few words what stood in the way.
func (f *fetched) why() card.Text {
	switch e := f.err; {
	case e == nil:
		return card.Text{}
	case e.Rule == "F-scheme":
		return urlFault(e.Code)
	case e.Rule == "F-size": // whose cause alone does not say which it is
		return bodyWords(&netguard.BodyError{Fault: netguard.BodyFault(e.Code), Err: e.Err})
	case e.Err != nil:
		return whyOf(e.Err)
	default:
		return same(e.Code)
	}
}

// ruleOfFetch is the short id under which a rule of fetching is reported.
func ruleOfFetch(rule string) string {
	switch rule {
	case "F-scheme":
		return "F1"
	case "F-no-cookies-redirects":
		return "F2"
	case "F-size":
		return "F3"
	case "F-accept-timeout":
		return "F4"
	}
	return rule
}

// isPrivate reports an address that was refused since it is not public, as
// family hosts are (requirements X24).
func isPrivate(code string) bool { return code == "private" || code == "loopback" }

// fetchCard reads the card where the target names no other.
func (s *Subject) fetchCard(ctx context.Context, t *Target) {
	if s.calls == nil || t.Document != nil || t.Received != nil {
		return
	}
	s.fromFetch = true
	f := s.calls.fetch(ctx)
	s.Document, s.unread = f.doc, f.unread
	if f.res != nil && f.err == nil {
		t.Received = f.res.Body
	}
}

// unfetched is why the run has no card to look at, nil where it has one or was
// given none to read.
func (s *Subject) unfetched() *wellknown.FetchError {
	if !s.fromFetch {
		return nil
	}
	return s.calls.card.err
}
