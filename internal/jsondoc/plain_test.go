package jsondoc

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// both reads a text in both ways. Where plain reads it, the trees must be the
// same.
func both(t *testing.T, text string, lim Limits, names *Names) (isPlain bool) {
	t.Helper()
	p := parser{lim: lim, names: names, doc: &Doc{text: text}}
	if !p.plain() {
		return false
	}
	q := parser{lim: lim, names: names, doc: &Doc{text: text}}
	if err := q.tokens([]byte(text)); err != nil {
		t.Errorf("%.300q is read: %v", text, err)
		return true
	}
	if !slices.Equal(p.doc.nodes, q.doc.nodes) || p.doc.inexact != q.doc.inexact {
		t.Errorf("%.300q:\n%v, want\n%v", text, p.doc.nodes, q.doc.nodes)
	}
	return true
}

func TestPlain(t *testing.T) {
	names := NewNames("name", "skills")
	for text, want := range map[string]bool{
		`{}`: true, `{"a":{}}`: true, `{"a":[],"b":[{},[]],"name":"x","skills":[1,-2,0,-0,true,false,null]}`: true,
		`{"":1,"가":"나","🙂":""}`: true, `{"a":123456789012345}`: true,
		`{"a":1234567890123456}`: false, `{"a":1.5}`: false, `{"a":1e5}`: false, `{"a":01}`: false, `{"a":-}`: false, `{"a":+1}`: false,
		`{"b":1,"a":2}`: false, `{"a":1,"a":2}`: false, `{ "a":1}`: false, `{"a": 1}`: false, `{"a":1} `: false, `{"a":1}x`: false,
		`{"a":"\\n"}`: false, `{"\\u0061":1}`: false, "{\"a\":\"\t\"}": false, "{\"a\":\"\xff\"}": false, "{\"a\":\"\x00\"}": false,
		`[]`: false, `"a"`: false, `1`: false, ``: false, `{`: false, `{"`: false, `{"a`: false, `{"a"`: false, `{"a":`: false, `{"a":1`: false,
		`{"a":[`: false, `{"a":[1`: false, `{"a":[1,`: false, `{"a":[1,]}`: false, `{"a":1,}`: false, `{"a":1]`: false, `{"a":[1}`: false,
		`{"a":tru}`: false, `{"a":truex}`: false, `{"a":nul`: false, `{"a" 1}`: false, `{"a"::1}`: false, `{,"a":1}`: false, `{"a":"x"y}`: false,
		`{"a":[[[[]]]]}`: true, `{"a":[[[[[]]]]]}`: false, `{"a":[1,2,3,4,5,6,7,8]}`: true, `{"a":[1,2,3,4,5,6,7,8,9]}`: false,
	} {
		lim := CardLimits()
		if strings.Contains(text, "[[[[") {
			lim.Depth = 5
		} else if strings.Contains(text, "7,8") {
			lim.Values = 10
		}
		if got := both(t, text, lim, names); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The canonical forms of the vectors, most of which are plain.
func TestPlainVectors(t *testing.T) {
	plain := 0
	for _, set := range []string{"jcs/input", "json-test-suite"} {
		files, _ := filepath.Glob(filepath.Join(vectors(t, set), "*.json"))
		for _, file := range files {
			in, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			both(t, string(in), CardLimits(), nil)
			for _, text := range []string{string(in), `{"x":` + string(in) + `}`} {
				if d, err := Parse([]byte(text), CardLimits()); err == nil && both(t, string(d.Root().AppendCanonical(nil)), CardLimits(), nil) {
					plain++
				}
			}
		}
	}
	if plain < 20 {
		t.Errorf("only %d are plain", plain)
	}
}

func TestIsPlain(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			for at := range n {
				text := []byte(strings.Repeat("\xea\xb0\x80 a", 4)[:n])
				text[at] = byte(c)
				if want := c >= ' ' && c != '\\'; isPlain(string(text)) != want {
					t.Fatalf("%q: %v", text, !want)
				}
			}
		}
	}
}

// Texts that are plain or nearly so.
func TestPlainIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{
		`{`, `}`, `[`, `]`, `,`, `:`, `"`, `"a"`, `"b":`, `"name":`, `"skills":[`, `1`, `-1`, `0`, `true`, `false`, `null`, `"가"`, `"x"`, ` `, `\\`, `.`, `e`, "\xff", "{}", "[]",
	}
	names := NewNames("name", "skills")
	plain := 0
	for range 300_000 {
		text := `{"a":`
		for range r.IntN(8) {
			text += pieces[r.IntN(len(pieces))]
		}
		if r.IntN(2) == 0 {
			text += "}"
		}
		if both(t, text, CardLimits(), names) {
			plain++
		}
	}
	if plain < 1000 {
		t.Errorf("only %d texts are plain", plain)
	}
}
