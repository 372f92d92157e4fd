package verify

import (
	"encoding/json"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
)

// unitPrice is the asking price that the card carries, nil if it has none that
// is a positive integer.
func unitPrice(c *card.AgentCard) *int64 {
	for _, e := range c.ExtensionsByURI(vocab.Hire) {
		var p struct {
			UnitPrice json.Number `json:"unitPrice"`
		}
		if json.Unmarshal(e.Params, &p) != nil {
			continue
		}
		if n, err := p.UnitPrice.Int64(); err == nil && n > 0 {
			return &n
		}
	}
	return nil
}
