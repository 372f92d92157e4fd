package verify

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/a2a"
)

// Serve is the group of rules on how a card is published: its place,
// who may read it, its type, its lifetime in caches, its version, and whether
// its url is the one that answers (card spec v1.7 §6, §7; rules G1 to G5 and
// S6-url-accurate). Only calls prove them.
func Serve() Check {
	return called("serve", "card spec v1.7 §6, §7", 0, card.Text{KO: "게시 요건", EN: "how the card is served"}, serve)
}

func serve(ctx context.Context, s *Subject) []Finding {
	switch {
	case s.Profile.A2AOnly:
		return notApplicable()
	case !s.live():
		return unlooked("G1")
	}
	f := s.calls.fetch(ctx)
	x := f.exchange()
	s.calls.show("serve", x)
	if f.res == nil || f.res.Status != http.StatusOK {
		return with(x, unserved(ctx, s, f))
	}
	out := headerFindings(s, f.res)
	if f.err != nil {
		return with(x, append(out, finding("G1", "unread", Inconclusive, "")))
	}
	out = append(out, versionFindings(ctx, s, f)...)
	return append(with(x, out), urlFindings(ctx, s)...)
}

// unserved says what is known of a card that was not read with status 200.
func unserved(ctx context.Context, s *Subject, f *fetched) []Finding {
	switch {
	case f.err != nil && f.err.Rule == "G2":
		return []Finding{finding("G2", "auth", Fail, "", "status", strconv.Itoa(f.err.Status))}
	case f.res != nil && f.res.Status == http.StatusNotFound && s.calls.live.LookElsewhere:
		if at := s.calls.elsewhere(ctx); at != "" {
			return []Finding{finding("G1", "elsewhere", Fail, "", "url", at)}
		}
	}
	return []Finding{finding("G1", "unread", Inconclusive, "")}
}

// elsewhere looks where others look for a card: below the A2A path, and at the
// name of A2A 0.2. A hit is a hint and never passes V1.
func (c *calls) elsewhere(ctx context.Context) string {
	u, err := url.Parse(c.endpoint)
	if err != nil {
		return ""
	}
	u.RawQuery, u.Fragment = "", ""
	places := []string{c.origin + "/.well-known/agent.json"}
	if path := strings.TrimSuffix(u.EscapedPath(), "/"); path != "" {
		places = append([]string{c.origin + path + wellknown.Path}, places...)
	}
	for _, at := range places {
		c.say("serve", "다른 자리를 본다: {url}", "looking elsewhere: {url}", "url", at)
		res, err := c.fetcher().FetchURL(ctx, at)
		if err != nil {
			continue
		}
		if _, err := card.Parse(res.Body); err == nil {
			return at
		}
	}
	return ""
}

// headerFindings judges the response's headers (rules G2 to G4).
func headerFindings(s *Subject, res *wellknown.Response) []Finding {
	var out []Finding
	if res.Header.Get("WWW-Authenticate") != "" {
		out = append(out, finding("G2", "challenge", Warn, ""))
	}
	if f, bad := typeFinding(res.ContentType); bad {
		out = append(out, f)
	}
	if f, bad := cacheFinding(res.Header, s.calls.live.ProbeInterval); bad {
		out = append(out, f)
	}
	return out
}

// typeFinding judges the media type (rule G3).
func typeFinding(contentType string) (Finding, bool) {
	if strings.TrimSpace(contentType) == "" {
		return finding("G3", "absent", Fail, ""), true
	}
	media, _, err := mime.ParseMediaType(contentType)
	if errors.Is(err, mime.ErrInvalidMediaParameter) {
		err = nil // only the type is asked
	}
	switch {
	case err == nil && media == "application/json":
		return Finding{}, false
	case err == nil && strings.HasSuffix(media, "+json"):
		return finding("G3", "suffix", Warn, "", "found", contentType), true
	}
	return finding("G3", "", Fail, "", "found", contentType), true
}

// urlFindings asks whether the card's url is the one that is called, and
// whether it answers at all (rule S6-url-accurate).
func urlFindings(ctx context.Context, s *Subject) []Finding {
	if s.Document == nil {
		return nil
	}
	var out []Finding
	at, pointer := s.cardURL()
	if at == "" {
		return nil // B-interfaces and S1-url-consistent speak of it
	}
	shown := a2a.Redact(at)
	if fixed := s.calls.fixed(); fixed != "" && s.Profile.Family && !sameURL(fixed, at) && !s.offers(fixed) {
		out = append(out, finding("S6-url-accurate", "S6-drift", Warn, pointer, "endpoint", a2a.Redact(fixed), "url", shown))
	}
	if !s.mayTry(at) {
		return append(out, finding("S6-url-accurate", "other-origin", Inconclusive, pointer, "url", shown))
	}
	s.calls.say("serve", "카드의 url에 닿는지 본다: {url}", "trying the card's url: {url}", "url", shown)
	r := s.calls.reach(ctx, at)
	if r.status >= http.StatusInternalServerError {
		r.key, r.why = reachDead, statusWords(r.status)
	}
	if r.key != "" {
		out = append(out, with(r.exchange, []Finding{because("S6-url-accurate", r.key, r.verdict(), pointer, r.why, "url", shown)})...)
	}
	return out
}

// mayTry reports a URL of the card's that a run may call: at the endpoint's origin
// or one that the caller allows, or in a card that is verified (rule T-origin). One
// that has no origin is called by nobody.
func (s *Subject) mayTry(at string) bool {
	origin, err := a2a.Origin(at)
	if err != nil || origin == s.calls.origin || s.signature().Status == SignatureVerified {
		return true
	}
	return slices.ContainsFunc(s.calls.live.Origins, func(o string) bool {
		allowed, err := a2a.Origin(o)
		return err == nil && allowed == origin
	})
}

// cardURL is the url that the card names for itself: the top-level one, else
// that of its first interface.
func (s *Subject) cardURL() (at, pointer string) {
	c := s.Card()
	if c.URL != "" {
		return c.URL, "/url"
	}
	if len(c.SupportedInterfaces) > 0 {
		return c.SupportedInterfaces[0].URL, "/supportedInterfaces/0/url"
	}
	return "", ""
}

// offers reports an interface of the card with that URL.
func (s *Subject) offers(at string) bool {
	for _, i := range s.Card().Interfaces() {
		if sameURL(i.URL, at) {
			return true
		}
	}
	return false
}
