package a2a

import (
	"bytes"
	"encoding/json"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// words is all in which the versions and bindings differ when something is sent.
// There is one for each, so that nothing of one goes out with another's (B89).
type words struct {
	send, get     string // the methods, as they are named in reports
	contentType   string
	accept        string
	versionHeader string // of A2A-Version, empty: not sent
	role          string
	old           bool // kind in messages and parts, blocking
}

// speech is how an interface is spoken (A2A 1.0.1 §9, §11; 0.3.0 §7). A client
// of 0.3 sends no A2A-Version: an empty one means 0.3 (1.0.1 §3.6.2).
func speech(i Interface) words {
	switch {
	case i.Version == V03:
		return words{
			send: "message/send", get: "tasks/get",
			contentType: "application/json", accept: "application/json",
			role: "user", old: true,
		}
	case i.Binding == HTTPJSON:
		return words{
			send: "POST /message:send", get: "GET /tasks/{id}",
			contentType: "application/a2a+json", accept: "application/a2a+json, application/json",
			versionHeader: V10, role: "ROLE_USER",
		}
	}
	return words{
		send: "SendMessage", get: "GetTask",
		contentType: "application/json", accept: "application/json",
		versionHeader: V10, role: "ROLE_USER",
	}
}

// envelope is a JSON-RPC 2.0 request.
type envelope struct {
	JSONRPC string `json:"jsonrpc"`
	ID      string `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// sendParams is SendMessageRequest of 1.0 and MessageSendParams of 0.3. The
// latter knows no tenant; an entry that declares one gets it all the same
// (rule T-select).
type sendParams struct {
	Tenant        string      `json:"tenant,omitempty"`
	Message       wireMessage `json:"message"`
	Configuration *config     `json:"configuration,omitempty"`
}

type wireMessage struct {
	Kind      string          `json:"kind,omitempty"`
	MessageID string          `json:"messageId"`
	ContextID string          `json:"contextId,omitempty"`
	TaskID    string          `json:"taskId,omitempty"`
	Role      string          `json:"role"`
	Parts     json.RawMessage `json:"parts"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
}

type config struct {
	Accepted          []string `json:"acceptedOutputModes,omitempty"`
	ReturnImmediately bool     `json:"returnImmediately,omitempty"` // 1.0; false is the default
	Blocking          *bool    `json:"blocking,omitempty"`          // 0.3; without a default, so always said
}

// taskParams is GetTaskRequest of 1.0 and TaskQueryParams of 0.3.
type taskParams struct {
	Tenant string `json:"tenant,omitempty"`
	ID     string `json:"id"`
}

// encodeSend is the body of a message. The rpcID is left out at HTTP+JSON,
// where the body is the params object without a wrapper (rule T-bindings).
func encodeSend(i Interface, m Message, rpcID string) ([]byte, error) {
	list, err := m.check()
	if err != nil {
		return nil, err
	}
	w := speech(i)
	p := sendParams{Tenant: i.Tenant, Message: wireMessage{
		MessageID: m.ID, ContextID: m.ContextID, TaskID: m.TaskID, Role: w.role, Metadata: m.Metadata,
	}}
	switch {
	case w.old:
		blocking := !m.Immediate
		p.Message.Kind = "message"
		p.Configuration = &config{Accepted: m.Accepted, Blocking: &blocking}
		p.Message.Parts, err = parts03(m.Text, list)
	default:
		if m.Immediate || len(m.Accepted) > 0 {
			p.Configuration = &config{Accepted: m.Accepted, ReturnImmediately: m.Immediate}
		}
		p.Message.Parts, err = parts10(m.Text, m.Parts)
	}
	if err != nil {
		return nil, err
	}
	if i.Binding == HTTPJSON {
		return marshal(p)
	}
	return marshal(envelope{"2.0", rpcID, w.send, p})
}

// encodeGet is the body of a JSON-RPC request for a task.
func encodeGet(i Interface, id, rpcID string) ([]byte, error) {
	return marshal(envelope{"2.0", rpcID, speech(i).get, taskParams{i.Tenant, id}})
}

// marshal writes JSON with its text as it is: escapes for HTML help nobody here.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func parts10(text string, raw json.RawMessage) (json.RawMessage, error) {
	if raw != nil {
		return raw, nil
	}
	return marshal([]map[string]string{{"text": text}})
}

// parts03 is a list of parts in 0.3's spelling (A2A 0.3.0, TextPart, FilePart,
// DataPart).
func parts03(text string, list []jsondoc.Value) (json.RawMessage, error) {
	if list == nil {
		return marshal([]part03{{Kind: "text", Text: &text}})
	}
	out := make([]part03, len(list))
	for n, p := range list {
		var why string
		if out[n], why = toPart03(p); why != "" {
			return nil, &MessageError{p.ShortPointer(), "0.3 can't say it: " + why}
		}
	}
	return marshal(out)
}

type part03 struct {
	Kind     string          `json:"kind"`
	Text     *string         `json:"text,omitempty"`
	Data     json.RawMessage `json:"data,omitempty"`
	File     *file03         `json:"file,omitempty"`
	Metadata json.RawMessage `json:"metadata,omitempty"`
}

type file03 struct {
	Name     string  `json:"name,omitempty"`
	MimeType string  `json:"mimeType,omitempty"`
	Bytes    *string `json:"bytes,omitempty"`
	URI      *string `json:"uri,omitempty"`
}

// toPart03 puts one part into 0.3's spelling, or says what would be lost.
func toPart03(p jsondoc.Value) (part03, string) {
	for m := range p.Children() {
		switch m.Name() {
		case "text", "raw", "url", "data", "metadata", "filename", "mediaType":
		default:
			return part03{}, "a member that it does not know"
		}
	}
	out := part03{}
	if m := p.Get("metadata"); m.Exists() {
		out.Metadata = json.RawMessage(m.Raw())
	}
	name, media := p.Get("filename").Text(), p.Get("mediaType").Text()
	c := contents(p)[0]
	text := c.Text()
	switch c.Name() {
	case "raw":
		out.Kind, out.File = "file", &file03{Name: name, MimeType: media, Bytes: &text}
		return out, ""
	case "url":
		out.Kind, out.File = "file", &file03{Name: name, MimeType: media, URI: &text}
		return out, ""
	case "data":
		if c.Kind() != jsondoc.Object {
			return part03{}, "data that is no object"
		}
		out.Kind, out.Data = "data", json.RawMessage(c.Raw())
	default:
		out.Kind, out.Text = "text", &text
	}
	usual := map[string]string{"text": "text/plain", "data": "application/json"}[out.Kind]
	if name != "" || media != "" && media != usual {
		return part03{}, "the name or media type of " + out.Kind
	}
	return out, ""
}
