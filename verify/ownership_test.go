package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card/wellknown"
)

// Rules S3-ownership and S3-mismatch-signal: the published card proves a name, at
// the moment.
func TestS3Ownership(t *testing.T) {
	const (
		gone    = `set /capabilities/extensions []`
		none    = `del /capabilities/extensions`
		more    = `set /capabilities/extensions/- {"uri":"https://cho-fam.com/ans/v1","params":{"name":"ethos.review.v1"}}`
		renamed = `set /capabilities/extensions/0/params/name "ethos.review.v1"`
	)
	for name, tc := range map[string]struct {
		published []string // what is done to the card that is published
		handed    []string // and to that which was handed in; nil: none was
		previous  bool     // it carried the name before
		body      string   // what is published in place of a card
		want      []string
	}{
		"carried":                      {nil, []string{}, false, "", nil},
		"with another beside":          {[]string{more}, []string{}, false, "", nil},
		"handed in, and not published": {[]string{renamed}, []string{}, false, "", []string{"S3-ownership fail /capabilities/extensions"}},
		"gone":                         {[]string{gone}, []string{}, true, "", []string{"S3-mismatch-signal fail /capabilities/extensions card_mismatch"}},
		"gone, at what lacks it":       {[]string{none}, []string{none}, true, "", []string{"S3-mismatch-signal fail /capabilities card_mismatch"}},
		"never there":                  {[]string{renamed}, nil, false, "", nil}, // V5 speaks of it
		"no card any more":             {nil, []string{}, true, `{"name":7}`, []string{"S3-mismatch-signal fail /capabilities/extensions card_mismatch"}},
		"no JSON any more":             {nil, []string{}, true, `<html>`, []string{"S3-mismatch-signal fail /capabilities/extensions card_mismatch"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, tc.published...)
			if tc.body != "" {
				s.card = []byte(tc.body)
			}
			if tc.handed != nil {
				target.Received = derived(t, "base/ethos.json", tc.handed...)
			}
			if tc.previous {
				target.Live.Previous = parsed(t, derived(t, "base/ethos.json"))
			}
			got := slices.DeleteFunc(lines(target, V5()), func(l string) bool { return !strings.HasPrefix(l, "S3-") })
			wantLines(t, got, tc.want...)
		})
	}
}

// A card that can't be fetched gives no card_mismatch.
func TestS3MismatchNeedsAnAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.get = func(*http.Request) (*http.Response, error) { return nil, errGone }
		target.Received = s.card
		target.Live.Previous = parsed(t, s.card)
		r := Run(context.Background(), target, V1(), V5())
		wantLines(t, found(r, nil), "V1 fail / endpoint_unreachable")
	})
}

// The endpoint applied for is one of the card's (requirements X42); a family
// agent's drift is S6's to tell.
func TestS3EndpointNotOnCard(t *testing.T) {
	for name, tc := range map[string]struct {
		endpoint string
		family   bool
		want     []string
	}{
		"on the card":            {"https://ethos.internal/a2a", false, nil},
		"spelled otherwise":      {"https://ETHOS.internal:443/a2a", false, nil},
		"another path":           {"https://ethos.internal/other?key=hunter2", false, []string{"S3-ownership warn /supportedInterfaces endpoint-not-on-card"}},
		"an origin":              {"https://ethos.internal", false, nil},
		"a family agent's drift": {"https://ethos.internal/other?key=hunter2", true, []string{"S6-url-accurate warn /url S6-drift"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			_, target := ethosSite(t)
			target.Endpoint, target.Profile.Family = tc.endpoint, tc.family
			target.Profile.Names = []ans.Name{ans.MustParse("ethos.decision.v1")}
			steps := ""
			target.Live.Progress = func(s Step) { steps += s.Text.KO + s.Text.EN }
			r := Run(context.Background(), target, V5(), Serve(), P3())
			wantLines(t, found(r, nil), tc.want...)
			b, err := r.MarshalJSON()
			if err != nil || strings.Contains(string(b)+steps, "hunter2") {
				t.Errorf("what the endpoint's query holds is shown: %s %s", b, steps)
			}
		})
	}
}

// Rule G5: the gravest of what the readings show is said, once.
func TestG5Gravest(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		first, later := s.card, derived(t, "base/ethos.json", `set /description "이제는 판정을 돌려준다."`)
		s.get = func(r *http.Request) (*http.Response, error) {
			if r.URL.Path != wellknown.Path {
				return answer(r, 405, "", ""), nil
			}
			body := first
			if len(s.gets) > 1 {
				body = later
			}
			return answer(r, 200, "application/json", string(body)), nil
		}
		target.Live.Previous = parsed(t, derived(t, "base/ethos.json", `set /version "0.9.0"`)) // raised without a change: info
		r := Run(context.Background(), target, Serve())
		if f := one(r, "G5", ""); f == nil || f.Verdict != Fail || r.Verdict("serve") != Fail {
			t.Errorf("%q", found(r, nil))
		}
		n := 0
		for _, f := range r.Findings {
			if f.Rule == "G5" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d findings of G5", n)
		}
	})
}

// Without a version the finding is at the card, which lacks it.
func TestG5WithoutVersion(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		_, target := ethosSite(t, `del /version`)
		target.Live.Previous = parsed(t, derived(t, "base/ethos.json", `del /version`, `set /description "옛 설명이다."`))
		if got := lines(target, Serve()); !slices.Contains(got, "G5 fail /") {
			t.Errorf("%q", got)
		}
	})
}
