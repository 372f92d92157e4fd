package verify

import (
	"github.com/hs9147/agentcard/card"
)

// V8 is the line on whom skills serve. card spec v1.7 §8: "모든 skill이
// chofam:scope/party를 갖는다(§2.3)".
func V8() Check { return checkV8 }

var checkV8 = spec("V8", "card spec v1.7 §8 V8", card.Text{KO: "대상 선언", EN: "whom skills serve"}, func(s *Subject) []Finding {
	out := s.baseFindings("V8")
	for i := range s.skills() {
		k := &s.skills()[i]
		if k.reserved.party {
			continue
		}
		if tag, want := near(k.Tags, partyTag); want != "" {
			out = append(out, finding("S2.3-scope-party", "near", Fail, k.tagsAt(), "id", k.label(), "tag", tag, "want", want))
			continue
		}
		out = append(out, finding("S2.3-scope-party", "", Fail, k.tagsAt(), "id", k.label()))
	}
	return out
})
