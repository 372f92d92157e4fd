package interop

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/verify"
)

// Our live checks against the servers: what the calls of tried_test.go show, said
// by the verifier.

// expectedOfChecks is what to expect of the live checks. A server that is built
// as the SDK's example is opens its action to all and executes again what is sent
// again; a careful agent passes all that calls can show.
var expectedOfChecks = map[bool]map[string]string{
	false: {"serve": "pass", "V1": "pass", "V7": "pass", "E3": "fail", "E4": "fail"},
	true:  {"serve": "pass", "V1": "pass", "V7": "pass", "E3": "pass", "E4": "pass"},
}

// liveRows runs the live checks: on the published card those about the card
// alone, and for each binding, on the card with that one, those that call it.
func liveRows(t *testing.T, s *server) []Row {
	t.Helper()
	careful, end := len(s.Tokens) > 0, ""
	if careful {
		end = wayCareful
	}
	var rows []Row
	run := func(way string, card []byte, b binding, checks ...verify.Check) {
		t.Helper()
		for _, c := range checks { // one by one, so that a note is about its check
			rep := s.check(t, card, b, c)
			want, ok := expectedOfChecks[careful][c.ID]
			if !ok {
				t.Fatalf("nothing is expected of the check %s", c.ID)
			}
			rows = append(rows, s.row(way+end, "our check "+c.ID, want, fmt.Sprint(rep.Verdict(c.ID)), weighing(rep)))
		}
	}
	card := s.read(t, wellknown.Conditions{}).Body
	run(wayCard, card, s.Bindings[0], verify.Serve(), verify.V1())
	for _, b := range s.Bindings {
		run(b.String(), withOnly(t, card, b), b, verify.V7(), verify.E3(), verify.E4())
	}
	return rows
}

// check runs a live check on a card, with all that the server's owner can give.
func (s *server) check(t *testing.T, card []byte, b binding, c verify.Check) *verify.Report {
	t.Helper()
	p := verify.External(ans.MustParse("harbor.log.v1"))
	p.AllowHTTP = true
	live := &verify.Live{
		AllowHTTP: true, AllowLoopback: true,
		Message: &verify.Message{Text: question},
		Actions: []verify.Action{{
			Skill:     "log-ingest",
			Send:      verify.Message{Parts: json.RawMessage(`[{"data":{"event":"ingest","id":"evt-1"}}]`)},
			Thorough:  true,
			Retention: 24 * time.Hour, // longer than the servers live, which forget nothing
			Effects:   func(context.Context) (int64, error) { return int64(s.effects(t)), nil },
			Settle:    20 * time.Millisecond,
		}},
	}
	for scheme, token := range s.Tokens {
		live.Credentials = append(live.Credentials, verify.Credential{Scheme: scheme, Token: token})
	}
	return verify.Run(t.Context(), verify.Target{Received: card, Endpoint: b.URL, Profile: p, Live: live}, c)
}

// withOnly is a card with one interface, so that a client takes that one. A card
// of 0.3 has no other.
func withOnly(t *testing.T, card []byte, b binding) []byte {
	t.Helper()
	if b.Version == "0.3" {
		return card
	}
	var members map[string]any
	if err := json.Unmarshal(card, &members); err != nil {
		t.Fatal(err)
	}
	members["supportedInterfaces"] = []binding{b}
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
