package jsondoc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// vectors is the folder of public test data of one kind. A test that needs it
// is skipped where the data is not at hand.
func vectors(t *testing.T, folder string) string {
	t.Helper()
	dir := os.Getenv("AGENTCARD_VECTORS")
	if dir == "" {
		t.Skip("AGENTCARD_VECTORS is not set: it names the folder that holds " + folder)
	}
	return filepath.Join(dir, folder)
}

// suite lists the files of the JSON suite whose name starts with a prefix.
func suite(t *testing.T, prefix string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(vectors(t, "json-test-suite"), prefix+"*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s*.json in the JSON suite (%v)", prefix, err)
	}
	out := make(map[string][]byte, len(names))
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(name)] = data
	}
	return out
}

// member parses a text as the value of a member, since Parse takes nothing but
// objects.
func member(text []byte) (*Doc, error) {
	return Parse([]byte(`{"v":`+string(text)+`}`), Limits{Bytes: 1 << 22, Depth: 1 + MaxDepth, Values: 1 + MaxValues})
}

// kindOf is the kind and reason of an error, "read" for none.
func kindOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return "read"
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is no *Error: %v", err, err)
	}
	return strings.TrimSuffix(string(e.Kind)+" "+string(e.Reason), " ")
}

func TestSuiteAccepts(t *testing.T) {
	files := suite(t, "y_")
	if len(files) != 95 {
		t.Errorf("%d files y_, the suite has 95", len(files))
	}
	for name, text := range files {
		want := "read"
		if strings.HasPrefix(name, "y_object_duplicated_key") {
			want = "duplicate_key"
		}
		doc, err := member(text)
		if got := kindOf(t, err); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if err == nil && doc.Root().First().Raw() != strings.Trim(string(text), " \t\r\n") {
			t.Errorf("%s: Raw is %q", name, doc.Root().First().Raw())
		}
	}
}

func TestSuiteRefuses(t *testing.T) {
	files := suite(t, "n_")
	if len(files) != 188 {
		t.Errorf("%d files n_, the suite has 188", len(files))
	}
	for name, text := range files {
		if _, err := member(text); err == nil {
			t.Errorf("%s was read", name)
		}
		if _, err := Parse(text, CardLimits()); err == nil {
			t.Errorf("%s was read at the top level", name)
		}
	}
}

// implementation pins what the suite leaves to the implementation. A number is
// read, and its mark says whether canonicalization would keep its value.
var implementation = map[string]string{
	"i_number_double_huge_neg_exp.json":                   "read inexact",
	"i_number_huge_exp.json":                              "read inexact",
	"i_number_neg_int_huge_exp.json":                      "read inexact",
	"i_number_pos_double_huge_exp.json":                   "read inexact",
	"i_number_real_neg_overflow.json":                     "read inexact",
	"i_number_real_pos_overflow.json":                     "read inexact",
	"i_number_real_underflow.json":                        "read inexact",
	"i_number_too_big_neg_int.json":                       "read inexact",
	"i_number_too_big_pos_int.json":                       "read",
	"i_number_very_big_negative_int.json":                 "read inexact",
	"i_object_key_lone_2nd_surrogate.json":                "encoding surrogate",
	"i_string_1st_surrogate_but_2nd_missing.json":         "encoding surrogate",
	"i_string_1st_valid_surrogate_2nd_invalid.json":       "encoding surrogate",
	"i_string_UTF-16LE_with_BOM.json":                     "encoding utf8",
	"i_string_UTF-8_invalid_sequence.json":                "encoding utf8",
	"i_string_UTF8_surrogate_U+D800.json":                 "encoding utf8",
	"i_string_incomplete_surrogate_and_escape_valid.json": "encoding surrogate",
	"i_string_incomplete_surrogate_pair.json":             "encoding surrogate",
	"i_string_incomplete_surrogates_escape_valid.json":    "encoding surrogate",
	"i_string_invalid_lonely_surrogate.json":              "encoding surrogate",
	"i_string_invalid_surrogate.json":                     "encoding surrogate",
	"i_string_invalid_utf-8.json":                         "encoding utf8",
	"i_string_inverted_surrogates_U+1D11E.json":           "encoding surrogate",
	"i_string_iso_latin_1.json":                           "encoding utf8",
	"i_string_lone_second_surrogate.json":                 "encoding surrogate",
	"i_string_lone_utf8_continuation_byte.json":           "encoding utf8",
	"i_string_not_in_unicode_range.json":                  "encoding utf8",
	"i_string_overlong_sequence_2_bytes.json":             "encoding utf8",
	"i_string_overlong_sequence_6_bytes.json":             "encoding utf8",
	"i_string_overlong_sequence_6_bytes_null.json":        "encoding utf8",
	"i_string_truncated-utf-8.json":                       "encoding utf8",
	"i_string_utf16BE_no_BOM.json":                        "syntax",
	"i_string_utf16LE_no_BOM.json":                        "syntax",
	"i_structure_500_nested_arrays.json":                  "limit depth",
	"i_structure_UTF-8_BOM_empty_object.json":             "syntax",
}

func TestSuiteImplementationDefined(t *testing.T) {
	files := suite(t, "i_")
	if len(files) != len(implementation) {
		t.Errorf("%d files i_, %d are pinned", len(files), len(implementation))
	}
	for name, text := range files {
		doc, err := member(text)
		got := kindOf(t, err)
		if err == nil {
			for v := range doc.Root().Subtree() {
				if !v.IsExact() {
					got = "read inexact"
				}
			}
		}
		if want := implementation[name]; got != want {
			t.Errorf("%s: %s, want %s (%v)", name, got, want, err)
		}
	}
}

// The BOM file holds an object, so that it can be read alone: there the error
// says that it is a BOM.
func TestSuiteBOMAlone(t *testing.T) {
	text := suite(t, "i_structure_UTF-8_BOM")["i_structure_UTF-8_BOM_empty_object.json"]
	_, err := Parse(text, CardLimits())
	if got := kindOf(t, err); got != "encoding bom" {
		t.Errorf("got %s, want encoding bom", got)
	}
}
