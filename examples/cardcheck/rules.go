package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/hs9147/agentcard/verify"
)

// printRules prints the rule table: as columns, or as one object per line.
func printRules(e *env, o *options) int {
	if o.format == "json" {
		enc := json.NewEncoder(e.out)
		for _, r := range verify.Rules() {
			if err := enc.Encode(map[string]any{
				"id": r.ID, "kind": r.Kind, "severity": r.Severity, "checks": r.Checks, "title": r.Title, "source": r.Source,
			}); err != nil {
				return exitUsage
			}
		}
		return exitOK
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, r := range verify.Rules() {
		checks := strings.Join(r.Checks, " ")
		if checks == "" {
			checks = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t(%s)\n", r.ID, r.Severity, r.Kind, checks, r.Title.In(o.lang), r.Source)
	}
	if err := w.Flush(); err != nil {
		return exitUsage
	}
	return exitOK
}
