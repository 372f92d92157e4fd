package family

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/tags"
)

// handlerTime is how long a skill may take for one turn.
const handlerTime = 20 * time.Second

// sendMessage is the method SendMessage (A2A 1.0.1 §3.1.1).
func (s *Server) sendMessage(c *call) {
	m, fault := readMessage(c.params)
	if fault != nil {
		c.refuse(fault)
		return
	}
	if m.taskID != "" {
		s.goOn(c, m)
		return
	}
	row, data, fault := s.agent.route(m)
	switch {
	case fault != nil:
		c.refuse(fault)
	case s.agent.opens(row) != c.who.scheme:
		c.forbid()
	case row.Card.Skill().Kind() == tags.KindAction:
		s.act(c, m, row, data)
	default:
		s.work(c, m, s.tasks.begin(c.who, row.Card.Skill().ID, m.contextID, m.text), data)
	}
}

// goOn takes what was asked for by a task that waits for input.
func (s *Server) goOn(c *call, m message) {
	t := s.tasks.find(m.taskID, c.who)
	switch {
	case t == nil:
		c.refuse(&rpcError{codeTask, "no such task"})
	case m.contextID != "" && m.contextID != t.context:
		c.refuse(&rpcError{codeParams, "message.contextId is not the task's"})
	case len(m.data) > 0:
		c.refuse(&rpcError{codeParams, "a question is answered by text"})
	case !s.tasks.resume(t, m.text):
		c.refuse(&rpcError{codeUnsupported, "the task waits for nothing"})
	default:
		s.work(c, m, t, jsondoc.Value{})
	}
}

// work has a skill that is no action do its turn of a task.
func (s *Server) work(c *call, m message, t *task, data jsondoc.Value) {
	do, known := s.table.Lookup(t.skill)
	if !known {
		c.refuse(&rpcError{codeInternal, "no handler"}) // Start has seen to it that there is one
		return
	}
	_, said := s.tasks.turn(t)
	now, _ := s.tasks.view(t)
	asked := m.call(c.who, said, data)
	if !s.run(func(ctx context.Context) { s.tasks.settle(t, outcomeOf(safely(ctx, do, asked))) }) {
		http.Error(c.w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	s.tell(c, m, t, now)
}

// safely calls a handler within its time. A panic is a failure.
func safely(ctx context.Context, do Handler, c Call) (a Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a, err = Answer{}, fmt.Errorf("family: a handler panicked: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, handlerTime)
	defer cancel()
	return do(ctx, c)
}

// outcomeOf is what a turn came to by its answer. What an error says stays here.
func outcomeOf(a Answer, err error) outcome {
	switch {
	case err != nil:
		return outcome{state: failed, says: "처리하지 못했다."}
	case a.Refuses != "":
		return outcome{state: rejected, says: a.Refuses}
	case a.Asks != "":
		return outcome{state: inputRequired, says: a.Asks}
	}
	var parts []part
	if a.Text != "" {
		parts = append(parts, part{Text: a.Text})
	}
	if a.Data != nil {
		text, err := json.Marshal(a.Data)
		if err != nil {
			return outcome{state: failed, says: "답을 JSON으로 적지 못했다."}
		}
		parts = append(parts, part{Data: text})
	}
	return outcome{state: completed, answer: parts}
}

// tell answers SendMessage: with the outcome, or with the task as it stood when it
// began where the caller does not wait (§3.2.2).
func (s *Server) tell(c *call, m message, t *task, now taskView) {
	if m.waits {
		turn, _ := s.tasks.turn(t)
		select {
		case <-turn:
		case <-c.r.Context().Done():
			return
		}
		var o outcome
		now, o = s.tasks.view(t)
		switch {
		case o.fault != nil:
			c.refuse(o.fault)
			return
		case o.first != nil:
			now, _ = s.tasks.view(o.first)
		}
	}
	c.give(map[string]taskView{"task": now})
}

// getTask is the method GetTask (§3.1.3).
func (s *Server) getTask(c *call) {
	if t := s.named(c); t != nil {
		v, _ := s.tasks.view(t)
		c.give(v)
	}
}

// cancelTask is the method CancelTask (§3.1.5). What is being done goes on.
func (s *Server) cancelTask(c *call) {
	t := s.named(c)
	switch {
	case t == nil:
	case !s.tasks.cancel(t):
		c.refuse(&rpcError{codeCancel, "the task waits for nothing, and can't be stopped"})
	default:
		v, _ := s.tasks.view(t)
		c.give(v)
	}
}

// named is the caller's task that params name. Where there is none it answers so.
func (s *Server) named(c *call) *task {
	id := c.params.Get("id").Text()
	if id == "" {
		c.refuse(&rpcError{codeParams, "params.id is missing or empty"})
		return nil
	}
	t := s.tasks.find(id, c.who)
	if t == nil {
		c.refuse(&rpcError{codeTask, "no such task"})
	}
	return t
}
