package card

import (
	"slices"
	"strings"
	"testing"
)

// security gives the plain card with one scheme, b, and the members at a level.
func securityCard(level string, members ...string) string {
	schemes := []string{"securitySchemes", `{"b":{"type":"http","scheme":"bearer"}}`}
	if level == "card" {
		return cardWith(append(schemes, members...)...)
	}
	var inside []string
	for i := 0; i+1 < len(members); i += 2 {
		inside = append(inside, `"`+members[i]+`":`+members[i+1])
	}
	return cardWith(append(schemes, "skills", `[{"id":"s","name":"S","description":"d","tags":["t"],`+strings.Join(inside, ",")+`}]`)...)
}

// securityFindings is what the rules on requirements say of a card.
func securityFindings(t *testing.T, text string, m Mode) []string {
	t.Helper()
	var out []string
	for _, line := range brief(Validate(parse(t, text), m)) {
		if strings.Contains(line, "B-sec-") || strings.Contains(line, "B-null") {
			out = append(out, line)
		}
	}
	return out
}

// Every spelling, at card and at skill level, in every mode. A form that is
// foreign to its member is a warning, save in the family profile.
func TestSecurityShapes(t *testing.T) {
	const security, requirements = "security", "securityRequirements"
	for _, c := range []struct {
		members []string
		want    []string // pointers start at the level
	}{
		{[]string{security, `[{"b":[]}]`}, nil},
		{[]string{requirements, `[{"schemes":{"b":{"list":[]}}}]`}, nil},
		{[]string{requirements, `[{"schemes":{"b":{}}},{"schemes":{"b":["r"]}}]`}, nil},
		{[]string{security, `[{"schemes":{"b":{"list":[]}}}]`}, []string{"warn B-sec-shapes[foreign] @/security/0"}},
		{[]string{requirements, `[{"b":[]}]`}, []string{"warn B-sec-shapes[foreign] @/securityRequirements/0"}},
		{[]string{security, `[{"b":[]},{}]`}, []string{"warn B-sec-shapes[anonymous] @/security/1"}},
		{[]string{security, `[{"b":[]},{"schemes":{}}]`}, []string{"warn B-sec-shapes[anonymous] @/security/1"}},
		{[]string{requirements, `[{"schemes":{"b":{}}},{}]`}, []string{"warn B-sec-shapes[anonymous] @/securityRequirements/1"}},
		{[]string{security, `[{"b":[]},"x"]`}, []string{"fail B-sec-shapes[unreadable] @/security/1"}},
		{[]string{security, `[null]`}, []string{"fail B-sec-shapes[unreadable] @/security/0"}},
		{[]string{security, `{"b":[]}`}, []string{"fail B-sec-shapes[type] @/security"}},
		{[]string{requirements, `"none"`}, []string{"fail B-sec-shapes[type] @/securityRequirements"}},
		{[]string{security, `[{"b":[]}]`, requirements, `[{"schemes":{"b":{}}}]`}, nil},
		{[]string{security, `[{"b":["x","y"]}]`, requirements, `[{"schemes":{"b":{"list":["y","x"]}}}]`}, nil},
		{[]string{security, `[{"b":[]}]`, requirements, `[{"schemes":{"b":{"list":["x"]}}}]`}, []string{"fail B-sec-shapes[both] @/security"}},
		{[]string{security, `[{"b":[]}]`, requirements, `[]`}, []string{"fail B-sec-shapes[both] @/security"}},
		{[]string{security, `[]`, requirements, `[{"schemes":{"b":{}}}]`}, []string{"fail B-sec-shapes[both] @/security"}},
		{[]string{security, `[]`, requirements, `[]`}, []string{"warn B-sec-refs[unused] /securitySchemes/b"}},
		{[]string{security, `[{"c":[]},{"b":[]}]`}, []string{"fail B-sec-refs @/security/0/c"}},
		{[]string{requirements, `[{"schemes":{"B":{},"b":{}}}]`}, []string{"fail B-sec-refs @/securityRequirements/0/schemes/B"}},
		{[]string{security, `[{"schemes":[]},{"b":[]}]`}, []string{"fail B-sec-refs @/security/0/schemes"}},
		{[]string{security, `[{"b":[]}]`, requirements, `null`}, []string{"warn B-null @/securityRequirements"}},
	} {
		for level, prefix := range map[string]string{"card": "", "skill": "/skills/0"} {
			text := securityCard(level, c.members...)
			for name, mode := range modes {
				want := []string{}
				for _, line := range c.want {
					if name != "family" || !strings.Contains(line, "[foreign]") {
						want = append(want, strings.Replace(line, "@", prefix, 1))
					}
				}
				if got := securityFindings(t, text, mode); !slices.Equal(got, want) {
					t.Errorf("%s, %s: %s\n got %q\nwant %q", name, level, text, got, want)
				}
			}
		}
	}
}

// B27: a reference that leads nowhere is reported where it stands and never
// dropped, so that the list does not come to mean "no authentication".
func TestDanglingReference(t *testing.T) {
	text := cardWith("securitySchemes", `{"bearer":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, "skills",
		`[{"id":"s","name":"S","description":"d","tags":["t"],"securityRequirements":[{"schemes":{"Bearer":{"list":[]}}}]}]`)
	want := []string{"fail B-sec-refs /skills/0/securityRequirements/0/schemes/Bearer", "warn B-sec-refs[unused] /securitySchemes/bearer"}
	if got := securityFindings(t, text, ModeProfile); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	c := parse(t, text).Card()
	if got := spell(c.RequirementsOf(c.Skills[0])); got != "[Bearer]" {
		t.Errorf("the skill is opened by %s", got)
	}
}
