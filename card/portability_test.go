package card

import (
	"slices"
	"strings"
	"testing"
)

// What an official SDK would not cover, or could not tell, of a card once it is
// signed (rule SIG4). The rows are the kinds of edit that leave a signature over
// the SDKs' form valid.
func TestPortability(t *testing.T) {
	ext := func(s string) string { return `{"extensions":[{"uri":"https://example.com/x"` + s + `}]}` }
	scheme := func(s string) string { return `{"b":` + s + `}` }
	const bearer = `{"httpAuthSecurityScheme":{"scheme":"bearer"}}`
	skill := func(s string) string {
		return `[{"id":"s","name":"S","description":"d","tags":["t"]` + s + `}]`
	}
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		// Cards over which every reader agrees.
		{"plain", signableCard("capabilities", `{"streaming":false}`), nil},
		{"an extension with params", signableCard("capabilities", ext(`,"params":{"a":1,"b":[{"c":"d"}],"e":false}`)), nil},
		{"scopes", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(bearer), "securityRequirements", `[{"schemes":{"b":{"list":["read"]}}}]`), nil},
		{"signed already", signableCard("capabilities", `{"streaming":true}`, "signatures", `[{"protected":"e30","signature":""}]`), nil},
		{"not ASCII", signableCard("capabilities", `{"streaming":true}`, "description", `"한국어 😀"`), nil},

		// A member outside the proto.
		{"url", signableCard("capabilities", `{"streaming":true}`, "url", `"https://agent.example.com/a2a"`), []string{"warn SIG4[uncovered] /url"}},
		{"protocolVersion, security", signableCard("capabilities", `{"streaming":true}`, "protocolVersion", `"0.3.0"`, "security", `[{"b":[]}]`), []string{"warn SIG4[uncovered] /protocolVersion", "warn SIG4[uncovered] /security"}},
		{"a skill's security", signableCard("capabilities", `{"streaming":true}`, "skills", skill(`,"security":[{"b":[]}]`)), []string{"warn SIG4[uncovered] /skills/0/security"}},
		{"a flat scheme", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(`{"type":"http","scheme":"bearer"}`)), []string{"warn SIG4[uncovered] /securitySchemes"}},
		{"flat beside wrapped", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(`{"type":"http","httpAuthSecurityScheme":{"scheme":"bearer"}}`)), []string{"warn SIG4[uncovered] /securitySchemes/b/type"}},
		{"in an extension", signableCard("capabilities", ext(`,"paramz":{"a":1}`)), []string{"warn SIG4[uncovered] /capabilities/extensions/0/paramz"}},
		{"in an interface", signableCard("capabilities", `{"streaming":true}`, "supportedInterfaces", `[{"url":"u","protocolBinding":"GRPC","protocolVersion":"1.0","transport":"x"}]`), []string{"warn SIG4[uncovered] /supportedInterfaces/0/transport"}},

		// Requirements without scopes, and everything empty.
		{"no scopes", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{"schemes":{"b":{}}}]`), []string{"warn SIG4[uncovered] /securityRequirements"}},
		{"no scopes, an empty list", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{"schemes":{"b":{"list":[]}}}]`), []string{"warn SIG4[uncovered] /securityRequirements", "warn SIG4[differs] /securityRequirements/0/schemes/b/list"}},
		{"one with, one without", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{"schemes":{"b":{"list":["r"]}}},{"schemes":{"c":{}}}]`), []string{"warn SIG4[uncovered] /securityRequirements"}},
		{"anonymous as well", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{"schemes":{"b":{"list":["r"]}}},{}]`), []string{"warn SIG4[uncovered] /securityRequirements"}},
		{"anonymous", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{}]`), []string{"warn SIG4[uncovered] /securityRequirements"}},
		{"a skill without scopes", signableCard("capabilities", `{"streaming":true}`, "skills", skill(`,"securityRequirements":[{"schemes":{"b":{}}}]`)), []string{"warn SIG4[uncovered] /skills/0/securityRequirements"}},
		{"mtls", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", `{"m":{"mtlsSecurityScheme":{}},"b":`+bearer+`}`), []string{"warn SIG4[uncovered] /securitySchemes/m"}},
		{"a scope without text", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(`{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"u","scopes":{"a":""}}}}}`)), []string{"warn SIG4[uncovered] /securitySchemes/b/oauth2SecurityScheme/flows/clientCredentials/scopes"}},
		{"empty in params", signableCard("capabilities", ext(`,"params":{"allowList":[],"a":1}`)), []string{"warn SIG4[uncovered] /capabilities/extensions/0/params/allowList"}},
		{"null in params", signableCard("capabilities", ext(`,"params":{"a":[1,null]}`)), []string{"warn SIG4[uncovered] /capabilities/extensions/0/params/a"}},
		{"empty capabilities", signableCard(), []string{"warn SIG4[uncovered] /capabilities"}},
		{"no skills", signableCard("capabilities", `{"streaming":true}`, "skills", `[]`), []string{"warn SIG4[uncovered] /skills"}},
		{"no description", signableCard("capabilities", `{"streaming":true}`, "description", `""`), []string{"warn SIG4[uncovered] /description"}},
		{"a default", signableCard("capabilities", `{"streaming":true}`, "supportedInterfaces", `[{"url":"u","protocolBinding":"GRPC","protocolVersion":"1.0","tenant":""}]`), []string{"warn SIG4[differs] /supportedInterfaces/0/tenant", "warn SIG4[uncovered] /supportedInterfaces/0/tenant"}},
		{"required false", signableCard("capabilities", ext(`,"required":false`)), []string{"warn SIG4[differs] /capabilities/extensions/0/required", "warn SIG4[uncovered] /capabilities/extensions/0/required"}},

		// Names that another reader takes for others.
		{"folded", signableCard("capabilities", `{"streaming":true}`, "SupportedInterfaces", `[1]`, "ſkillſ", `[1]`), []string{"warn SIG4[uncovered] /SupportedInterfaces", "warn SIG4[uncovered] /ſkillſ"}},

		// What the SDKs make of these is an accident of their code.
		{"snake_case", signableCard("capabilities", `{"streaming":true}`, "default_input_modes", `["x"]`), []string{"warn SIG4[no-form]"}},
		{"snake_case inside", signableCard("capabilities", `{"push_notifications":true}`), []string{"warn SIG4[no-form]"}},
		{"two flows", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(`{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"u","scopes":{"a":"b"}},"deviceCode":{"tokenUrl":"u","deviceAuthorizationUrl":"u","scopes":{"a":"b"}}}}}`)), []string{"warn SIG4[no-form]"}},
		{"two schemes", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", scheme(`{"httpAuthSecurityScheme":{"scheme":"bearer"},"openIdConnectSecurityScheme":{"openIdConnectUrl":"u"}}`)), []string{"warn SIG4[no-form]"}},
		{"provider a text", signableCard("capabilities", `{"streaming":true}`, "provider", `"Inc."`), []string{"warn SIG4[no-form]"}},
		{"a flag as text", signableCard("capabilities", `{"streaming":"no"}`), []string{"warn SIG4[no-form]"}},
		{"a number as version", signableCard("capabilities", `{"streaming":true}`, "version", `5`), []string{"warn SIG4[no-form]"}},
		{"a bare list", signableCard("capabilities", `{"streaming":true}`, "securityRequirements", `[{"schemes":{"b":[]}}]`), []string{"warn SIG4[no-form]"}},
		{"__proto__", signableCard("capabilities", `{"streaming":true}`, "__proto__", `{"url":"x"}`), []string{"warn SIG4[no-form]"}},
		{"__proto__ in params", signableCard("capabilities", ext(`,"params":{"__proto__":{"a":1}}`)), []string{"warn SIG4[no-form]"}},
		{"__proto__ as a scheme", signableCard("capabilities", `{"streaming":true}`, "securitySchemes", `{"__proto__":`+bearer+`}`), []string{"warn SIG4[no-form]"}},

		{"a number", signableCard("capabilities", `{"streaming":true}`, "x", `1e400`), []string{"warn SIG4[number]"}},
	} {
		problems := Portability(parse(t, tc.text))
		got := brief(problems)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(tc.want))
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s\n  %s\nwant\n  %s", tc.name, tc.text, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
		}
		for _, p := range problems {
			if p.Message.KO == "" || p.Message.EN == "" || strings.Contains(p.Message.EN, "no sentence") {
				t.Errorf("%s: %+v", tc.name, p)
			}
		}
	}
}

// A card with a great many places is told of in the caps of a report.
func TestPortabilityIsCapped(t *testing.T) {
	text := strings.TrimSuffix(signableCard("capabilities", `{"streaming":true}`), "}") + "," + strings.Trim(membersOf(5000, `"x-#":1`), "{}") + "}"
	got := Portability(parse(t, text))
	if len(got) != MaxPerRule+1 || got[len(got)-1].Code != "more" {
		t.Errorf("%d problems", len(got))
	}
}
