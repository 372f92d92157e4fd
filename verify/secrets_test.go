package verify

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// What an agent sends back of the credential it got shows nowhere: in no finding,
// exchange, step or error, in either language, whatever it makes of it.
func TestNoTokenIsShown(t *testing.T) {
	const token = "s3cret-Tok3n.x+y"
	schemes := map[string]struct {
		scheme, token string
		seen          []string // how it may come back
	}{
		"bearer": {`{"type":"http","scheme":"bearer"}`, token, []string{token}},
		"basic":  {`{"type":"http","scheme":"basic"}`, "user:" + token, []string{token, base64.StdEncoding.EncodeToString([]byte("user:" + token))}},
		"header": {`{"type":"apiKey","in":"header","name":"X-Own"}`, token, []string{token}},
		"cookie": {`{"type":"apiKey","in":"cookie","name":"own"}`, token, []string{token}},
		"query":  {`{"type":"apiKey","in":"query","name":"own"}`, token, []string{token, url.QueryEscape(token)}},
	}
	echoes := map[string]func(c *rpc, s string) (*http.Response, error){
		"an error":    func(c *rpc, s string) (*http.Response, error) { return c.fault("-32000", "bad "+s) },
		"a task id":   func(c *rpc, s string) (*http.Response, error) { return c.task(s, "WORKING") },
		"a done task": func(c *rpc, s string) (*http.Response, error) { return c.task(s, "COMPLETED") },
		"a state":     func(c *rpc, s string) (*http.Response, error) { return c.task("t", s) },
		"a message":   func(c *rpc, s string) (*http.Response, error) { return c.says(s) },
		"a member": func(c *rpc, s string) (*http.Response, error) {
			return c.give(`{"` + s + `":{"` + s + `":1,"` + s + `":2}}`)
		},
		"an envelope": func(c *rpc, s string) (*http.Response, error) {
			return answer(c.Request, 200, "application/json", `{"jsonrpc":"`+s+`","id":"`+s+`","result":{}}`), nil
		},
		"a media type": func(c *rpc, s string) (*http.Response, error) {
			return answer(c.Request, 200, "text/"+s, "x"), nil
		},
		"a JSON type": func(c *rpc, s string) (*http.Response, error) {
			res, err := c.task("t", "COMPLETED")
			res.Header.Set("Content-Type", "application/"+s+"+json")
			return res, err
		},
		"no JSON": func(c *rpc, s string) (*http.Response, error) {
			return answer(c.Request, 200, "application/json", s), nil
		},
		"a refusal":  func(c *rpc, s string) (*http.Response, error) { return answer(c.Request, 403, "text/plain", s), nil },
		"a redirect": redirects,
		"a failure":  func(_ *rpc, s string) (*http.Response, error) { return nil, fmt.Errorf("broken by %s", s) },
	}
	for scheme, x := range schemes {
		for echo, f := range echoes {
			for _, s := range x.seen {
				inBubbleSub(t, scheme+", "+echo, func(t *testing.T) {
					isHidden(t, x.scheme, x.token, token, func(c *rpc) (*http.Response, error) { return f(c, s) })
				})
			}
		}
	}
}

func redirects(c *rpc, s string) (*http.Response, error) {
	res, err := c.status(302)
	res.Header.Set("Location", "/"+s+"?"+s+"="+s+"#"+s)
	return res, err
}

// isHidden runs every check that sends, with a credential that may come back.
func isHidden(t *testing.T, scheme, token, secret string, f func(c *rpc) (*http.Response, error)) {
	t.Helper()
	s := &shop{}
	at, target := s.open(t, `set /securitySchemes/ingestBearer `+scheme, `set /securitySchemes/serviceBearer `+scheme)
	at.send = f
	target.Live.Credentials = []Credential{{"serviceBearer", token}, {"ingestBearer", token}}
	target.Live.Message, target.Live.Messages = &Message{Text: "report"}, map[string]Message{"report-lookup": {Text: "report"}}
	a := &target.Live.Actions[0]
	a.Thorough, a.OtherCaller, a.Effects = true, &Credential{"ingestBearer", token}, nil
	var said strings.Builder
	target.Live.Progress = func(s Step) { fmt.Fprintln(&said, s.Text.KO, s.Text.EN) }
	r := Run(context.Background(), target, all()...)
	b, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&said, "%s %v", b, r.Err())
	for _, c := range r.Checks {
		fmt.Fprintf(&said, " %+v", c.Exchange)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&said, " %+v %+v", f, f.Exchange)
	}
	if len(at.sent()) == 0 {
		t.Fatal("nothing was sent")
	}
	low := strings.ToLower(said.String())
	for _, piece := range []string{"s3cret", base64.RawStdEncoding.EncodeToString([]byte("user:s3c"))} {
		if i := strings.Index(low, strings.ToLower(piece)); i >= 0 {
			t.Errorf("shown: %s", said.String()[max(0, i-80):min(said.Len(), i+80)])
		}
	}
}

// Neither is it by the caller's own values.
func TestCredentialIsNotPrinted(t *testing.T) {
	c := Credential{Scheme: "userBearer", Token: "hunter2"}
	l := Live{Credentials: []Credential{c}, Actions: []Action{{OtherCaller: &c}}}
	b, err := c.MarshalJSON()
	for _, said := range []string{fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s", c, c, c, c), fmt.Sprintf("%+v", l), string(b), c.LogValue().String()} {
		if err != nil || strings.Contains(said, "hunter2") {
			t.Errorf("%s, %v", said, err)
		}
	}
}
