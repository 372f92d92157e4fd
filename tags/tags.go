// Package tags holds the reserved chofam:* vocabulary of skill tags (card spec
// v1.7 §2, §2.1, §2.3; ANS extension page §3) as types.
//
// A tag is a word of a contract: it is compared byte for byte, never folded,
// trimmed or translated. Labels are for people and are never read back.
//
//	kind, ok := tags.ParseKind("chofam:kind/action") // tags.KindAction, true
//	kind.String()                                    // "action"
//	kind.Tag()                                       // "chofam:kind/action"
//	kind.Label(tags.Korean)                          // "실행"
package tags

import "strings"

// The prefixes of the reserved vocabulary.
const (
	Reserved     = "chofam:"        // every reserved tag starts so
	KindPrefix   = "chofam:kind/"   // exactly one on every skill
	EffectPrefix = "chofam:effect/" // exactly one on every action skill
	ScopePrefix  = "chofam:scope/"  // party on every skill
)

// Language chooses a label.
type Language int

// The languages of labels.
const (
	English Language = iota
	Korean
)

// Kind is what a skill does: give advice, read stored facts, or change state.
// The zero value, KindUnknown, is a skill whose tags don't say so exactly
// once; callers treat it as an irreversible action.
type Kind int

// The kinds of a skill.
const (
	KindUnknown Kind = iota
	KindAdvisory
	KindQuery
	KindAction
)

// Effect is whether an action can be taken back. The zero value,
// EffectUnknown, is treated as irreversible.
type Effect int

// The effects of an action skill.
const (
	EffectUnknown Effect = iota
	EffectReversible
	EffectIrreversible
)

// Scope is whom a skill serves. The zero value, ScopeUnknown, means that the
// tags don't say.
type Scope int

// The scopes of a skill.
const (
	ScopeUnknown Scope = iota
	ScopeParty
)

var (
	kindNames   = [...]names{{"unknown", "unknown", "분류 불명"}, {"advisory", "advisory", "자문"}, {"query", "query", "조회"}, {"action", "action", "실행"}}
	effectNames = [...]names{{"unknown", "unknown", "되돌림 불명"}, {"reversible", "reversible", "되돌릴 수 있음"}, {"irreversible", "irreversible", "되돌릴 수 없음"}}
	scopeNames  = [...]names{{"unknown", "unknown", "대상 불명"}, {"party", "serves a party", "파티 대상"}}
)

type names struct{ value, en, ko string }

func (n names) label(l Language) string {
	if l == Korean {
		return n.ko
	}
	return n.en
}

// lookup finds the value of a tag in its table; the unknown entry is no value.
func lookup(tag, prefix string, table []names) (int, bool) {
	value, ok := strings.CutPrefix(tag, prefix)
	if !ok {
		return 0, false
	}
	for i, n := range table[1:] {
		if n.value == value {
			return i + 1, true
		}
	}
	return 0, false
}

// at is the table's entry, the unknown one for a number that none has.
func at(table []names, i int) names {
	if i < 0 || i >= len(table) {
		return table[0]
	}
	return table[i]
}

// tagOf writes a value as a tag, empty for the unknown one.
func tagOf(prefix string, table []names, i int) string {
	if i <= 0 || i >= len(table) {
		return ""
	}
	return prefix + table[i].value
}

// ParseKind reads one tag. It reports false for a tag that is no kind tag and
// for one with a value that is not in the vocabulary.
func ParseKind(tag string) (Kind, bool) {
	i, ok := lookup(tag, KindPrefix, kindNames[:])
	return Kind(i), ok
}

// String is the value in the vocabulary, "unknown" for KindUnknown.
func (k Kind) String() string { return at(kindNames[:], int(k)).value }

// Tag is the tag as it stands in a card, empty for KindUnknown.
func (k Kind) Tag() string { return tagOf(KindPrefix, kindNames[:], int(k)) }

// Label is what a person reads.
func (k Kind) Label(l Language) string { return at(kindNames[:], int(k)).label(l) }

// ParseEffect reads one tag, as ParseKind does.
func ParseEffect(tag string) (Effect, bool) {
	i, ok := lookup(tag, EffectPrefix, effectNames[:])
	return Effect(i), ok
}

// String is the value in the vocabulary, "unknown" for EffectUnknown.
func (e Effect) String() string { return at(effectNames[:], int(e)).value }

// Tag is the tag as it stands in a card, empty for EffectUnknown.
func (e Effect) Tag() string { return tagOf(EffectPrefix, effectNames[:], int(e)) }

// Label is what a person reads.
func (e Effect) Label(l Language) string { return at(effectNames[:], int(e)).label(l) }

// ParseScope reads one tag, as ParseKind does.
func ParseScope(tag string) (Scope, bool) {
	i, ok := lookup(tag, ScopePrefix, scopeNames[:])
	return Scope(i), ok
}

// String is the value in the vocabulary, "unknown" for ScopeUnknown.
func (s Scope) String() string { return at(scopeNames[:], int(s)).value }

// Tag is the tag as it stands in a card, empty for ScopeUnknown.
func (s Scope) Tag() string { return tagOf(ScopePrefix, scopeNames[:], int(s)) }

// Label is what a person reads.
func (s Scope) Label(l Language) string { return at(scopeNames[:], int(s)).label(l) }

// KindOf is the kind that a skill's tags say: the one kind tag, given once or
// repeated. None, two different ones, or one outside the vocabulary is
// KindUnknown (rule S2-kind-exactly-one).
func KindOf(skillTags []string) Kind {
	i := only(skillTags, KindPrefix, kindNames[:])
	return Kind(i)
}

// EffectOf is the effect that a skill's tags say, with the same strictness
// (rule E2).
func EffectOf(skillTags []string) Effect {
	i := only(skillTags, EffectPrefix, effectNames[:])
	return Effect(i)
}

// HasScopeParty reports whether chofam:scope/party is among the tags (rule
// S2.3-scope-party).
func HasScopeParty(skillTags []string) bool {
	for _, t := range skillTags {
		if t == ScopePrefix+"party" {
			return true
		}
	}
	return false
}

// only is the single value that the tags of one prefix agree on, or 0.
func only(skillTags []string, prefix string, table []names) int {
	var seen string
	for _, t := range skillTags {
		if !strings.HasPrefix(t, prefix) {
			continue
		}
		if seen != "" && t != seen {
			return 0
		}
		seen = t
	}
	i, _ := lookup(seen, prefix, table)
	return i
}
