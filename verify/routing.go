package verify

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/hs9147/agentcard/card"
)

// Routing is the group of rules on whether a stranger can choose the agent by
// what its card says (rules T). In a document alone that is
// T-skill-description, a heuristic that only warns.
func Routing() Check { return checkRouting }

var checkRouting = spec("routing", "discovery note, minimum, checklist 4", card.Text{KO: "맡길 곳 가리기", EN: "routing"}, routing)

// shortDescription is the width under which a description is short: a Hangul
// syllable counts double.
const shortDescription = 20

func routing(s *Subject) []Finding {
	var out []Finding
	seen := make(map[uint64]string, len(s.skills())) // the gist of a description, to the skill that has it
	for _, other := range s.others {
		for _, k := range other.Card().Skills {
			seen[gist(k.Description)] = k.ID
		}
	}
	judged := false
	for _, k := range s.skills() {
		if k.Description == "" {
			continue // B-skill-fields speaks of it
		}
		judged = true
		d := gist(k.Description)
		if f, ok := vague(k, d, seen); ok {
			out = append(out, f)
		}
		seen[d] = k.label()
	}
	if !judged {
		return notApplicable() // there was nothing to read
	}
	return out
}

// vague judges one description; the first thing that is wrong with it is said.
func vague(k skill, d uint64, seen map[uint64]string) (Finding, bool) {
	warn := func(key string, args ...string) (Finding, bool) {
		return finding("T-skill-description", key, Warn, k.pointer()+"/description", append([]string{"id", k.label()}, args...)...), true
	}
	other, alike := seen[d]
	switch {
	case d == gist(k.Name):
		return warn("name")
	case alike && d != nothing:
		return warn("alike", "other", other)
	case fillers[d]:
		return warn("filler", "text", k.Description)
	case width(k.Description) < shortDescription:
		return warn("short")
	}
	return Finding{}, false
}

// nothing is the gist of a text without letters and numbers.
const nothing uint64 = 14695981039346656037

// gist is a hash (FNV-1a) of the letters and numbers of a text, the same for
// texts that differ in case, normalization, spaces and punctuation alone. A
// chance collision would cost a warning.
func gist(s string) uint64 {
	h := nothing
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', isSyllable(r):
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r < 0x80, r == '·', r >= 0x2000 && r <= 0x206F:
			continue
		default:
			return gistOf(norm.NFC.String(s))
		}
		h = mix(h, r)
	}
	return h
}

// gistOf is the gist of a text of any letters, in NFC.
func gistOf(s string) uint64 {
	h := nothing
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			h = mix(h, unicode.ToLower(r))
		}
	}
	return h
}

func mix(h uint64, r rune) uint64 { return (h ^ uint64(r)) * 1099511628211 }

// isSyllable reports a Hangul syllable.
func isSyllable(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }

// width counts runes up to shortDescription, a Hangul syllable twice.
func width(s string) int {
	n := 0
	for _, r := range strings.TrimSpace(s) {
		if n++; isSyllable(r) || r >= 0x1100 && unicode.Is(unicode.Hangul, r) {
			n++
		}
		if n >= shortDescription {
			break
		}
	}
	return n
}

// fillers are the gists of descriptions that fit any agent.
var fillers = gists(
	"요청 지원", "요청을 지원한다", "요청을 처리한다", "문서를 처리한다", "작업을 도와준다", "사용자를 돕는다", "질문에 답한다", "다양한 작업을 수행한다",
	"helps with requests", "help with requests", "handles requests", "handles documents", "handles tasks", "processes requests",
	"assists users", "helps users", "answers questions", "performs tasks", "does things", "general purpose agent", "a helpful agent",
	"helps with various tasks", "can help with anything",
)

func gists(texts ...string) map[uint64]bool {
	m := make(map[uint64]bool, len(texts))
	for _, s := range texts {
		m[gist(s)] = true
	}
	return m
}
