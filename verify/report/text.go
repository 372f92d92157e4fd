package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// TextOptions says how a person wants to read.
type TextOptions struct {
	Lang  string // "ko", or else English
	Color bool   // for a terminal; colour is never the only mark
}

// Text writes a report for a person: the verdict first, then what stands in the
// way with its place in the card, why, its source and what to write instead,
// then what the card says and how each check went. The error is that of w.
func Text(w io.Writer, target string, kind card.DocumentKind, r *verify.Report, o TextOptions) error {
	t := &text{words: wordsOf(o.Lang), lang: o.Lang, color: o.Color}
	t.head(target, r)
	if r.Unread != nil {
		t.unread(r.Unread, kind)
	}
	if r.Unread == nil || called(r) {
		counted, open := parted(r)
		t.findings(r, counted)
		t.facts(r)
		t.checks(r)
		t.completion(r)
		t.stillOpen(r, open)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// called reports a run that made calls: they have shown something, whatever the
// bytes are.
func called(r *verify.Report) bool {
	return slices.ContainsFunc(r.Checks, func(c verify.CheckResult) bool { return c.Exchange != nil })
}

type text struct {
	words
	b     strings.Builder
	lang  string
	color bool
}

func (t *text) printf(format string, args ...any) { fmt.Fprintf(&t.b, format, args...) }

// paint colours a word on a terminal.
func (t *text) paint(code, s string) string {
	if !t.color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t *text) verdict(v verify.Verdict) string {
	code := "33"
	switch v {
	case verify.Pass:
		code = "32"
	case verify.Fail:
		code = "1;31"
	case verify.Info, verify.NotApplicable:
		code = "2"
	}
	return t.paint(code, v.Label(t.lang))
}

func (t *text) head(target string, r *verify.Report) {
	o := r.Outcome()
	code := map[verify.Outcome]string{verify.OutcomePass: "1;32", verify.OutcomeFail: "1;31"}[o]
	if code == "" {
		code = "1;33"
	}
	t.printf("%s  %s  (%s: %s)\n", t.paint(code, o.Label(t.lang)), catalog.Show(target), t.profile, catalog.Show(r.Profile))
	if n := t.tally(r); n != "" {
		t.printf("  %s\n", n)
	}
}

// parted gives the findings that count, the gravest first and otherwise in the
// document's order, and those that are only shown.
func parted(r *verify.Report) (counted, open []verify.Finding) {
	for _, f := range r.Findings {
		if r.Counts(f) {
			counted = append(counted, f)
		} else {
			open = append(open, f)
		}
	}
	slices.SortStableFunc(counted, func(a, b verify.Finding) int {
		return slices.Index(gravest, a.Verdict) - slices.Index(gravest, b.Verdict)
	})
	return counted, open
}

// tally counts the findings by verdict, the gravest first.
func (t *text) tally(r *verify.Report) string {
	if r.Unread != nil && !called(r) {
		return ""
	}
	counted, _ := parted(r)
	var parts []string
	for _, v := range gravest[:len(gravest)-1] {
		n := 0
		for _, f := range counted {
			if f.Verdict == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", v.Label(t.lang), n))
		}
	}
	if len(parts) == 0 {
		return t.noFindings
	}
	return strings.Join(parts, " · ")
}

var gravest = []verify.Verdict{
	verify.Fail, verify.Inconclusive, verify.NeedsEvidence, verify.Warn, verify.Info, verify.NotApplicable,
}

func (t *text) unread(e *card.ParseError, kind card.DocumentKind) {
	t.printf("\n%s  %s", t.verdict(verify.Fail), e.Rule)
	if k := t.document(kind); k != "" {
		t.printf("  (%s)", k)
	}
	t.printf("\n  %s\n", e.Message.In(t.lang))
	t.printf("  %s: %s\n", t.fix, e.Hint.In(t.lang))
	t.source(e.Problem().Source)
}

func (t *text) source(s string) {
	if link := verify.Link(s); link != "" {
		s += " — " + link
	}
	t.printf("  %s: %s\n", t.why, s)
}

// findings says each finding in full.
func (t *text) findings(r *verify.Report, list []verify.Finding) {
	for _, f := range list {
		if e := r.Unread; e == nil || f.Rule != e.Rule || f.Code != e.Code { // which has been said
			t.finding(r, f)
		}
	}
}

func (t *text) finding(r *verify.Report, f verify.Finding) {
	t.printf("\n%s  %s", t.verdict(f.Verdict), catalog.Show(f.Rule))
	if f.Code != "" {
		t.printf("/%s", catalog.Show(f.Code))
	}
	if f.Pointer != "" {
		t.printf("  %s", catalog.Show(f.Pointer))
	}
	if n := r.Line(f.Pointer); n > 0 && f.Pointer != "" {
		t.printf("  (%s)", t.lineOf(n))
	}
	if checks := shownChecks(f); checks != "" {
		t.printf("  [%s]", checks)
	}
	t.printf("\n  %s\n", fit(f.Message.In(t.lang)))
	if h := f.Hint.In(t.lang); h != "" {
		label := t.help
		if f.Verdict == verify.Fail || f.Verdict == verify.Warn {
			label = t.fix
		}
		t.printf("  %s: %s\n", label, fit(h))
	}
	t.source(fit(f.Source))
	t.exchange(f.Exchange)
}

func (t *text) lineOf(n int) string {
	if t.lang == "ko" {
		return fmt.Sprintf("%d행", n)
	}
	return fmt.Sprintf("line %d", n)
}

func shownChecks(f verify.Finding) string {
	if len(f.Checks) == 1 && f.Checks[0] == f.Rule {
		return ""
	}
	return catalog.Show(strings.Join(f.Checks, ", "))
}

// checks lists the verdict of each check that counts.
func (t *text) checks(r *verify.Report) {
	t.printf("\n%s: %s\n", t.words.checks, t.verdicts(r, true))
}

func (t *text) verdicts(r *verify.Report, counted bool) string {
	var out []string
	for _, c := range r.Checks {
		if c.Counted == counted {
			out = append(out, catalog.Show(c.ID)+" "+t.verdict(c.Verdict))
		}
	}
	return strings.Join(out, " · ")
}

// stillOpen lists what is shown and does not count: the lines that only calls
// and records prove.
func (t *text) stillOpen(r *verify.Report, list []verify.Finding) {
	v := t.verdicts(r, false)
	if v == "" {
		return
	}
	t.printf("%s: %s\n", t.open, v)
	for _, f := range list {
		t.printf("  %s", catalog.Show(f.Rule))
		if f.Pointer != "" {
			t.printf("  %s", catalog.Show(f.Pointer))
		}
		t.printf("  %s\n", fit(f.Message.In(t.lang)))
	}
}

// fit spells out what a reader would not see or what moves the text around it.
// The words of the rule table have been made so; those of a check that somebody
// else wrote may hold a card's text.
func fit(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, catalog.Hidden) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "0x%02X", s[i])
		case catalog.Hidden(r):
			fmt.Fprintf(&b, "U+%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
