package catalog

import "strings"

// withoutUserInfo blots out what stands before an @ in the authority of every
// URL in s, since it may be a credential.
func withoutUserInfo(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	if !strings.Contains(s, "//") {
		return withoutBareUserInfo(s)
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "//")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i+2])
		s = s[i+2:]
		end := strings.IndexAny(s, "/?#")
		if end < 0 {
			end = len(s)
		}
		if at := strings.LastIndex(s[:end], "@"); at >= 0 {
			b.WriteString("***")
			s = s[at:]
		}
	}
}

// withoutBareUserInfo does the same for name:secret@host without a scheme.
func withoutBareUserInfo(s string) string {
	at := strings.LastIndex(s, "@")
	if head := s[:at]; strings.Contains(head, ":") && !strings.ContainsAny(head, " \t\r\n") {
		return "***" + s[at:]
	}
	return s
}
