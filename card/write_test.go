package card

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// roundTrip writes the typed view of a card and reads it again: the canonical
// form is the same, or neither has one.
func roundTrip(t *testing.T, d *Document) {
	t.Helper()
	b, err := d.Card().MarshalJSON()
	if err != nil {
		t.Errorf("%.300s\nis not written: %v", d.Raw(), err)
		return
	}
	again, err := Parse(b)
	if err != nil {
		t.Errorf("%.300s\nis written\n%.300s\nwhich is not read: %v", d.Raw(), b, err)
		return
	}
	want, errWant := d.Canonical()
	got, errGot := again.Canonical()
	if string(got) != string(want) || (errGot == nil) != (errWant == nil) {
		t.Errorf("%.300s\nis written\n%.300s\ncanonical\n%.300s (%v), want\n%.300s (%v)", d.Raw(), b, got, errGot, want, errWant)
	}
	wantB, _ := d.CanonicalA2A()
	if gotB, _ := again.CanonicalA2A(); string(gotB) != string(wantB) {
		t.Errorf("%.300s\nis written\n%.300s\nform b differs", d.Raw(), b)
	}
	// Numbers keep their spelling, inexact ones too.
	if errWant != nil && strings.Count(string(b), "60.00000000000000000001") != strings.Count(string(d.Raw()), "60.00000000000000000001") {
		t.Errorf("%.300s\nis written\n%.300s\na number is spelled otherwise", d.Raw(), b)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, text := range append(nasty(), sample(t), cardWith()) {
		roundTrip(t, parse(t, text))
	}
}

// The same through encoding/json, which compacts and escapes but changes no
// value.
func TestRoundTripThroughEncodingJSON(t *testing.T) {
	d := parse(t, `{"name":"<&>\u2028","skills":[null],"x":[1.50,1e400],"signatures":[{"header":{"a":null}}]}`)
	b, err := json.Marshal(map[string]any{"card": d.Card()})
	if err != nil {
		t.Fatal(err)
	}
	var back struct{ Card AgentCard }
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if again, _ := back.Card.MarshalJSON(); !strings.Contains(string(again), "[1.50,1e400]") || !strings.Contains(string(again), `{"a":null}`) {
		t.Errorf("%s", again)
	}
	if back.Card.Name != "<&>\u2028" || len(back.Card.Skills) != 1 {
		t.Errorf("%+v", back.Card)
	}
}

// A field that was set after reading wins over what Extra holds of its name.
func TestFieldsWinOverExtra(t *testing.T) {
	const wrong = `{"name":"N","skills":[{"tags":[1],"id":2,"securityRequirements":{"x":[]},"examples":null},7],
		"description":5,"provider":"x","capabilities":[],"supportedInterfaces":"x","defaultInputModes":["a",null],"securitySchemes":[{}],
		"security":"none","iconUrl":null,"signatures":{},"supportsAuthenticatedExtendedCard":"yes"}`
	c := parse(t, wrong).Card()
	yes := true
	c.Description, c.IconURL, c.Provider = "d", "https://example.com/i", &Provider{Organization: "O"}
	c.Capabilities = &Capabilities{Streaming: &yes, Extensions: []Extension{{URI: "u", Required: true}}}
	c.SupportedInterfaces = []Interface{{URL: "https://example.com"}}
	c.DefaultInputModes = []string{"text/plain"}
	c.SecuritySchemes = map[string]SecurityScheme{"b": {Type: "http", Scheme: "bearer"}}
	c.Security = []SecurityRequirement{{Schemes: map[string][]string{"b": {}}}}
	c.Signatures = []Signature{}
	c.SupportsAuthenticatedExtendedCard = &yes
	c.Skills[0].ID, c.Skills[0].Tags, c.Skills[0].Examples = "s", []string{"t"}, []string{}
	c.Skills[0].SecurityRequirements = []SecurityRequirement{{Wrapped: true, Schemes: map[string][]string{"b": {"r"}, "c": nil}}}
	c.Skills[1] = Skill{ID: "second"}
	b, err := c.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"N","skills":[{"tags":["t"],"id":"s","securityRequirements":[{"schemes":{"b":{"list":["r"]},"c":{}}}],"examples":[]},{"id":"second"}],
		"description":"d","provider":{"organization":"O"},"capabilities":{"streaming":true,"extensions":[{"uri":"u","required":true}]},
		"supportedInterfaces":[{"url":"https://example.com"}],"defaultInputModes":["text/plain"],"securitySchemes":{"b":{"type":"http","scheme":"bearer"}},
		"security":[{"b":[]}],"iconUrl":"https://example.com/i","signatures":[],"supportsAuthenticatedExtendedCard":true}`
	if canonical(t, parse(t, string(b))) != canonical(t, parse(t, want)) {
		t.Errorf("written %s", b)
	}
}

// A part of a list that reads otherwise than it did is written anew; the rest
// stays as it stood.
func TestChangedElements(t *testing.T) {
	c := parse(t, `{"name":"N","skills":[],"defaultInputModes":["a",null],"supportedInterfaces":[5,{"url":"u"}],
		"securityRequirements":[{"schemes":{"a":[]}},{"b":["x"]},"odd",{"schemes":{"c":{"list":[]}}}]}`).Card()
	c.DefaultInputModes[1] = "text/plain"
	c.SupportedInterfaces[0].URL = "https://example.com"
	c.SecurityRequirements[1].Schemes["b"] = []string{"y"}
	c.SecurityRequirements = c.SecurityRequirements[:3]
	b, err := c.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"defaultInputModes":["a","text/plain"]`, `[{"url":"https://example.com"},{"url":"u"}]`, `[{"schemes":{"a":[]}},{"b":["y"]},"odd"]`} {
		if !strings.Contains(string(b), part) {
			t.Errorf("no %s in %s", part, b)
		}
	}
}

// Strings and flags that stood at their zero value stay, until they are set.
func TestZeroValuesAreRemembered(t *testing.T) {
	const text = `{"name":"","skills":[{"id":"","name":"","description":""}],"description":"","version":"","url":"","protocolVersion":"",` +
		`"preferredTransport":"","documentationUrl":"","iconUrl":"","provider":{"url":"","organization":""},"supportedInterfaces":[{"url":"","protocolBinding":"","tenant":"","protocolVersion":""}],` +
		`"capabilities":{"streaming":false,"extensions":[{"uri":"","description":"","required":false}]},"signatures":[{"protected":"","signature":""}]}`
	c := parse(t, text).Card()
	b, _ := c.MarshalJSON()
	if canonical(t, parse(t, string(b))) != canonical(t, parse(t, text)) || !strings.Contains(string(b), `"signature":""`) {
		t.Errorf("written %s", b)
	}
	if b, _ := (AgentCard{Name: "N", Skills: []Skill{}}).MarshalJSON(); string(b) != `{"name":"N","skills":[]}` {
		t.Errorf("a card made in code is written %s", b)
	}
}

func TestMarshalErrors(t *testing.T) {
	raw := func(s string) map[string]json.RawMessage { return map[string]json.RawMessage{"x": json.RawMessage(s)} }
	for name, c := range map[string]AgentCard{
		"name not UTF-8":          {Name: "\xff"},
		"tag not UTF-8":           {Skills: []Skill{{Tags: []string{"a\xff"}}}},
		"member name not UTF-8":   {Extra: map[string]json.RawMessage{"\xff": json.RawMessage(`1`)}},
		"scheme name not UTF-8":   {SecuritySchemes: map[string]SecurityScheme{"\xff": {}}},
		"requirement not UTF-8":   {Security: []SecurityRequirement{{Schemes: map[string][]string{"\xff": nil}}}},
		"scope not UTF-8":         {Security: []SecurityRequirement{{Schemes: map[string][]string{"a": {"\xff"}}}}},
		"requirement without map": {Security: []SecurityRequirement{{}}},
		"raw is empty":            {Extra: raw("")},
		"raw is nil":              {Extra: map[string]json.RawMessage{"x": nil}},
		"raw is cut":              {Extra: raw(`{"a":`)},
		"raw is no JSON":          {Extra: raw(`nul`)},
		"raw has a duplicate":     {Extra: raw(`{"a":1,"a":2}`)},
		"raw has bad UTF-8":       {Extra: raw("\"\xff\"")},
		"raw is two values":       {Extra: raw(`1 2`)},
		"raw brings a member":     {Extra: raw(`1,"name":"evil"`)},
		"raw closes the object":   {Extra: raw(`1},"y":{"z":2`)},
		"raw ends the card":       {Extra: raw(`1}`)},
		"raw in a skill":          {Skills: []Skill{{Extra: raw(`1,"id":"evil"`)}}},
		"params bring a member":   {Capabilities: &Capabilities{Extensions: []Extension{{Params: json.RawMessage(`{},"required":false`)}}}},
		"header brings a member":  {Signatures: []Signature{{Header: json.RawMessage(`{},"kid":1`)}}},
		"raw of a requirement":    {Security: []SecurityRequirement{{Raw: json.RawMessage(`{"a":[]},{}`)}}},
		"raw in a wrapper":        {SecuritySchemes: map[string]SecurityScheme{"s": {HTTPAuth: &HTTPAuthSecurityScheme{Extra: raw(`,`)}}}},
		"raw in a flow":           {SecuritySchemes: map[string]SecurityScheme{"s": {Flows: &OAuthFlows{Password: &OAuthFlow{Extra: raw(`]`)}}}}},
		"scope text is not UTF-8": {SecuritySchemes: map[string]SecurityScheme{"s": {Flows: &OAuthFlows{Password: &OAuthFlow{Scopes: map[string]string{"a": "\xff"}}}}}},
	} {
		if b, err := c.MarshalJSON(); err == nil || b != nil {
			t.Errorf("%s: written %s", name, b)
		} else if strings.ContainsRune(err.Error(), '\xff') {
			t.Errorf("%s: the error is not UTF-8: %q", name, err)
		}
	}
}

func TestUnmarshalIsStrict(t *testing.T) {
	var c AgentCard
	if err := json.Unmarshal([]byte(` {"name":"N","skills":[],"x":1} `), &c); err != nil || c.Name != "N" || string(c.Extra["x"]) != "1" {
		t.Errorf("%v, %+v", err, c)
	}
	for text, code := range map[string]string{
		`{"name":"N","skills":[],"name":"M"}`: "card.duplicate_key", "{\"name\":\"\xff\",\"skills\":[]}": "card.encoding", `{"name":"\ud800","skills":[]}`: "card.encoding",
		`{"Name":"N","skills":[]}`: "card.not_agent_card", `{"name":"N"}`: "card.not_agent_card", `null`: "card.type", `[]`: "card.type", `"x"`: "card.type",
	} {
		before := AgentCard{Name: "before"}
		err := json.Unmarshal([]byte(text), &before)
		var e *ParseError
		if !errors.As(err, &e) || e.Code != code {
			t.Errorf("%q: %v, want %s", text, err, code)
		}
		if before.Name != "before" {
			t.Errorf("%q: the card was changed by a failed read", text)
		}
	}
}
