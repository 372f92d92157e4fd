package card

import (
	"fmt"
	"testing"
)

// reduced is what form b leaves of a top-level member: its value in canonical
// form, or "gone".
func reduced(t *testing.T, member, value string) string {
	t.Helper()
	text := `{"` + member + `":` + value
	for _, m := range []string{"name", "skills"} {
		if m != member {
			text += `,"` + m + `":` + map[string]string{"name": `"N"`, "skills": `[]`}[m]
		}
	}
	b, err := parse(t, text+"}").CanonicalA2A()
	if err != nil {
		t.Fatal(err)
	}
	m, ok := parse(t, string(b)).At("/" + member)
	if !ok {
		return "gone"
	}
	return string(m.Raw)
}

type presenceRow struct{ member, value, want string }

func checkPresence(t *testing.T, rows []presenceRow) {
	t.Helper()
	for _, r := range rows {
		want := r.want
		if want == "same" {
			want = r.value
		}
		if got := reduced(t, r.member, r.value); got != want {
			t.Errorf("%s: %s becomes %s, want %s", r.member, r.value, got, want)
		}
	}
}

// REQUIRED members stay though empty, and though null; members written
// optional in the proto stay when present.
func TestPresenceKeeps(t *testing.T) {
	checkPresence(t, []presenceRow{
		{"name", `""`, "same"},
		{"skills", `[]`, "same"},
		{"description", `""`, "same"},
		{"description", `null`, "same"},
		{"version", `""`, "same"},
		{"version", `null`, "same"},
		{"supportedInterfaces", `[]`, "same"},
		{"supportedInterfaces", `null`, "same"},
		{"capabilities", `{}`, "same"},
		{"capabilities", `null`, "same"},
		{"defaultInputModes", `[]`, "same"},
		{"defaultInputModes", `null`, "same"},
		{"defaultOutputModes", `[]`, "same"},
		{"documentationUrl", `""`, "same"},
		{"iconUrl", `""`, "same"},
		{"provider", `{}`, "same"},
		{"provider", `{"organization":"","url":""}`, "same"},
		{"provider", `{"organization":null,"url":null}`, "same"},
		{"capabilities", `{"extendedAgentCard":false,"pushNotifications":false,"streaming":false}`, "same"},
		{"capabilities", `{"extensions":[{"params":{}}]}`, "same"},
		{"supportedInterfaces", `[{"protocolBinding":"","protocolVersion":"","url":""}]`, "same"},
		{"supportedInterfaces", `[{"protocolBinding":null,"protocolVersion":null,"url":null}]`, "same"},
		{"skills", `[{"description":"","id":"","name":"","tags":[]}]`, "same"},
		{"skills", `[{"description":null,"id":null,"name":null,"tags":null}]`, "same"},
		{"securitySchemes", `{"k":{"apiKeySecurityScheme":{"location":"","name":""}}}`, "same"},
		{"securitySchemes", `{"h":{"httpAuthSecurityScheme":{"scheme":""}}}`, "same"},
		{"securitySchemes", `{"m":{"mtlsSecurityScheme":{}}}`, "same"},
		{"securitySchemes", `{"i":{"openIdConnectSecurityScheme":{"openIdConnectUrl":""}}}`, "same"},
		{"securitySchemes", `{"o":{"oauth2SecurityScheme":{"flows":{}}}}`, "same"},
		{"securitySchemes", `{"o":{"oauth2SecurityScheme":{"flows":{"authorizationCode":{"authorizationUrl":"","scopes":{},"tokenUrl":""}}}}}`, "same"},
		{"securitySchemes", `{"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"scopes":{},"tokenUrl":""}}}}}`, "same"},
		{"securitySchemes", `{"o":{"oauth2SecurityScheme":{"flows":{"deviceCode":{"deviceAuthorizationUrl":"","scopes":{},"tokenUrl":""}}}}}`, "same"},
		{"securitySchemes", `{"o":{"oauth2SecurityScheme":{"flows":{"implicit":{},"password":{}}}}}`, "same"},
	})
}

// Other members at their default go; what holds something stays.
func TestPresenceRemoves(t *testing.T) {
	ext := func(s string) string { return `{"extensions":[{` + s + `}]}` }
	scheme := func(wrapper, s string) string { return `{"x":{"` + wrapper + `":{` + s + `}}}` }
	flow := func(name, s string) string { return scheme("oauth2SecurityScheme", `"flows":{"`+name+`":{`+s+`}}`) }
	checkPresence(t, []presenceRow{
		{"supportedInterfaces", `[{"tenant":"","url":"u"}]`, `[{"url":"u"}]`},
		{"supportedInterfaces", `[{"tenant":"t","url":"u"}]`, "same"},
		{"capabilities", `{"extensions":[]}`, `{}`},
		{"capabilities", ext(`"uri":""`), `{"extensions":[{}]}`},
		{"capabilities", ext(`"description":"","uri":"u"`), ext(`"uri":"u"`)},
		{"capabilities", ext(`"required":false,"uri":"u"`), ext(`"uri":"u"`)},
		{"capabilities", ext(`"description":"d","required":true,"uri":"u"`), "same"},
		{"securitySchemes", `{}`, "gone"},
		{"securityRequirements", `[]`, "gone"},
		{"skills", `[{"examples":[],"id":"s","inputModes":[],"outputModes":[],"securityRequirements":[]}]`, `[{"id":"s"}]`},
		{"skills", `[{"examples":["e"],"inputModes":["a/b"],"outputModes":["a/b"],"securityRequirements":[{}]}]`, "same"},
		{"securityRequirements", `[{"schemes":{}}]`, `[{}]`},
		{"securityRequirements", `[{"schemes":{"b":{"list":[]}}}]`, `[{"schemes":{"b":{}}}]`},
		{"securityRequirements", `[{"schemes":{"b":{"list":["s"]}}}]`, "same"},
		{"securityRequirements", `[{"schemes":{"b":{}}}]`, "same"},
		{"skills", `[{"securityRequirements":[{"schemes":{}},{"schemes":{"b":{"list":[]}}}]}]`, `[{"securityRequirements":[{},{"schemes":{"b":{}}}]}]`},
		{"securitySchemes", scheme("apiKeySecurityScheme", `"description":"","location":"header","name":"k"`), scheme("apiKeySecurityScheme", `"location":"header","name":"k"`)},
		{"securitySchemes", scheme("httpAuthSecurityScheme", `"bearerFormat":"","description":"","scheme":"bearer"`), scheme("httpAuthSecurityScheme", `"scheme":"bearer"`)},
		{"securitySchemes", scheme("oauth2SecurityScheme", `"description":"","flows":{},"oauth2MetadataUrl":""`), scheme("oauth2SecurityScheme", `"flows":{}`)},
		{"securitySchemes", scheme("openIdConnectSecurityScheme", `"description":"","openIdConnectUrl":"u"`), scheme("openIdConnectSecurityScheme", `"openIdConnectUrl":"u"`)},
		{"securitySchemes", scheme("mtlsSecurityScheme", `"description":""`), scheme("mtlsSecurityScheme", ``)},
		{"securitySchemes", flow("authorizationCode", `"pkceRequired":false,"refreshUrl":"","scopes":{},"tokenUrl":"t"`), flow("authorizationCode", `"scopes":{},"tokenUrl":"t"`)},
		{"securitySchemes", flow("authorizationCode", `"pkceRequired":true,"refreshUrl":"r","scopes":{"a":""}`), "same"},
		{"securitySchemes", flow("clientCredentials", `"refreshUrl":"","scopes":{}`), flow("clientCredentials", `"scopes":{}`)},
		{"securitySchemes", flow("deviceCode", `"refreshUrl":"","scopes":{}`), flow("deviceCode", `"scopes":{}`)},
		{"securitySchemes", flow("implicit", `"authorizationUrl":"","refreshUrl":"","scopes":{}`), flow("implicit", ``)},
		{"securitySchemes", flow("password", `"refreshUrl":"","scopes":{},"tokenUrl":""`), flow("password", ``)},
	})
}

// A known member that is null counts as absent, unless it is REQUIRED.
func TestPresenceOfNulls(t *testing.T) {
	checkPresence(t, []presenceRow{
		{"documentationUrl", `null`, "gone"},
		{"iconUrl", `null`, "gone"},
		{"provider", `null`, "gone"},
		{"securitySchemes", `null`, "gone"},
		{"securityRequirements", `null`, "gone"},
		{"capabilities", `{"extendedAgentCard":null,"extensions":null,"pushNotifications":null,"streaming":null}`, `{}`},
		{"capabilities", `{"extensions":[{"description":null,"params":null,"required":null,"uri":null}]}`, `{"extensions":[{}]}`},
		{"supportedInterfaces", `[{"tenant":null}]`, `[{}]`},
		{"skills", `[{"examples":null,"inputModes":null,"outputModes":null,"securityRequirements":null}]`, `[{}]`},
		{"securityRequirements", `[{"schemes":null}]`, `[{}]`},
		{"securityRequirements", `[{"schemes":{"b":{"list":null}}}]`, `[{"schemes":{"b":{}}}]`},
		{"securitySchemes", `{"x":{"httpAuthSecurityScheme":null}}`, `{"x":{}}`},
		{"securitySchemes", `{"x":{"oauth2SecurityScheme":{"flows":{"implicit":null}}}}`, `{"x":{"oauth2SecurityScheme":{"flows":{}}}}`},
		{"securitySchemes", `{"x":{"oauth2SecurityScheme":{"flows":null}}}`, "same"},
		{"capabilities", `{"extensions":[{"params":{"n":null}}]}`, "same"}, // nothing inside params
	})
}

// What 1.0.1 does not know, and what has another type than the proto's, stays
// as it stands: elements and entries too.
func TestPresenceIsVerbatim(t *testing.T) {
	for _, member := range []string{
		"url", "protocolVersion", "preferredTransport", "additionalInterfaces", "security", "supportsAuthenticatedExtendedCard",
		"authentication", "x-vendor", "default_input_modes", "Skills", "supported_interfaces",
	} {
		for _, value := range []string{`null`, `""`, `false`, `0`, `[]`, `{}`, `[{"schemes":{},"tenant":""}]`, `{"tenant":"","list":[]}`} {
			if got := reduced(t, member, value); canonicalValue(t, got) != canonicalValue(t, value) {
				t.Errorf("%s: %s becomes %s", member, value, got)
			}
		}
	}
	checkPresence(t, []presenceRow{
		{"iconUrl", `0`, "same"},
		{"iconUrl", `[]`, "same"},
		{"provider", `""`, "same"},
		{"provider", `[]`, "same"},
		{"provider", `{"x":""}`, "same"},
		{"capabilities", `[]`, "same"},
		{"capabilities", `""`, "same"},
		{"capabilities", `{"extensions":{}}`, "same"},
		{"capabilities", `{"extensions":""}`, "same"},
		{"capabilities", `{"extensions":[null,"",[],{}]}`, "same"},
		{"capabilities", `{"extensions":[{"required":0,"uri":[]}]}`, "same"},
		{"capabilities", `{"stateTransitionHistory":false}`, "same"},
		{"capabilities", `{"streaming":""}`, "same"},
		{"supportedInterfaces", `{}`, "same"},
		{"supportedInterfaces", `[null,{},"",{"tenant":0}]`, "same"},
		{"supportedInterfaces", `[{"transport":""}]`, "same"},
		{"securitySchemes", `[]`, "same"},
		{"securitySchemes", `[{"description":""}]`, "same"},
		{"securitySchemes", `{"x":null,"y":"","z":[]}`, "same"},
		{"securitySchemes", `{"x":{}}`, "same"},
		{"securitySchemes", `{"x":{"httpAuthSecurityScheme":""}}`, "same"},
		{"securitySchemes", `{"x":{"futureSecurityScheme":{"description":""}}}`, "same"},
		// The flat form of OpenAPI is unknown to the proto, its empties too.
		{"securitySchemes", `{"x":{"bearerFormat":"","description":"","scheme":"bearer","type":"http"}}`, "same"},
		{"securitySchemes", `{"x":{"flows":{"implicit":{"refreshUrl":"","scopes":{}}},"type":"oauth2"}}`, "same"},
		{"securitySchemes", `{"x":{"description":"","httpAuthSecurityScheme":{"description":"","scheme":"b"}}}`, `{"x":{"description":"","httpAuthSecurityScheme":{"scheme":"b"}}}`},
		// Bare arrays and flat requirements.
		{"securityRequirements", `[{"schemes":{"b":[]}}]`, "same"},
		{"securityRequirements", `[{"b":[]}]`, "same"},
		{"securityRequirements", `[{}]`, "same"},
		{"securityRequirements", `[{"schemes":[]}]`, "same"},
		{"securityRequirements", `{}`, "same"},
		{"securityRequirements", `""`, "same"},
		{"securityRequirements", `[{},{"schemes":{"b":{}}},{}]`, "same"},
		{"securityRequirements", `[[],null,""]`, "same"},
		{"securityRequirements", `[{"schemes":{"b":{"list":""}}}]`, "same"},
		{"skills", `[{"security":[]},{"security":[{}]},{"x":{}}]`, "same"},
		{"skills", `[{"examples":"","tags":{}}]`, "same"},
		{"skills", `[null,[],""]`, "same"},
	})
}

func canonicalValue(t *testing.T, text string) string {
	t.Helper()
	return canonical(t, parse(t, `{"name":"N","skills":[],"v":`+text+`}`))
}

// A2A §8.4.1's way with defaults, and params that nothing reaches into.
func TestWorkedExamples(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":"N","description":"","capabilities":{"streaming":false,"extensions":[]},"skills":[],"iconUrl":""}`:                                                `{"capabilities":{"streaming":false},"description":"","iconUrl":"","name":"N","skills":[]}`,
		`{"name":"Example Agent","description":"","capabilities":{"streaming":false,"pushNotifications":false,"extensions":[]},"skills":[]}`:                       `{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}`,
		`{"name":"N","skills":[],"capabilities":{"extensions":[{"uri":"https://example.com/x","params":{"max_len":1,"maxLen":2,"e":"","n":null,"l":[],"o":{}}}]}}`: `{"capabilities":{"extensions":[{"params":{"e":"","l":[],"maxLen":2,"max_len":1,"n":null,"o":{}},"uri":"https://example.com/x"}]},"name":"N","skills":[]}`,
	} {
		b, err := parse(t, text).CanonicalA2A()
		if err != nil || string(b) != want {
			t.Errorf("%s\nbecomes\n%s (%v), want\n%s", text, b, err, want)
		}
	}
}

// Form b of form b is form b, and form a of it is the same bytes.
func TestPresenceIsAFixedPoint(t *testing.T) {
	for i, text := range append(nasty(), sample(t)) {
		b, err := parse(t, text).CanonicalA2A()
		if err != nil {
			continue // a number without a canonical form
		}
		again := parse(t, string(b))
		bb, err := again.CanonicalA2A()
		if err != nil || string(bb) != string(b) || canonical(t, again) != string(b) {
			t.Errorf("card %d: %s", i, fmt.Sprintf("%.200s\nthen\n%.200s (%v)", b, bb, err))
		}
	}
}
