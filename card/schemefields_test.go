package card

import (
	"slices"
	"strings"
	"testing"
)

func TestSchemeFields(t *testing.T) {
	const fields = "fail B-scheme-fields"
	for scheme, want := range map[string][]string{
		// apiKey
		`{"type":"apiKey","in":"header","name":"X-Key"}`:            nil,
		`{"type":"apiKey","in":"query","name":"a key"}`:             nil,
		`{"apiKeySecurityScheme":{"location":"cookie","name":"k"}}`: nil,
		`{"type":"apiKey"}`:                                             {fields + " @", fields + " @"},
		`{"type":"apiKey","in":"","name":""}`:                           {fields + " @/in", fields + " @/name"},
		`{"type":"apiKey","in":"header","name":null}`:                   {fields + " @/name"},
		`{"apiKeySecurityScheme":{}}`:                                   {fields + " @/apiKeySecurityScheme", fields + " @/apiKeySecurityScheme"},
		`{"apiKeySecurityScheme":{"in":"header","name":"X-Key"}}`:       {fields + "[in] @/apiKeySecurityScheme/in"},
		`{"apiKeySecurityScheme":{"location":"HEADER","name":"X-Key"}}`: {fields + "[location] @/apiKeySecurityScheme/location"},
		`{"type":"apiKey","in":"Header","name":"X-Key"}`:                {fields + "[location] @/in"},
		`{"type":"apiKey","in":"body","name":"X-Key"}`:                  {fields + "[location] @/in"},
		`{"type":"apiKey","location":"header","name":"X-Key"}`:          {fields + " @", "warn S0-standard-places @/location"},
		`{"type":"apiKey","in":"header","name":"X-Key\r\nX-Evil: 1"}`:   {fields + "[token] @/name"},
		`{"apiKeySecurityScheme":{"location":"cookie","name":"a b"}}`:   {fields + "[token] @/apiKeySecurityScheme/name"},
		`{"apiKeySecurityScheme":{"location":"header","name":"ké"}}`:    {fields + "[token] @/apiKeySecurityScheme/name"},
		`{"apiKeySecurityScheme":{"location":"header","name":5}}`:       {"fail B-types @/apiKeySecurityScheme/name"},
		// http
		`{"type":"http"}`:                                 {fields + " @"},
		`{"type":"http","scheme":""}`:                     {fields + " @/scheme"},
		`{"type":"http","scheme":"Bearer "}`:              {fields + "[token] @/scheme"},
		`{"type":"http","scheme":"Bearer\t"}`:             {fields + "[token] @/scheme"},
		`{"httpAuthSecurityScheme":{}}`:                   {fields + " @/httpAuthSecurityScheme"},
		`{"httpAuthSecurityScheme":{"scheme":"Bearer "}}`: {fields + "[token] @/httpAuthSecurityScheme/scheme"},
		`{"httpAuthSecurityScheme":{"scheme":"BEARER"}}`:  nil,
		`{"httpAuthSecurityScheme":{"scheme":1}}`:         {"fail B-types @/httpAuthSecurityScheme/scheme"},
		// openIdConnect, mutualTLS
		`{"type":"openIdConnect"}`:                                  {fields + " @"},
		`{"openIdConnectSecurityScheme":{}}`:                        {fields + " @/openIdConnectSecurityScheme"},
		`{"openIdConnectSecurityScheme":{"openIdConnectUrl":""}}`:   {fields + " @/openIdConnectSecurityScheme/openIdConnectUrl"},
		`{"openIdConnectSecurityScheme":{"openIdConnectUrl":null}}`: {fields + " @/openIdConnectSecurityScheme/openIdConnectUrl"},
		`{"type":"mutualTLS"}`:                                      nil, `{"mtlsSecurityScheme":{}}`: nil,
		// One fault, one finding, also where both forms are there: each lacks it.
		`{"type":"http","httpAuthSecurityScheme":{}}`: {fields + " @", fields + " @/httpAuthSecurityScheme"},
	} {
		if got := schemeFindings(t, scheme, ModeProfile); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s\n got %q\nwant %q", scheme, got, want)
		}
	}
}

func TestOAuthFlows(t *testing.T) {
	const (
		fields = "fail B-scheme-fields"
		code   = `{"authorizationUrl":"https://idp.example.com/a","tokenUrl":"https://idp.example.com/t","scopes":{}}`
		creds  = `{"tokenUrl":"https://idp.example.com/t","scopes":{"r":""}}`
		device = `{"deviceAuthorizationUrl":"https://idp.example.com/d","tokenUrl":"https://idp.example.com/t","scopes":{}}`
	)
	for flows, want := range map[string]struct{ flat, wrapped []string }{
		`{"authorizationCode":` + code + `}`:                                   {},
		`{"clientCredentials":` + creds + `}`:                                  {},
		`{"deviceCode":` + device + `}`:                                        {},
		`{"clientCredentials":` + creds + `,"authorizationCode":` + code + `}`: {nil, []string{fields + "[flow-count] @"}},
		`{"clientCredentials":` + creds + `,"implicit":null}`:                  {[]string{"warn B-null @/implicit"}, []string{"warn B-null @/implicit"}},
		`{}`:                                     {[]string{fields + "[flows] @"}, []string{fields + "[flows] @"}},
		`{"device":{}}`:                          {[]string{fields + "[flows] @", "warn S0-standard-places @/device"}, []string{fields + "[flows] @", "warn S0-standard-places @/device"}},
		`{"authorizationCode":{}}`:               {[]string{fields + " @/authorizationCode", fields + " @/authorizationCode", fields + " @/authorizationCode"}, []string{fields + " @/authorizationCode", fields + " @/authorizationCode", fields + " @/authorizationCode"}},
		`{"clientCredentials":{"tokenUrl":"t"}}`: {[]string{fields + " @/clientCredentials"}, []string{fields + " @/clientCredentials"}},
		`{"clientCredentials":{"tokenUrl":"","scopes":{}}}`:       {[]string{fields + " @/clientCredentials/tokenUrl"}, []string{fields + " @/clientCredentials/tokenUrl"}},
		`{"clientCredentials":{"tokenUrl":"t","scopes":[]}}`:      {[]string{"fail B-types @/clientCredentials/scopes"}, []string{"fail B-types @/clientCredentials/scopes"}},
		`{"clientCredentials":{"tokenUrl":"t","scopes":{"a":1}}}`: {[]string{"fail B-types[element] @/clientCredentials/scopes/a"}, []string{"fail B-types[element] @/clientCredentials/scopes/a"}},
		`{"clientCredentials":5}`:                                 {[]string{"fail B-types @/clientCredentials"}, []string{"fail B-types @/clientCredentials"}},
		// The deprecated flows require nothing at 1.0, in OpenAPI what they need.
		`{"implicit":{}}`: {[]string{fields + " @/implicit", fields + " @/implicit"}, nil},
		`{"password":{}}`: {[]string{fields + " @/password", fields + " @/password"}, nil},
		`5`:               {[]string{"fail B-types @"}, []string{"fail B-types @"}},
		`null`:            {[]string{fields + " @"}, []string{fields + " @"}},
	} {
		for _, c := range []struct {
			scheme, prefix string
			want           []string
		}{
			{`{"type":"oauth2","flows":` + flows + `}`, "@/flows", want.flat},
			{`{"oauth2SecurityScheme":{"flows":` + flows + `}}`, "@/oauth2SecurityScheme/flows", want.wrapped},
		} {
			var due []string
			for _, line := range c.want {
				due = append(due, strings.Replace(line, "@", c.prefix, 1))
			}
			if got := schemeFindings(t, c.scheme, ModeProfile); !slices.Equal(got, due) && len(got)+len(due) > 0 {
				t.Errorf("%s\n got %q\nwant %q", c.scheme, got, due)
			}
		}
	}
	for scheme, want := range map[string]string{`{"type":"oauth2"}`: "@", `{"oauth2SecurityScheme":{}}`: "@/oauth2SecurityScheme"} {
		if got := schemeFindings(t, scheme, ModeProfile); !slices.Equal(got, []string{fields + " " + want}) {
			t.Errorf("%s: %q", scheme, got)
		}
	}
}

// B100: a fault inside a map's value is found, and the valid value beside it is
// left alone.
func TestEveryMapValueIsVisited(t *testing.T) {
	expect(t, cardWith("securitySchemes", `{"ok":{"mtlsSecurityScheme":{}},"bad":{"openIdConnectSecurityScheme":{}}}`,
		"securityRequirements", `[{"schemes":{"ok":{},"bad":{}}}]`), ModeProfile,
		"fail B-scheme-fields /securitySchemes/bad/openIdConnectSecurityScheme")
}
