package verify

import (
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// E1 is the first demand on actions. card spec v1.7 §2.1: "chofam:kind/action
// 태그를 붙인다". The card alone shows no breach of it; the server's own list,
// Target.Operations, does.
func E1() Check { return checkE1 }

var checkE1 = spec("E1", "card spec v1.7 §2.1 E1", card.Text{KO: "실행 태그", EN: "the action tag"}, ifAction(e1))

func e1(s *Subject) []Finding {
	var out []Finding
	for _, op := range s.operations {
		for _, k := range s.skills() {
			if k.ID == op.SkillID && op.Effects && k.kind != tags.KindAction {
				out = append(out, finding("E1", "", Fail, k.tagsAt(), "id", k.label()))
			}
		}
	}
	return out
}

// Operation is an entry of the server's own list of what it dispatches.
type Operation struct {
	SkillID string
	Effects bool // it changes state, be it in the agent's own store
}

// E2 is the second demand on actions. card spec v1.7 §2.1: "되돌릴 수 있는지
// 표기한다".
func E2() Check { return checkE2 }

var checkE2 = spec("E2", "card spec v1.7 §2.1 E2", card.Text{KO: "되돌림 표기", EN: "reversible or not"}, ifAction(e2))

func e2(s *Subject) []Finding {
	var out []Finding
	for i := range s.skills() {
		k := &s.skills()[i]
		switch n := k.reserved.effects; k.kind {
		case tags.KindAction:
			if n != 1 || k.effect == tags.EffectUnknown {
				out = append(out, effectFindings(k)...)
			}
		case tags.KindAdvisory, tags.KindQuery:
			if n > 0 {
				list, _ := distinct(k.Tags, tags.EffectPrefix)
				out = append(out, finding("E2", "no-action", Warn, k.tagsAt(), "id", k.label(), "tag", list[0]))
			}
		}
	}
	return out
}

func effectFindings(k *skill) []Finding {
	list, n := distinct(k.Tags, tags.EffectPrefix)
	one := func(key string, v Verdict, args ...string) []Finding {
		return []Finding{finding("E2", key, v, k.tagsAt(), append([]string{"id", k.label()}, args...)...)}
	}
	if len(list) > 1 {
		return one("several", Fail, "tags", quoted(list))
	}
	if k.effect != tags.EffectUnknown {
		if n > 1 {
			return one("repeated", Warn, "tag", list[0])
		}
		return nil
	}
	tag, want := near(k.Tags, tags.EffectReversible.Tag(), tags.EffectIrreversible.Tag())
	switch {
	case want != "":
		return one("near", Fail, "tag", tag, "want", want)
	case len(list) == 0:
		return one("", Fail)
	}
	return one("unknown", Fail, "tag", list[0])
}
