package ans_test

import (
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
)

func ExampleParse() {
	name, err := ans.Parse("flight.booking.v9")
	fmt.Println(name, err)
	fmt.Println(name.Series(), name.Version(), name.Next())

	_, err = ans.Parse("Flight.booking")
	var bad *ans.NameError
	if errors.As(err, &bad) {
		fmt.Println(bad.Rule, bad.Code, "at", bad.Offset)
		fmt.Println(bad.Text().In("ko"))
	}
	for _, f := range ans.Faults("Flight.booking") {
		fmt.Println(f)
	}
	// Output:
	// flight.booking.v9 <nil>
	// flight.booking v9 flight.booking.v10
	// N-charset upper-case at 0
	// 이름에 대문자가 있다: F. 이름은 글자 그대로 비교하므로 소문자로 적은 이름과 다르다.
	// ans: name "Flight.booking": the name holds a capital letter: F. Names are compared to the letter, so it is not the one in small letters.
	// ans: name "Flight.booking": the last segment is no version: `booking`. Without one it is left open which contract is meant.
}

func ExampleFromCard() {
	doc, err := card.Parse([]byte(`{
	  "name": "Ethos Decision",
	  "skills": [],
	  "capabilities": {"extensions": [
	    {"uri": "https://cho-fam.com/ans/v1", "params": {"name": "ethos.decision.v1"}},
	    {"uri": "https://cho-fam.com/ans/v1", "params": {"name": ["ethos.review.v1"]}}
	  ]}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	names, err := ans.FromCard(doc.Card())
	fmt.Println(names)
	fmt.Println(err)
	// Output:
	// [ethos.decision.v1]
	// ans: /capabilities/extensions/1/params/name: `params.name` is not a string: array. A name stands for a contract, so each extension holds one.
}

// The entry goes into the card, one for each name.
func ExampleName_Extension() {
	c := &card.AgentCard{Capabilities: &card.Capabilities{}}
	name := ans.MustParse("ethos.decision.v1") // the assigned one
	c.Capabilities.Extensions = append(c.Capabilities.Extensions, name.Extension())
	names, err := ans.FromCard(c) // what the card claims

	fmt.Println(names, err)
	fmt.Println(string(c.Capabilities.Extensions[0].Params))
	// Output:
	// [ethos.decision.v1] <nil>
	// {"name":"ethos.decision.v1"}
}
