package card

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// knownFolder folds names for comparison with known ones, which are letters and
// digits of ASCII. It keeps its room between names: norm.NFKC.String would make a
// buffer for each, and a hostile card has thousands. Not for concurrent use.
type knownFolder struct {
	iter norm.Iter
	room []byte
}

// fold makes names equal that differ in case, outer spaces and compatible letter
// forms alone. It gives the name in lower case, empty for one that no known name
// can be equal to. The result holds until the next call.
func (k *knownFolder) fold(name string) []byte {
	const longest = 4 * len("supportsAuthenticatedExtendedCard")
	if len(name) > longest {
		return nil
	}
	k.room = k.room[:0]
	for k.iter.InitString(norm.NFKC, name); !k.iter.Done(); {
		k.room = append(k.room, k.iter.Next()...)
	}
	b := bytes.TrimSpace(k.room)
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case r >= 'A' && r <= 'Z':
			b[i] += 'a' - 'A'
		case r == 'ß', r == 'ẞ': // alone in being none of ASCII and folded to such
			b = append(b[:i], append([]byte("ss"), b[i+size:]...)...)
			size = len("ss")
		case r >= utf8.RuneSelf:
			return nil
		}
		i += size
	}
	return b
}
