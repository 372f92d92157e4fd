package bench

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hs9147/agentcard/card"
)

const growthGoal = 1.50

// growthRow holds the time per byte of parsing and reading (the job of
// parseRow) a card of just under 1 MiB against that of the 4 KB card. The
// large one has the same skills over and over with other ids, up to nearly
// 10,000 values, and longer descriptions for the rest.
func growthRow() Row {
	return Row{Name: "growth", Goal: ratioGoal(growthGoal), Measure: func() (Result, error) {
		large, err := largeCard()
		if err != nil {
			return Result{}, err
		}
		a, b, err := compare(
			func() (int, error) { return parseOurs(large) },
			func() (int, error) { return parseOurs(Card) },
		)
		if err != nil {
			return Result{}, err
		}
		perByte, base := float64(a)/float64(len(large)), float64(b)/float64(len(Card))
		r := ratioResult(perByte/base, growthGoal)
		r.Notes = []string{fmt.Sprintf("%.2f ns a byte at %d bytes, %.2f at %d", perByte, len(large), base, len(Card))}
		return r, nil
	}}
}

// largeCard makes the large card: 520 skills in place of 8.
func largeCard() ([]byte, error) {
	const times = 65
	var c map[string]any
	if err := json.Unmarshal(Card, &c); err != nil {
		return nil, err
	}
	few, ok := c["skills"].([]any)
	if !ok {
		return nil, fmt.Errorf("the card has no skills")
	}
	var body []byte
	for long := 1; ; long++ {
		skills := make([]any, 0, times*len(few))
		for i := range times {
			for _, s := range few {
				t := map[string]any{}
				for k, v := range s.(map[string]any) {
					t[k] = v
				}
				t["id"] = fmt.Sprintf("%v-%d", t["id"], i)
				t["description"] = strings.TrimSpace(strings.Repeat(fmt.Sprint(t["description"])+" ", long))
				skills = append(skills, t)
			}
		}
		c["skills"] = skills
		b, err := json.Marshal(c)
		if err != nil {
			return nil, err
		}
		if len(b) > card.MaxSize {
			return body, nil
		}
		body = b
	}
}
