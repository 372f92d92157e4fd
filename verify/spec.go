package verify

import (
	"context"
	"strconv"

	"github.com/hs9147/agentcard/card"
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

// skill is one skill with its place.
type skill struct {
	*card.Skill
	index  int
	kind   tags.Kind
	effect tags.Effect
}

// pointer is the skill's own place; tagsAt that of its tags, or of the skill
// where there is no such list.
func (s skill) pointer() string { return "/skills/" + strconv.Itoa(s.index) }

func (s skill) tagsAt() string {
	if _, there := s.Extra["tags"]; s.Tags == nil && !there {
		return s.pointer()
	}
	return s.pointer() + "/tags"
}

// label names a skill in a sentence: its id, or its place where it has none.
func (s skill) label() string {
	if s.ID != "" {
		return s.ID
	}
	return "#" + strconv.Itoa(s.index)
}

// skills are the card's skills with what their tags say.
func (s *Subject) skills() []skill {
	s.skillsOnce.Do(func() {
		c := s.Card()
		s.skillList = make([]skill, len(c.Skills))
		for i := range c.Skills {
			x := &c.Skills[i]
			s.skillList[i] = skill{x, i, x.Kind(), x.Effect()}
			s.hasAction = s.hasAction || s.skillList[i].kind == tags.KindAction
		}
	})
	return s.skillList
}

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
