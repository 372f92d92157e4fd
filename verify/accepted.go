package verify

import (
	"context"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
)

// accepted asks whether the path takes just what the card declares (rule
// S5-as-accepted; card spec v1.7 §5: "그 경로가 실제로 받는 것을 그대로 적는다"):
// the declared credential passes, none and one of an undeclared kind are refused.
// It is asked where V7's message was sent with a credential.
func accepted(ctx context.Context, s *Subject) []Finding {
	if !s.sends() || len(s.calls.live.Credentials) == 0 {
		return nil
	}
	if !slices.ContainsFunc(s.skills(), func(k skill) bool { return k.reads() }) {
		return nil // what V7 sends may execute, and once is enough
	}
	w := s.readWays()
	cred, ok := s.opening(w)
	if !ok || cred.IsZero() || w.anonymous() {
		return nil
	}
	t, unsent := s.roundTrip(ctx)
	switch {
	case unsent != nil, t.stopped, t.late:
		return nil // V7 speaks of it
	case isCode(t.err, a2a.CodeAuth):
		return with(t.exchange, []Finding{finding("S5-as-accepted", "refused", Fail, "/securitySchemes", "scheme", waysText(w))})
	case t.err != nil:
		return nil
	}
	i, _ := s.pick()
	out := s.tryWithout(ctx, i)
	if len(out) > 0 {
		return out // whoever lets anyone in lets in the undeclared as well
	}
	return s.tryUndeclared(ctx, i)
}

// tryWithout sends V7's message without a credential.
func (s *Subject) tryWithout(ctx context.Context, i a2a.Interface) []Finding {
	s.calls.say("V6", "자격 증명 없이 보내 본다", "trying without a credential")
	return s.mustRefuse(ctx, s.client(i, a2a.Credential{}), "open")
}

// tryUndeclared sends it with a made-up credential of a kind that the card does
// not declare.
func (s *Subject) tryUndeclared(ctx context.Context, i a2a.Interface) []Finding {
	const made = "agentcard-made-up"
	var basic, key bool
	for _, x := range s.secure().SecuritySchemes {
		basic = basic || x.Kind() == card.SchemeHTTP && isBasic(x)
		key = key || x.Kind() == card.SchemeAPIKey
	}
	s.calls.say("V6", "선언하지 않은 종류의 자격 증명으로 보내 본다", "trying credentials of undeclared kinds")
	if !basic {
		if out := s.mustRefuse(ctx, s.client(i, a2a.Basic(s.calls.origin, "agentcard", made)), "undeclared", "kind", "http basic"); len(out) > 0 {
			return out
		}
	}
	if !key {
		return s.mustRefuse(ctx, s.client(i, a2a.APIKey(s.calls.origin, "header", "X-API-Key", made)), "undeclared", "kind", "apiKey X-API-Key")
	}
	return nil
}

// mustRefuse sends V7's message where it should be refused.
func (s *Subject) mustRefuse(ctx context.Context, client *a2a.Client, key string, args ...string) []Finding {
	t := s.calls.round(ctx, client, s.defaultMessage(), a2a.NewID(), s.fallsBack())
	refused, _ := turnedAway(t)
	switch {
	case refused:
		return nil
	case t.err == nil && t.task != nil && !t.stopped && t.task.State != a2a.Failed && t.task.State != a2a.Canceled:
		return with(t.exchange, []Finding{finding("S5-as-accepted", key, Fail, "/securitySchemes", args...)})
	}
	return with(t.exchange, []Finding{because("S5-as-accepted", "unclear", Inconclusive, "/securitySchemes", t.end())})
}
