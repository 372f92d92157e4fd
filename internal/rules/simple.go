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

func plainHost(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-'
}

func plainPath(c byte) bool {
	return plainHost(c) || 'A' <= c && c <= 'Z' || c == '_' || c == '~' || c == '/'
}
