package dispatch

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// Entry is one thing that the server dispatches.
type Entry[H any] struct {
	Skill     card.Skill // as the card shows it; its ID is what requests are told apart by
	Handler   H
	Unexposed bool // dispatched, and on no card
}

// Table is the server's list, in the order of the card.
type Table[H any] []Entry[H]

// Operation is an entry as verify.Operation has it, to which it converts.
type Operation struct {
	SkillID string
	Effects bool // it changes state, or does not say that it doesn't
}

// Skills gives the skills for the card, those that are exposed, in order. They
// are copies, which the holder may change.
func (t Table[H]) Skills() []card.Skill {
	out := make([]card.Skill, 0, len(t))
	for _, e := range t {
		if !e.Unexposed {
			out = append(out, clone(e.Skill))
		}
	}
	return out
}

// Lookup gives the handler of a skill, exposed or not. It has none where the id
// is not in the table, or its handler is nil.
func (t Table[H]) Lookup(id string) (H, bool) {
	for _, e := range t {
		if e.Skill.ID == id {
			return e.Handler, !e.isNil()
		}
	}
	var none H
	return none, false
}

// Operations gives every entry, exposed or not. What its tags don't say to be
// advice or a query has effects.
func (t Table[H]) Operations() []Operation {
	out := make([]Operation, 0, len(t))
	for _, e := range t {
		k := e.Skill.Kind()
		out = append(out, Operation{SkillID: e.Skill.ID, Effects: k != tags.KindAdvisory && k != tags.KindQuery})
	}
	return out
}

// isNil reports a handler that can't be called: a nil func, pointer, interface,
// map, chan or slice.
func (e Entry[H]) isNil() bool {
	v := reflect.ValueOf(&e.Handler).Elem()
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			return true
		}
		v = v.Elem() // an interface may hold a nil func or pointer
	}
	switch v.Kind() {
	case reflect.Func, reflect.Pointer, reflect.Map, reflect.Chan, reflect.Slice, reflect.UnsafePointer:
		return v.IsNil()
	}
	return false
}

// clone copies what a skill refers to. A nil list stays nil: for requirements it
// means another thing than an empty one.
func clone(s card.Skill) card.Skill {
	s.Tags, s.Examples = slices.Clone(s.Tags), slices.Clone(s.Examples)
	s.InputModes, s.OutputModes = slices.Clone(s.InputModes), slices.Clone(s.OutputModes)
	s.Security, s.SecurityRequirements = cloneRequirements(s.Security), cloneRequirements(s.SecurityRequirements)
	s.Extra = maps.Clone(s.Extra)
	for name, raw := range s.Extra {
		s.Extra[name] = json.RawMessage(slices.Clone(raw))
	}
	return s
}

func cloneRequirements(list []card.SecurityRequirement) []card.SecurityRequirement {
	list = slices.Clone(list)
	for i, r := range list {
		list[i].Schemes = maps.Clone(r.Schemes)
		for name, scopes := range r.Schemes {
			list[i].Schemes[name] = slices.Clone(scopes)
		}
		list[i].Raw = slices.Clone(r.Raw)
	}
	return list
}
