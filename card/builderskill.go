package card

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/tags"
)

// PartySkill is a skill that serves a party, as the card spec asks of every
// skill: a party pays for it and owns what it gives (card spec v1.7 §2.3). It
// comes from Advisory, Query or Action, which set the reserved tags, the kind,
// for an action its effect, and chofam:scope/party, so that none is forgotten or
// contradicted. It is a value: its methods give a changed copy.
type PartySkill struct {
	skill  Skill
	faults []skillFault
}

// skillFault is what a method was given wrong. The skill's place in the card is
// not known yet.
type skillFault struct {
	key, member string
	args        []string
}

// Advisory is a skill that gives what a judgment can rest on, and has no side
// effect.
func Advisory(id, name, description string) PartySkill {
	return partySkill(id, name, description, tags.KindAdvisory.Tag())
}

// Query is a skill that reads stored facts, and has no side effect.
func Query(id, name, description string) PartySkill {
	return partySkill(id, name, description, tags.KindQuery.Tag())
}

// Action is a skill that changes state: it writes, moves, concludes or takes
// something in. effect says whether that can be taken back; EffectUnknown is an
// error of Build. An action needs a scheme of its own; see Requires and card
// spec v1.7 §2.1.
func Action(id, name, description string, effect tags.Effect) PartySkill {
	if effect.Tag() == "" {
		s := partySkill(id, name, description, tags.KindAction.Tag())
		return s.fault("effect", "tags", "id", id)
	}
	return partySkill(id, name, description, tags.KindAction.Tag(), effect.Tag())
}

func partySkill(id, name, description string, reserved ...string) PartySkill {
	return PartySkill{skill: Skill{
		ID: id, Name: name, Description: description, Tags: append(reserved, tags.ScopeParty.Tag()),
		zero: zID | zName | zDescription, // so that an empty one is told as such
	}}
}

// Skill is the skill as a card shows it, a copy: for a table that a server
// dispatches by and its card is made from (package dispatch). What the methods
// were given wrong is told by Builder.Skills alone, so hand that the PartySkill.
func (s PartySkill) Skill() Skill {
	out := s.skill
	out.Tags, out.Examples = slices.Clone(out.Tags), slices.Clone(out.Examples)
	out.InputModes, out.OutputModes = slices.Clone(out.InputModes), slices.Clone(out.OutputModes)
	out.Security = slices.Clone(out.Security) // a list that is empty and not nil stays so
	for i, r := range out.Security {
		out.Security[i].Schemes = maps.Clone(r.Schemes)
		for name, scopes := range r.Schemes {
			out.Security[i].Schemes[name] = slices.Clone(scopes)
		}
	}
	return out
}

// Tags adds tags of one's own. Reserved ones (chofam:*) are an error of Build.
func (s PartySkill) Tags(extra ...string) PartySkill {
	for _, t := range extra {
		if strings.HasPrefix(t, tags.Reserved) {
			s = s.fault("reserved-tag", "tags", "tag", t)
		}
	}
	s.skill.Tags = slices.Concat(s.skill.Tags, extra)
	return s
}

// Examples adds prompts that the skill is made for.
func (s PartySkill) Examples(list ...string) PartySkill {
	s.skill.Examples = slices.Concat(s.skill.Examples, list)
	return s
}

// Modes are the media types that the skill takes and gives, in place of the
// card's.
func (s PartySkill) Modes(types ...string) PartySkill {
	return s.InputModes(types...).OutputModes(types...)
}

// InputModes are the media types that the skill takes, in place of the card's.
func (s PartySkill) InputModes(types ...string) PartySkill {
	s.skill.InputModes = slices.Clone(types)
	return s
}

// OutputModes are the media types that the skill gives, in place of the card's.
func (s PartySkill) OutputModes(types ...string) PartySkill {
	s.skill.OutputModes = slices.Clone(types)
	return s
}

// Requires adds alternatives of what opens the skill. They hold in place of the
// card's (X46): an action must have one that opens no other skill.
func (s PartySkill) Requires(alternatives ...SecurityRequirement) PartySkill {
	if len(alternatives) == 0 {
		return s.fault("requires-none", "security")
	}
	s.skill.Security = slices.Concat(s.skill.Security, alternatives)
	return s
}

// Open lets anybody call the skill, whatever the card requires.
func (s PartySkill) Open() PartySkill {
	s.skill.Security = []SecurityRequirement{}
	return s
}

func (s PartySkill) fault(key, member string, args ...string) PartySkill {
	s.faults = slices.Concat(s.faults, []skillFault{{key, member, args}})
	return s
}

// takeFaults tells of a skill's faults once it has a place.
func (b *Builder) takeFaults(index int, faults []skillFault) {
	for _, f := range faults {
		at := "/skills/" + strconv.Itoa(index)
		if f.key != "requires-none" {
			at += "/" + f.member
		}
		b.fault(f.key, at, f.args...)
	}
}
