package vocab

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// NearTag is the reserved tag that a reader would take tag for although it is
// another: one that differs in case, blanks, dashes, slashes or look-alike
// letters. It is empty where there is none, or where tag is one of them.
func NearTag(tag string, reserved ...string) string {
	if len(tag) > 256 || slices.Contains(reserved, tag) {
		return ""
	}
	plain := skeleton(tag)
	for _, r := range reserved {
		if skeleton(r) == plain {
			return r
		}
	}
	return ""
}

// LikeReserved reports a tag that does not start as the reserved ones do and that
// a reader would take for one of them. Most tags are told by their first letters.
func LikeReserved(tag string) bool {
	const prefix = "chofam:"
	if strings.HasPrefix(tag, prefix) {
		return false
	}
	n := 0
	for i := 0; i < len(tag) && n < len(prefix); i++ {
		switch c := tag[i]; {
		case c >= utf8.RuneSelf:
			if r, _ := utf8.DecodeRuneInString(tag[i:]); r >= 0xAC00 && r <= 0xD7A3 {
				return false // Hangul
			}
			return strings.HasPrefix(skeleton(tag[:min(len(tag), 256)]), prefix)
		case c == prefix[n], n < 6 && c == prefix[n]-'a'+'A':
			n++
		case strings.IndexByte(" \t\n\r-_", c) < 0:
			return false
		}
	}
	return n == len(prefix)
}

// skeleton makes tags equal that look alike.
func skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '-', '_':
			return -1
		case '\\', '\u2044', '\u2215': // fraction and division slash
			return '/'
		case '\u0589', '\u05c3', '\u2236', '\u02d0', '\ua789': // look like a colon
			return ':'
		}
		return r
	}, latin(s))
}
