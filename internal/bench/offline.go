package bench

import (
	"context"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// offlineRow holds all offline checks of a parsed card, as an outside
// registrant's, against Parse of the same card.
func offlineRow() Row {
	return ratioRow("offline", 1.00, offlineOurs, parseAlone)
}

func offlineOurs() (int, error) {
	doc, err := parsed()
	if err != nil {
		return 0, err
	}
	r := verify.Run(context.Background(), verify.Target{Document: doc, Profile: verify.External()}, verify.Offline()...)
	return len(r.Findings), nil
}

func parseAlone() (int, error) {
	_, err := card.Parse(Card)
	return len(Card), err
}
