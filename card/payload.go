package card

import (
	"errors"
	"strconv"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// Form is one of the canonical forms over which cards are signed.
type Form string

// The forms. A signature over FormReceived or FormPresence covers the card;
// FormSDK leaves members out and serves to explain a signature alone (rule
// SIG4).
const (
	FormReceived Form = "received" // the card as received (SIG4 a)
	FormPresence Form = "presence" // after A2A 1.0.1 §8.4.1 (SIG4 b)
	FormSDK      Form = "sdk"      // as @a2a-js/sdk 1.x and a2a-sdk 1.2 sign: unknown members and everything empty left out
)

// Payload is a card in one of the forms, in RFC 8785.
type Payload struct {
	Bytes []byte
	Left  []string // pointers of what the received card has and the payload does not, the outermost of each

	tree *jsondoc.Doc // of Bytes, where it came with them
}

// Document is the card that Bytes are: what a signature over them covers, and
// nothing else. The error is a *ParseError for a payload that was not made by
// Document.Payload and is no card.
func (p Payload) Document() (*Document, error) {
	if p.tree == nil || string(p.Bytes) != p.tree.Text() {
		return Parse(p.Bytes)
	}
	return newDocument(p.tree)
}

// ErrNoForm is matched by the error of Payload for a form that the card has not:
// one that FormSDK can't be told for, since what the SDK makes of it is an
// accident of its code (two members of a oneof, a snake_case twin, a member of
// another type, a member named __proto__).
var ErrNoForm = errors.New("the card has no such form")

// Canonical is the card without its signatures in the form of RFC 8785: the
// payload of a signature over the card as received (rule SIG4, form a). It
// fails with a *ParseError: code card.number when a number would change its
// value (rule B-number-exact), card.limit when numbers such as 1e20, written
// out, take it beyond MaxSize, so that it could not be read again.
func (d *Document) Canonical() ([]byte, error) {
	p, err := d.Payload(FormReceived)
	return p.Bytes, err
}

// CanonicalA2A is the same for the card after A2A 1.0.1 §8.4.1 (rule SIG4,
// form b): known members at their default are removed, REQUIRED and optional
// members that are present are kept, and so is every member that 1.0.1 does
// not know or that holds a value of another type.
func (d *Document) CanonicalA2A() ([]byte, error) {
	p, err := d.Payload(FormPresence)
	return p.Bytes, err
}

// Payload gives the card in a form. It fails as Canonical does, or with an error
// that matches ErrNoForm.
func (d *Document) Payload(f Form) (Payload, error) { return d.payload(f, 0) }

// payload is Payload, without one more top-level member; 0 is none.
func (d *Document) payload(f Form, without jsondoc.NameID) (Payload, error) {
	if err := d.exact(); err != nil {
		return Payload{}, err
	}
	if f == FormReceived {
		tree, text := d.tree.Canonical(member.Signatures, without)
		if len(text) > MaxSize {
			return Payload{}, tooLong()
		}
		return Payload{Bytes: text, tree: tree}, nil
	}
	r := &reducer{}
	var write func([]byte, jsondoc.Value) ([]byte, bool)
	switch f {
	case FormPresence:
		write = func(b []byte, m jsondoc.Value) ([]byte, bool) { return r.present(b, m, cardMessage) }
	case FormSDK:
		if twins(d.tree.Root(), cardMessage) {
			return Payload{}, ErrNoForm
		}
		write = func(b []byte, m jsondoc.Value) ([]byte, bool) { return r.projected(b, m, cardMessage) }
	default:
		return Payload{}, ErrNoForm
	}
	out := d.tree.Root().AppendCanonicalMembers(make([]byte, 0, len(d.tree.Text())), func(b []byte, m jsondoc.Value) ([]byte, bool) {
		if m.ID() == member.Signatures || without != 0 && m.ID() == without {
			return b, false
		}
		return write(b, m)
	})
	if r.err != nil {
		return Payload{}, r.err
	}
	if len(out) > MaxSize {
		return Payload{}, tooLong()
	}
	return Payload{Bytes: out, Left: r.pointers()}, nil
}

func tooLong() error {
	return parseError("B-size", "card.limit", "", MaxSize, 1, "max", strconv.Itoa(MaxSize))
}

// exact fails at the first number whose value canonicalization would change.
// Signatures are no part of a payload and are left out.
func (d *Document) exact() error {
	if d.tree.IsExact() {
		return nil
	}
	for m := d.tree.Root().First(); m.Exists(); m = m.Next() {
		if m.ID() == member.Signatures {
			continue
		}
		for v := range m.Subtree() {
			if !v.IsExact() {
				e := parseError("B-number-exact", "", outside(v).ShortPointer(), v.Offset(), v.Line(), "value", observed(v))
				e.Code = "card.number"
				return e
			}
		}
	}
	return nil
}

// reducer writes a card in a form that leaves something out, and remembers what.
type reducer struct {
	left []jsondoc.Value
	err  error
}

// leave marks a value as left out, in place of what was marked within it.
func (r *reducer) leave(v jsondoc.Value, since int) {
	r.left = append(r.left[:since], v)
}

// pointers are those of what was left out, in document order.
func (r *reducer) pointers() []string {
	jsondoc.SortValues(r.left)
	var out []string
	for _, v := range r.left {
		out = append(out, v.ShortPointer())
	}
	return out
}
