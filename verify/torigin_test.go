package verify

import (
	"context"
	"crypto/tls"
	"net/http"
	"slices"
	"testing"
)

// offOrigin is a card that names an interface at another host.
var offOrigin = []string{
	`set /url "https://elsewhere.example/a2a"`, `set /supportedInterfaces/0/url "https://elsewhere.example/a2a"`,
}

// Rule T-origin: credentials go to the origin of the endpoint and to no other,
// whatever the card names.
func TestCredentialsStayAtTheirOrigin(t *testing.T) {
	for name, tc := range map[string]struct {
		allowed []string
		ops     []string
		want    string // of V7
		sent    int
	}{
		"not allowed":                 {nil, nil, "V7 inconclusive / no-interface", 0},
		"allowed, with a scheme":      {[]string{"https://elsewhere.example"}, nil, "V7 needs-evidence / credential", 0},
		"allowed, without a need":     {[]string{"https://elsewhere.example"}, []string{`set /security []`}, "", 1},
		"allowed, with a certificate": {[]string{"https://elsewhere.example"}, []string{`set /securitySchemes/userBearer {"mtlsSecurityScheme":{}}`}, "V7 needs-evidence / credential", 0},
		"another origin is":           {[]string{"https://elsewhere.example:8443"}, []string{`set /security []`}, "V7 inconclusive / no-interface", 0},
		"allowed by another scheme":   {[]string{"http://elsewhere.example"}, []string{`set /security []`}, "V7 inconclusive / no-interface", 0},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, append(slices.Clone(offOrigin), tc.ops...)...)
			target.Endpoint = "https://ethos.internal" // an origin: the card says what to call
			target.Live.Origins = tc.allowed
			target.Live.TLS = &tls.Config{Certificates: []tls.Certificate{{}}}
			r := Run(context.Background(), target, all()...)
			for _, c := range s.sent() {
				if c.token != "" {
					t.Errorf("sent to %s with %s", c.URL, c.token)
				}
			}
			got := slices.DeleteFunc(found(r, nil), func(l string) bool { return l[:2] != "V7" })
			if tc.want == "" && len(got) > 0 || tc.want != "" && !slices.Equal(got, []string{tc.want}) || tc.want != "" && len(s.sent()) != tc.sent {
				t.Errorf("%q after %d messages", got, len(s.sent()))
			}
		})
	}
}

// In fixed mode the list's URL is called, whatever the card names, and the
// credential belongs there (rule S6-config-first).
func TestFixedEndpointWins(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, offOrigin...)
		r := Run(context.Background(), target, V7())
		if list := s.sent(); len(list) != 1 || list[0].URL.String() != target.Endpoint || list[0].token != "Bearer "+userToken || r.Verdict("V7") != Pass {
			t.Errorf("V7 is %s after %d messages", r.Verdict("V7"), len(list))
		}
	})
}

// A client certificate is a credential as well: it is shown neither where the
// card is read, which must go without (rules V1, G2), nor off the endpoint's
// origin.
func TestClientCertificateStaysAtItsOrigin(t *testing.T) {
	config := &tls.Config{Certificates: []tls.Certificate{{}}, GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return nil, nil }}
	c := newCalls(Target{Endpoint: "https://terra.internal:8443/a2a", Live: &Live{TLS: config}})
	shows := func(h *http.Client) bool {
		x := h.Transport.(*http.Transport).TLSClientConfig
		return len(x.Certificates) > 0 || x.GetClientCertificate != nil
	}
	for at, want := range map[string]bool{
		"https://terra.internal:8443/a2a": true, "https://TERRA.internal:8443": true, "https://terra.internal/a2a": false, "https://evil.example:8443/a2a": false,
	} {
		if got := shows(c.at(at)); got != want {
			t.Errorf("%s: %v", at, got)
		}
	}
	if x := c.fetcher().TLS; len(x.Certificates) > 0 || x.GetClientCertificate != nil {
		t.Error("the card is read with the certificate")
	}
	if len(config.Certificates) == 0 || config.GetClientCertificate == nil {
		t.Error("the caller's value was changed")
	}
}
