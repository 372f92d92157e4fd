package card

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// Card spec §1's sample in each dialect, byte for byte.
func TestDialectsOfTheSample(t *testing.T) {
	const (
		head = `"name":"Ethos Decision","description":"결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다.",`
		face = `"supportedInterfaces":[{"url":"https://ethos.internal/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],` +
			`"version":"1.0.0","provider":{"organization":"CHOFAM","url":"https://cho-fam.com"},"capabilities":{"streaming":false,"pushNotifications":false,` +
			`"extensions":[{"uri":"https://cho-fam.com/ans/v1","description":"ANS 이름 — 이름 권위는 chofam ANS",`
		named = `"params":{"name":"ethos.decision.v1"}}]},`
		modes = `"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],`
		skill = `"skills":[{"id":"decision-session","name":"결정 세션","description":"기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.",` +
			`"tags":["chofam:kind/advisory","chofam:scope/party"],"inputModes":["text/plain"],"outputModes":["text/plain"]}]}`
		flat    = `"type":"http","scheme":"bearer","bearerFormat":"JWT"`
		wrapper = `"httpAuthSecurityScheme":{"scheme":"bearer","bearerFormat":"JWT"}`
		older   = `{"protocolVersion":"1.0.1",` + head + `"url":"https://ethos.internal/a2a",`
	)
	for d, want := range map[Dialect]string{
		DialectDual:    older + face + named + `"securitySchemes":{"userBearer":{` + flat + `,` + wrapper + `}},"security":[{"userBearer":[]}],` + modes + skill,
		DialectProfile: older + face + `"required":false,` + named + `"securitySchemes":{"userBearer":{` + flat + `}},"security":[{"userBearer":[]}],` + modes + skill,
		DialectA2A10:   `{` + head + face + named + `"securitySchemes":{"userBearer":{` + wrapper + `}},"securityRequirements":[{"schemes":{"userBearer":{}}}],` + modes + skill,
	} {
		got, err := Marshal(parse(t, sample(t)).Card(), d)
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", d, err, got, want)
		}
		mode := ModeProfile
		if d == DialectA2A10 {
			mode = ModeA2A10
		}
		for _, p := range Validate(parse(t, string(got)), mode) {
			t.Errorf("%s: %s %s %s", d, p.Rule, p.Pointer, p.Message.EN)
		}
	}
}

// What dual and a2a10 write can be signed; what profile writes can't, since a
// reader after A2A §8.4.1 leaves required: false out.
func TestDialectsAndSigning(t *testing.T) {
	for _, d := range dialects {
		out, err := Marshal(parse(t, sample(t)).Card(), d)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := Sign(parse(t, string(out)), Signer{Key: signKeys()["ES256"], KeyID: "key-1"})
		var differs *NotSignableError
		if d == DialectProfile {
			if !errors.As(err, &differs) || !slices.Equal(differs.Pointers, []string{"/capabilities/extensions/0/required"}) {
				t.Errorf("profile is signed: %v", err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", d, err)
			continue
		}
		// The signature stays with the card through its own dialect.
		again, err := Marshal(parse(t, string(signed)).Card(), d)
		if err != nil || canonical(t, parse(t, string(again))) != canonical(t, parse(t, string(out))) || len(parse(t, string(again)).Card().Signatures) != 1 {
			t.Errorf("%s: %v: %s", d, err, again)
		}
	}
}

func TestNotRepresentable(t *testing.T) {
	schemes := func(s string) string { return cardWith("securitySchemes", `{"s":`+s+`}`) }
	const twoFlows = `{"clientCredentials":{"tokenUrl":"https://t.example.com","scopes":{}},"deviceCode":{"deviceAuthorizationUrl":"https://d.example.com","tokenUrl":"https://t.example.com","scopes":{}}}`
	all := dialects
	strict := []Dialect{DialectA2A10}
	for _, tc := range []struct {
		text string
		in   []Dialect
		want string // the pointers, parted by spaces
	}{
		{cardWith(), nil, ""},
		{schemes(`{"type":"oauth2","flows":` + twoFlows + `}`), []Dialect{DialectDual, DialectA2A10}, "/securitySchemes/s/flows"},
		{schemes(`{"oauth2SecurityScheme":{"flows":` + twoFlows + `}}`), []Dialect{DialectDual, DialectA2A10}, "/securitySchemes/s/oauth2SecurityScheme/flows"},
		{skillWith(`"security":[]`), strict, "/skills/0/security"},
		{skillWith(`"securityRequirements":[]`), strict, "/skills/0/securityRequirements"},
		{cardWith("security", `[]`), nil, ""}, // on the card absent says the same
		{cardWith("x-a", `null`, "x-b", `1`), strict, "/x-a /x-b"},
		{skillWith(`"price":1`), strict, "/skills/0/price"},
		{cardWith("provider", `{"organization":"O","url":"https://o.example.com","name":"n"}`), strict, "/provider/name"},
		{cardWith("iconUrl", `5`), strict, "/iconUrl"},
		{cardWith("iconUrl", `null`), nil, ""},
		{cardWith("capabilities", `{"stateTransitionHistory":false}`), strict, "/capabilities/stateTransitionHistory"},
		{cardWith("capabilities", `{"extensions":[{"uri":"u"},7]}`), strict, "/capabilities/extensions/1"},
		{cardWith("authentication", `{"schemes":["bearer"]}`), strict, "/authentication"},
		{cardWith("defaultInputModes", `["text/plain",null]`), strict, "/defaultInputModes/1"},
		{cardWith("url", `"https://other.example.com"`), strict, "/url"},
		{cardWith("url", `"https://AGENT.example.com:443/a2a"`), nil, ""},
		{cardWith("protocolVersion", `"0.3.0"`), strict, "/protocolVersion"},
		{cardWith("protocolVersion", `"1.0.1"`), nil, ""},
		{cardWith("preferredTransport", `"GRPC"`), strict, "/preferredTransport"},
		{cardWith("preferredTransport", `"JSONRPC"`), nil, ""},
		{cardWith("additionalInterfaces", `[{"url":"https://agent.example.com/rest","transport":"HTTP+JSON"}]`), strict, "/additionalInterfaces"},
		{cardWith("additionalInterfaces", `[{"url":"https://agent.example.com/a2a","transport":"JSONRPC"}]`), nil, ""},
		{cardWith("additionalInterfaces", `[{"url":"https://agent.example.com/a2a","transport":"JSONRPC","x":1}]`), strict, "/additionalInterfaces"},
		{cardWith("supportsAuthenticatedExtendedCard", `true`), nil, ""},
		{cardWith("supportsAuthenticatedExtendedCard", `true`, "capabilities", `{"extendedAgentCard":false}`), strict, "/supportsAuthenticatedExtendedCard"},
		{cardWith("supportedInterfaces", `"x"`), all, "/supportedInterfaces"}, // else the url would take its place
		{cardWith("security", `"none"`), all, "/security"},
		{cardWith("security", `[{"a":[]}]`, "securityRequirements", `[{"schemes":{"b":{}}}]`), all, "/security"},
		{cardWith("security", `[{"a":[]}]`, "securityRequirements", `[]`), all, "/securityRequirements"},
		{cardWith("security", `[{"a":[]}]`, "securityRequirements", `[{"schemes":{"a":{}}}]`), nil, ""},
		{cardWith("security", `[{"a":[]},"x"]`), strict, "/security/1"},
		{cardWith("security", `[{"a":[]},"x"]`, "securityRequirements", `[{"a":[]},"x"]`), all, "/security"}, // nobody knows whether they agree
		{cardWith("securitySchemes", `[{"type":"http","scheme":"bearer"}]`), strict, "/securitySchemes"},
		{schemes(`{"type":"future"}`), strict, "/securitySchemes/s"},
		{schemes(`{"type":"http","scheme":"bearer","httpAuthSecurityScheme":{"scheme":"basic"}}`), []Dialect{DialectProfile, DialectA2A10}, "/securitySchemes/s"},
		{schemes(`{"type":"http","scheme":"bearer","description":"a","httpAuthSecurityScheme":{"scheme":"bearer","description":"b"}}`), []Dialect{DialectProfile, DialectA2A10}, "/securitySchemes/s"},
		{schemes(`{"type":"http","scheme":"bearer","in":"header","x":1}`), strict, "/securitySchemes/s/in /securitySchemes/s/x"},
		{schemes(`{"apiKeySecurityScheme":{"in":"header","name":"K"}}`), []Dialect{DialectProfile, DialectA2A10}, "/securitySchemes/s/apiKeySecurityScheme/in"},
		{
			schemes(`{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://t.example.com","authorizationUrl":"https://a.example.com","scopes":{"a":1}}}}`), strict,
			"/securitySchemes/s/flows/clientCredentials/authorizationUrl /securitySchemes/s/flows/clientCredentials/scopes/a",
		},
	} {
		d := parse(t, tc.text)
		text, err := d.Card().MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range dialects {
			out, err := Marshal(d.Card(), to)
			var lost *NotRepresentableError
			switch refused := slices.Contains(tc.in, to); {
			case refused && (!errors.As(err, &lost) || out != nil || lost.Dialect != to):
				t.Errorf("%s: written from %s\n%s, %v", to, tc.text, out, err)
			case refused:
				got := inOrderOf(t, string(text), lost.Pointers)
				if want := strings.Fields(tc.want); !slices.Equal(got, want) {
					t.Errorf("%s: %q lost of %s, want %q", to, got, tc.text, want)
				}
			case err != nil:
				t.Errorf("%s: %v: %s", to, err, tc.text)
			}
		}
	}
}

// inOrderOf gives pointers sorted by text, since members that the model does
// not know are written behind the others.
func inOrderOf(t *testing.T, text string, pointers []string) []string {
	t.Helper()
	for _, p := range pointers {
		if _, ok := parse(t, text).At(p); !ok {
			t.Errorf("nothing at %s in %s", p, text)
		}
	}
	return slices.Sorted(slices.Values(pointers))
}

// The letter of card spec §3: required is written, whatever stood for it.
func TestProfileWritesRequired(t *testing.T) {
	c := parse(t, cardWith("capabilities", `{"extensions":[{"uri":"a"},{"uri":"b","required":null},{"uri":"c","required":false},{"uri":"d","required":true},{"uri":"e","required":0}]}`)).Card()
	out, err := Marshal(c, DialectProfile)
	want := `"extensions":[{"uri":"a","required":false},{"uri":"b","required":false},{"uri":"c","required":false},{"uri":"d","required":true},{"uri":"e","required":0}]`
	if err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%v: %s", err, out)
	}
}

// A card of 0.3 gets what 1.0 has for it.
func TestMarshalOfAnOlderCard(t *testing.T) {
	const old = `{"protocolVersion":"0.3.0","name":"N","description":"d","version":"1","url":"https://a.example.com/","preferredTransport":"GRPC",
		"additionalInterfaces":[{"url":"https://a.example.com/","transport":"GRPC"},{"url":"https://a.example.com/rpc","transport":"JSONRPC"}],
		"capabilities":{"extensions":[]},"supportsAuthenticatedExtendedCard":true,"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
		"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"security":[{"k":[]},{}]}],
		"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Key","description":"the key"}},"security":[{"k":["read"]}]}`
	const faces = `"supportedInterfaces":[{"url":"https://a.example.com/","protocolBinding":"GRPC","protocolVersion":"0.3"},{"url":"https://a.example.com/rpc","protocolBinding":"JSONRPC","protocolVersion":"0.3"}],` +
		`"version":"1","capabilities":{"extendedAgentCard":true},`
	const wrapper = `"apiKeySecurityScheme":{"description":"the key","location":"header","name":"X-Key"}`
	for d, want := range map[Dialect]string{
		DialectDual: `{"protocolVersion":"0.3.0","name":"N","description":"d","url":"https://a.example.com/",` + faces +
			`"securitySchemes":{"k":{"type":"apiKey","description":"the key","name":"X-Key","in":"header",` + wrapper + `}},"security":[{"k":["read"]}],` +
			`"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"security":[{"k":[]},{}]}]}`,
		DialectA2A10: `{"name":"N","description":"d",` + faces +
			`"securitySchemes":{"k":{` + wrapper + `}},"securityRequirements":[{"schemes":{"k":{"list":["read"]}}}],` +
			`"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"S","description":"d","tags":["t"],"securityRequirements":[{"schemes":{"k":{}}},{}]}]}`,
	} {
		if got, err := Marshal(parse(t, old).Card(), d); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", d, err, got, want)
		}
	}
}

func TestMarshalRefuses(t *testing.T) {
	var parseErr *ParseError
	for name, tc := range map[string]struct {
		c *AgentCard
		d Dialect
		p bool
	}{
		"no card":       {nil, DialectDual, false},
		"no dialect":    {parse(t, cardWith()).Card(), Dialect(3), false},
		"less than one": {parse(t, cardWith()).Card(), Dialect(-1), false},
		"no name":       {&AgentCard{Skills: []Skill{}}, DialectDual, true},
		"no skills":     {&AgentCard{Name: "N"}, DialectDual, true},
		"too long":      {&AgentCard{Name: "N", Skills: []Skill{}, Description: strings.Repeat("x", MaxSize)}, DialectDual, true},
		"not UTF-8":     {&AgentCard{Name: "\xff", Skills: []Skill{}}, DialectDual, false},
		"raw":           {&AgentCard{Name: "N", Skills: []Skill{}, Extra: map[string]json.RawMessage{"x": json.RawMessage("{")}}, DialectDual, false},
	} {
		out, err := Marshal(tc.c, tc.d)
		if err == nil || out != nil || errors.As(err, &parseErr) != tc.p {
			t.Errorf("%s: %v, written %s", name, err, out)
		}
	}
	// Both forms of its schemes take the card beyond the limit.
	long := &AgentCard{Name: "N", Skills: []Skill{}, SecuritySchemes: map[string]SecurityScheme{
		"s": {Type: "http", Scheme: "bearer", Description: strings.Repeat("x", MaxSize*2/3)},
	}}
	if _, err := Marshal(long, DialectProfile); err != nil {
		t.Error(err)
	}
	if _, err := Marshal(long, DialectDual); !errors.As(err, &parseErr) || parseErr.Rule != "B-size" {
		t.Errorf("beyond the limit: %v", err)
	}
}

// What can't be JSON is named by its place.
func TestMarshalErrorsSayWhere(t *testing.T) {
	for at, c := range map[string]AgentCard{
		"/skills/1/tags/0":                                  {Skills: []Skill{{}, {Tags: []string{"\xff"}}}},
		"/capabilities/extensions/0/params":                 {Capabilities: &Capabilities{Extensions: []Extension{{Params: json.RawMessage("{")}}}},
		"/securitySchemes/a~1b/bearerFormat":                {SecuritySchemes: map[string]SecurityScheme{"a/b": {BearerFormat: "\xff"}}},
		"/security/0":                                       {Security: []SecurityRequirement{{}}},
		"/skills/0/securityRequirements/0/schemes/b/list/0": {Skills: []Skill{{SecurityRequirements: []SecurityRequirement{{Wrapped: true, Schemes: map[string][]string{"b": {"\xff"}}}}}}},
	} {
		if _, err := c.MarshalJSON(); err == nil || !strings.Contains(err.Error(), at+":") {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestDialectNames(t *testing.T) {
	for d, want := range map[Dialect]string{DialectDual: "dual", DialectProfile: "profile", DialectA2A10: "a2a10", 3: "", -1: ""} {
		if d.String() != want {
			t.Errorf("%d is %q", d, d)
		}
	}
}

// A dialect brings no failure of a rule B: a scheme that lacks something gets no
// second form, and an interface without a url no list.
func TestDialectsBringNoFailure(t *testing.T) {
	schemes := func(s string) string { return cardWith("securitySchemes", `{"s":`+s+`}`) }
	empty := `{"name":"N","description":"d","version":"1","url":"","additionalInterfaces":[{"url":"https://a.example.com/","transport":"GRPC"}],` +
		`"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]}`
	implicit := schemes(`{"oauth2SecurityScheme":{"flows":{"implicit":{"scopes":{}}}}}`)
	for _, text := range []string{
		empty, strings.Replace(empty, `"url":"",`, `"preferredTransport":"JSONRPC","url":"https://a.example.com/",`, 1), implicit,
		schemes(`{"type":"apiKey","name":"K","location":"header"}`), schemes(`{"apiKeySecurityScheme":{"name":"K"}}`),
		schemes(`{"type":"http","scheme":""}`), schemes(`{"type":"openIdConnect"}`), schemes(`{"type":"oauth2","flows":{"clientCredentials":{}}}`),
	} {
		d := parse(t, text)
		before := faults(d)
		for _, to := range dialects {
			out, err := Marshal(d.Card(), to)
			if err != nil {
				continue
			}
			for what, n := range faults(parse(t, string(out))) {
				if n > before[what] {
					t.Errorf("%s: %s is new in %s\nfrom %s", to, what, out, text)
				}
			}
		}
	}
	if out, err := Marshal(parse(t, empty).Card(), DialectDual); err != nil || !strings.Contains(string(out), `"url":"","additionalInterfaces"`) {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := Marshal(parse(t, implicit).Card(), DialectProfile); err == nil {
		t.Error("the flat form holds a flow that lacks what it requires")
	}
}

// faults counts the failures of rules B.
func faults(d *Document) map[string]int {
	out := map[string]int{}
	for _, p := range Validate(d, ModeProfile) {
		if p.Severity == SeverityFail && strings.HasPrefix(p.Rule, "B-") {
			out[p.Rule+" "+p.Code]++
		}
	}
	return out
}
