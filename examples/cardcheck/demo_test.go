package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDemonstration(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {"pass  samples/good.json", "warn  samples/terra.json", "E3/E3-unbound", "fail  samples/bad.json", "fail  samples/hostile.json"},
		"ko": {"통과  samples/good.json", "경고  samples/terra.json", "E3/E3-unbound", "불통과  samples/bad.json", "불통과  samples/hostile.json"},
	} {
		got := cardcheck("-lang", lang)
		if got.status != exitOK || got.err != "" {
			t.Errorf("%s: status %d, standard error %q", lang, got.status, got.err)
		}
		rest := got.out
		for _, w := range want {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				t.Errorf("%s: no %q, or out of order", lang, w)
			}
			rest = after
		}
		if n := lineCount(got.out); n > 130 {
			t.Errorf("%s: %d lines are too many to read", lang, n)
		}
		if i := strings.IndexFunc(got.out, isControl); i >= 0 {
			t.Errorf("%s: a control character at %d", lang, i)
		}
	}
}

func TestDemonstrationJSON(t *testing.T) {
	got := cardcheck("-format", "json")
	if got.status != exitOK || lineCount(got.out) != len(demo()) {
		t.Fatalf("status %d:\n%s", got.status, got.out)
	}
	for l := range strings.Lines(got.out) {
		if !json.Valid([]byte(l)) {
			t.Errorf("no JSON: %s", l)
		}
	}
}

// Each sample is embedded, shown once and comes out as the demonstration says.
func TestSamples(t *testing.T) {
	entries, err := samples.ReadDir("samples")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(demo()) {
		t.Errorf("%d samples, %d are shown", len(entries), len(demo()))
	}
	for _, s := range demo() {
		args := []string{"-profile", s.profile.Name, "samples/" + s.file}
		if s.profile.Name == "external" && len(s.profile.Names) > 0 {
			args = append(args, "-name", s.profile.Names[0].String())
		}
		if got := cardcheck(args...); got.status != s.status {
			t.Errorf("%s: status %d, want %d", s.file, got.status, s.status)
		}
	}
}

func isControl(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || 0x80 <= r && r < 0xa0 }
