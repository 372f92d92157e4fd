package card

import (
	"cmp"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// version is rule G5: content decides, without signatures and version.
func (c *comparison) version() {
	same, known := c.sameContent()
	was, is := c.was.Get("version").Text(), c.is.Get("version").Text()
	at := nearest(c.is, "version")
	add := func(key string, sev Severity) { c.add("G5", key, sev, at, "before", was, "version", is) }
	switch {
	case !known:
		add("not-compared", SeverityWarn)
	case lower(is, was):
		add("lower", SeverityWarn)
	case !same && was == is:
		add("", SeverityFail)
	case same && was != is:
		add("no-change", SeverityInfo)
	}
}

// sameContent compares what the cards say. It is not known where a number has
// no canonical form and the bytes differ.
func (c *comparison) sameContent() (same, known bool) {
	if c.before.tree.Text() == c.now.tree.Text() {
		return true, true
	}
	was, err := c.before.content(FormReceived)
	if err != nil {
		return false, false
	}
	is, err := c.now.content(FormReceived)
	if err != nil {
		return false, false
	}
	if was == is {
		return true, true
	}
	// Neither fails where the received form has not.
	was, _ = c.before.content(FormPresence)
	is, _ = c.now.content(FormPresence)
	return was == is && c.sameInheritance(), true
}

// content is the card in a form without its version.
func (d *Document) content(f Form) (string, error) {
	p, err := d.payload(f, member.Version)
	return string(p.Bytes), err
}

// sameInheritance reports that each skill has a list of requirements of its own
// in both cards or in neither. It is the one thing that a default says: an empty
// list opens the skill, without one it inherits (rule SIG4).
func (c *comparison) sameInheritance() bool {
	a, b := c.was.Get("skills").First(), c.is.Get("skills").First()
	for ; a.Exists() && b.Exists(); a, b = a.Next(), b.Next() {
		if ownList(a).Exists() != ownList(b).Exists() {
			return false
		}
	}
	return true
}

// ownList is the list of requirements that holds at one level, as
// effectiveRequirements chooses it; absent where there is none.
func ownList(in jsondoc.Value) jsondoc.Value {
	now, old := in.Get("securityRequirements"), in.Get("security")
	switch {
	case present(now) && (now.Kind() != jsondoc.Array || now.Len() > 0):
		return now
	case present(old):
		return old
	case present(now):
		return now
	}
	return jsondoc.Value{}
}

// lower reports that a is an older version than b, where both are of Semantic
// Versioning 2.0.0.
func lower(a, b string) bool {
	x, okX := readSemver(a)
	y, okY := readSemver(b)
	return okX && okY && x.compare(y) < 0
}

// semver is a version without its build metadata, which orders nothing.
type semver struct {
	core [3]string
	pre  []string // of a pre-release
}

func readSemver(s string) (v semver, ok bool) {
	s, _, _ = strings.Cut(s, "+")
	core, pre, isPre := strings.Cut(s, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return v, false
	}
	for i, p := range parts {
		if !isDigits(p) || len(p) > 1 && p[0] == '0' {
			return v, false
		}
		v.core[i] = p
	}
	if !isPre {
		return v, true
	}
	v.pre = strings.Split(pre, ".")
	for _, p := range v.pre {
		if p == "" || isDigits(p) && len(p) > 1 && p[0] == '0' {
			return v, false
		}
	}
	return v, true
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// compare is the precedence of semver 2.0.0 §11.
func (v semver) compare(w semver) int {
	for i := range v.core {
		if n := compareDigits(v.core[i], w.core[i]); n != 0 {
			return n
		}
	}
	if len(v.pre) == 0 || len(w.pre) == 0 {
		return cmp.Compare(len(w.pre), len(v.pre)) // one without a pre-release is higher
	}
	for i := range min(len(v.pre), len(w.pre)) {
		a, b := v.pre[i], w.pre[i]
		var n int
		switch {
		case isDigits(a) && isDigits(b):
			n = compareDigits(a, b)
		case isDigits(a):
			n = -1
		case isDigits(b):
			n = 1
		default:
			n = strings.Compare(a, b)
		}
		if n != 0 {
			return n
		}
	}
	return cmp.Compare(len(v.pre), len(w.pre))
}

// compareDigits compares numbers of any size, without leading zeros.
func compareDigits(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}
