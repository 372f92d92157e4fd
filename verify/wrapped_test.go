package verify

import "github.com/hs9147/agentcard/internal/jsondoc"

// wrapped are the limits of a card's member that stands in an object of its
// own.
func wrapped() jsondoc.Limits {
	l := jsondoc.CardLimits()
	l.Bytes += len(`{"s":}`)
	l.Depth++
	l.Values++
	return l
}
