package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// The faults that were seen in the field, areas validation and extensions. Each
// case is an outside card that is right but for the fault; the wants are all
// findings of the rules on the base card.

// wants holds the findings of a2a and places against lines of a fixture file.
func wants(t *testing.T, name string, body []byte, lines ...string) {
	t.Helper()
	got := foundIn(body, External(), A2A(), Places())
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		t.Errorf("%s:\n  %s\nwant:\n  %s", name, strings.Join(got, "\n  "), strings.Join(lines, "\n  "))
	}
}

func external(t *testing.T, ops ...string) []byte {
	t.Helper()
	return derived(t, "base/external.json", ops...)
}

// B99: absent, null and the zero value are three states.
func TestPresenceIsNoZeroValue(t *testing.T) {
	wants(t, "false is a value", external(t, `set /capabilities {"streaming":false,"pushNotifications":false,"extendedAgentCard":false}`))
	wants(t, "empty", external(t, `set /description ""`), "B-description fail /description empty")
	wants(t, "null", external(t, `set /description null`), "B-description fail /description")
	wants(t, "absent", external(t, `del /description`), "B-description fail /")
	wants(t, "a skill's", external(t, `set /skills/0/description ""`, `set /skills/1/name null`),
		"B-skill-fields fail /skills/0/description", "B-skill-fields fail /skills/1/name")
}

// B100: every scheme of the map is visited. One REQUIRED member less in one of
// them is exactly one finding, at the object that lacks it.
func TestEverySchemeIsVisited(t *testing.T) {
	const issuer, token = `"https://id.example.com/.well-known/openid-configuration"`, `"https://id.example.com/token"`
	schemes := map[string]map[string]string{
		"flat": {
			"key":  `{"type":"apiKey","in":"header","name":"X-Key"}`,
			"http": `{"type":"http","scheme":"bearer"}`,
			"oidc": `{"type":"openIdConnect","openIdConnectUrl":` + issuer + `}`,
			"auth": `{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":` + token + `,"scopes":{}}}}`,
		},
		"wrapped": {
			"key":  `{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}}`,
			"http": `{"httpAuthSecurityScheme":{"scheme":"bearer"}}`,
			"oidc": `{"openIdConnectSecurityScheme":{"openIdConnectUrl":` + issuer + `}}`,
			"auth": `{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":` + token + `,"scopes":{}}}}}`,
		},
	}
	required := map[string][]string{
		"flat":    {"key/in", "key/name", "http/scheme", "oidc/openIdConnectUrl", "auth/flows", "auth/flows/clientCredentials/tokenUrl", "auth/flows/clientCredentials/scopes"},
		"wrapped": {"key/apiKeySecurityScheme/location", "key/apiKeySecurityScheme/name", "http/httpAuthSecurityScheme/scheme", "oidc/openIdConnectSecurityScheme/openIdConnectUrl", "auth/oauth2SecurityScheme/flows", "auth/oauth2SecurityScheme/flows/clientCredentials/tokenUrl", "auth/oauth2SecurityScheme/flows/clientCredentials/scopes"},
	}
	for form, set := range schemes {
		ops := []string{`set /securitySchemes {"deskBearer":{"type":"mutualTLS"}}`}
		for name, text := range set {
			ops = append(ops, "set /securitySchemes/"+name+" "+text, `set /security/- {"`+name+`":[]}`)
		}
		wants(t, form, external(t, ops...))
		for _, p := range required[form] {
			at := "/securitySchemes/" + p
			wants(t, form+" without "+p, external(t, append(ops[:len(ops):len(ops)], "del "+at)...), "B-scheme-fields fail "+at[:strings.LastIndex(at, "/")])
			wants(t, form+" with null for "+p, external(t, append(ops[:len(ops):len(ops)], "set "+at+" null")...), "B-scheme-fields fail "+at)
		}
	}
	wants(t, "the row's own example", external(t, `set /securitySchemes {"deskBearer":{"mtlsSecurityScheme":{}},"bad":{"openIdConnectSecurityScheme":{}}}`, `set /security/- {"bad":[]}`),
		"B-scheme-fields fail /securitySchemes/bad/openIdConnectSecurityScheme")
	wants(t, "scopes are visited too", external(t, `set /securitySchemes/o {"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":`+token+`,"scopes":{"a":"d","b":1}}}}`, `set /security/- {"o":[]}`),
		"B-types fail /securitySchemes/o/flows/clientCredentials/scopes/b element")
}

// B102: another type is a finding, and the siblings are judged.
func TestTypesAreFindings(t *testing.T) {
	wants(t, "two of them", external(t, `set /defaultInputModes "text/plain"`, `set /capabilities []`, `set /skills/0/id 5`),
		"B-types fail /defaultInputModes", "B-capabilities fail /capabilities array", "B-skill-fields fail /skills/0/id")
	for _, value := range []string{`{"id":"s"}`, `"s"`, `5`, `true`, `null`} {
		r := Run(context.Background(), Target{Received: external(t, `set /skills `+value, `set /capabilities []`)}, A2A())
		if r.Unread == nil || r.Unread.Rule != "B-skills-array" || r.Unread.Pointer != "/skills" || len(r.Findings) != 1 {
			t.Errorf("skills %s: %+v", value, r.Findings)
		}
	}
}

// B103: what url.Parse lets through is no interface URL, and what it refuses
// may be one.
func TestInterfaceURLs(t *testing.T) {
	at := func(url string) []byte {
		return external(t, fmt.Sprintf(`set /supportedInterfaces/0/url %q`, url), fmt.Sprintf(`set /url %q`, url))
	}
	for url, code := range map[string]string{
		"http://:80": "host", "agent.example.com:443": "absolute", "https:///a2a": "host", "https:agent.example.com": "absolute",
		"https://agent.example.com:0/": "port", "https://agent.example.com:99999/": "port", "https://agent.example.com/#x": "fragment",
		"https://agent.example.com/a b": "characters", `https://agent.example.com\a`: "characters", "https://u:p@agent.example.com/": "userinfo",
		"ftp://agent.example.com/": "scheme", "/a2a": "absolute", "": "absolute",
	} {
		got := foundIn(at(url), External(), A2A())
		if !slices.ContainsFunc(got, func(l string) bool {
			return strings.HasPrefix(l, "B-iface-url fail /supportedInterfaces/0/url") && strings.HasSuffix(l, " "+code)
		}) {
			t.Errorf("%q: %v, want %s", url, got, code)
		}
	}
	for _, url := range []string{
		"https://agent.example.com", "HTTPS://Agent.Example.com:443/a2a", "https://[2001:db8::1]:8443/a2a", "https://xn--9n2bp8q.example/a2a",
		"https://한글.example/a2a", "https://agent.example.com/a?b=c%20d",
	} {
		wants(t, url, at(url))
	}
}

// B104: required arrays have an entry, in every shape.
func TestRequiredArraysAreNotEmpty(t *testing.T) {
	wants(t, "1.0", external(t, `set /skills []`), "B-skills-nonempty fail /skills")
	wants(t, "0.3", external(t, `set /skills []`, `set /protocolVersion "0.3.0"`, `del /supportedInterfaces`),
		"B-skills-nonempty fail /skills", "B-interfaces warn / url-only", "S0-version warn /protocolVersion")
	wants(t, "the others", external(t, `set /supportedInterfaces []`, `set /defaultInputModes []`, `set /defaultOutputModes []`, `set /skills/0/tags []`),
		"B-interfaces fail /supportedInterfaces empty", "B-modes fail /defaultInputModes empty", "B-modes fail /defaultOutputModes empty", "B-skill-fields fail /skills/0/tags tags")
}

// B106: modes are media types, at skills too.
func TestModes(t *testing.T) {
	list := `["text","text/plain","TEXT/Plain; charset=utf-8","application/a2ui+json","text/*","","text/"]`
	for _, at := range []string{"/defaultInputModes", "/defaultOutputModes", "/skills/0/inputModes", "/skills/0/outputModes"} {
		wants(t, at, external(t, "set "+at+" "+list),
			"B-modes warn "+at+"/0 word", "B-modes warn "+at+"/4 wildcard", "B-modes fail "+at+"/5 form", "B-modes fail "+at+"/6 form")
	}
}

// B107: an empty object is no card, and that is one finding.
func TestEmptyObject(t *testing.T) {
	r := Run(context.Background(), Target{Received: []byte(`{}`)}, Offline()...)
	if r.Unread == nil || r.Unread.Rule != "B-name" || len(r.Findings) != 1 || r.Findings[0].Pointer != "" || r.Verdict("a2a") != Fail {
		t.Errorf("%v, %+v", r.Unread, r.Findings)
	}
	// With what makes it a card, the other REQUIRED members are all named at once.
	wants(t, "nothing but a name and skills", []byte(`{"name":"A","skills":[]}`),
		"B-skills-nonempty fail /skills", "B-description fail /", "B-version fail /", "B-capabilities fail /", "B-modes fail /", "B-modes fail /", "B-interfaces fail /", "S0-version warn /")
}

// B110: URLs meant for people are http or https, and no text of a card moves the
// reader's text.
func TestDisplayURLs(t *testing.T) {
	body := external(t, `set /iconUrl "data:image/svg+xml,<svg onload=x>"`, `set /documentationUrl "JavaScript:alert(1)"`, `set /provider {"organization":"Ex\u202eample","url":"javascript:0\u202e"}`)
	wants(t, "none of these", body, "B-display-url warn /iconUrl", "B-display-url warn /documentationUrl", "B-display-url warn /provider/url")
	for _, f := range Run(context.Background(), Target{Received: body}, A2A()).Findings {
		if strings.Contains(f.Message.KO+f.Message.EN+f.Observed, "\u202e") {
			t.Errorf("%s shows a bidi mark: %s", f.Pointer, f.Message.EN)
		}
	}
	wants(t, "no provider.url", external(t, `del /provider/url`), "B-provider warn /provider")
}

// B111: skill ids are unique; ids that only look alike are warned of.
func TestSkillIDs(t *testing.T) {
	wants(t, "twice, and nearly", external(t, `set /skills/0/id "q"`, `set /skills/1/id "q"`, `set /skills/- {"id":"Q ","name":"S","description":"d","tags":["t"]}`),
		"B-skill-id-unique fail /skills/1/id", "B-skill-id-unique warn /skills/2/id near")
}

// B113: extensions at the top level are kept and read by nobody.
func TestExtensionsAtTheTop(t *testing.T) {
	body := derived(t, "base/ethos.json", `set /extensions [{"uri":"https://cho-fam.com/ans/v1","required":true,"params":{"name":"ethos.decision.v1"}}]`, `set /capabilities {}`)
	got := foundIn(body, Ethos(), Offline()...)
	if want := []string{"B-extensions warn /extensions place", "V5 fail /capabilities none"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	d, err := card.Parse(body)
	if err != nil || !strings.Contains(string(d.Raw()), `"extensions":[{`) || len(d.Card().Extra["extensions"]) == 0 {
		t.Errorf("not kept: %v", err)
	}
	if names := FactsOf(d).Names; len(names) != 0 {
		t.Errorf("read as %v", names)
	}
}

// B114: what a card marks required is the caller's affair when it calls; a check
// of the document calls nobody and finds no fault in it.
func TestRequiredExtension(t *testing.T) {
	wants(t, "of somebody else", external(t, `set /capabilities/extensions [{"uri":"https://example.com/ext/must","required":true}]`))
}

// B117: params are opaque. Nothing in them is judged, renamed or left out.
func TestParamsAreOpaque(t *testing.T) {
	params := `{"max_len":1,"maxLen":2,"e":"","n":null,"l":[],"o":{}}`
	body := external(t, `set /capabilities/extensions [{"uri":"https://example.com/x","params":`+params+`}]`)
	wants(t, "params", body)
	d, err := card.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	for name, form := range map[string]func() ([]byte, error){"a": d.Canonical, "b": d.CanonicalA2A} {
		text, err := form()
		if want := `"params":{"e":"","l":[],"maxLen":2,"max_len":1,"n":null,"o":{}}`; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("form %s: %v\n%s", name, err, text)
		}
	}
}
