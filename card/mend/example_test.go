package mend_test

import (
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/mend"
)

// A card of 0.3 habits. What has one right answer is mended where it stands, and
// the rest of the text stays as it was.
func ExampleFix() {
	doc, err := card.Parse([]byte(`{
  "protocolVersion": "1.0",
  "name": "Harbour Desk",
  "url": "https://harbour.example.com/a2a",
  "supportedInterfaces": [{ "url": "https://harbour.example.com/a2a", "protocolBinding": "jsonrpc" }],
  "capabilities": {},
  "skills": [{ "id": "berths", "tags": ["harbour", "harbour"], "x-length": 12.50 }]
}`))
	if err != nil {
		panic(err)
	}
	fixed, err := mend.Fix(doc, mend.Options{})
	if err != nil {
		panic(err)
	}
	for _, c := range fixed.Done {
		fmt.Println(c.Pointer, c.What.EN)
	}
	fmt.Printf("%s\n", fixed.Text)
	// Output:
	// /supportedInterfaces/0/protocolBinding changed the value from jsonrpc to JSONRPC.
	// /supportedInterfaces/0 added the member `protocolVersion`: 1.0.
	// /skills/0/tags/1 removed an element that was there before: `harbour`.
	// {
	//   "protocolVersion": "1.0",
	//   "name": "Harbour Desk",
	//   "url": "https://harbour.example.com/a2a",
	//   "supportedInterfaces": [{ "url": "https://harbour.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }],
	//   "capabilities": {},
	//   "skills": [{ "id": "berths", "tags": ["harbour"], "x-length": 12.50 }]
	// }
}
