package family

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// maxBody bounds a request, in bytes.
const maxBody = jsondoc.MaxBytes

// Codes of JSON-RPC 2.0 §5.1 and of A2A 1.0.1 §5.4.
const (
	codeParse       = -32700
	codeRequest     = -32600
	codeMethod      = -32601
	codeParams      = -32602
	codeInternal    = -32603
	codeTask        = -32001
	codeCancel      = -32002
	codePush        = -32003
	codeUnsupported = -32004
	codeContent     = -32005
	codeVersion     = -32009
)

// reasons are A2A's own errors by the words of ErrorInfo (A2A 1.0.1 §5.4, §9.5).
func reason(code int) string {
	switch code {
	case codeTask:
		return "TASK_NOT_FOUND"
	case codeCancel:
		return "TASK_NOT_CANCELABLE"
	case codePush:
		return "PUSH_NOTIFICATION_NOT_SUPPORTED"
	case codeUnsupported:
		return "UNSUPPORTED_OPERATION"
	case codeContent:
		return "CONTENT_TYPE_NOT_SUPPORTED"
	case codeVersion:
		return "VERSION_NOT_SUPPORTED"
	}
	return ""
}

// rpcError is an error, before it goes over the wire.
type rpcError struct {
	code    int
	message string
}

// call is one request that was read and may be answered.
type call struct {
	w      http.ResponseWriter
	r      *http.Request
	id     json.RawMessage // "null" where it could not be read
	who    identity
	params jsondoc.Value
}

// serveA2A answers at the endpoint. What is no POST learns that there is something
// here, and no more.
func (s *Server) serveA2A(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "OPTIONS, POST")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	who, ok := s.auth.who(s.schemes, r, time.Now())
	if !ok {
		challenge := `Bearer realm="a2a"`
		if r.Header.Get("Authorization") != "" {
			challenge += `, error="invalid_token"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		http.Error(w, "unauthorized", http.StatusUnauthorized)
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
	var fault *jsondoc.Error
	switch {
	case errors.As(err, &fault) && fault.Kind == jsondoc.Type:
		c.refuse(&rpcError{codeRequest, "not a JSON-RPC 2.0 request; batches are not taken"})
	case err != nil:
		c.refuse(&rpcError{codeParse, "not one JSON object within the limits"})
	default:
		s.dispatch(c, doc.Root())
	}
}

// dispatch looks at the envelope and calls the method (A2A 1.0.1 §9).
func (s *Server) dispatch(c *call, envelope jsondoc.Value) {
	id := envelope.Get("id")
	if id.Kind() != jsondoc.String && id.Kind() != jsondoc.Number || envelope.Get("jsonrpc").Text() != "2.0" {
		c.refuse(&rpcError{codeRequest, "not a JSON-RPC 2.0 request with an id"})
		return
	}
	c.id, c.params = json.RawMessage(id.Raw()), envelope.Get("params")
	method, fault := s.method(envelope.Get("method").Text())
	switch {
	case fault != nil && fault.code == codeMethod:
		c.refuse(fault)
	case !speaks10(c.r):
		c.refuse(&rpcError{codeVersion, "only A2A 1.0 is spoken here"})
	case fault != nil:
		c.refuse(fault)
	case c.params.Kind() != jsondoc.Object:
		c.refuse(&rpcError{codeParams, "params is no object"})
	default:
		method(c)
	}
}

// method is what answers a method of A2A 1.0.1 §9.4, or why nothing does.
func (s *Server) method(name string) (func(*call), *rpcError) {
	switch name {
	case "SendMessage":
		return s.sendMessage, nil
	case "GetTask":
		return s.getTask, nil
	case "CancelTask":
		return s.cancelTask, nil
	case "SendStreamingMessage", "SubscribeToTask", "ListTasks", "GetExtendedAgentCard":
		return nil, &rpcError{codeUnsupported, "this agent does not do that"}
	case "CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig":
		return nil, &rpcError{codePush, "push notifications are not supported"}
	}
	return nil, &rpcError{codeMethod, "no such method"}
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

// refuse answers with an error.
func (c *call) refuse(e *rpcError) {
	type info struct {
		Type   string `json:"@type"`
		Reason string `json:"reason"`
		Domain string `json:"domain"`
	}
	body := struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    []info `json:"data,omitempty"`
	}{Code: e.code, Message: e.message}
	if r := reason(e.code); r != "" {
		body.Data = []info{{"type.googleapis.com/google.rpc.ErrorInfo", r, "a2a-protocol.org"}}
	}
	c.write("error", body)
}

// give answers with a result.
func (c *call) give(result any) { c.write("result", result) }

func (c *call) write(member string, v any) {
	text, err := json.Marshal(v)
	if err != nil { // a handler's data can't be written
		member, text = "error", []byte(`{"code":-32603,"message":"the answer can't be written"}`)
	}
	c.w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(c.w, `{"jsonrpc":"2.0","id":`+string(c.id)+`,"`+member+`":`+string(text)+`}`) // the client may be gone
}

// forbid answers a caller whose credential does not open the skill (rule E3).
func (c *call) forbid() {
	c.w.Header().Set("WWW-Authenticate", `Bearer realm="a2a", error="insufficient_scope"`)
	http.Error(c.w, "forbidden", http.StatusForbidden)
}
