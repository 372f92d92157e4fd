package verify

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// someText is made of pieces that the readers of text look at closely.
func someText(r *rand.Rand) string {
	pieces := []string{
		"이", "체", "이체", "결제", "삭제", "기록", "수신", "않", "없다", " ", ".", "Transfer", "pay", "PAYS", "delete", "ingest", "wr", "ite",
		"í", "é", "e\u0301", "\u1100\u1161", "가", "힣", "一", "🙂", "\u200b", "·", "\xff", "\xea\xb0", "1", "2", "ſ", "K", "İ", "ｐａｙ", "기\u11a8록",
	}
	var b strings.Builder
	for range r.IntN(9) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// A walk passes over no text that holds a word.
func TestHint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	held := 0
	for range 50_000 {
		text := someText(r)
		want := false
		for _, w := range truthWords.ko {
			want = want || strings.Contains(text, w)
		}
		for i := range len(text) {
			for _, w := range truthWords.en {
				want = want || len(text)-i >= len(w) && strings.EqualFold(text[i:i+len(w)], w)
			}
		}
		if _, hint := walk(text); want && !hint && strings.ToValidUTF8(text, "") == text {
			t.Errorf("%q is passed over", text)
		}
		if want {
			held++
		}
	}
	if held < 1000 {
		t.Errorf("only %d texts hold a word", held)
	}
}

// A gist is the same as that of a walk rune by rune.
func TestGist(t *testing.T) {
	slow := func(s string) uint64 {
		h := newHash
		for _, r := range norm.NFC.String(s) {
			if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
				h = h.mix(unicode.ToLower(r))
			}
		}
		return h.sum()
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		if text := someText(r); gist(text) != slow(text) {
			t.Errorf("%q", text)
		}
	}
}

// The last skill with a description is the one that is named, however many there
// are.
func TestDescriptions(t *testing.T) {
	var d descriptions
	want := map[uint64]string{}
	for i := range uint64(4 * fewDescriptions) {
		g, by := i*i%17, string(rune('a'+i))
		if got, ok := d.find(g); got != want[g] || ok != (want[g] != "") {
			t.Fatalf("%d: %q, %v, want %q", i, got, ok, want[g])
		}
		d.add(g, by)
		want[g] = by
	}
}
