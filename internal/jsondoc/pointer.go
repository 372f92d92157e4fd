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
	return p.Pointer() + "/" + v.Token()
}

// Token is the last reference token of v's pointer, empty for the root.
func (v Value) Token() string {
	switch v.Parent().Kind() {
	case Array:
		return strconv.Itoa(v.Index())
	case Object:
		return EscapeToken(v.Name())
	}
	return ""
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

// MaxPointer is the length of the longest pointer that ShortPointer gives.
const MaxPointer = 1024

// ShortPointer is the pointer of v or, where that is longer than MaxPointer
// bytes, of the innermost value around it whose pointer is not. Member names
// are the sender's to choose; a report must not grow with them.
func (v Value) ShortPointer() string {
	var path []Value
	for ; v.Parent().Exists(); v = v.Parent() {
		path = append(path, v)
	}
	s := ""
	for i := len(path) - 1; i >= 0; i-- {
		token := strconv.Itoa(path[i].Index())
		if path[i].Parent().Kind() == Object {
			if token = path[i].RawName(); len(token) <= 2*MaxPointer {
				token = EscapeToken(path[i].Name())
			}
		}
		if len(s)+1+len(token) > MaxPointer {
			break
		}
		s += "/" + token
	}
	return s
}

// CutPointer shortens a pointer to at most MaxPointer bytes, at a token.
func CutPointer(p string) string {
	if len(p) <= MaxPointer {
		return p
	}
	return p[:strings.LastIndexByte(p[:MaxPointer+1], '/')]
}
