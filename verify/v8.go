package verify

import (
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// V8 is the line on whom skills serve. card spec v1.7 §8: "모든 skill이
// chofam:scope/party를 갖는다(§2.3)".
func V8() Check { return checkV8 }

var checkV8 = spec("V8", "card spec v1.7 §8 V8", card.Text{KO: "대상 선언", EN: "whom skills serve"}, func(s *Subject) []Finding {
	out := s.baseFindings("V8")
	party := tags.ScopeParty.Tag()
	for _, k := range s.skills() {
		if slices.Contains(k.Tags, party) {
			continue
		}
		if tag, want := near(k.Tags, party); want != "" {
			out = append(out, finding("S2.3-scope-party", "near", Fail, k.tagsAt(), "id", k.label(), "tag", tag, "want", want))
			continue
		}
		out = append(out, finding("S2.3-scope-party", "", Fail, k.tagsAt(), "id", k.label()))
	}
	return out
})
