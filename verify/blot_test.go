package verify

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

// An agent that knows the token of an earlier run gets it printed nowhere by what
// it gives for its card: not where the card can't be read, and not by the card.
func TestNoTokenIsShownOfTheCard(t *testing.T) {
	const token = "s3Cret-Tok3n.x+y"
	b64 := base64.StdEncoding
	shapes := map[string]string{
		"as it is": token, "lower": strings.ToLower(token), "hex": hex.EncodeToString([]byte(token)), "HEX": fmt.Sprintf("%X", token),
		"base64": b64.EncodeToString([]byte(token)), "raw": base64.RawURLEncoding.EncodeToString([]byte(token)),
		"with its field": b64.EncodeToString([]byte("Bearer " + token)), "with a user": b64.EncodeToString([]byte("me:" + token + "\r\n")),
		"cut": strings.Repeat("x", 190) + token,
	}
	sites := map[string]func(s *site, x string) func(r *http.Request) (*http.Response, error){
		"a redirect": func(_ *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(r *http.Request) (*http.Response, error) {
				res := answer(r, 302, "", "")
				res.Header.Set("Location", "http://x.example/"+x+"/?a="+x)
				return res, nil
			}
		},
		"a redirect to a host": func(_ *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(r *http.Request) (*http.Response, error) {
				res := answer(r, 302, "", "")
				res.Header.Set("Location", "http://"+strings.ToLower(x)+".example/")
				return res, nil
			}
		},
		"a failure": func(_ *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(*http.Request) (*http.Response, error) { return nil, fmt.Errorf("malformed %q", x) }
		},
		"members twice": func(_ *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(r *http.Request) (*http.Response, error) {
				return answer(r, 200, "application/json", `{"name":"a","skills":[],"`+x+`":{"`+x+`":1,"`+x+`":2}}`), nil
			}
		},
		"headers": func(s *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(r *http.Request) (*http.Response, error) {
				res := answer(r, 200, "text/"+x, string(s.card))
				res.Header.Set("Cache-Control", "max-age=99999999, "+x)
				return res, nil
			}
		},
		"a card": func(s *site, x string) func(r *http.Request) (*http.Response, error) {
			return func(r *http.Request) (*http.Response, error) {
				return answer(r, 200, "application/json", strings.NewReplacer("Ethos Decision", x, "decision-session", x, "1.0.0", x, "ethos.internal/a2a", "ethos.internal/"+x,
					`"userBearer":{`, `"`+x+`":{"type":"`+x+`"},"userBearer":{`, `"name":`, `"`+x+`":1,"name":`).Replace(string(s.card))), nil
			}
		},
	}
	for name, make := range sites {
		for shape, x := range shapes {
			inBubbleSub(t, name+", "+shape, func(t *testing.T) {
				s, target := ethosSite(t)
				give := make(s, x)
				s.get = func(r *http.Request) (*http.Response, error) {
					if r.URL.Path == wellknown.Path {
						return give(r)
					}
					return nil, fmt.Errorf("nobody at %s", r.URL)
				}
				target.Live.Credentials = []Credential{{"userBearer", token}}
				var said strings.Builder
				target.Live.Progress = func(s Step) { fmt.Fprintln(&said, s.Text.KO, s.Text.EN) }
				r := Run(context.Background(), target, append(all(), Check{ID: "own", Func: func(context.Context, *Subject) []Finding {
					return []Finding{{Verdict: Fail, Problem: card.Problem{Message: card.Text{KO: x, EN: x}, Hint: card.Text{KO: x, EN: x}, Observed: x, Pointer: "/" + x}}}
				}})...)
				b, err := r.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				unread := ""
				if r.Unread != nil {
					unread = fmt.Sprintf("%+v %v", *r.Unread, r.Unread)
				}
				fmt.Fprintf(&said, "%s %v %v %s %v %v %+v", b, r.Err(), r.Unfetched, unread, r.UnfetchedText(), r.Findings, r.Checks)
				low := strings.ToLower(said.String())
				for _, piece := range []string{token[:6], hex.EncodeToString([]byte(token[:6])), b64.EncodeToString([]byte(token[:12]))[:8]} {
					if i := strings.Index(low, strings.ToLower(piece)); i >= 0 {
						t.Errorf("shown: %s", said.String()[max(0, i-90):min(said.Len(), i+90)])
					}
				}
			})
		}
	}
}

// Without the caller's tokens nothing of a card is changed.
func TestFactsStayAsWritten(t *testing.T) {
	s, target := ethosSite(t)
	r := Run(context.Background(), target, all()...)
	d, err := card.Parse(s.card)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(*r.Facts()), fmt.Sprint(*FactsOf(d)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
