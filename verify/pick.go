package verify

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/rules"
)

// fixed is the URL that is called whatever the card names: the endpoint of the
// caller's list (rules S6-config-first, T-select). An origin alone names none.
func (c *calls) fixed() string {
	u, err := url.Parse(c.endpoint)
	if err != nil || u.Path == "" || u.Path == "/" {
		return ""
	}
	return c.endpoint
}

// errPlainHTTP comes with the interface that was chosen.
var errPlainHTTP error = a2a.Words(urlFaults["http"])

// pick chooses the interface to call, once a run.
func (s *Subject) pick() (a2a.Interface, error) {
	c := s.calls
	c.pickOnce.Do(func() {
		c.picked, c.pickErr = a2a.Select(s.secure(), a2a.Choice{
			CardOrigin: c.origin, Fixed: c.fixed(), Understood: c.live.Understood, Origins: c.live.Origins,
			Verified: s.signature().Status == SignatureVerified,
		})
		if c.pickErr == nil && strings.HasPrefix(strings.ToLower(c.picked.URL), "http:") && !c.live.AllowHTTP {
			c.pickErr = errPlainHTTP
		}
	})
	return c.picked, c.pickErr
}

// pickFindings is what the T rules say of an interface that was not chosen, and
// of a call that was refused for an extension that the card does not require.
func (s *Subject) pickFindings(ctx context.Context) []Finding {
	_, err := s.pick()
	var ext *a2a.ExtensionError
	var origin *a2a.OriginError
	var out []Finding
	switch {
	case errors.As(err, &ext):
		for _, uri := range ext.URIs {
			at := ""
			for i, e := range typedExtensions(s) {
				if e.URI == uri {
					at = extensionAt(i)
				}
			}
			out = append(out, finding("T-ext-required", "", Fail, at, "uri", uri))
		}
	case errors.As(err, &origin):
		out = append(out, finding("T-origin", "", Fail, origin.Pointer, "origin", origin.Origin))
	case err == nil && s.asks("V7") && s.sends():
		if t, unsent := s.roundTrip(ctx); unsent == nil && isCode(t.err, a2a.CodeExtensionRequired) {
			out = append(out, with(t.exchange, []Finding{finding("T-ext-required", "refused", Fail, s.nearest("/capabilities"))})...)
		}
	}
	return out
}

// unpicked is what a line says that had no interface to call. key is the word
// of its rule for that.
func unpicked(rule string, err error) []Finding {
	var none *a2a.NoInterfaceError
	var ext *a2a.ExtensionError
	switch {
	case errors.As(err, &ext):
		return []Finding{finding(rule, "extension", NeedsEvidence, "", "why", strings.Join(ext.URIs, ", "))}
	case errors.As(err, &none):
		offered := offeredText(none.Offered)
		return []Finding{because(rule, "no-interface", Inconclusive, "", card.Text{KO: "카드가 내놓은 것: " + offered.KO, EN: "the card offers: " + offered.EN})}
	case errors.Is(err, errPlainHTTP):
		return []Finding{because(rule, "no-interface:http", Inconclusive, "", whyOf(err))}
	}
	return []Finding{because(rule, "no-interface:refused", Inconclusive, "", whyOf(err))}
}

func offeredText(list []string) card.Text {
	if len(list) == 0 {
		return card.Text{KO: "없음", EN: "none"}
	}
	return same(strings.Join(list, ", "))
}

// P3 is the line on reaching the agent, of the list before delegating. discovery
// note, checklist 3: an interface fits the client's version and binding, and its
// URL answers. No message is sent.
func P3() Check {
	return called("P3", "discovery note, checklist 3", NeedsDocument, card.Text{KO: "닿는 인터페이스", EN: "a reachable interface"}, p3)
}

func p3(ctx context.Context, s *Subject) []Finding {
	if !s.live() {
		return unlooked("P3")
	}
	i, err := s.pick()
	var none *a2a.NoInterfaceError
	switch {
	case errors.As(err, &none):
		return []Finding{saying("P3", "no-interface", Fail, s.nearest("/supportedInterfaces"), values{"offered": offeredText(none.Offered)})}
	case errors.Is(err, errPlainHTTP):
		return []Finding{because("P3", reachPlain, Inconclusive, i.Pointer, whyOf(err), "url", a2a.Redact(i.URL))}
	case err != nil:
		return []Finding{because("P3", "not-called", Inconclusive, "", whyOf(err))}
	}
	s.calls.say("P3", "인터페이스에 닿는지 본다: {url}", "trying the interface: {url}", "url", a2a.Redact(i.URL))
	r := s.calls.reach(ctx, i.URL)
	s.calls.show("P3", r.exchange)
	var out []Finding
	switch {
	case r.key == reachDead:
		out = append(out, because("P3", "", Fail, i.Pointer, r.why, "url", a2a.Redact(i.URL)))
	case r.key != "":
		out = append(out, because("P3", r.key, r.verdict(), i.Pointer, r.why, "url", a2a.Redact(i.URL)))
	case r.status >= 500:
		out = append(out, finding("P3", "status", Fail, i.Pointer, "url", a2a.Redact(i.URL), "status", strconv.Itoa(r.status)))
	}
	return with(r.exchange, out)
}

// sameURL compares two URLs as rule S1-url-consistent does.
func sameURL(a, b string) bool { return rules.Normalize(a) == rules.Normalize(b) }
