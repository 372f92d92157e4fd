package verify

import (
	"context"
	"net/url"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
)

// P1 is the line on where the card came from, of the list before delegating.
// discovery note, checklist 1: over HTTPS, from the expected host, without
// embedded credentials and without a redirect.
func P1() Check {
	return called("P1", "discovery note, checklist 1", 0, card.Text{KO: "카드의 출처", EN: "where the card came from"}, p1)
}

func p1(ctx context.Context, s *Subject) []Finding {
	if !s.live() {
		return unlooked("P1")
	}
	f := s.calls.fetch(ctx)
	x := f.exchange()
	s.calls.show("P1", x)
	out := fetchFindings(f)
	if strings.HasPrefix(s.calls.origin, "http:") {
		out = append(out, finding("P1", "http", Fail, ""))
	}
	if want := s.calls.live.Host; want != "" {
		scheme, _, _ := strings.Cut(s.calls.origin, "://")
		if host := hostOf(s.calls.origin); host != hostOf(scheme+"://"+want) {
			out = append(out, finding("P1", "host", Fail, "", "host", host, "want", want))
		}
	}
	if f.err != nil && len(out) == 0 {
		out = append(out, finding("P1", "unfetched", Inconclusive, ""))
	}
	return with(x, out)
}

// hostOf is host and port of a URL in ASCII form, without a default port.
func hostOf(raw string) string {
	o, err := a2a.Origin(raw)
	if err != nil {
		return ""
	}
	u, err := url.Parse(o)
	if err != nil {
		return ""
	}
	return u.Host
}

// fetchFindings says which rule of fetching stood in the way.
func fetchFindings(f *fetched) []Finding {
	if f.err == nil {
		return nil
	}
	one := func(rule, key string, v Verdict) []Finding {
		return []Finding{because(rule, key, v, "", f.why(), "location", f.err.Location)}
	}
	switch rule := ruleOfFetch(f.err.Rule); rule {
	case "F1":
		return one(rule, "", Fail)
	case "F2":
		return one(rule, "redirected", Fail)
	case "F3":
		return one(rule, f.err.Code, Fail)
	case "F4":
		if f.err.Code == "canceled" {
			return nil
		}
		return one(rule, "timeout", Fail)
	case "F-address":
		if isPrivate(f.err.Code) {
			return one(rule, "private", Inconclusive)
		}
		return one(rule, "refused", Fail)
	}
	return nil
}
