package interop

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What comes of a call, beside refused.
const (
	completed = "completed"
	again     = "executes again"
	once      = "executes once"
	noMethod  = "error -32601"
)

// expectedOfCalls is what to expect of the calls. It follows from the
// specification: a server must refuse a version that it doesn't speak, no version
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
	"message/send as 1.0":                 noMethod,
	"message/send in 0.3, no A2A-Version": noMethod,
	"SendMessage of 1.0":                  noMethod,
}

// expectedOfCareful is what to expect of a careful agent: what it refuses and
// knows again is its own doing.
var expectedOfCareful = map[string]string{
	"no token":                          refused,
	"a question with the user's token":  completed,
	"an event with the user's token":    refused,
	"an empty messageId":                refused,
	"the same bytes after completion":   once,
	"the same bytes twice at once":      once,
	"another payload under the same id": once,
}

const question = "Which ships came in today?"

// tried is one binding of a server, and the rows of what was tried with it.
type tried struct {
	t        *testing.T
	s        *server
	b        binding
	way      string
	expected map[string]string
	rows     []Row
}

// callRows calls one binding of a server that is built as the SDK's example is.
func callRows(t *testing.T, s *server, b binding) []Row {
	t.Helper()
	x := &tried{t: t, s: s, b: b, way: b.String(), expected: expectedOfCalls}
	x.trips()
	x.pairs("")
	x.one("no messageId", call{event: true})
	x.one("an empty messageId", call{blank: true, event: true})
	x.one("a task that is not there", call{})
	x.versions()
	return x.rows
}

// carefulRows calls one binding of a careful agent.
func carefulRows(t *testing.T, s *server, b binding) []Row {
	t.Helper()
	x := &tried{t: t, s: s, b: b, way: b.String() + wayCareful, expected: expectedOfCareful}
	user, action := s.Tokens["userBearer"], s.Tokens["actionBearer"]
	x.one("no token", call{id: "nobody", text: question})
	x.one("a question with the user's token", call{id: "user", text: question, token: user})
	x.one("an event with the user's token", call{id: "user-event", event: true, token: user})
	x.one("an empty messageId", call{blank: true, event: true, token: action})
	x.pairs(action)
	return x.rows
}

// add adds a row.
func (x *tried) add(trait, got, note string) {
	x.t.Helper()
	want, ok := x.expected[trait]
	if !ok {
		x.t.Fatalf("nothing is expected of %q", trait)
	}
	x.rows = append(x.rows, x.s.row(x.way, trait, want, got, note))
}

// send makes a call, or asks for a task where there is nothing to send.
func (x *tried) send(c call) answered {
	x.t.Helper()
	do := func() (answered, error) { return x.b.send(x.t.Context(), c) }
	if c == (call{}) {
		do = func() (answered, error) { return x.b.get(x.t.Context(), "6f1c8f2a-51c4-4d7e-9c55-0f4a52c54b0e") }
	}
	a, err := do()
	if err != nil {
		x.t.Fatalf("%s %s: %v", x.s.sdk, x.b, err)
	}
	return a
}

// one makes a call that stands by itself. An event must have one effect, what is
// refused must have none.
func (x *tried) one(trait string, c call) {
	x.t.Helper()
	before := x.s.effects(x.t)
	a := x.send(c)
	n := x.s.effects(x.t) - before
	got, note, effects := a.String(), "", 0
	switch {
	case a.code == "" && a.state == completed && c.event:
		effects = 1
	case a.code == "" && a.state != "rejected":
	case !strings.HasPrefix(x.expected[trait], "error "):
		got, note = refused, got
	}
	if n != effects {
		got += fmt.Sprintf(", with %d effects", n)
	}
	x.add(trait, got, note)
}

// trips sends a question and waits for the answer, or asks for it.
func (x *tried) trips() {
	x.t.Helper()
	x.one("a round trip", call{id: "question", text: question})
	states := x.b.ended(x.t, x.send(call{id: "later", text: "please wait", now: true}))
	if len(states) > 1 { // which of submitted and working is seen is chance
		states = []string{"open", states[len(states)-1]}
	}
	x.add("a round trip, answered at once", strings.Join(states, ", then "), "")
}

// pairs sends what a server may know again by its messageId. The second of two
// at once comes while the first is still being worked on.
func (x *tried) pairs(token string) {
	x.t.Helper()
	id := func(s string) string { return x.b.String() + " " + s } // the bindings share what an agent knows
	event := call{id: id("event"), event: true, token: token}
	slow := call{id: id("slow"), text: "please wait, then take it in", event: true, token: token}
	first := call{id: id("other"), event: true, token: token}
	other := call{id: id("other"), text: "ingest another", token: token}
	x.pair("the same bytes after completion", false, event, event)
	x.pair("the same bytes twice at once", true, slow, slow)
	x.pair("another payload under the same id", false, first, other)
}

// pair sends two calls with one messageId, at once or one after the other, and
// says how often they had an effect.
func (x *tried) pair(trait string, atOnce bool, calls ...call) {
	x.t.Helper()
	before := x.s.effects(x.t)
	answers, errs := make([]answered, len(calls)), make([]error, len(calls))
	var wg sync.WaitGroup
	for i, c := range calls {
		wg.Go(func() { answers[i], errs[i] = x.b.send(x.t.Context(), c) })
		if !atOnce {
			wg.Wait()
		}
	}
	wg.Wait()
	note := ""
	for i, a := range answers {
		if errs[i] != nil {
			x.t.Fatalf("%s %s: %v", x.s.sdk, x.b, errs[i])
		}
		if a.state != completed {
			note = a.String()
		}
	}
	if note == "" && answers[0].task == answers[1].task {
		note = "both are answered by the same task"
	}
	switch n := x.s.effects(x.t) - before; n {
	case 1:
		x.add(trait, once, note)
	case len(calls):
		x.add(trait, again, note)
	default:
		x.add(trait, fmt.Sprintf("%d effects", n), note)
	}
}

// versions sends what another version of A2A would send.
func (x *tried) versions() {
	x.t.Helper()
	event := func(c call) call {
		c.event, c.id = true, "version "+c.version+c.method+c.shape
		return c
	}
	if x.b.Version == "0.3" {
		x.one("SendMessage of 1.0", event(call{method: "SendMessage", version: "1.0", shape: "1.0"}))
		return
	}
	if x.b.Protocol == "JSONRPC" {
		x.one("message/send as 1.0", event(call{method: "message/send"}))
		x.one("message/send in 0.3, no A2A-Version", event(call{method: "message/send", version: "-", shape: "0.3"}))
	}
	x.one("no A2A-Version", event(call{version: "-"}))
	x.one("A2A-Version 1.0.1", event(call{version: "1.0.1"}))
	x.one("A2A-Version 9.9", event(call{version: "9.9"}))
}

// TestExpectedOfCalls looks for expectations that nothing is tried against.
func TestExpectedOfCalls(t *testing.T) {
	rows, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	for careful, expected := range map[bool]map[string]string{false: expectedOfCalls, true: expectedOfCareful} {
		for trait := range expected {
			if !slices.ContainsFunc(rows, func(r Row) bool {
				return r.Direction == PeerServes && r.Trait == trait && strings.HasSuffix(r.Way, wayCareful) == careful
			}) {
				t.Errorf("%q is tried nowhere", trait)
			}
		}
	}
}
