package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card/wellknown"
)

// Whoever ends a run, or gave it too little time, has seen no fault: whatever was
// under way is inconclusive, and so is what follows.
func TestEndOfTheRunIsNoFault(t *testing.T) {
	hangAt := func(s *site, path string) {
		s.get = func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == path {
				return hangs(r)
			}
			return answer(r, 200, "application/json", string(s.card)), nil
		}
	}
	for name, stuck := range map[string]func(*site){
		"reading the card": func(s *site) { hangAt(s, wellknown.Path) },
		"in its body": func(s *site) {
			s.get = func(r *http.Request) (*http.Response, error) {
				res := answer(r, 200, "application/json", "")
				res.Body, res.ContentLength = silence{r.Context()}, -1
				return res, nil
			}
		},
		"trying the url":    func(s *site) { hangAt(s, "/a2a") },
		"sending a message": func(s *site) { s.send = func(c *rpc) (*http.Response, error) { return hangs(c.Request) } },
		"polling": func(s *site) {
			s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }
			s.poll = func(c *rpc) (*http.Response, error) { return hangs(c.Request) }
		},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			for _, end := range []func() (context.Context, context.CancelFunc){
				func() (context.Context, context.CancelFunc) {
					return context.WithTimeout(context.Background(), time.Second)
				},
				func() (context.Context, context.CancelFunc) {
					ctx, cancel := context.WithCancel(context.Background())
					time.AfterFunc(time.Second, cancel)
					return ctx, cancel
				},
			} {
				s, target := ethosSite(t)
				stuck(s)
				ctx, stop := end()
				var r *Report
				if d := took(func() { r = Run(ctx, target, append(Completion(), P1(), P3(), Review4())...) }); d != time.Second {
					t.Errorf("it took %s", d)
				}
				stop()
				for _, f := range r.Findings {
					if f.Verdict == Fail {
						t.Errorf("%s/%s fails: %s", f.Rule, f.Code, f.Message.EN)
					}
				}
				if o := r.Outcome(); o != OutcomeIncomplete || r.Complete() {
					t.Errorf("the outcome is %s", o)
				}
			}
		})
	}
}

// silence is a body of which nothing comes.
type silence struct{ ctx context.Context }

func (b silence) Read([]byte) (int, error) { <-b.ctx.Done(); return 0, b.ctx.Err() }
func (silence) Close() error               { return nil }

// With an end that came before it nothing is asked of anybody.
func TestEndedRunAsksNobody(t *testing.T) {
	s, target := ethosSite(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := Run(ctx, target, all()...)
	if len(s.gets)+len(s.rpcs) > 0 || r.Outcome() != OutcomeIncomplete {
		t.Errorf("%d requests, %s", len(s.gets)+len(s.rpcs), r.Outcome())
	}
}

// What the caller's own policy keeps from being read is not the card's fault
// (requirements X24); what the agent does is.
func TestUnfetchedOutcome(t *testing.T) {
	for name, tc := range map[string]struct {
		edit func(*site, *Target)
		want Outcome
		code string
	}{
		"plain http":   {func(_ *site, t *Target) { t.Endpoint = "http://ethos.internal/a2a" }, OutcomeIncomplete, "fetch.http"},
		"no URL":       {func(_ *site, t *Target) { t.Endpoint = "ethos" }, OutcomeIncomplete, "fetch.absolute"},
		"a password":   {func(_ *site, t *Target) { t.Endpoint = "https://u:hunter2@ethos.internal/a2a" }, OutcomeIncomplete, "fetch.userinfo"},
		"private host": {func(_ *site, t *Target) { t.Endpoint, t.Live = "https://10.0.0.7/a2a", &Live{} }, OutcomeIncomplete, "fetch.private"},
		"metadata":     {func(_ *site, t *Target) { t.Endpoint, t.Live = "https://169.254.169.254/a2a", &Live{} }, OutcomeIncomplete, "fetch.metadata"},
		"not there": {func(s *site, _ *Target) {
			s.get = func(r *http.Request) (*http.Response, error) { return answer(r, 404, "", ""), nil }
		}, OutcomeFail, "fetch.status"},
		"304 unasked": {func(s *site, _ *Target) {
			s.get = func(r *http.Request) (*http.Response, error) { return answer(r, 304, "", ""), nil }
		}, OutcomeFail, "fetch.status"},
		"no answer": {func(s *site, _ *Target) { s.get = func(*http.Request) (*http.Response, error) { return nil, errGone } }, OutcomeFail, "fetch.unreachable"},
		"too slow":  {func(s *site, _ *Target) { s.get = hangs }, OutcomeFail, "fetch.timeout"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			tc.edit(s, &target)
			for _, checks := range [][]Check{{V1()}, Completion(), Offline()} {
				r := Run(context.Background(), target, checks...)
				if r.Outcome() != tc.want || r.OK() || r.Err() == nil || r.Complete() {
					t.Errorf("the outcome is %s: %v", r.Outcome(), r.Err())
				}
				b, err := r.MarshalJSON()
				if err != nil || !strings.Contains(string(b), `"error":{"code":"`+tc.code+`"`) || strings.Contains(string(b), "hunter2") {
					t.Errorf("%s, %v", b, err)
				}
			}
			if slices.ContainsFunc(s.sent(), func(*rpc) bool { return true }) {
				t.Error("a message was sent without a card")
			}
		})
	}
}
