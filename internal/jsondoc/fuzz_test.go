package jsondoc

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

var seeds = []string{
	`{}`, `{"a":1}`, ` {"a" : [1, "x", null, true, {"b": -0.5e+3}]} `, `{"a~b/c":{"":[[]]},"\u0061":"\ud83d\ude00"}`,
	`{"a":1,"a":2}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}", "\ufeff{}", `{} x`, `[`, `"x"`, `{"n":[1e400,9007199254740993,60.00000000000000000001]}`,
	`{"a":{"b":1,"b":2}}`, `{"a":[{"\u0062":1,"c":{"b":1},"b":2}]}`, `{"a":"\q"}`, "{\"\x00\":1}", `{"x":[[[[[[[[]]]]]]]]}`,
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data, CardLimits())
		if e, ok := err.(*Error); !ok || e.Kind == Syntax || e.Kind == Encoding || e.Kind == Duplicate {
			// The tokenizer's own judgement, duplicate names among it.
			if valid := jsontext.Value(data).IsValid(); valid != (err == nil) {
				t.Fatalf("valid: %v, read: %v", valid, err)
			}
		}
		if err != nil {
			for _, r := range err.Error() {
				if r < ' ' || r > '~' {
					t.Fatalf("the error holds %U", r)
				}
			}
			return
		}
		if d.Text() != string(data) || !utf8.ValidString(d.Text()) {
			t.Fatal("the text is not what was received")
		}
		n := 0
		for v := range d.Root().Subtree() {
			checkNode(t, d, v, n)
			n++
		}
		if n != d.Len() {
			t.Fatalf("Subtree has %d values, Len says %d", n, d.Len())
		}
	})
}

// checkNode holds a value against what its text says when it is parsed alone.
func checkNode(t *testing.T, d *Doc, v Value, order int) {
	if v.Order() != order || d.Find(v.Pointer()) != v {
		t.Fatalf("value %d is not where it says: %q", order, v.Pointer())
	}
	if d.Text()[v.Offset():v.Offset()+len(v.Raw())] != v.Raw() {
		t.Fatalf("%q: offset %d is not its own", v.Pointer(), v.Offset())
	}
	alone, err := Parse([]byte(`{"v":`+v.Raw()+`}`), Limits{Bytes: MaxBytes + 6, Depth: MaxDepth + 1, Values: MaxValues + 1})
	if err != nil {
		t.Fatalf("%q does not parse again: %v", v.Pointer(), err)
	}
	same := alone.Root().First()
	if same.Kind() != v.Kind() || same.Len() != v.Len() || same.Text() != v.Text() || same.IsExact() != v.IsExact() {
		t.Fatalf("%q reads otherwise alone", v.Pointer())
	}
	children := 0
	for c := range v.Children() {
		if c.Parent() != v || c.Index() != children {
			t.Fatalf("%q: child %d is astray", v.Pointer(), children)
		}
		children++
	}
	if children != v.Len() {
		t.Fatalf("%q has %d children, Len says %d", v.Pointer(), children, v.Len())
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		once, err := Canonicalize(bytes.Clone(data))
		if err != nil {
			return
		}
		twice, err := Canonicalize(bytes.Clone(once))
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q becomes %q, then %q (%v)", data, once, twice, err)
		}
		if d, err := Parse(once, CardLimits()); err == nil {
			for v := range d.Root().Subtree() {
				if !v.IsExact() {
					t.Fatalf("%s in canonical form is inexact", v.Raw())
				}
			}
		}
	})
}
