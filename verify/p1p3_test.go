package verify

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// Rule P1: over HTTPS, from the expected host, in ASCII form and with its port.
func TestP1Host(t *testing.T) {
	for name, tc := range map[string]struct {
		endpoint, host string
		want           []string
	}{
		"the endpoint's":        {"https://ethos.internal/a2a", "", nil},
		"as expected":           {"https://ethos.internal/a2a", "ethos.internal", nil},
		"in capitals, and port": {"https://ETHOS.internal/a2a", "ethos.INTERNAL:443", nil},
		"another port":          {"https://ethos.internal:8443/a2a", "ethos.internal", []string{"P1 fail / host"}},
		"that port":             {"https://ethos.internal:8443/a2a", "ethos.internal:8443", nil},
		"another host":          {"https://ethos.internal/a2a", "afo.internal", []string{"P1 fail / host"}},
		"a longer name":         {"https://ethos.internal.example/a2a", "ethos.internal", []string{"P1 fail / host"}},
		"of another script":     {"https://éthos.internal/a2a", "xn--thos-9oa.internal", nil},
		"no host":               {"https://ethos.internal/a2a", "u:p@ethos.internal", []string{"P1 fail / host"}},
		"plain http":            {"http://ethos.internal/a2a", "", []string{"P1 fail / http"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			_, target := ethosSite(t)
			target.Endpoint, target.Live.Host, target.Live.AllowHTTP = tc.endpoint, tc.host, true
			wantLines(t, lines(target, P1()), tc.want...)
		})
	}
}

// What kept the card from being read is said by its rule of fetching, at P1 too.
func TestP1Unfetched(t *testing.T) {
	for name, tc := range map[string]struct {
		edit func(*site, *Target)
		want []string
	}{
		"user information": {func(_ *site, t *Target) { t.Endpoint = "https://@ethos.internal/a2a" }, []string{"F1 fail /"}},
		"http not allowed": {func(_ *site, t *Target) { t.Endpoint = "http://ethos.internal/a2a" }, []string{"F1 fail /", "P1 fail / http"}},
		"too slow":         {func(s *site, _ *Target) { s.get = hangs }, []string{"F4 fail / timeout"}},
		"metadata":         {func(_ *site, t *Target) { t.Endpoint, t.Live = "https://169.254.169.254", &Live{AllowPrivate: true} }, []string{"F-address fail / refused"}},
		"private":          {func(_ *site, t *Target) { t.Endpoint, t.Live = "https://10.1.2.3", &Live{} }, []string{"F-address inconclusive / private"}},
		"404":              {func(s *site, _ *Target) { s.at(func(r *http.Request) *http.Response { return answer(r, 404, "", "") }) }, []string{"P1 inconclusive / unfetched"}},
		"unreachable":      {func(s *site, _ *Target) { s.get = func(*http.Request) (*http.Response, error) { return nil, errGone } }, []string{"P1 inconclusive / unfetched"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			tc.edit(s, &target)
			wantLines(t, lines(target, P1()), tc.want...)
		})
	}
}

// Rule P3: any answer below 500 to a bare GET is reachable, and no message is
// sent.
func TestP3Reachable(t *testing.T) {
	get := func(status int) func(*site) {
		return func(s *site) {
			s.get = func(r *http.Request) (*http.Response, error) {
				if r.Header.Get("Authorization") != "" || r.Method != http.MethodGet {
					return nil, errGone
				}
				return answer(r, status, "", ""), nil
			}
		}
	}
	for name, tc := range map[string]struct {
		ops  []string
		set  func(*site)
		want []string
	}{
		"200": {nil, get(200), nil}, "204": {nil, get(204), nil}, "301": {nil, get(301), nil}, "401": {nil, get(401), nil},
		"403": {nil, get(403), nil}, "404": {nil, get(404), nil}, "405": {nil, get(405), nil}, "429": {nil, get(429), nil},
		"500":   {nil, get(500), []string{"P3 fail /supportedInterfaces/0 status"}},
		"503":   {nil, get(503), []string{"P3 fail /supportedInterfaces/0 status"}},
		"gone":  {nil, func(s *site) { s.get = func(*http.Request) (*http.Response, error) { return nil, errGone } }, []string{"P3 fail /supportedInterfaces/0"}},
		"hangs": {nil, func(s *site) { s.get = hangs }, []string{"P3 fail /supportedInterfaces/0"}},
		"a broken redirect": {nil, func(s *site) {
			s.get = func(r *http.Request) (*http.Response, error) {
				res := answer(r, 302, "", "")
				res.Header.Set("Location", "http://[::1")
				return res, nil
			}
		}, nil},
		"a silent stream":  {nil, func(s *site) { s.get = stillOpen }, nil},
		"nothing spoken":   {[]string{`set /supportedInterfaces/0/protocolBinding "GRPC"`}, get(200), []string{"P3 fail /supportedInterfaces no-interface"}},
		"another version":  {[]string{`set /supportedInterfaces/0/protocolVersion "2.0"`}, get(200), []string{"P3 fail /supportedInterfaces no-interface"}},
		"none at all":      {[]string{`del /supportedInterfaces`, `del /url`}, get(200), []string{"P3 fail / no-interface"}},
		"of 0.3":           {[]string{`del /supportedInterfaces`, `set /protocolVersion "0.3.0"`}, get(200), nil},
		"needs extensions": {[]string{demandsLedger}, get(200), []string{"P3 inconclusive / not-called"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, tc.ops...)
			target.Received = s.card
			tc.set(s)
			var got []string
			if d := took(func() { got = lines(target, P3()) }); d > 5*time.Second {
				t.Errorf("it took %s", d)
			}
			wantLines(t, got, tc.want...)
			if len(s.rpcs) > 0 {
				t.Error("a message was sent")
			}
		})
	}
}

// stillOpen sends headers and nothing else.
func stillOpen(r *http.Request) (*http.Response, error) {
	res := answer(r, 200, "text/event-stream", "")
	res.Body, res.ContentLength = silence{r.Context()}, -1
	return res, nil
}

// Rule S6-url-accurate: the card's url answers, or is called unreachable.
func TestS6URL(t *testing.T) {
	const elsewhere = `set /url "https://ethos.internal/old"`
	for name, tc := range map[string]struct {
		ops    []string
		status int // of the card's url; 0: no answer
		want   []string
	}{
		"the endpoint":        {nil, 405, nil},
		"another that is one": {[]string{elsewhere, `set /supportedInterfaces/- {"url":"https://ethos.internal/a2a","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}`}, 405, nil},
		"another":             {[]string{elsewhere, `set /supportedInterfaces/0/url "https://ethos.internal/old"`}, 401, []string{"S6-url-accurate warn /url S6-drift"}},
		"dead":                {nil, 0, []string{"S6-url-accurate fail /url endpoint_unreachable"}},
		"drifted and dead": {
			[]string{elsewhere, `set /supportedInterfaces/0/url "https://ethos.internal/old"`},
			502,
			[]string{"S6-url-accurate fail /url endpoint_unreachable", "S6-url-accurate warn /url S6-drift"},
		},
		"of an interface": {[]string{`del /url`}, 0, []string{"S6-url-accurate fail /supportedInterfaces/0/url endpoint_unreachable"}},
		"none":            {[]string{`del /url`, `set /supportedInterfaces []`}, 200, nil},
		"no URL":          {[]string{`set /url "ethos"`}, 200, []string{"S6-url-accurate fail /url endpoint_unreachable"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, tc.ops...)
			s.get = func(r *http.Request) (*http.Response, error) {
				switch {
				case strings.HasPrefix(r.URL.Path, "/.well-known"):
					return answer(r, 200, "application/json", string(s.card)), nil
				case tc.status == 0:
					return nil, errGone
				}
				return answer(r, tc.status, "", ""), nil
			}
			got := slices.DeleteFunc(lines(target, Serve()), func(l string) bool { return !strings.HasPrefix(l, "S6") })
			wantLines(t, got, tc.want...)
		})
	}
}

// Report.Complete and Report.By (rule R1): only society's own run completes.
func TestCompleteIsSocietys(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) {
			if c.token != "Bearer "+userToken {
				return c.status(401)
			}
			return c.task("t", "COMPLETED")
		}
		for by, want := range map[string]bool{Society: true, "self-check": false, "": false, "Society": false} {
			target.By = by
			if r := Run(context.Background(), target, Completion()...); r.Complete() != want || r.By != by {
				t.Errorf("%q: %v, %q", by, r.Complete(), found(r, nil))
			}
		}
		target.By = Society
		for name, checks := range map[string][]Check{"without V7": Registration(), "V7 alone": {V7()}, "offline": Offline()} {
			if Run(context.Background(), target, checks...).Complete() {
				t.Errorf("%s is complete", name)
			}
		}
		for name, edit := range map[string]func(*Target){
			"read only": func(t *Target) { t.Live.ReadOnly = true }, "no token": func(t *Target) { t.Live.Credentials = nil },
		} {
			other, live := target, *target.Live
			other.Live = &live
			edit(&other)
			if Run(context.Background(), other, Completion()...).Complete() {
				t.Errorf("%s is complete", name)
			}
		}
	})
}
