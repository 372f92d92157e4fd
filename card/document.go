package card

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// Document is a card as it was received: immutable, the exact bytes, and what
// there is to say about reading them. Checks, signatures, digests and pointers
// come from it, never from a card that was written again. It is safe for
// concurrent use.
type Document struct {
	held // the tree, for the rooms that check it
	tree *jsondoc.Doc

	sum      [sha256.Size]byte       // of the bytes, where summed says so
	summed   bool                    // a report asks for it; of a payload hardly anybody does
	ordinary bool                    // see ordinary
	places   [member.Count + 1]int16 // of the card's members, by the id of the name; 0: not there
}

// top is a member of the card, absent if there is none.
func (d *Document) top(id jsondoc.NameID) jsondoc.Value {
	if i := d.places[id]; i > 0 {
		return d.tree.At(int(i))
	}
	return jsondoc.Value{}
}

// held is jsondoc.Held under a name that is not exported.
type held = jsondoc.Held

// Raw is a copy of the bytes as received.
func (d *Document) Raw() []byte { return []byte(d.tree.Text()) }

// Card is the typed view, a fresh copy that the caller may change.
func (d *Document) Card() *AgentCard { return readCard(d.tree.Root()) }

// Digest is the SHA-256 of the bytes as received, signatures included, written
// "sha256:" and 64 hexadecimal digits.
func (d *Document) Digest() string {
	const prefix = "sha256:"
	sum := d.sum
	if !d.summed {
		sum = sha256.Sum256(d.Raw())
	}
	out := make([]byte, 0, len(prefix)+2*len(sum))
	return string(hex.AppendEncode(append(out, prefix...), sum[:]))
}

// Member is one value of a document, with its place in the bytes.
type Member struct {
	Raw    json.RawMessage // as received
	Offset int             // of its first byte
	Line   int             // counted from 1
}

// At finds a value by its RFC 6901 pointer. It reports false if there is none
// or the pointer is malformed.
func (d *Document) At(pointer string) (Member, bool) {
	v := d.tree.Find(pointer)
	if !v.Exists() {
		return Member{}, false
	}
	return Member{Raw: json.RawMessage(v.Raw()), Offset: v.Offset(), Line: v.Line()}, true
}

// Place is where a pointer's value starts: its byte offset, and its line, counted
// from 1. It reports false where there is none.
func (d *Document) Place(pointer string) (offset, line int, ok bool) {
	v := d.tree.Find(pointer)
	return v.Offset(), v.Line(), v.Exists()
}

// Offsets gives the byte offset of each pointer's value, -1 where there is none.
// It looks at the document once, where Place would at each pointer. Pointers of
// more than 1,024 bytes are not looked for.
func (d *Document) Offsets(pointers []string) []int {
	out := make([]int, len(pointers))
	index := make(map[string][]int, len(pointers))
	for i, p := range pointers {
		out[i] = -1
		index[p] = append(index[p], i)
	}
	var visit func(v jsondoc.Value, at string)
	visit = func(v jsondoc.Value, at string) {
		for _, i := range index[at] {
			out[i] = v.Offset()
		}
		for m := v.First(); m.Exists(); m = m.Next() {
			if next := at + "/" + m.Token(); len(next) <= jsondoc.MaxPointer {
				visit(m, next)
			}
		}
	}
	visit(d.tree.Root(), "")
	return out
}

// Problems is what there is to say about reading the card, whatever profile it
// is held against: wrong types, nulls, and numbers that canonicalization would
// change (rules B-types, B-null, B-number-exact and the rules that speak of a
// type). Validate says these and more.
func (d *Document) Problems() []Problem {
	return find(d, func(f *finder) { checkReading(f, d, false, nil) })
}

// MembersNamed yields pointer and name of each member, at any depth, whose name
// matches, in document order. A pointer longer than 1,024 bytes is cut to that
// of a value around the member.
func (d *Document) MembersNamed(match func(name string) bool) iter.Seq2[string, string] {
	return func(yield func(pointer, name string) bool) {
		for v := range d.tree.Root().Subtree() {
			if v.RawName() == "" {
				continue
			}
			if name := v.Name(); match(name) && !yield(v.ShortPointer(), name) {
				return
			}
		}
	}
}
