package family

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
)

// terra takes events in, its one action, and shows what came. It neither
// calculates nor corrects (card spec §2.2).
func terra(b *Books) Agent {
	profile := verify.Terra()
	profile.Policy.Actions = []string{"event-ingest"} // the policy's own list, not the table's
	return Agent{
		ID: "terra", Profile: profile, Opens: service(),
		Name: "Terra Observer", Version: "1.0.0",
		Description: "society의 전이 이벤트를 SOURCE로 기록하고 기록된 것을 달별로 보여 준다. 계산도 정정도 하지 않는다.",
		Skills: []Skill{
			{Card: card.Query("report-lookup", "리포트 조회", "달을 받아 그달에 들어온 이벤트를 읽어 돌려준다.").Examples("2026-11 리포트"), Do: b.report},
			{
				Card:  card.Action("event-ingest", "이벤트 수신", "society 전이 이벤트를 받아 SOURCE로 기록한다. 같은 id 재전송은 중복을 만들지 않는다.", tags.EffectReversible),
				Opens: action(), Takes: "event", Key: "id", Do: b.ingest, Took: b.has,
			},
		},
	}
}

// ingest is the action: the event is in the books, synced to disk.
func (b *Books) ingest(_ context.Context, c Call) (Answer, error) {
	var in struct {
		Event string `json:"event"`
		ID    string `json:"id"`
	}
	if why := c.read(&in); why != "" {
		return refuse(why)
	}
	if in.Event == "" {
		return refuse("`event`가 비어 있다.")
	}
	if err := b.add(entry{Caller: c.Caller, ID: in.ID, Event: in.Event, Source: c.Data}); err != nil {
		return Answer{}, err
	}
	return say("기록했다: "+in.ID, map[string]string{"stored": in.ID})
}

var month = regexp.MustCompile(`\b[0-9]{4}-(0[1-9]|1[0-2])\b`)

// shownEvents is how many events a report lists.
const shownEvents = 100

// report reads what came in a month, or ever.
func (b *Books) report(_ context.Context, c Call) (Answer, error) {
	type line struct {
		At     string          `json:"at"`
		Source json.RawMessage `json:"source"`
	}
	of := month.FindString(c.Text())
	list := []line{}
	total := 0
	for _, e := range b.all() {
		if of != "" && e.At.Format("2006-01") != of {
			continue
		}
		if total++; total <= shownEvents {
			list = append(list, line{e.At.Format("2006-01-02T15:04:05Z"), e.Source})
		}
	}
	name := of
	if of == "" {
		name = "전체"
	}
	return say(fmt.Sprintf("%s 리포트: 이벤트 %d건.", name, total), map[string]any{"month": of, "total": total, "events": list})
}
