package a2a

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Message is one message of a caller, whatever the version.
type Message struct {
	// ID is the messageId: made by the caller before the first send and the same
	// in each resend (rules E4, E4-client). Required; NewID makes one.
	ID string

	Text  string          // one text part, or
	Parts json.RawMessage // a JSON array of parts as 1.0 spells them; put into 0.3's spelling where that is spoken

	ContextID string // of an earlier answer, to go on from there; a resend has neither
	TaskID    string
	Metadata  json.RawMessage // a JSON object, of the message

	Accepted  []string // media types of answers: acceptedOutputModes
	NoID      bool     // send an empty messageId, which an action must refuse (rule E4)
	Immediate bool     // don't wait for the task's end: returnImmediately at 1.0, blocking:false at 0.3
}

// NewID makes an id that nobody else makes: a random UUID (RFC 9562, version 4).
func NewID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// MessageError says why a message can't be sent as it stands.
type MessageError struct {
	Pointer string // RFC 6901, into the message as 1.0 spells it
	Fault   string
}

// Error is one line, safe to print.
func (e *MessageError) Error() string {
	return "a2a: the message can't be sent: " + e.Pointer + ": " + e.Fault
}

// check looks at what a server could read otherwise than it was meant, and gives
// the parts.
func (m Message) check() ([]jsondoc.Value, error) {
	if (m.ID == "") != m.NoID {
		return nil, &MessageError{"/messageId", "it is made by the caller, and there is none (E4-client)"}
	}
	for _, s := range append([]string{m.ID, m.Text, m.ContextID, m.TaskID}, m.Accepted...) {
		if !utf8.ValidString(s) {
			return nil, &MessageError{"", "a string is not UTF-8"}
		}
	}
	if m.Metadata != nil {
		if _, err := jsondoc.Parse(m.Metadata, jsondoc.CardLimits()); err != nil {
			return nil, &MessageError{"/metadata", "it is no JSON object"}
		}
	}
	if m.Parts == nil {
		if m.Text == "" {
			return nil, &MessageError{"/parts", "there are none"}
		}
		return nil, nil
	}
	if m.Text != "" {
		return nil, &MessageError{"/parts", "there is a text beside them"}
	}
	return parts(m.Parts)
}

// parts reads an array of parts (A2A 1.0.1, proto Part).
func parts(raw json.RawMessage) ([]jsondoc.Value, error) {
	// The strict reader takes objects; what closes this one early leaves more
	// behind it or gives it another member.
	doc, err := jsondoc.Parse([]byte(`{"parts":`+string(raw)+`}`), jsondoc.CardLimits())
	if err != nil || doc.Root().Len() != 1 || doc.Root().First().Kind() != jsondoc.Array {
		return nil, &MessageError{"/parts", "they are no JSON array"}
	}
	var list []jsondoc.Value
	for p := range doc.Root().First().Children() {
		if why := badPart(p); why != "" {
			return nil, &MessageError{p.ShortPointer(), why}
		}
		list = append(list, p)
	}
	if list == nil {
		return nil, &MessageError{"/parts", "there are none"}
	}
	return list, nil
}

// badPart says what is wrong with a part that is to be sent.
func badPart(p jsondoc.Value) string {
	switch {
	case p.Kind() != jsondoc.Object:
		return "a part is an object"
	case p.Get("kind").Exists(), p.Get("type").Exists():
		return "kind and type belong to other versions (B90)"
	case len(contents(p)) != 1:
		return "a part has exactly one of text, raw, url and data"
	}
	if c := contents(p)[0]; c.Name() != "data" && c.Kind() != jsondoc.String {
		return c.Name() + " is a string"
	}
	return ""
}

// contents are the members of a 1.0 part that hold what it says.
func contents(p jsondoc.Value) []jsondoc.Value {
	var list []jsondoc.Value
	for _, name := range [...]string{"text", "raw", "url", "data"} {
		// Only data has a meaning when it is null (ProtoJSON).
		if c := p.Get(name); c.Exists() && (name == "data" || c.Kind() != jsondoc.Null) {
			list = append(list, c)
		}
	}
	return list
}

// Request is a message as it goes out. It was serialised once: however often it
// is sent, the bytes are the same, the JSON-RPC id among them. It is immutable.
type Request struct {
	to        Interface
	messageID string
	rpcID     string // empty at HTTP+JSON
	body      []byte
	blocking  bool
}

// MessageID is the message's id.
func (r *Request) MessageID() string { return r.messageID }

// Method is "SendMessage", "message/send" or "POST /message:send".
func (r *Request) Method() string { return speech(r.to).send }

// Body is a copy of the bytes of the body.
func (r *Request) Body() []byte { return append([]byte(nil), r.body...) }
