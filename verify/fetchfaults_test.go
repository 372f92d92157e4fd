package verify

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

// The faults that were seen in the field, area fetch-discovery, at the level of a
// run. What is asked here of a transport in memory, package wellknown's tests ask
// of servers.

// at answers the card's place, and the rest as a site does.
func (s *site) at(f func(r *http.Request) *http.Response) {
	s.get = func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == wellknown.Path {
			return f(r), nil
		}
		return answer(r, 405, "", ""), nil
	}
}

// B68: no redirect is followed, wherever it leads, and its target is shown.
func TestB68NoRedirect(t *testing.T) {
	for name, tc := range map[string]struct {
		status   int
		location string
		shown    string
	}{
		"metadata":      {302, "http://169.254.169.254/latest/", "169.254.169.254"},
		"same host":     {308, "/agent-card.json", "https://ethos.internal/agent-card.json"},
		"choices":       {300, "", ""},
		"see other":     {303, "https://elsewhere.example/card", "elsewhere.example"},
		"temporary":     {307, "https://u:hunter2@elsewhere.example/card", "***@elsewhere.example"},
		"a broken one":  {302, "http://[::1", ""},
		"control bytes": {302, "/a\u202eb", ""},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.at(func(r *http.Request) *http.Response {
				res := answer(r, tc.status, "application/json", string(s.card))
				if tc.location != "" {
					res.Header.Set("Location", tc.location)
				}
				return res
			})
			r := Run(context.Background(), target, V1(), P1())
			wantLines(t, found(r, nil), "F2 fail / redirected", "V1 fail / redirected")
			b, err := r.MarshalJSON()
			if err != nil || !strings.Contains(string(b), tc.shown) || strings.Contains(string(b), "hunter2") || strings.ContainsRune(string(b), '\u202e') {
				t.Errorf("%s, %v", b, err)
			}
			if len(s.gets) != 1 || len(s.rpcs) > 0 {
				t.Errorf("asked %q", s.gets)
			}
		})
	}
	// A Refresh header beside a card is no redirect, and is not followed either.
	inBubbleSub(t, "Refresh", func(t *testing.T) {
		s, target := ethosSite(t)
		s.at(func(r *http.Request) *http.Response {
			res := answer(r, 200, "application/json", string(s.card))
			res.Header.Set("Refresh", "0; url=https://elsewhere.example/")
			return res
		})
		if r := Run(context.Background(), target, V1()); r.Verdict("V1") != Pass || len(s.gets) != 1 {
			t.Errorf("%q, asked %q", found(r, nil), s.gets)
		}
	})
}

// B72: an unlimited body, or one that inflates, ends at the limit.
func TestB72BodyLimit(t *testing.T) {
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	_, _ = z.Write(bytes.Repeat([]byte(" "), 4*card.MaxSize))
	_ = z.Close()
	for name, tc := range map[string]struct {
		body     func(card []byte) []byte
		encoding string
		want     []string
	}{
		"exactly the limit": {func(c []byte) []byte {
			return append(bytes.Clone(c), bytes.Repeat([]byte(" "), card.MaxSize-len(c))...)
		}, "", nil},
		"one more": {func(c []byte) []byte {
			return append(bytes.Clone(c), bytes.Repeat([]byte(" "), card.MaxSize-len(c)+1)...)
		}, "", []string{"F3 fail / size", "V1 fail / body"}},
		"a bomb":           {func([]byte) []byte { return small.Bytes() }, "gzip", []string{"F3 fail / size", "V1 fail / body"}},
		"no such encoding": {func(c []byte) []byte { return c }, "br", []string{"F3 fail / encoding", "V1 fail / body"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.at(func(r *http.Request) *http.Response {
				if r.Header.Get("Accept-Encoding") != "identity" {
					t.Errorf("Accept-Encoding: %s", r.Header.Get("Accept-Encoding"))
				}
				res := answer(r, 200, "application/json", string(tc.body(s.card)))
				res.ContentLength = -1
				if tc.encoding != "" {
					res.Header.Set("Content-Encoding", tc.encoding)
				}
				return res
			})
			wantLines(t, lines(target, V1(), P1()), tc.want...)
		})
	}
}

// B73: only agent-card.json at the root is asked for; other places only where the
// caller says so, only after a 404, and a hit is no pass.
func TestB73OnePlaceOnly(t *testing.T) {
	const below = "https://ethos.internal/a2a" + wellknown.Path
	for name, tc := range map[string]struct {
		status int
		look   bool
		there  string // where a card is
		body   string // in its place
		asked  int
		want   string // of G1
	}{
		"not asked":          {404, false, below, "", 1, "G1 inconclusive / unread"},
		"below the path":     {404, true, below, "", 2, "G1 fail / elsewhere"},
		"the former name":    {404, true, "https://ethos.internal/.well-known/agent.json", "", 3, "G1 fail / elsewhere"},
		"another's file":     {404, true, "https://ethos.internal/.well-known/agent.json", `{"schema":"https://example.com/other","name":"X"}`, 3, "G1 inconclusive / unread"},
		"nowhere":            {404, true, "", "", 3, "G1 inconclusive / unread"},
		"401":                {401, true, below, "", 1, "G2 fail / auth"},
		"403":                {403, true, below, "", 1, "G2 fail / auth"},
		"503":                {503, true, below, "", 1, "G1 inconclusive / unread"},
		"200 and no card":    {200, true, below, "", 1, ""},
		"gone for good, 410": {410, true, below, "", 1, "G1 inconclusive / unread"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			target.Live.LookElsewhere = tc.look
			s.get = func(r *http.Request) (*http.Response, error) {
				switch {
				case r.URL.String() == tc.there && tc.body != "":
					return answer(r, 200, "application/json", tc.body), nil
				case r.URL.String() == tc.there:
					return answer(r, 200, "application/json", string(s.card)), nil
				case r.URL.Path == wellknown.Path:
					return answer(r, tc.status, "application/json", "[]"), nil
				}
				return answer(r, 404, "", ""), nil
			}
			r := Run(context.Background(), target, V1(), Serve())
			if len(s.gets) != tc.asked || r.Verdict("V1") != Fail {
				t.Errorf("asked %q, V1 is %s", s.gets, r.Verdict("V1"))
			}
			if tc.want != "" && !slices.Contains(found(r, nil), tc.want) {
				t.Errorf("%q, want %s", found(r, nil), tc.want)
			}
			if f := one(r, "G1", "elsewhere"); f != nil && !strings.Contains(f.Message.KO, tc.there) {
				t.Errorf("%s", f.Message.KO)
			}
		})
	}
}

// B75: what is no card is told apart: by its type, its text, its members.
func TestB75NoCard(t *testing.T) {
	for name, tc := range map[string]struct {
		status          int
		mediaType, body string
		want            []string
	}{
		"a login page":         {200, "text/html", "<html>", []string{"B-json fail / json.syntax", "G3 fail /", "V1 fail / json"}},
		"a page called JSON":   {200, "application/json", "<html>", []string{"B-json fail / json.syntax", "V1 fail / json"}},
		"an empty object":      {200, "application/json", "{}", []string{"B-name fail / card.not_agent_card"}},
		"an array":             {200, "application/json", "[]", []string{"B-json fail / json.type", "V1 fail / json"}},
		"null":                 {200, "application/json", "null", []string{"B-json fail / json.type", "V1 fail / json"}},
		"nothing":              {200, "application/json", "", []string{"B-json fail / json.syntax", "V1 fail / json"}},
		"204":                  {204, "", "", []string{"G1 inconclusive / unread", "V1 fail / status"}},
		"206":                  {206, "application/json", "", []string{"G1 inconclusive / unread", "V1 fail / status"}},
		"another +json":        {200, "application/a2a+json; charset=utf-8", "card", []string{"G3 warn / suffix"}},
		"parameters":           {200, "Application/JSON;charset=\"UTF-8\"", "card", nil},
		"parameters, broken":   {200, "application/json; charset", "card", nil},
		"no type":              {200, "", "card", []string{"G3 fail / absent"}},
		"text":                 {200, "text/plain", "card", []string{"G3 fail /"}},
		"a type with controls": {200, "text/\u202eplain", "card", []string{"G3 fail /"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.at(func(r *http.Request) *http.Response {
				body := tc.body
				if body == "card" {
					body = string(s.card)
				}
				return answer(r, tc.status, tc.mediaType, body)
			})
			r := Run(context.Background(), target, A2A(), V1(), Serve())
			got := found(r, nil)
			for i, l := range got {
				if strings.HasPrefix(l, "B-json") {
					got[i] = strings.Join(strings.Fields(l)[:3], " ")
				}
			}
			for i, l := range tc.want {
				if strings.HasPrefix(l, "B-json") {
					tc.want[i] = strings.Join(strings.Fields(l)[:3], " ")
				}
			}
			wantLines(t, got, tc.want...)
		})
	}
}
