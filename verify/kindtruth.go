package verify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hs9147/agentcard/tags"
)

// truthWords are words of text that speak of changing state (S2-kind-truth).
var truthWords = struct{ ko, en []string }{
	ko: []string{"이체", "결제", "삭제", "기록", "수신"},
	en: []string{"transfer", "pay", "delete", "ingest", "write"},
}

// S2-kind-truth: a hint, never more.
func truthFindings(k *skill) []Finding {
	if k.kind != tags.KindAdvisory && k.kind != tags.KindQuery {
		return nil
	}
	at, word := "/id", stateWord(k.ID)
	if word == "" && k.hint {
		at, word = "/description", stateWord(k.Description)
	}
	if word == "" {
		return nil
	}
	return []Finding{finding("S2-kind-truth", "", Info, k.pointer()+at, "id", k.label(), "word", word)}
}

// stateWord is the first word of a text that speaks of changing state, unless
// what follows takes it back: a negation, or that it is only looked up or read.
func stateWord(text string) string {
	if _, hint := walk(text); !hint {
		return "" // most texts
	}
	for _, w := range truthWords.ko {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				break
			}
			if !takenBack(after) {
				return w
			}
			rest = after
		}
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	for i, w := range words {
		if slices.Contains(truthWords.en, w) && !negatedBefore(words[:i]) {
			return w
		}
	}
	return ""
}

// hintEN and hintKO report one of the words at a place in a text, those in English
// in any case.
func hintEN(text string, at int) bool {
	w := truthEN[text[at]|0x20]
	return w != "" && len(text)-at >= len(w) && strings.EqualFold(text[at:at+len(w)], w)
}

func hintKO(text string) bool {
	return slices.ContainsFunc(truthWords.ko, func(w string) bool { return strings.HasPrefix(text, w) })
}

// truthEN is the words by their first letter, where each has its own. truthMarks
// tells the first syllables of the Korean words from most others, by the last six
// bits.
var truthEN, truthMarks = func() (en [256]string, marks uint64) {
	for _, w := range truthWords.en {
		en[w[0]] = w
	}
	for _, w := range truthWords.ko {
		marks |= 1 << (w[2] & 63)
	}
	return en, marks
}()

// takenBack looks at the Korean that follows a word, up to the end of its
// sentence.
func takenBack(after string) bool {
	for _, w := range [...]string{"조회", "내역", "읽"} {
		if i := strings.Index(after, w); i >= 0 && i <= len("을 목록 ") {
			return true
		}
	}
	if i := strings.IndexAny(after, ".,·;\n"); i >= 0 {
		after = after[:i]
	}
	for _, w := range [...]string{"않", "없", "안 ", "못", "금지", "말"} {
		if i := strings.Index(after, w); i >= 0 && i <= 30 {
			return true
		}
	}
	return false
}

func negatedBefore(words []string) bool {
	for _, w := range words[max(0, len(words)-3):] {
		switch w {
		case "not", "never", "no", "without", "cannot", "can't", "don't", "doesn't", "won't", "nor":
			return true
		}
	}
	return false
}
