package card

import (
	"encoding/json"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/security"
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
	body, wrapped, ok := security.Alternative(v)
	if r.Wrapped = wrapped; !ok {
		return r
	}
	r.Schemes = make(map[string][]string, body.Len())
	for m := body.First(); m.Exists(); m = m.Next() {
		if list := security.Scopes(m); list.Exists() {
			r.Schemes[m.Name()], _ = stringsOf(list)
		} else {
			r.Schemes[m.Name()] = nil
		}
	}
	return r
}
