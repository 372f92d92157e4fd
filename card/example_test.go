package card_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

var weather = []byte(`{
  "name": "Weather Notes",
  "version": "2.1.0",
  "supportedInterfaces": [
    {"url": "https://weather.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
  ],
  "capabilities": {"streaming": false},
  "securitySchemes": {"serviceBearer": {"type": "http", "scheme": "bearer"}},
  "security": [{"serviceBearer": []}],
  "skills": [
    {"id": "lookup", "name": "Look up", "description": "Gives what was observed at a place on a day.",
     "tags": ["chofam:kind/query", "chofam:scope/party"]},
    {"id": "station-move", "name": "Move", "description": "Moves a station to another place.",
     "tags": ["chofam:kind/action", "chofam:effect/reversible", "chofam:scope/party"],
     "security": [{"moveBearer": []}]}
  ],
  "x-region": "KR"
}`)

func ExampleParse() {
	doc, err := card.Parse(weather)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := doc.Card()
	for _, i := range c.Interfaces() {
		fmt.Println("call", i.URL, i.ProtocolBinding, i.ProtocolVersion)
	}
	for _, s := range c.Skills {
		fmt.Println(s.ID, "is", s.Kind(), "and is opened by", c.RequirementsOf(s)[0].Schemes)
		if s.Kind() != tags.KindAdvisory && s.Kind() != tags.KindQuery {
			fmt.Println("  it changes state:", s.Effect())
		}
	}
	// Output:
	// call https://weather.example.com/a2a JSONRPC 1.0
	// lookup is query and is opened by map[serviceBearer:[]]
	// station-move is action and is opened by map[moveBearer:[]]
	//   it changes state: reversible
}

// What can't be read is told apart by a code, and what is read and no card by
// ErrNotAgentCard.
func ExampleParseError() {
	for _, body := range []string{
		`{"name": "Agent", "skills": [], "na\u006de": "Another"}`,
		`{"name": "Agent", "skills": []} {}`,
		`{"name": "left-pad", "version": "1.3.0"}`,
	} {
		_, err := card.Parse([]byte(body))
		var bad *card.ParseError
		if errors.As(err, &bad) {
			fmt.Println(bad.Code, "at byte", bad.Offset, errors.Is(err, card.ErrNotAgentCard))
		}
		if bad.Code == "card.duplicate_key" {
			fmt.Println(bad.Message.In("ko"))
		}
	}
	// Output:
	// card.duplicate_key at byte 32 false
	// 같은 이름의 멤버가 한 객체에 두 번 있다: `/name`. 읽는 쪽마다 다른 값을 고를 수 있다.
	// card.syntax at byte 32 false
	// card.not_agent_card at byte 0 true
}

// What the model does not know is kept, and written back as it stood.
func ExampleAgentCard() {
	doc, err := card.Parse(weather)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := doc.Card()
	fmt.Println(string(c.Extra["x-region"]), *c.Capabilities.Streaming, c.Capabilities.PushNotifications == nil)

	c.Version = "2.2.0"
	text, err := json.Marshal(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := card.Parse(text)
	fmt.Println(again.Card().Version, string(again.Card().Extra["x-region"]), err)
	fmt.Println(doc.Card().Version)
	// Output:
	// "KR" false true
	// 2.2.0 "KR" <nil>
	// 2.1.0
}

func ExampleValidate() {
	doc, err := card.Parse(weather)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range card.Validate(doc, card.ModeProfile) {
		if p.Rule == "B-sec-refs" {
			at, _ := doc.At(p.Pointer)
			fmt.Println(p.Severity, p.Rule, p.Pointer, "on line", at.Line)
			fmt.Println(p.Message.EN)
			fmt.Println(p.Hint.EN)
		}
	}
	// Output:
	// fail B-sec-refs /skills/1/security/0/moveBearer on line 15
	// a requirement names a scheme that is not declared: `moveBearer`. Nobody can get in that way.
	// declare it in `securitySchemes` under this name, or correct the name
}

// Two spellings of one card have one canonical form, and two digests.
func ExampleDocument_Canonical() {
	for _, body := range []string{
		`{"name": "A", "skills": [], "signatures": [{"protected": "e30", "signature": "AA"}]}`,
		`{"skills":[],"\u006eame":"A"}`,
	} {
		doc, err := card.Parse([]byte(body))
		if err != nil {
			fmt.Println(err)
			return
		}
		form, err := doc.Canonical()
		fmt.Println(string(form), err, doc.Digest()[:15])
	}
	// Output:
	// {"name":"A","skills":[]} <nil> sha256:420a9879
	// {"name":"A","skills":[]} <nil> sha256:df3d9ac3
}

func ExampleDetectKind() {
	for _, text := range []string{
		`{"name": "Weather Notes", "skills": []}`,
		`{"agent_id": "gw-7", "capabilities": ["relay"]}`,
		`{"capabilities": [{"summary": "read the meter", "input": {}}]}`,
		`[]`,
	} {
		fmt.Println(card.DetectKind([]byte(text)))
	}
	// Output:
	// agent-card
	// device-card
	// contract-set
	// unknown
}
