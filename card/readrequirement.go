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
	if v.Kind() != jsondoc.Object {
		return r
	}
	if s := wrappedSchemes(v); s.Exists() {
		r.Wrapped = true
		r.Schemes = readScopes(s, scopesOf)
		return r
	}
	r.Schemes = readScopes(v, plainScopes)
	return r
}

// wrappedSchemes is the object under the single member schemes, absent in the
// flat form. {"schemes": […]} is the flat form of a scheme of that name.
func wrappedSchemes(v jsondoc.Value) jsondoc.Value {
	if v.Len() != 1 || v.First().Name() != "schemes" || v.First().Kind() != jsondoc.Object {
		return jsondoc.Value{}
	}
	return v.First()
}

// readScopes reads an object of scheme names; nil if one value can't be read.
func readScopes(v jsondoc.Value, read func(jsondoc.Value) ([]string, bool)) map[string][]string {
	out := make(map[string][]string, v.Len())
	for m := v.First(); m.Exists(); m = m.Next() {
		scopes, ok := read(m)
		if !ok {
			return nil
		}
		out[m.Name()] = scopes
	}
	return out
}

// scopesOf reads {"list": […]}, {} or […].
func scopesOf(v jsondoc.Value) ([]string, bool) {
	if v.Kind() != jsondoc.Object {
		return plainScopes(v)
	}
	switch {
	case v.Len() == 0:
		return nil, true
	case v.Len() == 1 && v.First().Name() == "list":
		return plainScopes(v.First())
	}
	return nil, false
}

func plainScopes(v jsondoc.Value) ([]string, bool) {
	if v.Kind() != jsondoc.Array {
		return nil, false
	}
	return stringsOf(v)
}
