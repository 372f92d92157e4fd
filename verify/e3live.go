package verify

import (
	"context"
	"errors"

	"github.com/hs9147/agentcard/internal/a2a"
)

// e3live sends the owner's test payload to an action skill with a credential
// that opens advice or a query and not the action. card spec v1.7 §5.2: it must
// be refused. It is tried once a run.
func e3live(ctx context.Context, s *Subject, k *skill, a *Action) []Finding {
	if a == nil {
		return nil
	}
	p := s.probe(*a)
	if !p.tried {
		p.tried = true
		p.opened = []Finding{finding("E3-live", "unclear", Inconclusive, k.pointer(), "id", k.label(), "why", "panic")} // if it comes to one
		p.opened = p.tryLesser(ctx, k)
	}
	return p.opened
}

func (p *probe) tryLesser(ctx context.Context, k *skill) []Finding {
	s := p.s
	scheme, cred, ok := s.lesser(k)
	if !ok || p.client == nil || !p.begin(ctx) {
		return nil // nothing to show it with: E3 stands as the card has it
	}
	s.calls.say("E3", "자문의 자격 증명으로 실행 `{id}`에 보내 본다", "trying action `{id}` with a credential of advice", "id", k.ID)
	full := p.client
	p.client = s.client(full.Interface, cred)
	defer func() { p.client = full }()
	fresh, err := p.fresh()
	if err != nil {
		return nil // E4-probe has said so
	}
	t := p.open(ctx, &fresh)
	n := p.moved(ctx)
	var out []Finding
	switch refused, clear := turnedAway(t); {
	case n > 0, t.completed():
		out = append(out, finding("E3-live", "", Fail, k.pointer(), "id", k.label(), "scheme", scheme))
	case refused:
	case !clear:
		out = append(out, because("E3-live", "unclear", Inconclusive, k.pointer(), t.end(), "id", k.label()))
	}
	return with(t.exchange, out)
}

// lesser is a credential that opens a skill which reads and none of the ways of
// this one.
func (s *Subject) lesser(k *skill) (scheme string, cred a2a.Credential, ok bool) {
	mine := s.waysOf(k)
	for _, o := range s.openers() {
		if !o.reads() {
			continue
		}
		for _, set := range o.sets {
			names := set.schemes()
			if len(names) != 1 || mine.opensWith(names[0]) {
				continue
			}
			if cred, ok = s.credential(names[0]); ok {
				return names[0], cred, true
			}
		}
	}
	return "", cred, false
}

// opensWith reports an alternative that one scheme satisfies.
func (w ways) opensWith(scheme string) bool {
	for _, set := range w.sets {
		if set.anonymous() || set.body.Len() == 1 && set.has(scheme) {
			return true
		}
	}
	return false
}

// turnedAway tells whether an answer refuses the caller, and whether it is clear
// either way. A bare message may say anything.
func turnedAway(t trip) (refused, clear bool) {
	var e *a2a.Error
	switch {
	case isCode(t.err, a2a.CodeAuth):
		return true, true
	case errors.As(t.err, &e):
		return false, false
	case t.task != nil && (t.task.State == a2a.Rejected || t.task.State == a2a.AuthRequired):
		return true, true
	}
	return false, t.completed()
}
