package report

import (
	"fmt"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// exchange writes the call that shows a finding, as one line.
func (t *text) exchange(x *verify.Exchange) {
	if x == nil {
		return
	}
	parts := []string{catalog.Show(x.Method) + " " + catalog.Show(x.URL)}
	if x.Status != 0 {
		parts = append(parts, fmt.Sprint(x.Status))
	}
	parts = append(parts, fmt.Sprintf("%d ms", x.MS))
	if x.TaskID != "" {
		parts = append(parts, "Task "+catalog.Show(x.TaskID))
	}
	if x.MessageID != "" {
		parts = append(parts, "messageId "+catalog.Show(x.MessageID))
	}
	t.printf("  %s: %s\n", t.call, strings.Join(parts, " · "))
}

// completion says what a run with calls amounts to (rule R1): publishing a card
// is not completion, and a self-check is no proof.
func (t *text) completion(r *verify.Report) {
	if r.Verdict("V7") == 0 || r.By == "" {
		return
	}
	line := t.selfCheck
	switch {
	case r.Complete():
		line = t.complete
	case r.By == verify.Society:
		line = t.incomplete
	}
	t.printf("%s: %s. %s\n", t.runBy, catalog.Show(r.By), line)
}
