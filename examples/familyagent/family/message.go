package family

import (
	"encoding/json"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// message is what SendMessage brought (A2A 1.0.1 §4.1.4).
type message struct {
	id, taskID, contextID string
	waits                 bool // for the outcome
	text                  string
	data                  []jsondoc.Value // of the data parts that are objects
	parts                 json.RawMessage
}

// maxID is how long an id of the caller's may be, in bytes.
const maxID = 256

// readMessage reads and checks the params of SendMessage.
func readMessage(params jsondoc.Value) (m message, fault *rpcError) {
	v, how := params.Get("message"), params.Get("configuration")
	parts := v.Get("parts")
	m = message{
		id: v.Get("messageId").Text(), taskID: v.Get("taskId").Text(), contextID: v.Get("contextId").Text(),
		waits: !how.Get("returnImmediately").IsTrue(), parts: json.RawMessage(parts.Raw()),
	}
	switch {
	case m.id == "" || len(m.id) > maxID:
		return m, &rpcError{codeParams, "message.messageId is missing, empty or too long"}
	case len(m.taskID) > maxID || len(m.contextID) > maxID || notText(v.Get("taskId")) || notText(v.Get("contextId")):
		return m, &rpcError{codeParams, "message.taskId or contextId is no id"}
	case v.Get("role").Text() != "ROLE_USER":
		return m, &rpcError{codeParams, "message.role is not ROLE_USER"}
	case parts.Kind() != jsondoc.Array || parts.Len() == 0:
		return m, &rpcError{codeParams, "message.parts is no list with an entry"}
	case how.Get("taskPushNotificationConfig").Kind() == jsondoc.Object:
		return m, &rpcError{codePush, "push notifications are not supported"}
	}
	for p := range parts.Children() {
		if fault := m.take(p); fault != nil {
			return m, fault
		}
	}
	return m, nil
}

// notText reports a member that is there and is no string.
func notText(v jsondoc.Value) bool {
	return v.Exists() && v.Kind() != jsondoc.Null && v.Kind() != jsondoc.String
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
	case text.Exists() && m.text != "":
		m.text += "\n" + text.Text()
	case text.Exists():
		m.text = text.Text()
	case data.Kind() == jsondoc.Object:
		m.data = append(m.data, data)
	default:
		return &rpcError{codeParams, "data is no object"}
	}
	return nil
}

// route finds the skill that a message is for, by its data, else by its text, and
// the data that is for it. A message that is for two skills is for none.
func (a Agent) route(m message) (s Skill, data jsondoc.Value, fault *rpcError) {
	found := 0
	for _, row := range a.Skills {
		for _, d := range m.data {
			if row.Takes != "" && d.Get(row.Takes).Exists() {
				s, data = row, d
				found++
			}
		}
	}
	switch {
	case found > 1:
		return s, data, &rpcError{codeParams, "the data is for several skills"}
	case found == 1:
		return s, data, nil
	case len(m.data) > 0:
		return s, data, &rpcError{codeParams, "no skill takes this data"}
	}
	for _, row := range a.Skills {
		if row.Takes == "" {
			return row, data, nil
		}
	}
	return s, data, &rpcError{codeContent, "no skill takes text"}
}

// call is what the skill is asked.
func (m message) call(who identity, said []string, data jsondoc.Value) Call {
	c := Call{Caller: who.caller, Said: said}
	if data.Exists() {
		c.Data = json.RawMessage(data.Raw())
	}
	return c
}
