package a2a

import (
	"encoding/json"
	"time"
)

// Reply is an answer that could be read: exactly one of Task and Message.
type Reply struct {
	Task     *Task
	Message  *Answer // a direct message, without a task (A2A 1.0.1 §3.1.1)
	Faults   []Fault // at most MaxFaults
	Exchange Exchange
}

// Fault is a way in which an answer breaks A2A that does not hide its result.
type Fault struct {
	Code    string
	Pointer string // RFC 6901, into the answer; for an absent member at what lacks it
	Detail  Words  // safe to print
}

// The codes of a Fault.
const (
	FaultMessage    = "message"     // of a message, B83
	FaultPart       = "part"        // of a part, B90
	FaultArtifact   = "artifact"    //
	FaultTask       = "task"        // a member of the task beside id and status
	FaultVersionMix = "version-mix" // a member of the other version
	FaultEarly      = "early"       // a blocking call at 1.0 answered before the end (§3.2.2)
	FaultMediaType  = "media-type"  // JSON, but not under the binding's name for it
	FaultStatus     = "status"      // a good status, but not 200
)

// MaxFaults is the number of faults of one answer.
const MaxFaults = 100

// MaxText is the number of runes of a text that is kept.
const MaxText = 2000

// Task is a task as the agent told it. Its strings are untrusted.
type Task struct {
	ID, ContextID string
	State         State
	RawState      string          // as sent
	Text          string          // text parts of the status message, then of the artifacts, by line; at most MaxText runes
	StatusText    string          // of the status message alone
	Body          json.RawMessage // the task's object as received
}

// Answer is a direct message of an agent. Its strings are untrusted.
type Answer struct {
	ID   string          // empty where the agent gave none, which is a Fault
	Text string          // its text parts, by line; at most MaxText runes
	Body json.RawMessage // the message's object as received
}

// State is a task's state in one spelling for all versions: that of 0.3.
type State string

// The states (A2A 1.0.1 TaskState).
const (
	Submitted     State = "submitted"
	Working       State = "working"
	Completed     State = "completed"
	Failed        State = "failed"
	Canceled      State = "canceled"
	Rejected      State = "rejected"
	InputRequired State = "input-required"
	AuthRequired  State = "auth-required"
)

// Terminal reports a state that a task does not leave.
func (s State) Terminal() bool {
	return s == Completed || s == Failed || s == Canceled || s == Rejected
}

// Interrupted reports a state that waits for the caller: nothing changes by
// asking again.
func (s State) Interrupted() bool { return s == InputRequired || s == AuthRequired }

// states are the spellings of the two versions. Unspecified and unknown are no
// state that a task may be in.
var (
	states10 = map[string]State{
		"TASK_STATE_SUBMITTED": Submitted, "TASK_STATE_WORKING": Working,
		"TASK_STATE_COMPLETED": Completed, "TASK_STATE_FAILED": Failed,
		"TASK_STATE_CANCELED": Canceled, "TASK_STATE_REJECTED": Rejected,
		"TASK_STATE_INPUT_REQUIRED": InputRequired, "TASK_STATE_AUTH_REQUIRED": AuthRequired,
	}
	states03 = map[string]State{
		"submitted": Submitted, "working": Working, "completed": Completed, "failed": Failed,
		"canceled": Canceled, "rejected": Rejected, "input-required": InputRequired, "auth-required": AuthRequired,
	}
)

// Exchange is one request and its answer, for a finding that shows it. It holds
// no credential.
type Exchange struct {
	HTTPMethod string // POST or GET
	RPC        string // SendMessage, message/send, GetTask, tasks/get, POST /message:send, GET /tasks/{id}
	URL        string // without user information, values of the query blotted out, safe to print
	Status     int    // 0 where there was no answer
	Started    time.Time
	Duration   time.Duration
	TaskID     string // as far as it is known; untrusted
	MessageID  string // of a send
	Requests   int    // how many requests went out: 1, or 0 where it came to none
}
