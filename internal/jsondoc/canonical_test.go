package jsondoc

import (
	"os"
	"path/filepath"
	"testing"
)

func TestJCSVectors(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(vectors(t, "jcs"), "input", "*.json"))
	if len(names) != 6 {
		t.Fatalf("%d inputs, want 6", len(names))
	}
	for _, name := range names {
		in, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(filepath.Dir(name), "..", "output", filepath.Base(name)))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Canonicalize(in)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %s (%v), want %s", filepath.Base(name), got, err, want)
		}
	}
}

func TestCanonicalize(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{ "b" : [ 1 , 2 ] , "a" : { } }`, `{"a":{},"b":[1,2]}`},
		{`[]`, `[]`},
		{` "x" `, `"x"`},
		// Literal UTF-8, whatever the spelling; only controls, quote and
		// backslash are escaped, in their shortest way.
		{`{"name":"Zürich – 東京 – 😀"}`, `{"name":"Zürich – 東京 – 😀"}`},
		{`{"name":"Z\u00fcrich \u6771 \ud83d\ude00"}`, `{"name":"Zürich 東 😀"}`},
		{`{"a":"\u000f\u0008/\u007f"}`, `{"a":"\u000f\b/` + "\x7f" + `"}`},
		{`"\u000a\u000d\u0009\u000c\u0022\u005c\u001F\/"`, `"\n\r\t\f\"\\\u001f/"`},
		{`"<>&\u2028"`, "\"<>&\u2028\""},
		// Names are sorted by UTF-16 code units: U+10000 and beyond before
		// U+E000, which neither bytes nor code points do.
		{"{\"\ufb33\":1,\"😀\":2,\"\u20ac\":3}", "{\"\u20ac\":3,\"😀\":2,\"\ufb33\":1}"},
		{`{"\u0080":1,"":2,"a":3,"A":4,"10":5,"1":6}`, "{\"\":2,\"1\":6,\"10\":5,\"A\":4,\"a\":3,\"\u0080\":1}"},
		// ECMAScript numbers.
		{`[0.000001,1e-7,1e20,1e21,100.0,-0,5e-324,333333333.33333329,6.0E1]`, `[0.000001,1e-7,100000000000000000000,1e+21,100,0,5e-324,333333333.3333333,60]`},
	} {
		got, err := Canonicalize([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", c.in, got, err, c.want)
		}
		again, err := Canonicalize([]byte(c.want))
		if err != nil || string(again) != c.want {
			t.Errorf("%s is no fixed point: %s (%v)", c.want, again, err)
		}
	}
}

func TestCanonicalizeRefuses(t *testing.T) {
	for _, in := range []string{
		``, `{`, `{}{}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `"\ud800"`, "\"\xff\"", `01`, `nul`,
	} {
		if got, err := Canonicalize([]byte(in)); err == nil {
			t.Errorf("%q: %s", in, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"": `""`, "a\"\\\n": `"a\"\\\n"`, "한글😀": `"한글😀"`, "\x00": `"\u0000"`, "a\xffb": "\"a\ufffdb\"",
	} {
		if got := string(Quote([]byte("x"), s)); got != "x"+want {
			t.Errorf("%q: %s, want x%s", s, got, want)
		}
	}
}
