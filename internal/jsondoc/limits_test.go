package jsondoc

import (
	"strings"
	"testing"
)

// sized is an object of exactly n bytes.
func sized(n int) string {
	frame := `{"a":""}`
	return `{"a":"` + strings.Repeat("x", n-len(frame)) + `"}`
}

// nested is an object whose depth is exactly n.
func nested(n int, open, shut string) string {
	return `{"a":` + strings.Repeat(open, n-1) + strings.Repeat(shut, n-1) + `}`
}

// valued is an object of exactly n values: the root, an array and numbers.
func valued(n int) string {
	return `{"a":[` + strings.TrimSuffix(strings.Repeat("0,", n-2), ",") + `]}`
}

func TestByteLimit(t *testing.T) {
	if d := parsed(t, sized(1_048_576)); len(d.Text()) != MaxBytes {
		t.Errorf("read %d bytes", len(d.Text()))
	}
	e := refused(t, sized(1_048_577))
	if e.Kind != Limit || e.Reason != ReasonBytes || e.Max != 1_048_576 {
		t.Errorf("got %s %s max %d", e.Kind, e.Reason, e.Max)
	}
	// White space counts too.
	if e := refused(t, "{}"+strings.Repeat(" ", MaxBytes-1)); e.Reason != ReasonBytes {
		t.Errorf("white space beyond the limit: %v", e)
	}
	parsed(t, "{}"+strings.Repeat(" ", MaxBytes-2))
}

func TestDepthLimit(t *testing.T) {
	for _, pair := range [][2]string{{"[", "]"}, {`{"b":`, "}"}} {
		// The innermost object needs a value; a number adds no depth.
		shut := pair[1]
		if pair[0] != "[" {
			shut = "}"
		}
		deep := func(n int) string {
			s := nested(n, pair[0], shut)
			return strings.Replace(s, `:}`, `:0}`, 1)
		}
		parsed(t, deep(64))
		e := refused(t, deep(65))
		if e.Kind != Limit || e.Reason != ReasonDepth || e.Max != 64 {
			t.Errorf("%s: got %s %s max %d", pair[0], e.Kind, e.Reason, e.Max)
		}
		if want := len(`{"a":`) + 63*len(pair[0]); e.Offset != want {
			t.Errorf("%s: offset %d, want %d", pair[0], e.Offset, want)
		}
		if got := strings.Count(e.Pointer, "/"); got != 63 {
			t.Errorf("%s: the pointer has %d tokens, want the 63 of the innermost container read", pair[0], got)
		}
	}
	// Depth is how deep it is nested, not how many containers there are.
	parsed(t, `{"a":[`+strings.Repeat("[],", 500)+`[]]}`)
}

func TestValueLimit(t *testing.T) {
	if d := parsed(t, valued(10_000)); d.Len() != 10_000 {
		t.Errorf("counted %d values, want 10,000", d.Len())
	}
	e := refused(t, valued(10_001))
	if e.Kind != Limit || e.Reason != ReasonValues || e.Max != 10_000 || e.Pointer != "/a" {
		t.Errorf("got %s %s max %d at %q", e.Kind, e.Reason, e.Max, e.Pointer)
	}
	if want := len(valued(10_001)) - len("0]}"); e.Offset != want {
		t.Errorf("offset %d, want %d", e.Offset, want)
	}
}

// Objects, arrays and scalars count, the root too; member names do not.
func TestValuesAreCounted(t *testing.T) {
	for text, want := range map[string]int{
		`{}`:                                1,
		`{"a":1}`:                           2,
		`{"a":null,"b":true,"c":"","d":0}`:  5,
		`{"a":[],"b":{}}`:                   3,
		`{"a":[[],{}],"b":{"c":{"d":"e"}}}`: 7,
	} {
		n := 0
		d := parsed(t, text)
		for range d.Root().Subtree() {
			n++
		}
		if d.Len() != want || n != want {
			t.Errorf("%s: Len %d, Subtree %d, want %d", text, d.Len(), n, want)
		}
	}
}

// Hostile shapes end at a limit and never in a crash.
func TestHostileShapesEndAtALimit(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		reason Reason
	}{
		"open arrays":      {`{"x":` + strings.Repeat("[", 20_000), ReasonDepth},
		"closed arrays":    {nested(20_000, "[", "]"), ReasonDepth},
		"open objects":     {strings.Repeat(`{"a":`, 20_000), ReasonDepth},
		"many members":     {`{` + manyMembers(20_000) + `}`, ReasonValues},
		"many empty lists": {`{"a":[` + strings.Repeat("[],", 20_000) + `0]}`, ReasonValues},
	} {
		if e := refused(t, c.text); e.Kind != Limit || e.Reason != c.reason {
			t.Errorf("%s: %v, want limit %s", name, e, c.reason)
		}
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strings.Repeat("k", i%7) + string(rune(0x4e00+i)) + `":0`)
	}
	return b.String()
}
