package badagent

import (
	"net/http"
	"net/url"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify/audit"
)

// knobs is what an agent can do wrong. The zero value is the good agent: each
// knob is read at one place, which does the right thing where it is not turned.
type knobs struct {
	// The card: what it says, and where.
	edit      func(*card.AgentCard)                          // changes it before it is signed
	later     func(*card.AgentCard)                          // changes it from the second GET on
	endpoint  func(origin *url.URL) string                   // what the card gives as the interface
	elsewhere bool                                           // A2A is on a second origin, which the card names
	publish   func(a *Agent, good http.Handler) http.Handler // answers in place of the card's handler
	alias     string                                         // a second path at which A2A is spoken

	// Who may come in.
	accepts    func(http.Header) bool // ways in that the card does not declare
	shut       bool                   // the declared credential of the read skills is refused
	actionOpen bool                   // the credential of the read skills opens the action

	// The wire.
	down    func(method string) bool // methods of HTTP that are answered by 503
	needs   string                   // URI of the extension without which nothing is answered
	reply   reply                    // how the answer to SendMessage is written
	early   bool                     // SendMessage never waits
	renames bool                     // GetTask gives the task under another id each time

	// Tasks of the read skills.
	end    string // the state in which they end, in place of completed
	second string // the same for the second skill
	asks   bool   // input is asked for however often it was given

	// The action.
	again    map[sighting]bool // what is executed although it was seen before
	slow     time.Duration     // how long an execution takes, so that two can overlap
	idle     bool              // an execution has no effect
	callers  bool              // keys are taken for the same whoever sends them
	keyless  bool              // a message without messageId gets one of the server's
	forgets  time.Duration     // a key is kept only if the caller was still there so long after the effect
	records  recording         // how often an execution is recorded
	replays  bool              // what was seen before is recorded as well
	signs    *audit.Caller     // who stands in the records
	auditing audit.Options     // how the log is kept
}

// recording is how often an execution is recorded.
type recording int

const (
	once recording = iota
	never
	twice
)
