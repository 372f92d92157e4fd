package interop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
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

// What comes of a call.
const (
	completed = "completed"
	again     = "executes again"
	once      = "executes once"
)

// expectedOfCalls is what to expect of the calls. It follows from the
// specification: a server must refuse a version it doesn't speak, no version
// being 0.3, and leave patch numbers aside (A2A §3.6); it may know a message
// again by its messageId (A2A §3.3.1), and the SDKs' source has nothing that
// does.
var expectedOfCalls = map[string]string{
	"a round trip":                        completed,
	"a round trip, answered at once":      "open, then completed",
	"the same bytes after completion":     again,
	"the same bytes twice at once":        again,
	"another payload under the same id":   again,
	"no messageId":                        refused,
	"an empty messageId":                  refused,
	"a task that is not there":            refused,
	"no A2A-Version":                      refused,
	"A2A-Version 1.0.1":                   completed,
	"A2A-Version 9.9":                     refused,
	"message/send as 1.0":                 "error -32601",
	"message/send in 0.3, no A2A-Version": "error -32601",
	"SendMessage of 1.0":                  "error -32601",
}

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
	for i, b := range plain.Bindings {
		rows = append(rows, callRows(t, plain, b)...)
		rows = append(rows, carefulRows(t, careful, careful.Bindings[i])...)
	}
	return rows
}

// carefulRows calls one binding of a careful agent.
func carefulRows(t *testing.T, s *server, b binding) []Row {
	t.Helper()
	var rows []Row
	add := func(trait, expected, got, note string) {
		r := s.row(b.String()+wayCareful, trait, expected)
		r.Got, r.Note = got, note
		rows = append(rows, r)
	}
	one := func(trait, expected string, c call) {
		t.Helper()
		before := s.effects(t)
		a, err := b.send(t.Context(), c)
		if err != nil {
			t.Fatalf("%s %s: %v", s.sdk, b, err)
		}
		n := s.effects(t) - before
		switch {
		case n != 0:
			add(trait, expected, fmt.Sprintf("%s, %d effects", a, n), "")
		case a.code != "" || a.state == "rejected":
			add(trait, expected, refused, a.String())
		default:
			add(trait, expected, a.String(), "")
		}
	}
	user, action := s.Tokens["userBearer"], s.Tokens["actionBearer"]
	id := func(s string) string { return b.String() + " " + s } // the bindings share what the agent knows
	event := call{id: id("event"), event: true, token: action}
	slow := call{id: id("slow"), text: "please wait, then take it in", event: true, token: action}
	other := [2]call{{id: id("other"), event: true, token: action}, {id: id("other"), text: "ingest another", token: action}}

	one("no token", refused, call{id: id("nobody"), text: "Which ships came in today?"})
	one("a question with the user's token", completed, call{id: id("user"), text: "Which ships came in today?", token: user})
	one("an event with the user's token", refused, call{id: id("user-event"), event: true, token: user})
	one("an empty messageId", refused, call{blank: true, event: true, token: action})
	pair := func(trait string, atOnce bool, calls [2]call) {
		t.Helper()
		got, note := s.pair(t, b, atOnce, calls)
		add(trait, once, got, note)
	}
	pair("the same bytes after completion", false, [2]call{event, event})
	pair("the same bytes twice at once", true, [2]call{slow, slow})
	pair("another payload under the same id", false, other)
	return rows
}

// row is a row about the server.
func (s *server) row(way, trait, expected string) Row {
	return Row{Peer: s.sdk, Version: s.Version, Direction: PeerServes, Way: way, Trait: trait, Expected: expected}
}

// cardRows reads the card as a verifier does.
func cardRows(t *testing.T, s *server) []Row {
	t.Helper()
	// Nothing is expected of lifetime and validators, which A2A §8.6 leaves to the
	// server. They are written down as they are.
	row := func(trait, expected, got, note string) Row {
		r := s.row(wayCard, trait, expected)
		r.Got, r.Note = got, note
		return r
	}
	resp, err := fetcher.Fetch(t.Context(), s.Bindings[0].URL)
	if err != nil {
		t.Fatalf("%s %s: %v", s.sdk, s.Version, err)
	}
	if resp.URL != s.Card {
		t.Errorf("%s: the card is at %s, and was read from %s", s.sdk, s.Card, resp.URL)
	}
	rows := []Row{row("is read", "200 application/json", fmt.Sprint(resp.Status, " ", mediaType(resp.ContentType)), resp.ContentType)}

	caching := []string{cmp.Or(resp.Header.Get("Cache-Control"), "no lifetime"), "no validator"}
	if resp.Conditions != (wellknown.Conditions{}) {
		resp, err := fetcher.FetchIf(t.Context(), s.Bindings[0].URL, resp.Conditions)
		if err != nil {
			t.Fatalf("%s %s: %v", s.sdk, s.Version, err)
		}
		caching[1] = fmt.Sprint(resp.Status, " to its validators")
	}
	kept := strings.Join(caching, ", ")
	return append(rows, row("caching", kept, kept, ""))
}

// checksRow holds the card against all that needs no call.
func checksRow(t *testing.T, s *server, way string) Row {
	t.Helper()
	resp, err := fetcher.Fetch(t.Context(), s.Bindings[0].URL)
	if err != nil {
		t.Fatalf("%s %s: %v", s.sdk, s.Version, err)
	}
	p := verify.External(ans.MustParse("harbor.log.v1"))
	p.AllowHTTP = true
	rep := verify.Run(t.Context(), verify.Target{Received: resp.Body, Profile: p}, verify.Offline()...)
	r := s.row(way, "the offline checks", expectedOfCards[way])
	r.Got, r.Note = rep.Outcome().String(), weighing(rep)
	return r
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

func mediaType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return t
}

// callRows calls one binding of a server.
func callRows(t *testing.T, s *server, b binding) []Row {
	t.Helper()
	var rows []Row
	add := func(trait, got, note string) {
		want, ok := expectedOfCalls[trait]
		if !ok {
			t.Fatalf("nothing is expected of %q", trait)
		}
		r := s.row(b.String(), trait, want)
		r.Got, r.Note = got, note
		rows = append(rows, r)
	}
	send := func(c call) answered {
		t.Helper()
		a, err := b.send(t.Context(), c)
		if err != nil {
			t.Fatalf("%s %s: %v", s.sdk, b, err)
		}
		return a
	}
	// one sends a call that should be refused or have its effect, and says which.
	one := func(trait string, c call) {
		t.Helper()
		before := s.effects(t)
		a := send(c)
		n := s.effects(t) - before
		switch want := expectedOfCalls[trait]; {
		case a.code == "" && a.state == completed && n == 1:
			add(trait, completed, "")
		case a.code != "" && n == 0 && want == "error "+a.code:
			add(trait, want, "")
		case a.code != "" && n == 0 && strings.HasPrefix(want, "error "):
			add(trait, a.String(), "")
		case a.code != "" && n == 0:
			add(trait, refused, a.String())
		default:
			add(trait, fmt.Sprintf("%s, %d effects", a, n), "")
		}
	}

	add("a round trip", send(call{id: "text", text: "Which ships came in today?"}).String(), "")
	states := b.ended(t, send(call{id: "later", text: "please wait", now: true}))
	if len(states) > 1 { // which of submitted and working is seen is chance
		states = []string{"open", states[len(states)-1]}
	}
	add("a round trip, answered at once", strings.Join(states, ", then "), "")

	event := call{id: "event", event: true}
	slow := call{id: "slow", text: "please wait, then take it in", event: true}
	pair := func(trait string, atOnce bool, calls ...call) {
		t.Helper()
		got, note := s.pair(t, b, atOnce, [2]call(calls))
		add(trait, got, note)
	}
	pair("the same bytes after completion", false, event, event)
	pair("the same bytes twice at once", true, slow, slow) // the second comes while the first is worked on
	pair("another payload under the same id", false, call{id: "other", event: true}, call{id: "other", text: "ingest another"})

	one("no messageId", call{event: true})
	one("an empty messageId", call{blank: true, event: true})
	if gone, err := b.get(t.Context(), "6f1c8f2a-51c4-4d7e-9c55-0f4a52c54b0e"); err != nil {
		t.Fatal(err)
	} else if gone.code != "" {
		add("a task that is not there", refused, gone.String())
	} else {
		add("a task that is not there", gone.String(), "")
	}
	switch {
	case b.Version == "0.3":
		one("SendMessage of 1.0", call{id: "name", event: true, method: "SendMessage", version: "1.0", shape: "1.0"})
		return rows
	case b.Protocol == "JSONRPC":
		one("message/send as 1.0", call{id: "name", event: true, method: "message/send"})
		one("message/send in 0.3, no A2A-Version", call{id: "old", event: true, method: "message/send", version: "-", shape: "0.3"})
	}
	one("no A2A-Version", call{id: "none", event: true, version: "-"})
	one("A2A-Version 1.0.1", call{id: "patch", event: true, version: "1.0.1"})
	one("A2A-Version 9.9", call{id: "future", event: true, version: "9.9"})
	return rows
}

// pair sends two calls with one messageId, at once or one after the other, and
// says how often they had an effect.
func (s *server) pair(t *testing.T, b binding, atOnce bool, calls [2]call) (got, note string) {
	t.Helper()
	before := s.effects(t)
	var answers [2]answered
	var errs [2]error
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() { answers[i], errs[i] = b.send(t.Context(), c) })
		if !atOnce {
			wg.Wait()
		}
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("%s %s: %v", s.sdk, b, err)
		}
		if answers[i].state != completed {
			note = answers[i].String()
		}
	}
	if note == "" && answers[0].task == answers[1].task {
		note = "both are answered by the same task"
	}
	switch n := s.effects(t) - before; n {
	case 1:
		return once, note
	case 2:
		return again, note
	default:
		return fmt.Sprintf("%d effects", n), note
	}
}
