package card

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/rules"
)

// missing gives where a fault of an absent member points, and what stands
// there: the null itself, else the object that lacks it. ok is false if the
// member is there.
func missing(in jsondoc.Value, name string) (at jsondoc.Value, found string, ok bool) {
	m := in.Get(name)
	switch m.Kind() {
	case jsondoc.Absent:
		return in, catalog.Absent, true
	case jsondoc.Null:
		return m, "null", true
	}
	return m, "", false
}

func (v *validation) checkBase() {
	if name := v.root.Get("name"); strings.TrimSpace(name.Text()) == "" {
		v.add("B-name", "empty", SeverityFail, name)
	}
	v.text("B-description", "description")
	v.text("B-version", "version")
	if at, _, ok := missing(v.root, "capabilities"); ok {
		v.add("B-capabilities", "", SeverityFail, at)
	}
	v.checkExtensions()
	v.checkProvider()
	v.checkSecret()
	v.checkSignatures()
}

// text asks for a top-level string that is not empty.
func (v *validation) text(rule, member string) {
	at, _, ok := missing(v.root, member)
	switch {
	case ok:
		v.add(rule, "", SeverityFail, at)
	case at.Raw() == `""`:
		v.add(rule, "empty", SeverityFail, at)
	}
}

func (v *validation) checkExtensions() {
	list := v.root.Get("capabilities").Get("extensions")
	for e := range list.Children() {
		if list.Kind() != jsondoc.Array || e.Kind() != jsondoc.Object {
			continue
		}
		at, found, ok := missing(e, "uri")
		switch {
		case ok:
			v.add("B-extensions", "uri", SeverityFail, at, "found", found)
		case at.Kind() == jsondoc.String && at.Text() == "":
			v.add("B-extensions", "uri", SeverityFail, at, "found", `""`)
		}
	}
	if x := v.root.Get("extensions"); x.Exists() {
		v.add("B-extensions", "place", SeverityWarn, x)
	}
}

func (v *validation) checkProvider() {
	p := v.root.Get("provider")
	if p.Kind() != jsondoc.Object {
		return
	}
	for _, member := range [...]string{"organization", "url"} {
		at, _, ok := missing(p, member)
		if ok || at.Kind() == jsondoc.String && at.Text() == "" {
			v.add("B-provider", "", SeverityWarn, at, "member", member)
		}
	}
}

// checkSecret looks for authentication.credentials, a member of the oldest
// cards. The value is never shown.
func (v *validation) checkSecret() {
	a := v.root.Get("authentication")
	v.secret(a.Get("credentials"))
	if a.Kind() == jsondoc.Array {
		for e := range a.Children() {
			v.secret(e.Get("credentials"))
		}
	}
}

func (v *validation) secret(c jsondoc.Value) {
	switch {
	case !c.Exists(), c.Kind() == jsondoc.Null, c.Raw() == `""`:
		return
	case (c.Kind() == jsondoc.Object || c.Kind() == jsondoc.Array) && c.Len() == 0:
		return
	}
	v.add("B-secret", "", SeverityFail, c)
}

func (v *validation) checkSignatures() {
	list := v.root.Get("signatures")
	if list.Kind() != jsondoc.Array {
		return
	}
	for e := range list.Children() {
		if e.Kind() != jsondoc.Object {
			continue
		}
		for _, member := range [...]string{"protected", "signature"} {
			at, found, ok := missing(e, member)
			switch {
			case ok:
				v.add("B-sig-shape", "", SeverityFail, at, "member", member, "found", found)
			case at.Kind() == jsondoc.String && !rules.Base64URL(at.Text()):
				v.add("B-sig-shape", "base64url", SeverityFail, at, "member", member)
			}
		}
	}
}

func (v *validation) checkModes() {
	for _, member := range [...]string{"defaultInputModes", "defaultOutputModes"} {
		at, _, ok := missing(v.root, member)
		switch {
		case ok:
			v.add("B-modes", "", SeverityFail, at, "member", member)
		case at.Kind() == jsondoc.Array && at.Len() == 0:
			v.add("B-modes", "empty", SeverityFail, at, "member", member)
		default:
			v.modes(at)
		}
	}
	for s := range v.root.Get("skills").Children() {
		v.modes(s.Get("inputModes"))
		v.modes(s.Get("outputModes"))
	}
}

func (v *validation) modes(list jsondoc.Value) {
	if list.Kind() != jsondoc.Array {
		return
	}
	for m := list.First(); m.Exists(); m = m.Next() {
		s, ok := m.Str()
		if !ok {
			continue
		}
		switch rules.MediaType(s) {
		case rules.MediaTypeBad:
			v.add("B-modes", "form", SeverityFail, m, "value", s)
		case rules.MediaTypeWord:
			v.add("B-modes", "word", SeverityWarn, m, "value", s, "want", wordModes[strings.ToLower(s)])
		case rules.MediaTypeWildcard:
			v.add("B-modes", "wildcard", SeverityWarn, m, "value", s)
		}
	}
}

// wordModes are the bare words that can mean but one media type.
var wordModes = map[string]string{"text": "text/plain", "json": "application/json", "html": "text/html", "markdown": "text/markdown"}

func (v *validation) checkSkills() {
	skills := v.root.Get("skills")
	if skills.Len() == 0 {
		v.add("B-skills-nonempty", "", SeverityFail, skills)
	}
	for s := skills.First(); s.Exists(); s = s.Next() {
		if s.Kind() != jsondoc.Object {
			continue
		}
		for _, member := range [...]string{"id", "name", "description"} {
			at, found, ok := missing(s, member)
			switch {
			case ok:
				v.add("B-skill-fields", "", SeverityFail, at, "member", member, "found", found)
			case at.Raw() == `""`:
				v.add("B-skill-fields", "", SeverityFail, at, "member", member, "found", `""`)
			}
		}
		at, found, ok := missing(s, "tags")
		switch {
		case ok:
			v.add("B-skill-fields", "tags", SeverityFail, at, "found", found)
		case at.Kind() == jsondoc.Array && at.Len() == 0:
			v.add("B-skill-fields", "tags", SeverityFail, at, "found", "[]")
		}
	}
	v.checkSkillIDs(skills)
}

func (v *validation) checkSkillIDs(skills jsondoc.Value) {
	if skills.Len() < 2 {
		return
	}
	exact := map[string]bool{}
	folded := map[string]bool{}
	for s := skills.First(); s.Exists(); s = s.Next() {
		id := s.Get("id")
		text := id.Text()
		if text == "" {
			continue
		}
		near := fold(text)
		switch {
		case exact[text]:
			v.add("B-skill-id-unique", "", SeverityFail, id, "id", text)
		case folded[near]:
			v.add("B-skill-id-unique", "near", SeverityWarn, id, "id", text)
		}
		exact[text], folded[near] = true, true
	}
}

// fold makes texts equal that differ in case, outer spaces or normalization
// alone.
func fold(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(s))))
		}
	}
	return strings.ToLower(strings.TrimSpace(s))
}

func (v *validation) checkDisplay() {
	v.display(v.root.Get("documentationUrl"))
	v.display(v.root.Get("iconUrl"))
	if u := v.root.Get("provider").Get("url"); u.Text() != "" {
		v.display(u)
	}
}

func (v *validation) display(u jsondoc.Value) {
	if s, ok := u.Str(); ok && !rules.PeopleURL(s) {
		v.add("B-display-url", "", SeverityWarn, u, "value", s)
	}
}
