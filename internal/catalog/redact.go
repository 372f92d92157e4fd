package catalog

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ShowURL makes a URL fit to show: RedactURL, and what is invisible spelled.
func ShowURL(s string) string { return Show(RedactURL(s)) }

// RedactURL blots out what in a URL may be a key: user information, the values of
// the query, and the fragment.
func RedactURL(s string) string {
	s, fragment, cut := strings.Cut(WithoutUserInfo(s), "#")
	base, query, ok := strings.Cut(s, "?")
	if ok {
		pairs := strings.Split(query, "&")
		for n, p := range pairs {
			if name, _, ok := strings.Cut(p, "="); ok {
				pairs[n] = name + "=***"
			} else if p != "" {
				pairs[n] = "***"
			}
		}
		base += "?" + strings.Join(pairs, "&")
	}
	if cut {
		base += "#"
	}
	if fragment != "" {
		base += "***"
	}
	return base
}

// enough is the number of bytes that hold more than MaxShown runes for sure.
const enough = (MaxShown + 1) * utf8.UTFMax

// WithoutUserInfo blots out what stands before an @ in the authority of every
// URL in s, since it may be a credential: also where the URL is broken, or is
// host:port without a scheme. It stops where Show would cut what is left.
func WithoutUserInfo(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	var b strings.Builder
	inURL := false
	for b.Len() < enough {
		i := strings.Index(s, "//")
		if i < 0 {
			bareWords(&b, s, inURL)
			return b.String()
		}
		bareWords(&b, s[:i], inURL)
		s = s[i:]
		slashes := len(s) - len(strings.TrimLeft(s, `/\`))
		b.WriteString(s[:slashes])
		s = s[slashes:]
		if at := userInfo(s); at >= 0 {
			b.WriteString("***")
			s = s[at:]
		}
		end := authorityEnd(s)
		b.WriteString(s[:end])
		s, inURL = s[end:], true
	}
	return b.String()
}

func authorityEnd(s string) int {
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		return i
	}
	return len(s)
}

// maxRest is how far behind a broken authority its @ is looked for.
const maxRest = 1024

// userInfo is where the @ stands after the user information of an authority,
// or -1. A password that holds a slash ends the authority too early; what is
// left of it is no port, which gives it away.
func userInfo(s string) int {
	end := authorityEnd(s)
	if at := strings.LastIndex(s[:end], "@"); at >= 0 {
		return at
	}
	colon := strings.LastIndex(s[:end], ":")
	if colon < 0 || strings.Trim(s[colon+1:end], "0123456789") == "" || strings.Contains(s[colon:end], "]") {
		return -1
	}
	word := s[:min(len(s), end+maxRest)]
	if i := strings.IndexFunc(word[end:], unicode.IsSpace); i >= 0 {
		word = word[:end+i]
	}
	return strings.LastIndex(word, "@")
}

// bareWords writes text in which no URL begins. A word such as
// name:secret@host or secret@host:443 is an authority without a scheme. Where
// the text goes on from a URL, its first word is that URL's path.
func bareWords(b *strings.Builder, s string, inURL bool) {
	for s != "" && b.Len() < enough {
		n := strings.IndexFunc(s, unicode.IsSpace)
		if n < 0 {
			n = len(s)
		}
		word := s[:n]
		if at := strings.LastIndex(word, "@"); at >= 0 && !inURL && (strings.Contains(word[:at], ":") || strings.Contains(word[at:], ":")) {
			b.WriteString("***")
			word = word[at:]
		}
		b.WriteString(word)
		s = s[n:]
		blanks := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
		b.WriteString(s[:blanks])
		s, inURL = s[blanks:], false
	}
}
