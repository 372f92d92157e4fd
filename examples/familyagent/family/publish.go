package family

import (
	"context"
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// Builder is the card of an agent at an endpoint, as far as the table says it.
func (a Agent) Builder(endpoint string) *card.Builder {
	b := card.New(a.Name, a.Version).Description(a.Description).
		Provider("CHOFAM", "https://cho-fam.com").
		JSONRPC(endpoint).InputModes("text/plain").OutputModes("text/plain", "application/json").
		Streaming(false).PushNotifications(false).
		Requires(card.Requirement(a.Opens.Name))
	for _, s := range a.Schemes() {
		b.Scheme(s.Name, s.Card)
	}
	for _, s := range a.Skills {
		if !s.Unexposed {
			b.Skills(s.card())
		}
	}
	return b
}

// Publish makes the card of an agent as it is served: built and held against
// every static rule of its profile, written in the dual dialect, and signed if
// there is a signer. The report holds what was found, warnings too; the error is
// its Err where the card must not be served, or that of signing.
func (a Agent) Publish(endpoint string, signer *card.Signer) ([]byte, *verify.Report, error) {
	c, report := verify.Build(a.Builder(endpoint), a.Profile)
	if c == nil {
		return nil, report, report.Err()
	}
	text, err := card.Marshal(c, card.DialectDual)
	if err != nil || signer == nil {
		return text, report, err
	}
	doc, err := card.Parse(text)
	if err != nil {
		return nil, report, err
	}
	text, err = card.Sign(doc, *signer)
	return text, report, err
}

// errAddress says that a card sends callers elsewhere.
var errAddress = errors.New("family: the card's JSONRPC interface is not the endpoint that is served")

// accept holds a card that was made elsewhere against the profile, as Publish does
// its own, and against where it is served.
func (a Agent) accept(ctx context.Context, text []byte, endpoint string) (*card.AgentCard, error) {
	doc, err := card.Parse(text)
	if err != nil {
		return nil, err
	}
	c := doc.Card()
	r := verify.Run(ctx, verify.Target{Document: doc, Profile: a.Profile}, verify.Offline()...)
	if err := r.Err(); err != nil {
		return nil, err
	}
	if c.URL != endpoint {
		return nil, fmt.Errorf("%w: %s", errAddress, endpoint)
	}
	return c, nil
}
