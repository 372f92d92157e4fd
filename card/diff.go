package card

import (
	"slices"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// DiffOptions is what a caller knows of a change beside the two cards. The zero
// value is nothing.
type DiffOptions struct {
	Tombstoned []string // ANS names for which there is a tombstone, as a card writes them
}

// Diff is what a caller must know when a card changes: the same version over
// changed content, a lower one (rule G5); an ANS name that is gone (rule
// S3-tombstone-not-drop); another name of the agent (rule S4-id-version); a skill
// that came or is gone, has another kind or effect, or another way in, or no
// longer serves a party; a media type that is no longer taken or given; a scheme
// that is gone or has become another; an endpoint on a new origin, an interface
// that is gone; another asking price. Pointers lead into the new
// card, for what is gone to the object that lacks it. Problems come in document
// order, then by rule, within the caps of Validate.
//
// A card that says the same in other words has none of these: reformatted,
// signed anew, its members in another order or at their default left out (A2A
// 1.0.1 §8.4.1). Neither has one with a raised version that spells its schemes
// and requirements in another dialect. What stands wrong on the new card
// whatever the old one held is Validate's to say.
//
// The documents are ones that Parse gave, never nil.
func Diff(old, new *Document) []Problem { return DiffWith(old, new, DiffOptions{}) }

// DiffWith is Diff with what the caller knows.
func DiffWith(old, new *Document, o DiffOptions) []Problem {
	return find(new, func(f *finder) {
		c := &comparison{finder: f, before: old, now: new, was: old.tree.Root(), is: new.tree.Root(), options: o}
		c.version()
		c.name()
		c.names()
		c.required()
		c.price()
		c.interfaces()
		c.schemes(c.origins())
		c.cardModes()
		c.skills()
	})
}

// comparison holds a card against the one before it.
type comparison struct {
	*finder
	before, now *Document
	was, is     jsondoc.Value // their roots
	options     DiffOptions

	openedBefore, openedNow opening                      // by the card's own list
	defaults                [len(modeMembers)][2]modeSet // of the card, before and now
}

// nearest is the first of a path's values that is not there, so that a fault of
// something gone has a place: the innermost object that exists.
func nearest(root jsondoc.Value, path ...string) jsondoc.Value {
	for _, name := range path {
		m := root.Get(name)
		if !present(m) {
			return root
		}
		root = m
	}
	return root
}

// extensionsOf are the entries of capabilities.extensions.
func extensionsOf(root jsondoc.Value) []jsondoc.Value {
	list := root.Get("capabilities").Get("extensions")
	if list.Kind() != jsondoc.Array {
		return nil
	}
	return slices.Collect(list.Children())
}
