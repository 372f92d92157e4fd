package verify

import (
	"context"
	"slices"

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

// versionFinding compares two cards of one agent, the older first. Where they
// can't be compared B-number-exact has said why.
func versionFinding(before, now *card.Document) []Finding {
	var out []Finding
	for _, p := range card.Diff(before, now) {
		if p.Rule == "G5" && p.Code != "not-compared" {
			out = append(out, Finding{Problem: p, Verdict: verdictOf(p.Severity)})
		}
	}
	return out
}
