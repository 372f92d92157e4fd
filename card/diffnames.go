package card

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/vocab"
)

// name reports another name of the agent, which callers take for its id (rule
// S4-id-version).
func (c *comparison) name() {
	if was, at := c.was.Get("name").Text(), c.is.Get("name"); was != at.Text() {
		c.add("S4-id-version", "name-changed", SeverityWarn, at, "before", was, "value", at.Text())
	}
}

// names is rule S3-tombstone-not-drop. What is no name was never registered, so
// that correcting it drops nothing.
func (c *comparison) names() {
	kept := map[string]bool{}
	for _, name := range namesOf(c.is) {
		kept[name] = true
	}
	for _, name := range namesOf(c.was) {
		if kept[name] {
			continue
		}
		kept[name] = true // once
		key, sev := "", SeverityFail
		if slices.Contains(c.options.Tombstoned, name) {
			key, sev = "tombstoned", SeverityInfo
		}
		c.add("S3-tombstone-not-drop", key, sev, nearest(c.is, "capabilities", "extensions"), "name", name)
	}
}

func namesOf(root jsondoc.Value) []string {
	var out []string
	for _, e := range extensionsOf(root) {
		if name := e.Get("params").Get("name").Text(); e.Get("uri").Text() == vocab.ANS && vocab.IsName(name) {
			out = append(out, name)
		}
	}
	return out
}

// required reports extensions that a client must understand now and did not
// have to before (rule T-ext-required).
func (c *comparison) required() {
	due := map[string]bool{}
	for _, e := range extensionsOf(c.was) {
		due[e.Get("uri").Text()] = due[e.Get("uri").Text()] || e.Get("required").IsTrue()
	}
	for _, e := range extensionsOf(c.is) {
		if uri := e.Get("uri").Text(); e.Get("required").IsTrue() && !due[uri] {
			due[uri] = true
			c.add("T-ext-required", "gained", SeverityWarn, e.Get("required"), "uri", uri)
		}
	}
}

// price reports another asking price (rule HIRE-ask-not-contract), whatever V9
// says of it.
func (c *comparison) price() {
	was, _ := asksOf(c.was)
	is, at := asksOf(c.is)
	switch {
	case was == is:
	case was == "":
		c.add("HIRE-ask-not-contract", "published", SeverityInfo, at, "value", is)
	case is == "":
		c.add("HIRE-ask-not-contract", "withdrawn", SeverityInfo, nearest(c.is, "capabilities", "extensions"), "before", was)
	default:
		c.add("HIRE-ask-not-contract", "", SeverityInfo, at, "before", was, "value", is)
	}
}

// asksOf is the numbers that a card asks, and where the first of them stands.
func asksOf(root jsondoc.Value) (asks string, at jsondoc.Value) {
	var out []string
	for _, e := range extensionsOf(root) {
		n := e.Get("params").Get("unitPrice")
		if e.Get("uri").Text() != vocab.Hire || n.Kind() != jsondoc.Number {
			continue
		}
		if len(out) == 0 {
			at = n
		}
		out = append(out, string(n.AppendCanonical(nil)))
	}
	return strings.Join(out, ", "), at
}
