package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/rules"
	"github.com/hs9147/agentcard/internal/security"
)

// way is how an agent can be called.
type way struct{ binding, version string }

// reach is one interface with the place of its URL.
type reach struct {
	way
	url string
	at  jsondoc.Value
}

// reaches are the interfaces of a card as a correct reader sees them.
func reaches(d *Document) []reach {
	root := d.tree.Root()
	list := root.Get("supportedInterfaces")
	entries := list.Kind() == jsondoc.Array && list.Len() > 0
	var out []reach
	for n, i := range d.Card().Interfaces() {
		at := root.Get("url")
		if entries {
			at = list.At(n).Get("url")
		} else if at.Text() != i.URL {
			at = withURL(root.Get("additionalInterfaces"), i.URL)
		}
		out = append(out, reach{way{i.ProtocolBinding, i.ProtocolVersion}, i.URL, at})
	}
	return out
}

func withURL(list jsondoc.Value, url string) jsondoc.Value {
	for e := range list.Children() {
		if e.Get("url").Text() == url {
			return e.Get("url")
		}
	}
	return jsondoc.Value{}
}

// interfaces reports interfaces that are gone (rule T-select), and those whose
// URL is another one at an origin that was known (rule S6-url-accurate).
func (c *comparison) interfaces() {
	was, is := reaches(c.before), reaches(c.now)
	kept, urls, origins := map[way]bool{}, map[string]bool{}, map[string]bool{}
	for _, i := range is {
		kept[i.way] = true
	}
	said := map[way]bool{}
	for _, i := range was {
		urls[rules.Normalize(i.url)] = true
		origins[originOf(i.url)] = true
		if i.binding != "" && !kept[i.way] && !said[i.way] {
			said[i.way] = true
			c.add("T-select", "interface-removed", SeverityWarn, nearest(c.is, "supportedInterfaces"), "binding", i.binding, "version", i.version)
		}
	}
	had := map[way]bool{}
	for _, i := range was {
		had[i.way] = true
	}
	for _, i := range is {
		if had[i.way] && i.at.Exists() && origins[originOf(i.url)] && !urls[rules.Normalize(i.url)] {
			c.add("S6-url-accurate", "moved", SeverityInfo, i.at, "url", catalog.RedactURL(i.url))
		}
	}
}

// originOf is the origin of an endpoint, that of host:port without a scheme too;
// empty where it has none.
func originOf(s string) string {
	if o, ok := rules.Origin(s); ok {
		return o
	}
	if s == "" || len(rules.Endpoint(s, true)) == 0 || rules.Endpoint(s, true)[0] != rules.FaultHostPort {
		return ""
	}
	o, _ := rules.Origin("grpc://" + s)
	return o
}

// origins is rule T-origin: credentials are bound to an origin, so that a caller
// must know of each new one. It gives the schemes that have a URL at one.
func (c *comparison) origins() map[string]bool {
	c.newOrigins("new-origin", endpointsOf(c.was), endpointsOf(c.is))
	at := c.newOrigins("new-origin:scheme", schemeURLs(c.was), schemeURLs(c.is))
	out := map[string]bool{}
	for _, u := range at {
		for u.Parent().Name() != "securitySchemes" {
			u = u.Parent()
		}
		out[u.Name()] = true
	}
	return out
}

// newOrigins reports each origin once, and gives every URL at one.
func (c *comparison) newOrigins(key string, was, is []jsondoc.Value) (at []jsondoc.Value) {
	known, said := map[string]bool{"": true}, map[string]bool{}
	for _, u := range was {
		known[originOf(u.Text())] = true
	}
	for _, u := range is {
		o := originOf(u.Text())
		if known[o] {
			continue
		}
		if at = append(at, u); !said[o] {
			said[o] = true
			c.add("T-origin", key, SeverityWarn, u, "origin", o)
		}
	}
	return at
}

// endpointsOf are the URLs at which some reader calls the agent.
func endpointsOf(root jsondoc.Value) []jsondoc.Value {
	var out []jsondoc.Value
	for _, name := range [...]string{"supportedInterfaces", "additionalInterfaces"} {
		for e := range root.Get(name).Children() {
			out = append(out, e.Get("url"))
		}
	}
	return append(out, root.Get("url"))
}

// schemeURLs are the URLs within schemes, at which a client gets its tokens.
func schemeURLs(root jsondoc.Value) []jsondoc.Value {
	var out []jsondoc.Value
	schemes := root.Get("securitySchemes")
	if schemes.Kind() != jsondoc.Object {
		return nil
	}
	for v := range schemes.Subtree() {
		switch v.Name() {
		case "authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl", "openIdConnectUrl", "oauth2MetadataUrl":
			if v.Kind() == jsondoc.String && v.Parent() != schemes {
				out = append(out, v)
			}
		}
	}
	return out
}

// schemeMeaning is what a scheme asks of a client, in either spelling and
// without its description, so that equal ones have equal meanings.
func schemeMeaning(e jsondoc.Value) string {
	s := readScheme(e)
	kind := s.Kind()
	if kind == SchemeUnknown {
		return string(e.AppendCanonical(nil))
	}
	member := func(wrapped, flat string) jsondoc.Value {
		if m := e.Member(security.Wrappers[kind]).Get(wrapped); present(m) {
			return m
		}
		return e.Get(flat)
	}
	out := []string{kind.String()}
	text := func(wrapped, flat string) { out = append(out, member(wrapped, flat).Text()) }
	switch kind {
	case SchemeHTTP:
		out = append(out, strings.ToLower(member("scheme", "scheme").Text()))
		text("bearerFormat", "bearerFormat")
	case SchemeAPIKey:
		text("location", "in")
		text("name", "name")
	case SchemeOAuth2:
		flows := member("flows", "flows")
		if flows.Kind() == jsondoc.Object {
			out = append(out, string(new(reducer).message(nil, flows, flowsMessage)))
		}
		text("oauth2MetadataUrl", "oauth2MetadataUrl")
	case SchemeOpenIDConnect:
		text("openIdConnectUrl", "openIdConnectUrl")
	}
	return strings.Join(out, "\x00")
}
