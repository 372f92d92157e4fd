package card

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// said is what a card says, whatever its spelling, as text to compare.
func said(t *testing.T, d *Document) string {
	t.Helper()
	c := d.Card()
	var b strings.Builder
	for _, i := range c.Interfaces() {
		fmt.Fprintf(&b, "interface %q %q %q %q %s%s\n", i.URL, i.ProtocolBinding, i.ProtocolVersion, i.Tenant, saidExtra(i.Extra, "protocolVersion"), i.raw)
	}
	for _, a := range c.AdditionalInterfaces {
		if a.raw != "" || len(a.Extra) > 0 {
			fmt.Fprintf(&b, "older %s%s\n", saidExtra(a.Extra), a.raw)
		}
	}
	schemes := map[string]string{}
	for e := range d.tree.Root().Get("securitySchemes").Children() {
		schemes[e.Name()] = saidScheme(e)
	}
	for _, name := range slices.Sorted(maps.Keys(schemes)) {
		fmt.Fprintf(&b, "scheme %q %s\n", name, schemes[name])
	}
	fmt.Fprintf(&b, "card asks %s\n", saidRequirements(c.Requirements()))
	for i, s := range c.Skills {
		own := s.Requirements()
		if own == nil {
			fmt.Fprintf(&b, "skill %d inherits\n", i)
		} else {
			fmt.Fprintf(&b, "skill %d asks %s\n", i, saidRequirements(own))
		}
	}
	flag := c.SupportsAuthenticatedExtendedCard
	if c.Capabilities == nil {
		c.Capabilities = &Capabilities{}
	} else if c.Capabilities.ExtendedAgentCard != nil {
		flag = c.Capabilities.ExtendedAgentCard
	}
	if flag != nil {
		fmt.Fprintf(&b, "extended card %v\n", *flag)
	}
	return b.String() + saidRest(t, c)
}

// saidRest is form b of all that has the same spelling in every dialect,
// extensions and skills among it.
func saidRest(t *testing.T, c *AgentCard) string {
	t.Helper()
	rest := *c
	rest.SupportedInterfaces, rest.AdditionalInterfaces, rest.PreferredTransport = nil, nil, ""
	rest.URL, rest.ProtocolVersion, rest.SupportsAuthenticatedExtendedCard = "", "", nil
	rest.SecuritySchemes, rest.Security, rest.SecurityRequirements = nil, nil, nil
	rest.zero &^= zURL | zProtocolVersion | zPreferredTransport
	for _, name := range []string{"supportedInterfaces", "url", "protocolVersion", "preferredTransport", "additionalInterfaces", "supportsAuthenticatedExtendedCard", "security", "securityRequirements", "securitySchemes"} {
		delete(rest.Extra, name)
	}
	rest.Capabilities.ExtendedAgentCard = nil
	for i := range rest.Skills {
		s := &rest.Skills[i]
		s.Security, s.SecurityRequirements = nil, nil
		delete(s.Extra, "security")
		delete(s.Extra, "securityRequirements")
	}
	text, err := rest.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, string(text)).tree.Root()
	drop := map[int]bool{}
	dropNulls(root, cardMessage, drop)
	root = parse(t, string(appendWithout(nil, root, drop))).tree.Root()
	r := &reducer{}
	return string(root.AppendCanonicalMembers(nil, func(b []byte, m jsondoc.Value) ([]byte, bool) { return r.present(b, m, cardMessage) }))
}

func saidExtra(x extra, but ...string) string {
	var out []string
	for name, raw := range x {
		if string(raw) != "null" || !slices.Contains(but, name) && interfaceMessage.named(name) == nil {
			text, _ := jsondoc.Canonicalize(slices.Clone(raw))
			out = append(out, fmt.Sprintf("%q:%s", name, text))
		}
	}
	slices.Sort(out)
	return fmt.Sprint(out)
}

func saidRequirements(list []SecurityRequirement) string {
	out := []string{}
	for _, r := range list {
		if r.Readable() {
			out = append(out, fmt.Sprintf("%q", r.key()))
		} else {
			text, _ := jsondoc.Canonicalize(slices.Clone([]byte(r.Raw)))
			out = append(out, "unreadable "+string(text))
		}
	}
	return fmt.Sprint(out)
}

// saidScheme is the union of both forms of a scheme.
func saidScheme(e jsondoc.Value) string {
	s := readScheme(e)
	k := s.Kind()
	wrapper := wrapperIn(e)
	if k == SchemeUnknown || wrapper.Exists() && differing(e, wrapper) != "" {
		r := &reducer{}
		return "as it stands " + string(r.element(nil, e, schemeMessage))
	}
	out := map[string]bool{}
	note := func(m jsondoc.Value, name, prefix string) {
		switch v := m.Text(); {
		case m.Kind() == jsondoc.Null && schemeMessage.named(name) != nil, name == "type":
		case m.Kind() == jsondoc.String && v == "" && (name == "description" || name == "bearerFormat" || name == "oauth2MetadataUrl"):
		case m.Kind() == jsondoc.String && name == "scheme":
			out["scheme "+strings.ToLower(v)] = true
		case m.Kind() == jsondoc.String && schemeMessage.named(name) != nil:
			out[name+" "+v] = true
		case name == "flows" && m.Kind() == jsondoc.Object:
			r := &reducer{}
			out["flows "+string(r.message(nil, m, flowsMessage))] = true
		default:
			out[prefix+name+" "+string(m.AppendCanonical(nil))] = true
		}
	}
	for m := range e.Children() {
		if m != wrapper {
			note(m, m.Name(), "")
		}
	}
	for m := range wrapper.Children() {
		name := m.Name()
		if name == "location" {
			name = "in"
		} else if name == "in" || fieldOf(fieldOf(schemeMessage, wrapper).of, m) == nil {
			out["wrapper "+name+" "+string(m.AppendCanonical(nil))] = true
			continue
		}
		note(m, name, "wrapper ")
	}
	return k.String() + " " + strings.Join(slices.Sorted(maps.Keys(out)), "; ")
}
