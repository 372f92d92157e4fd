package jsondoc

import (
	"bytes"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Doc is one JSON object as received, with an index of its values. It is
// immutable.
type Doc struct {
	text  string
	nodes []node // in document order: the first child of a container follows it

	inexact bool // a number is not exact
}

// IsExact reports whether every number of the text is, see Value.IsExact.
func (d *Doc) IsExact() bool { return !d.inexact }

// node is one value. Offsets are into the text; name is the offset of the
// member name's token with its quotes, and nameEnd is 0 where there is none.
type node struct {
	start, end    uint32
	name, nameEnd uint32
	parent, next  int32 // -1: none
	index, count  int32 // place among its siblings, number of its children
	kind          ValueKind
	id            NameID // of the member name
	nameEscaped   bool   // the name token has an escape
	escaped       bool   // the value is a string with an escape
}

// Parse reads one JSON object. data is copied. The error is an *Error.
func Parse(data []byte, lim Limits) (*Doc, error) { return ParseNamed(data, lim, nil) }

// ParseNamed is Parse with a vocabulary, whose names the values then know by id.
func ParseNamed(data []byte, lim Limits, names *Names) (*Doc, error) {
	if len(data) > lim.Bytes {
		return nil, &Error{Kind: Limit, Reason: ReasonBytes, Offset: lim.Bytes, Line: 1, Max: lim.Bytes}
	}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return nil, &Error{Kind: Encoding, Reason: ReasonBOM, Line: 1, Found: "U+FEFF"}
	}
	p := parser{
		lim: lim, names: names, escapes: bytes.IndexByte(data, '\\') >= 0,
		doc: &Doc{text: string(data), nodes: make([]node, 0, min(len(data)/24+8, lim.Values))},
	}
	// The decoder reads data in place; it is the caller's until Parse returns.
	p.dec = decoders.Get().(*jsontext.Decoder)
	p.dec.Reset(bytes.NewBuffer(data), ownNames)
	defer func() {
		p.dec.Reset(noText)
		decoders.Put(p.dec)
	}()
	if err := p.run(); err != nil {
		return nil, err
	}
	return p.doc, nil
}

// ownNames leaves duplicate names to fresh, which compares them where they
// stand. The tokenizer would copy each of them twice.
var ownNames = jsontext.AllowDuplicateNames(true)

// decoders keeps tokenizers between texts.
var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(noText) }}

// noText lets a decoder at rest hold on to nobody's bytes.
var noText = strings.NewReader("")

type parser struct {
	dec  *jsontext.Decoder
	doc  *Doc
	lim  Limits
	open []frame // containers that are not closed yet
	name uint32  // name token waiting for its value
	nend uint32
	nesc bool // that name has an escape
	nid  NameID

	names *Names

	escapes bool // there is an escape somewhere in the text
}

type frame struct {
	node int32
	last int32 // the newest child, -1 before the first

	names map[string]struct{} // of an object's members, once they are many
}

// fewNames is how many members of an object are searched one by one.
const fewNames = 32

func (p *parser) run() error {
	var frames [16]frame
	p.open = frames[:0]
	for {
		var err error
		done := false
		switch k := p.dec.PeekKind(); k {
		case '{', '[':
			err = p.begin(ValueKind(k))
		case '}', ']':
			if _, err = p.dec.ReadToken(); err == nil {
				done = p.end()
			}
		default:
			err = p.scalarOrName(ValueKind(k))
		}
		if err != nil {
			return p.fault(err)
		}
		if done {
			return p.trailing()
		}
	}
}

func (p *parser) begin(k ValueKind) error {
	if _, err := p.dec.ReadToken(); err != nil {
		return err
	}
	at := int(p.dec.InputOffset()) - 1
	if len(p.open) == 0 && k != Object {
		return p.notObject(k, at)
	}
	if len(p.open) >= p.lim.Depth {
		return p.limit(ReasonDepth, p.lim.Depth, at)
	}
	i, err := p.add(node{start: uint32(at), kind: k})
	if err != nil {
		return err
	}
	p.open = append(p.open, frame{node: i, last: -1})
	return nil
}

// end closes the innermost container and reports whether it was the root.
func (p *parser) end() bool {
	f := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	p.doc.nodes[f.node].end = uint32(p.dec.InputOffset())
	return len(p.open) == 0
}

func (p *parser) scalarOrName(k ValueKind) error {
	raw, err := p.dec.ReadValue()
	if err != nil {
		return err
	}
	end := uint32(p.dec.InputOffset())
	start := end - uint32(len(raw))
	if len(p.open) == 0 {
		return p.notObject(k, int(start))
	}
	escaped := p.escapes && k == String && bytes.IndexByte(raw, '\\') >= 0
	in := &p.doc.nodes[p.open[len(p.open)-1].node]
	if in.kind == Object && p.nend == 0 {
		name := p.doc.text[start+1 : end-1]
		if escaped {
			name = unquote(p.doc.text[start:end])
		}
		p.nid = p.names.ID(name)
		if !p.fresh(name, p.nid) {
			return p.duplicate(p.doc.text[start:end], int(start))
		}
		p.name, p.nend, p.nesc = start, end, escaped
		return nil
	}
	if k == 'f' || k == 't' {
		k = Bool
	}
	i, err := p.add(node{start: start, end: end, kind: k, escaped: escaped})
	if k == Number && err == nil && !p.doc.inexact {
		p.doc.inexact = !Value{p.doc, i}.IsExact()
	}
	return err
}

// fresh reports whether the innermost object has no member of that name yet.
func (p *parser) fresh(name string, id NameID) bool {
	f := &p.open[len(p.open)-1]
	in := Value{p.doc, f.node}
	if id != 0 {
		return !in.Member(id).Exists()
	}
	if in.Len() <= fewNames {
		return !in.Get(name).Exists()
	}
	if f.names == nil {
		f.names = make(map[string]struct{}, 4*fewNames)
		for m := in.First(); m.Exists(); m = m.Next() {
			f.names[m.Name()] = struct{}{}
		}
	}
	before := len(f.names)
	f.names[name] = struct{}{}
	return len(f.names) > before
}

func (p *parser) duplicate(token string, at int) error {
	in := Value{p.doc, p.open[len(p.open)-1].node}
	return &Error{
		Kind: Duplicate, Pointer: in.Pointer() + "/" + EscapeToken(unquote(token)),
		Offset: at, Line: LineAt(p.doc.text, at), Found: found(p.doc.text, at),
	}
}

func (p *parser) add(n node) (int32, error) {
	if len(p.doc.nodes) >= p.lim.Values {
		return 0, p.limit(ReasonValues, p.lim.Values, int(n.start))
	}
	i := int32(len(p.doc.nodes))
	n.name, n.nameEnd, n.nameEscaped, n.id = p.name, p.nend, p.nesc, p.nid
	p.name, p.nend, p.nesc, p.nid = 0, 0, false, 0
	n.parent, n.next = -1, -1
	if len(p.open) > 0 {
		f := &p.open[len(p.open)-1]
		n.parent = f.node
		in := &p.doc.nodes[f.node]
		n.index = in.count
		in.count++
		if f.last >= 0 {
			p.doc.nodes[f.last].next = i
		}
		f.last = i
	}
	p.doc.nodes = append(p.doc.nodes, n)
	return i, nil
}

// trailing allows nothing but white space after the root.
func (p *parser) trailing() error {
	off := int(p.dec.InputOffset())
	rest := strings.TrimLeft(p.doc.text[off:], " \t\r\n")
	if rest == "" {
		return nil
	}
	off = len(p.doc.text) - len(rest)
	return &Error{Kind: Syntax, Reason: ReasonTrailing, Offset: off, Line: LineAt(p.doc.text, off), Found: found(p.doc.text, off)}
}
