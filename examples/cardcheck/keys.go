package main

import (
	"errors"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

// fix is the label of a hint, as the report has it.
var fix = card.Text{KO: "고치기", EN: "fix"}

// pinKeys reads the pinned keys that were asked for. A set that is refused is
// said in one line with its hint in the next, and in JSON as an object with
// error alone.
func (c *command) pinKeys() bool {
	if c.jwks == "" {
		return true
	}
	if c.p5 == "" {
		c.p5 = "show"
	}
	data, err := readFile(c.jwks, verify.MaxKeySetSize)
	if err != nil {
		c.unreadable(c.jwks, err)
		return false
	}
	c.keys, err = verify.ParseJWKS(data)
	var refused *verify.KeySetError
	if !errors.As(err, &refused) {
		return true
	}
	fmt.Fprintf(c.err, "cardcheck: %s: %s: %s\n", catalog.Show(c.jwks), refused.Code, refused.Message.In(c.lang))
	fmt.Fprintf(c.err, "  %s: %s\n", fix.In(c.lang), refused.Hint.In(c.lang))
	if c.format == "json" || c.ndjson {
		if err := report.Error(c.out, "", verify.ErrorObject{Code: refused.Code, Message: refused.Message}); err != nil {
			c.broken(err)
		}
	}
	return false
}
