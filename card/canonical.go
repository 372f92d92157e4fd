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
	return d.tree.Root().AppendCanonicalMembers(b, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		if m.Name() == "signatures" {
			return b, false
		}
		return m.AppendCanonical(b), true
	}), nil
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
	return d.tree.Root().AppendCanonicalMembers(b, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		if m.Name() == "signatures" {
			return b, false
		}
		return appendPresent(b, m, cardMessage)
	}), nil
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

// appendPresent writes the value of a message's member unless §8.4.1 removes
// it.
func appendPresent(b []byte, m jsondoc.Value, of *message) ([]byte, bool) {
	f := of.field(m.Name())
	if f == nil || f.presence == older {
		return m.AppendCanonical(b), true
	}
	if f.presence != required && (m.Kind() == jsondoc.Null || f.presence == plain && atDefault(f.shape, m)) {
		return b, false
	}
	return appendReduced(b, m, f), true
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
		return m.AppendCanonicalMembers(b, func(b []byte, e jsondoc.Value) ([]byte, bool) {
			return appendElement(b, e, f.of), true
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
	return m.AppendCanonical(b)
}

func appendElement(b []byte, e jsondoc.Value, of *message) []byte {
	if e.Kind() != jsondoc.Object {
		return e.AppendCanonical(b)
	}
	return appendMessage(b, e, of)
}

func appendMessage(b []byte, v jsondoc.Value, of *message) []byte {
	return v.AppendCanonicalMembers(b, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		return appendPresent(b, m, of)
	})
}
