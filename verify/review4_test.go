package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
)

const twoSkills = `set /skills/- {"id":"review","name":"가정 검토","description":"가정을 받아 서로 부딪치는 것을 돌려준다.","tags":["chofam:kind/advisory","chofam:scope/party"],"examples":["집값은 오른다"]}`

// Rule REV4: each skill gets a round trip of its own, with its own message.
func TestReview4EachSkill(t *testing.T) {
	for name, tc := range map[string]struct {
		messages map[string]Message
		answer   func(c *rpc) (*http.Response, error)
		want     []string
		parts    []string
	}{
		"examples":    {nil, nil, nil, []string{`[{"text":"결정 세션"}]`, `[{"text":"집값은 오른다"}]`}},
		"the owner's": {map[string]Message{"review": {Text: "own"}}, nil, nil, []string{`[{"text":"결정 세션"}]`, `[{"text":"own"}]`}},
		"the second fails": {nil, func(c *rpc) (*http.Response, error) {
			if strings.Contains(c.parts(), "집값") {
				return c.task("t", "FAILED")
			}
			return c.task("t", "COMPLETED")
		}, []string{"REV4 fail /skills/1"}, nil},
		"the second asks": {nil, func(c *rpc) (*http.Response, error) {
			if strings.Contains(c.parts(), "집값") {
				return c.task("t", "INPUT_REQUIRED")
			}
			return c.task("t", "COMPLETED")
		}, []string{"REV4 inconclusive /skills/1 unclear"}, nil},
		"both are messages": {nil, func(c *rpc) (*http.Response, error) { return c.says("hm") }, []string{"REV4 fail /skills/0", "REV4 fail /skills/1"}, nil},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, twoSkills)
			s.send, target.Live.Messages = tc.answer, tc.messages
			r := Run(context.Background(), target, Review4())
			wantLines(t, found(r, nil), tc.want...)
			var parts []string
			for _, c := range s.sent() {
				parts = append(parts, c.parts())
			}
			if tc.parts != nil && !slices.Equal(parts, tc.parts) {
				t.Errorf("sent %q", parts)
			}
			for _, f := range r.Findings {
				if f.Exchange == nil || f.Exchange.MessageID == "" {
					t.Errorf("%s at %s shows no call", f.Rule, f.Pointer)
				}
			}
		})
	}
}

// Each skill is called with what opens it.
func TestReview4Credentials(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, twoSkills, `set /securitySchemes/other {"type":"http","scheme":"bearer"}`, `set /skills/1/security [{"other":[]}]`)
		wantLines(t, lines(target, Review4()), "REV4 needs-evidence /skills/1 unclear")
		target.Live.Credentials = append(target.Live.Credentials, Credential{"other", "other-token-90"})
		wantLines(t, lines(target, Review4()))
		for _, c := range s.sent() {
			if want := map[bool]string{true: "Bearer other-token-90", false: "Bearer " + userToken}[strings.Contains(c.parts(), "집값")]; c.token != want {
				t.Errorf("%s with %s", c.parts(), c.token)
			}
		}
	})
}

// On a card with an action each message is the owner's, and the action runs by
// its leave alone: as one execution with E4 and V7.
func TestReview4WithAnAction(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		shop := &shop{}
		s, target := shop.open(t)
		s.send = func(c *rpc) (*http.Response, error) {
			if strings.Contains(c.parts(), "report") {
				return c.task("t", "COMPLETED")
			}
			id, _ := shop.take(c)
			return c.task(id, "COMPLETED")
		}
		target.Live.Messages = map[string]Message{"report-lookup": {Text: "report"}, "event-ingest": {Text: "not by this"}}
		target.Live.Credentials[0].Token = "service-token-2" // not tried at the action: see E3-live
		r := Run(context.Background(), target, Review4(), V7(), E4())
		wantLines(t, found(r, nil))
		if shop.effects != 1 || len(s.sent()) != 4 {
			t.Errorf("%d effects, %d messages", shop.effects, len(s.sent()))
		}
		for _, c := range s.sent() {
			if strings.Contains(c.parts(), "not by this") {
				t.Error("a message that is no leave was sent to the action")
			}
		}
	})
}
