package verify

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The time limit is kept whatever the agent does, and takes none of ours.
func TestV7TimeLimit(t *testing.T) {
	for name, tc := range map[string]struct {
		limit time.Duration
		want  time.Duration
		set   func(*site)
	}{
		"no answer":      {0, 30 * time.Second, func(s *site) { s.send = func(c *rpc) (*http.Response, error) { return hangs(c.Request) } }},
		"works for ever": {0, 30 * time.Second, func(s *site) { s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") } }},
		"no poll": {7 * time.Second, 7 * time.Second, func(s *site) {
			s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }
			s.poll = func(c *rpc) (*http.Response, error) { return hangs(c.Request) }
		}},
		"no end of the body": {0, 30 * time.Second, func(s *site) {
			s.send = func(c *rpc) (*http.Response, error) {
				res := answer(c.Request, 200, "application/json", "")
				res.Body, res.ContentLength = silence{c.Context()}, -1
				return res, nil
			}
		}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			target.Live.Timeout = tc.limit
			tc.set(s)
			var v Verdict
			var code string
			d := took(func() { v, code, _ = v7Of(target) })
			if v != Fail || code != "timeout" || d != tc.want || len(s.sent()) != 1 {
				t.Errorf("%s %s after %s and %d messages", v, code, d, len(s.sent()))
			}
		})
	}
}

// On a card with an action skill nothing is sent without the owner's payload.
func TestV7NeedsThePayload(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := terraSite(t)
		r := Run(context.Background(), target, all()...)
		if len(s.rpcs) > 0 || one(r, "V7", "no-payload") == nil || r.Verdict("V7") != NeedsEvidence || r.Verdict("review4") != NeedsEvidence {
			t.Errorf("%d requests, V7 is %s", len(s.rpcs), r.Verdict("V7"))
		}
		target.Live.Message = &Message{Text: "report"}
		r = Run(context.Background(), target, V7())
		if list := s.sent(); len(list) != 1 || list[0].parts() != `[{"text":"report"}]` || r.Verdict("V7") != Pass {
			t.Errorf("%d messages, V7 is %s", len(list), r.Verdict("V7"))
		}
	})
}

// Where only an action was tried, its first execution is the round trip: V7 alone
// sends that and no more, and what can't be run does not stand in its way.
func TestV7OfAnAction(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := &shop{}
		at, target := s.open(t)
		target.Live.Actions = append([]Action{{Skill: "report-lookup", Send: Message{Text: "x"}}, {Skill: "no-such"}}, target.Live.Actions...)
		r := Run(context.Background(), target, V7(), Review4())
		if len(at.sent()) != 1 || s.effects != 1 || r.Verdict("V7") != Pass {
			t.Errorf("%d messages, %d effects, V7 is %s: %q", len(at.sent()), s.effects, r.Verdict("V7"), found(r, nil))
		}
		if x := r.Checks[0].Exchange; x == nil || x.MessageID != at.sent()[0].key() {
			t.Errorf("%+v", x)
		}
		// Asked together with E4 it is the same execution.
		at, target = (&shop{}).open(t)
		r = Run(context.Background(), target, V7(), E4())
		if len(at.sent()) != 3 || r.Verdict("V7") != Pass || r.Verdict("E4") != Pass {
			t.Errorf("%d messages: %q", len(at.sent()), found(r, nil))
		}
	})
}

func TestV7NotApplicable(t *testing.T) {
	s, target := ethosSite(t)
	target.Profile = A2AOnly()
	for _, v := range []string{"V1", "V7", "serve", "review4", "E4", "E5"} {
		checks, _ := Select(v)
		if r := Run(context.Background(), target, checks...); r.Verdict(v) != NotApplicable {
			t.Errorf("%s is %s", v, r.Verdict(v))
		}
	}
	if len(s.rpcs) > 0 {
		t.Errorf("%d requests", len(s.rpcs))
	}
}

// Without a word to send nothing is sent, and no action is blamed for it.
func TestV7NothingToSend(t *testing.T) {
	for name, op := range map[string]string{
		"no skills": `set /skills []`, "no name": `set /skills/0 {"id":"x","tags":["chofam:kind/query"],"name":" ","examples":[""]}`,
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, op)
			r := Run(context.Background(), target, V7(), Review4())
			f := one(r, "V7", "no-payload")
			if len(s.rpcs) > 0 || f == nil || f.Message.EN != "the card gives nothing to send. No skill has a name or an example." {
				t.Errorf("%d requests, %q", len(s.rpcs), found(r, nil))
			}
		})
	}
}

// ReadOnly reads the card and sends no message, whatever else is allowed.
func TestReadOnlySendsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		at, target := (&shop{}).open(t)
		target.Live.ReadOnly = true
		target.Live.Message = &Message{Text: "report"}
		target.Live.Messages = map[string]Message{"report-lookup": {Text: "report"}}
		r := Run(context.Background(), target, all()...)
		if len(at.rpcs) > 0 || len(at.gets) == 0 {
			t.Errorf("%d messages, %d reads", len(at.rpcs), len(at.gets))
		}
		for id, want := range map[string]Verdict{"V1": Pass, "V7": NeedsEvidence, "E4": NeedsEvidence, "E5": NeedsEvidence, "review4": NeedsEvidence, "P1": Pass, "P3": Pass} {
			if v := r.Verdict(id); v != want {
				t.Errorf("%s is %s, want %s", id, v, want)
			}
		}
		if slices.ContainsFunc(found(r, nil), func(l string) bool { return l[:2] == "S5" || len(l) > 7 && l[:7] == "E3-live" }) {
			t.Errorf("%q", found(r, nil))
		}
	})
}

// Without Live nobody is called.
func TestWithoutLiveNobodyIsCalled(t *testing.T) {
	s, target := ethosSite(t)
	target.Live, target.Received = nil, s.card
	r := Run(context.Background(), target, all()...)
	for _, id := range []string{"V1", "V7", "serve", "P1", "P3", "review4"} {
		if v := r.Verdict(id); v != NeedsEvidence {
			t.Errorf("%s is %s", id, v)
		}
	}
	for _, c := range r.Checks {
		if c.Exchange != nil {
			t.Errorf("%s has an exchange", c.ID)
		}
	}
}

// A caller is told once that a task is waited for, and not where it is quick.
func TestLongWaitIsTold(t *testing.T) {
	for ends, want := range map[int]int{2: 0, 12: 1} {
		inBubbleSub(t, strconv.Itoa(ends), func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }
			s.poll = func(c *rpc) (*http.Response, error) {
				if c.n < ends {
					return c.task("t", "WORKING")
				}
				return c.task("t", "COMPLETED")
			}
			told := 0
			target.Live.Progress = func(s Step) {
				if s.Check == "V7" && strings.Contains(s.Text.EN, "at `working`, for 30 s at most") && strings.Contains(s.Text.KO, "30초") {
					told++
				}
			}
			if r := Run(context.Background(), target, V7()); r.Verdict("V7") != Warn || told != want {
				t.Errorf("%s, told %d times, want %d", r.Verdict("V7"), told, want)
			}
		})
	}
}
