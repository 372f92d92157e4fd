package jsondoc

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// sameTree holds the tree of the canonical form against what Parse reads of its
// text, and the text against the tokenizer's own.
func sameTree(t *testing.T, data []byte, names *Names, without ...NameID) {
	t.Helper()
	d, err := ParseNamed(data, CardLimits(), names)
	if err != nil {
		return
	}
	got, text := d.Canonical(without...)
	if string(text) != got.Text() {
		t.Fatalf("%q is not %q", text, got.Text())
	}
	read, err := ParseNamed([]byte(got.Text()), Limits{Bytes: 25 * MaxBytes, Depth: MaxDepth, Values: MaxValues}, names)
	if err != nil {
		t.Fatalf("%.2000q\nis written\n%.2000q: %v", data, got.Text(), err)
	}
	if !slices.Equal(got.nodes, read.nodes) || got.inexact != read.inexact {
		t.Fatalf("%.2000q\n%v, read again\n%v", got.Text(), got.nodes, read.nodes)
	}
	if len(without) > 0 {
		return
	}
	if want := d.Root().AppendCanonical(nil); got.Text() != string(want) {
		t.Fatalf("%.2000q\nis written\n%.2000q, want\n%.2000q", data, got.Text(), want)
	}
}

func TestCanonicalDoc(t *testing.T) {
	names := NewNames("a", "b", "name", "skills")
	for _, text := range append([]string{
		`{}`, `{"b":[1,{"a":[]},{},[[2]]],"a":{"x":1.50,"b":-0}}`, `{"n\u0061me":"\u0041","skills":"\n\u0001\"","\n":"\\","\ud83d\ude00":"\/"}`,
		"{\"\ufb33\":1,\"😀\":[\"\u2028\"],\"\u20ac\":3}", ` { "b" : true , "a" : null, "": "" , "c":false} `,
	}, seeds...) {
		sameTree(t, []byte(text), names)
		sameTree(t, []byte(text), nil)
		sameTree(t, []byte(text), names, 1)
		sameTree(t, []byte(text), names, 2, 3)
	}
	d, err := ParseNamed([]byte(`{"z":{"a":1},"n\u0061me":[2],"b":3,"a":4,"skills":5}`), CardLimits(), names)
	if err != nil {
		t.Fatal(err)
	}
	if _, got := d.Canonical(1, 3, 0); string(got) != `{"b":3,"skills":5,"z":{"a":1}}` {
		t.Errorf("%s", got)
	}
}

func TestCanonicalDocOfVectors(t *testing.T) {
	names := NewNames("a", "numbers", "string", "1")
	for _, set := range []string{"jcs/input", "json-test-suite"} {
		files, _ := filepath.Glob(filepath.Join(vectors(t, set), "*.json"))
		for _, file := range files {
			in, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sameTree(t, in, names)
			sameTree(t, append(append([]byte(`{"x":`), in...), '}'), names, 2)
		}
	}
}

func FuzzCanonicalDoc(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	names := NewNames("a", "b")
	f.Fuzz(func(t *testing.T, data []byte) {
		sameTree(t, data, names)
		sameTree(t, data, names, 1)
	})
}
