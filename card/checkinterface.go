package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/rules"
	"github.com/hs9147/agentcard/internal/vocab"
)

func (v *validation) checkInterfaces() {
	v.private = v.family()
	list := v.doc.top(member.SupportedInterfaces)
	v.checkInterfaceList(list)
	if list.Kind() == jsondoc.Array && list.Len() > 0 {
		for i := list.First(); i.Exists(); i = i.Next() {
			if i.Kind() == jsondoc.Object {
				v.checkInterface(i)
			}
		}
		v.checkTopLevelVersion()
		return
	}
	if u := v.doc.top(member.URL); u.Kind() == jsondoc.String {
		v.checkURL(u, v.card.PreferredTransport == vocab.GRPC)
	}
	for a := range v.doc.top(member.AdditionalInterfaces).Children() {
		if u := a.Member(member.URL); u.Kind() == jsondoc.String {
			v.checkURL(u, a.Member(member.Transport).Text() == vocab.GRPC)
		}
	}
}

// checkInterfaceList asks for the list and its entries' members; what has the
// wrong type is reported while reading.
func (v *validation) checkInterfaceList(list jsondoc.Value) {
	switch at, _, ok := lacking(v.root, v.doc.top(member.SupportedInterfaces)); {
	case ok && v.card.hasURL() && at == v.root:
		sev := SeverityWarn
		if v.mode == ModeA2A10 {
			sev = SeverityFail
		}
		v.add("B-interfaces", "url-only", sev, at, "binding", v.endpoints[0].ProtocolBinding)
	case ok:
		v.add("B-interfaces", "", SeverityFail, at)
	case at.Kind() == jsondoc.Array && at.Len() == 0:
		v.add("B-interfaces", "empty", SeverityFail, at)
	}
	for i := range list.Children() {
		if i.Kind() != jsondoc.Object {
			continue
		}
		for _, id := range [...]jsondoc.NameID{member.URL, member.ProtocolBinding} {
			v.interfaceMember(i, id)
		}
	}
}

func (v *validation) interfaceMember(i jsondoc.Value, id jsondoc.NameID) {
	at, found, ok := missing(i, id)
	switch {
	case ok && id == member.ProtocolBinding && i.Member(member.Transport).Exists() && at == i:
		v.add("B-interfaces", "transport", SeverityFail, at, "want", "protocolBinding")
	case ok:
		v.add("B-interfaces", "member", SeverityFail, at, "member", member.Spelling(id), "found", found)
	case id == member.ProtocolBinding && at.Raw() == `""`:
		v.add("B-interfaces", "member", SeverityFail, at, "member", member.Spelling(id), "found", `""`)
	}
}

func (v *validation) checkInterface(i jsondoc.Value) {
	binding := i.Member(member.ProtocolBinding).Text()
	if u := i.Member(member.URL); u.Kind() == jsondoc.String {
		v.checkURL(u, binding == vocab.GRPC)
	}
	if binding != "" {
		v.checkBinding(i.Member(member.ProtocolBinding), binding)
	}
	v.checkVersion(i)
}

func (v *validation) checkURL(u jsondoc.Value, grpc bool) {
	faults := rules.Endpoint(u.Text(), grpc)
	hard := false
	for _, f := range faults {
		sev := SeverityFail
		if f.Soft() {
			sev = SeverityWarn
		}
		hard = hard || !f.Soft() && f != rules.FaultHTTP
		v.add("B-iface-url", string(f), sev, u, "value", catalog.RedactURL(u.Text()))
	}
	if hard || v.private {
		return
	}
	host, why := rules.Reach(u.Text())
	if why == "private" && rules.FamilyHost(u.Text()) && v.isFamilyCard() {
		return
	}
	if why != "" {
		v.add("B-iface-host", why, SeverityWarn, u, "host", host)
	}
}

// isFamilyCard reports a card whose every name is assigned to a family agent.
// Family hosts are private by design, so that a profile which was not told
// whose card it is does not advise otherwise.
func (v *validation) isFamilyCard() bool {
	found := false
	for e := range v.doc.top(member.Capabilities).Member(member.Extensions).Children() {
		if e.Member(member.URI).Text() != vocab.ANS {
			continue
		}
		if vocab.FamilyOf(e.Member(member.Params).Member(member.Name).Text()) == "" {
			return false
		}
		found = true
	}
	return found
}

func (v *validation) checkBinding(at jsondoc.Value, binding string) {
	switch binding {
	case vocab.JSONRPC, vocab.GRPC, vocab.HTTPJSON:
		return
	}
	squeezed := strings.ToUpper(strings.NewReplacer("-", "", "_", "", " ", "", ".", "", "/", "").Replace(binding))
	want := map[string]string{
		"JSONRPC": vocab.JSONRPC, "JSONRPC20": vocab.JSONRPC, "JSONRPC2": vocab.JSONRPC,
		"GRPC": vocab.GRPC, "HTTP+JSON": vocab.HTTPJSON, "HTTPJSON": vocab.HTTPJSON, "REST": vocab.HTTPJSON,
	}[squeezed]
	switch {
	case want != "":
		v.add("B-iface-binding", "case", SeverityWarn, at, "value", binding, "want", want)
	case !rules.URI(binding):
		v.add("B-iface-binding", "unknown", SeverityWarn, at, "value", binding)
	}
}

// checkVersion judges an entry's protocolVersion; one that is no string is
// reported while reading.
func (v *validation) checkVersion(i jsondoc.Value) {
	absent := SeverityWarn
	if v.mode == ModeA2A10 {
		absent = SeverityFail
	}
	at, _, ok := missing(i, member.ProtocolVersion)
	if ok {
		top, _ := majorMinor(v.card.ProtocolVersion)
		key := ""
		if top == "" {
			key = "guessed"
		}
		v.add("B-iface-version", key, absent, at, "version", v.card.fallbackVersion(), "want", top)
		return
	}
	s, isString := at.Str()
	if !isString {
		return
	}
	switch read, form := majorMinor(s); form {
	case versionPatch:
		v.add("B-iface-version", "patch", SeverityWarn, at, "value", s, "version", read, "want", read)
	case versionMajor:
		v.add("B-iface-version", "major", SeverityWarn, at, "value", s, "version", read, "want", read)
	case versionBad:
		v.add("B-iface-version", "form", SeverityFail, at, "found", "`"+catalog.Show(s)+"`")
	}
}

// checkTopLevelVersion compares the top-level version with the interfaces'
// (X1).
func (v *validation) checkTopLevelVersion() {
	top, _ := majorMinor(v.card.ProtocolVersion)
	if top == "" {
		return
	}
	for _, i := range v.endpoints {
		if i.ProtocolVersion == top {
			return
		}
	}
	sev := SeverityWarn
	if v.family() {
		sev = SeverityFail
	}
	v.add("B-iface-version", "top-level", sev, v.doc.top(member.ProtocolVersion), "value", v.card.ProtocolVersion)
}
