package verify

import (
	"context"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// E4 is the fourth demand on actions. card spec v1.7 §2.1: an action takes a key
// made by the caller, message.messageId, and a resend under it does not execute
// twice. Only calls prove it, with the owner's payload and counter
// (Live.Actions); without them it needs evidence.
func E4() Check {
	return called("E4", "card spec v1.7 §2.1 E4", NeedsDocument, card.Text{KO: "멱등", EN: "no double execution"}, proven(e4))
}

// E5 is the fifth demand on actions. card spec v1.7 §2.1: each execution leaves
// one audit record with caller, time and input. Only the owner's records prove
// it, held against what E4's calls executed.
func E5() Check {
	return called("E5", "card spec v1.7 §2.1 E5", NeedsDocument, card.Text{KO: "감사 증적", EN: "audit records"}, proven(e5))
}

// proof looks at one action skill: where its owner gave leave to run it, what
// came of that, else that it is unproven.
type proof func(context.Context, *Subject, *skill, *Action) []Finding

// proven makes the function of a check on each action skill.
func proven(f proof) func(context.Context, *Subject) []Finding {
	return func(ctx context.Context, s *Subject) []Finding {
		if s.Profile.A2AOnly {
			return notApplicable()
		}
		return ifAction(func(s *Subject) []Finding { return eachAction(ctx, s, f) })(s)
	}
}

func eachAction(ctx context.Context, s *Subject, f proof) []Finding {
	var out []Finding
	list := s.skills()
	for i := range list {
		if k := &list[i]; k.kind == tags.KindAction {
			out = append(out, f(ctx, s, k, s.leaveFor(k))...)
		}
	}
	return out
}

// leaveFor is the owner's leave to run a skill, nil without one.
func (s *Subject) leaveFor(k *skill) *Action {
	if !s.sends() {
		return nil
	}
	for i := range s.calls.live.Actions {
		if a := &s.calls.live.Actions[i]; a.Skill == k.ID {
			return a
		}
	}
	return nil
}

func e4(ctx context.Context, s *Subject, k *skill, a *Action) []Finding {
	if a == nil {
		return []Finding{finding("E4", "unproven", NeedsEvidence, k.pointer())}
	}
	p := s.probed(ctx, *a)
	if p.first != nil {
		s.calls.show("E4", p.first.exchange)
	}
	if p.broken {
		return append(slices.Clip(p.findings), finding("E4-probe", "not-called", Inconclusive, k.pointer(), "id", k.label(), "why", "panic"))
	}
	return p.findings
}
