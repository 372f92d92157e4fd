package family

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// ethos clears up criteria in a dialogue, for a user who is acted for, and never
// returns a verdict (card spec §2.2).
func ethos(*Books) Agent {
	return Agent{
		ID: "ethos", Profile: verify.Ethos(), Opens: user(),
		Name: "Ethos Decision", Version: "1.0.0",
		Description: "결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다.",
		Skills: []Skill{
			{Card: card.Advisory("decision-session", "결정 세션", "기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.").Examples("이직 제안을 받았다. 기준: 연봉, 통근, 배우는 것"), Do: decide},
		},
	}
}

// maxCriteria is how many criteria a session holds: each is held against each.
const maxCriteria = 8

// decide asks for criteria until there are two, and says what they leave to be
// weighed.
func decide(_ context.Context, c Call) (Answer, error) {
	found := criteria(c.Said)
	switch {
	case len(found) == 0:
		return ask("무엇을 기준으로 삼는가? 둘 이상을 쉼표로 나누어 적는다.")
	case len(found) == 1:
		return ask(fmt.Sprintf("기준이 하나뿐이다: %s. 견줄 기준을 하나 더 적는다.", found[0]))
	case len(found) > maxCriteria:
		return refuse(fmt.Sprintf("기준은 %d개까지 받는다.", maxCriteria))
	}
	var weigh []string
	for i, a := range found {
		for _, b := range found[i+1:] {
			weigh = append(weigh, a+" ↔ "+b)
		}
	}
	text := fmt.Sprintf("기준 %d개로 정리했다: %s. 서로 부딪칠 때 무엇이 앞서는지 정할 것: %s. 무엇을 고를지는 정하지 않는다.",
		len(found), strings.Join(found, ", "), strings.Join(weigh, "; "))
	return say(text, map[string]any{"criteria": found, "weigh": weigh})
}

// criteria reads them from what was said: behind "기준:" in the first turn,
// anything in those after it, which answer a question.
func criteria(said []string) []string {
	var out []string
	for turn, text := range said {
		_, after, named := strings.Cut(text, "기준:")
		switch {
		case named:
			text = after
		case turn == 0:
			continue
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",·;、，\n", r) }) {
			if word = strings.Trim(word, " ."); word != "" && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}
