package mend

import (
	"bytes"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// unsign takes out signatures that may not verify any more. A signature covers
// one of two payloads of the card (rule SIG4), and which one only its key tells:
// they are kept where neither can have been lost.
func (m *mender) unsign() {
	list := m.tree.Root().Get("signatures")
	if list.Kind() != jsondoc.Array || list.Len() == 0 || len(m.done) == 0 || stillCovers(m.received, m.doc) {
		return
	}
	m.try(func(m *mender, p *pass) {
		p.remove(m.tree.Root(), func(v jsondoc.Value) *Change {
			if v.Name() != "signatures" {
				return nil
			}
			return did("SIG4", v, "signatures", "count", itoa(v.Len()))
		})
	})
}

// stillCovers reports that what was signed of a card is signed of the other too.
func stillCovers(was, is *card.Document) bool {
	a, errA := was.Canonical()
	b, errB := is.Canonical()
	if errA != nil || errB != nil {
		return false // no signature verifies
	}
	if bytes.Equal(a, b) {
		return true
	}
	// The received form was the other one as well, which has not changed.
	presence, err := was.CanonicalA2A()
	if err != nil || !bytes.Equal(a, presence) {
		return false
	}
	now, err := is.CanonicalA2A()
	return err == nil && bytes.Equal(presence, now)
}
