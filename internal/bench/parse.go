package bench

import (
	"encoding/json"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"github.com/hs9147/agentcard/card"
)

// parseRow holds card.Parse, with the typed view made and its name, every
// skill and every interface read, against encoding/json into the AgentCard of
// a2a-go, read alike. The peer drops what it does not know, lets duplicate
// names pass and checks nothing.
func parseRow() Row {
	return ratioRow("parse", 0.60, func() (int, error) { return parseOurs(Card) }, func() (int, error) { return parsePeer(Card) })
}

func parseOurs(body []byte) (int, error) {
	doc, err := card.Parse(body)
	if err != nil {
		return 0, err
	}
	c := doc.Card()
	n := len(c.Name)
	for _, s := range c.Skills {
		n += len(s.ID) + len(s.Name) + len(s.Description)
		for _, t := range s.Tags {
			n += len(t)
		}
	}
	for _, i := range c.SupportedInterfaces {
		n += len(i.URL) + len(i.ProtocolBinding) + len(i.ProtocolVersion)
	}
	return n, nil
}

func parsePeer(body []byte) (int, error) {
	var c a2a.AgentCard
	if err := json.Unmarshal(body, &c); err != nil {
		return 0, err
	}
	n := len(c.Name)
	for _, s := range c.Skills {
		n += len(s.ID) + len(s.Name) + len(s.Description)
		for _, t := range s.Tags {
			n += len(t)
		}
	}
	for _, i := range c.SupportedInterfaces {
		n += len(i.URL) + len(i.ProtocolBinding) + len(i.ProtocolVersion)
	}
	return n, nil
}
