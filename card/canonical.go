package card

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Canonical is the card without its signatures in the form of RFC 8785: the
// payload of a signature over the card as received (rule SIG4, form a). It
// fails with a *ParseError, code card.number, when a number would change its
// value (rule B-number-exact).
func (d *Document) Canonical() ([]byte, error) {
	if err := d.exact(); err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(d.tree.Text()))
	b = appendMembers(b, d.tree.Root(), func(b []byte, m jsondoc.Value) ([]byte, bool) {
		if m.Name() == "signatures" {
			return b, false
		}
		return append(appendName(b, m), m.Raw()...), true
	})
	return jsondoc.Canonicalize(b)
}

// CanonicalA2A is the same for the card after A2A 1.0.1 §8.4.1 (rule SIG4,
// form b): known members at their default are removed, REQUIRED and optional
// members that are present are kept, and so is every member that 1.0.1 does
// not know or that holds a value of another type.
func (d *Document) CanonicalA2A() ([]byte, error) {
	if err := d.exact(); err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(d.tree.Text()))
	b = appendMembers(b, d.tree.Root(), func(b []byte, m jsondoc.Value) ([]byte, bool) {
		if m.Name() == "signatures" {
			return b, false
		}
		return appendPresent(b, m, cardMessage)
	})
	return jsondoc.Canonicalize(b)
}

// exact fails at the first number whose value canonicalization would change.
// Signatures are no part of a payload and are left out.
func (d *Document) exact() error {
	for m := d.tree.Root().First(); m.Exists(); m = m.Next() {
		if m.Name() == "signatures" {
			continue
		}
		for v := range m.Subtree() {
			if !v.IsExact() {
				e := parseError("B-number-exact", "", v.ShortPointer(), v.Offset(), v.Line(), "value", observed(v))
				e.Code = "card.number"
				return e
			}
		}
	}
	return nil
}

// appendMembers writes an object with the members that each writes.
func appendMembers(b []byte, v jsondoc.Value, each func([]byte, jsondoc.Value) ([]byte, bool)) []byte {
	b = append(b, '{')
	some := false
	for m := v.First(); m.Exists(); m = m.Next() {
		at := len(b)
		if some {
			b = append(b, ',')
		}
		var wrote bool
		if b, wrote = each(b, m); !wrote {
			b = b[:at]
			continue
		}
		some = true
	}
	return append(b, '}')
}

func appendName(b []byte, m jsondoc.Value) []byte {
	return append(append(b, m.RawName()...), ':')
}

// appendPresent writes a member of a message unless §8.4.1 removes it.
func appendPresent(b []byte, m jsondoc.Value, of *message) ([]byte, bool) {
	f := of.field(m.Name())
	if f == nil || f.presence == older {
		return append(appendName(b, m), m.Raw()...), true
	}
	if f.presence != required && (m.Kind() == jsondoc.Null || f.presence == plain && atDefault(f.shape, m)) {
		return b, false
	}
	return appendReduced(appendName(b, m), m, f), true
}

// atDefault reports whether a plain member holds its proto default.
func atDefault(s shape, m jsondoc.Value) bool {
	switch s {
	case shapeString:
		return m.Kind() == jsondoc.String && m.Text() == ""
	case shapeBool:
		return m.Kind() == jsondoc.Bool && !m.IsTrue()
	case shapeStrings, shapeMessages, shapeRequirements:
		return m.Kind() == jsondoc.Array && m.Len() == 0
	case shapeStringMap, shapeMessageMap:
		return m.Kind() == jsondoc.Object && m.Len() == 0
	}
	return false
}

// appendReduced writes the value of a known member, with the messages in it
// reduced. A value of another type than the proto's is written verbatim.
func appendReduced(b []byte, m jsondoc.Value, f *field) []byte {
	switch {
	case f.shape == shapeMessage && m.Kind() == jsondoc.Object:
		return appendMessage(b, m, f.of)
	case f.shape == shapeMessageMap && m.Kind() == jsondoc.Object:
		return appendMembers(b, m, func(b []byte, e jsondoc.Value) ([]byte, bool) {
			return appendElement(appendName(b, e), e, f.of), true
		})
	case (f.shape == shapeMessages || f.shape == shapeRequirements) && m.Kind() == jsondoc.Array:
		b = append(b, '[')
		for e := m.First(); e.Exists(); e = e.Next() {
			if e.Index() > 0 {
				b = append(b, ',')
			}
			b = appendElement(b, e, f.of)
		}
		return append(b, ']')
	}
	return append(b, m.Raw()...)
}

func appendElement(b []byte, e jsondoc.Value, of *message) []byte {
	if e.Kind() != jsondoc.Object {
		return append(b, e.Raw()...)
	}
	return appendMessage(b, e, of)
}

func appendMessage(b []byte, v jsondoc.Value, of *message) []byte {
	return appendMembers(b, v, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		return appendPresent(b, m, of)
	})
}
