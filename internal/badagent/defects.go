package badagent

import (
	"fmt"
	"slices"

	"github.com/hs9147/agentcard/card"
)

// Text is a sentence in Korean and in English.
type Text = card.Text

// Defect is one way in which an agent breaks one rule.
type Defect struct {
	ID      string   // stable: "G3-text"
	Rule    string   // the rule that it breaks: "G3"
	Code    string   // of the finding that is expected; empty where the rule has none for it
	Agent   string   // "ethos" or "terra"
	Verdict string   // of the finding that is expected: "fail", "warn", "inconclusive", "needs-evidence"
	Also    []string // rules that can't hold either, since the defect takes away what they need
	Title   Text     // what the agent does, one sentence
}

// row is a defect and how it is made.
type row struct {
	Defect
	knobs knobs
}

// rows is the table, in the order of the rules in REQUIREMENTS.
func rows() []row {
	return slices.Concat(
		actionRows(), nameRows(), authRows(), fetchRows(), placeRows(), cacheRows(), urlRows(), transportRows(),
		cardRows(), taskRows(), answerRows(), reviewRows(), probeRows(), recordRows(), reachRows(),
	)
}

// Defects lists every defect, in the order of the rules. The slice is fresh.
func Defects() []Defect {
	var list []Defect
	for _, r := range rows() {
		list = append(list, r.Defect)
	}
	return list
}

// knobsOf is what a defect turns; an empty id turns nothing.
func knobsOf(agent, id string) (knobs, error) {
	if id == "" {
		return knobs{}, nil
	}
	for _, r := range rows() {
		if r.ID == id && r.Agent == agent {
			return r.knobs, nil
		}
	}
	return knobs{}, fmt.Errorf("%w: %s has no defect %q", ErrOptions, agent, id)
}

// ethos and terra make a row of the table.
func ethos(id, rule, code, verdict string, title Text, k knobs, also ...string) row {
	return row{Defect{id, rule, code, "ethos", verdict, also, title}, k}
}

func terra(id, rule, code, verdict string, title Text, k knobs, also ...string) row {
	return row{Defect{id, rule, code, "terra", verdict, also, title}, k}
}
