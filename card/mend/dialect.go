package mend

import (
	"errors"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// asDialect is in place of the rule of a change that the asked dialect asked for.
const asDialect = ""

// translate makes the card say what card.Marshal writes of it in a dialect,
// touching what differs and nothing else.
func (m *mender) translate(d card.Dialect) error {
	text, err := card.Marshal(m.doc.Card(), d)
	if err != nil {
		return err
	}
	want, err := jsondoc.Parse(text, jsondoc.CardLimits())
	if err != nil {
		return err
	}
	for m.try(func(m *mender, p *pass) { p.match(m.tree.Root(), want.Root()) }) {
	}
	if canonical(m.tree.Root()) != canonical(want.Root()) {
		return errors.New("mend: the card does not fit into the limits in the dialect " + d.String())
	}
	return nil
}

// match edits a value so that it says what another one does.
func (p *pass) match(is, want jsondoc.Value) {
	switch {
	case canonical(is) == canonical(want):
	case is.Kind() == jsondoc.Object && want.Kind() == jsondoc.Object && kept(is, want):
		p.matchMembers(is, want)
	case is.Kind() == jsondoc.Array && want.Kind() == jsondoc.Array && is.Len() == want.Len():
		for a, b := is.First(), want.First(); a.Exists(); a, b = a.Next(), b.Next() {
			p.match(a, b)
		}
	default:
		like := is
		for like.RawName() == "" && like.Parent().Exists() {
			like = like.Parent()
		}
		text := want.Raw()
		if like.RawName() != "" {
			text = spaced(text, colonOf(like))
		}
		p.replace(is, text, did(asDialect, is, "dialect", "before", oneLine(is), "now", want.Raw()))
	}
}

// kept reports that some member stays, so that others find their layout there.
func kept(is, want jsondoc.Value) bool {
	for m := range is.Children() {
		if want.Get(m.Name()).Exists() {
			return true
		}
	}
	return false
}

func (p *pass) matchMembers(is, want jsondoc.Value) {
	var after jsondoc.Value // the member of is behind which the next new one goes
	var early []jsondoc.Value
	add := func(m jsondoc.Value) {
		p.insert(is, after, m.Name(), m.Raw(), did(asDialect, is, "added", "name", m.Name(), "now", m.Raw()))
	}
	for m := range want.Children() {
		if old := is.Get(m.Name()); old.Exists() {
			p.match(old, m)
			if after = old; len(early) > 0 {
				for _, e := range early {
					add(e)
				}
				early = nil
			}
			continue
		}
		if !after.Exists() {
			early = append(early, m)
			continue
		}
		add(m)
	}
	p.remove(is, func(m jsondoc.Value) *Change {
		if want.Get(m.Name()).Exists() {
			return nil
		}
		return did(asDialect, m, "dialect-drop", "name", m.Name(), "was", oneLine(m))
	})
}
