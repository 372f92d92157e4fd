package card

import (
	"maps"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/tags"
)

// schemes reports schemes that are gone or have become others. Those with a URL
// at a new origin were reported for that, unless they are of another kind too.
func (c *comparison) schemes(moved map[string]bool) {
	was, is := c.was.Get("securitySchemes"), c.is.Get("securitySchemes")
	if was.Kind() != jsondoc.Object {
		return
	}
	for old := range was.Children() {
		name := old.Name()
		now := is.Get(name)
		switch {
		case !present(old):
		case !present(now):
			c.add("S5-as-accepted", "scheme-removed", SeverityWarn, nearest(c.is, "securitySchemes"), "scheme", name)
		case schemeMeaning(old) == schemeMeaning(now):
		case moved[name] && readScheme(old).Kind() == readScheme(now).Kind():
		default:
			c.add("S5-as-accepted", "scheme-changed", SeverityWarn, now, "scheme", name, "before", describe(old), "now", describe(now))
		}
	}
}

// describe names a scheme for a person.
func describe(e jsondoc.Value) string {
	s := readScheme(e)
	return strings.TrimSpace(s.Kind().String() + " " + s.Detail())
}

// opening is what opens one skill: its own list if it has one, else the card's,
// else one empty way; an empty list is one empty way (rule E3).
type opening struct {
	*ways
	at   []jsondoc.Value // of each way
	list jsondoc.Value   // where they stand; the object that lacks a list where there is none
	own  bool            // the skill's own
	all  bool            // every way could be read
}

// openingOf is what opens a skill, given what opens those without a list of
// their own.
func openingOf(skill jsondoc.Value, inherited opening) opening {
	if list := ownList(skill); list.Exists() {
		o := readOpening(list, skill)
		o.own = true
		return o
	}
	return inherited
}

// readOpening reads a list that may be absent from an object.
func readOpening(list, in jsondoc.Value) opening {
	anyone := []SecurityRequirement{{Schemes: map[string][]string{}}}
	switch {
	case !list.Exists():
		return opening{ways: indexWays(anyone), at: []jsondoc.Value{in}, list: in, all: true}
	case list.Kind() == jsondoc.Array && list.Len() == 0:
		return opening{ways: indexWays(anyone), at: []jsondoc.Value{list}, list: list, all: true}
	}
	o := opening{list: list, all: list.Kind() == jsondoc.Array}
	var readable []SecurityRequirement
	for e := range list.Children() {
		r := readRequirement(e)
		if o.all = o.all && r.Readable(); r.Readable() && list.Kind() == jsondoc.Array {
			readable, o.at = append(readable, r), append(o.at, e)
		}
	}
	o.ways = indexWays(readable)
	return o
}

// heir stands for all skills that have no list of their own in either card, so
// that the card's list is compared once: the first action among them, else the
// first.
func heir(pairs []pair) (found pair) {
	for _, x := range pairs {
		if !x.both() || ownList(x.was).Exists() || ownList(x.is).Exists() {
			continue
		}
		if x.now.Kind() == tags.KindAction {
			return x
		}
		if !found.is.Exists() {
			found = x
		}
	}
	return found
}

// security compares what opens a skill in the two cards.
func (c *comparison) security(x pair) {
	was, is := openingOf(x.was, c.openedBefore), openingOf(x.is, c.openedNow)
	add := func(key string, sev Severity, at jsondoc.Value, args ...string) {
		if !is.own && was.own {
			at = x.is // its own requirement was dropped
		}
		c.add("S5-as-accepted", key, sev, at, append(args, "id", x.id)...)
	}
	for i, way := range is.ways.list {
		if was.open(way) {
			continue // whoever comes this way could come before
		}
		stronger := was.around(way)
		switch {
		case way.Anonymous():
			sev := SeverityWarn
			if x.now.Kind() == tags.KindAction {
				sev = SeverityFail
			}
			add("anonymous-gained", sev, is.at[i])
		case stronger >= 0:
			add("weaker", SeverityWarn, is.at[i], "scheme", way.names(), "before", was.ways.list[stronger].names())
		case was.all:
			add("opened", SeverityInfo, is.at[i], "scheme", way.names())
		}
	}
	if !is.all {
		return
	}
	for _, old := range was.ways.list {
		if is.open(old) {
			continue
		}
		if old.Anonymous() {
			add("closed:anonymous", SeverityWarn, is.list)
		} else if c.stillDeclared(old) { // else its scheme was reported
			add("closed", SeverityWarn, is.list, "scheme", old.names())
		}
	}
}

// stillDeclared reports that the new card declares each scheme of the old way
// that the old one does.
func (c *comparison) stillDeclared(old SecurityRequirement) bool {
	for name := range old.Schemes {
		if c.was.Get("securitySchemes").Get(name).Exists() && !present(c.is.Get("securitySchemes").Get(name)) {
			return false
		}
	}
	return true
}

// names are the schemes in a sentence.
func (r SecurityRequirement) names() string {
	return strings.Join(slices.Sorted(maps.Keys(r.Schemes)), " + ")
}
