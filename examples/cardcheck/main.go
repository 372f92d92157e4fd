// Command cardcheck says what an agent card holds and what is wrong with it,
// rule by rule, in Korean or English.
//
//	cardcheck [flags] [CARD …]
//
// CARD is a file, or - for standard input. Without arguments it judges a few
// sample cards of its own. Flags may stand before or after the cards.
//
// Exit status, the first of these that occurred: 2 wrong usage, or something
// that can't be read; 1 a check failed, or the input is no card; 0 else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/verify"
)

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	e := &env{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv,
		inTTY: term.IsTerminal(int(os.Stdin.Fd())), outTTY: term.IsTerminal(int(os.Stdout.Fd())),
	}
	status := run(ctx, e, os.Args[1:])
	stop()
	os.Exit(status)
}

// env is what the command touches, so that tests can stand in for it.
type env struct {
	in            io.Reader
	out, err      io.Writer
	getenv        func(string) string
	inTTY, outTTY bool
}

// options is what the flags say.
type options struct {
	profile verify.Profile
	strict  bool
	format  string
	lang    string
	ndjson  bool
	rules   bool
	cards   []string
}

func run(ctx context.Context, e *env, args []string) int {
	o, err := parseArgs(e, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		fmt.Fprintf(e.err, "cardcheck: %v\n", err)
		return exitUsage
	case o.rules:
		return printRules(e, o)
	case o.ndjson:
		return checkLines(ctx, e, o)
	case len(o.cards) == 0:
		return demonstrate(ctx, e, o)
	}
	return checkFiles(ctx, e, o)
}

// parseArgs reads the flags, wherever they stand among the cards.
func parseArgs(e *env, args []string) (*options, error) {
	o := new(options)
	fs := flag.NewFlagSet("cardcheck", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	profile := fs.String("profile", "external", "what to hold the card against: "+strings.Join(profileNames(), ", "))
	fs.BoolVar(&o.strict, "strict", false, "count each warning as a failure")
	name := fs.String("name", "", "the ANS name that the agent applies for; for a family profile one more of its names")
	format := fs.String("format", "", "text (the default) or json: one object per card and line")
	fs.StringVar(&o.lang, "lang", language(e.getenv), "ko or en; the default is that of LC_ALL or LANG")
	fs.BoolVar(&o.rules, "rules", false, "print the rule table")
	fs.BoolVar(&o.ndjson, "ndjson", false, "read one card per line from standard input, write one JSON report per line")
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return nil, usage(e, fs, err)
		}
		if args = fs.Args(); len(args) > 0 {
			o.cards = append(o.cards, args[0])
			args = args[1:]
		}
	}
	p, ok := profileOf(*profile)
	switch {
	case !ok:
		return nil, fmt.Errorf("-profile %q: not one of %s", *profile, strings.Join(profileNames(), ", "))
	case o.lang != "ko" && o.lang != "en":
		return nil, fmt.Errorf("-lang %q: not ko or en", o.lang)
	case *format != "" && *format != "text" && *format != "json":
		return nil, fmt.Errorf("-format %q: not text or json", *format)
	case o.ndjson && *format == "text":
		return nil, errors.New("-ndjson writes JSON: leave -format out, or say json")
	case o.ndjson && len(o.cards) > 0:
		return nil, errors.New("-ndjson reads standard input: leave the cards out")
	}
	if *name != "" {
		n, err := ans.Parse(*name)
		if err != nil {
			return nil, fmt.Errorf("-name: %w", err)
		}
		p.Names = append(p.Names, n)
	}
	o.profile, o.format = p, *format
	if o.format == "" {
		o.format = "text"
	}
	return o, nil
}

// usage prints what the flags are when asked, and makes the error of a bad one
// fit on a line.
func usage(e *env, fs *flag.FlagSet, err error) error {
	if !errors.Is(err, flag.ErrHelp) {
		return err
	}
	fmt.Fprintln(e.out, "usage: cardcheck [flags] [CARD …]\n\nCARD is a file, or - for standard input. Without cards a few samples are judged.")
	fmt.Fprintln(e.out)
	fs.SetOutput(e.out)
	fs.PrintDefaults()
	fmt.Fprintln(e.out, "\nexit status: 2 wrong usage or unreadable, 1 a check failed or no card, 0 else")
	return err
}

// language is ko when the environment says Korean, else en.
func language(getenv func(string) string) string {
	l := getenv("LC_ALL")
	if l == "" {
		l = getenv("LANG")
	}
	if strings.HasPrefix(l, "ko") {
		return "ko"
	}
	return "en"
}

// profiles are the profiles by name, in the order of the help text.
func profiles() []verify.Profile {
	return []verify.Profile{
		verify.Mentor(), verify.Ethos(), verify.Afo(), verify.Terra(), verify.Guild(), verify.Chopilot(),
		verify.External(), verify.A2AOnly(),
	}
}

func profileNames() []string {
	var names []string
	for _, p := range profiles() {
		names = append(names, p.Name)
	}
	return names
}

func profileOf(name string) (verify.Profile, bool) {
	for _, p := range profiles() {
		if p.Name == name {
			return p, true
		}
	}
	return verify.Profile{}, false
}
