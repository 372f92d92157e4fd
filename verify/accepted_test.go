package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// s5 are the lines of S5-as-accepted.
func s5(target Target) []string {
	return slices.DeleteFunc(lines(target, V6()), func(s string) bool { return !strings.HasPrefix(s, "S5-as-accepted") })
}

// Rule S5-as-accepted: without the declared credential a call is refused, and
// only a task that goes on shows that it was not.
func TestS5AsAcceptedAnswers(t *testing.T) {
	for name, tc := range map[string]struct {
		answer func(c *rpc) (*http.Response, error) // to whoever does not show the token
		want   string
	}{
		"401":            {func(c *rpc) (*http.Response, error) { return c.status(401) }, ""},
		"403":            {func(c *rpc) (*http.Response, error) { return c.status(403) }, ""},
		"rejected":       {func(c *rpc) (*http.Response, error) { return c.task("t", "REJECTED") }, ""},
		"auth-required":  {func(c *rpc) (*http.Response, error) { return c.task("t", "AUTH_REQUIRED") }, ""},
		"completed":      {func(c *rpc) (*http.Response, error) { return c.task("t", "COMPLETED") }, "S5-as-accepted fail /securitySchemes open"},
		"input-required": {func(c *rpc) (*http.Response, error) { return c.task("t", "INPUT_REQUIRED") }, "S5-as-accepted fail /securitySchemes open"},
		"working":        {func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }, "S5-as-accepted fail /securitySchemes open"},
		"failed":         {func(c *rpc) (*http.Response, error) { return c.task("t", "FAILED") }, "S5-as-accepted inconclusive /securitySchemes unclear"},
		"a message":      {func(c *rpc) (*http.Response, error) { return c.says("log in first") }, "S5-as-accepted inconclusive /securitySchemes unclear"},
		"400":            {func(c *rpc) (*http.Response, error) { return c.status(400) }, "S5-as-accepted inconclusive /securitySchemes unclear"},
		"nothing":        {func(*rpc) (*http.Response, error) { return nil, errGone }, "S5-as-accepted inconclusive /securitySchemes unclear"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) {
				if c.token == "Bearer "+userToken {
					return c.task("t", "COMPLETED")
				}
				return tc.answer(c)
			}
			got := s5(target)
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.Equal(got, []string{tc.want}) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// Which kinds are tried is what the card does not declare; where the card lets
// anyone in there is nothing to try.
func TestS5AsAcceptedByScheme(t *testing.T) {
	declares := func(scheme string) []string {
		return []string{`set /securitySchemes {"s":` + scheme + `}`, `set /security [{"s":[]}]`}
	}
	for name, tc := range map[string]struct {
		ops   []string
		token string
		sent  []string // how each request shows who calls
	}{
		"bearer":              {declares(`{"type":"http","scheme":"Bearer"}`), "tok", []string{"Bearer tok", "", "Basic", "X-API-Key"}},
		"basic":               {declares(`{"type":"http","scheme":"basic"}`), "user:tok", []string{"Basic", "", "X-API-Key"}},
		"apiKey in a header":  {declares(`{"type":"apiKey","in":"header","name":"X-Own"}`), "tok", []string{"X-Own", "", "Basic"}},
		"apiKey in the query": {declares(`{"type":"apiKey","in":"query","name":"k"}`), "tok", []string{"?k=tok", "", "Basic"}},
		"oauth2": {
			declares(`{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://id.example/t","scopes":{}}}}`), "tok",
			[]string{"Bearer tok", "", "Basic", "X-API-Key"},
		},
		"anonymous is one of the ways": {[]string{`set /security [{"userBearer":[]},{}]`}, "tok", nil},
		"no requirement":               {[]string{`set /security []`}, "tok", nil},
		"a scheme without credential":  {[]string{`set /securitySchemes/other {"type":"http","scheme":"bearer"}`, `set /security [{"other":[]}]`}, "tok", nil},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, tc.ops...)
			var shown []string
			s.send = func(c *rpc) (*http.Response, error) {
				shown = append(shown, shows(c))
				if len(shown) == 1 {
					return c.task("t", "COMPLETED")
				}
				return c.status(401)
			}
			target.Live.Credentials = []Credential{{"s", tc.token}, {"userBearer", tc.token}}
			if got := s5(target); len(got) > 0 {
				t.Errorf("%q", got)
			}
			if !slices.Equal(shown, tc.sent) {
				t.Errorf("sent %q, want %q", shown, tc.sent)
			}
		})
	}
}

// shows is how a request tells who calls.
func shows(c *rpc) string {
	switch {
	case strings.HasPrefix(c.token, "Basic "):
		return "Basic"
	case c.token != "":
		return c.token
	case c.Header.Get("X-API-Key") != "":
		return "X-API-Key"
	case c.Header.Get("X-Own") != "":
		return "X-Own"
	case c.URL.RawQuery != "":
		return "?" + c.URL.RawQuery
	}
	return ""
}

// An undeclared kind that goes through is named. Basic is tried before the key.
func TestS5AsAcceptedUndeclared(t *testing.T) {
	for kind, takes := range map[string]func(c *rpc) bool{
		"http basic":       func(c *rpc) bool { return shows(c) == "Basic" },
		"apiKey X-API-Key": func(c *rpc) bool { return shows(c) == "X-API-Key" },
	} {
		inBubbleSub(t, kind, func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) {
				if c.token == "Bearer "+userToken || takes(c) {
					return c.task("t", "COMPLETED")
				}
				return c.status(401)
			}
			f := one(Run(context.Background(), target, V6()), "S5-as-accepted", "undeclared")
			if f == nil || f.Verdict != Fail || !strings.Contains(f.Message.EN, kind) || f.Exchange == nil {
				t.Errorf("%+v", f)
			}
		})
	}
}

// The declared credential is refused: that is said of the card, and nothing more
// is tried.
func TestS5AsAcceptedRefused(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) { return c.status(403) }
		if got := s5(target); !slices.Equal(got, []string{"S5-as-accepted fail /securitySchemes refused"}) || len(s.sent()) != 1 {
			t.Errorf("%q after %d requests", got, len(s.sent()))
		}
	})
}
