package verify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
	"github.com/hs9147/agentcard/tags"
)

// V2 is the line on kinds. card spec v1.7 §8: "모든 skill이 chofam:kind/* 태그를
// 정확히 하나 갖는다".
func V2() Check { return checkV2 }

var checkV2 = spec("V2", "card spec v1.7 §8 V2", card.Text{KO: "skill의 분류", EN: "kinds of skills"}, func(s *Subject) []Finding {
	out := s.baseFindings("V2")
	for _, k := range s.skills() {
		out = append(out, kindFindings(k)...)
		out = append(out, reservedFindings(k)...)
		out = append(out, truthFindings(k)...)
	}
	return out
})

var kindTags = []string{tags.KindAdvisory.Tag(), tags.KindQuery.Tag(), tags.KindAction.Tag()}

// distinct lists the tags of a prefix, each once, and how many there are.
func distinct(all []string, prefix string) (list []string, n int) {
	for _, t := range all {
		if !strings.HasPrefix(t, prefix) {
			continue
		}
		n++
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list, n
}

// near finds a tag that looks like one of the reserved ones.
func near(all []string, reserved ...string) (tag, want string) {
	for _, t := range all {
		if want = vocab.NearTag(t, reserved...); want != "" {
			return t, want
		}
	}
	return "", ""
}

// S2-kind-exactly-one and S2-kind-vocabulary.
func kindFindings(k skill) []Finding {
	list, n := distinct(k.Tags, tags.KindPrefix)
	switch {
	case len(list) == 0:
		if tag, want := near(k.Tags, kindTags...); want != "" {
			return []Finding{finding("S2-kind-exactly-one", "near", Fail, k.tagsAt(), "id", k.label(), "tag", tag, "want", want)}
		}
		return []Finding{finding("S2-kind-exactly-one", "", Fail, k.tagsAt(), "id", k.label())}
	case len(list) > 1:
		out := []Finding{finding("S2-kind-exactly-one", "several", Fail, k.tagsAt(), "id", k.label(), "tags", quoted(list))}
		for _, t := range list {
			if _, ok := tags.ParseKind(t); !ok && vocab.NearTag(t, kindTags...) == "" {
				return append(out, finding("S2-kind-vocabulary", "", Fail, k.tagsAt(), "id", k.label(), "tag", t))
			}
		}
		return out
	}
	var out []Finding
	if n > 1 {
		out = append(out, finding("S2-kind-exactly-one", "repeated", Warn, k.tagsAt(), "id", k.label(), "tag", list[0]))
	}
	if k.kind != tags.KindUnknown {
		return out
	}
	if _, want := near(list, kindTags...); want != "" {
		out = append(out, finding("S2-kind-exactly-one", "near", Fail, k.tagsAt(), "id", k.label(), "tag", list[0], "want", want))
	} else {
		out = append(out, finding("S2-kind-vocabulary", "", Fail, k.tagsAt(), "id", k.label(), "tag", list[0]))
	}
	return out
}

// quoted lists tags in a sentence, three at the most.
func quoted(list []string) string {
	more := ""
	if len(list) > 3 {
		list, more = list[:3], ", …"
	}
	return "`" + strings.Join(list, "`, `") + "`" + more
}

// S2-reserved-namespace. Kinds, effects and trust are the affair of other
// rules.
func reservedFindings(k skill) []Finding {
	var out []Finding
	for _, t := range k.Tags {
		if !strings.HasPrefix(t, tags.Reserved) || t == tags.ScopeParty.Tag() {
			continue
		}
		if strings.HasPrefix(t, tags.KindPrefix) || strings.HasPrefix(t, tags.EffectPrefix) || strings.HasPrefix(t, trustPrefix) {
			continue
		}
		out = append(out, finding("S2-reserved-namespace", "", Warn, k.tagsAt(), "id", k.label(), "tag", t))
	}
	return out
}

// truthWords are words of text that speak of changing state (S2-kind-truth).
var truthWords = struct{ ko, en []string }{
	ko: []string{"이체", "결제", "삭제", "기록", "수신"},
	en: []string{"transfer", "pay", "delete", "ingest", "write"},
}

// S2-kind-truth: a hint, never more.
func truthFindings(k skill) []Finding {
	if k.kind != tags.KindAdvisory && k.kind != tags.KindQuery {
		return nil
	}
	for _, x := range [...]struct{ at, text string }{{"/id", k.ID}, {"/description", k.Description}} {
		if word := stateWord(x.text); word != "" {
			return []Finding{finding("S2-kind-truth", "", Info, k.pointer()+x.at, "id", k.label(), "word", word)}
		}
	}
	return nil
}

// stateWord is the first word of a text that speaks of changing state, unless
// what follows takes it back: a negation, or that it is only looked up or read.
func stateWord(text string) string {
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
	if !mayHold(text, truthWords.en) {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	for i, w := range words {
		if slices.Contains(truthWords.en, w) && !negatedBefore(words[:i]) {
			return w
		}
	}
	return ""
}

// mayHold reports whether a text holds one of a few ASCII words in any case. It
// passes over most texts quickly.
func mayHold(text string, words []string) bool {
	for i := range len(text) {
		c := text[i] | 0x20
		if c < 'a' || c > 'z' {
			continue
		}
		for _, w := range words {
			if c == w[0] && len(text)-i >= len(w) && strings.EqualFold(text[i:i+len(w)], w) {
				return true
			}
		}
	}
	return false
}

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
