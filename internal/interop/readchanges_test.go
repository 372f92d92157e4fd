package interop

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Whatever a reader loses or changes of a card is found, and nothing else is.
func TestChanges(t *testing.T) {
	for _, c := range writtenCards(t) {
		said := c.said
		if found := changes("", said, clone(t, said)); found != nil {
			t.Errorf("%s: %v in the card itself", c.name, found)
		}
		n := 0
		for pointer, damage := range damages(clone(t, said), "") {
			for how, do := range damage {
				tree := clone(t, said)
				do(tree)
				found := changes("", said, tree)
				if len(found) == 0 || !strings.HasPrefix(found[0].pointer, pointer) {
					t.Errorf("%s: %s of %s is taken for %v", c.name, how, pointer, found)
				}
				n++
			}
		}
		if n < 30 {
			t.Errorf("%s: only %d damages", c.name, n)
		}
	}
}

func clone(t *testing.T, tree map[string]any) map[string]any {
	t.Helper()
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// damages are ways to damage a tree, by the pointer of what is damaged.
func damages(tree map[string]any, pointer string) map[string]map[string]func(map[string]any) {
	out := map[string]map[string]func(map[string]any){}
	for name, v := range tree {
		out[pointer+"/"+name] = map[string]func(map[string]any){
			"the loss":   func(o map[string]any) { delete(o, name) },
			"the change": func(o map[string]any) { o[name] = "something else" },
		}
		var inner []func(map[string]any) map[string]any
		var children []map[string]any
		var at []string
		switch x := v.(type) {
		case map[string]any:
			inner = append(inner, func(o map[string]any) map[string]any { return o[name].(map[string]any) })
			children, at = append(children, x), append(at, pointer+"/"+name)
		case []any:
			for i, e := range x {
				if child, ok := e.(map[string]any); ok {
					inner = append(inner, func(o map[string]any) map[string]any { return o[name].([]any)[i].(map[string]any) })
					children, at = append(children, child), append(at, pointer+"/"+name+"/"+string(rune('0'+i)))
				}
			}
		}
		for i, child := range children {
			for p, ways := range damages(child, at[i]) {
				out[p] = map[string]func(map[string]any){}
				for how, do := range ways {
					out[p][how] = func(o map[string]any) { do(inner[i](o)) }
				}
			}
		}
	}
	return out
}

// A member at its default, and a version with a patch number, mean the same.
func TestNormal(t *testing.T) {
	same := []string{
		`{"name":"N","supportedInterfaces":[{"url":"u","protocolVersion":"1.0"}],"securityRequirements":[{"s":[]}],"capabilities":{"extensions":[{"uri":"e","params":{"a":null,"b":[]}}]}}`,
		`{"name":"N","iconUrl":"","signatures":[{}],"supportedInterfaces":[{"url":"u","protocolVersion":"1.0.1","tenant":""}],"securityRequirements":[{"schemes":{"s":{}}}],"capabilities":{"streaming":false,"extensions":[{"uri":"e","required":false,"params":{"a":null,"b":[]}}]},"skills":[]}`,
		`{"name":"N","supportedInterfaces":[{"url":"u","protocolVersion":"1.0"}],"securityRequirements":[{"schemes":{"s":{"list":[]}}}],"capabilities":{"extensions":[{"uri":"e","params":{"a":null,"b":[]}}]},"securitySchemes":{}}`,
	}
	for _, text := range same[1:] {
		if found := changes("", normal(t, []byte(same[0])), normal(t, []byte(text))); found != nil {
			t.Errorf("%s: %v", text, found)
		}
	}
	older := `{"name":"N","url":"u","protocolVersion":"1.0.1","security":[{"s":[]}],"capabilities":{"extensions":[{"uri":"e","params":{"a":null,"b":[]}}]}}`
	found := changes("", normal(t, []byte(same[0])), normal03(t, []byte(older)))
	if len(found) != 1 || found[0] != (change{"/supportedInterfaces/0/protocolBinding", "added"}) {
		t.Errorf("%v", found)
	}
	other := strings.Replace(same[0], `"b":[]`, `"c":[]`, 1)
	found = changes("", normal(t, []byte(same[0])), normal(t, []byte(other)))
	var at []string
	for _, c := range found {
		at = append(at, c.how+" "+c.pointer)
	}
	if want := []string{"lost /capabilities/extensions/0/params/b", "added /capabilities/extensions/0/params/c"}; !slices.Equal(at, want) {
		t.Errorf("%v, want %v", at, want)
	}
	if n := len(slices.Collect(maps.Keys(normal(t, []byte(same[1]))))); n != 4 {
		t.Errorf("%d members are left", n)
	}
}
