package interop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/verify"
)

// The servers are those of the SDKs' own examples: a store in memory and the
// default request handler. What they do with a message that comes twice is what
// every agent does that is built so and does nothing about it.

// wayCard is the way of what is asked about a card. That of a call is the
// binding, and wayCareful comes after either where the agent is a careful one.
const (
	wayCard    = "the card"
	wayCareful = ", a careful agent"
)

// expectedOfCards is what to expect of the checks that need no call. The cards
// are honest: a server that asks nobody for credentials says so, which leaves
// its action skill open to all, and E3 refuses that.
var expectedOfCards = map[string]string{
	wayCard:              "fail",
	wayCard + wayCareful: "warn", // its address is one of loopback
}

// fetcher reads cards as a verifier does, but for where the servers are.
var fetcher = &wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true}

// serves gives the rows of the servers of a peer, none if it is not there.
func serves(t *testing.T, name string) []Row {
	t.Helper()
	plain, careful := startServer(t, name, false), startServer(t, name, true)
	if plain == nil || careful == nil {
		return nil
	}
	rows := append(cardRows(t, plain), checksRow(t, plain, wayCard), checksRow(t, careful, wayCard+wayCareful))
	rows = append(append(rows, liveRows(t, plain)...), liveRows(t, careful)...)
	for i, b := range plain.Bindings {
		rows = append(rows, callRows(t, plain, b)...)
		rows = append(rows, carefulRows(t, careful, careful.Bindings[i])...)
	}
	return rows
}

// row is a row about the server.
func (s *server) row(way, trait, expected, got, note string) Row {
	return Row{Peer: s.sdk, Version: s.Version, Direction: PeerServes, Way: way, Trait: trait, Expected: expected, Got: got, Note: note}
}

// read reads the server's card at its place.
func (s *server) read(t *testing.T, known wellknown.Conditions) *wellknown.Response {
	t.Helper()
	resp, err := fetcher.FetchIf(t.Context(), s.Bindings[0].URL, known)
	if err != nil {
		t.Fatalf("%s %s: %v", s.sdk, s.Version, err)
	}
	if resp.URL != s.Card {
		t.Errorf("%s: the card is at %s, and was read from %s", s.sdk, s.Card, resp.URL)
	}
	return resp
}

// cardRows reads the card as a verifier does.
func cardRows(t *testing.T, s *server) []Row {
	t.Helper()
	resp := s.read(t, wellknown.Conditions{})
	media, _, _ := strings.Cut(resp.ContentType, ";")

	// A2A §8.6.1 asks for lifetime and validators with SHOULD, and nothing is
	// expected of them: they are written down as they are.
	lifetime, validators := cmp.Or(resp.Header.Get("Cache-Control"), "no lifetime"), "no validator"
	if resp.Conditions != (wellknown.Conditions{}) {
		validators = fmt.Sprint(s.read(t, resp.Conditions).Status, " to its validators")
	}
	kept := lifetime + ", " + validators
	return []Row{
		s.row(wayCard, "is read", "200 application/json", fmt.Sprint(resp.Status, " ", media), resp.ContentType),
		s.row(wayCard, "caching", kept, kept, ""),
	}
}

// checksRow holds the card against all that needs no call.
func checksRow(t *testing.T, s *server, way string) Row {
	t.Helper()
	p := verify.External(ans.MustParse("harbor.log.v1"))
	p.AllowHTTP = true
	rep := verify.Run(t.Context(), verify.Target{Received: s.read(t, wellknown.Conditions{}).Body, Profile: p}, verify.Offline()...)
	return s.row(way, "the offline checks", expectedOfCards[way], rep.Outcome().String(), weighing(rep))
}

// weighing lists the rules of a report's failures and warnings, each once.
func weighing(rep *verify.Report) string {
	var ids []string
	for _, f := range rep.Findings {
		id := strings.TrimSpace(fmt.Sprint(f.Verdict, " ", f.Rule, " ", f.Code))
		if (f.Verdict == verify.Fail || f.Verdict == verify.Warn) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, ", ")
}
