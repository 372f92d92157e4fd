package card

import (
	"maps"
	"slices"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/security"
)

// checkRequirements judges the requirements of the card, rules B-sec-shapes and
// B-sec-refs. checkSkills goes on with u.
func (v *validation) checkRequirements(u *usage) {
	u.declare(v.doc.top(member.SecuritySchemes))
	v.checkLists(v.doc.top(member.Security), v.doc.top(member.SecurityRequirements), u)
}

// checkUnused names the schemes that no requirement names.
func (v *validation) checkUnused(u *usage) {
	if u.unreadable {
		return
	}
	for e := u.schemes.First(); e.Exists(); e = e.Next() {
		if !*u.used(e.Index()) {
			v.add("B-sec-refs", "unused", SeverityWarn, e, "scheme", e.Name())
		}
	}
}

// usage is which schemes the requirements of a card name.
type usage struct {
	schemes    jsondoc.Value    // the object of schemes, absent where there is none
	index      map[string]int   // of schemes, where they are many
	few        [fewSchemes]bool // those that are used, by place
	many       []bool           // the same, where they are many
	unreadable bool             // a requirement could not be read
}

// used is the mark of a scheme.
func (u *usage) used(i int) *bool {
	if u.many != nil {
		return &u.many[i]
	}
	return &u.few[i]
}

// fewSchemes is how many schemes are searched one by one.
const fewSchemes = 16

func (u *usage) declare(schemes jsondoc.Value) {
	if schemes.Kind() != jsondoc.Object {
		return
	}
	u.schemes = schemes
	if schemes.Len() > fewSchemes {
		u.many = make([]bool, schemes.Len())
		u.index = make(map[string]int, schemes.Len())
		for e := schemes.First(); e.Exists(); e = e.Next() {
			u.index[e.Name()] = e.Index()
		}
	}
}

// use marks a scheme, and reports whether it is declared.
func (u *usage) use(name string) bool {
	i, ok := u.index[name]
	if u.index == nil {
		e := u.schemes.Get(name)
		i, ok = e.Index(), e.Exists()
	}
	if ok {
		*u.used(i) = true
	}
	return ok
}

// checkLists judges both spellings at one level.
func (v *validation) checkLists(flat, wrapped jsondoc.Value, u *usage) {
	v.checkList(flat, false, u)
	v.checkList(wrapped, true, u)
	if present(flat) && present(wrapped) && !sameMeaning(flat, wrapped) {
		v.add("B-sec-shapes", "both", SeverityFail, flat)
	}
}

func present(list jsondoc.Value) bool {
	return list.Exists() && list.Kind() != jsondoc.Null
}

// sameMeaning compares two lists of alternatives, whose order does not matter.
// A list that can't be read in full is reported as such and not compared.
func sameMeaning(a, b jsondoc.Value) bool {
	if inStep(a, b) {
		return true
	}
	ka, okA := meaning(a)
	kb, okB := meaning(b)
	return !okA || !okB || slices.Equal(ka, kb)
}

// inStep reports lists that ask for the same in the same order, as most do.
func inStep(a, b jsondoc.Value) bool {
	if a.Kind() != jsondoc.Array || b.Kind() != jsondoc.Array || a.Len() != b.Len() {
		return false
	}
	for x, y := a.First(), b.First(); x.Exists(); x, y = x.Next(), y.Next() {
		p, _, okP := security.Alternative(x)
		q, _, okQ := security.Alternative(y)
		if !okP || !okQ || p.Len() != q.Len() {
			return false
		}
		for m, n := p.First(), q.First(); m.Exists(); m, n = m.Next(), n.Next() {
			if m.Name() != n.Name() || !sameStrings(security.Scopes(m), security.Scopes(n)) {
				return false
			}
		}
	}
	return true
}

func sameStrings(a, b jsondoc.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for x, y := a.First(), b.First(); x.Exists(); x, y = x.Next(), y.Next() {
		if x.Text() != y.Text() {
			return false
		}
	}
	return true
}

// meaning is a sorted list of what each alternative asks for.
func meaning(list jsondoc.Value) (keys []string, ok bool) {
	if list.Kind() != jsondoc.Array {
		return nil, false
	}
	for e := range list.Children() {
		r := readRequirement(e)
		if !r.Readable() {
			return nil, false
		}
		keys = append(keys, r.key())
	}
	slices.Sort(keys)
	return slices.Compact(keys), true
}

// key spells a readable alternative so that equal ones have equal keys.
func (r SecurityRequirement) key() string {
	var b []byte
	for _, name := range slices.Sorted(maps.Keys(r.Schemes)) {
		b = jsondoc.Quote(b, name)
		scopes := slices.Clone(r.Schemes[name])
		slices.Sort(scopes)
		for _, s := range slices.Compact(scopes) {
			b = jsondoc.Quote(append(b, ' '), s)
		}
		b = append(b, '\n')
	}
	return string(b)
}

func (v *validation) checkList(list jsondoc.Value, wrapped bool, u *usage) {
	if !present(list) {
		return
	}
	if list.Kind() != jsondoc.Array {
		u.unreadable = true
		v.add("B-sec-shapes", "type", SeverityFail, list, "member", list.Name(), "found", list.Kind().String())
		return
	}
	for e := list.First(); e.Exists(); e = e.Next() {
		body, isWrapped, ok := security.Alternative(e)
		switch {
		case !ok:
			u.unreadable = true
			v.add("B-sec-shapes", "unreadable", SeverityFail, e, "found", e.Kind().String())
			continue
		case body.Len() == 0:
			v.add("B-sec-shapes", "anonymous", SeverityWarn, e)
		case isWrapped != wrapped && !v.family():
			v.add("B-sec-shapes", "foreign", SeverityWarn, e, "member", list.Name())
		}
		v.checkRefs(body, u)
	}
}

// checkRefs asks that each scheme named is declared.
func (v *validation) checkRefs(body jsondoc.Value, u *usage) {
	for ref := body.First(); ref.Exists(); ref = ref.Next() {
		if name := ref.Name(); !u.use(name) {
			v.add("B-sec-refs", "", SeverityFail, ref, "scheme", name)
		}
	}
}
