package wellknown

import (
	"net/url"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/rules"
)

// Path is where a card is published, at the root of its origin (RFC 8615; card
// spec v1.7 §7 G1).
const Path = "/.well-known/agent-card.json"

// URL is the card's URL of an endpoint: the endpoint's origin and Path, whatever
// the endpoint's own path is. It is never a join: from https://h:p/a2a?x it gives
// https://h:p/.well-known/agent-card.json. The endpoint is an absolute http or
// https URL with a host and without user information; else the error is a
// *FetchError of rule F-scheme.
func URL(endpoint string) (string, error) {
	u, err := parse(endpoint)
	if err != nil {
		return "", err
	}
	return u.Scheme + "://" + u.Host + Path, nil
}

// parse reads an absolute http or https URL (rule F-scheme). It names no part of
// a URL that holds credentials.
func parse(s string) (*url.URL, error) {
	for _, f := range rules.Endpoint(s, false) {
		switch f {
		case rules.FaultHTTP, rules.FaultTrailingDot, rules.FaultOperation, rules.FaultFragment:
		default:
			return nil, &FetchError{Rule: "F-scheme", Code: string(f), URL: catalog.Show(s)}
		}
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return nil, &FetchError{Rule: "F-scheme", Code: string(rules.FaultAbsolute), URL: catalog.Show(s)}
	}
	u.Scheme = strings.ToLower(u.Scheme)
	return u, nil
}
