package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// Target is what to check, and against what.
type Target struct {
	Document *card.Document // the card, as card.Parse gave it
	Received []byte         // in place of Document: bytes that Run parses itself
	Profile  Profile        // the zero value is an outside registrant
	Keys     *KeySet        // the pinned keys; nil: signatures are not checked
	Strict   bool           // each warning counts as a failure; for cards of one's own, never for a registration

	Signing         SignatureOptions // when, where and for whom a key must hold
	SignaturePolicy SignaturePolicy  // what P5 makes of a card that is not verified

	Operations []Operation      // evidence for E1: the server's own list of what it dispatches
	Others     []*card.Document // cards of other agents among which a caller chooses (T-skill-description)
}

// Run holds a target against checks, in the order given, and reports every
// finding, V1 to V9 in numeric order. It returns no error: bytes that are no card, and a target that
// can't be checked (finding bad-target, inconclusive), are in the report. It
// keeps nothing and calls nobody. Where a pinned key verifies the card, the rules
// about security read the card from the verified payload.
func Run(ctx context.Context, t Target, checks ...Check) *Report {
	s := &Subject{
		Document: t.Document, Profile: t.Profile, operations: t.Operations, others: t.Others,
		checks: checks, signing: signing{t.Keys, t.Signing, t.SignaturePolicy},
	}
	r := &Report{Profile: t.Profile.name(), strict: t.Strict}
	r.read(t, s)
	if f, bad := badTarget(t, checks); bad {
		f.Checks = []string{f.Rule}
		r.Findings = []Finding{f}
		r.Checks = []CheckResult{{ID: f.Rule, Verdict: Inconclusive, Counted: true}}
		return r
	}
	r.Checks = make([]CheckResult, 0, len(checks))
	m := merger{strict: t.Strict}
	for i := range checks {
		c := &checks[i]
		v := m.take(c, c.call(ctx, s))
		r.Checks = append(r.Checks, CheckResult{ID: c.ID, Title: c.Title, Source: c.Source, Verdict: v, Counted: !c.uncounted})
	}
	slices.SortStableFunc(r.Checks, func(a, b CheckResult) int { return rank(a.ID) - rank(b.ID) })
	for i := range m.list {
		ownFirst(&m.list[i])
	}
	r.Findings = capped(ordered(m.list, s.Document))
	return r
}

// ownFirst puts the checks of a finding in the order of the rule table, checks
// that the table does not know behind them.
func ownFirst(f *Finding) {
	if len(f.Checks) < 2 {
		return
	}
	row := catalog.Lookup(f.Rule)
	if row == nil {
		return
	}
	place := func(id string) int {
		if i := slices.Index(row.Checks, id); i >= 0 {
			return i
		}
		return len(row.Checks)
	}
	slices.SortStableFunc(f.Checks, func(a, b string) int { return place(a) - place(b) })
}

// rank orders the lines of a report: the groups on the base card, V1 to V9, E1
// to E5, then what else was asked, in the order asked (rule V-order).
func rank(id string) int {
	switch {
	case id == "a2a":
		return 0
	case id == "places":
		return 1
	case len(id) == 2 && id[0] == 'V' && id[1] >= '1' && id[1] <= '9':
		return 10 + int(id[1]-'0')
	case len(id) == 2 && id[0] == 'E' && id[1] >= '1' && id[1] <= '5':
		return 20 + int(id[1]-'0')
	}
	return 100
}

// read fills in what the report says of the card itself.
func (r *Report) read(t Target, s *Subject) {
	if s.Document == nil && t.Received != nil {
		d, err := card.Parse(t.Received)
		if !errors.As(err, &s.unread) {
			s.Document = d
		} else if s.unread.Rule != "B-size" {
			sum := sha256.Sum256(t.Received)
			r.Digest = "sha256:" + hex.EncodeToString(sum[:])
		}
	}
	r.doc, r.Unread = s.Document, s.unread
	r.Signature = *s.signature()
	if s.Document != nil {
		r.Digest = s.Document.Digest()
	}
}

func badTarget(t Target, checks []Check) (Finding, bool) {
	switch {
	case t.Document == nil && t.Received == nil:
		return finding("bad-target", "document", Inconclusive, ""), true
	case len(checks) == 0:
		return finding("bad-target", "checks", Inconclusive, ""), true
	}
	for i := range checks {
		for j := range i {
			if checks[j].ID == checks[i].ID {
				return finding("bad-target", "twice", Inconclusive, "", "id", checks[i].ID), true
			}
		}
	}
	return Finding{}, false
}

func (p Profile) name() string {
	if p.Name == "" {
		return "external"
	}
	return p.Name
}
