package card

import (
	"bytes"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/rules"
	"github.com/hs9147/agentcard/internal/security"
)

func (v *validation) checkSchemes() {
	m := v.doc.top(member.SecuritySchemes)
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
	s := security.Spelled(e)
	if s.Several || s.Odd {
		v.checkWrappers(e)
		return
	}
	flat := schemeKindOf(s.Type.Text())
	hasType := s.Type.Exists()
	switch {
	case !hasType && s.Wrapper == 0:
		v.add("B-scheme-shape", "bare", SeverityFail, e)
		return
	case hasType && s.Type.Kind() != jsondoc.String:
		v.add("B-scheme-shape", "unknown:type", SeverityFail, s.Type, "found", s.Type.Kind().String())
		return
	case hasType && flat == SchemeUnknown:
		v.add("B-scheme-shape", "unknown", SeverityFail, s.Type, "value", s.Type.Text(), "want", typeNear(s.Type.Text()))
		return
	}
	wrapped := SchemeKind(s.Wrapper)
	if wrapped != SchemeUnknown {
		inner := e.Member(security.Wrappers[wrapped])
		if hasType && flat != wrapped {
			v.add("B-scheme-shape", "differs", SeverityFail, e, "member", "type")
		} else if member := differing(e, inner); member != "" {
			v.add("B-scheme-shape", "differs", SeverityFail, e, "member", member)
		}
		v.checkFields(inner, wrapped, true)
	}
	if hasType && (wrapped == SchemeUnknown || wrapped == flat) {
		v.checkFields(e, flat, false)
	}
}

// checkWrappers says what is wrong with an entry that has several wrappers, or a
// member that looks like one.
func (v *validation) checkWrappers(e jsondoc.Value) {
	s := readScheme(e)
	wrapped := s.wrappers()
	switch other := s.unknownWrapper(); {
	case len(wrapped) > 0: // and another
		v.add("B-scheme-shape", "several", SeverityFail, e, "value", strings.Join(wrapperList(wrapped, other), ", "))
	case schemeMessage.named(other) == nil:
		v.add("B-scheme-shape", "unknown", SeverityFail, e, "value", other)
	default: // a known wrapper that is no object is reported while reading
	}
}

// typeNear is the type that differs from a text in case alone, empty if there is
// none.
func typeNear(s string) string {
	for _, t := range security.Types[1:] {
		if strings.EqualFold(s, t) {
			return t
		}
	}
	return ""
}

func wrapperList(known []SchemeKind, other string) []string {
	var out []string
	for _, k := range known {
		out = append(out, member.Spelling(security.Wrappers[k]))
	}
	if other != "" {
		out = append(out, other)
	}
	return out
}

// differing names a member in which the flat form and the wrapper disagree,
// empty if they describe the same scheme. A member that only one of them has is
// no difference, nor is the description.
func differing(e, inner jsondoc.Value) string {
	for m := inner.First(); m.Exists(); m = m.Next() {
		name := m.Name()
		flat := e.Get(name)
		if m.ID() == member.Location {
			flat = e.Member(member.In)
		}
		if m.ID() == member.Description || !flat.Exists() {
			continue
		}
		if m.ID() == member.Scheme && strings.EqualFold(m.Text(), flat.Text()) && m.Text() != "" {
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
	if a.Kind() == jsondoc.String && b.Kind() == jsondoc.String {
		return a.Text() == b.Text()
	}
	return sameText(a, b, func(dst []byte, v jsondoc.Value) []byte { return v.AppendCanonical(dst) })
}

// sameFlows compares two values of flows but for members at their default, which
// a wrapper in the form of A2A 1.0.1 §8.4.1 is without.
func sameFlows(a, b jsondoc.Value) bool {
	if a.Kind() != jsondoc.Object || b.Kind() != jsondoc.Object {
		return false
	}
	r := &reducer{}
	return sameText(a, b, func(dst []byte, v jsondoc.Value) []byte { return r.message(dst, v, flowsMessage) })
}

// sameText compares what is written of two values. Both are written into the
// same room, since they may be large and the pairs many.
func sameText(a, b jsondoc.Value, write func([]byte, jsondoc.Value) []byte) bool {
	text := write(make([]byte, 0, len(a.Raw())+len(b.Raw())), a)
	n := len(text)
	text = write(text, b)
	return bytes.Equal(text[:n], text[n:])
}

// checkFields asks for what a kind requires, in the wrapper or in the flat
// form. A value of another type is B-types.
func (v *validation) checkFields(in jsondoc.Value, k SchemeKind, wrapped bool) {
	switch k {
	case SchemeAPIKey:
		v.checkAPIKey(in, wrapped)
	case SchemeHTTP:
		if s := v.need(in, member.Scheme, "http"); s != "" && !rules.Token(s) {
			v.add("B-scheme-fields", "token", SeverityFail, in.Member(member.Scheme), "member", "scheme", "value", s, "want", trimmedToken(s))
		}
	case SchemeOAuth2:
		v.checkFlows(in, wrapped)
	case SchemeOpenIDConnect:
		v.need(in, member.OpenIDConnectURL, "openIdConnect")
	}
}

// trimmedToken is a token with spaces around it without them, empty if there is
// none.
func trimmedToken(s string) string {
	if s = strings.TrimSpace(s); rules.Token(s) {
		return s
	}
	return ""
}

// need asks for a string that is not empty, and gives it.
func (v *validation) need(in jsondoc.Value, id jsondoc.NameID, kind string) string {
	at, _, ok := missing(in, id)
	if ok || at.Raw() == `""` {
		v.add("B-scheme-fields", "", SeverityFail, at, "member", member.Spelling(id), "kind", kind)
	}
	return at.Text()
}

func (v *validation) checkAPIKey(in jsondoc.Value, wrapped bool) {
	place := member.In
	if wrapped {
		place = member.Location
	}
	var where string
	if wrapped && in.Member(member.In).Exists() && !in.Member(member.Location).Exists() {
		v.add("B-scheme-fields", "in", SeverityFail, in.Member(member.In), "want", "location")
	} else {
		where = v.need(in, place, "apiKey")
	}
	if where != "" && !rules.APIKeyLocation(where) {
		want := ""
		if rules.APIKeyLocation(strings.ToLower(where)) {
			want = strings.ToLower(where)
		}
		v.add("B-scheme-fields", "location", SeverityFail, in.Member(place), "value", where, "want", want)
	}
	name := v.need(in, member.Name, "apiKey")
	if name != "" && where != "query" && !rules.Token(name) {
		v.add("B-scheme-fields", "token", SeverityFail, in.Member(member.Name), "member", "name", "value", name)
	}
}

func (v *validation) checkFlows(in jsondoc.Value, wrapped bool) {
	flows, _, ok := missing(in, member.Flows)
	if ok {
		v.add("B-scheme-fields", "", SeverityFail, flows, "member", "flows", "kind", "oauth2")
		return
	}
	if flows.Kind() != jsondoc.Object {
		return
	}
	n := 0
	for f := flows.First(); f.Exists(); f = f.Next() {
		x := flowsMessage.field(f.ID())
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
			v.need(f, y.id, x.name)
		} else if at, _, ok := missing(f, y.id); ok {
			v.add("B-scheme-fields", "", SeverityFail, at, "member", y.name, "kind", x.name)
		}
	}
}
