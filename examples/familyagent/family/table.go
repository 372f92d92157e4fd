package family

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// Agent is an agent as a table.
type Agent struct {
	ID          string // "terra"
	Profile     verify.Profile
	Name        string // for people
	Version     string // to be raised with each change of the card (rule G5)
	Description string
	Opens       Scheme // what opens each skill that has no scheme of its own
	Skills      []Skill
}

// Skill is a row: what the card shows of it, and what does it.
type Skill struct {
	Card  card.PartySkill
	Opens *Scheme // a scheme of its own, as an action needs (rule E3); nil: the agent's
	Takes string  // the member of a data part that says a message is for it; empty: it takes text
	Do    Handler

	// For an action: the member of the data that the caller made to tell one
	// execution from another, beside messageId (rule E4), and whether the agent's
	// own books hold what the caller had done under it, by which an execution that
	// a crash cut off is settled. Without Took the owner settles it.
	Key  string
	Took func(caller audit.Caller, key string) bool

	// Unexposed: it is dispatched, and on no card.
	Unexposed bool
}

// Handler does what a skill is for. An error says that it failed, and its text
// stays here.
type Handler func(context.Context, Call) (Answer, error)

// Call is what a skill is asked.
type Call struct {
	Caller audit.Caller
	Said   []string        // the caller's texts, turn by turn
	Data   json.RawMessage // of the data part that the skill takes; nil for text
}

// Text is what the caller said last.
func (c Call) Text() string {
	if len(c.Said) == 0 {
		return ""
	}
	return c.Said[len(c.Said)-1]
}

// All is what the caller said in all turns, a line each.
func (c Call) All() string { return strings.Join(c.Said, "\n") }

// read takes the data into a struct of the skill's own, and says why it does not
// fit.
func (c Call) read(into any) (why string) {
	if err := json.Unmarshal(c.Data, into); err != nil {
		return "입력의 형식이 이 skill의 것과 다르다."
	}
	return ""
}

// Answer is what a skill says: an answer, or that it asks something back, or that
// it refuses, and has done nothing.
type Answer struct {
	Text    string
	Data    any    // goes out as JSON beside the text
	Asks    string // a question; the task waits for input
	Refuses string // why nothing was done
}

func say(text string, data any) (Answer, error) { return Answer{Text: text, Data: data}, nil }
func ask(question string) (Answer, error)       { return Answer{Asks: question}, nil }
func refuse(why string) (Answer, error)         { return Answer{Refuses: why}, nil }

// Scheme is a way in: its name and what the card says of it (card spec §5).
type Scheme struct {
	Name string
	Card card.SecurityScheme
	User bool // opened by a user's token, else by a service's secret
}

func service() Scheme {
	return Scheme{Name: "serviceBearer", Card: card.BearerScheme("").Described("배포 설정의 공유 비밀. 1차는 토큰 교환 없음")}
}

func user() Scheme {
	return Scheme{Name: "userBearer", User: true, Card: card.BearerScheme("JWT").Described("Dex 발급 사용자 토큰. iss·sub·aud·exp만")}
}

// action is what opens an action of an agent whose other skills service opens.
func action() *Scheme {
	return &Scheme{Name: "actionBearer", Card: card.BearerScheme("").Described("실행용. 조회 토큰으로는 열리지 않는다")}
}

// tables are the agents by id.
func tables() map[string]func(*Books) Agent {
	return map[string]func(*Books) Agent{
		"mentor": mentor, "ethos": ethos, "afo": afo, "terra": terra, "guild": guild, "chopilot": chopilot,
	}
}

// IDs are the ids of the six, in the order of the card spec.
func IDs() []string { return []string{"mentor", "ethos", "afo", "terra", "guild", "chopilot"} }

// Table gives an agent by its id, and false for an id that is none. b is where it
// keeps what it is told to; nil will do to look at its card.
func Table(id string, b *Books) (Agent, bool) {
	make, ok := tables()[id]
	if !ok {
		return Agent{}, false
	}
	return make(b), true
}

// Schemes are the ways in, each once, the agent's own first.
func (a Agent) Schemes() []Scheme {
	out := []Scheme{a.Opens}
	for _, s := range a.Skills {
		if s.Opens != nil && !slices.ContainsFunc(out, func(x Scheme) bool { return x.Name == s.Opens.Name }) {
			out = append(out, *s.Opens)
		}
	}
	return out
}

// opens is the name of the scheme that opens a skill.
func (a Agent) opens(s Skill) string {
	if s.Opens != nil {
		return s.Opens.Name
	}
	return a.Opens.Name
}

// card is what the card shows of a skill: bound to its scheme, and with the mode
// that it reads.
func (s Skill) card() card.PartySkill {
	out := s.Card
	if s.Takes != "" {
		out = out.InputModes("application/json")
	}
	if s.Opens != nil {
		out = out.Requires(card.Requirement(s.Opens.Name))
	}
	return out
}

// Dispatch is the table by which the server calls, and with which the card must
// agree.
func (a Agent) Dispatch() dispatch.Table[Handler] {
	out := make(dispatch.Table[Handler], 0, len(a.Skills))
	for _, s := range a.Skills {
		out = append(out, dispatch.Entry[Handler]{Skill: s.card().Skill(), Handler: s.Do, Unexposed: s.Unexposed})
	}
	return out
}
