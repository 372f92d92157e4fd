package tags

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for tag, want := range map[string]Kind{
		"chofam:kind/advisory": KindAdvisory, "chofam:kind/query": KindQuery, "chofam:kind/action": KindAction,
	} {
		if got, ok := ParseKind(tag); got != want || !ok || got.Tag() != tag {
			t.Errorf("%s: %v, %v, written %q", tag, got, ok, got.Tag())
		}
	}
	for tag, want := range map[string]Effect{
		"chofam:effect/reversible": EffectReversible, "chofam:effect/irreversible": EffectIrreversible,
	} {
		if got, ok := ParseEffect(tag); got != want || !ok || got.Tag() != tag {
			t.Errorf("%s: %v, %v, written %q", tag, got, ok, got.Tag())
		}
	}
	if got, ok := ParseScope("chofam:scope/party"); got != ScopeParty || !ok || got.Tag() != "chofam:scope/party" {
		t.Errorf("party: %v, %v", got, ok)
	}
}

// notTags are near misses of one tag: tags are compared byte for byte.
func notTags(tag string) []string {
	prefix, value, _ := strings.Cut(tag, "/")
	return []string{
		"", value, prefix, prefix + "/", tag + " ", " " + tag, tag + "\n", tag + "\u200b", "\ufeff" + tag, tag + "/", tag + "s",
		strings.ToUpper(tag), "Chofam" + tag[len("chofam"):], prefix + "/" + strings.ToUpper(value[:1]) + value[1:],
		strings.Replace(tag, ":", "：", 1), strings.Replace(tag, "/", "／", 1), strings.Replace(tag, "o", "о", 1), // full width, Cyrillic o
		strings.Replace(tag, ":", "::", 1), strings.Replace(tag, "/", "//", 1), "x" + tag, prefix + "/unknown", prefix + "/other",
	}
}

func TestNearMissesAreNoTags(t *testing.T) {
	for _, tag := range notTags("chofam:kind/action") {
		if k, ok := ParseKind(tag); ok || k != KindUnknown {
			t.Errorf("%q is read as %v", tag, k)
		}
	}
	for _, tag := range notTags("chofam:effect/reversible") {
		if e, ok := ParseEffect(tag); ok || e != EffectUnknown {
			t.Errorf("%q is read as %v", tag, e)
		}
	}
	for _, tag := range notTags("chofam:scope/party") {
		if s, ok := ParseScope(tag); ok || s != ScopeUnknown || HasScopeParty([]string{tag}) {
			t.Errorf("%q is read as %v", tag, s)
		}
	}
	if _, ok := ParseKind("chofam:effect/reversible"); ok {
		t.Error("an effect is read as a kind")
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		name string
		tags []string
		want Kind
	}{
		{"no tags", nil, KindUnknown},
		{"no kind", []string{"finance", "chofam:scope/party"}, KindUnknown},
		{"one", []string{"x", "chofam:kind/query", "y"}, KindQuery},
		{"the same twice", []string{"chofam:kind/query", "chofam:kind/query"}, KindQuery},
		{"two different", []string{"chofam:kind/query", "chofam:kind/action"}, KindUnknown},
		{"two different, one twice", []string{"chofam:kind/query", "chofam:kind/action", "chofam:kind/query"}, KindUnknown},
		{"outside the vocabulary", []string{"chofam:kind/other"}, KindUnknown},
		{"beside one outside the vocabulary", []string{"chofam:kind/action", "chofam:kind/other"}, KindUnknown},
		{"beside one without a value", []string{"chofam:kind/", "chofam:kind/action"}, KindUnknown},
		{"the empty value first", []string{"chofam:kind/", "chofam:kind/"}, KindUnknown},
		{"beside one of another case", []string{"chofam:kind/action", "chofam:kind/Action"}, KindUnknown},
		{"beside a near miss of the prefix", []string{"chofam:kind/action", "Chofam:kind/query"}, KindAction},
		{"with a space behind", []string{"chofam:kind/action "}, KindUnknown},
		{"an effect alone", []string{"chofam:effect/reversible"}, KindUnknown},
	} {
		if got := KindOf(c.tags); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestEffectOf(t *testing.T) {
	for _, c := range []struct {
		tags []string
		want Effect
	}{
		{nil, EffectUnknown},
		{[]string{"chofam:effect/irreversible"}, EffectIrreversible},
		{[]string{"chofam:effect/reversible", "chofam:effect/reversible"}, EffectReversible},
		{[]string{"chofam:effect/reversible", "chofam:effect/irreversible"}, EffectUnknown},
		{[]string{"chofam:effect/undoable"}, EffectUnknown},
		{[]string{"chofam:effect/reversible", "chofam:effect/undoable"}, EffectUnknown},
	} {
		if got := EffectOf(c.tags); got != c.want {
			t.Errorf("%q: %v, want %v", c.tags, got, c.want)
		}
	}
}

func TestHasScopeParty(t *testing.T) {
	if HasScopeParty(nil) || HasScopeParty([]string{"chofam:scope/room"}) {
		t.Error("a scope is made up")
	}
	if !HasScopeParty([]string{"x", "chofam:scope/room", "chofam:scope/party"}) {
		t.Error("another scope hides party")
	}
}

// The zero values are the unknown ones, numbers without a name too, and none
// of them is a tag.
func TestUnknown(t *testing.T) {
	for _, k := range []Kind{0, -1, 4, 99} {
		if k.String() != "unknown" || k.Tag() != "" || k.Label(Korean) != "분류 불명" || k.Label(English) != "unknown" {
			t.Errorf("kind %d: %s, %q, %s, %s", int(k), k, k.Tag(), k.Label(Korean), k.Label(English))
		}
	}
	for _, e := range []Effect{0, -1, 3} {
		if e.String() != "unknown" || e.Tag() != "" {
			t.Errorf("effect %d: %s, %q", int(e), e, e.Tag())
		}
	}
	for _, s := range []Scope{0, -1, 2} {
		if s.String() != "unknown" || s.Tag() != "" {
			t.Errorf("scope %d: %s, %q", int(s), s, s.Tag())
		}
	}
}

// Labels are for people: they exist in both languages and are never read back.
func TestLabels(t *testing.T) {
	for _, c := range []struct{ value, ko, en, labelKO, labelEN string }{
		{KindAdvisory.String(), "자문", "advisory", KindAdvisory.Label(Korean), KindAdvisory.Label(English)},
		{KindQuery.String(), "조회", "query", KindQuery.Label(Korean), KindQuery.Label(English)},
		{KindAction.String(), "실행", "action", KindAction.Label(Korean), KindAction.Label(English)},
		{EffectReversible.String(), "되돌릴 수 있음", "reversible", EffectReversible.Label(Korean), EffectReversible.Label(English)},
		{EffectIrreversible.String(), "되돌릴 수 없음", "irreversible", EffectIrreversible.Label(Korean), EffectIrreversible.Label(English)},
		{ScopeParty.String(), "파티 대상", "serves a party", ScopeParty.Label(Korean), ScopeParty.Label(English)},
	} {
		if c.labelKO != c.ko || c.labelEN != c.en {
			t.Errorf("%s: %s, %s, want %s, %s", c.value, c.labelKO, c.labelEN, c.ko, c.en)
		}
		if _, ok := ParseKind(KindPrefix + c.labelKO); ok {
			t.Errorf("the label %s is read back", c.labelKO)
		}
	}
}
