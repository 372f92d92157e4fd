package badagent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify/audit"
)

// Path is where A2A is spoken, on the origin of the agent.
const Path = "/a2a"

// Options say which agent to make.
type Options struct {
	Agent  string       // "ethos" or "terra"
	Origin string       // where it is served, "http://127.0.0.1:1234" or "https://terra.internal": the interface is Origin + Path
	Defect string       // id of a Defect of that agent; empty: the good agent
	Signer *card.Signer // nil: the card is not signed
	Dir    string       // folder for the audit log of the action; required for terra
}

// ErrOptions is matched by the error of New for options that fit no agent.
var ErrOptions = errors.New("badagent: unusable options")

// Agent is an agent to be served: a http.Handler for its whole origin. It is
// safe for concurrent use.
type Agent struct {
	kind   kind
	knobs  knobs
	origin string
	cards  [2][]byte    // as served first, and from the second GET on
	site   http.Handler // all but A2A
	door   *door
	tasks  *taskStore
	deeds  *ledger
	log    *audit.Log // nil without an action
	path   string     // of the log

	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
	other   *http.Server // of the second origin, where there is one
}

// New makes an agent. Its log is a new file in Dir. The error matches
// ErrOptions, or is that of signing the card or of opening the log.
func New(o Options) (*Agent, error) {
	k, known := kinds()[o.Agent]
	if !known {
		return nil, fmt.Errorf("%w: no agent %q", ErrOptions, o.Agent)
	}
	turned, err := knobsOf(o.Agent, o.Defect)
	if err != nil {
		return nil, err
	}
	a := &Agent{
		kind: k, knobs: turned, origin: o.Origin, door: newDoor(k),
		tasks: &taskStore{byID: map[string]*task{}}, deeds: &ledger{byKey: map[key]*execution{}},
	}
	a.ctx, a.stop = context.WithCancel(context.Background())
	if err = a.publish(o.Signer); err == nil && k.action {
		err = a.openLog(o.Dir)
	}
	if err != nil {
		_ = a.Close()
		return nil, err
	}
	return a, nil
}

// openLog makes a log of this agent's own: two must not write to one file.
func (a *Agent) openLog(dir string) error {
	if dir == "" {
		return fmt.Errorf("%w: an agent with an action needs a folder for its log", ErrOptions)
	}
	f, err := os.CreateTemp(dir, "audit-*.jsonl")
	if err != nil {
		return fmt.Errorf("badagent: %w", err)
	}
	a.path = f.Name()
	if err := f.Close(); err != nil {
		return fmt.Errorf("badagent: %w", err)
	}
	a.log, err = audit.Open(a.path, a.knobs.auditing)
	return err
}

// ServeHTTP serves the card at wellknown.Path and A2A at Path.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == Path, a.knobs.alias != "" && r.URL.Path == a.knobs.alias:
		a.serveA2A(w, r)
	case a.gone():
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
	default:
		a.site.ServeHTTP(w, r)
	}
}

// Card is the card as it is served first.
func (a *Agent) Card() []byte { return append([]byte(nil), a.cards[0]...) }

// run does something in the background, with a context that ends with Close. It
// reports false, and does nothing, after Close.
func (a *Agent) run(f func(context.Context)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return false
	}
	a.running.Go(func() { f(a.ctx) })
	return true
}

// gone reports whether the agent was closed.
func (a *Agent) gone() bool { return a.ctx.Err() != nil }

// Close ends what hangs, waits for what runs, and closes the log. The agent
// answers 503 from then on.
func (a *Agent) Close() error {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.stop()
	var errs []error
	if a.other != nil {
		errs = append(errs, a.other.Close())
	}
	a.running.Wait()
	if a.log != nil {
		errs = append(errs, a.log.Close())
	}
	return errors.Join(errs...)
}

// moveOut opens a second origin at which A2A is spoken, and gives its URL.
func (a *Agent) moveOut() (string, error) {
	l, err := new(net.ListenConfig).Listen(a.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("badagent: %w", err)
	}
	a.other = &http.Server{Handler: http.HandlerFunc(a.serveA2A), ReadHeaderTimeout: headerTimeout}
	a.run(func(context.Context) { _ = a.other.Serve(l) }) // ends with Close
	return "http://" + l.Addr().String() + Path, nil
}

// Effects is how often the action really took effect. It never goes back.
func (a *Agent) Effects(ctx context.Context) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return a.deeds.count(), nil
}

// Records reads the audit log, nil for an agent without an action. The error is
// that of reading, or an *audit.ChainError.
func (a *Agent) Records(ctx context.Context) ([]audit.Record, error) {
	if err := ctx.Err(); err != nil || a.path == "" {
		return nil, err
	}
	f, err := os.Open(a.path)
	if err != nil {
		return nil, fmt.Errorf("badagent: %w", err)
	}
	defer f.Close()
	return audit.Read(f)
}

// Token is the credential of a declared scheme: "serviceBearer", "userBearer",
// "actionBearer"; "other-caller" is a second caller's credential for the action.
// It is empty for a scheme that the agent does not declare.
func (a *Agent) Token(scheme string) string { return a.door.tokens[scheme] }

// Caller is whom the credential for the action stands for, the zero value where
// there is no action.
func (a *Agent) Caller() audit.Caller { return a.door.actor.caller }

// Question is the parts of a harmless message, a JSON array as A2A 1.0 spells
// it, that a skill answers which is no action.
func (a *Agent) Question() json.RawMessage {
	return jsonOf([]part{{Text: a.kind.question}})
}

// Event is the parts of a test message for the action, with the given event id;
// nil where there is no action.
func (a *Agent) Event(id string) json.RawMessage {
	if !a.kind.action {
		return nil
	}
	return jsonOf([]part{{Data: map[string]string{"event": "ingest", "id": id, "type": "test"}}})
}

// EventPointer points at the event id within the parts of Event (RFC 6901).
func (a *Agent) EventPointer() string { return "/0/data/id" }
