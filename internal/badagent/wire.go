package badagent

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// maxBody bounds a request.
const maxBody = jsondoc.MaxBytes

// Codes of JSON-RPC 2.0 and of A2A 1.0.1 §5.4.
const (
	codeParse       = -32700
	codeRequest     = -32600
	codeMethod      = -32601
	codeParams      = -32602
	codeInternal    = -32603
	codeTask        = -32001
	codeUnsupported = -32004
	codeContent     = -32005
	codeExtension   = -32008
	codeVersion     = -32009
)

// rpcError is an error as it goes over the wire.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// part is one part of what the agent says.
type part struct {
	Text string `json:"text,omitempty"`
	Data any    `json:"data,omitempty"`
}

type messageView struct {
	MessageID string `json:"messageId"`
	TaskID    string `json:"taskId,omitempty"`
	ContextID string `json:"contextId,omitempty"`
	Role      string `json:"role"`
	Parts     []part `json:"parts"`
}

type artifactView struct {
	ArtifactID string `json:"artifactId"`
	Parts      []part `json:"parts"`
}

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

// call is one request that was read and may be answered.
type call struct {
	w      http.ResponseWriter
	r      *http.Request
	id     json.RawMessage // "null" where it could not be read
	who    credential
	params jsondoc.Value
}

// newID is an id that nobody can guess.
func newID(of string) string { return of + "-" + rand.Text() }

// serveA2A answers at the interface. GET and the like say that there is
// something here and no more, which is all that rule P3 asks.
func (a *Agent) serveA2A(w http.ResponseWriter, r *http.Request) {
	switch {
	case a.gone() || a.knobs.down != nil && a.knobs.down(r.Method):
		http.Error(w, "unavailable", http.StatusServiceUnavailable)
		return
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", "OPTIONS, POST")
		w.WriteHeader(http.StatusNoContent)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "OPTIONS, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	who, ok := a.enter(w, r)
	if !ok {
		return
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		http.Error(w, "unsupported media type", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "the body could not be read, or is too long", http.StatusRequestEntityTooLarge)
		return
	}
	c := &call{w: w, r: r, id: json.RawMessage("null"), who: who}
	doc, err := jsondoc.Parse(body, jsondoc.CardLimits())
	if err != nil {
		c.refuse(codeParse, "not one JSON object")
		return
	}
	a.dispatch(c, doc.Root())
}

// dispatch looks at the envelope and calls the method (A2A 1.0.1 §9).
func (a *Agent) dispatch(c *call, envelope jsondoc.Value) {
	id := envelope.Get("id")
	if id.Kind() != jsondoc.String && id.Kind() != jsondoc.Number || envelope.Get("jsonrpc").Text() != "2.0" {
		c.refuse(codeRequest, "not a JSON-RPC 2.0 request with an id")
		return
	}
	c.id, c.params = json.RawMessage(id.Raw()), envelope.Get("params")
	method := a.method(envelope.Get("method").Text())
	switch {
	case method == nil:
		c.refuse(codeMethod, "no such method")
	case !speaks10(c.r):
		c.refuse(codeVersion, "only A2A 1.0 is spoken here")
	case a.knobs.needs != "" && !asksFor(c.r, a.knobs.needs):
		c.refuse(codeExtension, "an extension is required: "+a.knobs.needs)
	case c.params.Kind() != jsondoc.Object:
		c.refuse(codeParams, "params is no object")
	default:
		method(c)
	}
}

// method is what answers a method, nil for one that 1.0 does not have.
func (a *Agent) method(name string) func(*call) {
	switch name {
	case "SendMessage":
		return a.sendMessage
	case "GetTask":
		return a.getTask
	case "SendStreamingMessage", "SubscribeToTask", "CancelTask", "ListTasks", "GetExtendedAgentCard",
		"CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig":
		return func(c *call) { c.refuse(codeUnsupported, "this agent does not do that") }
	}
	return nil
}

// speaks10 reports whether the request is A2A 1.0; one that says nothing is 0.3
// (§3.6.2).
func speaks10(r *http.Request) bool {
	v := r.Header.Get("A2A-Version")
	if v == "" {
		v = r.URL.Query().Get("A2A-Version")
	}
	return v == "1.0" || strings.HasPrefix(v, "1.0.")
}

// asksFor reports whether the request activates an extension (§14.2.2).
func asksFor(r *http.Request, uri string) bool {
	list := strings.Split(strings.Join(r.Header.Values("A2A-Extensions"), ","), ",")
	return slices.ContainsFunc(list, func(s string) bool { return strings.TrimSpace(s) == uri })
}

// refuse answers with an error.
func (c *call) refuse(code int, message string) {
	text, _ := json.Marshal(rpcError{code, message}) // a number and a string
	c.write(`{"jsonrpc":"2.0","id":` + string(c.id) + `,"error":` + string(text) + `}`)
}

// give answers with a result.
func (c *call) give(result json.RawMessage) {
	c.write(`{"jsonrpc":"2.0","id":` + string(c.id) + `,"result":` + string(result) + `}`)
}

func (c *call) write(envelope string) {
	c.w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(c.w, envelope) // the client went away
}

// jsonOf is the JSON of a value of ours, which can always be written.
func jsonOf(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}
