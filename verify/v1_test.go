package verify

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Rule V1: what is published is read with 200 and no authentication, and is the
// card that was handed in.
func TestV1Published(t *testing.T) {
	for name, tc := range map[string]struct {
		handed []string // what was done to the card that was handed in; nil: none was
		body   func(c []byte) string
		want   []string
	}{
		"none handed in":     {nil, nil, nil},
		"the same":           {[]string{}, nil, nil},
		"spelled otherwise":  {[]string{}, func(c []byte) string { return " " + strings.ReplaceAll(string(c), `": `, `" :`) }, nil},
		"signed since":       {[]string{}, func(c []byte) string { return string(withEntries(string(c), `{"protected":"e30","signature":"AA"}`)) }, nil},
		"another":            {[]string{`set /description "다른 카드다."`}, nil, []string{"V1 warn / other-card"}},
		"with more behind":   {nil, func(c []byte) string { return string(c) + "{}" }, []string{"V1 fail / json"}},
		"a BOM before it":    {nil, func(c []byte) string { return "\ufeff" + string(c) }, []string{"V1 fail / json"}},
		"a name that is two": {nil, func(c []byte) string { return strings.Replace(string(c), `"name"`, `"name":"x","n\u0061me"`, 1) }, []string{"V1 fail / json"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			if tc.body != nil {
				s.card = []byte(tc.body(s.card))
			}
			if tc.handed != nil {
				target.Received = derived(t, "base/ethos.json", tc.handed...)
			}
			wantLines(t, lines(target, V1()), tc.want...)
		})
	}
}

// The fetch has its own time limit: 5 s, or what the caller says.
func TestV1TimeLimit(t *testing.T) {
	for limit, want := range map[time.Duration]time.Duration{0: 5 * time.Second, 2 * time.Second: 2 * time.Second, time.Minute: time.Minute} {
		inBubbleSub(t, limit.String(), func(t *testing.T) {
			for _, get := range []func(*http.Request) (*http.Response, error){hangs, stillOpen} {
				s, target := ethosSite(t)
				s.get = get
				target.Live.FetchTimeout = limit
				var got []string
				if d := took(func() { got = lines(target, V1(), P1()) }); d != want {
					t.Errorf("it took %s", d)
				}
				wantLines(t, got, "F4 fail / timeout", "V1 fail / timeout")
			}
		})
	}
}

// The card is read once however many checks ask, and once more for what may have
// changed.
func TestV1ReadsOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		target.Live.Message = &Message{Text: "x"}
		r := Run(context.Background(), target, all()...)
		n := 0
		for _, at := range s.gets {
			if strings.HasSuffix(at, "/agent-card.json") {
				n++
			}
		}
		if n != 2 {
			t.Errorf("the card was read %d times", n)
		}
		for _, c := range r.Checks {
			if (c.ID == "V1" || c.ID == "P1" || c.ID == "serve") && (c.Exchange == nil || c.Exchange.Status != 200 || c.Exchange.URL != "https://ethos.internal/.well-known/agent-card.json") {
				t.Errorf("%s: %+v", c.ID, c.Exchange)
			}
		}
	})
}
