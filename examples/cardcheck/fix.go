package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/mend"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

var dialects = []card.Dialect{card.DialectDual, card.DialectProfile, card.DialectA2A10}

func dialectNames() []string {
	var names []string
	for _, d := range dialects {
		names = append(names, d.String())
	}
	return names
}

// byDialect stands for the rule where the asked dialect asks for something.
const byDialect = "-dialect"

// maxNotes is how many lines of each word are written, since a card can make many.
const maxNotes = 100

// Words of -fix on standard error.
var (
	fixedWord = card.Text{KO: "고침", EN: "fixed"}
	openWord  = card.Text{KO: "남음", EN: "open"}
	lostWord  = card.Text{KO: "막힘", EN: "blocked"}

	fixWord  = card.Text{KO: "고치기", EN: "fix"}
	moreLine = card.Text{KO: "%s  … 외 %d개\n", EN: "%s  … %d more\n"}

	cantHold = card.Text{KO: "이 표기에 담을 수 없다.", EN: "the dialect can't hold this."}
)

// fixCard prints the one card mended, and on standard error what was changed and
// what is left to its author. Nothing is printed of a card that can't be read or
// that the asked dialect can't hold. A terminal gets another spelling of the same
// card: see forTerminal.
func (c *command) fixCard(ctx context.Context) int {
	name := c.cards[0]
	data, err := c.read(name)
	if err != nil {
		return c.unreadable(name, err)
	}
	doc, err := card.Parse(data)
	var bad *card.ParseError
	if errors.As(err, &bad) {
		fmt.Fprintf(c.err, "cardcheck: %s: %s\n", catalog.Show(name), bad.Message.In(c.lang))
		return exitFailed
	}
	options := mend.Options{Mode: modeOf(c.profile), Dialect: c.dialect}
	r, err := mend.Fix(doc, options)
	var lost *card.NotRepresentableError
	switch {
	case errors.As(err, &lost):
		var notes []note
		for _, p := range lost.Pointers {
			notes = append(notes, note{p, cantHold.In(c.lang), byDialect})
		}
		c.tell(lostWord, notes)
		return exitFailed
	case err != nil:
		fmt.Fprintf(c.err, "cardcheck: %s: %s\n", catalog.Show(name), catalog.Show(err.Error()))
		return exitFailed
	}
	text := r.Text
	if c.outTTY {
		text = forTerminal(text)
	}
	if _, err := c.out.Write(text); err != nil {
		return c.broken(err)
	}
	var notes []note
	for _, x := range r.Done {
		notes = append(notes, note{x.Pointer, x.What.In(c.lang), cmp.Or(x.Rule, byDialect)})
	}
	c.tell(fixedWord, notes)
	c.tell(openWord, c.open(ctx, r.Text, options))
	return exitOK
}

// forTerminal spells the same JSON so that it shows all of it: what is hidden as
// \uXXXX, and a carriage return, which would write over its line, as a line feed.
// A file or a pipe gets the card's own bytes.
func forTerminal(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return catalog.EscapeJSON(bytes.ReplaceAll(text, []byte("\r"), []byte("\n")))
}

// note is one line: a place, what became of it, and the rule.
type note struct{ pointer, what, rule string }

// open is what stands in the way of the mended card and is for its author to
// decide. What the asked dialect asks for is no question to the author.
func (c *command) open(ctx context.Context, text []byte, o mend.Options) (notes []note) {
	r := verify.Run(ctx, verify.Target{Received: text, Profile: c.profile}, verify.Offline()...)
	for _, f := range r.Findings {
		if f.Verdict != verify.Fail && f.Verdict != verify.Warn || o.OfDialect(f.Problem) {
			continue
		}
		rule, what := f.Rule, f.Message.In(c.lang)
		if f.Code != "" {
			rule += "/" + f.Code
		}
		if hint := f.Hint.In(c.lang); hint != "" {
			what += "  " + fixWord.In(c.lang) + ": " + hint
		}
		notes = append(notes, note{f.Pointer, what, rule})
	}
	return notes
}

// tell writes a line for each note under a word, and how many are left out.
func (c *command) tell(word card.Text, notes []note) {
	for _, n := range notes[:min(len(notes), maxNotes)] {
		fmt.Fprintf(c.err, "%s  %s  %s  [%s]\n", word.In(c.lang), catalog.Show(cmp.Or(n.pointer, "(root)")), n.what, n.rule)
	}
	if more := len(notes) - maxNotes; more > 0 {
		fmt.Fprintf(c.err, moreLine.In(c.lang), word.In(c.lang), more)
	}
}

// modeOf is whose rules on the base card a profile asks.
func modeOf(p verify.Profile) card.Mode {
	switch {
	case p.A2AOnly:
		return card.ModeA2A10
	case p.Family:
		return card.ModeFamily
	}
	return card.ModeProfile
}
