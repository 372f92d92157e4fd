package card

import "github.com/hs9147/agentcard/internal/jsondoc"

// The presence form: A2A 1.0.1 §8.4.1 on the members that are there.

// present writes the value of a message's member unless §8.4.1 removes it.
func (r *reducer) present(b []byte, m jsondoc.Value, of *message) ([]byte, bool) {
	f := of.field(m.ID())
	if f == nil || f.presence == older {
		return m.AppendCanonical(b), true
	}
	if f.presence != required && (m.Kind() == jsondoc.Null || f.presence == plain && atDefault(f.shape, m)) {
		r.leave(m, len(r.left))
		return b, false
	}
	return r.reduced(b, m, f), true
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

// reduced writes the value of a known member, with the messages in it reduced.
// A value of another type than the proto's is written verbatim.
func (r *reducer) reduced(b []byte, m jsondoc.Value, f *field) []byte {
	switch {
	case f.shape == shapeMessage && m.Kind() == jsondoc.Object:
		return r.message(b, m, f.of)
	case f.shape == shapeMessageMap && m.Kind() == jsondoc.Object:
		return m.AppendCanonicalMembers(b, func(b []byte, e jsondoc.Value) ([]byte, bool) {
			return r.element(b, e, f.of), true
		})
	case (f.shape == shapeMessages || f.shape == shapeRequirements) && m.Kind() == jsondoc.Array:
		b = append(b, '[')
		for e := m.First(); e.Exists(); e = e.Next() {
			if e.Index() > 0 {
				b = append(b, ',')
			}
			b = r.element(b, e, f.of)
		}
		return append(b, ']')
	}
	return m.AppendCanonical(b)
}

func (r *reducer) element(b []byte, e jsondoc.Value, of *message) []byte {
	if e.Kind() != jsondoc.Object {
		return e.AppendCanonical(b)
	}
	return r.message(b, e, of)
}

func (r *reducer) message(b []byte, v jsondoc.Value, of *message) []byte {
	return v.AppendCanonicalMembers(b, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		return r.present(b, m, of)
	})
}
