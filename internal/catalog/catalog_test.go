package catalog

import (
	"slices"
	"strings"
	"testing"
)

// checkNames are the lines and groups that a rule may feed (requirements §15).
var checkNames = strings.Fields("a2a places serve routing handoff device review4 V1 V2 V3 V4 V5 V6 V7 V8 V9 E1 E2 E3 E4 E5 P1 P2 P3 P4 P5")

func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.ID == "" || seen[r.ID] {
			t.Errorf("%q: no id, or one that stands twice", r.ID)
		}
		seen[r.ID] = true
		if r.Title.KO == "" || r.Title.EN == "" || r.Source == "" {
			t.Errorf("%s: no title or no source", r.ID)
		}
		if strings.Contains(r.Source, "http") {
			t.Errorf("%s: a source is a document and a section: %s", r.ID, r.Source)
		}
		for _, k := range strings.Split(string(r.Kind), ",") {
			if !slices.Contains([]string{"static", "live", "evidence", "policy", "api", "interop"}, strings.TrimSpace(k)) {
				t.Errorf("%s: kind %q", r.ID, k)
			}
		}
		if !slices.Contains([]Severity{Fail, Warn, Info}, r.Severity) {
			t.Errorf("%s: severity %q", r.ID, r.Severity)
		}
		for _, c := range r.Checks {
			if !slices.Contains(checkNames, c) {
				t.Errorf("%s feeds %q, which is no check", r.ID, c)
			}
		}
		if Lookup(r.ID) == nil || Lookup(r.ID).ID != r.ID {
			t.Errorf("%s is not found", r.ID)
		}
	}
	if Lookup("no such rule") != nil {
		t.Error("a rule is made up")
	}
}

func TestKeysAreUnique(t *testing.T) {
	for _, r := range Rules() {
		seen := map[string]bool{}
		for _, s := range r.Says {
			if seen[s.Key] {
				t.Errorf("%s: key %q stands twice", r.ID, s.Key)
			}
			seen[s.Key] = true
			if found, say := Find(r.ID, s.Key); found.ID != r.ID || say != s {
				t.Errorf("%s %q is not found", r.ID, s.Key)
			}
			if strings.ContainsAny(s.Code(), ": ") || s.Code() == "more" {
				t.Errorf("%s: code %q", r.ID, s.Code())
			}
		}
	}
}

// A rule of section 1 and the checks it feeds (requirements §15).
func TestChecksOfTheBaseRules(t *testing.T) {
	own := map[string][]string{
		"B-json": {"a2a", "P2"}, "B-size": {"a2a", "P2"}, "B-name": {"a2a", "P2"}, "B-skills-array": {"a2a", "P2"},
		"B-skills-nonempty": {"a2a", "V2", "V8", "P2"}, "B-number-exact": {"a2a", "P5"},
	}
	for _, r := range Rules() {
		var want []string
		switch {
		case own[r.ID] != nil:
			want = own[r.ID]
		case strings.HasPrefix(r.ID, "B-"):
			want = []string{"a2a"}
		case strings.HasPrefix(r.ID, "S0-"), strings.HasPrefix(r.ID, "S1-"), r.ID == "S-targets":
			want = []string{"places"}
		default:
			continue
		}
		if !slices.Equal(r.Checks, want) {
			t.Errorf("%s feeds %v, want %v", r.ID, r.Checks, want)
		}
	}
}

func TestFindUnknownKey(t *testing.T) {
	r, say := Find("B-name", "nonsense")
	if r.ID != "B-name" || say.Key != "nonsense" || !strings.Contains(say.Message.EN, "`nonsense`") || say.Message.KO == "" {
		t.Errorf("%s: %+v", r.ID, say)
	}
	if r, _ := Find("no such rule", ""); r.ID != "no such rule" {
		t.Errorf("an unknown rule is called %q", r.ID)
	}
}

func TestCode(t *testing.T) {
	for key, want := range map[string]string{"": "", "empty": "empty", "card.syntax:end": "card.syntax", ":x": ""} {
		if got := (Say{Key: key}).Code(); got != want {
			t.Errorf("%q: %q, want %q", key, got, want)
		}
	}
}

// Values are put in once: what a value holds is not a place.
func TestFill(t *testing.T) {
	text := Text{KO: "{a}의 {b}: {c}", EN: "{b} of {a}: {c}"}
	got := Fill(text, "a", "{b}", "b", "x\u202ey")
	if got.KO != "{b}의 xU+202Ey: {c}" || got.EN != "xU+202Ey of {b}: {c}" {
		t.Errorf("%+v", got)
	}
	if Fill(text) != text || Fill(text, "a") != text {
		t.Error("a text changes without a value")
	}
}

func TestMore(t *testing.T) {
	m := More(12)
	if m.Code() != "more" || !strings.Contains(m.Message.KO, "12") || !strings.Contains(m.Message.EN, "12") {
		t.Errorf("%+v", m)
	}
}
