package rules

import "strings"

// simple splits an https URL of the plainest form, which most are: a host of
// small letters, digits, dots and hyphens with a letter at its end, no port, and
// a path of letters, digits and -._~/. Whatever is said of such a URL can be said
// without parsing it. It is not ok for any other URL, good or bad.
func simple(s string) (host, path string, ok bool) {
	const scheme = "https://"
	if !strings.HasPrefix(s, scheme) {
		return "", "", false
	}
	rest := s[len(scheme):]
	i := 0
	for i < len(rest) && plainHost(rest[i]) {
		i++
	}
	host, path = rest[:i], rest[i:]
	if host == "" || host[0] == '.' || !('a' <= host[i-1] && host[i-1] <= 'z') || strings.Contains(host, "..") {
		return "", "", false
	}
	for j := range len(path) {
		if j == 0 && path[j] != '/' || !plainPath(path[j]) {
			return "", "", false
		}
	}
	return host, path, true
}

func plainHost(c byte) bool { return plainBytes[c]&inHost != 0 }

func plainPath(c byte) bool { return plainBytes[c] != 0 }

// plainBytes marks what hosts and paths are made of.
var plainBytes = func() (marks [256]byte) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ_~/") {
		marks[c] = inPath
	}
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789.-") {
		marks[c] = inHost | inPath
	}
	return marks
}()

const (
	inHost = 1 << iota
	inPath
)
