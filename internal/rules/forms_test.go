package rules

import "testing"

// judge holds a rule against values that it must take and values it must not.
func judge(t *testing.T, rule string, f func(string) bool, good, bad []string) {
	t.Helper()
	for _, s := range good {
		if !f(s) {
			t.Errorf("%s refuses %q", rule, s)
		}
	}
	for _, s := range bad {
		if f(s) {
			t.Errorf("%s takes %q", rule, s)
		}
	}
}

func TestToken(t *testing.T) {
	judge(t, "Token", Token,
		[]string{"bearer", "Bearer", "BEARER", "X-Key", "a", "!#$%&'*+-.^_`|~09"},
		[]string{"", " ", "Bearer ", " bearer", "a b", "X-Key\r\nX-Evil: 1", "a\t", "a\x00", "a\x7f", "a/b", "a:b", "(a)", "a,b", "a=b", `a"b`, "a\\b", "é", "키", "a@b", "[a]", "{a}"})
}

func TestBase64URL(t *testing.T) {
	judge(t, "Base64URL", Base64URL,
		[]string{"QQ", "QUI", "QUJD", "eyJhbGciOiJFUzI1NiJ9", "-_-_", "AAAAAA"},
		[]string{"", "Q", "QUJDR", "QQ==", "QUI=", "+/+/", "QU JD", "QUJD\n", "QUJD\r\n", " QUJD", "QÜJD", "QUJD.QUJD"})
}

func TestAPIKeyLocation(t *testing.T) {
	judge(t, "APIKeyLocation", APIKeyLocation,
		[]string{"query", "header", "cookie"},
		[]string{"", "HEADER", "Header", " header", "header ", "body", "query,header", "query header cookie", "location"})
}

func TestPeopleURL(t *testing.T) {
	judge(t, "PeopleURL", PeopleURL,
		[]string{
			"https://agent.example.com", "http://agent.example.com/", "https://agent.example.com/docs?a=b#part", "https://예시.example.com/문서",
			"HTTPS://AGENT.EXAMPLE.COM/", "https://agent.example.com:8443/a", "https://[2001:db8::1]/", "https://192.0.2.1/x",
		},
		[]string{
			"", "agent.example.com", "/docs", "docs/a", "//agent.example.com/", "javascript:0", "JavaScript:alert(1)", "java\tscript:alert(1)",
			"data:image/svg+xml,<svg onload=x>", "data:image/png;base64,AAAA", "ftp://agent.example.com/", "file:///etc/passwd", "mailto:a@example.com",
			"https:", "https://", "https:///a", "https:agent.example.com", "http:/agent.example.com", " https://agent.example.com", "https://agent.example.com ",
			"https://agent.example.com/a b", "https://agent.example.com\\@evil.example.net", "https://agent.example.com/\u202egnp.exe", "https://agent.example.com/\x00",
			"https://agent.example.com/\n", "https://agent.example.com/\u0081", "https://agent.example.com/\u061c", "https://ex\u202eample.com", "vbscript:x", "blob:https://a/b",
		})
}

func TestURI(t *testing.T) {
	judge(t, "URI", URI,
		[]string{"https://example.com/bindings/mqtt", "urn:example:binding:v1", "tag:example.com,2026:x"},
		[]string{"", "JSONRPC", "HTTP+JSON", "WEBSOCKET", ":", "x:", ":x", "//example.com/x", "/x", "a b:c", "1a:b"})
}

func TestMediaType(t *testing.T) {
	for s, want := range map[string]MediaTypeForm{
		"text/plain": MediaTypeOK, "application/json": MediaTypeOK, "application/a2ui+json": MediaTypeOK,
		"TEXT/Plain; charset=utf-8": MediaTypeOK, "text/plain;charset=utf-8": MediaTypeOK, `text/plain; charset="utf-8"`: MediaTypeOK,
		"application/vnd.x-y.z_1+xml": MediaTypeOK, "image/svg+xml": MediaTypeOK, "multipart/form-data; boundary=x; a=b": MediaTypeOK,
		"text/*": MediaTypeWildcard, "*/*": MediaTypeWildcard, "*/json": MediaTypeWildcard, "text/*; q=1": MediaTypeWildcard,
		"text": MediaTypeWord, "json": MediaTypeWord, "image": MediaTypeWord, "*": MediaTypeWord, "streaming-text": MediaTypeWord,
		"": MediaTypeBad, "text/": MediaTypeBad, "/plain": MediaTypeBad, "/": MediaTypeBad, "a/b/c": MediaTypeBad, "text plain": MediaTypeBad,
		"text/pl ain": MediaTypeBad, "text /plain": MediaTypeBad, "text/plain; charset": MediaTypeBad, "text/plain; =x": MediaTypeBad,
		" text/plain": MediaTypeBad, "text/plain ": MediaTypeBad, "text/plain\n": MediaTypeBad, "text/plain, text/html": MediaTypeBad,
		"텍스트": MediaTypeBad, "텍스트/일반": MediaTypeBad, "text/plain\x00": MediaTypeBad, "te(xt/plain": MediaTypeBad, " ": MediaTypeBad,
		"text;charset=utf-8": MediaTypeBad,
	} {
		if got := MediaType(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}
