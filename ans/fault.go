package ans

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// NameError says which rule a name breaks, how, and where.
//
// From Parse, Rule and Code are one of
//
//	N-charset       upper-case, hyphen, underscore, non-ascii, character
//	N-segments      empty, empty-segment, segments, limit
//	N-version-last  version-missing, version-leading-zero, version-only,
//	                version-not-last
//
// limit being this library's own. In an *EntryError it may also be
//
//	S3-name-one-per-extension  params, absent, type, space
//
// for an entry whose params hold no single string, or one with a space around
// it.
type NameError struct {
	Rule   string
	Code   string
	Offset int    // byte offset of the fault in the name
	Name   string // the name as written, made safe to show; empty if no string

	key  string // of the sentence, where it is not Code
	args []string
}

// Error is the English sentence with the name in front.
func (e *NameError) Error() string { return "ans: " + e.detail() }

func (e *NameError) detail() string {
	if e.Name == "" {
		return e.Text().EN
	}
	return "name " + strconv.Quote(e.Name) + ": " + e.Text().EN
}

// Text is what is wrong, in Korean and English.
func (e *NameError) Text() card.Text { return card.Text(catalog.Fill(e.say().Message, e.args...)) }

// Hint is what to write instead, in Korean and English.
func (e *NameError) Hint() card.Text { return card.Text(catalog.Fill(e.say().Hint, e.args...)) }

func (e *NameError) say() catalog.Say {
	_, say := catalog.Find(e.Rule, cmp.Or(e.key, e.Code))
	return say
}

// Faults is everything that keeps s from being a name, each code once, at its
// first place; empty if s is a name. It lists N-charset, N-segments and
// N-version-last in that order. Where a fault of one kind brings about another
// only the first is told: a segment with characters that it can't have is not
// asked to be a version, an empty one is not counted, and the limit on length
// is told only of a name that is right otherwise.
func Faults(s string) []*NameError {
	c := checker{s: s}
	if s == "" {
		c.add("N-segments", "empty", 0)
		return c.list
	}
	c.charset()
	whole := c.segments()
	c.version(whole)
	if len(c.list) == 0 && len(s) > MaxLength {
		c.add("N-segments", "limit", MaxLength, "max", strconv.Itoa(MaxLength))
	}
	return c.list
}

type checker struct {
	s    string
	list []*NameError
}

func (c *checker) add(rule, code string, at int, args ...string) {
	c.list = append(c.list, &NameError{Rule: rule, Code: code, Offset: at, Name: catalog.Show(c.s), args: args})
}

func (c *checker) charset() {
	for i := 0; i < len(c.s); {
		b := c.s[i]
		if plain(b) || b == '.' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(c.s[i:])
		code := "character"
		switch {
		case b >= utf8.RuneSelf:
			code = "non-ascii"
		case 'A' <= b && b <= 'Z':
			code = "upper-case"
		case b == '-':
			code = "hyphen"
		case b == '_':
			code = "underscore"
		}
		if !c.has(code) {
			c.add("N-charset", code, i, "found", found(b, r, size))
		}
		i += size
	}
}

func (c *checker) has(code string) bool {
	for _, e := range c.list {
		if e.Code == code {
			return true
		}
	}
	return false
}

// segments counts what stands between the dots and reports whether nothing was
// empty.
func (c *checker) segments() (whole bool) {
	at, n, beyond, empty := 0, 0, -1, -1
	for seg := range strings.SplitSeq(c.s, ".") {
		switch {
		case seg != "":
			if n++; n == MaxSegments+1 {
				beyond = at
			}
		case empty < 0:
			empty = at
		}
		at += len(seg) + 1
	}
	if empty >= 0 {
		c.add("N-segments", "empty-segment", empty)
	}
	if beyond >= 0 {
		c.add("N-segments", "segments", beyond, "count", strconv.Itoa(n), "max", strconv.Itoa(MaxSegments))
	}
	return empty < 0
}

// version looks at the last segment that is not empty, and for a version
// before it.
func (c *checker) version(whole bool) {
	const rule = "N-version-last"
	var last, early string
	lastAt, earlyAt, at, n := 0, -1, 0, 0
	for seg := range strings.SplitSeq(c.s, ".") {
		if seg != "" {
			if earlyAt < 0 && isVersion(last) {
				early, earlyAt = last, lastAt
			}
			last, lastAt = seg, at
			n++
		}
		at += len(seg) + 1
	}
	digits, v := strings.CutPrefix(last, "v")
	zero := v && strings.HasPrefix(digits, "0") && strings.Trim(digits, "0123456789") == ""
	if earlyAt >= 0 {
		c.add(rule, "version-not-last", earlyAt, "segment", early)
	}
	switch {
	case n == 0 || !allPlain(last):
	case isVersion(last):
		if n == 1 && whole {
			c.add(rule, "version-only", 0, "segment", last)
		}
	case zero:
		c.add(rule, "version-leading-zero", lastAt, "segment", last)
	case earlyAt < 0:
		c.add(rule, "version-missing", lastAt, "segment", last)
	}
}

// isVersion reports the form v[1-9][0-9]*.
func isVersion(seg string) bool {
	return len(seg) > 1 && seg[0] == 'v' && seg[1] != '0' && strings.Trim(seg[1:], "0123456789") == ""
}

func plain(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }

func allPlain(s string) bool {
	for i := range len(s) {
		if !plain(s[i]) {
			return false
		}
	}
	return true
}

// found names a character: ASCII as it is, others by their code point, with
// the character itself where it can be seen.
func found(b byte, r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf("0x%02X", b)
	case r > ' ' && r < unicode.MaxASCII:
		return string(r)
	case unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S):
		return fmt.Sprintf("%c U+%04X", r, r)
	}
	return fmt.Sprintf("U+%04X", r)
}
