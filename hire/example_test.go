package hire_test

import (
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
)

// The number is the agent's own word. It comes from whoever answers for the
// agent, never from a sample.
func ExampleNewAsk() {
	publish := func(credits int64) {
		ask, err := hire.NewAsk(credits)
		if err != nil {
			fmt.Println(err)
			return
		}
		c := &card.AgentCard{Capabilities: &card.Capabilities{}}
		c.Capabilities.Extensions = append(c.Capabilities.Extensions, ask.Extension())
		back, ok, err := hire.FromCard(c)
		fmt.Println(back == ask, ok, err)
	}
	publish(ownersAsk())
	publish(0)
	publish(-ownersAsk())
	// Output:
	// true true <nil>
	// hire: `unitPrice` is no positive integer: 0.
	// hire: `unitPrice` is no positive integer: -31.
}

// ownersAsk stands for the owner's setting.
func ownersAsk() int64 { return 31 }

// A card without the extension publishes no ask. It registers, and the agent is
// hired, all the same.
func ExampleFromCard() {
	start := func(c *card.AgentCard) string {
		ask, published, err := hire.FromCard(c)
		switch {
		case err != nil:
			return "the extension holds no ask: " + err.Error()
		case !published:
			return "the talks start without a number"
		}
		return "the talks start at " + ask.String()
	}

	c := &card.AgentCard{Name: "Ethos Decision", Capabilities: &card.Capabilities{}}
	fmt.Println(start(c))
	ask, err := hire.NewAsk(ownersAsk())
	if err != nil {
		fmt.Println(err)
		return
	}
	c.Capabilities.Extensions = append(c.Capabilities.Extensions, ask.Extension())
	fmt.Println(start(c))
	// Output:
	// the talks start without a number
	// the talks start at 31 credits
}
