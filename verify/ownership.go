package verify

import (
	"context"
	"slices"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
)

// owned holds the names of the profile against the card that is published (rules
// S3-ownership, S3-mismatch-signal). Of a card that the run itself has read V5
// has spoken already. The proof is of the moment: of this card and this time.
func owned(ctx context.Context, s *Subject) []Finding {
	if !s.live() {
		return nil
	}
	first := s.calls.fetch(ctx)
	if first.err != nil {
		return nil // V1 speaks of it
	}
	now := first.doc // nil for what is no card, which carries no name
	if again := s.calls.fetchAgain(ctx); again.doc != nil || again.unread != nil {
		now = again.doc
	}
	var out []Finding
	for _, want := range s.Profile.Names {
		switch {
		case carries(now, want):
		case carries(s.calls.live.Previous, want), carries(first.doc, want):
			out = append(out, finding("S3-mismatch-signal", "card_mismatch", Fail, s.nearest("/capabilities/extensions"), "name", want.String()))
		case !s.fromFetch && carries(s.Document, want):
			out = append(out, finding("S3-ownership", "", Fail, s.nearest("/capabilities/extensions"), "name", want.String()))
		}
	}
	if at := s.calls.fixed(); at != "" && !s.Profile.Family && !s.offers(at) && !sameURL(s.Card().URL, at) {
		out = append(out, finding("S3-ownership", "endpoint-not-on-card", Warn, s.nearest("/supportedInterfaces"), "endpoint", a2a.Redact(at)))
	}
	return with(first.exchange(), out)
}

// carries reports a card that claims a name.
func carries(d *card.Document, name ans.Name) bool {
	return d != nil && slices.ContainsFunc(ans.Entries(d.Card()), func(e ans.Entry) bool { return e.Name == name })
}
