package jsondoc

import "fmt"

// Kind says what is wrong with a text.
type Kind string

// The kinds of an Error.
const (
	Syntax    Kind = "syntax"        // not JSON (RFC 8259), or more after the value
	Encoding  Kind = "encoding"      // a byte order mark, invalid UTF-8, a lone surrogate
	Duplicate Kind = "duplicate_key" // two members of one name in one object
	Type      Kind = "type"          // JSON, but the top level is not an object
	Limit     Kind = "limit"         // beyond a limit
)

// Reason narrows a Kind, so that a message can say what was found.
type Reason string

// The reasons of an Error. ReasonNone stands for a Kind that needs none.
const (
	ReasonNone      Reason = ""
	ReasonBOM       Reason = "bom"
	ReasonUTF8      Reason = "utf8"
	ReasonSurrogate Reason = "surrogate"
	ReasonEmpty     Reason = "empty"
	ReasonEnd       Reason = "end"
	ReasonTrailing  Reason = "trailing"
	ReasonBytes     Reason = "bytes"
	ReasonDepth     Reason = "depth"
	ReasonValues    Reason = "values"
)

// Error says why a text was refused, and where. Its text holds no content of
// the input but Found, which is safe to print.
type Error struct {
	Kind    Kind
	Reason  Reason
	Pointer string // RFC 6901, as far as it is known
	Offset  int    // byte offset of the fault
	Line    int    // line of the fault, counted from 1
	Found   string // what stands at Offset, escaped; for Type the kind of value; may be empty
	Max     int    // for Limit: the limit
}

func (e *Error) Error() string {
	s := "json: " + string(e.Kind)
	if e.Reason != ReasonNone {
		s += " (" + string(e.Reason) + ")"
	}
	s += fmt.Sprintf(" at byte %d, line %d", e.Offset, e.Line)
	if e.Found != "" {
		s += ": " + e.Found
	}
	return s
}
