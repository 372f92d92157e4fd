package family

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// afo gives what a decision on money can rest on, for a user who is acted for. It
// moves no funds (afo I-1).
func afo(*Books) Agent {
	return Agent{
		ID: "afo", Profile: verify.Afo(), Opens: user(),
		Name: "Afo Finance", Version: "1.0.0",
		Description: "수입과 지출을 받아 재무 판단의 재료를 셈해 돌려준다. 자금을 맡지도 옮기지도 않는다.",
		Skills: []Skill{
			{Card: card.Advisory("finance-material", "재무 판단 재료", "한 달의 수입·지출과 모은 돈을 받아 남는 돈과 버틸 수 있는 달수를 돌려준다.").Examples("한 달에 320만 원을 벌고 250만 원을 쓴다. 모은 돈은 1,000만 원이다"), Do: reckon},
		},
	}
}

// reckon takes income, spending and savings in that order, and asks for what is
// not there.
func reckon(_ context.Context, c Call) (Answer, error) {
	sums := amounts(c.All())
	if len(sums) < 2 {
		return ask("한 달에 얼마를 벌고 얼마를 쓰는가? 수입, 지출, 모은 돈의 차례로 금액을 적는다.")
	}
	income, spending := sums[0], sums[1]
	if income <= 0 || spending <= 0 {
		return refuse("수입과 지출은 0보다 큰 금액이어야 한다.")
	}
	data := map[string]any{"income": income, "spending": spending, "left": income - spending}
	text := fmt.Sprintf("한 달에 남는 돈: %s원(수입의 %.1f%%).", grouped(income-spending), (income-spending)/income*100)
	if len(sums) > 2 {
		months := sums[2] / spending
		data["savings"], data["months"] = sums[2], math.Round(months*10)/10
		text += fmt.Sprintf(" 수입이 끊겨도 %.1f달을 버틴다.", months)
	}
	return say(text, data)
}

// amount is a number with its unit, as in 1,000만 원.
var amount = regexp.MustCompile(`([0-9]{1,15}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,4})?) ?(억|만|천)? ?원`)

// amounts are the sums of money in a text, in won.
func amounts(text string) []float64 {
	unit := map[string]float64{"억": 1e8, "만": 1e4, "천": 1e3, "": 1}
	var out []float64
	for _, m := range amount.FindAllStringSubmatch(text, 100) {
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err == nil {
			out = append(out, n*unit[m[2]])
		}
	}
	return out
}

// grouped writes whole won with commas.
func grouped(won float64) string {
	digits := strconv.FormatFloat(math.Abs(won), 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if won < 0 {
		return "-" + digits
	}
	return digits
}
