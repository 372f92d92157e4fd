package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/rules"
)

func (v *validation) checkSchemes() {
	m := v.root.Get("securitySchemes")
	switch m.Kind() {
	case jsondoc.Absent, jsondoc.Null:
	case jsondoc.Object:
		for e := m.First(); e.Exists(); e = e.Next() {
			v.checkScheme(e)
		}
	case jsondoc.Array:
		v.add("B-scheme-shape", "array", SeverityFail, m)
		for e := m.First(); e.Exists(); e = e.Next() {
			v.checkScheme(e)
		}
	default:
		v.add("B-scheme-shape", "type", SeverityFail, m, "found", m.Kind().String())
	}
}

// checkScheme judges one entry: rules B-scheme-shape and B-scheme-fields.
func (v *validation) checkScheme(e jsondoc.Value) {
	if e.Kind() != jsondoc.Object {
		if e.Parent().Kind() == jsondoc.Array {
			v.add("B-scheme-shape", "entry", SeverityFail, e, "found", e.Kind().String())
		}
		return // in an object, reported while reading
	}
	s := readScheme(e)
	wrapped := s.wrappers()
	switch other := s.unknownWrapper(); {
	case len(wrapped) > 1, len(wrapped) == 1 && other != "":
		v.add("B-scheme-shape", "several", SeverityFail, e, "value", strings.Join(wrapperList(wrapped, other), ", "))
		return
	case other != "":
		if schemeMessage.field(other) == nil {
			v.add("B-scheme-shape", "unknown", SeverityFail, e, "value", other)
		}
		return // a known wrapper that is no object is reported while reading
	}
	t, _, absent := missing(e, "type")
	switch {
	case absent && len(wrapped) == 0:
		v.add("B-scheme-shape", "bare", SeverityFail, e)
		return
	case !absent && t.Kind() != jsondoc.String:
		v.add("B-scheme-shape", "unknown:type", SeverityFail, t, "found", t.Kind().String())
		return
	case !absent && schemeKindOf(t.Text()) == SchemeUnknown:
		v.add("B-scheme-shape", "unknown", SeverityFail, t, "value", t.Text())
		return
	}
	if len(wrapped) == 1 {
		if member := differing(e, s, wrapped[0]); member != "" {
			v.add("B-scheme-shape", "differs", SeverityFail, e, "member", member)
		}
		v.checkFields(e.Get(wrapperNames[wrapped[0]]), wrapped[0], true)
	}
	if !absent && (len(wrapped) == 0 || wrapped[0] == schemeKindOf(t.Text())) {
		v.checkFields(e, schemeKindOf(t.Text()), false)
	}
}

func wrapperList(known []SchemeKind, other string) []string {
	var out []string
	for _, k := range known {
		out = append(out, wrapperNames[k])
	}
	if other != "" {
		out = append(out, other)
	}
	return out
}

// differing names a member in which the flat form and the wrapper disagree,
// empty if they describe the same scheme. A member that only one of them has is
// no difference, nor is the description.
func differing(e jsondoc.Value, s SecurityScheme, k SchemeKind) string {
	if s.Type != "" && schemeKindOf(s.Type) != k {
		return "type"
	}
	inner := e.Get(wrapperNames[k])
	for m := inner.First(); m.Exists(); m = m.Next() {
		name := m.Name()
		flat := e.Get(name)
		if name == "location" {
			flat = e.Get("in")
		}
		if name == "description" || !flat.Exists() {
			continue
		}
		if name == "scheme" && strings.EqualFold(m.Text(), flat.Text()) && m.Text() != "" {
			continue
		}
		if !sameJSON(m, flat) && !(name == "flows" && sameFlows(m, flat)) {
			return name
		}
	}
	return ""
}

// sameJSON compares two values in canonical form.
func sameJSON(a, b jsondoc.Value) bool {
	ca, errA := jsondoc.Canonicalize([]byte(a.Raw()))
	cb, errB := jsondoc.Canonicalize([]byte(b.Raw()))
	return errA == nil && errB == nil && string(ca) == string(cb)
}

// sameFlows compares two values of flows but for members at their default, which
// a wrapper in the form of A2A 1.0.1 §8.4.1 is without.
func sameFlows(a, b jsondoc.Value) bool {
	if a.Kind() != jsondoc.Object || b.Kind() != jsondoc.Object {
		return false
	}
	r := &reducer{}
	return string(r.message(nil, a, flowsMessage)) == string(r.message(nil, b, flowsMessage))
}

// checkFields asks for what a kind requires, in the wrapper or in the flat
// form. A value of another type is B-types.
func (v *validation) checkFields(in jsondoc.Value, k SchemeKind, wrapped bool) {
	switch k {
	case SchemeAPIKey:
		v.checkAPIKey(in, wrapped)
	case SchemeHTTP:
		if s := v.need(in, "scheme", "http"); s != "" && !rules.Token(s) {
			v.add("B-scheme-fields", "token", SeverityFail, in.Get("scheme"), "member", "scheme", "value", s)
		}
	case SchemeOAuth2:
		v.checkFlows(in, wrapped)
	case SchemeOpenIDConnect:
		v.need(in, "openIdConnectUrl", "openIdConnect")
	}
}

// need asks for a string that is not empty, and gives it.
func (v *validation) need(in jsondoc.Value, member, kind string) string {
	at, _, ok := missing(in, member)
	if ok || at.Raw() == `""` {
		v.add("B-scheme-fields", "", SeverityFail, at, "member", member, "kind", kind)
	}
	return at.Text()
}

func (v *validation) checkAPIKey(in jsondoc.Value, wrapped bool) {
	place := "in"
	if wrapped {
		place = "location"
	}
	var where string
	if wrapped && in.Get("in").Exists() && !in.Get("location").Exists() {
		v.add("B-scheme-fields", "in", SeverityFail, in.Get("in"))
	} else {
		where = v.need(in, place, "apiKey")
	}
	if where != "" && !rules.APIKeyLocation(where) {
		v.add("B-scheme-fields", "location", SeverityFail, in.Get(place), "value", where)
	}
	name := v.need(in, "name", "apiKey")
	if name != "" && where != "query" && !rules.Token(name) {
		v.add("B-scheme-fields", "token", SeverityFail, in.Get("name"), "member", "name", "value", name)
	}
}

func (v *validation) checkFlows(in jsondoc.Value, wrapped bool) {
	flows, _, ok := missing(in, "flows")
	if ok {
		v.add("B-scheme-fields", "", SeverityFail, flows, "member", "flows", "kind", "oauth2")
		return
	}
	if flows.Kind() != jsondoc.Object {
		return
	}
	n := 0
	for f := flows.First(); f.Exists(); f = f.Next() {
		x := flowsMessage.field(f.Name())
		if x == nil || f.Kind() == jsondoc.Null {
			continue
		}
		n++
		if f.Kind() == jsondoc.Object {
			v.checkFlow(f, x, wrapped)
		}
	}
	switch {
	case n == 0:
		v.add("B-scheme-fields", "flows", SeverityFail, flows)
	case n > 1 && wrapped:
		v.add("B-scheme-fields", "flow-count", SeverityFail, flows)
	}
}

// checkFlow asks for the REQUIRED members of a flow. In the flat form the
// deprecated flows require what OpenAPI does.
func (v *validation) checkFlow(f jsondoc.Value, x *field, wrapped bool) {
	for _, y := range x.of.fields {
		due := y.presence == required
		if !wrapped && (x.name == "implicit" && y.name != "refreshUrl" || x.name == "password" && y.name != "refreshUrl") {
			due = true
		}
		if !due {
			continue
		}
		if y.shape == shapeString {
			v.need(f, y.name, x.name)
		} else if at, _, ok := missing(f, y.name); ok {
			v.add("B-scheme-fields", "", SeverityFail, at, "member", y.name, "kind", x.name)
		}
	}
}
