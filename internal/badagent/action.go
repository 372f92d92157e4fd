package badagent

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// maxExecutions is how many keys are kept. None is ever forgotten, so that no
// resend comes too late; more are refused.
const maxExecutions = 10_000

// sighting is how a message stands to those before it.
type sighting int

const (
	first        sighting = iota
	resend                // the same message again, after the first took effect
	concurrent            // the same message again, before that
	payloadKey            // another message with the same event id
	otherPayload          // the same messageId with other parts
)

// key is what makes two messages one request: who sent it, and the messageId
// or the event id (rule E4, X14).
type key struct {
	caller audit.Caller
	event  bool // of the event, else of the message
	id     string
}

// order is a message to the action, with what makes it one.
type order struct {
	caller audit.Caller
	message
	eventID string
	keys    [2]key // of the message, of the event
	digest  string // of the parts
}

// execution is one execution of the action.
type execution struct {
	order
	task    *task
	took    bool          // effect; the ledger's to read and change
	decided chan struct{} // closed when it is decided whether the keys are kept; nil where they always are
}

// ledger is the action's store, and the keys of what was executed.
type ledger struct {
	mu     sync.Mutex
	byKey  map[key]*execution
	events []string // ids of those that are in
}

// errFull says that the ledger takes no more, errGone that nobody waits for the
// answer.
var (
	errFull = errors.New("badagent: no more events are taken in")
	errGone = errors.New("badagent: the caller is gone")
)

// find tells whether an order was seen, and by which execution. One that was not
// is entered, with the execution that begin gives.
func (l *ledger) find(o order, begin func(order) *execution) (*execution, sighting, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x := l.byKey[o.keys[0]]; x != nil {
		switch {
		case x.digest != o.digest:
			return x, otherPayload, nil
		case x.took:
			return x, resend, nil
		}
		return x, concurrent, nil
	}
	if x := l.byKey[o.keys[1]]; x != nil {
		return x, payloadKey, nil
	}
	if len(l.byKey) >= 2*maxExecutions {
		return nil, first, errFull
	}
	x := begin(o)
	for _, k := range o.keys {
		l.byKey[k] = x
	}
	return x, first, nil
}

// forget frees an execution's keys.
func (l *ledger) forget(x *execution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range x.keys {
		if l.byKey[k] == x {
			delete(l.byKey, k)
		}
	}
}

// store is the effect itself: the event is in.
func (l *ledger) store(x *execution) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, x.eventID)
	x.took = true
}

// count is how many events are in.
func (l *ledger) count() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.events))
}

// orderOf reads what the action needs of a message.
func (a *Agent) orderOf(caller audit.Caller, m message) (order, *rpcError) {
	o := order{caller: caller, message: m, eventID: m.event.Get("id").Text()}
	var err error
	o.digest, err = audit.DigestOf(m.input())
	switch {
	case o.eventID == "" || len(o.eventID) > 256:
		return o, &rpcError{codeParams, "the event's id is missing, empty or too long"}
	case m.taskID != "":
		return o, &rpcError{codeUnsupported, "the action begins a task of its own"}
	case err != nil:
		return o, &rpcError{codeParams, "message.parts can't be read"}
	}
	scope := caller
	if a.knobs.callers {
		scope = audit.Caller{}
	}
	o.keys = [2]key{{scope, false, m.id}, {scope, true, o.eventID}}
	return o, nil
}

// act answers by the action: it executes what was not seen before, and gives
// everyone who sends it again what came of it.
func (a *Agent) act(c *call, m message) {
	o, fault := a.orderOf(c.who.caller, m)
	if fault != nil {
		c.refuse(fault.Code, fault.Message)
		return
	}
	x, seen, err := a.sight(c.r, o)
	if err != nil {
		c.refuse(codeInternal, err.Error())
		return
	}
	again := a.knobs.again[seen]
	if again {
		x = a.begin(o) // the keys stay with the first
	}
	before := a.tasks.view(x.task)
	switch {
	case seen == first || again:
		if !a.run(func(ctx context.Context) { a.tasks.settle(x.task, a.execute(ctx, x)) }) {
			http.Error(c.w, "unavailable", http.StatusServiceUnavailable)
			return
		}
	case seen == otherPayload:
		c.refuse(codeParams, "message.messageId was used for another message")
		return
	case a.knobs.replays:
		_ = a.note(a.ctx, x) // the fault needs no fault of its own
	}
	if seen == first && x.decided != nil && !a.decide(c.r, x) {
		return
	}
	a.tell(c, x.task, before)
}

// begin makes an execution that has not happened.
func (a *Agent) begin(o order) *execution {
	x := &execution{order: o, task: a.tasks.begin(o.caller, o.contextID)}
	if a.knobs.forgets > 0 {
		x.decided = make(chan struct{})
	}
	return x
}

// sight finds an order in the ledger. Where it is not decided yet whether keys
// are kept, it waits.
func (a *Agent) sight(r *http.Request, o order) (*execution, sighting, error) {
	for {
		x, seen, err := a.deeds.find(o, a.begin)
		if err != nil || seen == first || x.decided == nil || isClosed(x.decided) {
			return x, seen, err
		}
		if !a.waits(r, x.decided) {
			return nil, seen, errGone
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// decide keeps the keys of an execution if the caller is still there some time
// after it: to one whose connection was lost, nothing was answered.
func (a *Agent) decide(r *http.Request, x *execution) (kept bool) {
	kept = a.waits(r, a.tasks.turn(x.task)) && pause(r.Context(), a.knobs.forgets)
	if !kept {
		a.deeds.forget(x)
	}
	close(x.decided)
	return kept
}

// execute has the effect once, between the lines of its record (rules E4, E5).
// The context is the agent's: a caller who goes away stops nothing. Where nothing
// happened the keys are free again.
func (a *Agent) execute(ctx context.Context, x *execution) outcome {
	happened := false
	effect := func(ctx context.Context) (audit.Result, error) {
		if !pause(ctx, a.knobs.slow) {
			return audit.Result{TaskID: x.task.id}, ctx.Err()
		}
		if !a.knobs.idle {
			a.deeds.store(x)
		}
		happened = true
		return audit.Result{TaskID: x.task.id}, nil
	}
	switch a.knobs.records {
	case never:
		_, _ = effect(ctx) // happened says it all
	case twice:
		_ = a.note(ctx, x)
		fallthrough
	default:
		_ = a.log.Around(ctx, a.entry(x), effect)
	}
	if !happened {
		a.deeds.forget(x)
		return outcome{state: failed, says: "기록하지 못해 실행하지 않았다"}
	}
	return outcome{state: completed, answer: []part{{Data: map[string]string{"stored": x.eventID}}}}
}

// pause waits, and reports false if the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// note writes a record around nothing.
func (a *Agent) note(ctx context.Context, x *execution) error {
	return a.log.Around(ctx, a.entry(x), func(context.Context) (audit.Result, error) {
		return audit.Result{TaskID: x.task.id}, nil
	})
}

// entry is the record of an execution.
func (a *Agent) entry(x *execution) audit.Entry {
	caller := x.caller
	if a.knobs.signs != nil {
		caller = *a.knobs.signs
	}
	return audit.Entry{Skill: actionSkill, Caller: caller, MessageID: x.id, Input: x.input()}
}
