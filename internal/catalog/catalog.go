// Package catalog is the rule table: every rule's id, kind, default severity,
// source, the checks it feeds, and its words in Korean and English. Whoever
// finds a fault names the rule and a code; the sentences stand here alone.
//
// Sentences hold places such as {id} that Fill replaces. In Korean no particle
// that changes with the sound before it follows a place.
package catalog

import (
	"strconv"
	"strings"
)

// Text is a sentence in both languages.
type Text struct{ KO, EN string }

// Kind says how a rule is decided (static, live, evidence, policy, api,
// interop); several are joined by commas.
type Kind string

// Severity is a rule's default: F fail, W warn, I info.
type Severity string

// The default severities.
const (
	Fail Severity = "F"
	Warn Severity = "W"
	Info Severity = "info"
)

// Rule is a row of the table.
type Rule struct {
	ID       string
	Kind     Kind
	Severity Severity
	Source   string   // document and section
	Checks   []string // the lines it feeds; the first is its own
	Title    Text
	Says     []Say
}

// Say is one thing a rule can say. Key is the finding's code, optionally
// followed by a colon and a word that parts sentences of one code.
type Say struct {
	Key     string
	Message Text
	Hint    Text
}

// Code is the finding's code: the key up to a colon.
func (s Say) Code() string {
	code, _, _ := strings.Cut(s.Key, ":")
	return code
}

var (
	table = join(baseRules, interfaceRules, securityRules, placeRules, skillRules, proofRules, nameRules, authRules, fetchRules, serveRules, callRules, signatureRules, diffRules)
	index = build(table)
	lines = fed(table)
)

func join(groups ...[]Rule) []Rule {
	var all []Rule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

func build(rules []Rule) map[string]*Rule {
	m := make(map[string]*Rule, len(rules))
	for i := range rules {
		m[rules[i].ID] = &rules[i]
	}
	return m
}

// Rules is the whole table, in the order of the requirements. It is shared;
// callers don't write to it.
func Rules() []Rule { return table }

// Lookup is the row of an id, nil if there is none.
func Lookup(id string) *Rule { return index[id] }

// IsCheck reports the id of a check that some rule feeds.
func IsCheck(id string) bool { return lines[id] }

func fed(rules []Rule) map[string]bool {
	m := map[string]bool{}
	for _, r := range rules {
		for _, id := range r.Checks {
			m[id] = true
		}
	}
	return m
}

// Find is what a rule says under a key. A key that the rule does not have is a
// fault of the caller's code and gives a sentence that says so.
func Find(id, key string) (Rule, Say) {
	r := Lookup(id)
	if r == nil {
		about := aboutRuns[id]
		about.ID = id
		r = &about
	}
	for _, s := range r.Says {
		if s.Key == key {
			return *r, s
		}
	}
	return *r, Say{Key: key, Message: Text{
		KO: "규칙 표에 이 코드의 문장이 없다: `" + key + "`.",
		EN: "the rule table has no sentence for this code: `" + key + "`.",
	}}
}

// Fill puts values into the places of a text. Each value goes through Show.
// args are pairs of name and value. What was found and is Absent is said in
// either language.
func Fill(t Text, args ...string) Text {
	if len(args) == 0 {
		return t
	}
	var few [8]string
	shown := few[:0]
	absent := -1
	for i := 1; i < len(args); i += 2 {
		if args[i-1] == "found" && args[i] == Absent {
			absent = len(shown)
		}
		shown = append(shown, Show(args[i]))
	}
	out := Text{EN: fill(t.EN, args, shown)}
	if absent >= 0 {
		shown[absent] = "없음"
	}
	out.KO = fill(t.KO, args, shown)
	return out
}

// Absent is what was found where there is nothing.
const Absent = "absent"

// fill replaces each {name} of the sentence; values are not looked into.
func fill(s string, args, shown []string) string {
	i := strings.IndexByte(s, '{')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 64)
next:
	for ; ; i = strings.IndexByte(s, '{') {
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		for k, v := range shown {
			if name := args[2*k]; strings.HasPrefix(s[1:], name) && strings.HasPrefix(s[1+len(name):], "}") {
				b.WriteString(v)
				s = s[len(name)+2:]
				continue next
			}
		}
		b.WriteByte('{')
		s = s[1:]
	}
}

// More is what a rule says last when findings of it were left out.
func More(n int) Say {
	return Say{
		Key: "more",
		Message: Fill(Text{
			KO: "이 규칙의 결과를 더 싣지 않았다. 뺀 수: {n}.",
			EN: "more findings of this rule were left out. Number: {n}.",
		}, "n", strconv.Itoa(n)),
		Hint: Text{KO: "앞의 것을 고치고 다시 확인한다", EN: "mend those shown and check again"},
	}
}
