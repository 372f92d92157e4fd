package verify

import (
	"context"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// V4 is the line on actions. card spec v1.7 §8: "chofam:kind/action skill이
// 있다면 E1~E5를 만족한다". Without an action skill it is not applicable; it
// passes only if all five do, and E4 and E5 are never passed by silence.
func V4() Check {
	return spec("V4", "card spec v1.7 §8 V4", card.Text{KO: "실행의 다섯 요구", EN: "the five demands on actions"}, ifAction(func(s *Subject) []Finding {
		out := append(e1(s), e2(s)...)
		out = append(out, s.e3().findings...)
		out = append(out, unproven(s, "E4")...)
		return append(out, unproven(s, "E5")...)
	}))
}

// E4 is the fourth demand on actions: a resend under the same key does not
// execute twice. Only calls prove it.
func E4() Check {
	return open("E4", "card spec v1.7 §2.1 E4", card.Text{KO: "멱등", EN: "no double execution"})
}

// E5 is the fifth demand on actions: each execution leaves one audit record.
// Only the owner's records prove it.
func E5() Check {
	return open("E5", "card spec v1.7 §2.1 E5", card.Text{KO: "감사 증적", EN: "audit records"})
}

func open(id, source string, title card.Text) Check {
	c := spec(id, source, title, ifAction(func(s *Subject) []Finding { return unproven(s, id) }))
	c.Needs |= NeedsCall
	return c
}

// unproven says for each action skill that a demand can't be seen in a card.
func unproven(s *Subject, rule string) []Finding {
	var out []Finding
	for _, k := range s.skills() {
		if k.kind == tags.KindAction {
			out = append(out, finding(rule, "unproven", NeedsEvidence, k.pointer()))
		}
	}
	return out
}

// V1 is the line on the published card: it is read without authentication, 200
// and valid JSON. Only a call proves it.
func V1() Check { return live("V1", 0, card.Text{KO: "게시된 카드", EN: "the published card"}) }

// V7 is the line on the task round trip. Only a call proves it, and what to
// call is read from the card.
func V7() Check {
	return live("V7", NeedsDocument, card.Text{KO: "Task 왕복", EN: "a task round trip"})
}

func live(id string, needs Needs, title card.Text) Check {
	return Check{
		ID: id, Title: title, Source: "card spec v1.7 §8 " + id, Needs: needs | NeedsCall,
		Func: func(_ context.Context, s *Subject) []Finding {
			if s.Profile.A2AOnly {
				return notApplicable()
			}
			return []Finding{finding(id, "unproven", NeedsEvidence, "")}
		},
	}
}
