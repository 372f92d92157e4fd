package mend

import (
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/vocab"
)

// extensions moves names to the URI of today and mends what stands in the
// family's extensions (rules S3-uri-fixed, HIRE-uri, S3-required-false,
// S3-name-one-per-extension, V9). A URI that only resembles one of them is left
// to the author; so is the former one of a price, which nobody reads there and
// which would be asked from the day it is moved.
func (m *mender) extensions(p *pass) {
	if !m.asksCardSpec() {
		return
	}
	list := m.extensionList()
	has := map[string]bool{}
	for e := range list.Children() {
		has[e.Get("uri").Text()] = true
	}
	for e := range list.Children() {
		uri := e.Get("uri")
		switch uri.Text() {
		case vocab.OldANS:
			if !has[vocab.ANS] {
				p.replace(uri, quote(vocab.ANS), did("S3-uri-fixed", uri, "changed", "before", uri.Text(), "now", vocab.ANS))
			}
		case vocab.ANS:
			m.notRequired(p, e, "S3-required-false")
			m.trimName(p, e)
		case vocab.Hire:
			m.notRequired(p, e, "HIRE-uri")
		}
	}
	m.plainPrices(p)
}

func (m *mender) extensionList() jsondoc.Value {
	list := m.tree.Root().Get("capabilities").Get("extensions")
	if list.Kind() != jsondoc.Array {
		return jsondoc.Value{}
	}
	return list
}

// notRequired writes the one value that required may have.
func (m *mender) notRequired(p *pass, e jsondoc.Value, rule string) {
	switch r := e.Get("required"); {
	case !r.Exists(), r.Kind() == jsondoc.Null, r.Kind() == jsondoc.Bool && !r.IsTrue():
	default:
		p.replace(r, "false", did(rule, r, "changed", "before", oneLine(r), "now", "false"))
	}
}

// trimName takes the spaces around a name away, where a name is left.
func (m *mender) trimName(p *pass, e jsondoc.Value) {
	name := e.Get("params").Get("name")
	s := strings.TrimSpace(name.Text())
	if _, err := ans.Parse(s); err == nil && s != name.Text() {
		p.replace(name, quote(s), did("S3-name-one-per-extension", name, "changed", "before", quote(name.Text()), "now", quote(s)))
	}
}

// plainPrices writes asking prices as the integers that they are.
func (m *mender) plainPrices(p *pass) {
	for _, e := range hire.Entries(m.doc.Card()) {
		if v := m.tree.Find(e.ValueAt); !e.Ask.IsZero() && !e.Plain && v.Kind() == jsondoc.Number {
			now := strconv.FormatInt(e.Ask.Credits(), 10)
			p.replace(v, now, did("V9", v, "changed", "before", v.Raw(), "now", now))
		}
	}
}

// superseded takes out extensions under a former URI that stand under the present
// one with the same params. With other params it is the author's to say which
// are right.
func (m *mender) superseded(p *pass) {
	if !m.asksCardSpec() {
		return
	}
	list := m.extensionList()
	now := map[string]bool{}
	for e := range list.Children() {
		now[e.Get("uri").Text()+" "+canonical(e.Get("params"))] = true
	}
	p.remove(list, func(e jsondoc.Value) *Change {
		for _, u := range [...]struct{ old, now, rule string }{{vocab.OldANS, vocab.ANS, "S3-uri-fixed"}, {vocab.OldHire, vocab.Hire, "HIRE-uri"}} {
			if e.Get("uri").Text() == u.old && now[u.now+" "+canonical(e.Get("params"))] {
				return did(u.rule, e, "superseded", "was", oneLine(e))
			}
		}
		return nil
	})
}

// repeatedExtensions takes out extensions that say what one before them says.
func (m *mender) repeatedExtensions(p *pass) {
	seen := map[string]bool{}
	p.remove(m.extensionList(), func(e jsondoc.Value) *Change {
		key := canonical(e)
		if e.Kind() != jsondoc.Object || !seen[key] {
			seen[key] = true
			return nil
		}
		return did("S3-multi-names", e, "repeated", "before", "`"+e.Get("uri").Text()+"`")
	})
}

func canonical(v jsondoc.Value) string { return string(v.AppendCanonical(nil)) }

// tags takes out tags that a skill has already.
func (m *mender) tags(p *pass) {
	for s := range m.tree.Root().Get("skills").Children() {
		list := s.Get("tags")
		if list.Kind() != jsondoc.Array {
			continue
		}
		seen := map[string]bool{}
		p.remove(list, func(v jsondoc.Value) *Change {
			tag, ok := v.Str()
			if !ok || !seen[tag] {
				seen[tag] = seen[tag] || ok
				return nil
			}
			return did("S2-kind-exactly-one", v, "repeated", "before", "`"+tag+"`")
		})
	}
}
