package jsondoc

import (
	"math"
	"slices"
	"strconv"
	"strings"

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

// AppendCanonical appends v as Canonicalize writes its text, straight from the
// tree. A string without an escape is its own canonical form, since what has to
// be escaped can't stand in a JSON string otherwise.
func (v Value) AppendCanonical(dst []byte) []byte {
	switch v.Kind() {
	case Object:
		return v.AppendCanonicalMembers(dst, appendWhole)
	case Array:
		dst = append(dst, '[')
		for e := v.First(); e.doc != nil; e = e.Next() {
			if e.Index() > 0 {
				dst = append(dst, ',')
			}
			dst = e.AppendCanonical(dst)
		}
		return append(dst, ']')
	case String:
		if v.node().escaped {
			return Quote(dst, v.Text())
		}
	case Number:
		return appendNumber(dst, v.Raw())
	}
	return append(dst, v.Raw()...)
}

func appendWhole(dst []byte, m Value) ([]byte, bool) { return m.AppendCanonical(dst), true }

// AppendCanonicalMembers appends an object of those members whose value each
// appends, in the order of RFC 8785.
func (v Value) AppendCanonicalMembers(dst []byte, each func(dst []byte, m Value) ([]byte, bool)) []byte {
	var few [24]named
	dst = append(dst, '{')
	some := false
	for _, m := range v.sorted(few[:0]) {
		before := len(dst)
		if some {
			dst = append(dst, ',')
		}
		if m.node().nameEscaped {
			dst = Quote(dst, m.name)
		} else {
			dst = append(dst, m.RawName()...)
		}
		var wrote bool
		if dst, wrote = each(append(dst, ':'), m.Value); !wrote {
			dst = dst[:before]
			continue
		}
		some = true
	}
	return append(dst, '}')
}

// named is a member with its name unescaped.
type named struct {
	name string
	Value
}

// sorted appends the members in the order of RFC 8785 §3.2.3. Where they are few
// each goes to its place at once.
func (v Value) sorted(list []named) []named {
	few, inOrder := v.Len() <= cap(list), true
	if !few {
		list = slices.Grow(list, v.Len())
	}
	for c := v.First(); c.doc != nil; c = c.Next() {
		m := named{c.Name(), c}
		list = append(list, m)
		i := len(list) - 1
		for ; i > 0 && m.before(list[i-1]); i-- {
			if !few {
				inOrder = false
				break
			}
			list[i] = list[i-1]
		}
		list[i] = m
	}
	if !inOrder {
		slices.SortFunc(list, compareNames)
	}
	return list
}

func (m named) before(n named) bool {
	if m.name != "" && n.name != "" && m.name[0]|n.name[0] < 0x80 && m.name[0] != n.name[0] {
		return m.name[0] < n.name[0] // most names
	}
	return compareNames(m, n) < 0
}

// compareNames orders by UTF-16 code units. That is the order of the bytes of
// UTF-8, but for U+E000 to U+FFFF, which come after all that is beyond.
func compareNames(a, b named) int {
	for i := range min(len(a.name), len(b.name)) {
		if x, y := a.name[i], b.name[i]; x != y {
			return int(utf16Order(x)) - int(utf16Order(y))
		}
	}
	return len(a.name) - len(b.name)
}

func utf16Order(c byte) byte {
	if c == 0xEE || c == 0xEF { // these begin U+E000 to U+FFFF
		return c + 0x10
	}
	return c
}

// appendNumber appends a number as ECMAScript writes it (RFC 8785 §3.2.2.3).
// One that no double holds is cut to the largest, as Canonicalize does.
func appendNumber(dst []byte, token string) []byte {
	const exactDigits = 15
	if len(token) <= exactDigits && !strings.ContainsAny(token, ".eE") && token != "-0" {
		return append(dst, token...)
	}
	f, _ := strconv.ParseFloat(token, 64) // out of range is infinite
	if f == 0 {
		f = 0 // and not -0
	}
	return jsontext.AppendFloat(dst, min(max(f, -math.MaxFloat64), math.MaxFloat64), 64)
}

// Quote appends s as a JSON string. s must be valid UTF-8; what is not is
// replaced by U+FFFD.
func Quote(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}
