package card

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// spell writes alternatives in one line: schemes with their scopes, "anonymous"
// and "unreadable".
func spell(list []SecurityRequirement) string {
	if list == nil {
		return "none declared"
	}
	out := []string{}
	for _, r := range list {
		var names []string
		for _, name := range slices.Sorted(maps.Keys(r.Schemes)) {
			names = append(names, strings.TrimSpace(name+" "+strings.Join(r.Schemes[name], ",")))
		}
		s := strings.Join(names, "+")
		switch {
		case !r.Readable():
			s = "unreadable"
		case r.Anonymous():
			s = "anonymous"
		}
		out = append(out, s)
	}
	return fmt.Sprint(out)
}

// Each form of an element means the same under either member and at either
// level.
func TestRequirementForms(t *testing.T) {
	for element, want := range map[string]string{
		`{"b":[]}`:                                   "b",
		`{"b":["r","w"]}`:                            "b r,w",
		`{"b":[],"c":["x"]}`:                         "b+c x",
		`{"schemes":{"b":{"list":[]}}}`:              "b",
		`{"schemes":{"b":{"list":["r"]},"c":{}}}`:    "b r+c",
		`{"schemes":{"b":{}}}`:                       "b",
		`{"schemes":{"b":[]}}`:                       "b",
		`{"schemes":{"b":["r"],"c":{"list":["x"]}}}`: "b r+c x",
		`{"schemes":[]}`:                             "schemes",
		`{"schemes":["r"]}`:                          "schemes r",
		`{"schemes":["r"],"b":[]}`:                   "b+schemes r",
		`{"":[]}`:                                    "",
		`{}`:                                         "anonymous",
		`{"schemes":{}}`:                             "anonymous",
		`null`:                                       "unreadable",
		`"b"`:                                        "unreadable",
		`5`:                                          "unreadable",
		`false`:                                      "unreadable",
		`[]`:                                         "unreadable",
		`["b"]`:                                      "unreadable",
		`{"b":null}`:                                 "unreadable",
		`{"b":"r"}`:                                  "unreadable",
		`{"b":{}}`:                                   "unreadable",
		`{"b":{"list":[]}}`:                          "unreadable",
		`{"b":[1]}`:                                  "unreadable",
		`{"b":["r",null]}`:                           "unreadable",
		`{"b":[],"c":1}`:                             "unreadable",
		`{"schemes":null}`:                           "unreadable",
		`{"schemes":"b"}`:                            "unreadable",
		`{"schemes":{"b":null}}`:                     "unreadable",
		`{"schemes":{"b":"r"}}`:                      "unreadable",
		`{"schemes":{"b":{"list":null}}}`:            "unreadable",
		`{"schemes":{"b":{"list":"r"}}}`:             "unreadable",
		`{"schemes":{"b":{"list":{}}}}`:              "unreadable",
		`{"schemes":{"b":{"list":[1]}}}`:             "unreadable",
		`{"schemes":{"b":{"List":["r"]}}}`:           "unreadable",
		`{"schemes":{"b":{"list":[],"x":1}}}`:        "unreadable",
		`{"schemes":{"b":{"list":[]}},"c":[]}`:       "unreadable",
		`{"Schemes":{"b":{"list":[]}}}`:              "unreadable",
		`{"schemes":{"schemes":{"b":{"list":[]}}}}`: "unreadable",
	} {
		for _, member := range []string{"security", "securityRequirements"} {
			list := `"` + member + `":[` + element + `]`
			c := parse(t, `{"name":"N","skills":[{`+list+`}],`+list+`}`).Card()
			for level, got := range map[string][]SecurityRequirement{"card": c.Requirements(), "skill": c.Skills[0].Requirements(), "of": c.RequirementsOf(c.Skills[0])} {
				if spell(got) != "["+want+"]" {
					t.Errorf("%s under %s, %s: %s, want %s", element, member, level, spell(got), want)
				}
			}
			r := c.Requirements()[0]
			if string(r.Raw) != element {
				t.Errorf("%s: raw %s", element, r.Raw)
			}
			if r.Readable() && r.Wrapped != strings.HasPrefix(element, `{"schemes":{`) {
				t.Errorf("%s: wrapped %v", element, r.Wrapped)
			}
		}
	}
}

// A list of another type is one alternative that opens nothing: it is never
// taken for no authentication. Null is absent.
func TestRequirementListsOfAnotherType(t *testing.T) {
	for _, member := range []string{"security", "securityRequirements"} {
		for _, value := range []string{`{}`, `{"b":[]}`, `{"schemes":{"b":{}}}`, `""`, `"none"`, `0`, `true`, `false`} {
			c := parse(t, `{"name":"N","skills":[{"`+member+`":`+value+`}],"`+member+`":`+value+`}`).Card()
			if spell(c.Requirements()) != "[unreadable]" || spell(c.RequirementsOf(c.Skills[0])) != "[unreadable]" {
				t.Errorf("%s %s: %s", member, value, spell(c.Requirements()))
			}
			if string(c.Extra[member]) != value || string(c.Skills[0].Extra[member]) != value {
				t.Errorf("%s %s is not kept", member, value)
			}
		}
		c := parse(t, `{"name":"N","skills":[{"`+member+`":null}],"`+member+`":null}`).Card()
		if c.Requirements() != nil || c.Skills[0].Requirements() != nil || string(c.Extra[member]) != "null" {
			t.Errorf("%s null: %s", member, spell(c.Requirements()))
		}
	}
}

// The member with entries is read; securityRequirements if both have some.
func TestBothMembers(t *testing.T) {
	for _, c := range []struct{ security, requirements, want string }{
		{"", "", "none declared"},
		{`[]`, "", "[]"},
		{"", `[]`, "[]"},
		{`[]`, `[]`, "[]"},
		{`[{"a":[]}]`, "", "[a]"},
		{"", `[{"schemes":{"b":{}}}]`, "[b]"},
		{`[{"a":[]}]`, `[]`, "[a]"},
		{`[]`, `[{"schemes":{"b":{}}}]`, "[b]"},
		{`[{"a":[]}]`, `[{"schemes":{"b":{}}}]`, "[b]"},
		{`[{}]`, `[{"schemes":{"b":{}}}]`, "[b]"},
		{`null`, `[{"schemes":{"b":{}}}]`, "[b]"},
		{`[{"a":[]}]`, `null`, "[a]"},
		{`null`, `[]`, "[]"},
		{`[{"a":[]}]`, `"x"`, "[unreadable]"},
		{`"x"`, `[]`, "[unreadable]"},
		{`"x"`, `[{"schemes":{"b":{}}}]`, "[b]"},
	} {
		text := `"x":1`
		if c.security != "" {
			text += `,"security":` + c.security
		}
		if c.requirements != "" {
			text += `,"securityRequirements":` + c.requirements
		}
		card := parse(t, `{"name":"N","skills":[{`+text+`}],`+text+`}`).Card()
		if got := spell(card.Requirements()); got != c.want {
			t.Errorf("security %s, securityRequirements %s: %s, want %s", c.security, c.requirements, got, c.want)
		}
		if got := spell(card.Skills[0].Requirements()); got != c.want {
			t.Errorf("in a skill, security %s, securityRequirements %s: %s, want %s", c.security, c.requirements, got, c.want)
		}
	}
}

// A skill's own list, an empty one too, replaces the card's; without one the
// skill inherits.
func TestInheritance(t *testing.T) {
	c := parse(t, `{"name":"N","security":[{"card":[]}],"skills":[{},{"security":[]},{"securityRequirements":[]},{"security":null},
		{"security":[{"own":[]}]},{"securityRequirements":[{"schemes":{"own":{}}}]},{"security":[{}]},{"security":"x"},null,{"security":[],"securityRequirements":[{"own":[]}]}]}`).Card()
	for i, want := range []string{"[card]", "[]", "[]", "[card]", "[own]", "[own]", "[anonymous]", "[unreadable]", "[card]", "[own]"} {
		if got := spell(c.RequirementsOf(c.Skills[i])); got != want {
			t.Errorf("skill %d: %s, want %s", i, got, want)
		}
	}
}

// The zero value opens nothing.
func TestZeroRequirement(t *testing.T) {
	var r SecurityRequirement
	if r.Readable() || r.Anonymous() {
		t.Error("the zero value opens something")
	}
}
