package verify

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/netguard"
)

var errNoKey error = a2a.Words{KO: "키의 자리가 시험용 입력에 없다", EN: "the key pointer leads nowhere in the payload"}

// deliver sends a prepared request and follows its task.
func (p *probe) deliver(ctx context.Context, req *a2a.Request) trip { return p.bring(ctx, req, true) }

// bring is deliver, which with tell says that it waits.
func (p *probe) bring(ctx context.Context, req *a2a.Request, tell bool) trip {
	c := p.s.calls
	limited, cancel := context.WithTimeout(ctx, netguard.OrDefault(c.live.Timeout, defaultTimeout))
	defer cancel()
	t := c.send(limited, p.client, req)
	c.follow(limited, p.client, &t, p.action.Send.Answers, tell)
	t.ended(ctx, limited)
	return t
}

// open delivers a fresh key. Where SendMessage is not known nothing was executed,
// and the probe goes on as message/send under the same id (rule T-versions).
func (p *probe) open(ctx context.Context, k *key) trip {
	t := p.deliver(ctx, k.request)
	if !p.s.fallsBack() || !isCode(t.err, a2a.CodeMethodNotFound) || p.client.Interface.Version != a2a.V10 {
		return t
	}
	old := p.client.As03()
	req, err := old.Prepare(a2a.Message{ID: k.request.MessageID(), Text: k.text, Parts: k.parts})
	if err != nil {
		t.err = err
		return t
	}
	p.client, k.request = old, req
	t = p.deliver(ctx, req)
	t.fellBack = true
	return t
}

// say tells the caller of a step.
func (p *probe) say(step step) {
	p.s.calls.say("E4", "실행 `{id}`: "+step.KO, "action `{id}`: "+step.EN, "id", p.action.Skill)
}

// step names a step of the probe.
type step catalog.Text

var (
	stepFirst      = step{"한 번 실행한다", "execute once"}
	stepResend     = step{"같은 바이트를 다시 보낸다", "send the same bytes again"}
	stepFresh      = step{"입력의 같은 ID를 새 messageId로 보낸다", "send the payload's id under a fresh messageId"}
	stepConcurrent = step{"같은 메시지를 동시에 둘 보낸다", "send one message twice at once"}
	stepLost       = step{"응답을 끊고 다시 보낸다", "cut the answer off and send again"}
	stepPayload    = step{"같은 messageId로 다른 입력을 보낸다", "send another payload under the same messageId"}
	stepCaller     = step{"다른 호출자로 같은 것을 보낸다", "send the same as another caller"}
	stepNoKey      = step{"빈 messageId로 보낸다", "send an empty messageId"}
)

// failAt says that a step could not be told, and why where there is a reason.
func (p *probe) failAt(s step, key string, why card.Text) *Finding {
	return p.add(saying("E4-probe", key, Inconclusive, p.skill.place(), values{"step": card.Text(s), "why": why}, "id", p.action.Skill))
}

// once is the first execution. A lost answer is asked for again under the same
// id, never under another.
func (p *probe) once(ctx context.Context) (key, bool) {
	p.say(stepFirst)
	k, err := p.fresh()
	if err != nil {
		p.failFor("E4-probe", "not-called", Inconclusive, whyOf(err))
		return k, false
	}
	start := time.Now()
	t, code := p.open(ctx, &k), "several"
	if t.err != nil && !t.stopped && (passing(t.err) || isCode(t.err, a2a.CodeTimeout)) {
		fellBack := t.fellBack
		t, code = p.deliver(ctx, k.request), "lost-answer"
		t.fellBack = fellBack
	}
	p.first = &t
	n := p.moved(ctx)
	p.note(k.request.MessageID(), start, fresh(n, t), t)
	switch {
	case n > 1:
		p.fail("E4", code, Fail, "count", count(n)).Exchange = t.exchange
	case !p.able():
		return k, false
	case !t.completed():
		p.failFor("E4-probe", "not-completed", Inconclusive, t.end()).Exchange = t.exchange
		return k, false
	case n == 0:
		p.failAt(stepFirst, "no-effect", card.Text{}).Exchange = t.exchange
		return k, false
	}
	return k, true
}

// end says how a trip ended, in a few words.
func (t *trip) end() card.Text {
	switch {
	case t.stopped:
		return card.Text{KO: "부르는 쪽이 멈췄다", EN: "the caller stopped it"}
	case t.late && t.task == nil:
		return card.Text{KO: "시간이 다했고 아무 상태도 오지 않았다", EN: "timeout, and no state arrived"}
	case t.late:
		return card.Text{KO: "시간이 다했다. 마지막 상태: " + t.state(), EN: "timeout, " + t.state()}
	case t.err != nil:
		return whyOf(t.err)
	case t.message != nil:
		return card.Text{KO: "Task 없이 메시지만 왔다", EN: "a message, no task"}
	}
	return same(t.state())
}

// resend sends the same bytes again after completion.
func (p *probe) resend(ctx context.Context, k key) {
	p.say(stepResend)
	t := p.deliver(ctx, k.request)
	p.repeated(ctx, stepResend, k.request.MessageID(), t, "resend", Fail)
}

// fresh is how often a fresh key took effect: what was counted, else once for a
// task that completed.
func fresh(moved int64, t trip) int64 {
	if moved < 0 && t.completed() {
		return 1
	}
	return moved
}

// repeated judges a message that should not have taken effect again. A refusal
// is right, and so is the first result, or a new task that says it is there
// already. Where nobody answered, nothing was seen.
func (p *probe) repeated(ctx context.Context, s step, id string, t trip, key string, v Verdict, args ...string) {
	start := time.Now()
	n := p.moved(ctx)
	switch {
	case n > 0:
		p.fail("E4", key, v, args...).Exchange = t.exchange
	case n == 0 && !t.answered():
		p.failAt(s, "step", t.end()).Exchange = t.exchange
	}
	p.note(id, start, n, t)
}

// freshMessage sends the payload's id again under a fresh messageId.
func (p *probe) freshMessage(ctx context.Context, k key) {
	p.say(stepFresh)
	req, err := p.client.Prepare(a2a.Message{ID: a2a.NewID(), Text: k.text, Parts: k.parts})
	if err != nil {
		p.failAt(stepFresh, "step", whyOf(err))
		return
	}
	t := p.deliver(ctx, req)
	p.repeated(ctx, stepFresh, req.MessageID(), t, "payload-key", Fail, "pointer", p.action.KeyPointer)
}

// concurrent sends one fresh message twice at once.
func (p *probe) concurrent(ctx context.Context, _ key) {
	p.say(stepConcurrent)
	k, err := p.fresh()
	if err != nil {
		p.failAt(stepConcurrent, "step", whyOf(err))
		return
	}
	start := time.Now()
	var trips [2]trip
	var group sync.WaitGroup
	for i := range trips {
		group.Go(func() { trips[i] = p.bring(ctx, k.request, false) })
	}
	group.Wait()
	done := trips[0]
	if !done.completed() {
		done = trips[1]
	}
	p.executedOnce(ctx, stepConcurrent, k, start, done, "concurrent")
}

// lostAnswer cuts the connection once the request has gone out, and sends the
// same bytes again.
func (p *probe) lostAnswer(ctx context.Context, _ key) {
	p.say(stepLost)
	k, err := p.fresh()
	if err != nil {
		p.failAt(stepLost, "step", whyOf(err))
		return
	}
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, netguard.OrDefault(p.s.calls.live.Timeout, defaultTimeout))
	defer cancel()
	if _, err := p.client.SendLost(limited, k.request); err != nil {
		p.failAt(stepLost, "step", whyOf(err))
		p.moved(ctx) // it may have gone out: no other step is to answer for that
		return
	}
	t := p.deliver(ctx, k.request)
	p.executedOnce(ctx, stepLost, k, start, t, "lost-answer")
}

// executedOnce judges a fresh key that was sent more than once.
func (p *probe) executedOnce(ctx context.Context, s step, k key, start time.Time, t trip, code string) {
	n := p.moved(ctx)
	p.note(k.request.MessageID(), start, fresh(n, t), t)
	switch {
	case n > 1:
		p.fail("E4", code, Fail, "count", count(n)).Exchange = t.exchange
	case !p.able():
	case !t.completed():
		p.failAt(s, "step", t.end()).Exchange = t.exchange
	case n == 0:
		p.failAt(s, "no-effect", card.Text{}).Exchange = t.exchange
	}
}

// otherPayload sends another payload under a messageId that was used.
func (p *probe) otherPayload(ctx context.Context, k key) {
	p.say(stepPayload)
	parts, err := withKey(p.action.Send.Parts, p.action.KeyPointer, "probe-"+a2a.NewID())
	text := p.action.Send.Text
	if p.action.KeyPointer == "" || len(parts) == 0 {
		parts, text = other(p.action.Send)
	}
	if err != nil {
		p.failAt(stepPayload, "step", whyOf(err))
		return
	}
	req, err := p.client.Prepare(a2a.Message{ID: k.request.MessageID(), Text: text, Parts: parts})
	if err != nil {
		p.failAt(stepPayload, "step", whyOf(err))
		return
	}
	t := p.deliver(ctx, req)
	p.repeated(ctx, stepPayload, k.request.MessageID(), t, "other-payload", Warn)
}

// other is the same message with a part more, for a payload without an id of its
// own.
func other(m Message) (parts []byte, text string) {
	if len(m.Parts) == 0 {
		return nil, m.Text + " (2)"
	}
	list := bytes.TrimSpace(m.Parts)
	return append(bytes.Clone(list[:len(list)-1]), `,{"text":"2"}]`...), ""
}

// otherCaller sends the same bytes with another caller's credential. They are
// another request: the key is the same only within one caller.
func (p *probe) otherCaller(ctx context.Context, k key) {
	p.say(stepCaller)
	cred, ok := p.s.spell(*p.action.OtherCaller)
	if !ok {
		p.failAt(stepCaller, "not-sent", card.Text{})
		return
	}
	mine := p.client
	p.client = p.s.client(mine.Interface, cred)
	t := p.deliver(ctx, k.request)
	p.client = mine
	switch n := p.moved(ctx); {
	case n == 0 && t.completed():
		p.fail("E4", "other-caller", Warn).Exchange = t.exchange
	case n == 0:
		p.failAt(stepCaller, "step", t.end()).Exchange = t.exchange
	case n > 1:
		p.fail("E4", "several", Fail, "count", count(n)).Exchange = t.exchange
	}
}

// noKey sends a message without a key. One that is not refused can't be sent
// again by anybody.
func (p *probe) noKey(ctx context.Context, _ key) {
	p.say(stepNoKey)
	parts, err := withKey(p.action.Send.Parts, p.action.KeyPointer, "probe-"+a2a.NewID())
	if err != nil {
		p.failAt(stepNoKey, "step", whyOf(err))
		return
	}
	req, err := p.client.Prepare(a2a.Message{NoID: true, Text: p.action.Send.Text, Parts: parts})
	if err != nil {
		p.failAt(stepNoKey, "step", whyOf(err))
		return
	}
	t := p.deliver(ctx, req)
	n := p.moved(ctx)
	switch {
	case n > 0 || t.err == nil && t.task != nil && t.task.State != a2a.Rejected && t.task.State != a2a.Failed:
		p.fail("E4", "no-key", Warn).Exchange = t.exchange
	case n == 0 && !t.answered():
		p.failAt(stepNoKey, "step", t.end()).Exchange = t.exchange
	}
}
