package card

import (
	"encoding/json"
	"testing"
)

func TestPartsMarshalAsInTheWhole(t *testing.T) {
	const skill = `{"id":"s","name":"","description":"d","tags":["t"],"x":[null]}`
	d, err := Parse([]byte(`{"name":"n","skills":[` + skill + `],"capabilities":{"streaming":false},"securitySchemes":{"a":{"type":"http","scheme":"bearer"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	c := d.Card()
	for want, v := range map[string]any{
		skill:                               c.Skills[0],
		"[" + skill + "]":                   c.Skills,
		`{"streaming":false}`:               c.Capabilities,
		`{"type":"http","scheme":"bearer"}`: c.SecuritySchemes["a"],
		`{"url":"https://a.example"}`:       Interface{URL: "https://a.example"},
		`{"schemes":{"s":{}}}`:              SecurityRequirement{Wrapped: true, Schemes: map[string][]string{"s": nil}},
	} {
		got, err := json.Marshal(v)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}
