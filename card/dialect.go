package card

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Dialect is a way to spell a card (X1–X6, X16). What the dialects say is the
// same; who can read it is not.
type Dialect int

// The dialects. The zero value, DialectDual, is for a card that anybody may
// read: it holds the members of the card spec, and the default readers of the
// A2A 1.0 SDKs open it, but for one that refuses members that A2A has not:
// Java's, at 1.0.0.Alpha3, opens DialectA2A10 alone. @a2a-js/sdk 1.3.0 gives it
// back as the JSON that it is. README.md has what each reader loses.
//
// Each states the A2A version of every interface, as Major.Minor. DialectDual
// and DialectProfile have a top-level url, that of the first JSONRPC interface,
// a top-level protocolVersion, and requirements under security, as {"s": []}.
// They have no securityRequirements: a2a-go refuses a card that spells them as
// ProtoJSON does, and ProtoJSON one that spells them as a2a-go does. Readers of
// 1.0 that don't look at security (a2a-go's default, protojson) see no
// requirement in them; a2a-go's parser for older cards and the Python SDK do.
//
//	                 DialectDual      DialectProfile   DialectA2A10
//	top level        url, protocolVersion, security    none of them
//	schemes          flat and wrapped flat             wrapped
//	requirements     security         security         securityRequirements
//	required: false  left out         written          left out
//	                 signed           not signed       signed
const (
	DialectDual    Dialect = iota // readable for both generations; to be signed
	DialectProfile                // card spec v1.7 §1 to the letter; Sign refuses it where an extension is not required
	DialectA2A10                  // strict ProtoJSON of A2A 1.0.1 and nothing else; to be signed
)

// String is "dual", "profile" or "a2a10", empty for anything else.
func (d Dialect) String() string {
	switch d {
	case DialectDual:
		return "dual"
	case DialectProfile:
		return "profile"
	case DialectA2A10:
		return "a2a10"
	}
	return ""
}

// NotRepresentableError says what of a card a dialect can't hold.
type NotRepresentableError struct {
	Dialect  Dialect
	Pointers []string // RFC 6901, into the card as AgentCard.MarshalJSON writes it; in document order, at most MaxProblems
}

// Error is one English line with the first few pointers.
func (e *NotRepresentableError) Error() string {
	list, more := e.Pointers, ""
	if len(list) > 3 {
		list, more = list[:3], ", …"
	}
	shown := make([]string, 0, 3)
	for _, p := range list {
		shown = append(shown, catalog.Show(p))
	}
	return "card: the dialect " + e.Dialect.String() + " can't hold " + strings.Join(shown, ", ") + more
}

// Marshal writes a card in a dialect (rule S1-dialects). Interfaces, schemes,
// requirements, skills and extensions read from the result are those of the
// card; whoever wants a card's own spelling kept calls MarshalJSON.
//
// The text is compact JSON, the same for the same card: members in the order of
// card spec v1.7 §1's sample, with A2A's further ones among them and unknown
// ones behind, names in maps sorted. json.Indent makes it readable and breaks
// no signature. DialectDual and DialectA2A10 write what A2A 1.0.1 §8.4.1 leaves
// of a card (rule SIG4, form b), so that Sign takes the result. Signatures are
// written as they stand; in a card that was changed, or had another spelling,
// they no longer verify, so that it is best to take them out first.
//
// What says nothing of its own is not kept: a known member that is null, a
// default that §8.4.1 leaves out, and a member of A2A before 1.0 whose content
// stands in one of 1.0 (preferredTransport, additionalInterfaces,
// supportsAuthenticatedExtendedCard). All else is written, or the error is a
// *NotRepresentableError. In DialectDual and DialectProfile it is about
//
//   - two spellings of requirements that don't agree, and a list that is no array
//   - in DialectDual several flows in one OAuth scheme, which a wrapper can't hold
//   - in DialectProfile two forms of a scheme that don't agree, members of a
//     wrapper that the flat form does not know, and a wrapped implicit or password
//     flow without what the flat form requires of it
//
// DialectA2A10 has no place for the following either: unknown members and those
// of older versions, values of another type, schemes and requirements that
// can't be read, members that belong to another kind of scheme, several flows,
// forms or descriptions of a scheme that don't agree, a skill's own empty list
// of requirements, a top-level url or version that no interface has.
//
// No failure of a rule B is new. A scheme that lacks what its kind requires gets
// no second form, and members of 0.x that give an interface without a url or a
// binding stay as they are. What is moved from older members is asked for more
// there: warnings of B-iface-binding and S1-url-consistent may be new.
//
// The error is a *ParseError for a card that could not be read again (no name,
// no skills, beyond a limit), and that of MarshalJSON for values that can't be
// JSON. The card is not changed.
func Marshal(c *AgentCard, d Dialect) ([]byte, error) {
	if c == nil {
		return nil, errors.New("card: there is no card to write")
	}
	if d.String() == "" {
		return nil, fmt.Errorf("card: there is no dialect %d", int(d))
	}
	doc, err := written(c)
	if err != nil {
		return nil, err
	}
	return doc.translated(d)
}

// translated writes a card that spells itself as MarshalJSON does.
func (d *Document) translated(to Dialect) ([]byte, error) {
	t := &translation{to: to, from: d.tree.Root(), card: d.Card()}
	t.run()
	if len(t.lost) > 0 {
		return nil, &NotRepresentableError{to, t.pointers()}
	}
	again, err := written(t.card)
	if err != nil {
		return nil, err
	}
	return t.trimmed(again.tree.Root()), nil
}

// written is a card as MarshalJSON writes it, read again.
func written(c *AgentCard) (*Document, error) {
	text, err := c.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// pointers are those of what is lost, each once, in document order.
func (t *translation) pointers() []string {
	jsondoc.SortValues(t.lost)
	var out []string
	for i, v := range t.lost {
		if i > 0 && v == t.lost[i-1] {
			continue
		}
		if len(out) == MaxProblems {
			break
		}
		out = append(out, outside(v).ShortPointer())
	}
	return out
}

// trimmed writes the result without spaces between its tokens, and without what
// the dialect leaves out.
func (t *translation) trimmed(root jsondoc.Value) []byte {
	drop := map[int]bool{}
	if t.to != DialectProfile {
		r := &reducer{}
		for m := range root.Children() {
			r.present(nil, m, cardMessage)
		}
		for _, v := range r.left {
			drop[v.Order()] = true
		}
	}
	if t.to == DialectA2A10 {
		dropNulls(root, cardMessage, drop)
	}
	return appendWithout(nil, root, drop)
}

// dropNulls marks the known members that are null: REQUIRED ones, which §8.4.1
// keeps, mean nothing either.
func dropNulls(v jsondoc.Value, of *message, drop map[int]bool) {
	for m := range v.Children() {
		x := fieldOf(of, m)
		switch {
		case x == nil:
		case m.Kind() == jsondoc.Null:
			drop[m.Order()] = true
		case x.shape == shapeMessage:
			dropNulls(m, x.of, drop)
		case x.shape == shapeMessages || x.shape == shapeMessageMap:
			for e := range m.Children() {
				dropNulls(e, x.of, drop)
			}
		}
	}
}

// fieldOf is the field of a member, nil if the message has none.
func fieldOf(of *message, m jsondoc.Value) *field { return of.field(m.ID()) }

// appendWithout writes a value but for the members to be dropped.
func appendWithout(b []byte, v jsondoc.Value, drop map[int]bool) []byte {
	open, end := byte('{'), byte('}')
	switch v.Kind() {
	case jsondoc.Object:
	case jsondoc.Array:
		open, end = '[', ']'
	default:
		return append(b, v.Raw()...)
	}
	b = append(b, open)
	some := false
	for m := v.First(); m.Exists(); m = m.Next() {
		if drop[m.Order()] {
			continue
		}
		if some {
			b = append(b, ',')
		}
		some = true
		if open == '{' {
			b = append(append(b, m.RawName()...), ':')
		}
		b = appendWithout(b, m, drop)
	}
	return append(b, end)
}
