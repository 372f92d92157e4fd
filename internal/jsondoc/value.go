package jsondoc

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// ValueKind is the JSON type of a value.
type ValueKind byte

// The kinds of a Value. The zero kind belongs to the zero Value, which stands
// for an absent one.
const (
	Absent ValueKind = 0
	Null   ValueKind = 'n'
	Bool   ValueKind = 't'
	String ValueKind = '"'
	Number ValueKind = '0'
	Object ValueKind = '{'
	Array  ValueKind = '['
)

// String names the kind as JSON does.
func (k ValueKind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool, 'f':
		return "boolean"
	case String:
		return "string"
	case Number:
		return "number"
	case Object:
		return "object"
	case Array:
		return "array"
	}
	return "absent"
}

// Value is a handle on one value of a Doc. The zero Value is an absent one:
// every method is defined on it.
type Value struct {
	doc *Doc
	i   int32
}

// Root is the object that was parsed.
func (d *Doc) Root() Value { return Value{d, 0} }

// Text is the text as received.
func (d *Doc) Text() string { return d.text }

// At is the value at a place in document order, see Value.Order.
func (d *Doc) At(order int) Value { return Value{d, int32(order)} }

// Len is the number of values, the root among them.
func (d *Doc) Len() int { return len(d.nodes) }

// Subtree yields v and every value below it, in document order.
func (v Value) Subtree() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.doc == nil {
			return
		}
		end := v.node().end
		for i := v.i; int(i) < len(v.doc.nodes) && v.doc.nodes[i].start < end; i++ {
			if !yield(Value{v.doc, i}) {
				return
			}
		}
	}
}

func (v Value) node() *node { return &v.doc.nodes[v.i] }

// Kind is the JSON type, or Absent.
func (v Value) Kind() ValueKind {
	if v.doc == nil {
		return Absent
	}
	return v.node().kind
}

// Exists reports whether v is a value at all.
func (v Value) Exists() bool { return v.doc != nil }

// Order is the place of v in document order.
func (v Value) Order() int { return int(v.i) }

// Raw is the text of the value as received.
func (v Value) Raw() string {
	if v.doc == nil {
		return ""
	}
	n := v.node()
	return v.doc.text[n.start:n.end]
}

// Offset is the byte offset of the value, Line its line, counted from 1.
func (v Value) Offset() int {
	if v.doc == nil {
		return 0
	}
	return int(v.node().start)
}

// Line is the line on which the value starts, counted from 1.
func (v Value) Line() int {
	if v.doc == nil {
		return 0
	}
	return LineAt(v.doc.text, v.Offset())
}

// Len is the number of members or elements.
func (v Value) Len() int {
	if v.doc == nil {
		return 0
	}
	return int(v.node().count)
}

// Index is the place of v among its siblings.
func (v Value) Index() int {
	if v.doc == nil {
		return 0
	}
	return int(v.node().index)
}

// Name is the member name of v, unescaped; empty for elements and the root.
func (v Value) Name() string {
	if v.doc == nil {
		return ""
	}
	n := v.node()
	switch {
	case n.nameEnd == 0:
		return ""
	case n.nameEscaped:
		return unquote(v.doc.text[n.name:n.nameEnd])
	}
	return v.doc.text[n.name+1 : n.nameEnd-1]
}

// RawName is the member name's token as received, with its quotes.
func (v Value) RawName() string {
	if v.doc == nil {
		return ""
	}
	n := v.node()
	return v.doc.text[n.name:n.nameEnd]
}

// Str is the string that v holds, unescaped, and whether it is a string.
func (v Value) Str() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	n := v.node()
	if n.escaped {
		return unquote(v.doc.text[n.start:n.end]), true
	}
	return v.doc.text[n.start+1 : n.end-1], true
}

// Text is Str without the report: empty where v is no string.
func (v Value) Text() string {
	s, _ := v.Str()
	return s
}

// IsTrue reports whether v is the literal true.
func (v Value) IsTrue() bool {
	return v.Kind() == Bool && v.doc.text[v.node().start] == 't'
}

// unquote gives the content of a string token that has an escape; without one
// the token is its own content. The tokenizer has accepted it, so that this
// can't fail.
func unquote(token string) string {
	var short [128]byte
	b, _ := jsontext.AppendUnquote(short[:0], token)
	return string(b)
}

// Children yields the members of an object or the elements of an array, in
// document order.
func (v Value) Children() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for c := v.First(); c.doc != nil; c = c.Next() {
			if !yield(c) {
				return
			}
		}
	}
}

// First is the first member or element, Next the one after v.
func (v Value) First() Value {
	if v.Len() == 0 {
		return Value{}
	}
	return Value{v.doc, v.i + 1}
}

// Next is the sibling after v, absent after the last.
func (v Value) Next() Value {
	if v.doc == nil || v.node().next < 0 {
		return Value{}
	}
	return Value{v.doc, v.node().next}
}

// Parent is the object or array that holds v, absent for the root.
func (v Value) Parent() Value {
	if v.doc == nil || v.node().parent < 0 {
		return Value{}
	}
	return Value{v.doc, v.node().parent}
}

// Get is the member of that exact name, absent if there is none or v is no
// object. Names are compared after unescaping and never folded.
func (v Value) Get(name string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	for c := v.First(); c.doc != nil; c = c.Next() {
		if c.isNamed(name) {
			return c
		}
	}
	return Value{}
}

// isNamed compares the name of v. One byte is spelled with six at most, so that
// few names need to be unescaped for it.
func (v Value) isNamed(name string) bool {
	n := v.node()
	size := int(n.nameEnd-n.name) - 2
	if !n.nameEscaped {
		return size == len(name) && v.doc.text[n.name+1:n.nameEnd-1] == name
	}
	return size <= 6*len(name) && v.Name() == name
}

// At is the i-th element of an array, absent if there is none.
func (v Value) At(i int) Value {
	if v.Kind() != Array || i < 0 || i >= v.Len() {
		return Value{}
	}
	c := v.First()
	for ; i > 0; i-- {
		c = c.Next()
	}
	return c
}

// SortValues puts values of one document in document order.
func SortValues(list []Value) {
	slices.SortFunc(list, func(a, b Value) int { return int(a.i) - int(b.i) })
}
