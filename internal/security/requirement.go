package security

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// List is the list that holds at one level, of a card or of a skill: that of 1.0
// where it has entries, else the older one. It is absent where neither is
// declared; null declares nothing. What is no array is one alternative that
// can't be read.
func List(in jsondoc.Value) jsondoc.Value {
	return Chosen(in.Member(member.SecurityRequirements), in.Member(member.Security))
}

// Chosen is List of the two members, each absent where it is not there.
func Chosen(now, older jsondoc.Value) jsondoc.Value {
	now, older = declared(now), declared(older)
	if !older.Exists() || now.Exists() && !isEmpty(now) {
		return now
	}
	return older
}

func declared(list jsondoc.Value) jsondoc.Value {
	if list.Kind() == jsondoc.Null {
		return jsondoc.Value{}
	}
	return list
}

func isEmpty(list jsondoc.Value) bool { return list.Kind() == jsondoc.Array && list.Len() == 0 }

// Alternative finds the object of scheme names in one alternative. It is not ok
// where the alternative can't be read.
func Alternative(v jsondoc.Value) (body jsondoc.Value, wrapped, ok bool) {
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
	if v.Len() != 1 || v.First().Kind() != jsondoc.Object || v.First().ID() != member.Schemes {
		return jsondoc.Value{}
	}
	return v.First()
}

// readableScopes reports […], and in the wrapped form {"list": […]} or {} too,
// each of strings.
func readableScopes(v jsondoc.Value, wrapped bool) bool {
	list := Scopes(v)
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

// Scopes is the array of scopes in […] or {"list": […]}, absent where there is
// none.
func Scopes(v jsondoc.Value) jsondoc.Value {
	if v.Kind() == jsondoc.Object && v.Len() == 1 && v.First().ID() == member.List {
		v = v.First()
	}
	if v.Kind() != jsondoc.Array {
		return jsondoc.Value{}
	}
	return v
}
