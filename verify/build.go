package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
)

// Build makes a card and holds it against every static rule of a profile, the
// set Offline (rule S1-builder). It gives no card where one of them fails, or
// could not be told; warnings and lines that need evidence, such as V5 of an
// outside agent without a name, don't stand in the way. The report holds every
// finding, with pointers into the card as card.Marshal writes it: in the
// spelling of card.DialectDual, and for A2AOnly in that of card.DialectA2A10,
// which is the card's too.
//
// The names of the profile are added where the builder has no name of its own:
// they are the assigned ones, so that there is nothing to choose. The builder
// is not changed, and the card shares nothing with it.
func Build(b *card.Builder, p Profile) (*card.AgentCard, *Report) {
	b = withNames(b, p)
	text, faults := b.Draft()
	var found []Finding
	for _, x := range faults {
		found = append(found, Finding{Problem: x, Verdict: Fail})
	}
	if p.A2AOnly {
		var more []Finding
		text, more = strictly(text)
		found = append(found, more...)
	}
	checks := Offline()
	for i := range checks {
		if checks[i].ID == "places" {
			checks[i] = withFaults(checks[i], found)
		}
	}
	r := Run(context.Background(), Target{Received: text, Profile: p}, checks...)
	if r.doc == nil || slices.ContainsFunc(r.Checks, func(c CheckResult) bool { return weight(c.Verdict) >= weight(Inconclusive) }) {
		return nil, r
	}
	return r.doc.Card(), r
}

// withNames gives the builder the profile's names, unless it claims one, or what
// may be meant for one.
func withNames(b *card.Builder, p Profile) *card.Builder {
	b = b.Clone()
	if p.A2AOnly {
		return b
	}
	text, _ := b.Draft()
	doc, err := card.Parse(text)
	if err != nil {
		return b
	}
	if c := doc.Card().Capabilities; c != nil {
		for _, e := range c.Extensions {
			if vocab.LikeANS(e.URI) != vocab.Unlike {
				return b
			}
		}
	}
	for _, n := range p.Names {
		b.Extension(n.Extension())
	}
	return b
}

// strictly spells a draft as A2A 1.0.1 alone does. What that has no place for is
// found, and the draft then stays as it is.
func strictly(text []byte) ([]byte, []Finding) {
	doc, err := card.Parse(text)
	if err != nil {
		return text, nil // Run says why
	}
	out, err := card.Marshal(doc.Card(), card.DialectA2A10)
	var lost *card.NotRepresentableError
	if errors.As(err, &lost) {
		var found []Finding
		for _, at := range lost.Pointers {
			found = append(found, finding("S1-builder", "not-representable", Fail, at, "dialect", lost.Dialect.String()))
		}
		return text, found
	}
	if err != nil {
		return text, nil // Run says why
	}
	return out, nil
}

// withFaults is the check with findings that the card does not show.
func withFaults(c Check, found []Finding) Check {
	judge := c.Func
	c.Func = func(ctx context.Context, s *Subject) []Finding { return append(judge(ctx, s), found...) }
	return c
}
