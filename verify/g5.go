package verify

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
)

// versionFindings holds the published card against the one read before it (rule
// G5): the caller's, the one that was given to check, and what is read a moment
// later.
func versionFindings(ctx context.Context, s *Subject, f *fetched) []Finding {
	if f.doc == nil {
		return nil
	}
	var out []Finding
	before := []*card.Document{s.calls.live.Previous}
	if !s.fromFetch {
		before = append(before, s.Document)
	}
	for _, b := range before {
		if b != nil {
			out = append(out, versionFinding(b, f.doc)...)
		}
	}
	if again := s.calls.fetchAgain(ctx); again.doc != nil {
		out = append(out, with(again.exchange(), versionFinding(f.doc, again.doc))...)
	}
	if len(out) > 1 { // one fault, one finding: the gravest
		slices.SortStableFunc(out, func(a, b Finding) int { return weight(b.Verdict) - weight(a.Verdict) })
		out = out[:1]
	}
	for i := range out {
		out[i].Pointer = s.nearest(out[i].Pointer)
	}
	return out
}

// versionFinding compares two cards of one agent, the older first.
func versionFinding(before, now *card.Document) []Finding {
	was, is := before.Card().Version, now.Card().Version
	same, known := sameContent(before, now)
	one := func(key string, v Verdict) []Finding {
		return []Finding{finding("G5", key, v, "/version", "before", was, "version", is)}
	}
	switch {
	case !known:
		return nil // B-number-exact speaks of what has no canonical form
	case !same && was == is:
		return one("", Fail)
	case !same && lower(is, was):
		return one("lower", Warn)
	case same && was != is:
		return one("no-change", Info)
	}
	return nil
}

// sameContent compares the canonical content of two cards without signatures
// and version.
func sameContent(a, b *card.Document) (same, known bool) {
	x, okX := content(a)
	y, okY := content(b)
	return bytes.Equal(x, y), okX && okY
}

// content is the canonical card without its version, which stands once at the
// top level: what is before and after it.
func content(d *card.Document) ([]byte, bool) {
	text, err := d.Canonical()
	if err != nil {
		return nil, false
	}
	c, err := card.Parse(text)
	if err != nil {
		return nil, false
	}
	at, _, ok := c.Place("/version")
	if !ok {
		return text, true
	}
	m, _ := c.At("/version")
	out := bytes.Clone(text[:at])
	return append(out, text[at+len(m.Raw):]...), true
}

// lower reports that a is an older version than b, where both are numbers
// parted by dots (semver's, without what follows them).
func lower(a, b string) bool {
	x, okX := numbers(a)
	y, okY := numbers(b)
	if !okX || !okY {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

// numbers reads major, minor and patch.
func numbers(s string) (out [3]uint64, ok bool) {
	s, _, _ = strings.Cut(s, "+")
	s, _, _ = strings.Cut(s, "-")
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return out, false
	}
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 64)
		if err != nil {
			return out, false
		}
		out[i] = n
	}
	return out, true
}
