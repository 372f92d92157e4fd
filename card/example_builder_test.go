package card_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// A card from nothing. What every card of the card spec must say is written
// unasked: the tags of its skills, versions, the top-level url, both forms of
// each scheme.
func ExampleNew() {
	c, err := card.New("Weather Notes", "2.1.0").
		Description("Keeps what was observed at weather stations.").
		JSONRPC("https://weather.example.com/a2a").Modes("application/json").
		Scheme("serviceBearer", card.BearerScheme("")).
		Scheme("moveKey", card.APIKeyScheme(card.InHeader, "X-Move-Key")).
		Requires(card.Requirement("serviceBearer")).
		Skills(
			card.Query("lookup", "Look up", "Gives what was observed at a place on a day.").Examples("Was it wet in Busan on Monday?"),
			card.Action("station-move", "Move", "Moves a station to another place.", tags.EffectReversible).
				Requires(card.Requirement("moveKey")), // an action is opened by what opens nothing else
		).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.URL, c.SupportedInterfaces[0].ProtocolVersion)
	for _, s := range c.Skills {
		fmt.Println(s.ID, s.Tags, c.RequirementsOf(s)[0].Schemes)
	}
	// Output:
	// https://weather.example.com/a2a 1.0
	// lookup [chofam:kind/query chofam:scope/party] map[serviceBearer:[]]
	// station-move [chofam:kind/action chofam:effect/reversible chofam:scope/party] map[moveKey:[]]
}

// All that is wrong is told at once.
func ExampleBuildError() {
	_, err := card.New("Weather Notes", "2.1.0").
		JSONRPC("https://weather.example.com/a2a").Modes("text/plain").
		Requires(card.Requirement("serviceBearer")).
		Skills(card.Query("lookup", "Look up", "Gives what was observed.").Tags("chofam:kind/action")).
		Build()
	fmt.Println(err)
	var bad *card.BuildError
	if errors.As(err, &bad) {
		for _, p := range bad.Problems {
			fmt.Println(p.Rule, p.Message.KO)
		}
	}
	// Output:
	// card: not built, problems: 3
	//   fail S1-builder /skills/0/tags: a reserved tag was added by hand: `chofam:kind/action`. The constructors set those.
	//     → use the constructor of the right kind: `Advisory`, `Query` or `Action`
	//   fail B-description: there is no `description`. Nobody can tell what the agent is for.
	//     → say what the agent does
	//   fail B-sec-refs /security/0/serviceBearer: a requirement names a scheme that is not declared: `serviceBearer`. Nobody can get in that way.
	//     → declare it in `securitySchemes` under this name, or correct the name
	// S1-builder 예약 태그를 손으로 붙였다: `chofam:kind/action`. 예약 태그는 생성자가 붙인다.
	// B-description `description`이 없다. 무엇을 하는 에이전트인지 알 수 없다.
	// B-sec-refs 요구가 선언되지 않은 스킴을 가리킨다: `serviceBearer`. 이 방법으로는 아무도 들어갈 수 없다.
}

// One card in its three spellings. What a spelling has no place for is named,
// never left out.
func ExampleMarshal() {
	doc, err := card.Parse(weather)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range []card.Dialect{card.DialectDual, card.DialectProfile, card.DialectA2A10} {
		text, err := card.Marshal(doc.Card(), d)
		var lost *card.NotRepresentableError
		if errors.As(err, &lost) {
			fmt.Println(d, "can't hold", lost.Pointers)
			continue
		}
		var members struct {
			URL, ProtocolVersion string
			SecuritySchemes      json.RawMessage
		}
		if err := json.Unmarshal(text, &members); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(d, members.URL, members.ProtocolVersion)
		fmt.Println(" ", string(members.SecuritySchemes))
	}
	// Output:
	// dual https://weather.example.com/a2a 1.0.1
	//   {"serviceBearer":{"type":"http","scheme":"bearer","httpAuthSecurityScheme":{"scheme":"bearer"}}}
	// profile https://weather.example.com/a2a 1.0.1
	//   {"serviceBearer":{"type":"http","scheme":"bearer"}}
	// a2a10 can't hold [/x-region]
}
