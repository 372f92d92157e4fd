package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// ruleJSON is a row of the rule table as -rules -format json writes it.
type ruleJSON struct {
	ID       string    `json:"id"`
	Severity string    `json:"severity"`
	Kind     string    `json:"kind"`
	Checks   []string  `json:"checks"`
	Title    card.Text `json:"title"`
	Source   string    `json:"source"`
}

// printRules prints the rule table: as columns, or as one object per line.
func (c *command) printRules() int {
	write := c.ruleColumns
	if c.format == "json" {
		write = c.ruleObjects
	}
	if err := write(verify.Rules()); err != nil {
		return c.broken(err)
	}
	return exitOK
}

func (c *command) ruleObjects(rules []verify.Rule) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	for _, r := range rules {
		if err := enc.Encode(ruleJSON{r.ID, r.Severity, r.Kind, r.Checks, r.Title, r.Source}); err != nil {
			return err
		}
	}
	return nil
}

// ruleColumns keeps title and source in one column, since Hangul is twice as
// wide as the spaces that would fill it up.
func (c *command) ruleColumns(rules []verify.Rule) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s  (%s)\n", r.ID, r.Severity, r.Kind, strings.Join(r.Checks, " "), r.Title.In(c.lang), r.Source)
	}
	return w.Flush()
}
