package jsondoc

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"
)

// plain reads a text without white space and escapes, whose numbers are short
// integers and whose members are in order: what Canonical writes of most
// documents, such as the payloads of signatures. Each of its tokens is told by
// its first byte, which takes a third of the time. It reports false for every
// other text, right or wrong, and where a limit is met; the tokenizer then reads
// it from the start and says what there is to say.
func (p *parser) plain() bool {
	text := p.doc.text
	if len(text) < 2 || text[0] != '{' || text[1] != '"' && text[1] != '}' || !isPlain(text) {
		return false
	}
	var frames [16]frame
	p.open = frames[:0]
	p.doc.nodes = make([]node, 0, min(len(text)/14+8, p.lim.Values))
	for at := 0; ; {
		next, opened := p.plainValue(at)
		for !opened {
			if next == 0 {
				return false
			}
			if len(p.open) == 0 {
				return next == len(text) && utf8.ValidString(text)
			}
			in := &p.doc.nodes[p.open[len(p.open)-1].node]
			switch c := byteAt(text, next); {
			case c == ',':
				next, opened = next+1, true
			case c == '}' && in.kind == Object, c == ']' && in.kind == Array:
				next++
				in.end = uint32(next)
				p.open = p.open[:len(p.open)-1]
			default:
				return false
			}
		}
		at = next
		if p.doc.nodes[p.open[len(p.open)-1].node].kind == Object {
			if at = p.plainName(at); at == 0 {
				return false
			}
		}
	}
}

// plainValue reads one value, and of one that has members or elements the first
// byte. It gives where it ends, 0 where it can't be read.
func (p *parser) plainValue(at int) (next int, opened bool) {
	text := p.doc.text
	n := node{start: uint32(at)}
	switch c := byteAt(text, at); c {
	case '{', '[':
		if len(p.open) >= p.lim.Depth {
			return 0, false
		}
		n.kind = ValueKind(c)
		next = at + 1
		opened = byteAt(text, next) != c+2 // } or ]
		if !opened {
			next++
		}
	case '"':
		n.kind, next = String, plainString(text, at)
	case 't', 'f', 'n':
		n.kind, next = Bool, plainWord(text, at)
		if c == 'n' {
			n.kind = Null
		}
	default:
		n.kind, next = Number, plainInteger(text, at)
	}
	if next == 0 {
		return 0, false
	}
	n.end = uint32(next)
	i, err := p.add(n)
	if err != nil {
		return 0, false
	}
	if opened {
		p.open = append(p.open, frame{node: i, last: -1})
	}
	return next, opened
}

// plainName reads a member name and its colon. It must stand behind that of the
// member before, so that none stands twice.
func (p *parser) plainName(at int) (next int) {
	text := p.doc.text
	end := plainString(text, at)
	if end == 0 || byteAt(text, end) != ':' {
		return 0
	}
	name := text[at+1 : end-1]
	if last := p.open[len(p.open)-1].last; last >= 0 && (Value{p.doc, last}).Name() >= name {
		return 0
	}
	p.name, p.nend, p.nid = uint32(at), uint32(end), p.names.ID(name)
	return end + 1
}

// byteAt is 0, which stands in no plain text, behind the end.
func byteAt(text string, at int) byte {
	if at >= len(text) {
		return 0
	}
	return text[at]
}

// plainString is the end of the string at a place, 0 if there is none. plain has
// seen that it has neither an escape nor a control character.
func plainString(text string, at int) int {
	if byteAt(text, at) != '"' {
		return 0
	}
	n := strings.IndexByte(text[at+1:], '"')
	if n < 0 {
		return 0
	}
	return at + 1 + n + 1
}

// isPlain reports a text without escapes and control characters. It looks at
// eight bytes at a time, of which one that is less than a space borrows from its
// highest bit.
func isPlain(text string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	if strings.IndexByte(text, '\\') >= 0 {
		return false
	}
	i := 0
	for ; i+8 <= len(text); i += 8 {
		var b [8]byte
		copy(b[:], text[i:])
		w := binary.LittleEndian.Uint64(b[:])
		if (w-ones*' ')&^w&high != 0 {
			return false
		}
	}
	for ; i < len(text); i++ {
		if text[i] < ' ' {
			return false
		}
	}
	return true
}

func plainWord(text string, at int) int {
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(text[at:], w) {
			return at + len(w)
		}
	}
	return 0
}

// plainInteger is the end of a number of at most 15 digits and nothing else, all
// of which are exact.
func plainInteger(text string, at int) int {
	first := at
	if byteAt(text, first) == '-' {
		first++
	}
	end := first
	for c := byteAt(text, end); '0' <= c && c <= '9'; c = byteAt(text, end) {
		end++
	}
	switch {
	case end == first, end-first > 15, end-first > 1 && text[first] == '0':
		return 0
	}
	switch byteAt(text, end) {
	case '.', 'e', 'E':
		return 0
	}
	return end
}
