package vocab

import "testing"

func TestLikeReserved(t *testing.T) {
	for _, tag := range []string{
		"CHOFAM:kind/action", "Chofam:colour", "chofaM:", " chofam:kind/query", "cho-fam:kind/query", "cho_fam:x", "cho fam:x", "chofam :x",
		"\uff43hofam:x", "\u0441hofam:x", "\u200bchofam:x", "ch\u043efam:kind/action", "chofam\uff1akind/action", "chofam\u2236x",
	} {
		if !LikeReserved(tag) {
			t.Errorf("%q is not like one", tag)
		}
	}
	for _, tag := range []string{"", "c", "chofam", "chofam:", "chofam:kind/action", "chofam/kind", "chart", "contract", "x-chofam:y", "my chofam:x", "지식", "c지식", "합의chofam:", "\xff", "\xffchofam:", "-", "[CHOFAM:x"} {
		if LikeReserved(tag) {
			t.Errorf("%q is like one", tag)
		}
	}
}
