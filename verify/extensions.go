package verify

import (
	"encoding/json"
	"strconv"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/vocab"
)

// The entries of capabilities.extensions. Those of the family that are written as
// the card spec writes them, params with the one member that they are for, are
// read on the tree; packages ans and hire read the others from their text.

// extensionAt is the place of an entry.
func extensionAt(i int) string { return "/capabilities/extensions/" + strconv.Itoa(i) }

// extensions are the entries, in order.
func extensions(s *Subject) []jsondoc.Value {
	s.extensionsOnce.Do(func() {
		list := s.tree().Root().Member(member.Capabilities).Member(member.Extensions)
		if list.Kind() != jsondoc.Array {
			return
		}
		s.extensionList = make([]jsondoc.Value, 0, list.Len())
		for e := list.First(); e.Exists(); e = e.Next() {
			s.extensionList = append(s.extensionList, e)
		}
	})
	return s.extensionList
}

// nameEntries is ans.Entries of the card.
func nameEntries(s *Subject) []ans.Entry {
	var out []ans.Entry
	for i, v := range extensions(s) {
		if v.Member(member.URI).Text() != vocab.ANS {
			continue
		}
		e, ok := plainName(i, v)
		if !ok {
			return ans.Entries(withExtensions(s))
		}
		out = append(out, e)
	}
	return out
}

func plainName(i int, v jsondoc.Value) (e ans.Entry, ok bool) {
	m := only(v, "name")
	e.Written, e.IsString = m.Str()
	if !e.IsString {
		return e, false
	}
	name, err := ans.Parse(e.Written)
	const in = "/params/name"
	e.Index, e.Name, e.NameAt = i, name, extensionAt(i)+in
	e.Pointer = e.NameAt[:len(e.NameAt)-len(in)]
	return e, err == nil
}

// askEntries is hire.Entries of the card.
func askEntries(s *Subject) []hire.Entry {
	var out []hire.Entry
	for i, v := range extensions(s) {
		if v.Member(member.URI).Text() != vocab.Hire {
			continue
		}
		e, ok := plainAsk(i, v)
		if !ok {
			return hire.Entries(withExtensions(s))
		}
		out = append(out, e)
	}
	return out
}

func plainAsk(i int, v jsondoc.Value) (e hire.Entry, ok bool) {
	m := only(v, "unitPrice")
	e.Written = m.Raw()
	n, err := strconv.ParseInt(e.Written, 10, 64) // fails on all that is not written in digits
	if m.Kind() != jsondoc.Number || err != nil {
		return e, false
	}
	ask, err := hire.NewAsk(n)
	const in = "/params/unitPrice"
	e.Index, e.Ask, e.Plain, e.ValueAt = i, ask, true, extensionAt(i)+in
	e.Pointer = e.ValueAt[:len(e.ValueAt)-len(in)]
	return e, err == nil
}

// only is the member of an entry's params that has this name, absent where it is
// not there or not alone.
func only(v jsondoc.Value, name string) jsondoc.Value {
	params := v.Member(member.Params)
	if params.Kind() != jsondoc.Object || params.Len() != 1 {
		return jsondoc.Value{}
	}
	return params.Get(name)
}

// withExtensions is a card with these entries and nothing else, of each what ans
// and hire read: uri and params, which stand in Extra where they are no object.
func withExtensions(s *Subject) *card.AgentCard {
	list := make([]card.Extension, 0, len(extensions(s)))
	for _, v := range extensions(s) {
		e := card.Extension{URI: v.Member(member.URI).Text()}
		switch params := v.Member(member.Params); params.Kind() {
		case jsondoc.Absent:
		case jsondoc.Object:
			e.Params = json.RawMessage(params.Raw())
		default:
			e.Extra = map[string]json.RawMessage{"params": json.RawMessage(params.Raw())}
		}
		list = append(list, e)
	}
	return &card.AgentCard{Capabilities: &card.Capabilities{Extensions: list}}
}
