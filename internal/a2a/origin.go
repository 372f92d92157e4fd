package a2a

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/rules"
)

// URLError says that a URL can't be called.
type URLError struct {
	URL   string // without credentials, safe to print
	Fault string // a code of rule B-iface-url, such as absolute, scheme or userinfo
}

// Error is one line, safe to print.
func (e *URLError) Error() string { return "a2a: " + e.URL + ": " + e.Fault }

// Origin is scheme, host and port of an absolute http or https URL: in lower
// case, the host in ASCII form, the scheme's own port left out, as in
// https://agent.example:8443. The error is a *URLError. A URL with user
// information has no origin here, since nobody is to call it.
func Origin(rawURL string) (string, error) {
	for _, f := range rules.Endpoint(rawURL, false) {
		switch f {
		case rules.FaultHTTP, rules.FaultTrailingDot, rules.FaultOperation, rules.FaultFragment:
		default:
			return "", &URLError{Redact(rawURL), string(f)}
		}
	}
	origin, ok := rules.Origin(rawURL)
	if !ok {
		return "", &URLError{Redact(rawURL), string(rules.FaultAbsolute)}
	}
	return origin, nil
}

// sameOrigin compares the origins of two URLs. What has none equals nothing.
func sameOrigin(a, b string) bool {
	x, errX := Origin(a)
	y, errY := Origin(b)
	return errX == nil && errY == nil && x == y
}

// Redact makes a URL fit to show: no user information, no values of the query,
// which may hold a key, and what is invisible spelled.
func Redact(rawURL string) string { return catalog.ShowURL(rawURL) }

// Credential proves to one origin who calls, and is sent to no other (rule
// T-origin). In any way it is printed it shows "redacted". The zero value is
// none.
type Credential struct {
	Origin string // https://agent.example; the rest of a URL is ignored

	// The secret is kept in a closure, where neither fmt nor a dump of the struct
	// finds it.
	use func() secret
}

// secret is how a credential goes into a request, and what must show nowhere.
type secret struct {
	attach func(*http.Request)
	words  []string
	fault  Words // why it can't be sent
}

// credential keeps a secret, which is blotted out as it is, in lower case, as a
// media type is read, and escaped, as in a URL.
func credential(origin string, s secret) Credential {
	for _, w := range s.words {
		s.words = append(s.words, segment(w), url.QueryEscape(w))
	}
	for _, w := range s.words {
		s.words = append(s.words, strings.ToLower(w))
	}
	return Credential{Origin: origin, use: func() secret { return s }}
}

// Bearer is a token for Authorization: Bearer (RFC 6750), such as the service
// secret of rule S5-service-secret.
func Bearer(origin, token string) Credential {
	return credential(origin, secret{header("Authorization", "Bearer "+token), []string{token}, unfit(token)})
}

// Basic is a user and a password (RFC 7617). No user name holds a colon.
func Basic(origin, user, password string) Credential {
	pair := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	s := secret{header("Authorization", "Basic "+pair), []string{password, pair}, Words{}}
	if strings.Contains(user, ":") {
		s.fault = Words{"사용자 이름에 쌍점이 있다", "the user name holds a colon"}
	}
	return credential(origin, s)
}

// APIKey is a key under a name (A2A 1.0.1 §4.5.2). Its location is header, query
// or cookie.
func APIKey(origin, location, name, value string) Credential {
	s := secret{words: []string{value}, fault: unfit(value)}
	switch {
	case location == "query":
		s.attach, s.fault = query(name, value), Words{}
	case !rules.Token(name):
		s.fault = Words{"키의 이름을 헤더에 적을 수 없다", "the key's name is no token"}
	case location == "header":
		s.attach = header(name, value)
	case location == "cookie":
		s.attach = header("Cookie", name+"="+value)
		if strings.ContainsAny(value, " \",;\\") {
			s.fault = Words{"키를 쿠키에 적을 수 없다", "the key does not fit a cookie"}
		}
	default:
		s.fault = Words{"키의 자리가 header·query·cookie 가운데 하나여야 한다", "the key's location is not header, query or cookie"}
	}
	return credential(origin, s)
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// query puts a key behind the query as it stands, which may be in any form.
func query(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		pair := url.QueryEscape(name) + "=" + url.QueryEscape(value)
		if r.URL.RawQuery != "" {
			pair = r.URL.RawQuery + "&" + pair
		}
		r.URL.RawQuery = pair
	}
}

// unfit says why a secret can't stand in a header (RFC 9110 §5.5).
func unfit(value string) Words {
	if value == "" {
		return Words{"비밀 값이 비어 있다", "the secret is empty"}
	}
	for i := range len(value) {
		if value[i] < ' ' || value[i] == 0x7f {
			return Words{"비밀 값에 제어 문자가 있다", "the secret holds a control character"}
		}
	}
	return Words{}
}

// IsZero reports that there is no credential.
func (c Credential) IsZero() bool { return c.use == nil }

// appliesTo reports whether a URL lies at the credential's origin.
func (c Credential) appliesTo(rawURL string) bool {
	return !c.IsZero() && sameOrigin(c.Origin, rawURL)
}

// hide blots the secret out of a text that a server sent.
func (c Credential) hide(text string) string {
	if c.IsZero() {
		return text
	}
	for _, w := range c.use().words {
		if w != "" {
			text = strings.ReplaceAll(text, w, redacted)
		}
	}
	return text
}

const redacted = "redacted"

// String is "redacted".
func (c Credential) String() string { return redacted }

// Format writes "redacted" whatever the verb.
func (c Credential) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// LogValue is "redacted".
func (c Credential) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText gives "redacted", to encoding/json too.
func (c Credential) MarshalText() ([]byte, error) { return []byte(redacted), nil }
