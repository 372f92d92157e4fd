package verify

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// trip is what came of one message: the task it led to, or what stood in the
// way.
type trip struct {
	task     *a2a.Task
	message  *a2a.Answer // in place of a task
	faults   []a2a.Fault
	err      error // of the last call
	exchange *Exchange
	id       string // messageId
	fellBack bool   // to message/send
	late     bool   // the time limit was reached
	stopped  bool   // by the caller
	silent   bool   // input was required and no answer scripted

	anonymous bool // it was sent without a credential
}

// completed reports a task that reached its end as it should.
func (t *trip) completed() bool {
	return t.err == nil && t.task != nil && t.task.State == a2a.Completed
}

// answered reports a trip that shows that the agent has looked at the message, be
// it to refuse it.
func (t *trip) answered() bool {
	var e *a2a.Error
	switch {
	case t.stopped, t.late:
		return false
	case t.err == nil:
		return true
	case !errors.As(t.err, &e):
		return false
	}
	switch e.Code {
	case a2a.CodeRequest, a2a.CodeUnreachable, a2a.CodeReset, a2a.CodeResponse, a2a.CodeTLS, a2a.CodeTimeout, a2a.CodeCanceled, a2a.CodeAddress, a2a.CodeRedirected, a2a.CodeAuth:
		return false
	case a2a.CodeStatus:
		return e.Exchange.Status < 500 && e.Exchange.Status != tooMany
	}
	return true
}

// tooMany is the status of a server that does not look at what comes (RFC 6585 §4).
const tooMany = 429

// state is the last state that was seen.
func (t *trip) state() string {
	if t.task == nil {
		return "-"
	}
	return string(t.task.State)
}

// round sends a message under an id and follows its task to an end: a terminal
// state, one that waits for someone, or the time limit.
func (c *calls) round(ctx context.Context, client *a2a.Client, m Message, id string, fallBack bool) trip {
	req, err := client.Prepare(a2a.Message{ID: id, Text: m.Text, Parts: m.Parts})
	if err != nil {
		return trip{err: err, id: id}
	}
	limited, cancel := context.WithTimeout(ctx, netguard.OrDefault(c.live.Timeout, defaultTimeout))
	defer cancel()
	t := c.send(limited, client, req)
	if fallBack && isCode(t.err, a2a.CodeMethodNotFound) && client.Interface.Version == a2a.V10 {
		client = client.As03()
		t = c.sendAs03(limited, client, m, id)
	}
	c.follow(limited, client, &t, m.Answers, true)
	t.ended(ctx, limited)
	t.anonymous = client.Credential.IsZero() && !hasCertificate(c.live.TLS)
	return t
}

// sendAs03 sends the same message, under the same id, as message/send: nothing
// was executed when SendMessage was not known (rule T-versions).
func (c *calls) sendAs03(ctx context.Context, client *a2a.Client, m Message, id string) trip {
	req, err := client.Prepare(a2a.Message{ID: id, Text: m.Text, Parts: m.Parts})
	if err != nil {
		return trip{err: err, id: id}
	}
	t := c.send(ctx, client, req)
	t.fellBack = true
	return t
}

// send sends a prepared request once.
func (c *calls) send(ctx context.Context, client *a2a.Client, req *a2a.Request) trip {
	t := trip{id: req.MessageID()}
	reply, err := client.Send(ctx, req)
	t.take(reply, err)
	return t
}

// take keeps what a call gave.
func (t *trip) take(reply *a2a.Reply, err error) {
	t.err = err
	var e *a2a.Error
	switch {
	case err == nil:
		t.message = reply.Message
		if reply.Task != nil {
			t.task = reply.Task
		}
		t.faults = append(t.faults, reply.Faults...)
		t.exchange = wire(reply.Exchange)
	case errors.As(err, &e):
		t.exchange = wire(e.Exchange)
	}
	if t.exchange != nil && t.exchange.MessageID == "" {
		t.exchange.MessageID = t.id
	}
}

// ended tells the caller's own end from the time limit.
func (t *trip) ended(parent, limited context.Context) {
	switch {
	case parent.Err() != nil:
		t.stopped = true
	case limited.Err() != nil && !t.completed():
		t.late = true
	}
}

// The pauses between polls grow from the first to the last.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = time.Second

	// longWait is after how long a caller is told that a task is waited for.
	longWait = 3 * time.Second
)

// follow polls a task until it can't move by itself, and gives the scripted
// answers where it asks for input. It never authenticates by itself.
// With tell, which is for a trip that is under way alone, the caller hears of a
// long wait, once.
func (c *calls) follow(ctx context.Context, client *a2a.Client, t *trip, answers []Message, tell bool) {
	pause, failures, begun := firstPause, 0, time.Now()
	for t.err == nil && t.message == nil && t.task != nil && !t.task.State.Terminal() {
		switch t.task.State {
		case a2a.AuthRequired:
			return
		case a2a.InputRequired:
			if len(answers) == 0 {
				t.silent = true
				return
			}
			c.answer(ctx, client, t, answers[0])
			answers, pause = answers[1:], firstPause
			if t.err != nil || t.message == nil {
				continue
			}
			t.message = nil // a word in between: how the task goes on it tells itself
		}
		if !sleep(ctx, pause) {
			return
		}
		if tell && time.Since(begun) >= longWait {
			tell = false
			c.say(c.asking, "Task가 끝나기를 기다린다. 지금 상태: `{state}`, 한도: {limit}초", "waiting for the task to end, now at `{state}`, for {limit} s at most",
				"state", t.state(), "limit", wholeSeconds(netguard.OrDefault(c.live.Timeout, defaultTimeout)))
		}
		pause = min(2*pause, lastPause)
		before := t.task
		reply, err := client.GetTask(ctx, before.ID)
		t.take(reply, err)
		if err != nil && ctx.Err() == nil && passing(err) && failures < 3 {
			failures++
			t.err, t.task = nil, before // asking again changes nothing
		}
	}
}

// wholeSeconds is a time in whole seconds, a part of one counted as one.
func wholeSeconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}

// answer continues a task that asked for input.
func (c *calls) answer(ctx context.Context, client *a2a.Client, t *trip, m Message) {
	req, err := client.Prepare(a2a.Message{
		ID: a2a.NewID(), Text: m.Text, Parts: m.Parts, TaskID: t.task.ID, ContextID: t.task.ContextID,
	})
	if err != nil {
		t.err = err
		return
	}
	was := t.task.ID
	t.take(client.Send(ctx, req))
	if t.err == nil && t.message == nil && t.task.ID != was {
		t.err = &a2a.Error{Code: a2a.CodeTaskID}
	}
}

// sleep waits, and reports whether the context lasted.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// passing reports a fault of the network that may be gone next time.
func passing(err error) bool {
	return isCode(err, a2a.CodeReset) || isCode(err, a2a.CodeResponse) || isCode(err, a2a.CodeUnreachable)
}

// isCode reports an *a2a.Error of that code.
func isCode(err error, code string) bool {
	var e *a2a.Error
	return errors.As(err, &e) && e.Code == code
}
