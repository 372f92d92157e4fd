package family

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// guild watches cards. Card spec §2.2 and §5 have no row for it: it advises and
// reads, for a service.
func guild(*Books) Agent {
	return Agent{
		ID: "guild", Profile: verify.Guild(), Opens: service(),
		Name: "Guild Watch", Version: "1.0.0",
		Description: "에이전트 카드를 규격의 규칙에 견주어 어긋난 자리를 알리고, 규칙이 무엇을 뜻하는지 보여 준다.",
		Skills: []Skill{
			{Card: card.Query("rule-lookup", "규칙 조회", "규칙이나 검사의 ID를 받아 제목과 무게, 근거가 된 절을 돌려준다.").Examples("E4는 무엇을 요구하나?"), Do: lookUpRule},
			{Card: card.Advisory("card-review", "카드 살피기", "카드의 JSON을 받아 외부 등재자의 것으로 보고 어긋난 규칙과 고치는 법을 돌려준다."), Takes: "card", Do: reviewCard},
		},
	}
}

var ruleID = regexp.MustCompile(`[A-Z][A-Za-z0-9.]*(-[A-Za-z0-9]+)*`)

// lookUpRule finds the rules that a text names, by their ids or by the line of the
// checklist that they decide.
func lookUpRule(_ context.Context, c Call) (Answer, error) {
	type row struct {
		ID       string `json:"id"`
		Severity string `json:"severity"`
		Title    string `json:"title"`
		Source   string `json:"source"`
	}
	named := ruleID.FindAllString(c.Text(), 100)
	found, text := []row{}, ""
	for _, r := range verify.Rules() {
		if slices.Contains(named, r.ID) || len(r.Checks) > 0 && slices.Contains(named, r.Checks[0]) {
			found = append(found, row{r.ID, r.Severity, r.Title.KO, r.Source})
			text += fmt.Sprintf("%s (%s): %s. 근거: %s\n", r.ID, r.Severity, r.Title.KO, r.Source)
		}
	}
	if len(found) == 0 {
		return say("이 물음에 든 규칙 ID가 없다. 예: V2, E4, S3-uri-fixed", nil)
	}
	return say(text, map[string]any{"rules": found})
}

// reviewCard says what is wrong with a card. Nothing in the card is followed.
func reviewCard(ctx context.Context, c Call) (Answer, error) {
	var in struct {
		Card json.RawMessage `json:"card"`
	}
	if why := c.read(&in); why != "" {
		return refuse(why)
	}
	report := verify.Run(ctx, verify.Target{Received: in.Card, Profile: verify.External()}, verify.Offline()...)
	if report.Unread != nil {
		return say("에이전트 카드로 읽을 수 없다: "+report.Unread.Problem().Message.KO, nil)
	}
	type line struct {
		Rule    string `json:"rule"`
		Verdict string `json:"verdict"`
		Pointer string `json:"pointer"`
		Message string `json:"message"`
		Hint    string `json:"hint"`
	}
	found := []line{}
	for _, f := range report.Findings {
		found = append(found, line{f.Rule, f.Verdict.Label("ko"), f.Pointer, f.Message.KO, f.Hint.KO})
	}
	return say(fmt.Sprintf("결과: %s. 짚은 것 %d건.", report.Outcome().Label("ko"), len(found)), map[string]any{"findings": found})
}
