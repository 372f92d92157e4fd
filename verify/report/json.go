package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// JSON writes one object on one line: target, kind, and the members of
// Report.MarshalJSON. The shape is a contract: members may be added, never
// renamed. The error is that of w.
func JSON(w io.Writer, target string, kind card.DocumentKind, r *verify.Report) error {
	head, err := encode(struct {
		Target string `json:"target"`
		Kind   string `json:"kind"`
	}{catalog.WithoutUserInfo(target), kind.String()})
	if err != nil {
		return err
	}
	body, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	line := append(append(head[:len(head)-1], ','), body[1:]...)
	_, err = w.Write(append(escape(line), '\n'))
	return err
}

// Error writes the object for an input that could not be read at all, or for
// keys that were refused: target and error alone.
func Error(w io.Writer, target string, e verify.ErrorObject) error {
	line, err := encode(struct {
		Target string             `json:"target,omitempty"`
		Error  verify.ErrorObject `json:"error"`
	}{catalog.WithoutUserInfo(target), e})
	if err != nil {
		return err
	}
	_, err = w.Write(append(escape(line), '\n'))
	return err
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// escape writes invisible characters, which stand within strings alone, as
// \uXXXX: another spelling of the same JSON value.
func escape(line []byte) []byte {
	out := make([]byte, 0, len(line)+8)
	from := 0 // line[from:i] has nothing to escape
	for i := 0; i < len(line); {
		if line[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(line[i:])
		if !catalog.Hidden(r) {
			i += n
			continue
		}
		out = append(out, line[from:i]...)
		if r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
		from = i
	}
	return append(out, line[from:]...)
}
