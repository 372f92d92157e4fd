package verify

import (
	"bytes"
	"context"
	"strconv"

	"github.com/hs9147/agentcard/card"
)

// V1 is the line on the published card. card spec v1.7 §8: the card at the
// endpoint's origin is read with status 200, without authentication, and is
// valid JSON. Only a call proves it.
func V1() Check {
	return called("V1", "card spec v1.7 §8 V1", 0, card.Text{KO: "게시된 카드", EN: "the published card"}, v1)
}

func v1(ctx context.Context, s *Subject) []Finding {
	switch {
	case s.Profile.A2AOnly:
		return notApplicable()
	case !s.live():
		return unlooked("V1")
	}
	f := s.calls.fetch(ctx)
	x := f.exchange()
	s.calls.show("V1", x)
	return with(x, v1Findings(s, f))
}

func v1Findings(s *Subject, f *fetched) []Finding {
	one := func(key string, v Verdict, args ...string) []Finding {
		return []Finding{finding("V1", key, v, "", args...)}
	}
	switch {
	case f.err != nil:
		key, v := v1Key(f)
		return []Finding{because("V1", key, v, "", f.why(), "status", strconv.Itoa(f.err.Status), "location", f.err.Location)}
	case f.unread != nil && (f.unread.Rule == "B-json" || f.unread.Rule == "B-size"):
		return []Finding{because("V1", "json", Fail, "", sentence(Finding{Problem: f.unread.Problem()}))}
	case f.doc != nil && s.Document != nil && !s.fromFetch && !sameCard(f.doc, s.Document):
		return one("other-card", Warn, "digest", f.doc.Digest())
	}
	return nil
}

// v1Key tells what kept the card from being read, and whether that is the
// agent's doing: what the caller's own policy refused was not looked at.
func v1Key(f *fetched) (key string, v Verdict) {
	switch e := f.err; {
	case e.Rule == "F-scheme":
		return "not-looked", Inconclusive
	case e.Rule == "F-address":
		return addressKey(e.Code), Inconclusive
	case e.Code == "canceled":
		return "canceled", Inconclusive
	case e.Rule == "F-accept-timeout":
		return "timeout", Fail
	case e.Rule == "F-no-cookies-redirects":
		return "redirected", Fail
	case e.Rule == "F-size", e.Code == "reset" && e.Status != 0:
		return "body", Fail
	case e.Rule == "G2":
		return "auth", Fail
	case e.Status != 0:
		return "status", Fail
	case e.Code == "response":
		return "response", Fail
	}
	return "endpoint_unreachable", Fail
}

// sameCard compares two cards without signatures and spelling.
func sameCard(a, b *card.Document) bool {
	x, errX := a.Canonical()
	y, errY := b.Canonical()
	if errX != nil || errY != nil {
		return bytes.Equal(a.Raw(), b.Raw())
	}
	return bytes.Equal(x, y)
}
