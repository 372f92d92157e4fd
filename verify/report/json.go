package report

import (
	"bytes"
	"encoding/json"
	"io"

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
	_, err = w.Write(append(catalog.EscapeJSON(line), '\n'))
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
	_, err = w.Write(append(catalog.EscapeJSON(line), '\n'))
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
