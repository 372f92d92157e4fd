package card

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A folded name is what fold makes of its compatible form, where that is of
// ASCII; it is empty for every other one.
func TestFoldKnown(t *testing.T) {
	var k knownFolder
	same := func(name string) {
		t.Helper()
		want := fold(norm.NFKC.String(name))
		if strings.ContainsFunc(want, func(r rune) bool { return r >= utf8.RuneSelf }) {
			want = ""
		}
		if got := string(k.fold(name)); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for r := range rune(0xE1000) {
		if utf8.ValidRune(r) && (r < 0x32000 || r >= 0xE0000) { // there is nothing between
			same("na" + string(r) + "Me")
			same(string(r))
		}
	}
	pieces := []string{"a", "Z", "9", "_", " ", "\u2028", "\u3000", "\u00a0", "\x85", "Ａ", "ﬃ", "ß", "ẞ", "ſ", "K", "\u0301", "é", "가", "\u1100", "\u1161", "𝐍", "\u200b", "\ufeff", "ŉ", "\u034f"}
	r := rand.New(rand.NewPCG(7, 8))
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		same(b.String())
	}
	for _, n := range []int{29, 30, 31, 32, 40, 60} {
		same("name" + strings.Repeat("\u0301", n))
	}
	if got := k.fold(strings.Repeat("a", 133)); got != nil {
		t.Errorf("a long name is %q", got)
	}
}
