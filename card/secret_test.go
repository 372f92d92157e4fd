package card

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
)

const canary = "s3cr3tcanary"

// everything is all that a card gives a person to read.
func everything(t *testing.T, text string) string {
	t.Helper()
	var out []string
	d, err := Parse([]byte(text))
	if err != nil {
		var e *ParseError
		errors.As(err, &e)
		return fmt.Sprintf("%s %+v %+v", err, *e, e.Problem())
	}
	for _, mode := range modes {
		out = append(out, fmt.Sprintf("%+v", Validate(d, mode)))
	}
	out = append(out, fmt.Sprintf("%+v", d.Problems()))
	if _, err := d.Canonical(); err != nil {
		var e *ParseError
		errors.As(err, &e)
		out = append(out, fmt.Sprintf("%s %+v %+v", err, *e, e.Problem()))
	}
	return strings.Join(out, "\n")
}

// authentication.credentials is shown by its JSON type alone.
func TestCredentialsAreNeverShown(t *testing.T) {
	for _, value := range []string{
		`"` + canary + `"`, `["` + canary + `"]`, `{"a":"` + canary + `"}`, `{"a":[{"b":"` + canary + `"}]}`, `"https://` + canary + `"`,
		`12345678901234567890123`, `[1e400]`, `{"pin":60.00000000000000000001}`,
	} {
		for _, frame := range []string{
			`{"schemes":["Bearer"],"credentials":%}`, `[{"credentials":%}]`, `{"credentials":%,"schemes":[]}`,
		} {
			text := cardWith("authentication", strings.Replace(frame, "%", value, 1))
			shown := everything(t, text)
			for _, s := range []string{canary, "12345678901234567890123", "1e400", "60.00000000000000000001"} {
				if strings.Contains(shown, s) {
					t.Errorf("%s shows %s", text, s)
				}
			}
			found := false
			for _, p := range Validate(parse(t, text), ModeProfile) {
				if p.Rule == "B-secret" {
					found = true
					if p.Observed != map[byte]string{'"': "string", '[': "array", '{': "object", '1': "number"}[value[0]] || p.Severity != SeverityFail {
						t.Errorf("%s: observed %q", text, p.Observed)
					}
				}
			}
			if !found {
				t.Errorf("%s: no B-secret", text)
			}
		}
	}
	for _, value := range []string{`""`, `null`, `[]`, `{}`} {
		for _, p := range Validate(parse(t, cardWith("authentication", `{"credentials":`+value+`}`)), ModeProfile) {
			if p.Rule == "B-secret" {
				t.Errorf("credentials %s are called a secret", value)
			}
		}
	}
}

// The user information of a URL is shown nowhere, wherever the URL stands and
// however it is broken.
func TestUserInfoIsNeverShown(t *testing.T) {
	for _, url := range []string{
		"https://user:%@agent.example.com/a2a", "https://%@agent.example.com/", "http://%:x@localhost:0/#y", "https://u:%/x@agent.example.com", "ftp://%@h",
		"user:%@agent.example.com:443", "%@agent.example.com:443", "https:u:%@agent.example.com", "//u:%@agent.example.com", "https://u:%@[::1/", "https://u:%@agent.example.com\u202e/",
		"javascript://u:%@x",
	} {
		q := string(quote(strings.Replace(url, "%", canary, 1)))
		for _, text := range []string{
			cardWith("url", q), cardWith("url", q, "supportedInterfaces", ""), cardWith("url", q, "preferredTransport", `"GRPC"`),
			cardWith("url", q, "preferredTransport", q, "additionalInterfaces", `[{"url":`+q+`,"transport":`+q+`}]`),
			cardWith("url", q, "supportedInterfaces", "", "additionalInterfaces", `[{"url":`+q+`,"transport":"GRPC"}]`),
			cardWith("supportedInterfaces", `[{"url":`+q+`,"protocolBinding":"GRPC","protocolVersion":"1.0"},{"url":`+q+`,"protocolBinding":`+q+`,"protocolVersion":`+q+`}]`),
			cardWith("documentationUrl", q, "iconUrl", q, "provider", `{"organization":`+q+`,"url":`+q+`}`),
			cardWith("name", q, "description", q, "version", q, "protocolVersion", q), cardWith("defaultInputModes", `[`+q+`]`),
			cardWith("skills", `[{"id":`+q+`,"name":`+q+`,"description":`+q+`,"tags":[`+q+`]},{"id":`+q+`}]`),
			cardWith("securitySchemes", `{"a":{"type":`+q+`},"b":{"type":"http","scheme":`+q+`},"c":{"type":"apiKey","in":`+q+`,"name":`+q+`},"d":`+q+`}`, "security", `[`+q+`]`),
			cardWith("capabilities", `{"extensions":[{"uri":`+q+`,"params":`+q+`},`+q+`]}`, "signatures", `[{"protected":`+q+`},`+q+`]`),
			`{"name":` + q + `,"skills":` + q + `}`, `{"name":` + q + `,"skills":[],"skills":[]}`,
		} {
			if shown := everything(t, text); strings.Contains(shown, canary) {
				at := strings.Index(shown, canary)
				t.Errorf("%s: %.300s\nshows …%s…", url, text, shown[max(0, at-120):min(len(shown), at+60)])
			}
		}
	}
}

// Names within a secret are a part of it.
func TestNamesWithinCredentialsAreNeverShown(t *testing.T) {
	for _, inner := range []string{
		`{"` + canary + `":1e400}`, `{"a":{"` + canary + `":[1e400,2e400]}}`, `{"` + canary + `":1,"` + canary + `":2}`, `{"` + canary + `":{"a":1,"a":2}}`,
		`{"` + canary + `":"\ud800"}`, `{"` + canary + `":tru}`, `{"` + canary + `":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`,
	} {
		for _, text := range []string{cardWith("authentication", `{"credentials":`+inner+`}`), cardWith("authentication", `[0,{"credentials":`+inner+`}]`)} {
			if shown := everything(t, text); strings.Contains(shown, canary) {
				t.Errorf("%s\nshows it: %s", text, shown)
			}
		}
	}
	// Elsewhere a pointer leads to the place itself.
	for pointer, want := range map[string]string{
		"": "", "/authentication": "/authentication", "/authentication/credentials": "/authentication/credentials", "/authentication/credentials/x/y": "/authentication/credentials",
		"/authentication/0/credentials/x": "/authentication/0/credentials", "/x/authentication/credentials/y": "/x/authentication/credentials/y", "/credentials/x": "/credentials/x",
	} {
		if got := cutSecret(pointer); got != want {
			t.Errorf("%q is cut to %q, want %q", pointer, got, want)
		}
	}
}

func quote(s string) []byte {
	b, _ := json.Marshal(s)
	return b
}

// Control characters, bidi marks and what can't be seen are never shown raw:
// not from values, not from names. A pointer is an address and no text to show;
// it has to lead to the member and holds names as they are.
func TestHiddenCharactersAreSpelledOut(t *testing.T) {
	const hidden = "\u0000\u001b\u007f\u0085\u00ad\u061c\u200b\u200e\u202e\u2028\u2066\ufeff\U000e0041"
	q := string(quote("https://x" + hidden + "y"))
	for _, text := range []string{
		`{"name":` + q + `,"skills":[],` + q + `:` + q + `,"description":{` + q + `:1}}`, cardWith("url", q, "documentationUrl", q, "iconUrl", q, "provider", `{"url":`+q+`,`+q+`:1}`),
		cardWith("supportedInterfaces", `[{"url":`+q+`,"protocolBinding":`+q+`,"protocolVersion":`+q+`,`+q+`:1}]`, "protocolVersion", q, "preferredTransport", q),
		cardWith("defaultInputModes", `[`+q+`]`, "skills", `[{"id":`+q+`,"inputModes":[`+q+`],`+q+`:null},{"id":`+q+`}]`),
		cardWith("securitySchemes", `{`+q+`:{"type":`+q+`},"a":{"type":"http","scheme":`+q+`},"k":{"type":"apiKey","in":`+q+`,"name":`+q+`}}`, "security", `[{`+q+`:[]},`+q+`]`),
		cardWith("securitySchemes", `{"a":{`+strings.TrimSuffix(q, `"`)+`SecurityScheme":{}}}`),
	} {
		d := parse(t, text)
		for _, mode := range modes {
			for _, p := range Validate(d, mode) {
				complain(t, text, p)
			}
		}
	}
	for _, text := range []string{`{` + q + `:1,` + q + `:2}`, `{"name":"N",` + q + `:[{"a":1,"a":2}]}`, "{\"a\":\u202e}", "{\"a\":1}\u200b", "{\"\u202e\":\x1b}", "\u2066{}"} {
		_, err := Parse([]byte(text))
		var e *ParseError
		if !errors.As(err, &e) {
			t.Errorf("%q was read", text)
			continue
		}
		complain(t, text, e.Problem())
		for _, r := range err.Error() {
			if !unicode.IsPrint(r) {
				t.Errorf("%q: the error shows %U", text, r)
			}
		}
	}
}
