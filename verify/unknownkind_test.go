package verify

import (
	"context"
	"strings"
	"testing"
)

// Rule S2-caller-tags-only: a skill whose kind is not known is treated as an
// irreversible action, by every check that could send something.

// Its credential is not that of reading, and nothing made up is sent.
func TestUnknownKindIsNotRead(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := terraSite(t, `set /skills/1/tags ["chofam:kind/other","chofam:scope/party"]`)
		target.Live.Message = &Message{Text: "report"}
		Run(context.Background(), target, all()...)
		for _, c := range s.sent() {
			if strings.Contains(c.token, actionToken) || !strings.Contains(c.parts(), "report") {
				t.Errorf("sent %s with %s", c.parts(), c.token)
			}
		}
		// It stands first: the message still goes out as the query's.
		s, target = terraSite(t, `set /skills/0/tags ["chofam:kind/other"]`, `set /skills/0/security [{"ingestBearer":[]}]`,
			`set /skills/1/tags ["chofam:kind/query"]`, `set /skills/1/security [{"serviceBearer":[]}]`)
		target.Live.Message = &Message{Text: "report"}
		Run(context.Background(), target, V7())
		if list := s.sent(); len(list) != 1 || list[0].token != "Bearer "+serviceToken {
			t.Errorf("%d requests", len(list))
		}
	})
}

func TestUnknownKindSendsNothing(t *testing.T) {
	for name, ops := range map[string][]string{
		"unknown":  {`set /skills/0/tags ["chofam:kind/other"]`},
		"none":     {`set /skills/0/tags ["chofam:scope/party"]`},
		"two":      {`set /skills/0/tags ["chofam:kind/query","chofam:kind/advisory"]`},
		"near":     {`set /skills/0/tags ["chofam:kind/Query"]`},
		"no array": {`set /skills/0/tags "chofam:kind/query"`},
		"no skill": {`set /skills/0 7`},
		"among":    {`set /skills/- {"id":"x","name":"X","description":"d","tags":[]}`},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, ops...)
			target.Live.Actions = []Action{{Skill: "decision-session", Send: Message{Text: "x"}, AllowIrreversible: true}}
			r := Run(context.Background(), target, all()...)
			if list := s.sent(); len(list) > 0 {
				t.Errorf("%d messages, the first %s", len(list), list[0].raw)
			}
			if r.Verdict("V7") == Pass || r.Verdict("review4") == Pass {
				t.Errorf("V7 %s, review4 %s", r.Verdict("V7"), r.Verdict("review4"))
			}
		})
	}
}

// A message of the owner's for such a skill is not sent either: the leave for an
// action is given as one.
func TestUnknownKindNeedsLeave(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, `set /skills/0/tags []`)
		target.Live.Messages = map[string]Message{"decision-session": {Text: "x"}}
		got := lines(target, Review4())
		if len(s.sent()) > 0 || len(got) != 1 || got[0] != "REV4 needs-evidence /skills/0 no-payload" {
			t.Errorf("%q, %d messages", got, len(s.sent()))
		}
	})
}

// What opens a skill of unknown kind opens more than reading: it is no lesser
// credential for E3-live.
func TestUnknownKindIsNoLesserOpener(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := terraSite(t, `set /skills/0/tags []`)
		target.Live.Actions = []Action{ingest()}
		Run(context.Background(), target, E3())
		if n := s.byToken(serviceToken); n > 0 {
			t.Errorf("%d messages with it", n)
		}
	})
}

// An action that does not say whether it can be taken back is not run without
// leave for that, and neither is one whose id such a skill shares.
func TestUnknownEffectIsIrreversible(t *testing.T) {
	for name, tc := range map[string]struct {
		op, want string
	}{
		"irreversible": {`set /skills/1/tags ["chofam:kind/action","chofam:effect/irreversible"]`, "can't be taken back"},
		"unknown":      {`set /skills/1/tags ["chofam:kind/action"]`, "does not say"},
		"both":         {`set /skills/1/tags ["chofam:kind/action","chofam:effect/irreversible","chofam:effect/reversible"]`, "does not say"},
		"of a twin":    {`set /skills/- {"id":"event-ingest","name":"X","description":"d","tags":["chofam:kind/action","chofam:effect/irreversible"]}`, "can't be taken back"},
		"of no kind":   {`set /skills/- {"id":"event-ingest","name":"X","description":"d","tags":["x"]}`, "can't be taken back"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := terraSite(t, tc.op)
			target.Live.Actions = []Action{ingest()}
			r := Run(context.Background(), target, V4(), E3(), E4(), E5(), V7(), Review4())
			f := one(r, "E4-probe", "irreversible")
			if len(s.sent()) > 0 || f == nil || f.Verdict != NeedsEvidence || !strings.Contains(f.Message.EN, tc.want) {
				t.Errorf("%d messages, %+v", len(s.sent()), f)
			}
			target.Live.Actions[0].AllowIrreversible = true
			Run(context.Background(), target, E4())
			if len(s.sent()) == 0 {
				t.Error("with leave it is not run either")
			}
		})
	}
}
