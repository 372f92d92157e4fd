package verify

import (
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// Rule is a row of the rule table: what a finding can name.
type Rule struct {
	ID       string
	Kind     string // static, live, evidence, policy, api or interop
	Severity string // the default: "F", "W" or "info"
	Title    card.Text
	Source   string   // document and section
	Checks   []string // the checks it feeds; the first is its own
}

// Rules is the rule table. README and cardcheck -rules are printed from it.
func Rules() []Rule {
	rows := catalog.Rules()
	out := make([]Rule, len(rows))
	for i, r := range rows {
		out[i] = Rule{
			ID: r.ID, Kind: string(r.Kind), Severity: string(r.Severity),
			Title: card.Text(r.Title), Source: r.Source, Checks: slices.Clone(r.Checks),
		}
	}
	return out
}

// feeds reports whether a rule feeds a check.
func feeds(rule, check string) bool {
	r := catalog.Lookup(rule)
	return r != nil && slices.Contains(r.Checks, check)
}
