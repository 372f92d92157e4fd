package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// The sdk form: what the JavaScript and Python SDKs sign. They project the card
// onto the proto, leave implicit defaults out, and then everything empty or null
// at every depth, within params too. A card on which their outcome hangs on an
// accident of their code has no such form.

// projected writes the value of a message's member, unless the SDK leaves it
// out.
func (r *reducer) projected(b []byte, m jsondoc.Value, of *message) ([]byte, bool) {
	since := len(r.left)
	f := of.field(m.ID())
	if f == nil || f.presence == older || m.Kind() == jsondoc.Null || f.presence == plain && f.shape == shapeBool && atDefault(f.shape, m) {
		r.leave(m, since)
		return b, false
	}
	at := len(b)
	b, some := r.projectedValue(b, m, f)
	if !some {
		r.leave(m, since)
		return b[:at], false
	}
	return b, true
}

func (r *reducer) projectedValue(b []byte, m jsondoc.Value, f *field) ([]byte, bool) {
	if !fits(f.shape, m) || f.shape == shapeRequirements && m.Kind() != jsondoc.Array {
		r.err = ErrNoForm
		return b, true
	}
	switch f.shape {
	case shapeMessage:
		return r.projectedMessage(b, m, f.of)
	case shapeMessageMap:
		return r.members(b, m, func(b []byte, e jsondoc.Value) ([]byte, bool) {
			if e.Name() == "__proto__" {
				r.err = ErrNoForm
			}
			return r.projectedElement(b, e, f.of)
		})
	case shapeMessages, shapeRequirements:
		return r.elements(b, m, func(b []byte, e jsondoc.Value) ([]byte, bool) { return r.projectedElement(b, e, f.of) })
	case shapeStrings, shapeStringMap:
		for e := range m.Children() {
			if e.Kind() != jsondoc.String || e.Name() == "__proto__" {
				r.err = ErrNoForm
			}
		}
	}
	return r.cleaned(b, m)
}

func (r *reducer) projectedElement(b []byte, e jsondoc.Value, of *message) ([]byte, bool) {
	if e.Kind() != jsondoc.Object {
		r.err = ErrNoForm
		return b, true
	}
	return r.projectedMessage(b, e, of)
}

func (r *reducer) projectedMessage(b []byte, v jsondoc.Value, of *message) ([]byte, bool) {
	if oneofs(v, of) > 1 || twins(v, of) {
		r.err = ErrNoForm
		return b, true
	}
	return r.members(b, v, func(b []byte, m jsondoc.Value) ([]byte, bool) { return r.projected(b, m, of) })
}

// oneofs counts the members of a oneof that are set.
func oneofs(v jsondoc.Value, of *message) int {
	if of != schemeMessage && of != flowsMessage {
		return 0
	}
	n := 0
	for m := range v.Children() {
		if f := of.field(m.ID()); f != nil && f.presence == optional && m.Kind() != jsondoc.Null {
			n++
		}
	}
	return n
}

// twins reports members that some readers of the proto take for others: those
// in snake_case, and __proto__, which JavaScript loses.
func twins(v jsondoc.Value, of *message) bool {
	for m := range v.Children() {
		name := m.Name()
		if name == "__proto__" {
			return true
		}
		if !strings.Contains(name, "_") {
			continue
		}
		for i := range of.fields {
			if of.fields[i].snake == name && of.fields[i].presence != older {
				return true
			}
		}
	}
	return false
}

// cleaned writes a free value without what is empty or null in it.
func (r *reducer) cleaned(b []byte, v jsondoc.Value) ([]byte, bool) {
	switch v.Kind() {
	case jsondoc.Object:
		return r.members(b, v, func(b []byte, m jsondoc.Value) ([]byte, bool) {
			if m.Name() == "__proto__" {
				r.err = ErrNoForm
			}
			return r.cleaned(b, m)
		})
	case jsondoc.Array:
		return r.elements(b, v, func(b []byte, e jsondoc.Value) ([]byte, bool) { return r.cleaned(b, e) })
	case jsondoc.Null:
		return b, false
	case jsondoc.String:
		if v.Text() == "" {
			return b, false
		}
	}
	return v.AppendCanonical(b), true
}

// members writes an object of the members that each writes, and reports whether
// there is one.
func (r *reducer) members(b []byte, v jsondoc.Value, each func([]byte, jsondoc.Value) ([]byte, bool)) ([]byte, bool) {
	some := false
	b = v.AppendCanonicalMembers(b, func(b []byte, m jsondoc.Value) ([]byte, bool) {
		since := len(r.left)
		b, wrote := each(b, m)
		if !wrote {
			r.leave(m, since)
		}
		some = some || wrote
		return b, wrote
	})
	return b, some
}

// elements writes an array of the elements that each writes. Where one is left
// out, the places of the others change, so that the array is marked.
func (r *reducer) elements(b []byte, v jsondoc.Value, each func([]byte, jsondoc.Value) ([]byte, bool)) ([]byte, bool) {
	b = append(b, '[')
	since, some, lost := len(r.left), false, false
	for e := v.First(); e.Exists(); e = e.Next() {
		at := len(b)
		if some {
			b = append(b, ',')
		}
		var wrote bool
		if b, wrote = each(b, e); !wrote {
			b, lost = b[:at], true
			continue
		}
		some = true
	}
	if lost {
		r.leave(v, since)
	}
	return append(b, ']'), some
}
