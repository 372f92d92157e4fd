package card

import (
	"strings"
	"testing"
)

// Nothing is to be said of reading a card that Parse found ordinary.
func TestOrdinary(t *testing.T) {
	some := 0
	look := func(text string) {
		d := parse(t, text)
		if !d.ordinary {
			return
		}
		some++
		for _, m := range []Mode{ModeProfile, ModeFamily} {
			for _, p := range find(d, func(f *finder) {
				v := &validation{finder: f, doc: d, root: d.tree.Root(), mode: m}
				checkReading(f, d, true, v)
			}) {
				if p.Rule != "B-number-exact" {
					t.Errorf("%.300s: %s at %s", text, p.Rule, p.Pointer)
				}
			}
		}
	}
	for text := range judged(t) {
		look(text)
	}
	// The same with each value in turn replaced by one of another type.
	for _, text := range []string{sample(t), cardWith(), cardWith("security", `[{"a":[]}]`, "securitySchemes", `{"a":{"oauth2SecurityScheme":{"flows":{"password":{"scopes":{"s":"t"}}}}}}`)} {
		if !parse(t, text).ordinary {
			t.Errorf("%.300s is not", text)
		}
		for v := range parse(t, text).tree.Root().Subtree() {
			for _, other := range []string{`null`, `true`, `1`, `"x"`, `[]`, `{}`, `[null]`, `[{}]`, `{"a":1}`, `{"a":"b"}`} {
				changed := text[:v.Offset()] + other + text[v.Offset()+len(v.Raw()):]
				if _, err := Parse([]byte(changed)); err == nil {
					look(changed)
				}
			}
			if name := v.RawName(); name != "" {
				at := strings.LastIndex(text[:v.Offset()], name)
				changed := text[:at] + strings.ToUpper(name) + text[at+len(name):]
				if _, err := Parse([]byte(changed)); err == nil {
					look(changed)
				}
			}
		}
	}
	if some < 100 {
		t.Errorf("only %d are", some)
	}
}
