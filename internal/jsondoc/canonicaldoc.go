package jsondoc

import (
	"bytes"
	"slices"
)

// Canonical is the document in the form of RFC 8785, without the root's members
// of these names, as Parse would read it. Text and tree come of one walk, so that
// nobody has to read again what was only written in another way. The text is given
// as bytes too, which are the caller's. Numbers must be exact, see IsExact, but for
// those of members left out.
func (d *Doc) Canonical(without ...NameID) (*Doc, []byte) {
	w := canonicalWriter{
		text:  make([]byte, 0, len(d.text)),
		nodes: make([]node, 0, len(d.nodes)),
	}
	w.value(d.Root(), node{parent: -1, next: -1}, without)
	return &Doc{text: string(w.text), nodes: w.nodes}, w.text
}

type canonicalWriter struct {
	text  []byte
	nodes []node
}

// value writes v. n is what its parent knows of it.
func (w *canonicalWriter) value(v Value, n node, without []NameID) {
	i, from := len(w.nodes), v.node()
	n.kind, n.start = from.kind, uint32(len(w.text))
	w.nodes = append(w.nodes, n)
	switch {
	case n.kind == Object:
		w.members(v, int32(i), without)
	case n.kind == Array:
		w.elements(v, int32(i))
	case n.kind == Number, from.escaped:
		w.text = v.AppendCanonical(w.text)
		w.nodes[i].escaped = from.escaped && hasEscape(w.text[n.start:])
	default:
		w.text = append(w.text, v.doc.text[from.start:from.end]...)
	}
	w.nodes[i].end = uint32(len(w.text))
}

func (w *canonicalWriter) members(v Value, parent int32, without []NameID) {
	var few [24]named
	w.text = append(w.text, '{')
	last := int32(-1)
	for _, m := range v.sorted(few[:0]) {
		from := m.node()
		if from.id != 0 && slices.Contains(without, from.id) {
			continue
		}
		n := w.child(parent, &last)
		n.id, n.name = from.id, uint32(len(w.text))
		if from.nameEscaped {
			w.text = Quote(w.text, m.name)
			n.nameEscaped = hasEscape(w.text[n.name:])
		} else {
			w.text = append(w.text, m.RawName()...)
		}
		n.nameEnd = uint32(len(w.text))
		w.text = append(w.text, ':')
		w.value(m.Value, n, nil)
	}
	w.text = append(w.text, '}')
}

func (w *canonicalWriter) elements(v Value, parent int32) {
	w.text = append(w.text, '[')
	last := int32(-1)
	for e := v.First(); e.Exists(); e = e.Next() {
		w.value(e, w.child(parent, &last), nil)
	}
	w.text = append(w.text, ']')
}

// child begins the next child of a container, behind a comma if it is not the
// first, and makes it the last one's next.
func (w *canonicalWriter) child(parent int32, last *int32) node {
	now, in := int32(len(w.nodes)), &w.nodes[parent]
	if *last >= 0 {
		w.text = append(w.text, ',')
		w.nodes[*last].next = now
	}
	*last = now
	in.count++
	return node{parent: parent, next: -1, index: in.count - 1}
}

func hasEscape(token []byte) bool { return bytes.IndexByte(token, '\\') >= 0 }
