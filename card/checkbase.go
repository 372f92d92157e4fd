package card

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/rules"
)

// missing gives where a fault of an absent member points, and what stands
// there: the null itself, else the object that lacks it. ok is false if the
// member is there.
func missing(in jsondoc.Value, id jsondoc.NameID) (at jsondoc.Value, found string, ok bool) {
	return lacking(in, in.Member(id))
}

// lacking is missing of a member that was looked up.
func lacking(in, m jsondoc.Value) (at jsondoc.Value, found string, ok bool) {
	switch m.Kind() {
	case jsondoc.Absent:
		return in, catalog.Absent, true
	case jsondoc.Null:
		return m, "null", true
	}
	return m, "", false
}

func (v *validation) checkBase() {
	if name := v.doc.top(member.Name); strings.TrimSpace(name.Text()) == "" {
		v.add("B-name", "empty", SeverityFail, name)
	}
	v.text("B-description", member.Description)
	v.text("B-version", member.Version)
	if at, _, ok := lacking(v.root, v.doc.top(member.Capabilities)); ok {
		v.add("B-capabilities", "", SeverityFail, at)
	}
	v.checkExtensions()
	v.checkProvider()
	v.checkSecret()
	v.checkSignatures()
}

// text asks for a top-level string that is not empty.
func (v *validation) text(rule string, id jsondoc.NameID) {
	at, _, ok := lacking(v.root, v.doc.top(id))
	switch {
	case ok:
		v.add(rule, "", SeverityFail, at)
	case at.Raw() == `""`:
		v.add(rule, "empty", SeverityFail, at)
	}
}

func (v *validation) checkExtensions() {
	list := v.doc.top(member.Capabilities).Member(member.Extensions)
	for e := range list.Children() {
		if list.Kind() != jsondoc.Array || e.Kind() != jsondoc.Object {
			continue
		}
		at, found, ok := missing(e, member.URI)
		switch {
		case ok:
			v.add("B-extensions", "uri", SeverityFail, at, "found", found)
		case at.Kind() == jsondoc.String && at.Text() == "":
			v.add("B-extensions", "uri", SeverityFail, at, "found", `""`)
		}
	}
	if x := v.doc.top(member.Extensions); x.Exists() {
		v.add("B-extensions", "place", SeverityWarn, x)
	}
}

func (v *validation) checkProvider() {
	p := v.doc.top(member.Provider)
	if p.Kind() != jsondoc.Object {
		return
	}
	for _, id := range [...]jsondoc.NameID{member.Organization, member.URL} {
		at, _, ok := missing(p, id)
		if ok || at.Kind() == jsondoc.String && at.Text() == "" {
			v.add("B-provider", "", SeverityWarn, at, "member", member.Spelling(id))
		}
	}
}

// checkSecret looks for authentication.credentials, a member of the oldest
// cards. The value is never shown.
func (v *validation) checkSecret() {
	a := v.doc.top(member.Authentication)
	v.secret(a.Member(member.Credentials))
	if a.Kind() == jsondoc.Array {
		for e := range a.Children() {
			v.secret(e.Member(member.Credentials))
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
	list := v.doc.top(member.Signatures)
	if list.Kind() != jsondoc.Array {
		return
	}
	for e := range list.Children() {
		if e.Kind() != jsondoc.Object {
			continue
		}
		for _, id := range [...]jsondoc.NameID{member.Protected, member.Signature} {
			at, found, ok := missing(e, id)
			switch {
			case ok:
				v.add("B-sig-shape", "", SeverityFail, at, "member", member.Spelling(id), "found", found)
			case at.Kind() == jsondoc.String && !rules.Base64URL(at.Text()):
				v.add("B-sig-shape", "base64url", SeverityFail, at, "member", member.Spelling(id))
			}
		}
	}
}

func (v *validation) checkModes() {
	for _, id := range [...]jsondoc.NameID{member.DefaultInputModes, member.DefaultOutputModes} {
		at, _, ok := lacking(v.root, v.doc.top(id))
		switch {
		case ok:
			v.add("B-modes", "", SeverityFail, at, "member", member.Spelling(id))
		case at.Kind() == jsondoc.Array && at.Len() == 0:
			v.add("B-modes", "empty", SeverityFail, at, "member", member.Spelling(id))
		default:
			v.modes(at)
		}
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

// fold makes texts equal that differ in case, outer spaces or normalization
// alone.
func fold(s string) string {
	asIs := true
	for i := range len(s) {
		asIs = asIs && foldedBytes[s[i]]
		if s[i] >= 0x80 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(s))))
		}
	}
	if asIs {
		return s // most ids
	}
	return strings.ToLower(strings.TrimSpace(s))
}

// foldedBytes marks what folding leaves as it is, wherever it stands.
var foldedBytes = func() (marks [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyz0123456789-_.:/") {
		marks[c] = true
	}
	return marks
}()

func (v *validation) checkDisplay() {
	v.display(v.doc.top(member.DocumentationURL))
	v.display(v.doc.top(member.IconURL))
	if u := v.doc.top(member.Provider).Member(member.URL); u.Text() != "" {
		v.display(u)
	}
}

func (v *validation) display(u jsondoc.Value) {
	if s, ok := u.Str(); ok && !rules.PeopleURL(s) {
		v.add("B-display-url", "", SeverityWarn, u, "value", catalog.RedactURL(s))
	}
}
