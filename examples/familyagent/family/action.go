package family

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// kept is the answer of an execution as package once keeps it.
type kept struct {
	Context string `json:"context"`
	Parts   []part `json:"parts"`
}

// act has an action executed once for each key of its caller (rule E4): whoever
// sends it again is told of the first. Caller and messageId are the key, and what
// the caller made to tell the payload from others, where the row names it.
func (s *Server) act(c *call, m message, row Skill, data jsondoc.Value) {
	request := once.Request{Caller: c.who.caller, Skill: row.Card.Skill().ID, MessageID: m.id, Payload: m.parts}
	if row.Key != "" {
		key := data.Get(row.Key).Text()
		if key == "" || len(key) > maxID {
			c.refuse(&rpcError{codeParams, "the data's " + row.Key + " is missing, empty or too long"})
			return
		}
		request.Keys = []once.PayloadKey{{Name: row.Key, Value: key}}
	}
	do, known := s.table.Lookup(request.Skill)
	if !known {
		c.refuse(&rpcError{codeInternal, "no handler"}) // Start has seen to it that there is one
		return
	}
	t := s.tasks.begin(c.who, request.Skill, m.contextID, m.text)
	now, _ := s.tasks.view(t)
	asked := m.call(c.who, []string{m.text}, data)
	started := s.run(func(ctx context.Context) {
		// The effect goes on if the caller is gone, and if this server ends: Close waits
		// for it.
		result, first, err := s.doer.Do(ctx, request, func(ctx context.Context) (once.Result, error) {
			return effect(ctx, do, asked, t)
		})
		s.tasks.settle(t, s.executed(t, result, first, err))
	})
	if !started {
		http.Error(c.w, "unavailable", http.StatusServiceUnavailable)
		return
	}
	s.tell(c, m, t, now)
}

// errAsks says that an action answered by a question, which it may not: a caller
// who sends again would be asked again.
var errAsks = errors.New("family: an action asks for nothing")

// effect executes. A refusal has changed nothing, and frees its keys.
func effect(ctx context.Context, do Handler, asked Call, t *task) (once.Result, error) {
	answer, err := do(ctx, asked) // once sees to the time and to panics
	switch {
	case err != nil:
		return once.Result{TaskID: t.id}, err
	case answer.Refuses != "":
		return once.Result{TaskID: t.id}, once.NothingHappened(errors.New(answer.Refuses))
	case answer.Asks != "":
		return once.Result{TaskID: t.id}, errAsks
	}
	o := outcomeOf(answer, nil)
	if o.state != completed {
		return once.Result{TaskID: t.id}, errors.New(o.says)
	}
	text, err := json.Marshal(kept{t.context, o.answer})
	return once.Result{TaskID: t.id, Answer: text}, err
}

// executed is what a task came to by what package once says of its execution.
func (s *Server) executed(t *task, result once.Result, first bool, err error) outcome {
	var nothing *once.NothingHappenedError
	var failure *once.FailedError
	switch {
	case errors.As(err, &nothing):
		return outcome{state: rejected, says: nothing.Err.Error()}
	case errors.As(err, &failure):
		return outcome{state: failed, says: "실행하다 실패했고, 어디까지 되었는지 알 수 없다. 같은 키로는 다시 실행하지 않는다."}
	case err != nil && !errors.Is(err, once.ErrNotKept) && !errors.Is(err, once.ErrNoAnswer):
		return outcome{state: failed, says: "실행하지 않았다.", fault: faultOf(err)}
	}
	var k kept
	if json.Unmarshal(result.Answer, &k) != nil || len(k.Parts) == 0 {
		k.Parts = []part{{Text: "전에 실행했다. 답은 남아 있지 않다."}}
	}
	o := outcome{state: completed, answer: k.Parts}
	if !first && result.TaskID != t.id && result.TaskID != "" {
		o.first = s.tasks.again(result.TaskID, k.Context, t.owner, t.skill, o)
	}
	return o
}

// faultOf is the error of SendMessage for a request that was not executed.
func faultOf(err error) *rpcError {
	switch {
	case errors.Is(err, once.ErrOtherPayload):
		return &rpcError{codeParams, "message.messageId, or the key of the data, was used for another message"}
	case errors.Is(err, once.ErrBadKey), errors.Is(err, once.ErrBadPayload), errors.Is(err, once.ErrNoKey):
		return &rpcError{codeParams, "the message's key or parts can't be kept"}
	case errors.Is(err, once.ErrUnknownOutcome):
		return &rpcError{codeInternal, "it was begun earlier, and whether it took effect is not known; the agent's owner must look"}
	case errors.Is(err, once.ErrFull):
		return &rpcError{codeInternal, "no more is taken in"}
	}
	return &rpcError{codeInternal, "not executed; the same message may be sent again"}
}

// settleOld decides what a crash left open, by the agent's own books: what is in
// them was done, what is not was not. What no books tell of is left to the owner.
func (s *Server) settleOld(ctx context.Context) error {
	open, err := s.doer.Unfinished(ctx)
	if err != nil {
		return err
	}
	for _, r := range open {
		for _, row := range s.agent.Skills {
			if row.Took == nil || row.Card.Skill().ID != r.Skill {
				continue
			}
			for _, k := range r.Keys {
				if k.Name == row.Key {
					err = errors.Join(err, s.settleOne(ctx, r.ID, row.Took(k.Caller, k.Value)))
				}
			}
		}
	}
	return err
}

func (s *Server) settleOne(ctx context.Context, id string, took bool) error {
	if !took {
		return s.doer.Release(ctx, id)
	}
	text, err := json.Marshal(kept{newID("context"), []part{{Text: "기록되어 있다."}}})
	if err != nil {
		return err
	}
	return s.doer.Settle(ctx, id, once.Result{TaskID: newID("task"), Answer: text})
}

// Records reads the records of the agent's actions (rule E5).
func (s *Server) Records(ctx context.Context) ([]audit.Record, error) {
	return readRecords(ctx, s.records)
}
