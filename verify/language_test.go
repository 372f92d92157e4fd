package verify

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/hs9147/agentcard/card"
)

func hangul(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
}

var (
	place   = regexp.MustCompile(`\{[a-z]+\}`)
	spelled = regexp.MustCompile("`[^`]*`")
)

// faultyWords says what is wrong with a text of a finding. Values stand in
// backquotes or behind a colon; the card's own words may be in any language.
func faultyWords(x card.Text, required bool) string {
	ko, en := spelled.ReplaceAllString(x.KO, ""), spelled.ReplaceAllString(x.EN, "")
	switch {
	case x.IsZero() && !required:
		return ""
	case x.KO == "" || x.EN == "":
		return "a language is missing"
	case required && !hangul(ko):
		return "no Hangul in the Korean"
	case place.MatchString(ko) || place.MatchString(en):
		return "a place that was not filled"
	case strings.Contains(x.EN, "no sentence for this code"):
		return "a code without words"
	case strings.Count(x.KO, "`")%2 != 0 || strings.Count(x.EN, "`")%2 != 0:
		return "a backquote that is not closed"
	}
	if head, _, _ := strings.Cut(en, ": "); hangul(head) {
		return "Hangul in the English"
	}
	return ""
}

// Every finding of every fixture speaks both languages, with its places filled.
func TestFindingsSpeakBothLanguages(t *testing.T) {
	n := 0
	look := func(name string, r *Report) {
		for _, f := range r.Findings {
			n++
			if why := faultyWords(f.Message, true); why != "" {
				t.Errorf("%s: %s/%s: %s\n%s\n%s", name, f.Rule, f.Code, why, f.Message.KO, f.Message.EN)
			}
			if why := faultyWords(f.Hint, false); why != "" {
				t.Errorf("%s: the hint of %s/%s: %s\n%s\n%s", name, f.Rule, f.Code, why, f.Hint.KO, f.Hint.EN)
			}
		}
	}
	for _, f := range loadFixtures(t) {
		target := Target{Received: f.card(t), Profile: fixtureProfile(t, f.profile), Strict: f.strict, Operations: f.operations()}
		f.sign(t, &target)
		look(f.file+", "+f.name, Run(context.Background(), target, append(Completion(), P5())...))
	}
	for name, c := range verdictCards {
		for _, p := range []Profile{Terra(), Mentor(), A2AOnly()} {
			look(name, Run(context.Background(), Target{Received: derived(t, c.file, c.ops...), Profile: p}, Completion()...))
		}
	}
	look("everything wrong", Run(context.Background(), Target{Received: everythingWrong(), Profile: Mentor()}, Completion()...))
	look("nothing to check", Run(context.Background(), Target{}, Offline()...))
	look("no check", Run(context.Background(), Target{Received: []byte("{}")}))
	look("twice", Run(context.Background(), Target{Received: []byte("{}")}, V2(), V2()))
	look("broken", Run(context.Background(), Target{Received: []byte("{}")}, Check{ID: "x"}))
	if n < 2000 {
		t.Errorf("only %d findings were read", n)
	}
}

// Titles of checks and labels of verdicts and outcomes are there in both
// languages.
func TestLabels(t *testing.T) {
	for _, c := range append(Completion(), P5()) {
		if !hangul(c.Title.KO) && !strings.Contains(c.Title.KO, "skill") || c.Title.EN == "" || hangul(c.Title.EN) {
			t.Errorf("%s: %+v", c.ID, c.Title)
		}
	}
	seen := map[string]bool{}
	for v := Pass; v <= NotApplicable; v++ {
		if v.String() == "" || hangul(v.Label("en")) || !hangul(v.Label("ko")) || seen[v.Label("ko")] {
			t.Errorf("verdict %d: %q, %q, %q", v, v.String(), v.Label("en"), v.Label("ko"))
		}
		seen[v.Label("ko")] = true
		if text, err := v.MarshalText(); err != nil || string(text) != v.String() {
			t.Errorf("%s: %s, %v", v, text, err)
		}
	}
	for o := OutcomePass; o <= OutcomeFail; o++ {
		if o.String() == "" || hangul(o.Label("en")) || !hangul(o.Label("ko")) {
			t.Errorf("outcome %d: %q, %q", o, o.Label("en"), o.Label("ko"))
		}
	}
	// The glossary's own words.
	for v, ko := range map[Verdict]string{
		Pass: "통과", Fail: "불통과", Warn: "경고", NotApplicable: "해당 없음", NeedsEvidence: "증거 필요", Info: "참고", Inconclusive: "확인 불가",
	} {
		if v.Label("ko") != ko {
			t.Errorf("%s is %s, want %s", v, v.Label("ko"), ko)
		}
	}
	if OutcomeIncomplete.Label("ko") != "미완" {
		t.Errorf("incomplete is %s", OutcomeIncomplete.Label("ko"))
	}
	if Verdict(0).String() != "" || Verdict(99).Label("ko") != "" || Outcome(0).String() != "" || Outcome(-1).Label("ko") != "" {
		t.Error("what is no verdict has a word")
	}
}
