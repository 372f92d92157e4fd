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

// nameItem is an entry for a name: one as the card spec writes it, or what ans
// says of it.
type nameItem struct {
	index   int
	name    ans.Name // zero where there are faults
	written string
	entry   *ans.Entry // nil for one as the card spec writes it
}

// at is the place of the name.
func (e nameItem) at() string {
	if e.entry != nil {
		return e.entry.NameAt
	}
	return extensionAt(e.index) + "/params/name"
}

// nameEntries are the entries for names, as ans.Entries has them.
func nameEntries(s *Subject) []nameItem {
	var out []nameItem
	for i, v := range extensions(s) {
		if v.Member(member.URI).Text() != vocab.ANS {
			continue
		}
		written, isString := only(v, "name").Str()
		name, err := ans.Parse(written)
		if !isString || err != nil {
			return namesOf(ans.Entries(withExtensions(s)))
		}
		out = append(out, nameItem{index: i, name: name, written: written})
	}
	return out
}

func namesOf(list []ans.Entry) []nameItem {
	out := make([]nameItem, 0, len(list))
	for i := range list {
		e := &list[i]
		out = append(out, nameItem{e.Index, e.Name, e.Written, e})
	}
	return out
}

// askItem is an entry for an asking price: one as the card spec writes it, or
// what hire says of it.
type askItem struct {
	index int
	entry *hire.Entry // nil for one as the card spec writes it
}

// askEntries are the entries for asking prices, as hire.Entries has them.
func askEntries(s *Subject) []askItem {
	var out []askItem
	for i, v := range extensions(s) {
		if v.Member(member.URI).Text() != vocab.Hire {
			continue
		}
		if !isPlainAsk(only(v, "unitPrice")) {
			return asksOf(hire.Entries(withExtensions(s)))
		}
		out = append(out, askItem{index: i})
	}
	return out
}

func asksOf(list []hire.Entry) []askItem {
	out := make([]askItem, 0, len(list))
	for i := range list {
		out = append(out, askItem{list[i].Index, &list[i]})
	}
	return out
}

// isPlainAsk reports an asking price that is written in digits alone.
func isPlainAsk(v jsondoc.Value) bool {
	n, err := strconv.ParseInt(v.Raw(), 10, 64)
	if v.Kind() != jsondoc.Number || err != nil {
		return false
	}
	_, err = hire.NewAsk(n)
	return err == nil
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
