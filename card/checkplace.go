package card

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/rules"
	"github.com/hs9147/agentcard/internal/vocab"
)

// checkPlaces judges what the card spec asks of the base card beyond A2A:
// rules S0, S1 and S-targets, but for those on single members: see checkMember.
func (v *validation) checkPlaces() {
	v.checkS0Version()
	v.checkPreferred()
	if v.mode != ModeA2A10 {
		v.checkJSONRPC()
		v.checkTopLevelURL()
	}
	if v.family() {
		v.checkTargets()
	}
}

// checkMember judges one member of an object that the model knows: whether it
// is of the model at all, and of which generation.
func (v *validation) checkMember(m jsondoc.Value, x *field, of *message) {
	switch {
	case x == nil:
		v.checkUnknown(m, of)
	case x.presence == older:
		v.checkOlder(m, x, of)
	}
}

// checkUnknown reports a member that no generation of the model has.
func (v *validation) checkUnknown(m jsondoc.Value, of *message) {
	name := m.Name()
	letters := v.folder.fold(name)
	for i := range of.fields {
		switch f := &of.fields[i]; {
		case f.snake != "" && f.snake == name:
			v.add("S1-member-names", "", SeverityWarn, m, "name", name, "want", f.name)
			return
		case string(letters) == f.lower:
			v.add("S0-standard-places", "spelling", SeverityWarn, m, "name", name, "want", f.name)
			return
		}
	}
	switch {
	case of == schemeMessage && strings.HasSuffix(name, "SecurityScheme") && m.Kind() != jsondoc.Null:
		return // B-scheme-shape speaks of it
	case of == interfaceMessage && name == "transport" && !m.Parent().Member(member.ProtocolBinding).Exists():
		return // B-interfaces speaks of it
	}
	key := ""
	if of == cardMessage {
		switch name {
		case "authentication":
			key = "older:authentication"
		case "protocolVersions", "supportsExtendedAgentCard", "interfaces":
			key = "draft:" + name
		}
	}
	v.add("S0-standard-places", key, SeverityWarn, m, "name", name)
}

// checkOlder reports a member of an older A2A. The profile has some of them for
// its own: url, protocolVersion, security and flat schemes (X1–X6).
func (v *validation) checkOlder(m jsondoc.Value, x *field, of *message) {
	switch x.name {
	case "supportsAuthenticatedExtendedCard":
		now := v.doc.top(member.Capabilities).Member(member.ExtendedAgentCard)
		if now.Kind() == jsondoc.Bool && m.Kind() == jsondoc.Bool && now.IsTrue() != m.IsTrue() {
			v.add("S0-standard-places", "contradiction", SeverityWarn, m, "name", x.name)
			return
		}
	case "stateTransitionHistory":
	case "url", "protocolVersion", "security":
		if v.mode != ModeA2A10 || of == additionalMessage {
			return
		}
	case "type":
		if v.mode != ModeA2A10 {
			return
		}
	default:
		return
	}
	v.add("S0-standard-places", "older:"+x.name, SeverityWarn, m, "name", x.name)
}

// checkS0Version asks that the card says it is A2A 1.0.
func (v *validation) checkS0Version() {
	list := v.endpoints
	old := len(list) > 0
	for _, i := range list {
		if i.ProtocolVersion == "1.0" {
			return
		}
		old = old && strings.HasPrefix(i.ProtocolVersion, "0.")
	}
	top := v.card.ProtocolVersion
	if read, _ := majorMinor(top); read == "1.0" {
		return
	}
	at := v.root
	if p := v.doc.top(member.ProtocolVersion); present(p) {
		at = p
	}
	if old && v.family() {
		v.add("S0-version", "old", SeverityFail, at, "version", list[0].ProtocolVersion)
		return
	}
	v.add("S0-version", "", SeverityWarn, at)
}

// checkJSONRPC asks for a JSONRPC interface. Without any interface
// B-interfaces has said what there is to say.
func (v *validation) checkJSONRPC() {
	list := v.endpoints
	if len(list) == 0 {
		return
	}
	at := v.root
	if s := v.doc.top(member.SupportedInterfaces); s.Exists() {
		at = s
	}
	if !hasBinding(list, vocab.JSONRPC) {
		sev := SeverityWarn
		if v.family() {
			sev = SeverityFail
		}
		v.add("S1-jsonrpc", "", sev, at)
	}
	if v.family() && len(list) > 1 {
		v.add("S1-jsonrpc", "several", SeverityWarn, at, "count", strconv.Itoa(len(list)))
	}
}

func hasBinding(list []Interface, binding string) bool {
	for _, i := range list {
		if i.ProtocolBinding == binding {
			return true
		}
	}
	return false
}

// checkTopLevelURL compares the top-level url with the interfaces'.
func (v *validation) checkTopLevelURL() {
	list := v.card.SupportedInterfaces
	if len(list) == 0 {
		return
	}
	want := ""
	if i := slices.IndexFunc(list, func(i Interface) bool { return i.ProtocolBinding == vocab.JSONRPC }); i >= 0 {
		want = list[i].URL
	}
	u := v.doc.top(member.URL)
	switch u.Kind() {
	case jsondoc.Absent, jsondoc.Null:
		v.add("S1-url-consistent", "absent", SeverityWarn, v.root, "want", want)
		return
	case jsondoc.String:
	default:
		return // B-types speaks of it
	}
	is := rules.Normalize(u.Text())
	switch {
	case hasBinding(list, vocab.JSONRPC) && rules.Normalize(want) == is:
	case slices.ContainsFunc(list, func(i Interface) bool { return rules.Normalize(i.URL) == is }):
		v.add("S1-url-consistent", "other", SeverityWarn, u, "value", catalog.RedactURL(u.Text()), "want", want)
	default:
		v.add("S1-url-consistent", "", SeverityFail, u, "value", catalog.RedactURL(u.Text()))
	}
}

// checkPreferred judges the members by which 0.x listed its interfaces.
func (v *validation) checkPreferred() {
	p, a := v.doc.top(member.PreferredTransport), v.doc.top(member.AdditionalInterfaces)
	if p.Kind() != jsondoc.String && a.Kind() != jsondoc.Array {
		return
	}
	disagrees := v.disagreement()
	if p.Kind() == jsondoc.String {
		url := v.card.URL
		if disagrees(url, p.Text()) {
			v.add("S1-no-preferred-transport", "disagree", SeverityFail, p, "member", "preferredTransport", "value", strings.TrimSpace(p.Text()+" "+url))
		} else {
			v.add("S1-no-preferred-transport", "", SeverityWarn, p, "member", "preferredTransport")
		}
	}
	if a.Kind() != jsondoc.Array {
		return
	}
	agree := true
	for e := a.First(); e.Exists(); e = e.Next() {
		url, transport := e.Member(member.URL).Text(), e.Member(member.Transport).Text()
		if disagrees(url, transport) {
			agree = false
			v.add("S1-no-preferred-transport", "disagree", SeverityFail, e, "member", "additionalInterfaces", "value", strings.TrimSpace(transport+" "+url))
		}
	}
	if agree {
		v.add("S1-no-preferred-transport", "", SeverityWarn, a, "member", "additionalInterfaces")
	}
}

// disagreement gives what reports a pair that supportedInterfaces, where it has
// entries, does not list. Without a url the transport alone is compared.
func (v *validation) disagreement() func(url, transport string) bool {
	type pair struct{ url, transport string }
	listed := map[pair]bool{}
	for _, i := range v.card.SupportedInterfaces {
		listed[pair{rules.Normalize(i.URL), i.ProtocolBinding}] = true
		listed[pair{"", i.ProtocolBinding}] = true
	}
	return func(url, transport string) bool {
		return len(listed) > 0 && !listed[pair{rules.Normalize(url), transport}]
	}
}

// checkTargets looks for a card that says it is society's.
func (v *validation) checkTargets() {
	if n := v.doc.top(member.Name); isSociety(n.Text(), " ") {
		v.add("S-targets", "", SeverityWarn, n, "value", n.Text())
	}
	for e := range v.doc.top(member.Capabilities).Member(member.Extensions).Children() {
		if n := e.Member(member.Params).Member(member.Name); e.Member(member.URI).Text() == vocab.ANS && isSociety(n.Text(), ".") {
			v.add("S-targets", "", SeverityWarn, n, "value", n.Text())
		}
	}
}

func isSociety(name, sep string) bool {
	first, _, _ := strings.Cut(fold(name), sep)
	return first == "society"
}
