package verify

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
	"github.com/hs9147/agentcard/tags"
)

// V2 is the line on kinds. card spec v1.7 §8: "모든 skill이 chofam:kind/* 태그를
// 정확히 하나 갖는다".
func V2() Check { return checkV2 }

var checkV2 = spec("V2", "card spec v1.7 §8 V2", card.Text{KO: "skill의 분류", EN: "kinds of skills"}, func(s *Subject) []Finding {
	out := s.baseFindings("V2")
	for i := range s.skills() {
		k := &s.skills()[i]
		out = append(out, kindFindings(k)...)
		out = append(out, reservedFindings(s, k)...)
		out = append(out, truthFindings(k)...)
	}
	return out
})

var kindTags = []string{tags.KindAdvisory.Tag(), tags.KindQuery.Tag(), tags.KindAction.Tag()}

// distinct lists the tags of a prefix, each once, and how many there are.
func distinct(all []string, prefix string) (list []string, n int) {
	for _, t := range all {
		if !strings.HasPrefix(t, prefix) {
			continue
		}
		n++
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list, n
}

// near finds a tag that looks like one of the reserved ones.
func near(all []string, reserved ...string) (tag, want string) {
	for _, t := range all {
		if want = vocab.NearTag(t, reserved...); want != "" {
			return t, want
		}
	}
	return "", ""
}

// S2-kind-exactly-one and S2-kind-vocabulary.
func kindFindings(k *skill) []Finding {
	if k.kind != tags.KindUnknown && k.reserved.kinds == 1 {
		return nil // most skills
	}
	list, n := distinct(k.Tags, tags.KindPrefix)
	switch {
	case len(list) == 0:
		if tag, want := near(k.Tags, kindTags...); want != "" {
			return []Finding{finding("S2-kind-exactly-one", "near", Fail, k.tagsAt(), "id", k.label(), "tag", tag, "want", want)}
		}
		return []Finding{finding("S2-kind-exactly-one", "", Fail, k.tagsAt(), "id", k.label())}
	case len(list) > 1:
		out := []Finding{finding("S2-kind-exactly-one", "several", Fail, k.tagsAt(), "id", k.label(), "tags", quoted(list))}
		for _, t := range list {
			if _, ok := tags.ParseKind(t); !ok && vocab.NearTag(t, kindTags...) == "" {
				return append(out, finding("S2-kind-vocabulary", "", Fail, k.tagsAt(), "id", k.label(), "tag", t))
			}
		}
		return out
	}
	var out []Finding
	if n > 1 {
		out = append(out, finding("S2-kind-exactly-one", "repeated", Warn, k.tagsAt(), "id", k.label(), "tag", list[0]))
	}
	if k.kind != tags.KindUnknown {
		return out
	}
	if _, want := near(list, kindTags...); want != "" {
		out = append(out, finding("S2-kind-exactly-one", "near", Fail, k.tagsAt(), "id", k.label(), "tag", list[0], "want", want))
	} else {
		out = append(out, finding("S2-kind-vocabulary", "", Fail, k.tagsAt(), "id", k.label(), "tag", list[0]))
	}
	return out
}

// quoted lists tags in a sentence, three at the most.
func quoted(list []string) string {
	more := ""
	if len(list) > 3 {
		list, more = list[:3], ", …"
	}
	return "`" + strings.Join(list, "`, `") + "`" + more
}

// S2-reserved-namespace. Kinds, effects and trust are the affair of other
// rules.
func reservedFindings(s *Subject, k *skill) []Finding {
	if k.reserved.others == 0 && k.reserved.like == 0 {
		return nil
	}
	var out []Finding
	for _, t := range k.Tags {
		switch r := reservedOf([]string{t}); {
		case r.others > 0:
			out = append(out, finding("S2-reserved-namespace", "", Warn, k.tagsAt(), "id", k.label(), "tag", t))
		case r.like > 0 && !s.missed(k, t):
			out = append(out, finding("S2-reserved-namespace", "near", Warn, k.tagsAt(), "id", k.label(), "tag", t))
		}
	}
	return out
}

// missed reports a tag that only looks like one that the skill lacks: the rule
// that misses it speaks of it.
func (s *Subject) missed(k *skill, tag string) bool {
	switch {
	case k.reserved.kinds == 0 && vocab.NearTag(tag, kindTags...) != "":
		return true
	case k.reserved.effects == 0 && k.kind == tags.KindAction && vocab.NearTag(tag, tags.EffectReversible.Tag(), tags.EffectIrreversible.Tag()) != "":
		return s.asks("E2") || s.asks("V4")
	case !k.reserved.party && vocab.NearTag(tag, partyTag) != "":
		return s.asks("V8")
	}
	return false
}
