package card

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/tags"
)

// pair is one skill in the two cards.
type pair struct {
	id      string        // for a sentence
	was, is jsondoc.Value // either may be absent
	old     Skill
	now     Skill
}

// skills compares the skills of the same id. Where an id stands more than once,
// or is none, they are taken in their order.
func (c *comparison) skills() {
	c.openedBefore, c.openedNow = readOpening(ownList(c.was), c.was), readOpening(ownList(c.is), c.is)
	pairs := c.pairs()
	first := heir(pairs)
	for _, x := range pairs {
		switch {
		case !x.was.Exists():
			key, sev := "added", SeverityInfo
			if x.now.Kind() == tags.KindAction && x.now.Effect() != tags.EffectReversible {
				key, sev = "irreversible-added", SeverityWarn
			}
			c.add("S2.2-exposure-policy", key, sev, x.is, "id", x.id, "kind", classOf(x.now))
		case !x.is.Exists():
			c.add("S2.2-exposure-policy", "removed", SeverityWarn, c.is.Get("skills"), "id", x.id, "kind", classOf(x.old))
		default:
			c.kind(x)
			c.party(x)
			c.skillModes(x)
			if x.is == first.is || ownList(x.was).Exists() || ownList(x.is).Exists() {
				c.security(x)
			}
		}
	}
}

// both reports a skill that both cards have.
func (x pair) both() bool { return x.was.Exists() && x.is.Exists() }

type skillKey struct {
	id  string
	nth int
}

// pairs are the skills of the new card in its order, then those that it lacks.
func (c *comparison) pairs() []pair {
	old := map[skillKey]jsondoc.Value{}
	for s, key := range keyed(c.was.Get("skills")) {
		old[key] = s
	}
	var out []pair
	for s, key := range keyed(c.is.Get("skills")) {
		was := old[key]
		delete(old, key)
		out = append(out, pair{label(key, s), was, s, readSkill(was), readSkill(s)})
	}
	for s, key := range keyed(c.was.Get("skills")) {
		if _, left := old[key]; left {
			out = append(out, pair{id: label(key, s), was: s, old: readSkill(s)})
		}
	}
	return out
}

// keyed yields the skills that are objects.
func keyed(list jsondoc.Value) func(yield func(jsondoc.Value, skillKey) bool) {
	return func(yield func(jsondoc.Value, skillKey) bool) {
		seen := map[string]int{}
		for s := range list.Children() {
			if s.Kind() != jsondoc.Object {
				continue
			}
			id := s.Get("id").Text()
			if !yield(s, skillKey{id, seen[id]}) {
				return
			}
			seen[id]++
		}
	}
}

func label(key skillKey, s jsondoc.Value) string { return cmp.Or(key.id, "#"+strconv.Itoa(s.Index())) }

// classOf is what a skill's tags say, in a word or two.
func classOf(s Skill) string {
	if s.Kind() == tags.KindAction {
		return "action, " + s.Effect().String()
	}
	return s.Kind().String()
}

// kind reports another kind, or another effect of an action. Unknown is treated
// as an irreversible action wherever it matters (rule S2-caller-tags-only), so
// that it becomes no graver by being called one.
func (c *comparison) kind(x pair) {
	at := nearest(x.is, "tags")
	was, is := x.old.Kind(), x.now.Kind()
	if was != is {
		key := "kind-changed"
		switch {
		case is == tags.KindAction && was != tags.KindUnknown:
			key = "action-gained"
		case was == tags.KindAction && is != tags.KindUnknown:
			key = "action-lost"
		}
		c.add("S2-caller-tags-only", key, SeverityWarn, at, "id", x.id, "before", classOf(x.old), "kind", classOf(x.now))
		return
	}
	if is != tags.KindAction || x.old.Effect() == x.now.Effect() {
		return
	}
	key := "effect-changed"
	if x.old.Effect() == tags.EffectReversible {
		key = "irreversible-gained" // unknown is treated as such
	}
	c.add("E2", key, SeverityWarn, at, "id", x.id, "before", x.old.Effect().String(), "effect", x.now.Effect().String())
}

// party reports a skill that no longer says that it serves a party (rule
// S2.3-scope-party).
func (c *comparison) party(x pair) {
	if slices.Contains(x.old.Tags, tags.ScopeParty.Tag()) && !slices.Contains(x.now.Tags, tags.ScopeParty.Tag()) {
		c.add("S2.3-scope-party", "lost", SeverityFail, nearest(x.is, "tags"), "id", x.id)
	}
}
