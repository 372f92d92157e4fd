package badagent

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// message is what SendMessage brought (A2A 1.0.1 §4.1.4).
type message struct {
	id, taskID, contextID string
	parts                 jsondoc.Value
	text                  string        // of the text parts
	event                 jsondoc.Value // the data of the part that is for the action, absent without one
	asks                  bool          // it wants to be asked for input
}

// readMessage reads and checks a message. What is wrong with it is told by an
// error.
func (a *Agent) readMessage(params jsondoc.Value) (m message, fault *rpcError) {
	v := params.Get("message")
	m = message{
		id: v.Get("messageId").Text(), taskID: v.Get("taskId").Text(), contextID: v.Get("contextId").Text(),
		parts: v.Get("parts"),
	}
	if m.id == "" && a.knobs.keyless {
		m.id = newID("server")
	}
	switch {
	case m.id == "" || len(m.id) > 256:
		return m, &rpcError{codeParams, "message.messageId is missing, empty or too long"}
	case v.Get("role").Text() != "ROLE_USER":
		return m, &rpcError{codeParams, "message.role is not ROLE_USER"}
	case m.parts.Kind() != jsondoc.Array || m.parts.Len() == 0:
		return m, &rpcError{codeParams, "message.parts is no list with an entry"}
	case params.Get("configuration").Get("taskPushNotificationConfig").Kind() == jsondoc.Object:
		return m, &rpcError{-32003, "push notifications are not supported"}
	}
	for p := range m.parts.Children() {
		if fault := m.take(p); fault != nil {
			return m, fault
		}
	}
	if !a.kind.action {
		m.event = jsondoc.Value{}
	}
	return m, nil
}

// take reads one part: exactly one of text, raw, url and data.
func (m *message) take(p jsondoc.Value) *rpcError {
	held := 0
	for _, name := range [...]string{"text", "raw", "url", "data"} {
		if p.Get(name).Exists() {
			held++
		}
	}
	text, data := p.Get("text"), p.Get("data")
	switch {
	case held != 1 || text.Exists() && text.Kind() != jsondoc.String:
		return &rpcError{codeParams, "a part holds not exactly one of text, raw, url and data"}
	case !text.Exists() && !data.Exists():
		return &rpcError{codeContent, "only text and data are read here"}
	case text.Exists():
		m.text += text.Text()
		m.asks = m.asks || text.Text() == "input please"
	case data.Get("event").Text() == "ingest" && !m.event.Exists():
		m.event = data
	default:
		m.asks = m.asks || data.Get("ask").IsTrue()
	}
	return nil
}

// sendMessage is the method SendMessage (§3.1.1).
func (a *Agent) sendMessage(c *call) {
	m, fault := a.readMessage(c.params)
	switch action := m.event.Exists(); {
	case fault != nil:
		c.refuse(fault.Code, fault.Message)
	case !a.permits(c.who, action):
		forbid(c.w)
	case action:
		a.act(c, m)
	default:
		a.advise(c, m)
	}
}

// advise answers by a read skill.
func (a *Agent) advise(c *call, m message) {
	t, resumed := (*task)(nil), m.taskID != ""
	if resumed {
		t = a.tasks.find(m.taskID, c.who.caller)
		switch {
		case t == nil:
			c.refuse(codeTask, "no such task")
			return
		case m.contextID != "" && m.contextID != t.context:
			c.refuse(codeParams, "message.contextId is not the task's")
			return
		case !a.tasks.resume(t):
			c.refuse(codeUnsupported, "the task waits for nothing")
			return
		}
	} else {
		t = a.tasks.begin(c.who.caller, m.contextID)
	}
	before := a.tasks.view(t)
	if !a.run(func(context.Context) { a.tasks.settle(t, a.answer(m, resumed)) }) {
		http.Error(c.w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	a.tell(c, t, before)
}

// answer is what a read skill says.
func (a *Agent) answer(m message, resumed bool) outcome {
	end := a.knobs.end
	if a.knobs.second != "" && strings.Contains(m.text, secondSkill) {
		end = a.knobs.second
	}
	switch {
	case a.knobs.asks, m.asks && !resumed:
		return outcome{state: inputRequired, says: "어느 기준을 먼저 보는가?"}
	case end != "":
		return outcome{state: end, says: "여기까지다"}
	case a.kind.action:
		n := a.deeds.count()
		return outcome{state: completed, answer: []part{{Text: "쌓인 이벤트를 센 리포트다"}, {Data: map[string]int64{"events": n}}}}
	}
	return outcome{state: completed, answer: []part{{Text: "기준과 가정을 되물어 정리했다"}}}
}

// tell answers SendMessage: with the outcome, or with the task as it stands now
// where the caller does not wait for more (§3.2.2).
func (a *Agent) tell(c *call, t *task, now taskView) {
	if !a.knobs.early && !c.params.Get("configuration").Get("returnImmediately").IsTrue() {
		if !a.waits(c.r, a.tasks.turn(t)) {
			return
		}
		now = a.tasks.view(t)
	}
	result := jsonOf(map[string]taskView{"task": now})
	if a.knobs.reply != nil {
		a.knobs.reply(a, c, result)
		return
	}
	c.give(result)
}

// waits waits for a turn, and reports false if the caller or the agent was gone
// first.
func (a *Agent) waits(r *http.Request, turn <-chan struct{}) bool {
	select {
	case <-turn:
		return true
	case <-r.Context().Done():
	case <-a.ctx.Done():
	}
	return false
}

// getTask is the method GetTask (§3.1.3).
func (a *Agent) getTask(c *call) {
	id := c.params.Get("id").Text()
	if id == "" {
		c.refuse(codeParams, "params.id is missing or empty")
		return
	}
	t := a.tasks.find(id, c.who.caller)
	if t == nil {
		c.refuse(codeTask, "no such task")
		return
	}
	v := a.tasks.view(t)
	if a.knobs.renames {
		v.ID = newID("task")
	}
	c.give(jsonOf(v))
}

// input is what is kept of a message as the input of an execution.
func (m message) input() json.RawMessage { return json.RawMessage(m.parts.Raw()) }
