package family

import (
	"crypto/rand"
	"encoding/json"
	"sync"
	"time"
)

// The states that are used (A2A 1.0.1 §4.1.3).
const (
	working       = "TASK_STATE_WORKING"
	completed     = "TASK_STATE_COMPLETED"
	failed        = "TASK_STATE_FAILED"
	canceled      = "TASK_STATE_CANCELED"
	rejected      = "TASK_STATE_REJECTED"
	inputRequired = "TASK_STATE_INPUT_REQUIRED"
)

// maxTasks is how many tasks are kept for GetTask, and maxTurns how many turns a
// dialogue has. The oldest task is forgotten.
const (
	maxTasks = 1000
	maxTurns = 20
)

// task is one task. Its fields but the first four are the store's to read and
// change.
type task struct {
	id, context string
	owner       identity // who alone is told of it
	skill       string
	said        []string
	outcome
	changed time.Time
	settled chan struct{} // closed when the present turn came to its outcome
}

// outcome is what a turn came to.
type outcome struct {
	state  string
	says   string    // of the status, in place of an answer
	answer []part    // the artifact
	fault  *rpcError // what SendMessage is answered with, in place of the task
	first  *task     // the task of the first execution, where this was a resend
}

// part is one part of what the agent says.
type part struct {
	Text string          `json:"text,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// tasks keeps the newest tasks.
type tasks struct {
	mu   sync.Mutex
	byID map[string]*task
	ids  []string // oldest first
}

// newID is an id that nobody can guess.
func newID(of string) string { return of + "-" + rand.Text() }

// begin makes a task that is being worked on.
func (s *tasks) begin(owner identity, skill, context, text string) *task {
	t := &task{id: newID("task"), context: context, owner: owner, skill: skill, said: []string{text}}
	t.state, t.changed, t.settled = working, time.Now(), make(chan struct{})
	if t.context == "" {
		t.context = newID("context")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(t)
	return t
}

func (s *tasks) add(t *task) {
	s.byID[t.id] = t
	if s.ids = append(s.ids, t.id); len(s.ids) > maxTasks {
		delete(s.byID, s.ids[0])
		s.ids = s.ids[1:]
	}
}

// find is a caller's own task, nil if there is none. Another caller's is not told
// from none.
func (s *tasks) find(id string, owner identity) *task {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.byID[id]; t != nil && t.owner == owner {
		return t
	}
	return nil
}

// again is the task of an execution that is over, under the id that it had: the
// one that is kept, else one made anew, as after a restart.
func (s *tasks) again(id, context string, owner identity, skill string, o outcome) *task {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.byID[id]; t != nil && t.owner == owner {
		return t
	}
	t := &task{id: id, context: context, owner: owner, skill: skill, outcome: o, changed: time.Now(), settled: make(chan struct{})}
	close(t.settled)
	s.add(t)
	return t
}

// resume begins another turn of a task that waits for input. It is false for one
// that does not, or has had its turns.
func (s *tasks) resume(t *task, text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.state != inputRequired || len(t.said) >= maxTurns {
		return false
	}
	t.outcome = outcome{state: working}
	t.said = append(t.said[:len(t.said):len(t.said)], text)
	t.changed, t.settled = time.Now(), make(chan struct{})
	return true
}

// settle ends the present turn.
func (s *tasks) settle(t *task, o outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.outcome, t.changed = o, time.Now()
	close(t.settled)
}

// cancel ends a task that waits for input; no other can be canceled.
func (s *tasks) cancel(t *task) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.state != inputRequired {
		return false
	}
	t.outcome, t.changed = outcome{state: canceled, says: "호출자가 그만두었다."}, time.Now()
	return true
}

// turn is the channel that is closed when the present turn is over, and what was
// said until then.
func (s *tasks) turn(t *task) (<-chan struct{}, []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return t.settled, t.said
}

type messageView struct {
	MessageID string `json:"messageId"`
	TaskID    string `json:"taskId"`
	ContextID string `json:"contextId"`
	Role      string `json:"role"`
	Parts     []part `json:"parts"`
}

type artifactView struct {
	ArtifactID string `json:"artifactId"`
	Parts      []part `json:"parts"`
}

// taskView is a task as it goes over the wire (A2A 1.0.1 §4.1.1).
type taskView struct {
	ID        string `json:"id"`
	ContextID string `json:"contextId"`
	Status    struct {
		State     string       `json:"state"`
		Message   *messageView `json:"message,omitempty"`
		Timestamp string       `json:"timestamp"`
	} `json:"status"`
	Artifacts []artifactView `json:"artifacts,omitempty"`
}

// view is the task as it stands, and what its present turn came to.
func (s *tasks) view(t *task) (taskView, outcome) {
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
	return v, t.outcome
}
