package vocab

import (
	"slices"
	"strings"
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
