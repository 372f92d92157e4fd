package security

import (
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

func read(t *testing.T, text string) jsondoc.Value {
	t.Helper()
	d, err := jsondoc.ParseNamed([]byte(text), jsondoc.CardLimits(), member.Names)
	if err != nil {
		t.Fatal(err)
	}
	return d.Root()
}

func TestList(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: ``, `{"security":null}`: ``, `{"securityRequirements":null,"security":null}`: ``,
		`{"security":[]}`: `[]`, `{"securityRequirements":[]}`: `[]`, `{"security":[1]}`: `[1]`,
		`{"securityRequirements":[],"security":[1]}`: `[1]`, `{"securityRequirements":[2],"security":[1]}`: `[2]`,
		`{"securityRequirements":[2],"security":[]}`: `[2]`, `{"securityRequirements":null,"security":[1]}`: `[1]`,
		`{"securityRequirements":7,"security":[1]}`: `7`, `{"securityRequirements":[],"security":7}`: `7`, `{"securityRequirements":{}}`: `{}`,
	} {
		if got := List(read(t, text)).Raw(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if List(read(t, `{"a":[]}`).First()).Exists() {
		t.Error("an array has a list")
	}
}

func TestAlternative(t *testing.T) {
	for _, c := range []struct {
		text, body  string
		wrapped, ok bool
	}{
		{`{}`, `{}`, false, true},
		{`{"a":[]}`, `{"a":[]}`, false, true},
		{`{"a":["r"],"b":[]}`, `{"a":["r"],"b":[]}`, false, true},
		{`{"a":[1]}`, `{"a":[1]}`, false, false},
		{`{"a":{}}`, `{"a":{}}`, false, false},
		{`{"a":{"list":[]}}`, `{"a":{"list":[]}}`, false, false},
		{`{"a":"r"}`, `{"a":"r"}`, false, false},
		{`{"schemes":[]}`, `{"schemes":[]}`, false, true},
		{`{"schemes":{}}`, `{}`, true, true},
		{`{"schemes":{"a":{"list":["r"]},"b":{},"c":[]}}`, `{"a":{"list":["r"]},"b":{},"c":[]}`, true, true},
		{`{"schemes":{"a":{"list":"r"}}}`, `{"a":{"list":"r"}}`, true, false},
		{`{"schemes":{"a":{"list":[null]}}}`, `{"a":{"list":[null]}}`, true, false},
		{`{"schemes":{"a":[]},"b":[]}`, `{"schemes":{"a":[]},"b":[]}`, false, false},
	} {
		body, wrapped, ok := Alternative(read(t, c.text))
		if body.Raw() != c.body || wrapped != c.wrapped || ok != c.ok {
			t.Errorf("%s: %s, %v, %v", c.text, body.Raw(), wrapped, ok)
		}
	}
	if _, _, ok := Alternative(read(t, `{"a":"s"}`).First()); ok {
		t.Error("a text is an alternative")
	}
}
