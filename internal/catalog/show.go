package catalog

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxShown is the number of runes of a value that a finding shows.
const MaxShown = 200

// Show makes untrusted text fit to be shown: at most MaxShown runes, with
// control characters, bidi marks, invisible characters and what is not UTF-8
// spelled out as U+XXXX. User information in a URL is blotted out.
func Show(s string) string {
	s = WithoutUserInfo(s)
	if plain(s) {
		return s
	}
	var b strings.Builder
	n := 0
	for i, r := range s {
		if n == MaxShown {
			b.WriteString("…")
			break
		}
		n++
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "0x%02X", s[i])
		case Hidden(r):
			fmt.Fprintf(&b, "U+%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func plain(s string) bool {
	if len(s) > MaxShown {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Hidden reports what a reader would not see, or what would move the text
// around it: controls, format characters (bidi marks, zero-width joiners, tag
// characters), line and paragraph separators, private use and unassigned
// code points, variation selectors, fillers, and blanks other than the space.
func Hidden(r rune) bool {
	switch {
	case r >= 0xAC00 && r <= 0xD7A3, r > ' ' && r < 0x7F, r >= 0x4E00 && r <= 0x9FFF:
		return false // Hangul syllables, ASCII and Han: nearly all that is shown
	case r == ' ':
		return false
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return true
	}
	return !unicode.IsPrint(r)
}

// EscapeJSON writes what is hidden, which in JSON stands within strings alone, as
// \uXXXX: another spelling of the same value. The text is JSON.
func EscapeJSON(line []byte) []byte {
	out := make([]byte, 0, len(line)+8)
	from := 0 // line[from:i] has nothing to escape
	for i := 0; i < len(line); {
		if line[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(line[i:])
		if !Hidden(r) {
			i += n
			continue
		}
		out = append(out, line[from:i]...)
		if r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
		from = i
	}
	return append(out, line[from:]...)
}
