package catalog

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// sentence is one text of the table, with where it stands.
type sentence struct {
	where string
	Text
	hint bool
}

// sentences is every text that a person may read.
func sentences() []sentence {
	var out []sentence
	all := Rules()
	for _, r := range aboutRuns {
		all = append(all[:len(all):len(all)], r)
	}
	for _, r := range all {
		if r.Title != (Text{}) {
			out = append(out, sentence{r.ID + ", title", r.Title, false})
		}
		for _, s := range r.Says {
			out = append(out,
				sentence{r.ID + " " + s.Key + ", message", s.Message, false}, sentence{r.ID + " " + s.Key + ", hint", s.Hint, true})
		}
	}
	for code, text := range mends {
		out = append(out, sentence{"mend " + code + ", message", text, false})
	}
	more := More(7)
	return append(out, sentence{"more, message", more.Message, false}, sentence{"more, hint", more.Hint, true})
}

func hangul(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
}

// Korean holds Hangul, English none, and the two differ. A hint may be code
// alone, which is the same in any language.
func TestBothLanguages(t *testing.T) {
	for _, s := range sentences() {
		if strings.TrimSpace(s.KO) == "" || strings.TrimSpace(s.EN) == "" {
			t.Errorf("%s: a language is missing", s.where)
			continue
		}
		if hangul(s.EN) {
			t.Errorf("%s: Hangul in the English: %s", s.where, s.EN)
		}
		if s.hint && s.KO == s.EN && strings.Contains(s.KO, "`") {
			continue
		}
		if !hangul(s.KO) {
			t.Errorf("%s: no Hangul in the Korean: %s", s.where, s.KO)
		}
		if s.KO == s.EN {
			t.Errorf("%s: one text for both languages: %s", s.where, s.KO)
		}
	}
}

// changing lists the particles whose form depends on the sound before them. No
// value tells beforehand how it sounds.
var changing = []string{
	"이", "가", "을", "를", "은", "는", "과", "와", "으로", "로", "이나", "나", "이라", "라", "이고", "고", "이며", "며", "이다", "다", "이든", "든",
	"아", "야", "여", "으로서", "로서", "으로써", "로써", "이랑", "랑",
}

// counters are nouns that may follow a number.
var counters = []string{"행", "단계", "개", "바이트", "비트", "초", "건", "자", "번째", "글자"}

var afterPlace = regexp.MustCompile("\\{[a-z]+\\}`?(\\p{Hangul}+)")

func TestNoChangingParticleAfterAValue(t *testing.T) {
	fixed := map[string]bool{}
	for _, p := range []string{"에", "의", "에서", "에는", "에도", "에서는", "도", "만", "까지", "부터", "마다", "보다", "처럼"} {
		fixed[p] = true
	}
	for _, s := range sentences() {
		for _, m := range afterPlace.FindAllStringSubmatch(s.KO, -1) {
			word := m[1]
			// A counter is no particle, and its own sound is known.
			counter := func(c string) bool { return strings.HasPrefix(word, c) }
			if !fixed[word] && !slices.ContainsFunc(counters, counter) {
				t.Errorf("%s: %q follows a value: %s", s.where, word, s.KO)
			}
		}
	}
	for _, p := range changing {
		if fixed[p] {
			t.Errorf("%q changes with the sound before it", p)
		}
	}
}

// The tone of the glossary: statements, no pleading, no exclamation.
func TestTone(t *testing.T) {
	for _, s := range sentences() {
		// "아니다." alone is plain style among what ends in "니다.".
		ko := strings.ReplaceAll(s.KO, "아니다.", "")
		for _, word := range []string{"하세요", "입니다", "니다.", "주세요", "십시오", "!", "죄송", "판정"} {
			if strings.Contains(ko, word) {
				t.Errorf("%s: %q: %s", s.where, word, s.KO)
			}
		}
		if strings.Contains(s.EN, "!") || strings.Contains(strings.ToLower(s.EN), "please") {
			t.Errorf("%s: %s", s.where, s.EN)
		}
	}
}

// Both languages have the same places, and a message ends as a sentence does.
func TestPlaces(t *testing.T) {
	place := regexp.MustCompile(`\{[a-z]+\}`)
	for _, s := range sentences() {
		ko, en := map[string]bool{}, map[string]bool{}
		for _, p := range place.FindAllString(s.KO, -1) {
			ko[p] = true
		}
		for _, p := range place.FindAllString(s.EN, -1) {
			en[p] = true
		}
		for p := range ko {
			if !en[p] {
				t.Errorf("%s: %s is missing from the English", s.where, p)
			}
		}
		for p := range en {
			if !ko[p] {
				t.Errorf("%s: %s is missing from the Korean", s.where, p)
			}
		}
		if strings.HasSuffix(s.where, ", message") && (!strings.HasSuffix(s.KO, ".") || !strings.HasSuffix(s.EN, ".")) {
			t.Errorf("%s: a message does not end with a full stop", s.where)
		}
		if strings.Count(s.KO, "`")%2 != 0 || strings.Count(s.EN, "`")%2 != 0 {
			t.Errorf("%s: a backquote is not closed", s.where)
		}
	}
}
