package verify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// Target is what to check, and against what.
type Target struct {
	Document *card.Document // the card, as card.Parse gave it
	Received []byte         // in place of Document: bytes that Run parses itself
	Endpoint string         // of the agent, or its origin; with Live and no card Run reads the card there
	Profile  Profile        // the zero value is an outside registrant
	Keys     *KeySet        // the pinned keys; nil: signatures are not checked
	Strict   bool           // each warning counts as a failure; for cards of one's own, never for a registration

	Signing         SignatureOptions // when, where and for whom a key must hold
	SignaturePolicy SignaturePolicy  // what P5 makes of a card that is not verified

	Operations []Operation      // evidence for E1: the server's own list of what it dispatches
	Others     []*card.Document // cards of other agents among which a caller chooses (T-skill-description)

	Live *Live  // what the run may do on the network; nil: nothing
	By   string // who runs it, as reports say it; Society for the verifier's own proof (rule R1)
}

// Society is Target.By of the verifier whose round trip completes an agent (card
// spec v1.7 §8 V7). A run by anyone else is a self-check.
const Society = "society"

// Run holds a target against checks, in the order given, and reports every
// finding, V1 to V9 in numeric order. It returns no error: bytes that are no card, and a target that
// can't be checked (finding bad-target, inconclusive), are in the report. It
// keeps nothing, and calls nobody but what Target.Live allows. Where a pinned key verifies the card, the rules
// about security read the card from the verified payload.
func Run(ctx context.Context, t Target, checks ...Check) *Report {
	s := &Subject{
		Document: t.Document, Profile: t.Profile, operations: t.Operations, others: t.Others,
		asked: make(map[string]bool, len(checks)), signing: signing{t.Keys, t.Signing, t.SignaturePolicy},
	}
	for _, c := range checks {
		s.asked[c.ID] = true
	}
	r := &Report{Profile: t.Profile.name(), By: t.By, strict: t.Strict}
	s.calls = newCalls(t)
	defer s.calls.close()
	f, bad := badTarget(t, checks)
	if !bad {
		s.fetchCard(ctx, &t)
	}
	r.read(t, s)
	if bad {
		f.Checks = []string{f.Rule}
		r.Findings = []Finding{f}
		r.Checks = []CheckResult{{ID: f.Rule, Verdict: Inconclusive, Counted: true}}
		return r
	}
	r.Checks = make([]CheckResult, 0, len(checks))
	m := merger{strict: t.Strict, index: map[identity]int{}}
	for _, c := range checks {
		v := m.take(c, c.call(ctx, s))
		r.Checks = append(r.Checks, CheckResult{ID: c.ID, Title: c.Title, Source: c.Source, Verdict: v, Counted: !c.uncounted, Exchange: s.calls.exchange(c.ID)})
	}
	slices.SortStableFunc(r.Checks, func(a, b CheckResult) int { return rank(a.ID) - rank(b.ID) })
	for i := range m.list {
		ownFirst(&m.list[i])
	}
	r.Findings = capped(ordered(m.list, s.Document))
	r.blot(t.Live)
	return r
}

// ownFirst puts the checks of a finding in the order of the rule table, checks
// that the table does not know behind them.
func ownFirst(f *Finding) {
	row := catalog.Lookup(f.Rule)
	if row == nil || len(f.Checks) < 2 {
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
	case id == "serve":
		return 2
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
	r.doc, r.Unread, r.Unfetched = s.Document, s.unread, s.unfetched()
	r.Signature = *s.signature()
	if s.Document != nil {
		r.Digest = s.Document.Digest()
	}
}

func badTarget(t Target, checks []Check) (Finding, bool) {
	switch {
	case t.Live != nil && t.Endpoint == "":
		return finding("bad-target", "endpoint", Inconclusive, ""), true
	case t.Document == nil && t.Received == nil && t.Live == nil:
		return finding("bad-target", "document", Inconclusive, ""), true
	case len(checks) == 0:
		return finding("bad-target", "checks", Inconclusive, ""), true
	}
	seen := make(map[string]bool, len(checks))
	for _, c := range checks {
		if seen[c.ID] {
			return finding("bad-target", "twice", Inconclusive, "", "id", c.ID), true
		}
		seen[c.ID] = true
	}
	return Finding{}, false
}

func (p Profile) name() string {
	if p.Name == "" {
		return "external"
	}
	return p.Name
}

// identity is what makes two findings the same one.
type identity struct {
	rule, code, pointer, message string
}

// merger gathers the findings of all checks; the same one from several checks
// is one that names them all.
type merger struct {
	strict bool
	list   []Finding
	index  map[identity]int
}

// take adds a check's findings and gives the check's verdict.
func (m *merger) take(c Check, fs []Finding) Verdict {
	v, na := Pass, false
	for _, f := range fs {
		if f.Verdict.String() == "" {
			f.Verdict = verdictOf(f.Severity)
		}
		if f.Verdict == NotApplicable {
			na = true
			if f.Message.IsZero() {
				continue
			}
		}
		if f.Verdict == Warn && m.strict {
			f.Verdict = Fail
		}
		if f.Verdict == 0 {
			f.Verdict = Inconclusive // a finding that does not say is not a pass
		}
		f.Severity = severityOf(f.Verdict)
		v = worse(v, f.Verdict)
		m.add(c, f)
	}
	if na && weight(v) <= weight(Warn) {
		return NotApplicable
	}
	return v
}

func (m *merger) add(c Check, f Finding) {
	if f.Rule == "" {
		f.Rule = c.ID
	}
	if f.Source == "" {
		f.Source = c.Source
	}
	id := identity{f.Rule, f.Code, f.Pointer, f.Message.EN}
	if i, ok := m.index[id]; ok {
		have := &m.list[i]
		if !slices.Contains(have.Checks, c.ID) {
			have.Checks = append(have.Checks, c.ID)
		}
		if weight(f.Verdict) > weight(have.Verdict) {
			have.Verdict, have.Severity = f.Verdict, f.Severity
		}
		return
	}
	f.Checks = []string{c.ID}
	m.index[id] = len(m.list)
	m.list = append(m.list, f)
}

// ordered sorts findings by pointer in document order, then by rule id. What
// points nowhere comes first.
func ordered(list []Finding, d *card.Document) []Finding {
	if len(list) < 2 {
		return list
	}
	place := places(list, d)
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(place[a.Pointer], place[b.Pointer]), strings.Compare(a.Rule, b.Rule))
	})
	return list
}

// places gives where each pointer of a list stands.
func places(list []Finding, d *card.Document) map[string]int {
	out := make(map[string]int, len(list))
	if d == nil {
		return out
	}
	var pointers []string
	for _, f := range list {
		if _, seen := out[f.Pointer]; !seen {
			out[f.Pointer] = -1
			pointers = append(pointers, f.Pointer)
		}
	}
	if len(pointers) > 16 {
		for i, at := range d.Offsets(pointers) {
			out[pointers[i]] = at
		}
		return out
	}
	for _, p := range pointers {
		if at, _, ok := d.Place(p); ok {
			out[p] = at
		}
	}
	return out
}
