package jsondoc

import (
	"os"
	"path/filepath"
	"testing"
)

// sameCanonical holds the canonical form written from the tree against the
// tokenizer's own.
func sameCanonical(t *testing.T, data []byte) {
	t.Helper()
	d, err := Parse(data, CardLimits())
	if err != nil {
		return
	}
	want, err := Canonicalize([]byte(d.Text()))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Root().AppendCanonical(nil); string(got) != string(want) {
		t.Fatalf("%.2000q\nis written\n%.2000q, want\n%.2000q", data, got, want)
	}
}

func TestAppendCanonical(t *testing.T) {
	for _, s := range append([]string{
		`{"b":[1,2],"a":{}}`, `{"a":[[],{},[[{}]]],"":null}`,
		"{\"\ufb33\":1,\"😀\":2,\"\u20ac\":3,\"\ue000\":4,\"\ud7ff\":5,\"\U0010ffff\":6,\"\U00010000\":7}",
		"{\"a\ufb33\":1,\"a😀\":2,\"a\":3,\"aa\":4}",
		`{"\ud83d\ude00":1,"\ufb33":2,"\u0061":3,"A":4,"\n":5}`,
		`{"x":"\u000f\u0008\/\u007f<>&\u2028\ud83d\ude00","y":"` + "\x7f\u2028" + `"}`,
		`{"x":[0,-0,-0.0,0e9,1e400,-1e400,1e-400,-1e-400,5e-324,999999999999999,9007199254740993,-999999999999999,-9007199254740993]}`,
		`{"x":[1.0,100.0,1E5,1e+5,1e21,1e20,0.000001,1e-7,333333333.33333329,123456789012345678901234567890]}`,
	}, seeds...) {
		sameCanonical(t, []byte(s))
	}
}

func TestAppendCanonicalOfVectors(t *testing.T) {
	for _, set := range []string{"jcs/input", "json-test-suite"} {
		names, _ := filepath.Glob(filepath.Join(vectors(t, set), "*.json"))
		for _, name := range names {
			in, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sameCanonical(t, in)
			sameCanonical(t, append(append([]byte(`{"x":`), in...), '}'))
		}
	}
}

// Sorting many names takes another path than sorting few.
func TestAppendCanonicalManyMembers(t *testing.T) {
	b := []byte(`{"":0`)
	for i := range 3000 {
		b = append(b, `,"`...)
		b = append(b, string(rune(0xFFFD-i))...)
		b = append(b, string(rune(0x10000+i*37%4096))...)
		b = append(b, `":0`...)
	}
	sameCanonical(t, append(b, '}'))
}

func FuzzAppendCanonical(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sameCanonical(t, data)
		sameCanonical(t, append(append([]byte(`{"x":`), data...), '}'))
	})
}
