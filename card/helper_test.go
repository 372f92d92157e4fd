package card

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// parse reads a card that must be readable.
func parse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%.300s: %v", text, err)
	}
	return d
}

// sample is the card of card spec §1, byte for byte.
func sample(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("testdata/card-spec-sample.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// plainMembers are those of a card that no mode finds fault with but for the
// top-level url, which the profile asks for and A2A does not know.
var plainMembers = [][2]string{
	{"name", `"A"`},
	{"description", `"d"`},
	{"version", `"1.0.0"`},
	{"supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`},
	{"url", `"https://agent.example.com/a2a"`},
	{"capabilities", `{}`},
	{"defaultInputModes", `["text/plain"]`},
	{"defaultOutputModes", `["text/plain"]`},
	{"skills", `[{"id":"s","name":"S","description":"d","tags":["t"]}]`},
}

// cardWith is the plain card with members set, in pairs of name and JSON text.
// An empty text leaves the member out.
func cardWith(pairs ...string) string {
	members := slices.Clone(plainMembers)
	for i := 0; i+1 < len(pairs); i += 2 {
		at := slices.IndexFunc(members, func(m [2]string) bool { return m[0] == pairs[i] })
		if at < 0 {
			at, members = len(members), append(members, [2]string{pairs[i]})
		}
		members[at][1] = pairs[i+1]
	}
	var out []string
	for _, m := range members {
		if m[1] != "" {
			out = append(out, fmt.Sprintf("%q:%s", m[0], m[1]))
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

// skillWith is the plain card's skill with further members.
func skillWith(members string) string {
	return cardWith("skills", `[{"id":"s","name":"S","description":"d","tags":["t"],`+members+`}]`)
}

var modes = map[string]Mode{"profile": ModeProfile, "a2a": ModeA2A10, "family": ModeFamily}

// brief spells problems in a line each: severity, rule, code and pointer.
func brief(problems []Problem) []string {
	out := []string{}
	for _, p := range problems {
		rule := p.Rule
		if p.Code != "" {
			rule += "[" + p.Code + "]"
		}
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", p.Severity, rule, p.Pointer)))
	}
	return out
}

// expect holds the problems of a card in one mode against lines that brief
// spells, in order.
func expect(t *testing.T, text string, m Mode, want ...string) {
	t.Helper()
	if got := brief(Validate(parse(t, text), m)); !slices.Equal(got, want) {
		t.Errorf("%s\nin mode %d:\n  %s\nwant:\n  %s", text, m, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// canonical is form a of a card.
func canonical(t testing.TB, d *Document) string {
	t.Helper()
	b, err := d.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
