package ans

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/vocab"
)

func TestParseAccepts(t *testing.T) {
	for _, s := range []string{
		"flight.booking.v1",
		"ethos.decision.v1",
		"a.v1",
		"1.v1",
		"a.b.c.d.e.f.g.v1", // eight segments
		"a.v2b.v1",         // v2b is no version
		"a.vv1.v1",
		"a.v.v1",
		"a.1v.v1",
		"a.v0.b.v1", // v0 is no version, so that it may stand before the last place
		"a.v01.v1",
		"a.v9",
		"a.v10",
		"a.v18446744073709551616", // over 64 bits
		"a.v" + strings.Repeat("9", 251) + "9",
		strings.Repeat("a", 252) + ".v1", // MaxLength
	} {
		n, err := Parse(s)
		if err != nil || !vocab.IsName(s) {
			t.Errorf("Parse(%q): %v, IsName %v", s, err, vocab.IsName(s))
			continue
		}
		if n.String() != s || n.IsZero() {
			t.Errorf("Parse(%q).String() = %q", s, n)
		}
		if n.Series()+"."+n.Version() != s {
			t.Errorf("%q: Series %q, Version %q", s, n.Series(), n.Version())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	type fault struct {
		rule, code string
		offset     int
	}
	const charset, segments, version = "N-charset", "N-segments", "N-version-last"
	for _, tc := range []struct {
		in   string
		want []fault
	}{
		{"", []fault{{segments, "empty", 0}}},
		{".", []fault{{segments, "empty-segment", 0}}},
		{".a.v1", []fault{{segments, "empty-segment", 0}}},
		{"a.v1.", []fault{{segments, "empty-segment", 5}}},
		{"a..v1", []fault{{segments, "empty-segment", 2}}},
		{".v1", []fault{{segments, "empty-segment", 0}}},
		{"Flight.v1", []fault{{charset, "upper-case", 0}}},
		{"flight.V1", []fault{{charset, "upper-case", 7}}},
		{"flight-booking.v1", []fault{{charset, "hyphen", 6}}},
		{"flight_booking.v1", []fault{{charset, "underscore", 6}}},
		{"a.v\u0661", []fault{{charset, "non-ascii", 3}}}, // Arabic-Indic one
		{"a.v\uff11", []fault{{charset, "non-ascii", 3}}}, // full-width one
		{"\u0430.v1", []fault{{charset, "non-ascii", 0}}}, // Cyrillic a
		{"비행.v1", []fault{{charset, "non-ascii", 0}}},
		{"a\u200b.v1", []fault{{charset, "non-ascii", 1}}},
		{"\xff.v1", []fault{{charset, "non-ascii", 0}}},
		{" a.v1", []fault{{charset, "character", 0}}},
		{"a.v1\n", []fault{{charset, "character", 4}}},
		{"a\x00.v1", []fault{{charset, "character", 1}}},
		{"a/b.v1", []fault{{charset, "character", 1}}},
		{"a.b.c.d.e.f.g.h.v1", []fault{{segments, "segments", 16}}},
		{"a", []fault{{version, "version-missing", 0}}},
		{"a.b", []fault{{version, "version-missing", 2}}},
		{"a.1", []fault{{version, "version-missing", 2}}},
		{"a.v", []fault{{version, "version-missing", 2}}},
		{"a.v1b", []fault{{version, "version-missing", 2}}},
		{"a.v0", []fault{{version, "version-leading-zero", 2}}},
		{"a.v00", []fault{{version, "version-leading-zero", 2}}},
		{"a.v01", []fault{{version, "version-leading-zero", 2}}},
		{"v0", []fault{{version, "version-leading-zero", 0}}},
		{"v1", []fault{{version, "version-only", 0}}},
		{"a.v2.b.v1", []fault{{version, "version-not-last", 2}}},
		{"v2.v1", []fault{{version, "version-not-last", 0}}},
		{"a.v2.b", []fault{{version, "version-not-last", 2}}},
		{"a.v2.v01", []fault{{version, "version-not-last", 2}, {version, "version-leading-zero", 5}}},
		{strings.Repeat("a", 253) + ".v1", []fault{{segments, "limit", 255}}},
		{strings.Repeat("a", 253) + ".v0", []fault{{version, "version-leading-zero", 254}}},
		{"A-b_C.a.a.a.a.a.a.a.a", []fault{
			{charset, "upper-case", 0},
			{charset, "hyphen", 1},
			{charset, "underscore", 3},
			{segments, "segments", 20},
			{version, "version-missing", 20},
		}},
	} {
		var got []fault
		for _, f := range Faults(tc.in) {
			got = append(got, fault{f.Rule, f.Code, f.Offset})
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("Faults(%q) = %v, want %v", tc.in, got, tc.want)
		}
		n, err := Parse(tc.in)
		var bad *NameError
		if !errors.As(err, &bad) || bad.Code != tc.want[0].code || !n.IsZero() {
			t.Errorf("Parse(%q) = %q, %v", tc.in, n, err)
		}
		if vocab.IsName(tc.in) {
			t.Errorf("IsName(%q)", tc.in)
		}
		for _, f := range Faults(tc.in) {
			checkText(t, f)
		}
	}
}

// checkText asks of an error that it has its sentences and is fit to print.
func checkText(t *testing.T, e *NameError) {
	t.Helper()
	if _, say := catalog.Find(e.Rule, e.Code); e.key == "" && say.Hint == (catalog.Text{}) {
		t.Errorf("%s %s: not in the rule table", e.Rule, e.Code)
	}
	for _, s := range []string{e.Error(), e.Text().KO, e.Text().EN, e.Hint().KO, e.Hint().EN, e.Name} {
		if !clean(s) {
			t.Errorf("%s %s: not fit to print: %q", e.Rule, e.Code, s)
		}
	}
	if e.Text().KO == e.Text().EN || e.Hint().IsZero() {
		t.Errorf("%s %s: lacks words", e.Rule, e.Code)
	}
	for _, place := range []string{"{found}", "{segment}", "{count}", "{max}"} {
		if strings.Contains(e.Text().KO+e.Text().EN+e.Hint().KO+e.Hint().EN, place) {
			t.Errorf("%s %s: %s was not filled", e.Rule, e.Code, place)
		}
	}
}

func clean(s string) bool {
	if !utf8.ValidString(s) || len(s) > 4000 {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// A name is what has no faults.
func TestIsName(t *testing.T) {
	names := 0
	var visit func(s string, left int)
	visit = func(s string, left int) {
		if got, want := isName(s), len(Faults(s)) == 0; got != want {
			t.Errorf("isName(%q) = %v", s, got)
		} else if got {
			names++
		}
		for _, c := range "av10.-" {
			if left > 0 {
				visit(s+string(c), left-1)
			}
		}
	}
	visit("", 6)
	for n := range 11 {
		visit(strings.Repeat("a.", n)+"v1", 0)
		visit(strings.Repeat("a", MaxLength-5+n)+".v1", 0)
	}
	if names < 100 {
		t.Errorf("only %d names", names)
	}
}

func TestNameIsAMapKey(t *testing.T) {
	m := map[Name]int{MustParse("a.v1"): 1, MustParse("a.v2"): 2}
	if m[MustParse("a.v"+"1")] != 1 || m[MustParse("a.v2")] != 2 || m[MustParse("b.v1")] != 0 {
		t.Errorf("lookup by an equal name failed: %v", m)
	}
	if one, other := MustParse("a.v1"), MustParse("a.v"+"1"); one != other {
		t.Error("equal names differ")
	}
}

func TestZeroName(t *testing.T) {
	var z Name
	if !z.IsZero() || z.String() != "" || z.Version() != "" || z.Series() != "" || z.Next() != z {
		t.Errorf("the zero Name is not empty: %#v", z)
	}
	if z.SameSeries(z) || z.SameSeries(MustParse("a.v1")) || MustParse("a.v1").SameSeries(z) {
		t.Error("the zero Name is in a series")
	}
	if _, err := z.MarshalText(); err == nil {
		t.Error("the zero Name was marshalled")
	}
	if x := z.Extension(); x.URI != "" || x.Params != nil {
		t.Errorf("the zero Name has an extension: %v", x)
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if err, _ := recover().(error); err == nil {
			t.Error("no panic with an error")
		}
	}()
	MustParse("no name")
}

func TestText(t *testing.T) {
	type record struct {
		Name Name           `json:"name,omitzero"`
		By   map[Name][]int `json:"by,omitempty"`
	}
	in := record{MustParse("flight.booking.v1"), map[Name][]int{MustParse("a.v1"): {1}}}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"flight.booking.v1","by":{"a.v1":[1]}}`; string(b) != want {
		t.Errorf("Marshal = %s, want %s", b, want)
	}
	var out record
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if out.Name != in.Name || len(out.By[MustParse("a.v1")]) != 1 {
		t.Errorf("round trip gave %v", out)
	}
	if b, err := json.Marshal(record{}); err != nil || string(b) != "{}" {
		t.Errorf("omitzero: %s, %v", b, err)
	}
	for _, bad := range []string{`{"name":""}`, `{"name":"A.v1"}`, `{"by":{"a":[]}}`} {
		out := record{Name: MustParse("kept.v1")}
		var e *NameError
		if err := json.Unmarshal([]byte(bad), &out); !errors.As(err, &e) {
			t.Errorf("Unmarshal(%s) gave %v", bad, err)
		}
		if out.Name != MustParse("kept.v1") {
			t.Errorf("Unmarshal(%s) changed the name to %q", bad, out.Name)
		}
	}
}

func TestNext(t *testing.T) {
	for _, tc := range [][2]string{
		{"a.v1", "a.v2"},
		{"a.v9", "a.v10"},
		{"a.v19", "a.v20"},
		{"a.v99", "a.v100"},
		{"a9.v9", "a9.v10"},
		{"a.b.c.d.e.f.g.v1", "a.b.c.d.e.f.g.v2"},
		{"a.v99999999999999999999", "a.v100000000000000000000"},
		{strings.Repeat("a", 252) + ".v1", strings.Repeat("a", 252) + ".v2"},
		{strings.Repeat("a", 251) + ".v9", strings.Repeat("a", 251) + ".v10"},
		{strings.Repeat("a", 252) + ".v9", ""}, // would be over MaxLength
		{"a.v" + strings.Repeat("9", 252), ""},
	} {
		n := MustParse(tc[0])
		if got := n.Next().String(); got != tc[1] {
			t.Errorf("%q.Next() = %q, want %q", tc[0], got, tc[1])
		}
		if n.String() != tc[0] {
			t.Errorf("Next changed its receiver to %q", n)
		}
	}
}

func TestSeries(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
		cmp  int
	}{
		{"a.b.v1", "a.b.v1", true, 0},
		{"a.b.v1", "a.b.v2", true, -1},
		{"a.b.v10", "a.b.v9", true, 1},
		{"a.v18446744073709551616", "a.v18446744073709551617", true, -1},
		{"a.b.v1", "a.c.v1", false, -1},
		{"a.v1", "a.b.v1", false, -1},
		{"a.v2b.v1", "a.v2.v1", false, 1}, // the second is no name: left zero
	} {
		a := MustParse(tc.a)
		b, _ := Parse(tc.b)
		if a.SameSeries(b) != tc.same || b.SameSeries(a) != tc.same {
			t.Errorf("SameSeries(%q, %q) is not %v", tc.a, tc.b, tc.same)
		}
		if a.Compare(b) != tc.cmp || b.Compare(a) != -tc.cmp {
			t.Errorf("Compare(%q, %q) = %d, want %d", tc.a, tc.b, a.Compare(b), tc.cmp)
		}
	}
}

// FuzzParse: what is accepted is the name to the letter, survives text
// marshalling, and has a next version in its series; what is refused is
// refused in words that are fit to print.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"flight.booking.v1", "a.v99", "v1", "", "..", "A_b-.v0", "a.v2.b.v1", "\xff\u202e.v1", "https://u:p@h/.v1", strings.Repeat("9.", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := Parse(s)
		if vocab.IsName(s) != (err == nil) {
			t.Errorf("%q: IsName %v, Parse %v", s, vocab.IsName(s), err)
		}
		if err != nil {
			if !n.IsZero() {
				t.Errorf("a name and an error: %q, %v", n, err)
			}
			for _, e := range Faults(s) {
				checkText(t, e)
				if e.Offset < 0 || e.Offset > len(s) {
					t.Errorf("offset %d of %d", e.Offset, len(s))
				}
			}
			return
		}
		if n.String() != s {
			t.Errorf("Parse(%q).String() = %q", s, n)
		}
		text, err := n.MarshalText()
		var back Name
		if err != nil || back.UnmarshalText(text) != nil || back != n {
			t.Errorf("%q: text gives %q", s, back)
		}
		next := n.Next()
		if next.IsZero() {
			if len(s) < MaxLength {
				t.Errorf("%q has no next", s)
			}
			return
		}
		if again, err := Parse(next.String()); err != nil || again != next {
			t.Errorf("%q.Next() = %q: %v", s, next, err)
		}
		if !n.SameSeries(next) || n == next || n.Compare(next) >= 0 {
			t.Errorf("%q.Next() = %q is not a later one of the series", s, next)
		}
	})
}
