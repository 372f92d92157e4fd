package family

import (
	"fmt"
	"os"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
)

// An agent is a few lines of table. Its card follows, and is held against every
// static rule of its profile.
func ExampleAgent() {
	dir, err := os.MkdirTemp("", "terra-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	b, err := OpenBooks(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()

	terra := Agent{
		ID: "terra", Profile: verify.Terra(), Opens: service(),
		Name: "Terra Observer", Version: "1.0.0",
		Description: "society의 전이 이벤트를 SOURCE로 기록하고 기록된 것을 달별로 보여 준다. 계산도 정정도 하지 않는다.",
		Skills: []Skill{
			{Card: card.Query("report-lookup", "리포트 조회", "달을 받아 그달에 들어온 이벤트를 읽어 돌려준다."), Do: b.report},
			{
				Card:  card.Action("event-ingest", "이벤트 수신", "society 전이 이벤트를 받아 SOURCE로 기록한다. 같은 id 재전송은 중복을 만들지 않는다.", tags.EffectReversible),
				Opens: action(), Takes: "event", Key: "id", Do: b.ingest, Took: b.has,
			},
		},
	}
	text, report, err := terra.Publish("https://terra.internal/a2a", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := card.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, k := range doc.Card().Skills {
		fmt.Println(k.ID, k.Tags, doc.Card().RequirementsOf(k)[0].Schemes)
	}
	fmt.Println(report.Outcome(), terra.Dispatch().Start(doc.Card()))
	// Output:
	// report-lookup [chofam:kind/query chofam:scope/party] map[serviceBearer:[]]
	// event-ingest [chofam:kind/action chofam:effect/reversible chofam:scope/party] map[actionBearer:[]]
	// warn <nil>
}
