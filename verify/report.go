package verify

import (
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/catalog"
)

// Report is what a run found. It is a plain value; nothing changes it after
// Run.
type Report struct {
	Profile  string
	Digest   string // of the bytes received; empty where they were cut at the size limit
	By       string // who ran it
	Unread   *card.ParseError
	Checks   []CheckResult
	Findings []Finding // in document order, then by rule

	Unfetched *wellknown.FetchError // why the run could not read the card that it was to read

	Signature SignatureReport // not-checked where no keys were given

	doc    *card.Document
	strict bool
	hide   func(string) string // takes the caller's tokens out of a text; nil where there are none
}

// CheckResult is what one check came to.
type CheckResult struct {
	ID      string
	Title   card.Text
	Source  string
	Verdict Verdict
	Counted bool // false for a check that is only shown

	Exchange *Exchange // for a check that made calls, one that shows its result
}

// Finding is one thing a check has to say: the problem, its verdict in this
// run, and the checks that it counts in.
type Finding struct {
	card.Problem
	Verdict  Verdict
	Checks   []string
	Exchange *Exchange // for a live rule, the call that shows it
}

// Exchange is a call that shows a finding.
type Exchange struct {
	Method    string `json:"method"`
	URL       string `json:"url"` // without credentials
	Status    int    `json:"status"`
	MS        int64  `json:"ms"`
	TaskID    string `json:"taskId,omitempty"`
	MessageID string `json:"messageId,omitempty"`
}

// Verdict is what the check of that id came to, 0 if it was not run.
func (r *Report) Verdict(id string) Verdict {
	for _, c := range r.Checks {
		if c.ID == id {
			return c.Verdict
		}
	}
	return 0
}

// Outcome is what the report came to as a whole, over the checks that count.
func (r *Report) Outcome() Outcome {
	if r.Unread != nil {
		return OutcomeFail
	}
	worst := Verdict(0)
	if r.Unfetched != nil { // a run that was stopped, or may not call, has seen no fault
		_, worst = v1Key(&fetched{err: r.Unfetched})
	}
	for _, c := range r.Checks {
		if c.Counted {
			worst = worse(worst, c.Verdict)
		}
	}
	if worst == 0 {
		return OutcomeIncomplete // no check applied, whatever warnings were given
	}
	for _, f := range r.Findings {
		if f.Verdict == Warn && r.Counts(f) {
			worst = worse(worst, Warn)
		}
	}
	switch worst {
	case Fail:
		return OutcomeFail
	case Warn:
		return OutcomeWarn
	case Pass:
		return OutcomePass
	}
	return OutcomeIncomplete
}

// Counts reports whether a finding weighs in the outcome: a check that counts
// made it.
func (r *Report) Counts(f Finding) bool {
	for _, c := range r.Checks {
		for _, id := range f.Checks {
			if c.ID == id && c.Counted {
				return true
			}
		}
	}
	return false
}

// OK reports whether the outcome is pass or warn and at least one counted check
// passed.
func (r *Report) OK() bool {
	if o := r.Outcome(); o != OutcomePass && o != OutcomeWarn {
		return false
	}
	for _, c := range r.Checks {
		if c.Counted && c.Verdict == Pass {
			return true
		}
	}
	return false
}

// ErrFailed and ErrIncomplete are matched by the error of Report.Err.
var (
	ErrFailed     = errors.New("the card failed")
	ErrIncomplete = errors.New("the checks are incomplete")
)

// Err is nil when OK, else one English line about the first finding that stands
// in the way. It matches ErrFailed or ErrIncomplete, and for bytes that are no
// card the *card.ParseError.
func (r *Report) Err() error {
	if r.OK() {
		return nil
	}
	kind := ErrIncomplete
	if r.Outcome() == OutcomeFail {
		kind = ErrFailed
	}
	if r.Unread != nil {
		return fmt.Errorf("verify: %w: %w", kind, r.Unread)
	}
	if r.Unfetched != nil {
		return fmt.Errorf("verify: %w: %w", kind, r.Unfetched)
	}
	var first *Finding
	n := 0
	for i, f := range r.Findings {
		if weight(f.Verdict) > weight(Warn) && r.Counts(f) {
			if n++; first == nil || weight(f.Verdict) > weight(first.Verdict) {
				first = &r.Findings[i]
			}
		}
	}
	if first == nil {
		return fmt.Errorf("verify: %w: no check passed", kind)
	}
	at := ""
	if first.Pointer != "" {
		at = " at " + catalog.Show(first.Pointer)
	}
	return fmt.Errorf("verify: %w: %s%s: %s (%d in all)", kind, first.Rule, at, first.Message.EN, n)
}

// Line is the line in the received bytes on which a pointer's value starts, 0
// if it is not there.
func (r *Report) Line(pointer string) int {
	if r.doc == nil {
		return 0
	}
	_, line, ok := r.doc.Place(pointer)
	if !ok {
		return 0
	}
	return line
}
