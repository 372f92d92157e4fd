package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// modeMembers are the lists of media types, by the card's name and the skill's,
// with the sentences on each.
var modeMembers = [...]struct{ card, skill, ofCard, ofSkill string }{
	{"defaultInputModes", "inputModes", "mode-removed", "mode-removed:skill"},
	{"defaultOutputModes", "outputModes", "mode-removed:output", "mode-removed:skill-output"},
}

// maxNamed is how many values one sentence names.
const maxNamed = 3

// cardModes reports media types that were among the card's defaults and are so no
// more (rule B-modes).
func (c *comparison) cardModes() {
	for i, m := range modeMembers {
		c.defaults[i] = [2]modeSet{modesOf(c.was.Get(m.card)), modesOf(c.is.Get(m.card))}
		if gone := c.defaults[i][0].without(c.defaults[i][1]); gone != "" {
			c.add("B-modes", m.ofCard, SeverityWarn, nearest(c.is, m.card), "member", m.card, "value", gone)
		}
	}
}

// skillModes is the same of a skill that has a list of its own, before or now.
func (c *comparison) skillModes(x pair) {
	for i, m := range modeMembers {
		was, is := modesOf(x.was.Get(m.skill)), modesOf(x.is.Get(m.skill))
		if len(was.list)+len(is.list) == 0 {
			continue
		}
		if len(was.list) == 0 {
			was = c.defaults[i][0]
		}
		if len(is.list) == 0 {
			is = c.defaults[i][1]
		}
		if gone := was.without(is); gone != "" {
			c.add("B-modes", m.ofSkill, SeverityWarn, nearest(x.is, m.skill), "id", x.id, "member", m.skill, "value", gone)
		}
	}
}

// modeSet is the media types of a list: in lower case, without blanks.
type modeSet struct {
	list []string
	has  map[string]bool
}

func modesOf(list jsondoc.Value) modeSet {
	out := modeSet{has: map[string]bool{}}
	for e := range list.Children() {
		mode := strings.ToLower(strings.Join(strings.Fields(e.Text()), ""))
		if mode != "" && !out.has[mode] {
			out.has[mode] = true
			out.list = append(out.list, mode)
		}
	}
	return out
}

// without names the first few that others lack, for a sentence. A wildcard among
// the others has them all.
func (m modeSet) without(others modeSet) string {
	var gone []string
	for _, mode := range m.list {
		kind, _, _ := strings.Cut(mode, "/")
		if others.has[mode] || others.has["*/*"] || others.has[kind+"/*"] {
			continue
		}
		if len(gone) == maxNamed {
			gone = append(gone, "…")
			break
		}
		gone = append(gone, "`"+mode+"`")
	}
	return strings.Join(gone, ", ")
}
