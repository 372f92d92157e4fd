package mend

import (
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// listInterfaces writes supportedInterfaces where a card has its interfaces in
// members of A2A before 1.0 alone (rule B-interfaces), with the versions at which
// they are read. Transports that 1.0 does not know are left to the author.
func (m *mender) listInterfaces(p *pass) {
	root := m.tree.Root()
	list := root.Get("supportedInterfaces")
	if list.Exists() && list.Kind() != jsondoc.Null && (list.Kind() != jsondoc.Array || list.Len() > 0) {
		return
	}
	faces := m.doc.Card().Interfaces()
	var out []string
	for _, i := range faces {
		if i.URL == "" || i.ProtocolVersion == "" || !isBinding(i.ProtocolBinding) {
			return
		}
		out = append(out, `{"url":`+quote(i.URL)+`,"protocolBinding":`+quote(i.ProtocolBinding)+`,"protocolVersion":`+quote(i.ProtocolVersion)+`}`)
	}
	if len(out) == 0 {
		return
	}
	text := "[" + strings.Join(out, ",") + "]"
	change := did("B-interfaces", root, "interfaces", "count", itoa(len(out)))
	if list.Exists() {
		p.replace(list, spaced(text, colonOf(list)), change)
		return
	}
	p.insert(root, lastOf(root, "additionalInterfaces", "preferredTransport", "url"), "supportedInterfaces", text, change)
}

// versions writes the version of an interface where the top level has it (rule
// B-iface-version). Where neither says one, it is the author's to say.
func (m *mender) versions(p *pass) {
	const name = "protocolVersion"
	m.each("B-iface-version", "", func(x card.Problem, at jsondoc.Value) {
		switch {
		case x.Want == "":
		case at.Kind() == jsondoc.Null:
			p.replace(at, quote(x.Want), did(x.Rule, at, "changed", "before", "null", "now", x.Want))
		case at.Kind() == jsondoc.Object:
			p.insert(at, lastOf(at, "protocolBinding", "url"), name, quote(x.Want), did(x.Rule, at, "added", "name", name, "now", x.Want))
		}
	})
}

// topURL writes the top-level url of the card spec, which is that of the first
// JSONRPC interface (rule S1-url-consistent). One that no interface has is left
// to the author.
func (m *mender) topURL(p *pass) {
	if m.strict() {
		return
	}
	const name = "url"
	root := m.tree.Root()
	m.each("S1-url-consistent", "absent", func(x card.Problem, at jsondoc.Value) {
		if x.Want == "" {
			return
		}
		if u := root.Get(name); u.Exists() {
			p.replace(u, quote(x.Want), did(x.Rule, u, "changed", "before", u.Raw(), "now", x.Want))
			return
		}
		p.insert(root, lastOf(root, "description", "name"), name, quote(x.Want), did(x.Rule, root, "added", "name", name, "now", x.Want))
	})
	m.each("S1-url-consistent", "other", func(x card.Problem, at jsondoc.Value) {
		// A client of 0.x takes url and preferredTransport together.
		if x.Want != "" && !root.Get("preferredTransport").Exists() {
			p.replace(at, quote(x.Want), did(x.Rule, at, "changed", "before", at.Text(), "now", x.Want))
		}
	})
}
