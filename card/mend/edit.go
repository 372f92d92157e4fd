package mend

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// edit replaces a part of the text.
type edit struct {
	from, to int
	with     string
	did      []Change
}

// pass is the edits of one mend over one reading of the text. Each of them is of
// a place of its own; where two meet, the later one is left to the next pass.
type pass struct {
	tree    *jsondoc.Doc
	refused map[string]bool // changes that are not made, by their key
	edits   []edit
}

func (p *pass) edit(from, to int, with string, did *Change) {
	if !p.refused[did.key()] {
		p.edits = append(p.edits, edit{from, to, with, []Change{*did}})
	}
}

// replace writes a text in place of a value.
func (p *pass) replace(v jsondoc.Value, text string, did *Change) {
	p.edit(v.Offset(), end(v), text, did)
}

// rename gives a member another name.
func (p *pass) rename(m jsondoc.Value, name string, did *Change) {
	at := start(m)
	p.edit(at, at+len(m.RawName()), quote(name), did)
}

// insert puts a member behind another one, in the layout of its new neighbours.
// An object without a member gets it as its first.
func (p *pass) insert(in, after jsondoc.Value, name, value string, did *Change) {
	if !after.Exists() {
		p.edit(in.Offset()+1, in.Offset()+1, quote(name)+": "+spaced(value, ": "), did)
		return
	}
	like := after
	if after.Next().Exists() {
		like = after.Next()
	}
	colon := colonOf(like)
	p.edit(end(after), end(after), ","+lead(like)+quote(name)+colon+spaced(value, colon), did)
}

// remove takes out some of the values of one object or array, with the commas
// that parted them.
func (p *pass) remove(in jsondoc.Value, gone func(jsondoc.Value) *Change) {
	var kept, first, last jsondoc.Value // the value kept before a run of those removed, and its ends
	var did []Change
	flush := func(next jsondoc.Value) {
		if len(did) == 0 {
			return
		}
		from, to := in.Offset()+1, end(in)-1 // nothing is left
		switch {
		case next.Exists() && (!kept.Exists() || !strings.Contains(lead(next), "\n")):
			from, to = start(first), start(next)
		case kept.Exists():
			from, to = end(kept), end(last)
		}
		p.edits = append(p.edits, edit{from, to, "", did})
		did, first = nil, jsondoc.Value{}
	}
	for v := in.First(); v.Exists(); v = v.Next() {
		c := gone(v)
		if c == nil || p.refused[c.key()] {
			flush(v)
			kept = v
			continue
		}
		if did, last = append(did, *c), v; !first.Exists() {
			first = v
		}
	}
	flush(jsondoc.Value{})
}

// apply gives the text with the edits, and what they did.
func (p *pass) apply() (string, []Change) {
	text := p.tree.Text()
	slices.SortStableFunc(p.edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var b strings.Builder
	var did []Change
	at := 0
	for _, e := range p.edits {
		if e.from < at {
			continue
		}
		b.WriteString(text[at:e.from])
		b.WriteString(e.with)
		at = e.to
		did = append(did, e.did...)
	}
	b.WriteString(text[at:])
	return b.String(), did
}

func end(v jsondoc.Value) int { return v.Offset() + len(v.Raw()) }

// start is where a value starts, with the name of a member.
func start(v jsondoc.Value) int {
	if v.RawName() == "" {
		return v.Offset()
	}
	return v.Offset() - len(colonOf(v)) - len(v.RawName())
}

const blank = " \t\r\n"

// colonOf is what parts a member's name from its value.
func colonOf(m jsondoc.Value) string {
	in := m.Parent()
	before := in.Raw()[:m.Offset()-in.Offset()]
	name := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(before, blank), ":"), blank)
	return before[len(name):]
}

// lead is the white space before a value, or before a member's name.
func lead(v jsondoc.Value) string {
	in := v.Parent()
	before := in.Raw()[:start(v)-in.Offset()]
	return before[len(strings.TrimRight(before, blank)):]
}

func quote(s string) string { return string(jsondoc.Quote(nil, s)) }

// spaced puts a blank behind each colon and comma of a compact text where the
// card has one behind its colons.
func spaced(compact, colon string) string {
	if strings.Trim(colon, ":") == "" {
		return compact
	}
	var b strings.Builder
	quoted, escaped := false, false
	for i := range len(compact) {
		c := compact[i]
		b.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = quoted
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// oneLine is a value as it was received, without the white space between its
// parts.
func oneLine(v jsondoc.Value) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(v.Raw())) != nil {
		return v.Raw()
	}
	return b.String()
}
