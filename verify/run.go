package verify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
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
		checks: checks, signing: signing{t.Keys, t.Signing, t.SignaturePolicy},
	}
	r := &Report{Profile: t.Profile.name(), By: t.By, strict: t.Strict, hide: t.Live.blotter()}
	defer r.blot()
	s.sig = &r.Signature
	s.calls = newCalls(t)
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
	m := merger{strict: t.Strict}
	last, inOrder := 0, true
	for i := range checks {
		c := &checks[i]
		now := rank(c.ID)
		last, inOrder = now, inOrder && last <= now
		v := m.take(c, c.call(ctx, s))
		r.Checks = append(r.Checks, CheckResult{ID: c.ID, Title: c.Title, Source: c.Source, Verdict: v, Counted: !c.uncounted, Exchange: s.calls.exchange(c.ID)})
	}
	if !inOrder {
		slices.SortStableFunc(r.Checks, func(a, b CheckResult) int { return rank(a.ID) - rank(b.ID) })
	}
	for i := range m.list {
		ownFirst(&m.list[i])
	}
	r.Findings = capped(ordered(m.list, s.Document))
	return r
}

// ownFirst puts the checks of a finding in the order of the rule table, checks
// that the table does not know behind them. A finding that names a line, or a rule
// that feeds none of its checks, does not speak for it and takes a check's id.
func ownFirst(f *Finding) {
	if len(f.Checks) == 1 && f.Checks[0] == f.Rule {
		return
	}
	row := catalog.Lookup(f.Rule)
	if row == nil {
		if catalog.IsCheck(f.Rule) && !slices.Contains(f.Checks, f.Rule) {
			f.Rule = f.Checks[0]
		}
		return
	}
	if !slices.ContainsFunc(f.Checks, func(id string) bool { return slices.Contains(row.Checks, id) }) {
		f.Rule = f.Checks[0]
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
	s.signature()
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
	if slices.ContainsFunc(checks, func(c Check) bool { return strings.TrimSpace(c.ID) == "" }) {
		return finding("bad-target", "id", Inconclusive, ""), true
	}
	if id, twice := twiceAsked(checks); twice {
		return finding("bad-target", "twice", Inconclusive, "", "id", id), true
	}
	return Finding{}, false
}

// twiceAsked is the first id that stands twice.
func twiceAsked(checks []Check) (id string, twice bool) {
	for i := range checks {
		for k := range i {
			if checks[k].ID == checks[i].ID {
				return checks[i].ID, true
			}
		}
	}
	return "", false
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

func identityOf(f *Finding) identity { return identity{f.Rule, f.Code, f.Pointer, f.Message.EN} }

// merger gathers the findings of all checks; the same one from several checks
// is one that names them all.
type merger struct {
	strict bool
	list   []Finding
	index  map[identity]int // of list, once it is long
}

// take adds a check's findings and gives the check's verdict.
func (m *merger) take(c *Check, fs []Finding) Verdict {
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

func (m *merger) add(c *Check, f Finding) {
	if f.Rule == "" {
		f.Rule = c.ID
	}
	if f.Source == "" {
		f.Source = c.Source
	}
	if i, ok := m.find(identityOf(&f)); ok {
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
	if m.list == nil {
		m.list = make([]Finding, 0, 2)
	}
	m.list = append(m.list, f)
	if m.index != nil {
		m.index[identityOf(&f)] = len(m.list) - 1
	}
}

// fewFindings, as most cards have, are searched one by one.
const fewFindings = 16

// find is the place of a finding in the list.
func (m *merger) find(id identity) (int, bool) {
	if len(m.list) <= fewFindings {
		for i := range m.list {
			if identityOf(&m.list[i]) == id {
				return i, true
			}
		}
		return 0, false
	}
	if m.index == nil {
		m.index = make(map[identity]int, 4*fewFindings)
		for i := range m.list {
			m.index[identityOf(&m.list[i])] = i
		}
	}
	i, ok := m.index[id]
	return i, ok
}

// ordered sorts findings by pointer in document order, then by rule id. What
// points nowhere comes first.
func ordered(list []Finding, d *card.Document) []Finding {
	if len(list) > fewFindings {
		sort.Stable(&byPlace{list, places(list, d, nil)})
		return list
	}
	var room [fewFindings]int
	p := byPlace{list, places(list, d, room[:0])}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && p.Less(j, j-1); j-- {
			p.Swap(j, j-1)
		}
	}
	return list
}

// byPlace is findings with where each stands.
type byPlace struct {
	list []Finding
	at   []int
}

func (p *byPlace) Len() int { return len(p.list) }

func (p *byPlace) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(p.at[i], p.at[j]), strings.Compare(p.list[i].Rule, p.list[j].Rule)) < 0
}

func (p *byPlace) Swap(i, j int) {
	p.list[i], p.list[j] = p.list[j], p.list[i]
	p.at[i], p.at[j] = p.at[j], p.at[i]
}

// places gives where the pointer of each finding stands, the same for all that
// stand nowhere. It goes into room, if there is enough.
func places(list []Finding, d *card.Document, room []int) []int {
	out := slices.Grow(room, len(list))[:len(list)]
	if d == nil {
		return out
	}
	var distinct []string
	var index map[string]int
	if len(list) > fewFindings {
		index = make(map[string]int, len(list))
		for i := range list {
			if _, seen := index[list[i].Pointer]; !seen {
				index[list[i].Pointer] = len(distinct)
				distinct = append(distinct, list[i].Pointer)
			}
		}
	}
	if len(distinct) > fewFindings {
		at := d.Offsets(distinct)
		for i := range list {
			out[i] = at[index[list[i].Pointer]]
		}
		return out
	}
	for i := range list {
		if v := jsondoc.Of(d).Find(list[i].Pointer); v.Exists() {
			out[i] = v.Offset()
		} else {
			out[i] = -1
		}
	}
	return out
}
