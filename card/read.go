package card

import (
	"encoding/json"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// The readers turn tree values into typed ones. They lose nothing: what a
// field can't hold goes into Extra, what was there at its zero value is marked,
// and an element that is no object keeps its place and its text.

type extra = map[string]json.RawMessage

// keep puts a member into Extra as it stands.
func keep(x *extra, m jsondoc.Value) {
	if *x == nil {
		*x = extra{}
	}
	(*x)[m.Name()] = json.RawMessage(m.Raw())
}

func readString(m jsondoc.Value, dst *string, zero *uint16, bit uint16, x *extra) {
	s, ok := m.Str()
	switch {
	case !ok:
		keep(x, m)
	case s == "":
		*zero |= bit
	default:
		*dst = s
	}
}

func readFlag(m jsondoc.Value, dst **bool, x *extra) {
	if m.Kind() != jsondoc.Bool {
		keep(x, m)
		return
	}
	b := m.IsTrue()
	*dst = &b
}

func readBool(m jsondoc.Value, dst *bool, zero *uint16, bit uint16, x *extra) {
	switch {
	case m.Kind() != jsondoc.Bool:
		keep(x, m)
	case m.IsTrue():
		*dst = true
	default:
		*zero |= bit
	}
}

// readStrings reads an array of strings. Another element reads as "" and
// keeps its place; the array as written is then in Extra too.
func readStrings(m jsondoc.Value, dst *[]string, x *extra) {
	if m.Kind() != jsondoc.Array {
		keep(x, m)
		return
	}
	list, pure := stringsOf(m)
	*dst = list
	if !pure {
		keep(x, m)
	}
}

func stringsOf(m jsondoc.Value) (list []string, pure bool) {
	list, pure = make([]string, 0, m.Len()), true
	for e := m.First(); e.Exists(); e = e.Next() {
		s, ok := e.Str()
		pure = pure && ok
		list = append(list, s)
	}
	return list, pure
}

func readStringMap(m jsondoc.Value, dst *map[string]string, x *extra) {
	if m.Kind() != jsondoc.Object {
		keep(x, m)
		return
	}
	out, pure := make(map[string]string, m.Len()), true
	for e := m.First(); e.Exists(); e = e.Next() {
		s, ok := e.Str()
		pure = pure && ok
		out[e.Name()] = s
	}
	*dst = out
	if !pure {
		keep(x, m)
	}
}

// readObject keeps a free-form object as it was written.
func readObject(m jsondoc.Value, dst *json.RawMessage, x *extra) {
	if m.Kind() != jsondoc.Object {
		keep(x, m)
		return
	}
	*dst = json.RawMessage(m.Raw())
}

func readList[T any](m jsondoc.Value, dst *[]T, x *extra, read func(jsondoc.Value) T) {
	if m.Kind() != jsondoc.Array {
		keep(x, m)
		return
	}
	list := make([]T, 0, m.Len())
	for e := m.First(); e.Exists(); e = e.Next() {
		list = append(list, read(e))
	}
	*dst = list
}

func readPart[T any](m jsondoc.Value, dst **T, x *extra, read func(jsondoc.Value) T) {
	if m.Kind() != jsondoc.Object {
		keep(x, m)
		return
	}
	t := read(m)
	*dst = &t
}
