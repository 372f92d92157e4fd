package verify

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/hs9147/agentcard/card"
)

// Routing is the group of rules on whether a stranger can choose the agent by
// what its card says (rules T). In a document alone that is
// T-skill-description, a heuristic that only warns. A run that may call the
// agent says too why it must not: T-ext-required and T-origin.
func Routing() Check { return checkRouting }

var checkRouting = asked("routing", "discovery note, minimum, checklist 4", card.Text{KO: "맡길 곳 가리기", EN: "routing"}, func(ctx context.Context, s *Subject) []Finding {
	out := routing(s)
	if s.live() {
		out = append(out, s.pickFindings(ctx)...)
	}
	return out
})

// shortDescription is the width under which a description is short: a Hangul
// syllable counts double.
const shortDescription = 20

func routing(s *Subject) []Finding {
	var out []Finding
	seen := descriptions{list: make([]described, 0, len(s.skills()))}
	for _, other := range s.others {
		for _, k := range other.Card().Skills {
			seen.add(gist(k.Description), k.ID)
		}
	}
	judged := false
	for i := range s.skills() {
		k := &s.skills()[i]
		if k.Description == "" {
			continue // B-skill-fields speaks of it
		}
		judged = true
		if f, ok := vague(k, &seen); ok {
			out = append(out, f)
		}
		seen.add(k.gist, k.label())
	}
	if !judged {
		return notApplicable() // there was nothing to read
	}
	return out
}

// descriptions are those seen so far. A few are searched one by one.
type descriptions struct {
	list  []described
	index map[uint64]string // of all, once they are many
}

// described is the gist of a description and the skill that has it.
type described struct {
	gist uint64
	by   string
}

const fewDescriptions = 24

func (d *descriptions) add(gist uint64, by string) {
	d.list = append(d.list, described{gist, by})
	if len(d.list) <= fewDescriptions {
		return
	}
	if d.index == nil {
		d.index = make(map[uint64]string, 4*fewDescriptions)
		for _, x := range d.list {
			d.index[x.gist] = x.by
		}
	}
	d.index[gist] = by
}

// find is the last skill with a description of that gist.
func (d *descriptions) find(gist uint64) (by string, ok bool) {
	if d.index != nil {
		by, ok = d.index[gist]
		return by, ok
	}
	for _, x := range d.list {
		if x.gist == gist {
			by, ok = x.by, true
		}
	}
	return by, ok
}

// vague judges one description; the first thing that is wrong with it is said.
func vague(k *skill, seen *descriptions) (Finding, bool) {
	d := k.gist
	warn := func(key string, args ...string) (Finding, bool) {
		return finding("T-skill-description", key, Warn, k.pointer()+"/description", append([]string{"id", k.label()}, args...)...), true
	}
	other, alike := seen.find(d)
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
var nothing = newHash.sum()

// gist is a hash of the letters and numbers of a text, the same for
// texts that differ in case, normalization, spaces and punctuation alone. A
// chance collision would cost a warning.
func gist(s string) uint64 {
	h, _ := walk(s)
	return h
}

// walk goes through a text once, for its gist, and for whether it may hold a word
// of which S2-kind-truth speaks.
func walk(s string) (gist uint64, hint bool) {
	h := newHash
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			if r = syllable(s[i:]); r != 0 {
				if truthMarks>>(r&63)&1 != 0 {
					hint = hint || hintKO(s[i:])
				}
				h = h.mix(r)
				i += 3
				continue
			}
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r >= 'a' && r <= 'z':
			hint = hint || hintEN(s, i)
		case r >= '0' && r <= '9':
		case r >= 'A' && r <= 'Z':
			hint = hint || hintEN(s, i)
			r += 'a' - 'A'
		case r < 0x80, r == '·', r >= 0x2000 && r <= 0x206F:
			i += size
			continue
		default:
			return gistOf(norm.NFC.String(s)), true // stateWord will tell
		}
		i += size
		h = h.mix(r)
	}
	return h.sum(), hint
}

// syllable is the Hangul syllable with which s begins, or 0.
func syllable(s string) rune {
	if len(s) < 3 || s[0]-0xEA > 3 || s[1]&0xC0 != 0x80 || s[2]&0xC0 != 0x80 {
		return 0
	}
	r := rune(s[0]&0xF)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
	if !isSyllable(r) {
		return 0
	}
	return r
}

// gistOf is the gist of a text of any letters, in NFC.
func gistOf(s string) uint64 {
	h := newHash
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			h = h.mix(unicode.ToLower(r))
		}
	}
	return h.sum()
}

// hash is FNV-1a of every other rune, and of the rest: two short chains take half
// the time of a long one.
type hash struct{ a, b uint64 }

var newHash = hash{fnvBasis, fnvBasis}

const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

func (h hash) mix(r rune) hash { return hash{h.b, (h.a ^ uint64(r)) * fnvPrime} }

func (h hash) sum() uint64 { return (h.a*fnvPrime ^ h.b) * fnvPrime }

// isSyllable reports a Hangul syllable.
func isSyllable(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }

// width counts runes up to shortDescription, a Hangul syllable twice.
func width(s string) int {
	n := 0
	s = strings.TrimSpace(s)
	if len(s) >= utf8.UTFMax*shortDescription {
		return shortDescription
	}
	for i := 0; i < len(s) && n < shortDescription; {
		if syllable(s[i:]) != 0 {
			n, i = n+2, i+3
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if n++; r >= 0x1100 && unicode.Is(unicode.Hangul, r) {
			n++
		}
		i += size
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
