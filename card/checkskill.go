package card

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// checkSkills judges what the skills hold, in one walk through them: rules
// B-skills-nonempty, B-skill-fields, B-skill-id-unique and B-modes, and their
// requirements.
func (v *validation) checkSkills(u *usage) {
	skills := v.doc.top(member.Skills)
	if skills.Len() == 0 {
		v.add("B-skills-nonempty", "", SeverityFail, skills)
	}
	var ids uniqueIDs
	for s := skills.First(); s.Exists(); s = s.Next() {
		if s.Kind() != jsondoc.Object {
			continue
		}
		x := skillMembersOf(s)
		v.checkSkillFields(s, &x)
		if skills.Len() > 1 {
			v.checkSkillID(x.id, &ids)
		}
		v.modes(x.inputModes)
		v.modes(x.outputModes)
		v.checkLists(x.security, x.requirements, u)
	}
}

// skillMembers is the members of a skill that the rules look at, each absent
// where it is not there.
type skillMembers struct {
	id, name, description, tags, inputModes, outputModes, security, requirements jsondoc.Value
}

func skillMembersOf(s jsondoc.Value) (x skillMembers) {
	for m := s.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.ID:
			x.id = m
		case member.Name:
			x.name = m
		case member.Description:
			x.description = m
		case member.Tags:
			x.tags = m
		case member.InputModes:
			x.inputModes = m
		case member.OutputModes:
			x.outputModes = m
		case member.Security:
			x.security = m
		case member.SecurityRequirements:
			x.requirements = m
		}
	}
	return x
}

func (v *validation) checkSkillFields(s jsondoc.Value, x *skillMembers) {
	for _, m := range [...]struct {
		id jsondoc.NameID
		at jsondoc.Value
	}{{member.ID, x.id}, {member.Name, x.name}, {member.Description, x.description}} {
		at, found, ok := lacking(s, m.at)
		switch {
		case ok:
			v.add("B-skill-fields", "", SeverityFail, at, "member", member.Spelling(m.id), "found", found)
		case at.Raw() == `""`:
			v.add("B-skill-fields", "", SeverityFail, at, "member", member.Spelling(m.id), "found", `""`)
		}
	}
	at, found, ok := lacking(s, x.tags)
	switch {
	case ok:
		v.add("B-skill-fields", "tags", SeverityFail, at, "found", found)
	case at.Kind() == jsondoc.Array && at.Len() == 0:
		v.add("B-skill-fields", "tags", SeverityFail, at, "found", "[]")
	}
}

// uniqueIDs is the ids so far, as they are and folded.
type uniqueIDs struct{ exact, folded texts }

func (v *validation) checkSkillID(id jsondoc.Value, seen *uniqueIDs) {
	text := id.Text()
	if text == "" {
		return
	}
	near := seen.folded.add(fold(text))
	switch {
	case !near: // so that it can't have been there as it is
		seen.exact.put(text)
	case seen.exact.add(text):
		v.add("B-skill-id-unique", "", SeverityFail, id, "id", text)
	default:
		v.add("B-skill-id-unique", "near", SeverityWarn, id, "id", text)
	}
}

// texts is a set. A few are compared one by one, which costs less than a map.
type texts struct {
	few  [12]string
	n    int
	many map[string]struct{}
}

// add puts a text into the set and reports whether it was there.
func (t *texts) add(s string) bool {
	if t.has(s) {
		return true
	}
	t.put(s)
	return false
}

func (t *texts) has(s string) bool {
	if t.many != nil {
		_, ok := t.many[s]
		return ok
	}
	for _, x := range t.few[:t.n] {
		if x == s {
			return true
		}
	}
	return false
}

// put puts a text into the set that is not there.
func (t *texts) put(s string) {
	switch {
	case t.n < len(t.few):
		t.few[t.n] = s
		t.n++
		return
	case t.many == nil:
		t.many = make(map[string]struct{}, 4*len(t.few))
		for _, x := range t.few {
			t.many[x] = struct{}{}
		}
	}
	t.many[s] = struct{}{}
}
