package verify

import (
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

const trustPrefix = tags.Reserved + "trust/"

// S4-no-trusttier: "자기 신뢰도를 자기가 선언하는 필드를 만들지 않는다" (card spec
// v1.7 §4). It looks at member names at every depth, of which those of the model speak of something
// else, and at the skills' tags.
func trustFindings(s *Subject) []Finding {
	var out []Finding
	var over rest
	for m := range s.tree().Strangers() {
		name := m.Name()
		if !speaksOfTrust(name) {
			continue
		}
		at := m.ShortPointer()
		key, v := "look-alike", Warn
		if isTrustTier(name) {
			key, v = "", Fail
		}
		if len(out) < card.MaxPerRule {
			out = append(out, finding("S4-no-trusttier", key, v, at, "member", name))
			continue
		}
		over.n++
		over.Verdict = worse(over.Verdict, v)
	}
	if over.n > 0 {
		last := out[len(out)-1]
		over.Rule, over.Source = last.Rule, last.Source
		out = append(out, over.finding(last.Pointer))
	}
	for i := range s.skills() {
		k := &s.skills()[i]
		if k.reserved.trust == 0 {
			continue
		}
		for _, t := range k.Tags {
			if strings.HasPrefix(t, trustPrefix) {
				out = append(out, finding("S4-no-trusttier", ":tag", Fail, k.tagsAt(), "tag", t))
			}
		}
	}
	return out
}

// squeezed is a member name in lower case without _ and -.
func squeezed(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}

func isTrustTier(name string) bool { return squeezed(name) == "trusttier" }

func speaksOfTrust(name string) bool {
	if len(name) < len("trust") || !strings.ContainsRune("tTrR_-", rune(name[0])) {
		return false // most names
	}
	s := squeezed(name)
	return strings.HasPrefix(s, "trust") || strings.HasPrefix(s, "reputation")
}
