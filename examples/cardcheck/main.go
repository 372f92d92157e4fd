// Command cardcheck says what an agent card holds and what is wrong with it,
// rule by rule, in Korean or English.
//
//	cardcheck [flags] [CARD …]
//
// CARD is a file, - for standard input, or the https URL of an agent, whose card
// is read at its origin. With -live the agent is called as well. Without cards
// two agents are started on this machine and taken through everything. Flags may
// stand before or after the cards; cardcheck -h lists them.
//
// With -fix the card itself is printed, mended as far as that needs no decision
// of its author. A terminal gets it with \uXXXX for what is invisible, anything
// else as it is.
//
// The reports go to standard output. What can't be read, and what is no card,
// gets one line on standard error as well. Nothing that a card holds reaches a
// terminal unescaped.
//
// Exit status, the first of these that occurred: 2 wrong usage, or something
// that can't be read, fetched or written; 1 a check failed, or the input is no
// card; 3 nothing failed, and a check that -live asked for stayed unproven; 0
// else. A card whose checks are incomplete has not failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitOpen   = 3
)

func main() {
	os.Exit(run(context.Background(), &env{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv,
		inTTY: term.IsTerminal(int(os.Stdin.Fd())), outTTY: term.IsTerminal(int(os.Stdout.Fd())),
		errTTY: term.IsTerminal(int(os.Stderr.Fd())),
	}, os.Args[1:]))
}

// env is what the command touches, so that tests can stand in for it.
type env struct {
	in            io.Reader
	out, err      io.Writer
	getenv        func(string) string
	inTTY, outTTY bool
	errTTY        bool
}

// complain writes one line to standard error, fit to be shown.
func (e *env) complain(line string) { fmt.Fprintf(e.err, "cardcheck: %s\n", catalog.Show(line)) }

// broken says that a report could not be written.
func (e *env) broken(err error) int {
	e.complain("writing the report: " + err.Error())
	return exitUsage
}

// command is one run: what it touches and what it was told.
type command struct {
	env
	options
	keys *verify.KeySet // pinned, nil without

	reports int // begun so far
	named       // by the cards so far
}

func run(ctx context.Context, e *env, args []string) int {
	o, err := parseArgs(e, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		e.complain(err.Error())
		return exitUsage
	}
	c := &command{env: *e, options: *o}
	switch {
	case o.rules:
		return c.printRules()
	case o.fix:
		return c.fixCard(ctx)
	case !c.pinKeys() || !c.readLive():
		return exitUsage
	case o.bad:
		return c.showBad(ctx)
	case o.ndjson:
		return c.checkLines(ctx)
	case len(o.cards) == 0:
		return c.demonstrate(ctx)
	}
	return c.checkFiles(ctx)
}
