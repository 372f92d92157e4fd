package card

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// extraOf is what Extra holds at one place, as JSON text.
func extraOf(x map[string]json.RawMessage) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(x)) {
		out = append(out, name+"="+string(x[name]))
	}
	return strings.Join(out, " ")
}

// Every object type keeps what its fields can't hold: members that are
// unknown, of another type, or null.
func TestExtraOnEveryType(t *testing.T) {
	c := parse(t, `{
		"name":"N","skills":[{"id":1,"name":null,"tags":{},"examples":"e","x":[1.0]}],
		"description":7,"url":null,"provider":{"url":1,"organization":null,"x":"y"},"Name":"M","description2":{"a":null},
		"supportedInterfaces":[{"url":[],"tenant":null,"transport":"JSONRPC"}],
		"additionalInterfaces":[{"url":1,"transport":null,"x":true}],
		"capabilities":{"streaming":"no","pushNotifications":null,"extendedAgentCard":0,"stateTransitionHistory":"x","future":{},
			"extensions":[{"uri":1,"description":[],"required":"no","params":[],"x":1}]},
		"signatures":[{"protected":1,"signature":null,"header":[],"payload":"x"}],
		"supportsAuthenticatedExtendedCard":"yes",
		"securitySchemes":{
			"k":{"type":5,"in":null,"apiKeySecurityScheme":{"location":1,"in":"header","name":null}},
			"h":{"httpAuthSecurityScheme":{"scheme":1,"x":0}},
			"o":{"oauth2SecurityScheme":{"flows":{"implicit":1,"device":{},"clientCredentials":{"tokenUrl":1,"scopes":[],"pkceRequired":1,"x":{}}},"y":1}},
			"i":{"openIdConnectSecurityScheme":{"openIdConnectUrl":1,"z":null}},
			"m":{"mtlsSecurityScheme":{"description":1,"w":null}},
			"f":{"futureSecurityScheme":{"a":1}}}}`).Card()
	s := c.SecuritySchemes
	flows := s["o"].OAuth2.Flows
	for _, e := range []struct {
		where string
		extra map[string]json.RawMessage
		want  string
	}{
		{"card", c.Extra, `Name="M" description=7 description2={"a":null} supportsAuthenticatedExtendedCard="yes" url=null`},
		{"skill", c.Skills[0].Extra, `examples="e" id=1 name=null tags={} x=[1.0]`},
		{"provider", c.Provider.Extra, `organization=null url=1 x="y"`},
		{"interface", c.SupportedInterfaces[0].Extra, `tenant=null transport="JSONRPC" url=[]`},
		{"additional interface", c.AdditionalInterfaces[0].Extra, `transport=null url=1 x=true`},
		{"capabilities", c.Capabilities.Extra, `extendedAgentCard=0 future={} pushNotifications=null stateTransitionHistory="x" streaming="no"`},
		{"extension", c.Capabilities.Extensions[0].Extra, `description=[] params=[] required="no" uri=1 x=1`},
		{"signature", c.Signatures[0].Extra, `header=[] payload="x" protected=1 signature=null`},
		{"scheme", s["k"].Extra, `in=null type=5`},
		{"API key", s["k"].APIKey.Extra, `in="header" location=1 name=null`},
		{"HTTP", s["h"].HTTPAuth.Extra, `scheme=1 x=0`},
		{"OAuth 2", s["o"].OAuth2.Extra, `y=1`},
		{"flows", flows.Extra, `device={} implicit=1`},
		{"flow", flows.ClientCredentials.Extra, `pkceRequired=1 scopes=[] tokenUrl=1 x={}`},
		{"OpenID Connect", s["i"].OpenIDConnect.Extra, `openIdConnectUrl=1 z=null`},
		{"mutual TLS", s["m"].MutualTLS.Extra, `description=1 w=null`},
		{"unknown scheme", s["f"].Extra, `futureSecurityScheme={"a":1}`},
	} {
		if got := extraOf(e.extra); got != e.want {
			t.Errorf("%s: %s, want %s", e.where, got, e.want)
		}
	}
	if c.Description != "" || c.URL != "" || c.Skills[0].ID != "" || c.Capabilities.Streaming != nil || flows.Implicit != nil {
		t.Error("a value of another type got into a field")
	}
}

// Elements that are no object keep their place, in every list.
func TestElementsKeepTheirPlace(t *testing.T) {
	c := parse(t, `{"name":"N","skills":[null,{"id":"a"},5,[],{"id":"b"}],
		"supportedInterfaces":["x",{"url":"u"},null],"additionalInterfaces":[{"url":"v"},7],
		"capabilities":{"extensions":[[],{"uri":"e"}]},"signatures":[true,{"signature":"s"}],
		"defaultInputModes":["a/b",null,5,"c/d"],"securitySchemes":{"a":null,"b":[],"c":{"type":"http"}}}`).Card()
	var ids []string
	for _, s := range c.Skills {
		ids = append(ids, s.ID)
	}
	if got := strings.Join(ids, ","); got != ",a,,,b" {
		t.Errorf("skills %q", got)
	}
	if len(c.SupportedInterfaces) != 3 || c.SupportedInterfaces[1].URL != "u" {
		t.Errorf("interfaces %+v", c.SupportedInterfaces)
	}
	if len(c.AdditionalInterfaces) != 2 || c.AdditionalInterfaces[0].URL != "v" {
		t.Errorf("additional interfaces %+v", c.AdditionalInterfaces)
	}
	if len(c.Capabilities.Extensions) != 2 || c.Capabilities.Extensions[1].URI != "e" || len(c.Signatures) != 2 || c.Signatures[1].Signature != "s" {
		t.Errorf("extensions %+v, signatures %+v", c.Capabilities.Extensions, c.Signatures)
	}
	if !slices.Equal(c.DefaultInputModes, []string{"a/b", "", "", "c/d"}) || extraOf(c.Extra) != `defaultInputModes=["a/b",null,5,"c/d"]` {
		t.Errorf("modes %q, %s", c.DefaultInputModes, extraOf(c.Extra))
	}
	if len(c.SecuritySchemes) != 3 || c.SecuritySchemes["c"].Kind() != SchemeHTTP || c.SecuritySchemes["a"].Kind() != SchemeUnknown {
		t.Errorf("schemes %+v", c.SecuritySchemes)
	}
}

// Absent, null, empty and false are four things.
func TestAbsentNullEmptyFalse(t *testing.T) {
	read := func(s string) *AgentCard { return parse(t, `{"name":"N","skills":[]`+s+`}`).Card() }
	if c := read(``); c.Capabilities != nil || c.DefaultInputModes != nil || c.SecuritySchemes != nil || c.Security != nil || c.Signatures != nil || c.Extra != nil {
		t.Errorf("absent: %+v", c)
	}
	if c := read(`,"capabilities":null,"defaultInputModes":null,"securitySchemes":null,"security":null`); c.Capabilities != nil || c.DefaultInputModes != nil ||
		c.SecuritySchemes != nil || c.Security != nil || len(c.Extra) != 4 {
		t.Errorf("null: %+v", c)
	}
	if c := read(`,"capabilities":{},"defaultInputModes":[],"securitySchemes":{},"security":[]`); c.Capabilities == nil || c.DefaultInputModes == nil ||
		c.SecuritySchemes == nil || c.Security == nil || c.Extra != nil {
		t.Errorf("empty: %+v", c)
	}
	if c := read(`,"capabilities":{"streaming":false}`); c.Capabilities.Streaming == nil || *c.Capabilities.Streaming {
		t.Errorf("false: %+v", c.Capabilities)
	}
}

// Names are compared to the letter: no folding of case and no snake_case.
func TestNamesAreExact(t *testing.T) {
	c := parse(t, `{"name":"N","skills":[],"Url":"https://evil.example.net","SupportedInterfaces":[{"url":"x"}],"ſkillſ":[1],"s\u212aills":[2],
		"supported_interfaces":[{"url":"y"}],"default_input_modes":["a/b"],"\u0075rl":"https://agent.example.com"}`).Card()
	if c.URL != "https://agent.example.com" || c.SupportedInterfaces != nil || len(c.Skills) != 0 || c.DefaultInputModes != nil || len(c.Extra) != 6 {
		t.Errorf("%+v", c)
	}
}

// What is read of the sample.
func TestSampleCard(t *testing.T) {
	c := parse(t, sample(t)).Card()
	no := false
	want := &AgentCard{
		ProtocolVersion: "1.0.1", Name: "Ethos Decision", Description: "결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다.",
		URL: "https://ethos.internal/a2a", SupportedInterfaces: []Interface{{URL: "https://ethos.internal/a2a", ProtocolBinding: "JSONRPC"}},
		Version: "1.0.0", Provider: &Provider{Organization: "CHOFAM", URL: "https://cho-fam.com"},
		Capabilities: &Capabilities{Streaming: &no, PushNotifications: &no, Extensions: []Extension{{
			URI: "https://cho-fam.com/ans/v1", Description: "ANS 이름 — 이름 권위는 chofam ANS",
			Params: json.RawMessage(`{ "name": "ethos.decision.v1" }`), zero: zRequired,
		}}},
		DefaultInputModes: []string{"text/plain"}, DefaultOutputModes: []string{"text/plain"},
		SecuritySchemes: map[string]SecurityScheme{"userBearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"}},
		Security:        []SecurityRequirement{{Schemes: map[string][]string{"userBearer": {}}, Raw: json.RawMessage(`{ "userBearer": [] }`)}},
		Skills: []Skill{{
			ID: "decision-session", Name: "결정 세션", Description: "기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.",
			Tags: []string{"chofam:kind/advisory", "chofam:scope/party"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"},
		}},
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v\nwant\n%+v", c, want)
	}
	for i, e := range c.ExtensionsByURI("https://cho-fam.com/ans/v1") {
		if i != 0 || e.URI != "https://cho-fam.com/ans/v1" {
			t.Errorf("extension %d: %s", i, e.URI)
		}
	}
	for range c.ExtensionsByURI("https://cho-fam.com/ans/v1/") {
		t.Error("URIs are compared to the letter")
	}
	for range (&AgentCard{}).ExtensionsByURI("") {
		t.Error("a card without capabilities has extensions")
	}
}
