package verify

import (
	"context"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/tags"
)

// Review4 is review ④ of a registration. card spec v1.7 §7: each skill on the
// card really responds, by a task round trip for each. A2A has no member that
// names a skill, so no call claims to reach one by its id: the payload does
// (requirements X47). It is apart from V7, which is the verifier's own proof.
func Review4() Check {
	return called("review4", "card spec v1.7 §7, review ④", NeedsDocument, card.Text{KO: "skill별 Task 왕복", EN: "a round trip for each skill"}, review4)
}

func review4(ctx context.Context, s *Subject) []Finding {
	if s.Profile.A2AOnly {
		return notApplicable()
	}
	var out []Finding
	list := s.skills()
	for i := range list {
		out = append(out, s.review(ctx, &list[i])...)
	}
	if len(list) == 0 {
		return notApplicable()
	}
	return out
}

// review makes the round trip of one skill.
func (s *Subject) review(ctx context.Context, k *skill) []Finding {
	say := func(key string, v Verdict, args ...string) []Finding {
		return []Finding{finding("REV4", key, v, k.pointer(), append(args, "id", k.label())...)}
	}
	reason := func(key string, v Verdict, why card.Text) []Finding {
		return []Finding{because("REV4", key, v, k.pointer(), why, "id", k.label())}
	}
	if !s.sends() {
		return say("unproven", NeedsEvidence)
	}
	if a := s.leaveFor(k); a != nil && k.kind == tags.KindAction {
		p := s.executed(ctx, *a)
		if p.first == nil {
			return say("no-payload", NeedsEvidence)
		}
		return with(p.first.exchange, reviewFindings(reason, *p.first, s.calls.live.AllowMessage))
	}
	m, given := s.calls.live.Messages[k.ID]
	switch {
	case given && !k.reads():
		return say("no-payload", NeedsEvidence) // an action runs by Live.Actions alone
	case !given && s.mayAct():
		return say("no-payload", NeedsEvidence)
	case !given:
		m = s.exampleOf(k)
	}
	if m.isZero() {
		return reason("unclear", NeedsEvidence, card.Text{KO: "보낼 것이 없다", EN: "nothing to send"})
	}
	client, need := s.clientFor(s.waysOf(k))
	if need != nil {
		return reason("unclear", NeedsEvidence, sentence(need("V7")[0]))
	}
	s.calls.say("review4", "skill `{id}`에 Task를 보낸다", "sending a task for skill `{id}`", "id", k.label())
	t := s.calls.round(ctx, client, m, a2a.NewID(), s.fallsBack())
	s.calls.show("review4", t.exchange)
	return with(t.exchange, reviewFindings(reason, t, s.calls.live.AllowMessage))
}

// reviewFindings takes what V7 would say of the trip and says it of the skill.
func reviewFindings(say func(key string, v Verdict, why card.Text) []Finding, t trip, allowMessage bool) []Finding {
	worst := Verdict(0)
	for _, f := range tripFindings("V7", t, allowMessage) {
		worst = worse(worst, f.Verdict)
	}
	switch worst {
	case Fail:
		return say("", Fail, t.end())
	case Inconclusive, NeedsEvidence:
		return say("unclear", worst, t.end())
	}
	return nil
}
