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
func Routing() Check {
	return spec("routing", "discovery note, minimum, checklist 4", card.Text{KO: "맡길 곳 가리기", EN: "routing"}, routing)
}

// shortDescription is the width under which a description is short: a Hangul
// syllable counts double.
const shortDescription = 20

func routing(s *Subject) []Finding {
	var out []Finding
	seen := map[string]string{} // description, squeezed, to the skill that has it
	for _, other := range s.others {
		for _, k := range other.Card().Skills {
			if d := squeeze(k.Description); d != "" {
				seen[d] = k.ID
			}
		}
	}
	for _, k := range s.skills() {
		if k.Description == "" {
			continue // B-skill-fields speaks of it
		}
		if f, ok := vague(k, seen); ok {
			out = append(out, f)
		}
		if d := squeeze(k.Description); d != "" {
			seen[d] = k.label()
		}
	}
	return out
}

// vague judges one description; the first thing that is wrong with it is said.
func vague(k skill, seen map[string]string) (Finding, bool) {
	at := k.pointer() + "/description"
	d := squeeze(k.Description)
	other, alike := seen[d]
	switch {
	case d == squeeze(k.Skill.Name):
		return finding("T-skill-description", "name", Warn, at, "id", k.label()), true
	case alike:
		return finding("T-skill-description", "alike", Warn, at, "id", k.label(), "other", other), true
	case isFiller(d):
		return finding("T-skill-description", "filler", Warn, at, "id", k.label(), "text", k.Description), true
	case width(k.Description) < shortDescription:
		return finding("T-skill-description", "short", Warn, at, "id", k.label()), true
	}
	return Finding{}, false
}

// squeeze makes descriptions equal that differ in case, normalization, spaces
// and punctuation alone.
func squeeze(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < 0x80
	}
	if !ascii {
		s = norm.NFC.String(s)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// width counts runes up to shortDescription, a Hangul syllable twice.
func width(s string) int {
	n := 0
	for _, r := range strings.TrimSpace(s) {
		if n++; unicode.Is(unicode.Hangul, r) {
			n++
		}
		if n >= shortDescription {
			break
		}
	}
	return n
}

// fillers are descriptions that fit any agent, squeezed.
var fillers = map[string]bool{}

func init() {
	for _, s := range [...]string{
		"요청 지원", "요청을 지원한다", "요청을 처리한다", "문서를 처리한다", "작업을 도와준다", "사용자를 돕는다", "질문에 답한다", "다양한 작업을 수행한다",
		"helps with requests", "help with requests", "handles requests", "handles documents", "handles tasks", "processes requests",
		"assists users", "helps users", "answers questions", "performs tasks", "does things", "general purpose agent", "a helpful agent",
		"helps with various tasks", "can help with anything",
	} {
		fillers[squeeze(s)] = true
	}
}

func isFiller(squeezed string) bool { return fillers[squeezed] }
