package card

import (
	"slices"
	"strings"
	"testing"
)

func TestSchemeKind(t *testing.T) {
	for text, want := range map[string]SchemeKind{
		// Flat.
		`{"type":"apiKey","in":"header","name":"k"}`: SchemeAPIKey, `{"type":"http"}`: SchemeHTTP, `{"type":"oauth2"}`: SchemeOAuth2,
		`{"type":"openIdConnect"}`: SchemeOpenIDConnect, `{"type":"mutualTLS"}`: SchemeMutualTLS,
		// Wrapped.
		`{"apiKeySecurityScheme":{}}`: SchemeAPIKey, `{"httpAuthSecurityScheme":{}}`: SchemeHTTP, `{"oauth2SecurityScheme":{}}`: SchemeOAuth2,
		`{"openIdConnectSecurityScheme":{}}`: SchemeOpenIDConnect, `{"mtlsSecurityScheme":{}}`: SchemeMutualTLS,
		// Both, and a null, which reads as absent.
		`{"type":"http","scheme":"bearer","httpAuthSecurityScheme":{"scheme":"Bearer"}}`: SchemeHTTP,
		`{"type":"mutualTLS","mtlsSecurityScheme":{}}`:                                   SchemeMutualTLS,
		`{"type":null,"httpAuthSecurityScheme":{}}`:                                      SchemeHTTP,
		`{"type":"http","httpAuthSecurityScheme":null}`:                                  SchemeHTTP,
		`{"httpAuthSecurityScheme":{},"mtlsSecurityScheme":null}`:                        SchemeHTTP,
		`{"httpAuthSecurityScheme":{},"futureSecurityScheme":null,"x":1}`:                SchemeHTTP,
		// Contradicting, two wrappers, unknown, untyped, no object.
		`{"type":"http","apiKeySecurityScheme":{}}`:                           SchemeUnknown,
		`{"type":"","httpAuthSecurityScheme":{}}`:                             SchemeUnknown,
		`{"type":5,"httpAuthSecurityScheme":{}}`:                              SchemeUnknown,
		`{"type":["http"],"httpAuthSecurityScheme":{}}`:                       SchemeUnknown,
		`{"httpAuthSecurityScheme":{},"mtlsSecurityScheme":{}}`:               SchemeUnknown,
		`{"type":"http","httpAuthSecurityScheme":{},"mtlsSecurityScheme":{}}`: SchemeUnknown,
		`{"httpAuthSecurityScheme":{},"futureSecurityScheme":{}}`:             SchemeUnknown,
		`{"type":"http","futureSecurityScheme":{}}`:                           SchemeUnknown,
		`{"type":"http","httpAuthSecurityScheme":"x"}`:                        SchemeUnknown,
		`{"httpAuthSecurityScheme":[]}`:                                       SchemeUnknown,
		`{"futureSecurityScheme":{}}`:                                         SchemeUnknown,
		`{"type":"HTTP"}`:                                                     SchemeUnknown,
		`{"type":"http "}`:                                                    SchemeUnknown,
		`{"type":"basic"}`:                                                    SchemeUnknown,
		`{"type":"unknown"}`:                                                  SchemeUnknown,
		`{"type":""}`:                                                         SchemeUnknown,
		`{"type":null}`:                                                       SchemeUnknown,
		`{"type":{}}`:                                                         SchemeUnknown,
		`{"scheme":"bearer"}`:                                                 SchemeUnknown,
		`{"Type":"http"}`:                                                     SchemeUnknown,
		`{"http_auth_security_scheme":{}}`:                                    SchemeUnknown,
		`{}`:                                                                  SchemeUnknown,
		`null`:                                                                SchemeUnknown,
		`"http"`:                                                              SchemeUnknown,
		`[{"type":"http"}]`:                                                   SchemeUnknown,
	} {
		c := parse(t, `{"name":"N","skills":[],"securitySchemes":{"s":`+text+`}}`).Card()
		if got := c.SecuritySchemes["s"].Kind(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if (SecurityScheme{}).Kind() != SchemeUnknown {
		t.Error("the zero value is a known scheme")
	}
}

func TestSchemeKindNames(t *testing.T) {
	for k, want := range map[SchemeKind]string{
		SchemeUnknown: "unknown", SchemeAPIKey: "apiKey", SchemeHTTP: "http", SchemeOAuth2: "oauth2",
		SchemeOpenIDConnect: "openIdConnect", SchemeMutualTLS: "mutualTLS", -1: "unknown", 99: "unknown",
	} {
		if k.String() != want {
			t.Errorf("%d is %s, want %s", int(k), k, want)
		}
	}
}

func TestSchemeDetail(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"http","scheme":"bearer","bearerFormat":"JWT"}`:                                  "bearer JWT",
		`{"httpAuthSecurityScheme":{"scheme":"Basic"}}`:                                           "Basic",
		`{"type":"http","bearerFormat":"JWT","httpAuthSecurityScheme":{"scheme":"bearer"}}`:       "bearer JWT",
		`{"type":"apiKey","in":"header","name":"X-Key"}`:                                          "header X-Key",
		`{"apiKeySecurityScheme":{"location":"cookie","name":"k"}}`:                               "cookie k",
		`{"type":"oauth2","flows":{"clientCredentials":{},"implicit":{},"authorizationCode":{}}}`: "authorizationCode clientCredentials implicit",
		`{"oauth2SecurityScheme":{"flows":{"deviceCode":{},"password":{}}}}`:                      "password deviceCode",
		`{"oauth2SecurityScheme":{}}`:                                                             "",
		`{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://idp.example.com"}}`:          "https://idp.example.com",
		`{"type":"openIdConnect","openIdConnectUrl":"https://idp.example.com"}`:                   "https://idp.example.com",
		`{"mtlsSecurityScheme":{}}`:                                                               "", `{"type":"x","scheme":"bearer"}`: "", `5`: "",
	} {
		c := parse(t, `{"name":"N","skills":[],"securitySchemes":{"s":`+text+`}}`).Card()
		if got := c.SecuritySchemes["s"].Detail(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// schemeFindings is what the rules say of one scheme, which a requirement uses.
// Pointers start at the scheme, @.
func schemeFindings(t *testing.T, scheme string, m Mode) []string {
	t.Helper()
	text := cardWith("url", "", "securitySchemes", `{"s":`+scheme+`}`, "securityRequirements", `[{"schemes":{"s":{}}}]`)
	out := []string{}
	for _, line := range brief(Validate(parse(t, text), m)) {
		if strings.Contains(line, "/securitySchemes") {
			out = append(out, strings.Replace(line, "/securitySchemes/s", "@", 1))
		}
	}
	return out
}

func TestSchemeShape(t *testing.T) {
	for scheme, want := range map[string][]string{
		`{"type":"http","scheme":"bearer"}`:                                                                                  nil,
		`{"httpAuthSecurityScheme":{"scheme":"BEARER"}}`:                                                                     nil,
		`{"type":"http","scheme":"bearer","bearerFormat":"JWT","httpAuthSecurityScheme":{"scheme":"Bearer"}}`:                nil,
		`{"type":"apiKey","in":"query","name":"k","apiKeySecurityScheme":{"location":"query","name":"k"}}`:                   nil,
		`{"type":"http","description":"a","scheme":"bearer","httpAuthSecurityScheme":{"description":"b","scheme":"bearer"}}`: nil,
		// Both forms, and they differ.
		`{"type":"http","scheme":"basic","apiKeySecurityScheme":{"location":"query","name":"k"}}`:                                     {"fail B-scheme-shape[differs] @"},
		`{"type":"http","scheme":"basic","httpAuthSecurityScheme":{"scheme":"bearer"}}`:                                               {"fail B-scheme-shape[differs] @"},
		`{"type":"apiKey","in":"header","name":"k","apiKeySecurityScheme":{"location":"query","name":"k"}}`:                           {"fail B-scheme-shape[differs] @"},
		`{"type":"http","scheme":"bearer","bearerFormat":"JWT","httpAuthSecurityScheme":{"scheme":"bearer","bearerFormat":"opaque"}}`: {"fail B-scheme-shape[differs] @"},
		// Neither is guessed.
		`{"scheme":"bearer"}`: {"fail B-scheme-shape[bare] @"}, `{}`: {"fail B-scheme-shape[bare] @"}, `{"type":null,"scheme":"bearer"}`: {"fail B-scheme-shape[bare] @", "warn B-null @/type"},
		// Unknown, untyped, several.
		`{"type":"basic"}`: {"fail B-scheme-shape[unknown] @/type"}, `{"type":""}`: {"fail B-scheme-shape[unknown] @/type"}, `{"type":"HTTP","scheme":"bearer"}`: {"fail B-scheme-shape[unknown] @/type"},
		`{"type":5}`: {"fail B-scheme-shape[unknown] @/type"}, `{"type":["http"],"httpAuthSecurityScheme":{"scheme":"b"}}`: {"fail B-scheme-shape[unknown] @/type"},
		`{"futureSecurityScheme":{}}`:                                              {"fail B-scheme-shape[unknown] @"},
		`{"httpAuthSecurityScheme":{"scheme":"bearer"},"mtlsSecurityScheme":{}}`:   {"fail B-scheme-shape[several] @"},
		`{"httpAuthSecurityScheme":{"scheme":"bearer"},"futureSecurityScheme":{}}`: {"fail B-scheme-shape[several] @"},
		`{"httpAuthSecurityScheme":"x"}`:                                           {"fail B-scheme-shape[wrapper] @/httpAuthSecurityScheme"},
		`null`:                                                                     {"fail B-scheme-shape[entry] @"}, `"http"`: {"fail B-scheme-shape[entry] @"}, `[]`: {"fail B-scheme-shape[entry] @"}, `5`: {"fail B-scheme-shape[entry] @"},
		// A null wrapper is absent.
		`{"httpAuthSecurityScheme":{"scheme":"bearer"},"mtlsSecurityScheme":null}`: {"warn B-null @/mtlsSecurityScheme"},
		`{"type":null,"httpAuthSecurityScheme":{"scheme":"bearer"}}`:               {"warn B-null @/type"},
	} {
		if got := schemeFindings(t, scheme, ModeProfile); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s\n got %q\nwant %q", scheme, got, want)
		}
	}
}

// securitySchemes itself of another type, and an array of schemes.
func TestSchemesOfAnotherType(t *testing.T) {
	for value, want := range map[string][]string{
		`{}`: nil, `null`: {"warn B-null /securitySchemes"}, `"x"`: {"fail B-scheme-shape[type] /securitySchemes"}, `5`: {"fail B-scheme-shape[type] /securitySchemes"},
		`[]`: {"fail B-scheme-shape[array] /securitySchemes"},
		`[{"type":"http","scheme":"bearer"},5,{"type":"x"},{"type":"apiKey","in":"header"}]`: {
			"fail B-scheme-shape[array] /securitySchemes", "fail B-scheme-shape[entry] /securitySchemes/1",
			"fail B-scheme-shape[unknown] /securitySchemes/2/type", "fail B-scheme-fields /securitySchemes/3",
		},
	} {
		expect(t, cardWith("securitySchemes", value), ModeProfile, want...)
	}
}
