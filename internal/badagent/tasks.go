package badagent

import (
	"sync"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// The states that are used (A2A 1.0.1 §4.1.3).
const (
	working       = "TASK_STATE_WORKING"
	completed     = "TASK_STATE_COMPLETED"
	failed        = "TASK_STATE_FAILED"
	inputRequired = "TASK_STATE_INPUT_REQUIRED"
)

// maxTasks is how many tasks are kept for GetTask; the oldest is forgotten.
const maxTasks = 1000

// task is one task. Its fields but the first three are the store's to read and
// change.
type task struct {
	id, context string
	owner       audit.Caller
	outcome
	changed time.Time
	settled chan struct{} // closed when the present turn came to its outcome
}

// outcome is what a turn came to.
type outcome struct {
	state  string
	says   string // of the status, in place of an answer
	answer []part // the artifact
}

// taskStore keeps the newest tasks.
type taskStore struct {
	mu   sync.Mutex
	byID map[string]*task
	ids  []string // oldest first
}

// begin makes a task that is being worked on.
func (s *taskStore) begin(owner audit.Caller, context string) *task {
	t := &task{id: newID("task"), context: context, owner: owner, changed: time.Now(), settled: make(chan struct{})}
	t.state = working
	if t.context == "" {
		t.context = newID("context")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID[t.id] = t
	if s.ids = append(s.ids, t.id); len(s.ids) > maxTasks {
		delete(s.byID, s.ids[0])
		s.ids = s.ids[1:]
	}
	return t
}

// find is a caller's own task, nil if there is none. Another caller's is not
// told from none.
func (s *taskStore) find(id string, owner audit.Caller) *task {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.byID[id]; t != nil && t.owner == owner {
		return t
	}
	return nil
}

// resume begins another turn of a task that waits for input, and reports false
// for one that does not.
func (s *taskStore) resume(t *task) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.state != inputRequired {
		return false
	}
	t.outcome = outcome{state: working}
	t.changed, t.settled = time.Now(), make(chan struct{})
	return true
}

// settle ends the present turn.
func (s *taskStore) settle(t *task, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.outcome, t.changed = o, time.Now()
	close(t.settled)
}

// turn is the channel that is closed when the present turn is over.
func (s *taskStore) turn(t *task) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.settled
}

// view is the task as it goes over the wire.
func (s *taskStore) view(t *task) taskView {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := taskView{ID: t.id, ContextID: t.context}
	v.Status.State = t.state
	v.Status.Timestamp = t.changed.UTC().Format("2006-01-02T15:04:05.000Z")
	if t.says != "" {
		v.Status.Message = &messageView{newID("message"), t.id, t.context, "ROLE_AGENT", []part{{Text: t.says}}}
	}
	if len(t.answer) > 0 {
		v.Artifacts = []artifactView{{"answer", t.answer}}
	}
	return v
}
