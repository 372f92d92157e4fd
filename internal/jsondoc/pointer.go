package jsondoc

import (
	"strconv"
	"strings"
)

// Pointer is the RFC 6901 pointer of v, empty for the root.
func (v Value) Pointer() string {
	p := v.Parent()
	if !p.Exists() {
		return ""
	}
	if p.Kind() == Array {
		return p.Pointer() + "/" + strconv.Itoa(v.Index())
	}
	return p.Pointer() + "/" + EscapeToken(v.Name())
}

// EscapeToken escapes a member name for use in a pointer (RFC 6901 §3).
func EscapeToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// Find is the value at a pointer (RFC 6901 §4), absent if there is none or the
// pointer is malformed.
func (d *Doc) Find(pointer string) Value {
	v := d.Root()
	if pointer == "" {
		return v
	}
	if pointer[0] != '/' {
		return Value{}
	}
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if v = v.step(token); !v.Exists() {
			return Value{}
		}
	}
	return v
}

func (v Value) step(token string) Value {
	if v.Kind() == Array {
		i, err := strconv.Atoi(token)
		if err != nil || strconv.Itoa(i) != token {
			return Value{}
		}
		return v.At(i)
	}
	name, ok := unescapeToken(token)
	if !ok {
		return Value{}
	}
	return v.Get(name)
}

func unescapeToken(token string) (string, bool) {
	for i := 0; i < len(token); i++ {
		if token[i] == '~' && (i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1') {
			return "", false
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"), true
}
