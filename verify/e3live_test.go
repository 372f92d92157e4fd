package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// ingest is the owner's leave to run terra's action.
func ingest() Action {
	return Action{Skill: "event-ingest", Send: Message{Parts: []byte(`[{"data":{"id":"1"}}]`)}, KeyPointer: "/0/data/id"}
}

// byToken counts the requests that came with a token.
func (s *site) byToken(token string) int {
	n := 0
	for _, c := range s.sent() {
		if c.token == "Bearer "+token {
			n++
		}
	}
	return n
}

// Rule E3-live: a credential of advice must be refused at the action, and only a
// refusal that says so counts.
func TestE3LiveAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		answer func(c *rpc) (*http.Response, error)
		want   string
	}{
		"401":           {func(c *rpc) (*http.Response, error) { return c.status(401) }, ""},
		"403":           {func(c *rpc) (*http.Response, error) { return c.status(403) }, ""},
		"an auth error": {func(c *rpc) (*http.Response, error) { return c.fault("-31401", "who") }, ""},
		"rejected":      {func(c *rpc) (*http.Response, error) { return c.task("t", "REJECTED") }, ""},
		"auth-required": {func(c *rpc) (*http.Response, error) { return c.task("t", "AUTH_REQUIRED") }, ""},
		"completed":     {func(c *rpc) (*http.Response, error) { return c.task("t", "COMPLETED") }, "E3-live fail /skills/1"},
		"another error": {func(c *rpc) (*http.Response, error) { return c.fault("-32602", "no") }, "E3-live inconclusive /skills/1 unclear"},
		"500":           {func(c *rpc) (*http.Response, error) { return c.status(500) }, "E3-live inconclusive /skills/1 unclear"},
		"failed":        {func(c *rpc) (*http.Response, error) { return c.task("t", "FAILED") }, "E3-live inconclusive /skills/1 unclear"},
		"a message":     {func(c *rpc) (*http.Response, error) { return c.says("hm") }, "E3-live inconclusive /skills/1 unclear"},
		"nothing":       {func(*rpc) (*http.Response, error) { return nil, errGone }, "E3-live inconclusive /skills/1 unclear"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := terraSite(t)
			s.send = func(c *rpc) (*http.Response, error) {
				if c.token == "Bearer "+serviceToken {
					return tc.answer(c)
				}
				return c.task("t", "COMPLETED")
			}
			target.Live.Actions = []Action{ingest()}
			got := slices.DeleteFunc(lines(target, E3()), func(s string) bool { return !strings.HasPrefix(s, "E3") })
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.Equal(got, []string{tc.want}) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// However many checks ask for it, it is tried once a run.
func TestE3LiveIsTriedOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := terraSite(t)
		s.send = func(c *rpc) (*http.Response, error) { return c.status(403) }
		target.Live.Actions = []Action{ingest()}
		r := Run(context.Background(), target, V4(), E3(), E4())
		if n := s.byToken(serviceToken); n != 1 {
			t.Errorf("it was sent %d times with the credential of queries", n)
		}
		if r.Verdict("E3") != Pass {
			t.Errorf("E3 is %s: %v", r.Verdict("E3"), found(r, nil))
		}
	})
}
