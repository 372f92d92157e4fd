package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/vocab"
)

// Check is one line of a checklist. It is data: third parties fill a literal
// with keyed fields and append it to a set.
//
// ID is not blank and stands once in a run, else the run has one finding,
// bad-target. Func looks at the subject and gives its findings, none where all is
// well. A finding without a Rule takes the check's ID. One whose Rule is a row of
// Rules joins the same finding of a check that the row feeds, if the run has it;
// else, and where Rule names another check of the library's, it can't speak for
// that and takes this check's ID. A finding of verdict NotApplicable without a
// message says that the check's condition is not met, and is not listed. Func
// runs with the others in one goroutine; a panic in it becomes an inconclusive
// finding, and so does a context that ended while it ran, unless it found
// something graver than a warning.
type Check struct {
	ID     string
	Title  card.Text
	Source string
	Needs  Needs
	Func   func(context.Context, *Subject) []Finding

	uncounted bool
}

// Needs is what a check can't do without.
type Needs uint8

// The needs, to be combined. A check that needs a document is NotApplicable
// where the bytes were no card.
const (
	NeedsDocument Needs = 1 << iota
	NeedsCall           // calls to the running agent, or records of its owner
)

// Uncounted gives the same check, shown in a report but counted neither in its
// outcome nor in OK: for lines that a reader should see are still open.
func Uncounted(c Check) Check {
	c.uncounted = true
	return c
}

// Subject is what a check looks at. It is shared by the checks of one run and
// is safe for concurrent use.
type Subject struct {
	Document *card.Document // nil where the bytes were no card
	Profile  Profile

	unread     *card.ParseError
	checks     []Check // of this run
	operations []Operation
	others     []*card.Document
	calls      *calls // nil: the run calls nobody
	fromFetch  bool   // the document is what the run itself has read

	cardOnce   sync.Once
	card       *card.AgentCard
	baseOnce   sync.Once
	base       []card.Problem
	skillsOnce sync.Once
	skillList  []skill
	hasAction  bool
	heirOnce   sync.Once
	inherit    ways
	spokenOnce sync.Once
	spoken     map[string]bool // pointers of schemes
	e3Once     sync.Once
	e3Found    *e3Result
	spareOnce  sync.Once
	spare      []string
	openOnce   sync.Once
	openerList []opener
	signing    signing
	sigOnce    sync.Once
	sig        *SignatureReport // where Run wants it

	extensionsOnce sync.Once
	extensionList  []jsondoc.Value // of capabilities.extensions
	signedOnce     sync.Once
	signedSkills   []jsondoc.Value // of the verified payload
}

// Card is the typed view that the checks of this run share: read it, don't
// change it. It is nil where there is no document.
func (s *Subject) Card() *card.AgentCard {
	s.cardOnce.Do(func() {
		if s.Document != nil {
			s.card = s.Document.Card()
		}
	})
	return s.card
}

// problems is what card.Validate says in the profile's mode, once a run.
func (s *Subject) problems() []card.Problem {
	s.baseOnce.Do(func() {
		switch {
		case s.unread != nil:
			s.base = []card.Problem{s.unread.Problem()}
		case s.Document != nil:
			s.base = card.Validate(s.Document, s.Profile.mode())
			if r := s.signature(); r.document != nil && r.Form != card.FormReceived {
				s.base = withSecurityOf(s.base, card.Validate(r.document, s.Profile.mode()))
			}
		}
	})
	return s.base
}

// withSecurityOf takes what is said of schemes and requirements from the
// verified payload, where members of no meaning are absent (rule SIG4). The rest
// is about how the card is spelled.
func withSecurityOf(received, signed []card.Problem) []card.Problem {
	security := func(p card.Problem) bool {
		return strings.HasPrefix(p.Rule, "B-sec-") || strings.HasPrefix(p.Rule, "B-scheme-")
	}
	out := slices.DeleteFunc(received, security)
	for _, p := range signed {
		if security(p) {
			out = append(out, p)
		}
	}
	return out
}

// baseFindings is the part of problems that feeds a check.
func (s *Subject) baseFindings(check string) []Finding {
	var out []Finding
	for _, p := range s.problems() {
		if feeds(p.Rule, check) && !s.Profile.allows(p) && !s.saidElsewhere(p) {
			out = append(out, Finding{Problem: p})
		}
	}
	return out
}

// saidElsewhere reports a fault of which another rule speaks in the same run:
// S3-required-false or HIRE-uri of a required that is no boolean,
// S3-name-one-per-extension of params that are no object, E3, V6 or
// S5-mentor-no-user-token of an unused scheme.
func (s *Subject) saidElsewhere(p card.Problem) bool {
	switch {
	case s.Profile.A2AOnly:
		return false
	case p.Rule == "B-types":
		return s.ownMember(p.Pointer, "/required")
	case p.Rule == "B-null", p.Rule == "B-extensions" && p.Code == "params":
		return s.ownMember(p.Pointer, "/params")
	}
	return p.Rule == "B-sec-refs" && p.Code == "unused" && s.schemeSpokenOf(p)
}

// asks reports whether a check is of this run.
func (s *Subject) asks(id string) bool {
	return slices.ContainsFunc(s.checks, func(c Check) bool { return c.ID == id })
}

// ownMember reports the pointer of a member of an extension that V5 or V9 judges
// in this run. V9 does not speak of the type of params.
func (s *Subject) ownMember(pointer, name string) bool {
	if !strings.HasSuffix(pointer, name) {
		return false
	}
	for i, e := range extensions(s) {
		if extensionAt(i)+name == pointer {
			uri := e.Member(member.URI).Text()
			return uri == vocab.ANS && s.asks("V5") || uri == vocab.Hire && s.asks("V9") && name == "/required"
		}
	}
	return false
}

// schemeSpokenOf reports a scheme that E3, V6 or S5-mentor-no-user-token names
// in this run.
func (s *Subject) schemeSpokenOf(p card.Problem) bool {
	s.spokenOnce.Do(func() {
		var names []string
		if s.asks("E3") || s.asks("V4") {
			names = append(names, s.e3().unbound...)
		}
		if s.asks("V6") && s.Profile.NoUserToken {
			names = append(names, s.userTokens()...)
		}
		if s.asks("V6") && s.Profile.Row != nil && !s.anyAction() {
			names = append(names, s.furtherSchemes(*s.Profile.Row)...)
		}
		s.spoken = make(map[string]bool, len(names))
		for _, name := range names {
			s.spoken[jsondoc.CutPointer(schemeAt(name))] = true
		}
	})
	return s.spoken[p.Pointer]
}

// token is a member name as a reference token of a pointer.
func token(name string) string { return jsondoc.EscapeToken(name) }

// finding makes a finding from the rule table. args fill the sentence.
func finding(rule, key string, v Verdict, pointer string, args ...string) Finding {
	r, say := catalog.Find(rule, key)
	return Finding{
		Problem: card.Problem{
			Rule: rule, Code: say.Code(), Pointer: jsondoc.CutPointer(pointer), Severity: severityOf(v), Source: r.Source,
			Message: card.Text(catalog.Fill(say.Message, args...)),
			Hint:    card.Text(catalog.Fill(say.Hint, args...)),
		},
		Verdict: v,
	}
}

func severityOf(v Verdict) card.Severity {
	switch v {
	case Fail:
		return card.SeverityFail
	case Warn:
		return card.SeverityWarn
	case Info:
		return card.SeverityInfo
	}
	return 0
}

func verdictOf(s card.Severity) Verdict {
	switch s {
	case card.SeverityFail:
		return Fail
	case card.SeverityWarn:
		return Warn
	case card.SeverityInfo:
		return Info
	}
	return 0
}

// call runs a check and turns a panic into a finding.
func (c *Check) call(ctx context.Context, s *Subject) (out []Finding) {
	defer func() {
		if r := recover(); r != nil {
			out = append(out, broken(*c, "broken:panic", "why", fmt.Sprint(r)))
		}
	}()
	if c.Func == nil {
		return []Finding{broken(*c, "broken:func")}
	}
	if err := ctx.Err(); err != nil {
		return []Finding{ended(ctx, *c)}
	}
	if s.Document == nil && (c.Needs&NeedsDocument != 0 || s.unread == nil && c.Needs&NeedsCall == 0) {
		return []Finding{{Verdict: NotApplicable}}
	}
	out = c.Func(ctx, s)
	if ctx.Err() != nil && !told(out) { // it may have stopped half-way
		out = append(out, ended(ctx, *c))
	}
	return out
}

// ended says that the run was over before a check was.
func ended(ctx context.Context, c Check) Finding {
	f := because("check", "broken", Inconclusive, "", ownersError(context.Cause(ctx)), "id", c.ID)
	f.Rule, f.Source = c.ID, c.Source
	return f
}

// told reports findings that make a check neither pass nor warn.
func told(list []Finding) bool {
	return slices.ContainsFunc(list, func(f Finding) bool {
		v := f.Verdict
		if v.String() == "" {
			v = verdictOf(f.Severity)
		}
		return v == 0 || v == NotApplicable || weight(v) > weight(Warn)
	})
}

// broken says that a check could not come to a result.
func broken(c Check, key string, args ...string) Finding {
	f := finding("check", key, Inconclusive, "", append([]string{"id", c.ID}, args...)...)
	f.Rule = c.ID
	f.Source = c.Source
	return f
}

// ErrUnknownCheck is matched by the error of Select for an id that names no
// check.
var ErrUnknownCheck = errors.New("unknown check")
