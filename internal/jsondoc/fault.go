package jsondoc

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// fault turns an error of the tokenizer into an *Error. It looks at the text
// itself, since the tokenizer's own wording may change.
func (p *parser) fault(err error) error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	text := p.doc.text
	e := &Error{Kind: Syntax, Offset: int(p.dec.InputOffset())}
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		e.Offset, e.Pointer = int(syn.ByteOffset), string(syn.JSONPointer)
	}
	e.Offset = min(e.Offset, len(text))
	switch {
	case strings.Trim(text, " \t\r\n") == "":
		e.Reason = ReasonEmpty
		e.Offset = len(text)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		e.Reason = ReasonEnd
		e.Offset = len(text)
	case badUTF8(text, e.Offset):
		e.Kind, e.Reason = Encoding, ReasonUTF8
	case loneSurrogate(text[e.Offset:]):
		e.Kind, e.Reason = Encoding, ReasonSurrogate
	}
	e.Line = LineAt(text, e.Offset)
	e.Found = found(text, e.Offset)
	return e
}

func (p *parser) notObject(k ValueKind, at int) error {
	return &Error{Kind: Type, Offset: at, Line: LineAt(p.doc.text, at), Found: k.String()}
}

func (p *parser) limit(r Reason, maximum, at int) error {
	e := &Error{Kind: Limit, Reason: r, Offset: at, Line: LineAt(p.doc.text, at), Max: maximum}
	if n := len(p.open); n > 0 {
		e.Pointer = Value{p.doc, p.open[n-1].node}.Pointer()
	}
	return e
}

func badUTF8(text string, at int) bool {
	r, n := utf8.DecodeRuneInString(text[at:])
	return r == utf8.RuneError && n == 1
}

// loneSurrogate reports whether s starts with an escape of half a surrogate
// pair. The tokenizer stops at such an escape only if the pair is broken.
func loneSurrogate(s string) bool {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' || (s[2] != 'd' && s[2] != 'D') {
		return false
	}
	for _, c := range []byte(s[3:6]) {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return strings.ContainsRune("89abcdefABCDEF", rune(s[3]))
}

// found names the character at an offset: quoted where it is plain, as U+XXXX
// or a byte otherwise, empty at the end of the text.
func found(text string, at int) string {
	if at >= len(text) {
		return ""
	}
	r, n := utf8.DecodeRuneInString(text[at:])
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("byte 0x%02X", text[at])
	case r > ' ' && r < unicode.MaxASCII:
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("U+%04X", r)
}

// LineAt counts the line of a byte offset, from 1. A line ends with LF, CR or
// CR LF.
func LineAt(text string, off int) int {
	head := text[:min(off, len(text))]
	return 1 + strings.Count(head, "\n") + strings.Count(head, "\r") - strings.Count(head, "\r\n")
}
