package verify

import (
	"context"
	"errors"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// V7 is the line on the task round trip. card spec v1.7 §8: "Task 왕복 1건이
// 성공한다": a message is sent and its task reaches completed. Only a call proves
// it. On a card with an action skill the message is the owner's, Live.Message;
// where only an action was tried, its first execution is the round trip.
func V7() Check {
	return called("V7", "card spec v1.7 §8 V7", NeedsDocument, card.Text{KO: "Task 왕복", EN: "a task round trip"}, v7)
}

func v7(ctx context.Context, s *Subject) []Finding {
	switch {
	case s.Profile.A2AOnly:
		return notApplicable()
	case !s.sends():
		return unlooked("V7")
	}
	if s.calls.live.Message == nil && s.anyAction() {
		for _, a := range s.calls.live.Actions {
			if p := s.executed(ctx, a); p.first != nil {
				s.calls.show("V7", p.first.exchange)
				return with(p.first.exchange, tripFindings("V7", *p.first, s.calls.live.AllowMessage))
			}
		}
	}
	t, out := s.roundTrip(ctx)
	if out != nil {
		return out
	}
	s.calls.show("V7", t.exchange)
	return with(t.exchange, tripFindings("V7", t, s.calls.live.AllowMessage))
}

// roundTrip makes the run's one round trip. It gives findings in its place where
// nothing could be sent.
func (s *Subject) roundTrip(ctx context.Context) (trip, []Finding) {
	m := s.defaultMessage()
	if m.isZero() {
		key := "no-payload"
		if !s.mayAct() {
			key = "no-payload:nothing"
		}
		return trip{}, []Finding{finding("V7", key, NeedsEvidence, "")}
	}
	client, need := s.clientFor(s.readWays())
	if need != nil {
		return trip{}, need("V7")
	}
	c := s.calls
	c.tripOnce.Do(func() {
		c.say("V7", "Task를 하나 보낸다", "sending one task")
		c.trip = c.round(ctx, client, m, a2a.NewID(), s.fallsBack())
	})
	return c.trip, nil
}

// fallsBack reports whether message/send is tried where SendMessage is not known
// (rule T-versions).
func (s *Subject) fallsBack() bool { return s.Profile.Family || s.calls.live.FallBack }

// defaultMessage is what V7 sends: the owner's, or for a card without an action
// skill something harmless.
func (s *Subject) defaultMessage() Message {
	if m := s.calls.live.Message; m != nil {
		return *m
	}
	if s.mayAct() {
		return Message{}
	}
	list := s.skills()
	for i := range list {
		if m := s.exampleOf(&list[i]); !m.isZero() {
			return m
		}
	}
	return Message{}
}

// mayAct reports a card on which some skill is an action, or may be one.
func (s *Subject) mayAct() bool {
	for _, k := range s.skills() {
		if !k.reads() {
			return true
		}
	}
	return false
}

// exampleOf is a message that a skill should know what to do with.
func (s *Subject) exampleOf(k *skill) Message {
	for _, e := range s.Card().Skills[k.index].Examples {
		if strings.TrimSpace(e) != "" {
			return Message{Text: e}
		}
	}
	return Message{Text: strings.TrimSpace(k.Name)}
}

// tripFindings judges a round trip.
func tripFindings(rule string, t trip, allowMessage bool) []Finding {
	one := func(key string, v Verdict, args ...string) []Finding {
		return []Finding{finding(rule, key, v, "", append(args, "state", t.state())...)}
	}
	switch {
	case t.stopped:
		return one("canceled", Inconclusive)
	case t.late:
		if t.task == nil {
			return one("timeout:silent", Fail)
		}
		return one("timeout", Fail)
	case t.err != nil:
		key, v, why := callFault(t.err)
		if key == "auth" && t.anonymous {
			key = "auth:open"
		}
		out := []Finding{because(rule, key, v, "", why)}
		if key == "wire" {
			out[0].Code = codeOf(t.err)
		}
		return out
	case t.message != nil && allowMessage:
		return append(one("message", Info), nested(rule, t)...)
	case t.message != nil:
		return one("no-task", Fail)
	case t.task.State == a2a.AuthRequired:
		return one("auth-required", NeedsEvidence)
	case t.silent:
		return one("input-required", Inconclusive)
	case t.task.State != a2a.Completed:
		return one("", Fail)
	}
	return nested(rule, t)
}

// nested says what was wrong on the way to a result that was reached all the
// same.
func nested(rule string, t trip) []Finding {
	var out []Finding
	if t.fellBack {
		out = append(out, finding(rule, "method", Warn, ""))
	}
	if len(t.faults) > 0 {
		f := t.faults[0]
		out = append(out, because(rule, "nested", Warn, "", card.Text{KO: f.Detail.KO + " (" + f.Pointer + ")", EN: f.Detail.EN + " (" + f.Pointer + ")"}))
	}
	return out
}

// callFault puts a call's error under a word of V7.
func callFault(err error) (key string, v Verdict, why card.Text) {
	var e *a2a.Error
	var message *a2a.MessageError
	var address *netguard.AddressError
	why = whyOf(err)
	switch {
	case errors.As(err, &message):
		return "request", Inconclusive, why
	case !errors.As(err, &e):
		return "no-interface", Inconclusive, why
	case errors.As(err, &address):
		return addressKey(string(address.Why)), Inconclusive, why
	}
	switch e.Code {
	case a2a.CodeCanceled:
		return "canceled", Inconclusive, why
	case a2a.CodeTimeout:
		return "timeout", Fail, why
	case a2a.CodeReset:
		if e.Exchange.Status != 0 {
			return "wire", Fail, why
		}
		return "endpoint_unreachable", Fail, why
	case a2a.CodeUnreachable, a2a.CodeTLS:
		return "endpoint_unreachable", Fail, why
	case a2a.CodeResponse:
		return "response", Fail, why
	case a2a.CodeAuth:
		return "auth", Fail, why
	case a2a.CodeExtensionRequired:
		return "extension:refused", NeedsEvidence, why
	case a2a.CodeState:
		return "state", Fail, why
	case a2a.CodeTaskID:
		return "task-id", Fail, why
	case a2a.CodeRPC, a2a.CodeMethodNotFound, a2a.CodeStatus, a2a.CodeRedirected:
		return "error", Fail, why
	case a2a.CodeRequest:
		return "request", Inconclusive, why
	}
	return "wire", Fail, why
}

// codeOf is the code of a call's error.
func codeOf(err error) string {
	var e *a2a.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
