package verify

import (
	"context"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
)

// A2A is the group of rules on the base card (rules B): it is one JSON object
// within the limits, and each member of A2A 1.0.1 that is there, or must be,
// holds what it should.
func A2A() Check { return checkA2A }

var checkA2A = base("a2a", "A2A 1.0.1 §5, §8", card.Text{KO: "기본 카드", EN: "base card"})

// Places is the group of rules on where the card spec's own items stand
// (rules S0, S1, S4 and S-targets).
func Places() Check { return checkPlaces }

var checkPlaces = placesCheck()

func placesCheck() Check {
	c := base("places", "card spec v1.7 §0, §1, §4", card.Text{KO: "표준의 자리", EN: "standard places"})
	c.Func = func(_ context.Context, s *Subject) []Finding {
		out := s.baseFindings("places")
		if s.Profile.A2AOnly {
			return out
		}
		trust := trustFindings(s)
		out = slices.DeleteFunc(out, func(f Finding) bool {
			name := f.Pointer[strings.LastIndexByte(f.Pointer, '/')+1:]
			return f.Rule == "S0-standard-places" && speaksOfTrust(name) &&
				slices.ContainsFunc(trust, func(t Finding) bool { return t.Pointer == f.Pointer })
		})
		return append(out, trust...)
	}
	return c
}

// base is a check whose findings are those of card.Validate that feed it.
func base(id, source string, title card.Text) Check {
	c := Check{ID: id, Title: title, Source: source}
	if id != "a2a" {
		c.Needs = NeedsDocument
	}
	c.Func = func(_ context.Context, s *Subject) []Finding { return s.baseFindings(id) }
	return c
}
