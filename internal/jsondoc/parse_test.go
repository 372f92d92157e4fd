package jsondoc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// refused parses a text that must not be read, and gives the *Error.
func refused(t *testing.T, text string) *Error {
	t.Helper()
	_, err := Parse([]byte(text), CardLimits())
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%.60q: error %v, want an *Error", text, err)
	}
	return e
}

// parsed parses a text that must be read.
func parsed(t *testing.T, text string) *Doc {
	t.Helper()
	d, err := Parse([]byte(text), CardLimits())
	if err != nil {
		t.Fatalf("%.60q: %v", text, err)
	}
	return d
}

func TestRefusedTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		kind       Kind
		reason     Reason
		offset     int
	}{
		{"nothing", "", Syntax, ReasonEmpty, 0},
		{"white space", " \r\n\t", Syntax, ReasonEmpty, 4},
		{"cut in an object", `{"a":1`, Syntax, ReasonEnd, 6},
		{"cut in a string", `{"a":"xy`, Syntax, ReasonEnd, 8},
		{"cut in an escape", `{"a":"\u12`, Syntax, ReasonEnd, 10},
		{"cut in a literal", `{"a":tru`, Syntax, ReasonEnd, 8},
		{"trailing comma", `{"a":1,}`, Syntax, ReasonNone, 6},
		{"comment", `{/* */"a":1}`, Syntax, ReasonNone, 1},
		{"single quotes", `{'a':1}`, Syntax, ReasonNone, 1},
		{"leading zero", `{"a":01}`, Syntax, ReasonNone, 6},
		{"plus sign", `{"a":+1}`, Syntax, ReasonNone, 5},
		{"NaN", `{"a":NaN}`, Syntax, ReasonNone, 5},
		{"upper-case literal", `{"a":True}`, Syntax, ReasonNone, 5},
		{"name that is no string", `{1:2}`, Syntax, ReasonNone, 1},
		{"raw line break in a string", "{\"a\":\"x\ny\"}", Syntax, ReasonNone, 7},
		{"NUL in a string", "{\"a\":\"x\x00y\"}", Syntax, ReasonNone, 7},
		{"NUL at the start", "\x00{}", Syntax, ReasonNone, 0},
		{"NUL after the object", "{}\x00", Syntax, ReasonTrailing, 2},
		{"text after the object", "{}\n {}", Syntax, ReasonTrailing, 4},
		{"bracket after the object", "{}}", Syntax, ReasonTrailing, 2},
		{"other white space after the object", "{}\u00a0", Syntax, ReasonTrailing, 2},
		{"form feed after the object", "{}\f", Syntax, ReasonTrailing, 2},
		{"BOM", "\ufeff{}", Encoding, ReasonBOM, 0},
		{"BOM alone", "\ufeff", Encoding, ReasonBOM, 0},
		{"BOM after the object", "{}\ufeff", Syntax, ReasonTrailing, 2},
		{"BOM after white space", " \ufeff{}", Syntax, ReasonNone, 1},
		{"UTF-16 with BOM", "\xff\xfe{\x00}\x00", Encoding, ReasonUTF8, 0},
		{"array", `[{"a":1}]`, Type, ReasonNone, 0},
		{"string", ` "a"`, Type, ReasonNone, 1},
		{"number", `12`, Type, ReasonNone, 0},
		{"null", "\nnull", Type, ReasonNone, 1},
	} {
		e := refused(t, c.text)
		if e.Kind != c.kind || e.Reason != c.reason || e.Offset != c.offset {
			t.Errorf("%s: %s %q at %d, want %s %q at %d", c.name, e.Kind, e.Reason, e.Offset, c.kind, c.reason, c.offset)
		}
	}
}

func TestTypeNamesWhatWasFound(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "array", `"x"`: "string", `-0`: "number", `true`: "boolean", `false`: "boolean", `null`: "null",
	} {
		if e := refused(t, text); e.Kind != Type || e.Found != want {
			t.Errorf("%s: %s, found %q, want %q", text, e.Kind, e.Found, want)
		}
	}
}

// Bad text is refused wherever a string may stand: as a value, as a name, and
// deep inside. The offset is that of the first bad byte or escape.
func TestBrokenCharacters(t *testing.T) {
	for _, c := range []struct {
		name, text string
		reason     Reason
	}{
		{"stray byte", "\xff", ReasonUTF8},
		{"continuation byte", "\x80", ReasonUTF8},
		{"overlong", "\xc0\xaf", ReasonUTF8},
		{"surrogate as UTF-8", "\xed\xa0\x80", ReasonUTF8},
		{"beyond Unicode", "\xf4\x90\x80\x80", ReasonUTF8},
		{"cut sequence", "\xe2\x82", ReasonUTF8},
		{"high surrogate", `\ud800`, ReasonSurrogate},
		{"upper-case high surrogate", `\uDBFF`, ReasonSurrogate},
		{"low surrogate", `\udc00`, ReasonSurrogate},
		{"low, then high", `\udc00\ud800`, ReasonSurrogate},
		{"two high", `\ud800\ud800`, ReasonSurrogate},
		{"high, then another escape", `\ud800\u0041`, ReasonSurrogate},
		{"high, then a short escape", `\ud800\n`, ReasonSurrogate},
	} {
		for place, text := range map[string]string{
			"value":       `{"a":"` + c.text + `y"}`,
			"last":        `{"a":"` + c.text + `"}`,
			"name":        `{"` + c.text + `":1}`,
			"deep value":  `{"a":[{"b":["` + c.text + `"]}]}`,
			"deep name":   `{"a":[{"` + c.text + `":[1]}]}`,
			"after plain": `{"a":"x` + c.text + `"}`,
		} {
			e := refused(t, text)
			if e.Kind != Encoding || e.Reason != c.reason {
				t.Errorf("%s as %s: %s %s, want encoding %s", c.name, place, e.Kind, e.Reason, c.reason)
			}
			if want := strings.Index(text, c.text); e.Offset != want {
				t.Errorf("%s as %s: offset %d, want %d", c.name, place, e.Offset, want)
			}
		}
	}
}

func TestGoodCharacters(t *testing.T) {
	for text, want := range map[string]string{
		`\ud83d\ude00`:     "😀",
		`\uD83D\uDE00`:     "😀",
		`\ufffd`:           "\ufffd",
		"\ufffd":           "\ufffd",
		`\uffff`:           "\uffff", // a noncharacter is read
		`\u0000`:           "\x00",
		`\/\b\f\n\r\t\"\\`: "/\b\f\n\r\t\"\\",
		"한글":               "한글",
		"\u2028\u007f":     "\u2028\u007f",
	} {
		d := parsed(t, `{"v":"`+text+`","`+text+`":1}`)
		if got, ok := d.Root().Get("v").Str(); !ok || got != want {
			t.Errorf("%s reads as %q, want %q", text, got, want)
		}
		if got := d.Root().At(1); got.Exists() {
			t.Errorf("an object has no element 1: %s", got.Raw())
		}
		if !d.Root().Get(want).Exists() {
			t.Errorf("no member %q", want)
		}
	}
}

func TestDuplicateNames(t *testing.T) {
	for _, c := range []struct{ text, pointer, second string }{
		{`{"a":1,"a":2}`, "/a", `"a":2`},
		{`{"a":1,"b":0,"a":1}`, "/a", `"a":1}`},
		{`{"url":1,"\u0075rl":2}`, "/url", `"\u0075rl"`},
		{`{"\u0075rl":1,"url":2}`, "/url", `"url"`},
		{`{"a/b":1,"a\/b":2}`, "/a~1b", `"a\/b"`},
		{`{"":1,"":2}`, "/", `"":2`},
		{`{"x":[{"y":{"\ud83d\ude00":1,"😀":2}}]}`, "/x/0/y/😀", `"😀"`},
		{`{"x":{"a":{},"b":[],"a":[]}}`, "/x/a", `"a":[]`},
	} {
		e := refused(t, c.text)
		if e.Kind != Duplicate || e.Pointer != c.pointer {
			t.Errorf("%s: %s at %q, want duplicate_key at %q", c.text, e.Kind, e.Pointer, c.pointer)
		}
		if want := strings.Index(c.text, c.second); e.Offset != want {
			t.Errorf("%s: offset %d, want %d", c.text, e.Offset, want)
		}
	}
	// Names are compared to the letter: NFC and NFD, and upper and lower case,
	// are different names, and so are equal names of different objects.
	for _, text := range []string{
		`{"é":1,"e\u0301":2}`, `{"a":1,"A":2}`, `{"a":{"a":1},"b":{"a":1}}`, `{"a":[{"b":1},{"b":1}]}`,
	} {
		parsed(t, text)
	}
}

// Duplicates are found among many members too, wherever the first one stands
// and however it is spelled, and equal names of other objects don't count.
func TestDuplicateAmongMany(t *testing.T) {
	for _, n := range []int{1, 2, 31, 32, 33, 34, 65, 500} {
		name := func(i int) string { return fmt.Sprintf("k%d", i) }
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"%s":{"%s":[{"%s":%d}]}`, name(i), name((i+1)%n), name(i), i))
		}
		text := `{"x":{` + strings.Join(members, ",") + `}}`
		parsed(t, text)
		for _, i := range []int{0, n / 2, n - 1} {
			escaped := `\u006b` + name(i)[1:]
			for _, again := range []string{name(i), escaped} {
				bad := strings.TrimSuffix(text, "}}") + `,"` + again + `":1,"end":2}}`
				e := refused(t, bad)
				if want := strings.LastIndex(bad, `"`+again+`":1,`); e.Kind != Duplicate || e.Pointer != "/x/"+name(i) || e.Offset != want {
					t.Errorf("%d members, %s again: %s at %q, byte %d, want %d", n, again, e.Kind, e.Pointer, e.Offset, want)
				}
				// The escaped one first.
				first := strings.Replace(text, `"`+name(i)+`":{`, `"`+escaped+`":{`, 1)
				if e := refused(t, strings.TrimSuffix(first, "}}")+`,"`+again+`":1}}`); e.Kind != Duplicate {
					t.Errorf("%d members, %s after %s: %v", n, again, escaped, e)
				}
			}
		}
	}
}

// A text of an error can be printed: it holds no control character and no
// character that moves others, whatever stood in the input.
func TestErrorTextIsPrintable(t *testing.T) {
	for _, hostile := range []string{
		"\x00", "\x1b[31m", "\x7f", "\u009b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\U000e0041", "\xff", "\n",
	} {
		for _, text := range []string{
			hostile + "{}", "{" + hostile + "}", `{"a":` + hostile + `}`, `{"` + hostile + `":tru}`,
			`{"` + hostile + `":1,"` + hostile + `":2}`, `{"a":1}` + hostile, `{"a":"` + hostile + `\q"}`,
		} {
			_, err := Parse([]byte(text), CardLimits())
			if err == nil {
				continue
			}
			for _, r := range err.Error() {
				if r < ' ' || r > '~' {
					t.Errorf("%q: the error holds %U: %s", text, r, err)
				}
			}
			if !utf8.ValidString(err.Error()) {
				t.Errorf("%q: the error is not UTF-8", text)
			}
		}
	}
}

// Parse keeps nothing of the caller's bytes.
func TestParseCopies(t *testing.T) {
	data := []byte(`{"name":"A","list":[1,2]}`)
	d, err := Parse(data, CardLimits())
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 'x'
	}
	if got := d.Text(); got != `{"name":"A","list":[1,2]}` {
		t.Errorf("the text changed with the caller's bytes: %s", got)
	}
	if got := d.Root().Get("name").Text(); got != "A" {
		t.Errorf("name reads %q", got)
	}
}

// A parse that fails leaves nothing behind in the pooled tokenizer.
func TestParseAfterFailure(t *testing.T) {
	for _, bad := range []string{`{"a":`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `[[[[`, `{"a":{"b":{"c":`} {
		refused(t, bad)
		if d := parsed(t, `{"a":{"b":1},"c":[2]}`); d.Len() != 5 {
			t.Errorf("after %s: %d values, want 5", bad, d.Len())
		}
	}
}
