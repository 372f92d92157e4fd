package verify

import (
	"context"

	"github.com/hs9147/agentcard/card"
)

// V4 is the line on actions. card spec v1.7 §8: "chofam:kind/action skill이
// 있다면 E1~E5를 만족한다". Without an action skill it is not applicable; it
// passes only if all five do, and E4 and E5 are never passed by silence.
func V4() Check {
	return asked("V4", "card spec v1.7 §8 V4", card.Text{KO: "실행의 다섯 요구", EN: "the five demands on actions"}, func(ctx context.Context, s *Subject) []Finding {
		return ifAction(func(s *Subject) []Finding {
			out := append(e1(s), e2(s)...)
			out = append(out, e3(ctx, s)...)
			out = append(out, eachAction(ctx, s, e4)...)
			return append(out, eachAction(ctx, s, e5)...)
		})(s)
	})
}
