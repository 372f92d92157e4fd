package vocab

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Likeness is how a URI stands to one of the family's extension URIs. Only
// Exact is the extension; the others are there to say what an author meant.
type Likeness int

// The likenesses.
const (
	Unlike Likeness = iota // something else
	Exact                  // the URI, byte for byte
	Old                    // its form before card spec v1.7, byte for byte
	Near                   // neither, and no more than a slip away from one of them
)

// LikeANS compares a URI with that of the name extension (rule S3-uri-fixed).
func LikeANS(uri string) Likeness { return like(uri, ANS, OldANS, ansReduced) }

// LikeHire compares a URI with that of the price extension (rule HIRE-uri).
func LikeHire(uri string) Likeness { return like(uri, Hire, OldHire, hireReduced) }

var (
	ansReduced  = [2]string{reduce(ANS), reduce(OldANS)}
	hireReduced = [2]string{reduce(Hire), reduce(OldHire)}
)

func like(uri, now, old string, reduced [2]string) Likeness {
	switch uri {
	case now:
		return Exact
	case old:
		return Old
	case ANS, Hire, OldANS, OldHire:
		return Unlike // the other extension
	}
	if s := reduce(uri); s == reduced[0] || s == reduced[1] {
		return Near
	}
	return Unlike
}

// reduce takes away from a URI what people get wrong in one: the scheme, www,
// a default port, a final dot or slash, query and fragment, case, surrounding
// spaces, and letters that only look like the right ones.
func reduce(uri string) string {
	s := strings.TrimSpace(latin(uri))
	if i := strings.IndexAny(s, "?#"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "https:"), "http:")
	s = strings.TrimPrefix(strings.TrimLeft(s, "/"), "www.")
	host, path, _ := strings.Cut(s, "/")
	host = strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":80")
	host = strings.TrimSuffix(host, ".")
	return host + "/" + strings.TrimRight(path, "/ ")
}

// latin is s in lower case, with compatible forms (full-width letters among
// them), look-alikes and invisible characters resolved.
func latin(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Pd, r):
			return '-'
		}
		if to, ok := lookalikes[r]; ok {
			return to
		}
		return r
	}, strings.ToLower(norm.NFKC.String(s)))
}

// lookalikes are the Cyrillic, Greek and Latin letters that pass for those of
// the extension URIs and the reserved tags, and two signs. It is no full table of confusables.
var lookalikes = map[rune]rune{
	// Cyrillic
	'\u0430': 'a', '\u0441': 'c', '\u0435': 'e', '\u04bb': 'h', '\u0456': 'i', '\u043c': 'm', '\u043e': 'o',
	'\u0440': 'p', '\u0455': 's', '\u0475': 'v', '\u051d': 'w', '\u0501': 'd', '\u0443': 'y', '\u0445': 'x',
	'\u043a': 'k', '\u0442': 't', '\u043d': 'n', '\u04cf': 'l', '\u051b': 'q', '\u0458': 'j',
	// Greek
	'\u03b1': 'a', '\u03b9': 'i', '\u03bd': 'v', '\u03bf': 'o', '\u03c1': 'p', '\u03ba': 'k', '\u03c4': 't', '\u03c5': 'u', '\u03b5': 'e',
	// Latin: alpha and dotless i
	'\u0251': 'a', '\u0131': 'i',
	// minus sign, ideographic full stop
	'\u2212': '-', '\u3002': '.',
}
