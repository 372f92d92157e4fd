package dispatch

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/tags"
)

// ErrMismatch is matched by every *MismatchError.
var ErrMismatch = errors.New("dispatch: the table and the card part")

// MismatchError is a table that the server must not start with.
type MismatchError struct {
	Problems []card.Problem // at least one, each of rule GR1
}

// Error says the first problem, and how many there are.
func (e *MismatchError) Error() string {
	s := "dispatch: " + e.Problems[0].Message.EN
	if n := len(e.Problems); n > 1 {
		s += fmt.Sprintf(" (%d in all)", n)
	}
	return s
}

// Is matches ErrMismatch.
func (e *MismatchError) Is(target error) bool { return target == ErrMismatch }

// Validate looks at the table by itself, which needs no card: an entry without an
// id, an id that stands twice, a handler that is nil. The error is a
// *MismatchError; the pointers of its problems are empty.
func (t Table[H]) Validate() error {
	return failure(capped(t.own(nil)))
}

// Start is Validate and Check: nil, or a *MismatchError that the server must not
// start with.
func (t Table[H]) Start(c *card.AgentCard) error {
	return failure(t.Check(c))
}

func failure(list []card.Problem) error {
	if len(list) == 0 {
		return nil
	}
	return &MismatchError{list}
}

// Check says where a card and the table part, by rule GR1, in the order of the
// card. Pointers point into the card. Each problem weighs as a warning, since the
// card spec recommends and does not demand; the codes are
//
//	no-card        there is no card
//	no-id, twice   an entry without an id, an id of several entries
//	nil-handler    an entry whose handler is nil
//	no-skill       an entry that is exposed, and not on the card
//	no-handler     a skill of the card that is not in the table
//	unexposed      a skill of the card that the table says is not exposed
//	kind, effect   the tags say another thing than the table's
//	security       another authentication opens it than the table has
//
// A skill of the table without requirements of its own is opened by the card's.
// At most card.MaxPerRule problems are given, and one more, code more, that says
// how many were left out.
func (t Table[H]) Check(c *card.AgentCard) []card.Problem {
	if c == nil {
		return []card.Problem{problem("no-card", "")}
	}
	out := t.own(c)
	onCard := map[string]bool{}
	for _, s := range c.Skills {
		onCard[s.ID] = true
	}
	for _, e := range t {
		if !e.Unexposed && e.Skill.ID != "" && !onCard[e.Skill.ID] {
			out = append(out, problem("no-skill", "/skills", "id", e.Skill.ID))
		}
	}
	mine := t.byID()
	for i, s := range c.Skills {
		at := place(i)
		e, known := mine[s.ID]
		switch {
		case s.ID == "":
			// B-skill-fields speaks of it
		case !known:
			out = append(out, problem("no-handler", at, "id", s.ID))
		case e.Unexposed:
			out = append(out, problem("unexposed", at, "id", s.ID))
		default:
			out = append(out, differences(c, e.Skill, s, at)...)
		}
	}
	slices.SortStableFunc(out, func(a, b card.Problem) int { return index(a) - index(b) })
	return capped(out)
}

// place is the pointer to a skill of the card, and index its way back, -1 for
// what is not at a skill.
func place(i int) string { return "/skills/" + strconv.Itoa(i) }

func index(p card.Problem) int {
	token, _, _ := strings.Cut(strings.TrimPrefix(p.Pointer, "/skills/"), "/")
	i, err := strconv.Atoi(token)
	if err != nil {
		return -1
	}
	return i
}

// byID gives the first entry of each id, the one that Lookup finds.
func (t Table[H]) byID() map[string]Entry[H] {
	m := make(map[string]Entry[H], len(t))
	for _, e := range t {
		if _, known := m[e.Skill.ID]; !known {
			m[e.Skill.ID] = e
		}
	}
	return m
}

// own is what is wrong with the table by itself: told at the skill of the card,
// or at its list of skills.
func (t Table[H]) own(c *card.AgentCard) []card.Problem {
	places := map[string]string{}
	elsewhere := ""
	if c != nil {
		elsewhere = "/skills"
		for i, s := range slices.Backward(c.Skills) {
			places[s.ID] = place(i)
		}
	}
	var out []card.Problem
	count := map[string]int{}
	for i, e := range t {
		id := e.Skill.ID
		at := cmp.Or(places[id], elsewhere)
		switch count[id]++; {
		case id == "":
			out = append(out, problem("no-id", elsewhere, "index", strconv.Itoa(i)))
		case count[id] == 2:
			out = append(out, problem("twice", at, "id", id))
		}
		if e.isNil() {
			out = append(out, problem("nil-handler", at, "id", id))
		}
	}
	return out
}

// differences compares a skill of the table with the card's.
func differences(c *card.AgentCard, mine, theirs card.Skill, at string) []card.Problem {
	var out []card.Problem
	say := func(key, pointer, table, shown string) {
		out = append(out, problem(key, pointer, "id", mine.ID, "table", table, "found", shown))
	}
	tagsAt := at
	if theirs.Tags != nil {
		tagsAt += "/tags"
	}
	kind := theirs.Kind()
	if mine.Kind() != kind {
		say("kind", tagsAt, mine.Kind().String(), kind.String())
	}
	if effect := theirs.Effect(); mine.Kind() == kind && kind == tags.KindAction && mine.Effect() != effect {
		say("effect", tagsAt, mine.Effect().String(), effect.String())
	}
	a, okA := opensBy(c, mine)
	b, okB := opensBy(c, theirs)
	if a != b || !okA || !okB {
		say("security", at+requirementsAt(theirs), a, b)
	}
	return out
}

// requirementsAt is where a skill's own requirements stand, empty where it has
// none.
func requirementsAt(s card.Skill) string {
	switch {
	case len(s.SecurityRequirements) > 0, s.SecurityRequirements != nil && s.Security == nil:
		return "/securityRequirements"
	case s.Security != nil:
		return "/security"
	}
	return ""
}

// opensBy spells what opens a skill: alternatives in any order, each of schemes
// with their scopes. It is not ok where one can't be read.
func opensBy(c *card.AgentCard, s card.Skill) (text string, ok bool) {
	list := c.RequirementsOf(s)
	if len(list) == 0 {
		return wordNone, true
	}
	ok = true
	words := make([]string, 0, len(list))
	for _, r := range list {
		ok = ok && r.Readable()
		words = append(words, spell(r))
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), ", "), ok
}

const (
	wordNone       = "none"
	wordAnonymous  = "anonymous"
	wordUnreadable = "unreadable"
)

func spell(r card.SecurityRequirement) string {
	switch {
	case !r.Readable():
		return wordUnreadable
	case r.Anonymous():
		return wordAnonymous
	}
	words := make([]string, 0, len(r.Schemes))
	for _, name := range slices.Sorted(maps.Keys(r.Schemes)) {
		word := quoted(name)
		var scopes []string
		for _, s := range slices.Compact(slices.Sorted(slices.Values(r.Schemes[name]))) {
			scopes = append(scopes, quoted(s))
		}
		if len(scopes) > 0 {
			word += "[" + strings.Join(scopes, " ") + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " + ")
}

// quoted keeps a name that looks like what stands around it apart from that.
func quoted(s string) string {
	if s == "" || s == wordNone || s == wordAnonymous || s == wordUnreadable || strings.ContainsAny(s, " ,+[]\"") {
		return strconv.Quote(s)
	}
	return s
}

// problem is one of rule GR1.
func problem(key, at string, args ...string) card.Problem {
	r, say := catalog.Find("GR1", key)
	p := card.Problem{
		Rule: r.ID, Code: say.Code(), Pointer: at, Severity: card.SeverityWarn, Source: r.Source,
		Message: card.Text(catalog.Fill(say.Message, args...)), Hint: card.Text(catalog.Fill(say.Hint, args...)),
	}
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == "found" {
			p.Observed = catalog.Show(args[i+1])
		}
	}
	return p
}

// capped leaves out what is beyond the cap of a rule.
func capped(list []card.Problem) []card.Problem {
	if len(list) <= card.MaxPerRule {
		return list
	}
	more := catalog.More(len(list) - card.MaxPerRule)
	last := list[card.MaxPerRule-1]
	last.Code, last.Observed = more.Code(), ""
	last.Message, last.Hint = card.Text(more.Message), card.Text(more.Hint)
	return append(list[:card.MaxPerRule:card.MaxPerRule], last)
}
