package verify

import (
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/tags"
)

// V3 is the line on what an agent exposes. card spec v1.7 §8: "노출한 skill이
// §2.2의 1차 범위 안이다". Kinds and skill ids decide; what the text says is not
// searched, and the report says so.
func V3() Check { return checkV3 }

var checkV3 = spec("V3", "card spec v1.7 §8 V3", card.Text{KO: "노출 범위", EN: "what is exposed"}, v3)

func v3(s *Subject) []Finding {
	p := s.Profile
	if len(s.skills()) == 0 {
		return notApplicable() // nothing is exposed, nothing was seen
	}
	var out []Finding
	for _, k := range s.skills() {
		for _, i := range p.Invariants {
			if i.forbids(k) {
				out = append(out, finding("S2.2-invariant-wins", "", Fail, k.pointer(), "id", k.label(), "invariant", i.Name))
			}
		}
	}
	if p.Policy == nil {
		if len(p.Invariants) == 0 {
			f := finding("V3", "no-row", NotApplicable, "", "agent", p.name())
			return append(out, f)
		}
		return out
	}
	for _, k := range s.skills() {
		out = append(out, p.exposed(k)...)
	}
	if u := p.Policy.Unseen; !u.IsZero() {
		out = append(out, unseen(u))
	}
	return out
}

// forbids reports a skill that the invariant names by its kind or id. A skill
// of unknown kind is treated as an action.
func (i Invariant) forbids(k skill) bool {
	kind := k.kind
	if kind == tags.KindUnknown {
		kind = tags.KindAction
	}
	return slices.Contains(i.Kinds, kind) || slices.Contains(i.Skills, k.ID)
}

// exposed holds one skill against the policy.
func (p Profile) exposed(k skill) []Finding {
	at, args := k.pointer(), []string{"id", k.label(), "agent", p.name()}
	switch {
	case slices.Contains(p.Policy.Denied, k.ID):
		return []Finding{finding("S2.2-exposure-policy", "denied", Fail, at, args...)}
	case k.kind == tags.KindUnknown:
		return []Finding{finding("S2.2-exposure-policy", "kind-unknown", Inconclusive, k.tagsAt(), args...)}
	case !slices.Contains(p.Policy.Kinds, k.kind):
		return []Finding{finding("S2.2-exposure-policy", "", Fail, k.tagsAt(), append(args, "kind", k.kind.String())...)}
	case k.kind != tags.KindAction || slices.Contains(p.Policy.Actions, k.ID):
		return nil
	case p.Policy.Actions == nil:
		return []Finding{finding("S2.2-exposure-policy", "action-not-listed", Warn, at, args...)}
	}
	return []Finding{finding("S2.2-exposure-policy", "action-not-listed", Fail, at, args...)}
}

// unseen says what V3 can't see.
func unseen(what card.Text) Finding {
	f := finding("V3", "not-seen", Info, "")
	ko := catalog.Fill(catalog.Text(f.Message), "what", what.KO)
	en := catalog.Fill(catalog.Text(f.Message), "what", what.EN)
	f.Message = card.Text{KO: ko.KO, EN: en.EN}
	return f
}
