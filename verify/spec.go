package verify

import (
	"context"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/vocab"
	"github.com/hs9147/agentcard/tags"
)

// notApplicable is the finding of a check whose condition is not met. It has no
// message and is not listed.
func notApplicable() []Finding { return []Finding{{Verdict: NotApplicable}} }

// spec makes a check of the card spec. Under A2AOnly, where nothing of the card
// spec is asked, it is not applicable.
func spec(id, source string, title card.Text, f func(*Subject) []Finding) Check {
	return asked(id, source, title, func(_ context.Context, s *Subject) []Finding { return f(s) })
}

// asked is spec for a check that may call the agent where the run allows it.
func asked(id, source string, title card.Text, f func(context.Context, *Subject) []Finding) Check {
	return Check{
		ID: id, Title: title, Source: source, Needs: NeedsDocument,
		Func: func(ctx context.Context, s *Subject) []Finding {
			if s.Profile.A2AOnly {
				return notApplicable()
			}
			return f(ctx, s)
		},
	}
}

// skill is what the checks of one run look at in a skill, read from the tree: a
// typed view of the whole card would cost more than all checks.
type skill struct {
	ID, Name, Description string
	Tags                  []string // shared: read only

	index  int
	kind   tags.Kind
	effect tags.Effect
	gist   uint64 // of the description

	requirements, security int32 // where the members stand in the tree, 0 if nowhere

	reserved reserved
	hasTags  bool // the member is there, of whatever type
	hint     bool // the description may hold a word of which S2-kind-truth speaks
}

// pointer is the skill's own place; tagsAt that of its tags, or of the skill
// where there is no such member.
func (s *skill) pointer() string { return "/skills/" + strconv.Itoa(s.index) }

func (s *skill) tagsAt() string {
	if !s.hasTags {
		return s.pointer()
	}
	return s.pointer() + "/tags"
}

// label names a skill in a sentence: its id, or its place where it has none.
func (s *skill) label() string {
	if s.ID != "" {
		return s.ID
	}
	return "#" + strconv.Itoa(s.index)
}

// skills are the card's skills with what their tags say.
func (s *Subject) skills() []skill {
	s.skillsOnce.Do(func() {
		list := s.tree().Root().Member(member.Skills)
		s.skillList = make([]skill, list.Len())
		room := make([]string, 0, 4*list.Len()) // for the tags of all
		i := 0
		for v := list.First(); v.Exists(); v = v.Next() {
			k := &s.skillList[i]
			k.index = i
			room = k.read(v, room)
			s.hasAction = s.hasAction || k.kind == tags.KindAction
			i++
		}
	})
	return s.skillList
}

// read reads the members as card.Skill has them: what is of another type is
// empty, and an element of another type an empty tag. The tags go into room.
func (s *skill) read(v jsondoc.Value, room []string) []string {
	if v.Kind() != jsondoc.Object {
		return room
	}
	first := len(room)
	for m := v.First(); m.Exists(); m = m.Next() {
		switch m.ID() {
		case member.ID:
			s.ID = m.Text()
		case member.Name:
			s.Name = m.Text()
		case member.Description:
			s.Description = m.Text()
			s.gist, s.hint = walk(s.Description)
		case member.SecurityRequirements:
			s.requirements = int32(m.Order())
		case member.Security:
			s.security = int32(m.Order())
		case member.Tags:
			s.hasTags = true
			if m.Kind() != jsondoc.Array {
				continue
			}
			for e := m.First(); e.Exists(); e = e.Next() {
				room = append(room, e.Text())
			}
		}
	}
	s.Tags = room[first:len(room):len(room)]
	s.reserved = reservedOf(s.Tags)
	if s.reserved.kinds > 0 {
		s.kind = tags.KindOf(s.Tags)
	}
	if s.reserved.effects > 0 && s.kind != tags.KindUnknown {
		s.effect = tags.EffectOf(s.Tags)
	}
	return room
}

// reserved is how many tags of the reserved vocabulary a skill has, so that no
// check looks at the others of a skill with which all is well.
type reserved struct {
	kinds, effects, trust, others uint16 // a card has fewer values
	like                          uint16 // that only look like them
	party                         bool
}

var partyTag = tags.ScopeParty.Tag()

func reservedOf(list []string) (r reserved) {
	for _, t := range list {
		switch {
		case !strings.HasPrefix(t, tags.Reserved):
			if vocab.LikeReserved(t) {
				r.like++
			}
		case t == partyTag:
			r.party = true
		case strings.HasPrefix(t, tags.KindPrefix):
			r.kinds++
		case strings.HasPrefix(t, tags.EffectPrefix):
			r.effects++
		case strings.HasPrefix(t, trustPrefix):
			r.trust++
		default:
			r.others++
		}
	}
	return r
}

// tree is that of the document.
func (s *Subject) tree() *jsondoc.Doc { return jsondoc.Of(s.Document) }

// anyAction reports whether a skill is tagged as an action.
func (s *Subject) anyAction() bool {
	s.skills()
	return s.hasAction
}

// ifAction makes a check that applies where there is an action skill.
func ifAction(f func(*Subject) []Finding) func(*Subject) []Finding {
	return func(s *Subject) []Finding {
		out := f(s)
		if !s.anyAction() {
			out = append(out, notApplicable()...)
		}
		return out
	}
}
