package verify

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/verify/audit"
)

// Live says what a run may do on the network. A Target without it calls nobody.
//
// The zero value reads the card at its place, by the conservative policy of
// wellknown.Fetcher, sends one harmless message to a card without an action
// skill, and nothing at all to a card with one. Each field allows more, in a way
// that its name says.
//
// Credentials go to the origin of Target.Endpoint and to no other, whatever the
// card names (rule T-origin). The card's own url is tried by a GET without its
// query, on another origin only where the card is verified or Origins has it. No
// cookie is kept, no redirect followed, no proxy of the environment asked, and every
// address is checked as it is dialled.
type Live struct {
	AllowHTTP     bool // plain http, which anyone on the way can change
	AllowLoopback bool // addresses of this machine
	AllowPrivate  bool // addresses of private networks, where family hosts are

	TLS      *tls.Config        // nil: the system's roots, TLS 1.2 at least
	Resolver wellknown.Resolver // nil: the system's

	// Transport stands in for the guarded one; the caller answers for where it
	// dials. It is meant for tests that have the agent in the same process. The lost
	// answer of E4 needs an *http.Transport.
	Transport http.RoundTripper

	ReadOnly bool // read the card and send nothing: what needs a message stays unproven

	FetchTimeout time.Duration // of reading the card, and of trying whether a URL answers; 0: 5 s
	Timeout      time.Duration // of one task round trip, polls and all; 0: 30 s

	Credentials []Credential // by scheme, for the endpoint's own origin; with one, V6 tries V7's message without it too (rule S5-as-accepted)
	Understood  []string     // URIs of required extensions that the caller understands, which are then asked for with each request (rule T-ext-required)
	Origins     []string     // further origins where an interface, or the card's own url, may lie (rule T-origin)

	// Message is what V7 sends. On a card with an action skill nothing is sent
	// without it; on another it defaults to an example of the first skill. For
	// REV4, Messages gives one for each skill id.
	Message  *Message
	Messages map[string]Message

	// Actions are the owner's leave to run an action skill, one for each.
	Actions []Action

	AllowMessage bool // V7 takes a direct message for a result (code no-task)
	FallBack     bool // resend as message/send after -32601; a family profile does it anyway (rule T-versions)

	Host          string         // host[:port] that the card is expected from (P1); empty: the endpoint's
	Previous      *card.Document // the card as it was read before (G5)
	ProbeInterval time.Duration  // how often the card is read again (G4); 0: an hour
	LookElsewhere bool           // where the card is not at its place, look where others look; a hit is a hint (G1)

	// Progress is told what the run is about to do, in order, from one goroutine.
	Progress func(Step)
}

// Step is one thing that a run is about to do.
type Step struct {
	Check string    // the id of the check that asked for it
	Text  card.Text // what is being done
}

// Message is a test message.
type Message struct {
	Text    string          // one text part, or
	Parts   json.RawMessage // a JSON array of parts, as A2A 1.0 spells them
	Answers []Message       // what to answer at input-required, in order; without one the task stays there
}

func (m Message) isZero() bool { return m.Text == "" && len(m.Parts) == 0 }

// Action is the owner's leave to run an action skill with a test payload, and
// what shows how often it took effect (rules E4-probe, E5-record).
type Action struct {
	Skill string  // id of the skill
	Send  Message // the owner's test payload

	// KeyPointer points into Send.Parts (RFC 6901) at a string that the agent
	// takes for the key of the payload, as terra does an event's id. Each
	// execution of the test gets a fresh one there. Empty: messageId is the only
	// key.
	KeyPointer string

	AllowIrreversible bool // run it though it can't be taken back, or does not say

	// Effects counts how often the action took effect. It alone decides; without
	// it the best verdict of E4 is inconclusive.
	Effects func(context.Context) (int64, error)

	// Records gives the owner's audit records. Without them E5 needs evidence.
	Records func(context.Context) ([]audit.Record, error)
	Caller  audit.Caller // who the credential stands for; zero: not compared

	Thorough    bool          // also two at once, a lost answer, another payload, an empty messageId
	OtherCaller *Credential   // of another caller for the same skill; nil: not tried
	Retention   time.Duration // how long the owner says that keys are kept
	Settle      time.Duration // how long an effect may take to be counted after the answer; 0: 200 ms
}

// Credential is what opens a scheme: a token for http bearer, oauth2 and
// openIdConnect, "user:password" for http basic, the key for apiKey. It is never
// printed.
type Credential struct {
	Scheme string // name under securitySchemes
	Token  string
}

// String is the scheme without the token.
func (c Credential) String() string { return "credential of scheme " + c.Scheme }

// GoString is String, so that %#v shows no token either.
func (c Credential) GoString() string { return c.String() }

// LogValue is String, for log/slog.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalJSON writes the scheme alone.
func (c Credential) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Scheme string `json:"scheme"`
	}{c.Scheme})
}
