package mend

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Options say what a card is mended for. The zero value keeps its dialect and
// holds it against the card spec, as for an outside registrant.
type Options struct {
	Mode    card.Mode     // whose rules are asked
	Dialect *card.Dialect // the spelling to write, nil to keep the card's own
}

// OfDialect reports a problem of the mended card that the asked dialect brings
// with it: what it has no place for, or has beside what the mode knows. To mend
// it would be to leave the dialect. Without a dialect there is none.
func (o Options) OfDialect(p card.Problem) bool {
	switch {
	case o.Dialect == nil:
	case *o.Dialect == card.DialectA2A10: // which has no top-level url
		return p.Rule == "S1-url-consistent" && p.Code == "absent"
	case o.Mode == card.ModeA2A10 && p.Rule == placesRule && p.Code == "older": // which knows A2A 1.0 alone
		name := p.Pointer[strings.LastIndexByte(p.Pointer, '/')+1:]
		return name == "security" || p.Pointer == "/url" || p.Pointer == "/protocolVersion" || name == "type" && strings.HasPrefix(p.Pointer, "/securitySchemes/")
	}
	return false
}

// Change is one thing that was mended.
type Change struct {
	Rule    string    // the rule that asked for it, empty where the asked dialect did
	Pointer string    // RFC 6901, into the card as it was when this was mended; elements are counted as received
	What    card.Text // what was done and to which value, safe to print; values are cut after 200 characters

	code, name, now, was string // of its sentence: the name of the member that it is about, and values
}

// Result is a mended card.
type Result struct {
	Text []byte   // the card, the bytes as received where there was nothing to mend
	Done []Change // in the order in which it was done
}

// Fix mends a card. Mending the result changes nothing. In a dialect the card says
// what card.Marshal writes of it, and no failure of a rule B is new; what is moved
// from members of A2A before 1.0 into supportedInterfaces may bring warnings
// (B-iface-binding, S1-url-consistent), and OfDialect knows what the dialect
// itself asks for. The document is one that
// Parse gave, never nil. The error is that of card.Marshal where a dialect was
// asked for that can't hold the card (*card.NotRepresentableError), or holds it
// beyond a limit of card.Parse; without a dialect there is none. A mend that would
// take the card beyond a limit is left out.
func Fix(d *card.Document, o Options) (*Result, error) {
	m := &mender{options: o, received: d, doc: d}
	if err := m.read(string(d.Raw())); err != nil {
		return nil, err
	}
	m.mendAll()
	for range 16 { // each turn leaves less to mend
		if o.Dialect == nil {
			break
		}
		if err := m.translate(*o.Dialect); err != nil {
			return nil, err
		}
		before := len(m.done)
		if m.mendAll(); len(m.done) == before {
			break
		}
	}
	m.unsign()
	return &Result{Text: m.doc.Raw(), Done: settled(m.done)}, nil
}

// mender is a card on its way.
type mender struct {
	options  Options
	received *card.Document
	doc      *card.Document // as it stands
	tree     *jsondoc.Doc   // of the same text
	problems []card.Problem // of the same card
	done     []Change

	refused map[string]bool // changes that are not made, by their key
}

// read takes a text for the card.
func (m *mender) read(text string) error {
	doc, err := card.Parse([]byte(text))
	if err != nil {
		return fmt.Errorf("mend: %w", err)
	}
	tree, err := jsondoc.Parse([]byte(text), jsondoc.CardLimits())
	if err != nil {
		return fmt.Errorf("mend: %w", err)
	}
	m.doc, m.tree, m.problems = doc, tree, card.Validate(doc, m.options.Mode)
	return nil
}

// mends are the mends in the order in which they build on each other. Those that
// remove elements come last, so that elements are counted as received.
var mends = [...]func(*mender, *pass){
	(*mender).renames, (*mender).nulls, (*mender).secrets, (*mender).capabilities, (*mender).formerNames, (*mender).values, (*mender).listInterfaces, (*mender).versions, (*mender).olderMembers, (*mender).topURL,
	(*mender).requirements, (*mender).extensions, (*mender).superseded, (*mender).tags, (*mender).repeatedExtensions,
}

// mendAll mends until there is nothing left that it would mend, so that mending
// the result changes nothing. What was refused beside one fault may do beside
// another.
func (m *mender) mendAll() {
	for range 16 {
		before := len(m.done)
		m.refused = map[string]bool{}
		if m.mend(); len(m.done) == before {
			return
		}
	}
}

// mend makes all mends but those that bring a fault to light which nobody read
// before: a member in snake_case may hold what can't be read, and what its author
// meant is then more than a question of its name. Where the card has such faults
// after all mends, those that brought them are looked for one by one.
func (m *mender) mend() {
	start := *m
	m.settle()
	before := faults(start.problems)
	left := maxWork / (len(start.tree.Text()) + 1)
	for worse := excess(before, m.problems); worse > 0; {
		better := false
		for _, c := range m.done[len(start.done):] {
			if left--; left < 0 {
				*m = start
				return
			}
			trial := start
			trial.refused = maps.Clone(m.refused)
			trial.refused[c.key()] = true
			trial.settle()
			if n := excess(before, trial.problems); n < worse {
				*m, worse, better = trial, n, true
				break
			}
		}
		if !better {
			*m = start
			return
		}
	}
}

// maxWork bounds how many bytes are mended again in that search: a card of 4 KB
// 4,096 times, one of 1 MiB 16 times.
const maxWork = 16 << 20

// faults counts failures and warnings by rule and code.
func faults(problems []card.Problem) map[string]int {
	out := map[string]int{}
	for _, p := range problems {
		if p.Severity != card.SeverityInfo {
			out[p.Rule+" "+p.Code]++
		}
	}
	return out
}

// excess is how many faults there are beyond those there were.
func excess(before map[string]int, problems []card.Problem) (n int) {
	for what, now := range faults(problems) {
		n += max(0, now-before[what])
	}
	return n
}

// settle runs mends until none of them finds anything. Each leaves less to mend,
// so that the bound is for a mistake in one of them alone.
func (m *mender) settle() {
	for range 16 {
		before := len(m.done)
		for _, f := range mends {
			for m.try(f) {
			}
		}
		if len(m.done) == before {
			return
		}
	}
}

// try runs one mend once, and reports whether it changed the card.
func (m *mender) try(f func(*mender, *pass)) bool {
	p := &pass{tree: m.tree, refused: m.refused}
	f(m, p)
	if len(p.edits) == 0 {
		return false
	}
	was := *m
	text, did := p.apply()
	if text == m.tree.Text() || m.read(text) != nil {
		*m = was // beyond a limit
		return false
	}
	m.done = append(slices.Clip(m.done), did...)
	return true
}

// each calls f for the problems of a rule under a code, with the value at fault.
// One whose pointer was cut is left out: it leads to another value.
func (m *mender) each(rule, code string, f func(p card.Problem, at jsondoc.Value)) {
	for _, p := range m.problems {
		if p.Rule != rule || p.Code != code {
			continue
		}
		if at := m.tree.Find(p.Pointer); at.Exists() && len(p.Pointer) < jsondoc.MaxPointer/2 {
			f(p, at)
		}
	}
}

// did is a change at a value.
func did(rule string, at jsondoc.Value, code string, args ...string) *Change {
	c := &Change{Rule: rule, Pointer: at.ShortPointer(), What: card.Text(catalog.Mend(code, args...)), code: code, name: at.Name()}
	for i := 1; i < len(args); i += 2 {
		switch args[i-1] {
		case "now":
			c.now = args[i]
		case "was":
			c.was = args[i]
		}
	}
	return c
}

// settled leaves out that a member got another name where it is taken out under
// that name: what went is the member as it was received.
func settled(done []Change) []Change {
	var out []Change
	renamed := map[string]int{} // where in out, by the pointer under the new name
	for _, c := range done {
		switch c.code {
		case "renamed":
			renamed[c.Pointer[:strings.LastIndexByte(c.Pointer, '/')+1]+c.now] = len(out)
		case "removed", "dialect-drop":
			if i, ok := renamed[c.Pointer]; ok {
				name := out[i].name
				out[i] = Change{Rule: c.Rule, Pointer: out[i].Pointer, What: card.Text(catalog.Mend(c.code, "name", name, "was", c.was)), code: c.code, name: name}
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// key tells a change from others.
func (c *Change) key() string { return c.Rule + " " + c.Pointer }

// asksCardSpec reports that the rules of the card spec are asked, and not those
// of A2A alone.
func (m *mender) asksCardSpec() bool { return m.options.Mode != card.ModeA2A10 }

// hasTopLevel reports that the asked dialect has such members as url.
func (m *mender) hasTopLevel() bool { return m.options.Dialect != nil && !m.strict() }

// strict reports that the asked dialect has no such members as url.
func (m *mender) strict() bool {
	return m.options.Dialect != nil && *m.options.Dialect == card.DialectA2A10
}
