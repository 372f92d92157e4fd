package main

import (
	"strings"
	"testing"
)

// inOrder holds a text against words that it must hold one after the other.
func inOrder(t *testing.T, what, text string, words []string) {
	t.Helper()
	for _, w := range words {
		_, after, ok := strings.Cut(text, w)
		if !ok {
			t.Errorf("%s: no %q, or out of order", what, w)
			return
		}
		text = after
	}
}

// The demonstration shows V1 to V9 and E1 to E5 for two agents.
func TestDemonstration(t *testing.T) {
	for lang, words := range map[string]struct {
		pass, na, complete string
	}{
		"en": {"pass", "not applicable", "run by: society. Each of V1 to V9 is shown: complete"},
		"ko": {"통과", "해당 없음", "확인한 쪽: society. V1–V9를 모두 확인했다. 완료다"},
	} {
		got := cardcheck("-lang", lang)
		if got.status != exitOK || got.err != "" {
			t.Errorf("%s: status %d, standard error %q", lang, got.status, got.err)
		}
		want := []string{words.pass + "  ethos"}
		for _, id := range []string{"V1", "V2", "V3"} {
			want = append(want, id+" "+words.pass)
		}
		want = append(want, "V4 "+words.na, "V5 "+words.pass, "V6 "+words.pass, "V7 "+words.pass, "V8 "+words.pass, "V9 "+words.na, words.complete)
		want = append(want, words.pass+"  terra")
		for _, id := range strings.Fields("V1 V2 V3 V4 V5 V6 V7 V8") {
			want = append(want, id+" "+words.pass)
		}
		want = append(want, "V9 "+words.na)
		for _, id := range strings.Fields("E1 E2 E3 E4 E5 P1 P3 P5 review4") {
			want = append(want, id+" "+words.pass)
		}
		inOrder(t, lang, got.out, append(want, words.complete))
		if n := lineCount(got.out); n > 60 {
			t.Errorf("%s: %d lines are too many to read", lang, n)
		}
		if i := strings.IndexFunc(got.out, isControl); i >= 0 {
			t.Errorf("%s: a control character at %d", lang, i)
		}
	}
}

func TestDemonstrationJSON(t *testing.T) {
	got := cardcheck("-format", "json")
	if got.status != exitOK || lineCount(got.out) != len(actors()) {
		t.Fatalf("status %d:\n%s", got.status, got.out)
	}
	for l := range strings.Lines(got.out) {
		var o reportObject
		strictly(t, l, &o)
		if o.Verdict != "pass" || o.By != "society" || o.Signature.Status != "verified" {
			t.Errorf("%s: %s, by %q, %s", o.Target, o.Verdict, o.By, o.Signature.Status)
		}
		called := 0
		for _, c := range o.Checks {
			if c.Exchange != nil {
				called++
			}
		}
		if called < 4 {
			t.Errorf("%s: %d checks show a call", o.Target, called)
		}
	}
}

func isControl(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || 0x80 <= r && r < 0xa0 }
