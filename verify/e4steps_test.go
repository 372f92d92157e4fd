package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Rule E4: how long keys are kept is the owner's to state, a day at least.
func TestE4Retention(t *testing.T) {
	for stated, want := range map[time.Duration][]string{
		0:                          {"E4 warn /skills/1 retention"},
		24*time.Hour - time.Second: {"E4 warn /skills/1 retention"},
		24 * time.Hour:             nil,
	} {
		inBubbleSub(t, stated.String(), func(t *testing.T) {
			_, target := (&shop{}).open(t)
			target.Live.Actions[0].Retention = stated
			wantLines(t, e4Lines(target, E4()), want...)
		})
	}
}

// A payload without a pointer has no key of its own: the messageId is the only
// one, and no fresh one is sent.
func TestE4WithoutKeyPointer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		at, target := (&shop{}).open(t)
		target.Live.Actions[0].KeyPointer = ""
		wantLines(t, e4Lines(target, E4()))
		if list := at.sent(); len(list) != 2 || list[0].parts() != `[{"data":{"id":"1"}}]` || list[1].key() != list[0].key() {
			t.Errorf("%d messages", len(list))
		}
	})
}

// A pointer that leads to no string sends nothing.
func TestE4KeyPointerLeadsNowhere(t *testing.T) {
	for name, edit := range map[string]func(*Action){
		"nowhere":          func(a *Action) { a.KeyPointer = "/0/data/key" },
		"to an object":     func(a *Action) { a.KeyPointer = "/0/data" },
		"to a number":      func(a *Action) { a.Send.Parts = []byte(`[{"data":{"id":1}}]`) },
		"without a slash":  func(a *Action) { a.KeyPointer = "0/data/id" },
		"past the list":    func(a *Action) { a.KeyPointer = "/1/data/id" },
		"into a text":      func(a *Action) { a.Send = Message{Text: "take it in"} },
		"no list of parts": func(a *Action) { a.Send.Parts = []byte(`{"id":"1"}`) },
		"out of the list":  func(a *Action) { a.Send.Parts = []byte(`[],"x":{"id":"1"}`) },
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			at, target := (&shop{}).open(t)
			edit(&target.Live.Actions[0])
			r := Run(context.Background(), target, V4(), E3(), E4(), E5())
			if n := len(at.sent()); n > 0 || one(r, "E4-probe", "not-called") == nil || r.Verdict("E4") != Inconclusive || r.Verdict("E5") != NeedsEvidence {
				t.Errorf("%d messages, %v", n, found(r, nil))
			}
		})
	}
}

// The fresh key goes where the pointer leads and changes nothing else.
func TestE4FreshKey(t *testing.T) {
	for _, tc := range []struct{ parts, pointer, want string }{
		{` [ {"data" : {"id" : "old" , "n":1.0}} ] `, "/0/data/id", ` [ {"data" : {"id" : "NEW" , "n":1.0}} ] `},
		{`[{"text":"a"},{"data":{"a/b":{"~":"x"}}}]`, "/1/data/a~1b/~0", `[{"text":"a"},{"data":{"a/b":{"~":"NEW"}}}]`},
		{`[{"data":{"id":"한글 \u0022"}}]`, "/0/data/id", `[{"data":{"id":"NEW"}}]`},
	} {
		got, err := withKey([]byte(tc.parts), tc.pointer, "NEW")
		if err != nil || string(got) != tc.want {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// Leave for one action is none for another.
func TestE4LeaveForOne(t *testing.T) {
	second := `set /skills/- {"id":"event-delete","name":"X","description":"이벤트를 지운다. 되돌릴 수 있다.","tags":["chofam:kind/action","chofam:effect/reversible","chofam:scope/party"],"security":[{"ingestBearer":[]}]}`
	inBubble(t, func(t *testing.T) {
		at, target := (&shop{}).open(t, second)
		r := Run(context.Background(), target, E4(), E5(), Review4())
		wantLines(t, slices.DeleteFunc(found(r, nil), func(s string) bool { return strings.HasPrefix(s, "REV4 needs-evidence /skills/0") }),
			"E4 needs-evidence /skills/2 unproven", "E5 needs-evidence /skills/2 unproven", "REV4 needs-evidence /skills/2 no-payload")
		for _, c := range at.sent() {
			if !strings.Contains(c.parts(), `"id"`) {
				t.Errorf("sent %s", c.parts())
			}
		}
	})
}

// Another caller's equal key is another request.
func TestE4OtherCaller(t *testing.T) {
	const other = "other-token-51aa"
	for name, tc := range map[string]struct {
		scheme  string
		answers func(c *rpc, s *shop) (*http.Response, error)
		want    []string
	}{
		"executes": {"ingestBearer", nil, nil},
		"the same": {"ingestBearer", func(c *rpc, _ *shop) (*http.Response, error) { return c.task("task-of-the-first", "COMPLETED") }, []string{"E4 warn /skills/1 other-caller"}},
		"several": {"ingestBearer", func(c *rpc, s *shop) (*http.Response, error) {
			s.mu.Lock()
			s.effects++
			s.mu.Unlock()
			id, _ := s.take(c)
			return c.task(id, "COMPLETED")
		}, []string{"E4 fail /skills/1 several"}},
		"is refused":   {"ingestBearer", func(c *rpc, _ *shop) (*http.Response, error) { return c.status(403) }, []string{"E4-probe inconclusive /skills/1 step"}},
		"no scheme so": {"noScheme", nil, []string{"E4-probe inconclusive /skills/1 not-sent"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s := &shop{}
			s.answers = func(_ int, c *rpc) (*http.Response, error) {
				if c.token != "Bearer "+other || tc.answers == nil {
					return nil, nil
				}
				return tc.answers(c, s)
			}
			_, target := s.open(t)
			target.Live.Actions[0].OtherCaller = &Credential{tc.scheme, other}
			r := Run(context.Background(), target, E4(), E5())
			wantLines(t, found(r, nil), tc.want...) // its record, under the same messageId, is none of ours
		})
	}
}

// Thorough tries two at once, a lost answer, another payload and an empty key. A
// transport that is no *http.Transport can't lose an answer, and that is said;
// verifytest has an agent to lose one of.
func TestE4Thorough(t *testing.T) {
	const notLost = "E4-probe inconclusive /skills/1 step"
	always := func(int) bool { return true }
	refuses := func(_ int, c *rpc) (*http.Response, error) {
		if c.key() == "" {
			return c.fault("-32602", "no messageId")
		}
		return nil, nil
	}
	for name, tc := range map[string]struct {
		again   func(int) bool
		answers func(int, *rpc) (*http.Response, error)
		want    []string
	}{
		"all right":       {nil, refuses, []string{notLost}},
		"takes an empty":  {nil, nil, []string{"E4 warn /skills/1 no-key", notLost}},
		"each executes":   {always, refuses, []string{"E4 fail /skills/1 concurrent", "E4 fail /skills/1 payload-key", "E4 fail /skills/1 resend", "E4 warn /skills/1 other-payload", notLost}},
		"goes away later": {nil, goesAway(3), []string{"E4-probe inconclusive /skills/1 step", "E4-probe inconclusive /skills/1 step", "E4-probe inconclusive /skills/1 step", "E4-probe inconclusive /skills/1 step"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			_, target := (&shop{again: tc.again, answers: tc.answers}).open(t)
			target.Live.Actions[0].Thorough = true
			wantLines(t, e4Lines(target, E4()), tc.want...)
		})
	}
}

// A step that could not be made leaves nothing for the next one to answer for.
func TestE4StepThatFailed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := &shop{}
		s.answers = func(_ int, c *rpc) (*http.Response, error) {
			if c.key() == "" {
				return c.fault("-32602", "no messageId")
			}
			return nil, nil
		}
		at, target := s.open(t)
		at.untraced, target.Live.Actions[0].Thorough = true, true // no connection to cut, and no word of when
		wantLines(t, e4Lines(target, E4()), "E4-probe inconclusive /skills/1 step")
	})
}

// goesAway answers no more from the nth message on.
func goesAway(n int) func(int, *rpc) (*http.Response, error) {
	return func(i int, _ *rpc) (*http.Response, error) {
		if i < n {
			return nil, nil
		}
		return nil, errGone
	}
}

// Another payload is made of one that has no key of its own, with blanks around
// it or not.
func TestE4OtherPayload(t *testing.T) {
	for _, send := range []Message{{Text: "take it in"}, {Parts: []byte(`[{"text":"take it in"}]`)}, {Parts: []byte(" [{\"text\":\"take it in\"} ]\n")}} {
		inBubbleSub(t, string(send.Parts), func(t *testing.T) {
			s := &shop{}
			at, target := s.open(t)
			a := &target.Live.Actions[0]
			a.Send, a.KeyPointer, a.Thorough = send, "", true
			at.send = func(c *rpc) (*http.Response, error) {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.effects = 1 // the first, and no other
				return c.task("t", "COMPLETED")
			}
			Run(context.Background(), target, E4())
			list := at.sent()
			for i, c := range list {
				if i > 0 && c.key() == list[0].key() && c.parts() != list[0].parts() {
					return
				}
			}
			t.Errorf("no other payload among %d messages", len(list))
		})
	}
}

// A family agent may speak message/send (rule T-versions): nothing was executed
// by SendMessage, and the probe goes on under the same id.
func TestE4MessageSend(t *testing.T) {
	for _, family := range []bool{true, false} {
		inBubbleSub(t, map[bool]string{true: "family", false: "outside"}[family], func(t *testing.T) {
			s := &shop{}
			s.answers = func(_ int, c *rpc) (*http.Response, error) {
				if c.Method == "SendMessage" {
					return c.fault("-32601", "no such method")
				}
				return nil, nil
			}
			at, target := s.open(t)
			target.Profile.Family = family
			target.Live.Credentials = target.Live.Credentials[1:]
			r := Run(context.Background(), target, E4(), V7())
			list := at.sent()
			if !family {
				if len(list) != 1 || r.Verdict("V7") != Fail {
					t.Errorf("%d messages, V7 is %s", len(list), r.Verdict("V7"))
				}
				return
			}
			wantLines(t, found(r, nil), "V7 warn / method")
			if list[0].key() != list[1].key() || list[1].Method != "message/send" || list[1].Params.Message.Kind != "message" || string(list[1].raw) != string(list[2].raw) {
				t.Errorf("%s then %s then %s", list[0].raw, list[1].raw, list[2].raw)
			}
		})
	}
}
