package jsondoc

import "iter"

// NameID is a member name that was known before the text was read. The zero
// NameID stands for every other name.
type NameID uint8

// Names is a vocabulary of member names. A text that is read with one has each
// of its members looked up once, so that whoever reads the tree compares
// numbers. It is immutable.
type Names struct {
	list  []string // by NameID
	table [512]NameID
}

// MaxNames is how many names a vocabulary can have.
const MaxNames = 255

// NewNames makes a vocabulary; the ids are those of the list, from 1. Names must
// differ, not be empty, and be at most MaxNames.
func NewNames(list ...string) *Names {
	if len(list) > MaxNames {
		panic("jsondoc: too many names")
	}
	n := &Names{list: append([]string{""}, list...)}
	for i, name := range list {
		if name == "" || n.ID(name) != 0 {
			panic("jsondoc: bad name " + name)
		}
		at := slot(name)
		for ; n.table[at] != 0; at = (at + 1) % len(n.table) {
		}
		n.table[at] = NameID(i + 1)
	}
	return n
}

// slot is where the search for a name begins.
func slot(name string) int {
	n := len(name)
	return (n*57 + int(name[0])*7 + int(name[n/2])*31 + int(name[n-1])*101) % len(Names{}.table)
}

// ID is the id of a name, 0 if the vocabulary does not have it.
func (n *Names) ID(name string) NameID {
	if n == nil || name == "" {
		return 0
	}
	for at := slot(name); n.table[at] != 0; at = (at + 1) % len(n.table) {
		if id := n.table[at]; n.list[id] == name {
			return id
		}
	}
	return 0
}

// Name is the name of an id, empty for 0 and for one that the vocabulary has not.
func (n *Names) Name(id NameID) string {
	if int(id) >= len(n.list) {
		return ""
	}
	return n.list[id]
}

// ID is the id of v's member name in the vocabulary that the text was read with.
// It is 0 for another name, for elements, for the root, and where there was no
// vocabulary.
func (v Value) ID() NameID {
	if v.doc == nil {
		return 0
	}
	return v.node().id
}

// Strangers yields the values, at any depth and in document order, whose member
// name is not in the vocabulary.
func (d *Doc) Strangers() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := range d.nodes {
			if n := &d.nodes[i]; n.id == 0 && n.nameEnd != 0 && !yield(Value{d, int32(i)}) {
				return
			}
		}
	}
}

// Member is the member of a known name, absent if there is none or v is no
// object. The text must have been read with the vocabulary of id.
func (v Value) Member(id NameID) Value {
	if v.Kind() != Object || v.node().count == 0 {
		return Value{}
	}
	nodes := v.doc.nodes
	for i := v.i + 1; i >= 0; i = nodes[i].next {
		if nodes[i].id == id {
			return Value{v.doc, i}
		}
	}
	return Value{}
}
