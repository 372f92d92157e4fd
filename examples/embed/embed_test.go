package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/verify"
)

// The agent as it is passes what the card spec asks and what acme asks.
func Example() {
	agent, err := weather(false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(show(agent, "ko"))
	// Output:
	// 통과  https://weather.example/a2a  (프로필: acme)
	//   고칠 것이 없다
	//
	// 카드: Weather Notes · 버전 2.1.0 · 모양 hybrid
	//   인터페이스: https://weather.example/a2a  JSONRPC 1.0
	//   skill: lookup  조회
	//   ANS 이름: weather.notes.v1
	//   인증 스킴: acmeBearer  http  bearer
	//   인증 요구: acmeBearer
	//   호가: 없음
	//   서명: 서명되지 않음. 누가 게시했는지 알 수 없어 신뢰할 수 없다
	//   다이제스트: sha256:40cad178273fb4d99fa461c9694ed357f7c662e70d549260fa57351d4ef322b4
	//
	// 검사: a2a 통과 · places 통과 · V1 통과 · V2 통과 · V3 통과 · V4 해당 없음 · V5 통과 · V6 통과 · V8 통과 · V9 해당 없음 · acme-contact 통과 · acme-security-txt 통과
	// <nil>
}

// The agent as it was keeps the card spec, and not acme's policy.
func Example_old() {
	agent, err := weather(true)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(show(agent, "en"))
	// Output:
	// fail  https://weather.example/a2a  (profile: acme)
	//   fail 2
	//
	// fail  acme-security-txt
	//   `security.txt` has expired, or does not say when it will.
	//   source: acme policy §4; RFC 9116
	//
	// fail  acme-contact  /documentationUrl  (line 1)
	//   the host of `documentationUrl` is none that this registry knows.
	//   source: acme policy §3
	//
	// card: Weather Notes · version 2.1.0 · shape hybrid
	//   interfaces: https://weather.example/a2a  JSONRPC 1.0
	//   skills: lookup  query
	//   ANS names: weather.notes.v1
	//   schemes: acmeBearer  http  bearer
	//   requires: acmeBearer
	//   asking price: none
	//   signature: unsigned. Nobody knows who published it; it is not to be trusted
	//   digest: sha256:278190b070c39f0d2b12f954a92bb0a7d1fd15d492b5843d2ee1da4c18b45481
	//
	// checks: a2a pass · places pass · V1 pass · V2 pass · V3 pass · V4 not applicable · V5 pass · V6 pass · V8 pass · V9 not applicable · acme-contact fail · acme-security-txt fail
	// verify: the card failed: acme-security-txt: `security.txt` has expired, or does not say when it will. (2 in all)
}

// with is the agent with another answer at a place.
func with(t *testing.T, path string, answer http.HandlerFunc) http.Handler {
	t.Helper()
	agent, err := weather(false)
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			answer(w, r)
			return
		}
		agent.ServeHTTP(w, r)
	})
}

// The live check says what is wrong, and never takes what it could not read for
// right.
func TestSecurityTxt(t *testing.T) {
	text := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, body)
		}
	}
	const until = "Expires: 2999-01-01T00:00:00Z\n"
	for why, c := range map[string]struct {
		answer http.HandlerFunc
		want   verify.Verdict
	}{
		"mail":                 {text("Contact: mailto:a@weather.example\n" + until), verify.Pass},
		"a page":               {text("# x\nCONTACT : https://weather.example/s\n" + until), verify.Pass},
		"somebody else's mail": {text("Contact: mailto:a@other.example\n" + until), verify.Fail},
		"somebody else's page": {text("Contact: https://weather.example.other.example/\n" + until), verify.Fail},
		"a page without TLS":   {text("Contact: http://weather.example/\n" + until), verify.Fail},
		"no contact":           {text(until), verify.Fail},
		"no end":               {text("Contact: mailto:a@weather.example\n"), verify.Fail},
		"over":                 {text("Contact: mailto:a@weather.example\nExpires: 1999-01-01T00:00:00Z\n"), verify.Fail},
		"none":                 {http.NotFound, verify.Fail},
		"no text":              {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") }, verify.Inconclusive},
		"an error":             {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, verify.Inconclusive},
		"elsewhere":            {http.RedirectHandler("https://other.example/", http.StatusFound).ServeHTTP, verify.Inconclusive},
		"without an end":       {text(strings.Repeat("x", 100<<10)), verify.Inconclusive},
	} {
		agent := with(t, "/.well-known/security.txt", c.answer)
		if r := examine(t.Context(), endpoint, inProcess{agent}); r.Verdict("acme-security-txt") != c.want || r.Verdict("acme-contact") != verify.Pass {
			t.Errorf("%s: %s, %v", why, r.Verdict("acme-security-txt"), r.Err())
		}
	}
	r := verify.Run(context.Background(), verify.Target{Endpoint: endpoint, Live: &verify.Live{Transport: broken{}, ReadOnly: true}}, securityTxt(endpoint, http.DefaultClient))
	if r.OK() {
		t.Error("a card that was not read is let in")
	}
	agent, err := weather(false)
	if err != nil {
		t.Fatal(err)
	}
	r = verify.Run(context.Background(), verify.Target{Endpoint: endpoint, Live: &verify.Live{Transport: inProcess{agent}, ReadOnly: true}}, securityTxt(endpoint, &http.Client{Transport: broken{}}))
	if r.Verdict("acme-security-txt") != verify.Inconclusive {
		t.Errorf("no answer: %s", r.Verdict("acme-security-txt"))
	}
}

// broken is a network that is down.
type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("down") }

// The profile is data: what it forbids is found by the rules of the card spec.
func TestAcme(t *testing.T) {
	agent, err := weather(false)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(old, fresh string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			res, _ := inProcess{agent}.RoundTrip(r)
			body, _ := io.ReadAll(res.Body)
			w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
			_, _ = io.WriteString(w, strings.ReplaceAll(string(body), old, fresh))
		})
	}
	for old, c := range map[string]struct{ fresh, check string }{
		"chofam:kind/query":          {"chofam:kind/action", "V3"},
		"weather.notes.v1":           {"weather.notes.v2", "V5"},
		"acmeBearer":                 {"otherBearer", "V6"},
		"https://weather.example/n":  {"http://weather.example/n", "acme-contact"},
		"https://weather.example/no": {"https://weather.example.other.example/no", "acme-contact"},
	} {
		r := examine(t.Context(), endpoint, inProcess{changed(old, c.fresh)})
		if r.Verdict(c.check) != verify.Fail {
			t.Errorf("%s in place of %s: %s is %s", c.fresh, old, c.check, r.Verdict(c.check))
		}
	}
}
