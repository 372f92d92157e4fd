package main

import (
	"bytes"
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

// Words of -fix on standard error.
var (
	fixedWord = card.Text{KO: "고침", EN: "fixed"}
	openWord  = card.Text{KO: "남음", EN: "open"}
	lostWord  = card.Text{KO: "막힘", EN: "blocked"}

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
		for _, p := range lost.Pointers {
			c.tell(lostWord, p, cantHold.In(c.lang), "S1-dialects")
		}
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
	for _, x := range r.Done {
		c.tell(fixedWord, x.Pointer, x.What.In(c.lang), x.Rule)
	}
	c.tellOpen(ctx, r.Text, options)
	return exitOK
}

// forTerminal spells the same JSON so that it shows all of it: what is hidden as
// \uXXXX, and a carriage return, which would write over its line, as a line feed.
// A file or a pipe gets the card's own bytes.
func forTerminal(text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return catalog.EscapeJSON(bytes.ReplaceAll(text, []byte("\r"), []byte("\n")))
}

// tellOpen says what stands in the way of the mended card and is for its author
// to decide. What the asked dialect asks for is no question to the author.
func (c *command) tellOpen(ctx context.Context, text []byte, o mend.Options) {
	r := verify.Run(ctx, verify.Target{Received: text, Profile: c.profile}, verify.Offline()...)
	for _, f := range r.Findings {
		if f.Verdict != verify.Fail && f.Verdict != verify.Warn || o.OfDialect(f.Problem) {
			continue
		}
		rule := f.Rule
		if f.Code != "" {
			rule += "/" + f.Code
		}
		c.tell(openWord, f.Pointer, f.Message.In(c.lang)+" "+f.Hint.In(c.lang), rule)
	}
}

// tell writes one line: what became of a place, the place, and the rule.
func (c *command) tell(word card.Text, pointer, what, rule string) {
	if pointer == "" {
		pointer = "(root)"
	}
	fmt.Fprintf(c.err, "%s  %s  %s  [%s]\n", word.In(c.lang), catalog.Show(pointer), what, rule)
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
