package vocab

import "strings"

// The limits of an ANS name: segments with the version (ANS extension page §2),
// and bytes, which is this library's own.
const (
	NameSegments = 8
	NameBytes    = 255
)

// IsName reports an ANS name (ANS extension page §2). Package ans says why a text
// is none; rooms above it ask here.
func IsName(s string) bool {
	if len(s) > NameBytes {
		return false
	}
	segments := strings.Split(s, ".")
	last := len(segments) - 1
	if last < 1 || last >= NameSegments || !isVersion(segments[last]) {
		return false
	}
	for i, seg := range segments {
		if seg == "" || strings.Trim(seg, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || i < last && isVersion(seg) {
			return false
		}
	}
	return true
}

// isVersion reports the form v[1-9][0-9]*.
func isVersion(seg string) bool {
	return len(seg) > 1 && seg[0] == 'v' && seg[1] != '0' && strings.Trim(seg[1:], "0123456789") == ""
}
