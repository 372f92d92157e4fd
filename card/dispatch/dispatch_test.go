package dispatch_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/tags"
)

type handler func() string

func says(s string) handler { return func() string { return s } }

func opening(schemes ...string) []card.SecurityRequirement {
	r := card.SecurityRequirement{Schemes: map[string][]string{}}
	for _, s := range schemes {
		r.Schemes[s] = []string{}
	}
	return []card.SecurityRequirement{r}
}

func skill(id string, words ...string) card.Skill {
	return card.Skill{ID: id, Name: id, Description: id, Tags: append(words, tags.ScopeParty.Tag())}
}

var (
	query      = tags.KindQuery.Tag()
	action     = tags.KindAction.Tag()
	reversible = tags.EffectReversible.Tag()
)

// terra is a server's own list: a query, an action and a job that nobody outside
// may ask for.
func terra() dispatch.Table[handler] {
	ingest := skill("event-ingest", action, reversible)
	ingest.Security = opening("actionBearer")
	return dispatch.Table[handler]{
		{Skill: skill("report-lookup", query), Handler: says("report")},
		{Skill: ingest, Handler: says("ingest")},
		{Skill: skill("recalculate", action, reversible), Handler: says("recalculate"), Unexposed: true},
	}
}

// cardOf is the card that is made from a table.
func cardOf(t dispatch.Table[handler]) *card.AgentCard {
	return &card.AgentCard{Name: "Terra", Version: "1", Security: opening("serviceBearer"), Skills: t.Skills()}
}

func codes(list []card.Problem) []string {
	var out []string
	for _, p := range list {
		out = append(out, strings.TrimSpace(p.Code+" "+p.Pointer))
	}
	return out
}

// Rule GR1: what parts from the table is found, and what comes from it is not.
func TestGR1(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(table *dispatch.Table[handler], c *card.AgentCard)
		want   []string
	}{
		"made from the table": {func(*dispatch.Table[handler], *card.AgentCard) {}, nil},
		"other words": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[0].Name, c.Skills[0].Description = "other", "other"
			c.Skills[0].Tags = append([]string{"more"}, c.Skills[0].Tags...)
		}, nil},
		"another order": {func(_ *dispatch.Table[handler], c *card.AgentCard) { slices.Reverse(c.Skills) }, nil},
		"a skill without a handler": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills = append(c.Skills, skill("legal-review", query))
		}, []string{"no-handler /skills/2"}},
		"a handler without a skill": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills = c.Skills[:1]
		}, []string{"no-skill /skills"}},
		"an id that only looks so": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[0].ID = "Report-Lookup"
		}, []string{"no-skill /skills", "no-handler /skills/0"}},
		"what is not exposed": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills = append([]card.Skill{skill("recalculate", action, reversible)}, c.Skills...)
		}, []string{"unexposed /skills/0"}},
		"another kind": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[0].Tags[0] = tags.KindAdvisory.Tag()
		}, []string{"kind /skills/0/tags"}},
		"no tags": {func(_ *dispatch.Table[handler], c *card.AgentCard) { c.Skills[0].Tags = nil }, []string{"kind /skills/0"}},
		"another effect": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Tags[1] = tags.EffectIrreversible.Tag()
		}, []string{"effect /skills/1/tags"}},
		"no effect": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Tags = slices.Delete(c.Skills[1].Tags, 1, 2)
		}, []string{"effect /skills/1/tags"}},
		"another scheme": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Security = opening("serviceBearer")
		}, []string{"security /skills/1/security"}},
		"a scheme more to be used with it": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Security = opening("actionBearer", "mtls")
		}, []string{"security /skills/1/security"}},
		"one way more": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Security = append(c.Skills[1].Security, opening()...)
		}, []string{"security /skills/1/security"}},
		"a scope": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Security[0].Schemes["actionBearer"] = []string{"write"}
		}, []string{"security /skills/1/security"}},
		"its own list left out": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].Security = nil
		}, []string{"security /skills/1"}},
		"an empty list": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[0].Security = []card.SecurityRequirement{}
		}, []string{"security /skills/0/security"}},
		"the other spelling": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].SecurityRequirements, c.Skills[1].Security = c.Skills[1].Security, nil
			c.SecurityRequirements, c.Security = c.Security, nil
		}, nil},
		"the other spelling of another": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[1].SecurityRequirements, c.Skills[1].Security = opening("x"), nil
		}, []string{"security /skills/1/securityRequirements"}},
		"what it inherits written out": {func(_ *dispatch.Table[handler], c *card.AgentCard) {
			c.Skills[0].Security = opening("serviceBearer")
		}, nil},
		"ways in another order, one twice": {func(table *dispatch.Table[handler], c *card.AgentCard) {
			a, b := opening("a")[0], opening("b", "c")[0]
			(*table)[1].Skill.Security = []card.SecurityRequirement{a, b}
			c.Skills[1].Security = []card.SecurityRequirement{b, a, b}
		}, nil},
		"schemes whose names look like others": {func(table *dispatch.Table[handler], c *card.AgentCard) {
			(*table)[1].Skill.Security = opening("a + b")
			c.Skills[1].Security = opening("a", "b")
			(*table)[0].Skill.Security = opening("anonymous")
			c.Skills[0].Security = opening()
		}, []string{"security /skills/0/security", "security /skills/1/security"}},
		"one that can't be read": {func(table *dispatch.Table[handler], c *card.AgentCard) {
			(*table)[1].Skill.Security = []card.SecurityRequirement{{}}
			c.Skills[1].Security = []card.SecurityRequirement{{}}
		}, []string{"security /skills/1/security"}},
		"a handler that is nil": {func(table *dispatch.Table[handler], _ *card.AgentCard) {
			(*table)[1].Handler = nil
		}, []string{"nil-handler /skills/1"}},
		"one that is nil and not exposed": {func(table *dispatch.Table[handler], _ *card.AgentCard) {
			(*table)[2].Handler = nil
		}, []string{"nil-handler /skills"}},
		"an id three times": {func(table *dispatch.Table[handler], _ *card.AgentCard) {
			*table = append(*table, (*table)[0], (*table)[0])
		}, []string{"twice /skills/0"}},
		"an entry without id": {func(table *dispatch.Table[handler], _ *card.AgentCard) {
			(*table)[2].Skill.ID = ""
		}, []string{"no-id /skills"}},
		"no table":           {func(table *dispatch.Table[handler], _ *card.AgentCard) { *table = nil }, []string{"no-handler /skills/0", "no-handler /skills/1"}},
		"a skill without id": {func(_ *dispatch.Table[handler], c *card.AgentCard) { c.Skills[0].ID = "" }, []string{"no-skill /skills"}},
	} {
		table := terra()
		c := cardOf(table)
		tc.change(&table, c)
		got := table.Check(c)
		if !slices.Equal(codes(got), tc.want) {
			t.Errorf("%s: %q, want %q", name, codes(got), tc.want)
		}
		for _, p := range got {
			words(t, p)
		}
		err := table.Start(c)
		var mismatch *dispatch.MismatchError
		switch {
		case len(tc.want) == 0 && err != nil:
			t.Errorf("%s: the server does not start: %v", name, err)
		case len(tc.want) > 0 && (!errors.As(err, &mismatch) || !errors.Is(err, dispatch.ErrMismatch) || !reflect.DeepEqual(mismatch.Problems, got)):
			t.Errorf("%s: the server starts: %v", name, err)
		}
	}
	if got := codes(terra().Check(nil)); !slices.Equal(got, []string{"no-card"}) {
		t.Errorf("no card: %q", got)
	}
}

// words holds a problem against what every finding says.
func words(t *testing.T, p card.Problem) {
	t.Helper()
	hangul := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
	}
	both := p.Message.EN + p.Message.KO + p.Hint.EN + p.Hint.KO
	if p.Rule != "GR1" || p.Severity != card.SeverityWarn || !strings.HasPrefix(p.Source, "card spec v1.7 §7") ||
		!hangul(p.Message.KO) || hangul(p.Message.EN) || p.Hint.IsZero() || strings.ContainsAny(both, "{}") {
		t.Errorf("%+v", p)
	}
}

// Validate needs no card.
func TestValidate(t *testing.T) {
	if err := terra().Validate(); err != nil {
		t.Error(err)
	}
	table := terra()
	table[0].Handler, table[1].Skill.ID, table[2].Skill.ID = nil, "", "report-lookup"
	var mismatch *dispatch.MismatchError
	if err := table.Validate(); !errors.As(err, &mismatch) {
		t.Fatal(err)
	}
	if got := codes(mismatch.Problems); !slices.Equal(got, []string{"nil-handler", "no-id", "twice"}) {
		t.Errorf("%q", got)
	}
	if s := mismatch.Error(); !strings.Contains(s, "(3 in all)") || !strings.Contains(s, "report-lookup") {
		t.Error(s)
	}
}

func TestNilHandlers(t *testing.T) {
	var typed http.HandlerFunc
	for name, nilOne := range map[string]bool{
		"func":                dispatch.Table[func()]{{Skill: skill("a")}}.Validate() != nil,
		"pointer":             dispatch.Table[*os.File]{{Skill: skill("a")}}.Validate() != nil,
		"interface":           dispatch.Table[http.Handler]{{Skill: skill("a")}}.Validate() != nil,
		"nil in an interface": dispatch.Table[http.Handler]{{Skill: skill("a"), Handler: typed}}.Validate() != nil,
		"any":                 dispatch.Table[any]{{Skill: skill("a")}}.Validate() != nil,
		"chan":                dispatch.Table[chan int]{{Skill: skill("a")}}.Validate() != nil,
	} {
		if !nilOne {
			t.Errorf("%s: nil is taken for a handler", name)
		}
	}
	for name, err := range map[string]error{
		"string": dispatch.Table[string]{{Skill: skill("a")}}.Validate(), // a name may be empty
		"struct": dispatch.Table[struct{ f func() }]{{Skill: skill("a")}}.Validate(),
		"number": dispatch.Table[any]{{Skill: skill("a"), Handler: 0}}.Validate(),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLookup(t *testing.T) {
	table := terra()
	for id, want := range map[string]string{"report-lookup": "report", "recalculate": "recalculate"} {
		if h, ok := table.Lookup(id); !ok || h() != want {
			t.Errorf("%s: %v", id, ok)
		}
	}
	table[0].Handler = nil
	for _, id := range []string{"report-lookup", "", "nobody", "Recalculate"} {
		if _, ok := table.Lookup(id); ok {
			t.Errorf("%q has a handler", id)
		}
	}
}

// What has no tag that says otherwise has effects.
func TestOperations(t *testing.T) {
	table := append(terra(), dispatch.Entry[handler]{Skill: skill("untagged")}, dispatch.Entry[handler]{Skill: skill("advice", tags.KindAdvisory.Tag())})
	want := []dispatch.Operation{{"report-lookup", false}, {"event-ingest", true}, {"recalculate", true}, {"untagged", true}, {"advice", false}}
	if got := table.Operations(); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// The skills of a card can be changed without the table noticing.
func TestSkillsAreCopies(t *testing.T) {
	table := terra()
	table[1].Skill.SecurityRequirements = opening("x")
	got := table.Skills()
	if len(got) != 2 || got[0].ID != "report-lookup" || got[1].ID != "event-ingest" || got[0].Security != nil {
		t.Fatalf("%+v", got)
	}
	got[1].Tags[0] = "changed"
	got[1].Security[0].Schemes["actionBearer"] = []string{"changed"}
	got[1].SecurityRequirements[0].Schemes["changed"] = nil
	if s := table[1].Skill; s.Tags[0] != action || len(s.Security[0].Schemes["actionBearer"]) != 0 || len(s.SecurityRequirements[0].Schemes) != 1 {
		t.Errorf("%+v", s)
	}
}

// A card of many skills makes no long list, and no unreadable one.
func TestManyProblems(t *testing.T) {
	c := &card.AgentCard{}
	for i := range 10_000 {
		c.Skills = append(c.Skills, skill(fmt.Sprintf("%d\x1b[31m\u202e%s", i, strings.Repeat("x", 300))))
	}
	got := terra().Check(c)
	if len(got) != card.MaxPerRule+1 || got[len(got)-1].Code != "more" || !strings.Contains(got[len(got)-1].Message.EN, "9902") {
		t.Fatalf("%d problems, the last %+v", len(got), got[len(got)-1])
	}
	for _, p := range got {
		words(t, p)
		if strings.ContainsAny(p.Message.EN, "\x1b\u202e") || len(p.Message.EN) > 600 {
			t.Errorf("%q", p.Message.EN)
		}
	}
}
