package card

import (
	"encoding/json"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// readRequirements reads a list of alternatives. What is no list is one
// alternative that can't be read, so that it is never taken for none; null is
// absent.
func readRequirements(m jsondoc.Value, dst *[]SecurityRequirement, x *extra) {
	switch m.Kind() {
	case jsondoc.Null:
		keep(x, m)
	case jsondoc.Array:
		list := make([]SecurityRequirement, 0, m.Len())
		for e := m.First(); e.Exists(); e = e.Next() {
			list = append(list, readRequirement(e))
		}
		*dst = list
	default:
		keep(x, m)
		*dst = []SecurityRequirement{{Raw: json.RawMessage(m.Raw())}}
	}
}

// readRequirement reads one alternative by its own form.
func readRequirement(v jsondoc.Value) SecurityRequirement {
	r := SecurityRequirement{Raw: json.RawMessage(v.Raw())}
	body, wrapped, ok := alternative(v)
	if r.Wrapped = wrapped; !ok {
		return r
	}
	r.Schemes = make(map[string][]string, body.Len())
	for m := body.First(); m.Exists(); m = m.Next() {
		if list := scopeList(m); list.Exists() {
			r.Schemes[m.Name()], _ = stringsOf(list)
		} else {
			r.Schemes[m.Name()] = nil
		}
	}
	return r
}

// alternative finds the object of scheme names in one alternative. It is not ok
// where the alternative can't be read.
func alternative(v jsondoc.Value) (body jsondoc.Value, wrapped, ok bool) {
	if v.Kind() != jsondoc.Object {
		return v, false, false
	}
	body = v
	if s := wrappedSchemes(v); s.Exists() {
		body, wrapped = s, true
	}
	for m := body.First(); m.Exists(); m = m.Next() {
		if !readableScopes(m, wrapped) {
			return body, wrapped, false
		}
	}
	return body, wrapped, true
}

// wrappedSchemes is the object under the single member schemes, absent in the
// flat form. {"schemes": […]} is the flat form of a scheme of that name.
func wrappedSchemes(v jsondoc.Value) jsondoc.Value {
	if v.Len() != 1 || v.First().Kind() != jsondoc.Object || v.First().Name() != "schemes" {
		return jsondoc.Value{}
	}
	return v.First()
}

// readableScopes reports […], and in the wrapped form {"list": […]} or {} too,
// each of strings.
func readableScopes(v jsondoc.Value, wrapped bool) bool {
	list := scopeList(v)
	if !list.Exists() {
		return wrapped && v.Kind() == jsondoc.Object && v.Len() == 0
	}
	if v.Kind() == jsondoc.Object && !wrapped {
		return false
	}
	for e := list.First(); e.Exists(); e = e.Next() {
		if e.Kind() != jsondoc.String {
			return false
		}
	}
	return true
}

// scopeList is the array of scopes in […] or {"list": […]}, absent where there
// is none.
func scopeList(v jsondoc.Value) jsondoc.Value {
	if v.Kind() == jsondoc.Object && v.Len() == 1 && v.First().Name() == "list" {
		v = v.First()
	}
	if v.Kind() != jsondoc.Array {
		return jsondoc.Value{}
	}
	return v
}
