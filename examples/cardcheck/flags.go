package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// options is what the command line says.
type options struct {
	profile verify.Profile
	strict  bool
	format  string // "text" or "json"
	lang    string // "ko" or "en"
	rules   bool
	ndjson  bool
	jwks    string // file of pinned keys, empty without
	p5      string // "", "show" or "require"
	bad     bool
	fix     bool
	dialect *card.Dialect // to be written by -fix, nil to keep the card's own
	cards   []string
	actions []string // ids of actions that the profile's policy is to allow
	liveOptions
}

// parseArgs reads the flags, wherever they stand among the cards. Everything
// after -- is a card.
func parseArgs(e *env, args []string) (*options, error) {
	o := &options{profile: verify.External(), format: "text", lang: language(e.getenv)}
	var names []ans.Name
	fs := flags(o, &names)
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return nil, help(e, fs, err)
		}
		read := args[:len(args)-fs.NArg()]
		args = fs.Args()
		if len(read) > 0 && read[len(read)-1] == "--" {
			o.cards = append(o.cards, args...)
			break
		}
		if len(args) > 0 {
			o.cards = append(o.cards, args[0])
			args = args[1:]
		}
	}
	o.profile.Names = append(o.profile.Names, names...)
	if o.profile.Policy != nil { // of this run alone: profiles makes them anew
		o.profile.Policy.Actions = append(o.profile.Policy.Actions, o.actions...)
	}
	given := map[string]bool{}
	var empty error
	fs.Visit(func(f *flag.Flag) {
		given[f.Name] = true
		if slices.Contains([]string{"endpoint", "token-file", "effects", "records"}, f.Name) && f.Value.String() == "" {
			empty = errors.New("-" + f.Name + " is empty: leave it out, or say which")
		}
	})
	return o, cmp.Or(empty, o.agree(given))
}

func flags(o *options, names *[]ans.Name) *flag.FlagSet {
	fs := flag.NewFlagSet("cardcheck", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Func("profile", "what to hold the card against, a `PROFILE`: "+strings.Join(profileNames(), ", ")+"; the default is external", func(s string) error {
		return one(s, profileNames(), func(i int) { o.profile = profiles()[i] })
	})
	fs.Func("name", "the ANS `NAME` that the agent applies for; may be repeated. The family's own names come with their profiles", func(s string) error {
		n, err := ans.Parse(s)
		var bad *ans.NameError
		if errors.As(err, &bad) {
			return errors.New(bad.Text().EN)
		}
		*names = append(*names, n)
		return err
	})
	fs.Func("action", "the `ID` of an action skill that the agent may expose; may be repeated, and goes with a profile that has a policy", func(s string) error {
		if s == "" {
			return errors.New("it is empty")
		}
		o.actions = append(o.actions, s)
		return nil
	})
	fs.BoolVar(&o.strict, "strict", false, "count each warning as a failure; for cards of one's own")
	formats := []string{"text", "json"}
	fs.Func("format", "a `FORMAT`: text, the default, or json, one object per card and line", func(s string) error {
		return one(s, formats, func(i int) { o.format = formats[i] })
	})
	langs := []string{"ko", "en"}
	fs.Func("lang", "a `LANGUAGE`: ko or en; the default is that of LC_ALL, else of LANG, else en", func(s string) error {
		return one(s, langs, func(i int) { o.lang = langs[i] })
	})
	fs.StringVar(&o.jwks, "jwks", "", "a `FILE` of pinned public keys (JWKS): verify the card's signatures against them alone")
	policies := []string{"show", "require"}
	fs.Func("p5", "what a card whose signature is not verified results in, by a `POLICY`: show, the default with -jwks, warns where it is unsigned; require fails", func(s string) error {
		return one(s, policies, func(i int) { o.p5 = policies[i] })
	})
	fs.BoolVar(&o.rules, "rules", false, "print the rule table; -format json gives one object per rule and line")
	liveFlags(fs, &o.liveOptions)
	fs.BoolVar(&o.fix, "fix", false, "print the card with every mend that needs no decision of its author; what was changed and what is left goes to standard error")
	fs.Func("dialect", "with -fix, the `DIALECT` to write: "+strings.Join(dialectNames(), ", ")+"; without it the card keeps its own", func(s string) error {
		return one(s, dialectNames(), func(i int) { o.dialect = &dialects[i] })
	})
	fs.BoolVar(&o.bad, "bad", false, "show an agent for each live rule that breaks it, and what the checks say of it")
	fs.BoolVar(&o.ndjson, "ndjson", false, "read one card per line from standard input, write one JSON report per line")
	return fs
}

// liveFlags are those about calls.
func liveFlags(fs *flag.FlagSet, o *liveOptions) {
	fs.BoolVar(&o.live, "live", false, "call the agent: a task round trip, and for an action with a payload the proof that it executes once")
	fs.StringVar(&o.endpoint, "endpoint", "", "the `URL` of the agent whose card is a file; a card that is a URL is its own endpoint")
	fs.StringVar(&o.tokenFile, "token-file", "", "a `FILE` of credentials, on each line a scheme and its token; they go to the endpoint's origin alone")
	fs.Func("skill", "the `ID` of the skill that the -payload after it is for", func(s string) error {
		if s == "" {
			return errors.New("it is empty")
		}
		if o.skill != "" {
			return errNoPayload
		}
		o.skill = s
		return nil
	})
	fs.Func("payload", "a `FILE` of a test message, as parts of A2A 1.0; without -skill before it V7 sends it. An action skill is called only with its own", func(s string) error {
		if s == "" {
			return errors.New("it is empty")
		}
		if slices.ContainsFunc(o.payloadFiles, func(f payloadFile) bool { return f.skill == o.skill }) {
			return errors.New("there is a -payload for that already")
		}
		o.payloadFiles = append(o.payloadFiles, payloadFile{o.skill, s})
		o.skill = ""
		return nil
	})
	fs.StringVar(&o.effects, "effects", "", "a `URL` that tells how often the action took effect: a number, or {\"effects\": number}")
	fs.StringVar(&o.records, "records", "", "a `FILE` of the owner's audit records, JSON Lines")
	fs.BoolVar(&o.irreversible, "allow-irreversible", false, "run a test payload of an action that can't be taken back")
	fs.BoolVar(&o.allowHTTP, "allow-http", false, "allow plain http; P1 is then not asked")
	fs.BoolVar(&o.allowPrivate, "allow-private", false, "allow loopback and private addresses")
}

// one takes a value that is one of a list.
func one(s string, list []string, take func(int)) error {
	i := slices.Index(list, s)
	if i < 0 {
		return errors.New("not one of " + strings.Join(list, ", "))
	}
	take(i)
	return nil
}

var errNoPayload = errors.New("-skill is for the -payload after it: write -skill ID -payload FILE")

// otherURL reports a URL of another scheme than a card is read by.
func otherURL(card string) bool {
	scheme, _, ok := strings.Cut(card, "://")
	return ok && !isURL(card) && scheme != "" && !strings.ContainsAny(scheme, `/\.`)
}

// agree refuses what can't be meant together. A run that is told how to judge
// and not what would else end as the demonstration does, with status 0.
func (o *options) agree(given map[string]bool) error {
	stdin := func(card string) bool { return card == "-" }
	first := slices.IndexFunc(o.cards, stdin)
	switch {
	case slices.Contains(o.cards, ""):
		return errors.New("a card's name is empty: name a file, - for standard input, or an https URL")
	case slices.ContainsFunc(o.cards, otherURL):
		return errors.New("of URLs only https ones are read: name one, or a file")
	case o.rules && o.bad:
		return errors.New("-rules prints the rule table and -bad shows agents: ask for one of them")
	case o.rules && (o.ndjson || len(o.cards) > 0):
		return errors.New("-rules prints the rule table: leave the cards out")
	case o.ndjson && given["format"] && o.format == "text":
		return errors.New("-ndjson writes JSON: leave -format out, or say json")
	case o.ndjson && len(o.cards) > 0:
		return errors.New("-ndjson reads standard input: leave the cards out")
	case given["jwks"] && o.jwks == "":
		return errors.New("-jwks names no file: without it the signatures are not checked")
	case given["name"] && o.profile.A2AOnly:
		return errors.New("-profile a2a knows no names: leave -name out")
	case len(o.actions) > 0 && o.profile.Policy == nil:
		return errors.New("-action adds to the policy of a profile, and " + o.profile.Name + " has none: leave it out, or name another -profile")
	case first >= 0 && slices.ContainsFunc(o.cards[first+1:], stdin):
		return errors.New("standard input can be read once: write - once")
	case o.bad && (len(o.cards) > 0 || o.rules || o.ndjson):
		return errors.New("-bad shows agents of its own: leave the cards out")
	case o.dialect != nil && !o.fix:
		return errors.New("-dialect is for -fix, which writes the card")
	case o.fix && (o.bad || o.rules || o.ndjson || o.live || o.endpoint != "" || given["format"] || given["jwks"] || given["p5"] || o.strict):
		return errors.New("-fix prints a card: it goes with -profile, -name, -action, -dialect and -lang alone")
	case o.fix && (len(o.cards) != 1 || isURL(o.cards[0])):
		return errors.New("-fix takes one card that is a file, or -")
	case o.endpoint != "" && (len(o.cards) != 1 || isURL(o.cards[0])):
		return errors.New("-endpoint goes with one card that is a file, or -: a URL is its own endpoint")
	case o.endpoint != "" && !isURL(o.endpoint):
		return errors.New("-endpoint is an https URL")
	case o.live && o.endpoint == "" && !slices.ContainsFunc(o.cards, isURL):
		return errors.New("-live calls an agent: name its URL, or give -endpoint with a file")
	case !o.live && (given["payload"] || given["skill"] || given["token-file"] || given["effects"] || given["records"] || o.irreversible):
		return errors.New("payloads, tokens, counters and records are for calls: say -live")
	case o.skill != "":
		return errNoPayload
	case len(o.cards) == 0 && !o.rules && !o.ndjson && !o.bad && (given["profile"] || given["name"] || given["action"] || given["jwks"] || given["p5"] || o.strict):
		return errors.New("no card is named: name a file, or - for standard input")
	}
	return nil
}

// help prints what the flags are, where it was asked for.
func help(e *env, fs *flag.FlagSet, err error) error {
	if !errors.Is(err, flag.ErrHelp) {
		return err
	}
	fmt.Fprint(e.out, "usage: cardcheck [flags] [CARD …]\n\n",
		"CARD is a file, - for standard input, or the https URL of an agent, whose card is read at its origin.\n",
		"Without cards two agents are started on this machine and taken through everything.\n\n")
	fs.SetOutput(e.out)
	fs.PrintDefaults()
	if _, werr := fmt.Fprintln(e.out, "\nexit status: 2 wrong usage, or unreadable; 1 a check failed, or no card; 3 a check of -live stayed unproven; 0 otherwise"); werr != nil {
		return werr
	}
	return err
}

// language is ko when the environment says Korean, else en.
func language(getenv func(string) string) string {
	locale := getenv("LC_ALL")
	if locale == "" {
		locale = getenv("LANG")
	}
	if i := strings.IndexAny(locale, "_-.@"); i >= 0 {
		locale = locale[:i]
	}
	if locale == "ko" {
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
