package card

import (
	"slices"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/rules"
	"github.com/hs9147/agentcard/internal/vocab"
)

// The versions that are written (X1).
const (
	interfaceVersion = "1.0"
	topLevelVersion  = "1.0.1"
)

// translation rewrites a card into a dialect. What the dialect can't hold is
// lost, and the translation with it.
type translation struct {
	to   Dialect
	from jsondoc.Value // the card as MarshalJSON writes it
	card *AgentCard    // a copy of it, rewritten in place
	lost []jsondoc.Value
}

func (t *translation) run() {
	t.interfaces()
	t.preferred()
	t.topLevel()
	t.extendedCard()
	t.schemes()
	c := t.card
	t.requirements(t.from, &c.Security, &c.SecurityRequirements, c.Extra)
	at := t.from.Get("skills").First()
	for i := range c.Skills {
		s := &c.Skills[i]
		t.requirements(at, &s.Security, &s.SecurityRequirements, s.Extra)
		at = at.Next()
	}
	if t.to == DialectProfile && c.Capabilities != nil {
		requiredSpelled(c.Capabilities.Extensions)
	}
	if t.to == DialectA2A10 {
		t.strict(t.from, cardMessage)
	}
}

// lose marks a value that the dialect can't hold.
func (t *translation) lose(v jsondoc.Value) { t.lost = append(t.lost, v) }

// keepOrLose marks a value that only the dialects with older members can hold.
func (t *translation) keepOrLose(v jsondoc.Value) {
	if t.to == DialectA2A10 {
		t.lose(v)
	}
}

// misfit reports a member in Extra that holds a value of another type.
func misfit(x extra, name string) bool {
	raw, ok := x[name]
	return ok && string(raw) != "null"
}

// interfaces writes the interfaces as they are read, with their versions. Older
// members that give an interface without a url or a binding stay as they are: a
// list with it would be worse than none.
func (t *translation) interfaces() {
	c := t.card
	read := c.Interfaces()
	if len(c.SupportedInterfaces) == 0 {
		if len(read) > 0 && !slices.ContainsFunc(read, Interface.partial) {
			if misfit(c.Extra, "supportedInterfaces") {
				t.lose(t.from.Get("supportedInterfaces"))
			}
			c.SupportedInterfaces = read
		}
		return
	}
	for i := range c.SupportedInterfaces {
		if x := &c.SupportedInterfaces[i]; x.raw == "" && read[i].ProtocolVersion != "" {
			x.ProtocolVersion = read[i].ProtocolVersion
		}
	}
}

func (i Interface) partial() bool { return i.URL == "" || i.ProtocolBinding == "" }

// preferred takes out what 0.x listed its interfaces by, where
// supportedInterfaces says the same.
func (t *translation) preferred() {
	c := t.card
	if c.PreferredTransport != "" || c.zero&zPreferredTransport != 0 {
		if t.listed(c.URL, c.hasURL(), c.PreferredTransport) {
			c.PreferredTransport = ""
			c.zero &^= zPreferredTransport
		} else {
			t.keepOrLose(t.from.Get("preferredTransport"))
		}
	}
	if c.AdditionalInterfaces == nil {
		return
	}
	for _, a := range c.AdditionalInterfaces {
		if a.raw != "" || len(a.Extra) > 0 || !t.listed(a.URL, true, a.Transport) {
			t.keepOrLose(t.from.Get("additionalInterfaces"))
			return
		}
	}
	c.AdditionalInterfaces = nil
}

// listed reports an interface of that binding, and of that url where there is
// one.
func (t *translation) listed(url string, hasURL bool, binding string) bool {
	for _, i := range t.card.SupportedInterfaces {
		if i.ProtocolBinding == binding && i.raw == "" && (!hasURL || rules.Normalize(i.URL) == rules.Normalize(url)) {
			return true
		}
	}
	return false
}

// topLevel writes url and protocolVersion, or takes them out where interfaces
// say the same.
func (t *translation) topLevel() {
	c := t.card
	if t.to != DialectA2A10 {
		if !c.hasURL() && !misfit(c.Extra, "url") {
			c.URL = c.jsonrpcURL()
		}
		if c.ProtocolVersion == "" && c.zero&zProtocolVersion == 0 && !misfit(c.Extra, "protocolVersion") && c.speaks(interfaceVersion) {
			c.ProtocolVersion = topLevelVersion
		}
		return
	}
	if c.hasURL() {
		same := false
		for _, i := range c.SupportedInterfaces {
			same = same || i.raw == "" && rules.Normalize(i.URL) == rules.Normalize(c.URL)
		}
		if !same {
			t.lose(t.from.Get("url"))
		}
		c.URL = ""
		c.zero &^= zURL
	}
	if v, _ := majorMinor(c.ProtocolVersion); c.ProtocolVersion != "" && (v == "" || !c.speaks(v)) {
		t.lose(t.from.Get("protocolVersion"))
	}
	c.ProtocolVersion = ""
	c.zero &^= zProtocolVersion
}

// jsonrpcURL is the url of the first JSONRPC interface. Without one a card has
// no top-level url to give, since it would be taken for a JSONRPC one.
func (c *AgentCard) jsonrpcURL() string {
	for _, i := range c.SupportedInterfaces {
		if i.ProtocolBinding == vocab.JSONRPC {
			return i.URL
		}
	}
	return ""
}

// speaks reports an interface of that version.
func (c *AgentCard) speaks(version string) bool {
	for _, i := range c.Interfaces() {
		if i.ProtocolVersion == version {
			return true
		}
	}
	return false
}

// extendedCard moves the older flag for an extended card to where 1.0 has it.
func (t *translation) extendedCard() {
	c := t.card
	flag := c.SupportsAuthenticatedExtendedCard
	if flag == nil {
		return
	}
	if c.Capabilities == nil && !misfit(c.Extra, "capabilities") {
		c.Capabilities = &Capabilities{}
	}
	to := c.Capabilities
	if to == nil || misfit(to.Extra, "extendedAgentCard") || to.ExtendedAgentCard != nil && *to.ExtendedAgentCard != *flag {
		t.keepOrLose(t.from.Get("supportsAuthenticatedExtendedCard"))
		return
	}
	to.ExtendedAgentCard = flag
	c.SupportsAuthenticatedExtendedCard = nil
}

// requiredSpelled writes required out where an extension leaves it to the
// default.
func requiredSpelled(list []Extension) {
	for i := range list {
		if e := &list[i]; e.raw == "" && !e.Required && !misfit(e.Extra, "required") {
			e.zero |= zRequired
			delete(e.Extra, "required")
		}
	}
}

// strict marks what ProtoJSON can't hold: members that the proto does not have
// and values of another type. Schemes, requirements and the older members that
// have a translation are looked at by it.
func (t *translation) strict(v jsondoc.Value, of *message) {
	for m := range v.Children() {
		x := fieldOf(of, m)
		switch {
		case x != nil && m.Kind() == jsondoc.Null:
		case x == nil, !fits(x.shape, m), x.presence == older && !translated(of, x):
			t.lose(m)
		case x.presence == older || x.of == schemeMessage:
		default:
			t.strictValue(m, x)
		}
	}
}

// translated reports a member of older versions for which 1.0 has another.
func translated(of *message, x *field) bool {
	return of == cardMessage || of == skillMessage && x.name == "security"
}

func (t *translation) strictValue(m jsondoc.Value, x *field) {
	switch x.shape {
	case shapeMessage:
		t.strict(m, x.of)
	case shapeMessages, shapeMessageMap:
		for e := range m.Children() {
			if e.Kind() != jsondoc.Object {
				t.lose(e)
			} else {
				t.strict(e, x.of)
			}
		}
	case shapeStrings, shapeStringMap:
		for e := range m.Children() {
			if e.Kind() != jsondoc.String {
				t.lose(e)
			}
		}
	}
}
