package jsondoc

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Canonicalize rewrites one JSON text in the form of RFC 8785 and gives it
// back. The space of text is used for it. Numbers that a double can't hold are
// rounded; whoever needs them exact asks IsExact first.
func Canonicalize(text []byte) ([]byte, error) {
	v := jsontext.Value(text)
	if err := v.Canonicalize(); err != nil {
		return nil, err
	}
	return v, nil
}

// Quote appends s as a JSON string. s must be valid UTF-8; what is not is
// replaced by U+FFFD.
func Quote(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
