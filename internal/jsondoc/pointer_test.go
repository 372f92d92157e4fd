package jsondoc

import (
	"strings"
	"testing"
)

// rfc6901 is the document of RFC 6901 §5.
const rfc6901 = `{
  "foo": ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  "k\"l": 6,
  " ": 7,
  "m~n": 8
}`

func TestFindRFC6901(t *testing.T) {
	d := parsed(t, rfc6901)
	for pointer, want := range map[string]string{
		"": rfc6901, "/foo": `["bar", "baz"]`, "/foo/0": `"bar"`, "/": "0", "/a~1b": "1", "/c%d": "2",
		"/e^f": "3", "/g|h": "4", `/i\j`: "5", `/k"l`: "6", "/ ": "7", "/m~0n": "8",
	} {
		v := d.Find(pointer)
		if v.Raw() != want {
			t.Errorf("%q is %q, want %q", pointer, v.Raw(), want)
		}
		if v.Pointer() != pointer {
			t.Errorf("%q calls itself %q", pointer, v.Pointer())
		}
	}
}

func TestFindEdges(t *testing.T) {
	d := parsed(t, `{"~1":"tilde one","~":"tilde","~/":"both","/":"slash","01":"name","-":"dash",
		"list":["x",["y"],{"0":"z"}],"s":"text","0":{"1":"member"},"é":"NFC","e\u0301":"NFD","n":null}`)
	for pointer, want := range map[string]string{
		"/~01": `"tilde one"`, "/~0": `"tilde"`, "/~0~1": `"both"`, "/~1": `"slash"`, "/01": `"name"`, "/-": `"dash"`,
		"/list/0": `"x"`, "/list/1/0": `"y"`, "/list/2/0": `"z"`, "/0/1": `"member"`, "/é": `"NFC"`, "/e\u0301": `"NFD"`, "/n": "null",
	} {
		if got := d.Find(pointer).Raw(); got != want {
			t.Errorf("%q is %q, want %q", pointer, got, want)
		}
	}
	for _, pointer := range []string{
		"list", "#/list", "//", "/nothing", "/list/3", "/list/-1", "/list/-", "/list/00", "/list/01", "/list/+1", "/list/1e0", "/list/ 1",
		"/list/", "/list/0/", "/list/99999999999999999999", "/s/0", "/s/", "/n/x", "/~", "/~2", "/a~", "/list/~", "/LIST", "/list/٠",
	} {
		if v := d.Find(pointer); v.Exists() {
			t.Errorf("%q is %s, want none", pointer, v.Raw())
		}
	}
}

// The pointer of each value leads back to it.
func TestPointersLeadBack(t *testing.T) {
	d := parsed(t, `{"a~b/c":[{"~0":[]},{"/":{"":[1,{"\u0000":2}]}}],"😀":{"~1":null},"":[[[]]]}`)
	seen := map[string]bool{}
	for v := range d.Root().Subtree() {
		p := v.Pointer()
		if d.Find(p) != v {
			t.Errorf("%q leads elsewhere than to %s", p, v.Raw())
		}
		if seen[p] {
			t.Errorf("%q stands for two values", p)
		}
		seen[p] = true
	}
	if len(seen) != d.Len() {
		t.Errorf("%d pointers, %d values", len(seen), d.Len())
	}
}

func TestEscapeToken(t *testing.T) {
	for name, want := range map[string]string{"": "", "plain": "plain", "~": "~0", "/": "~1", "~1": "~01", "a/~b": "a~1~0b"} {
		if got := EscapeToken(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		if back, ok := unescapeToken(want); !ok || back != name {
			t.Errorf("%q reads back as %q, %v", want, back, ok)
		}
	}
}

func TestShortPointer(t *testing.T) {
	long := strings.Repeat("k", MaxPointer)
	d := parsed(t, `{"a":{"`+long+`":{"b":1}},"c~":[{"d/":1}],"`+long[1:]+`":{"e":2}}`)
	for pointer, want := range map[string]string{
		"":                    "",
		"/c~0/0/d~1":          "/c~0/0/d~1",
		"/a/" + long + "/b":   "/a",
		"/a/" + long:          "/a",
		"/" + long[1:]:        "/" + long[1:],
		"/" + long[1:] + "/e": "/" + long[1:],
	} {
		v := d.Find(pointer)
		if !v.Exists() {
			t.Fatalf("no value at %.20q", pointer)
		}
		if got := v.ShortPointer(); got != want {
			t.Errorf("%.20q: short form %.20q (%d bytes), want %.20q", pointer, got, len(got), want)
		}
		if got := CutPointer(pointer); got != want {
			t.Errorf("%.20q: cut to %.20q (%d bytes), want %.20q", pointer, got, len(got), want)
		}
	}
}

func TestOffsetsAndLines(t *testing.T) {
	text := "{\n\"a\": 1,\r\n\"b\":\r[\r\n\n2,\r\r3 ],\n\n\"c\":{}}"
	d := parsed(t, text)
	for pointer, line := range map[string]int{"": 1, "/a": 2, "/b": 4, "/b/0": 6, "/b/1": 8, "/c": 10} {
		v := d.Find(pointer)
		if v.Line() != line {
			t.Errorf("%q is on line %d, want %d", pointer, v.Line(), line)
		}
		if !strings.HasPrefix(text[v.Offset():], v.Raw()) {
			t.Errorf("%q: offset %d does not lead to %s", pointer, v.Offset(), v.Raw())
		}
	}
}

func TestLineAt(t *testing.T) {
	text := "a\nb\r\nc\rd\n\re"
	for off, want := range map[int]int{0: 1, 1: 1, 2: 2, 3: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 6, len(text): 6, len(text) + 99: 6} {
		if got := LineAt(text, off); got != want {
			t.Errorf("offset %d: line %d, want %d", off, got, want)
		}
	}
	if got := LineAt("", 0); got != 1 {
		t.Errorf("an empty text: line %d", got)
	}
}

func TestErrorLines(t *testing.T) {
	for text, line := range map[string]int{
		"{\"a\":1,\n\"b\":x}": 2, "{\r\n\r\n\"a\":\"\\ud800\"}": 3, "{\r\r\"a\":1,\"a\":2}": 3, "{}\n\nx": 3, "{\"a\":\n": 2,
	} {
		if e := refused(t, text); e.Line != line {
			t.Errorf("%q: line %d, want %d", text, e.Line, line)
		}
	}
}
