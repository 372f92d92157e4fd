// Command society examines the agents of a fixed list, says in a line what came of
// each, and hands one task to one of those that it admits.
//
//	society [-list FILE] [-to NAME] [-text TEXT] [-lang ko|en]
//
// The list is deployment configuration and goes before whatever cards say (card spec
// §6): ANS names, endpoints, pinned keys, and what the owners gave to try their
// agents with. Without -list the six agents of the family are started on this
// machine, each at an origin of its own.
//
// Exit status: 2 wrong usage, or a file that can't be read; 1 an agent was not
// admitted, or the task did not complete; 0 else.
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

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Stdout, os.Stderr, os.Args[1:]))
}

// options is what the command line says.
type options struct {
	list, lang, skill, text string
	to                      ans.Name
	full, http, private     bool
}

func parseArgs(args []string) (*options, *flag.FlagSet, error) {
	o := &options{to: ans.MustParse("mentor.knowledge.v1")}
	fs := flag.NewFlagSet("society", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.list, "list", "", "a `FILE` of agents, JSON; without it the six are started on this machine")
	fs.Func("to", "the ANS `NAME` of the agent to hand a task to; the default is mentor.knowledge.v1", func(s string) (err error) {
		o.to, err = ans.Parse(s)
		return err
	})
	fs.StringVar(&o.skill, "skill", "", "the `ID` of the skill that it is for; the default is the first that gives advice or reads")
	fs.StringVar(&o.text, "text", "실행에 멱등 키가 왜 필요한가?", "the `TEXT` of the task")
	fs.StringVar(&o.lang, "lang", "en", "the `LANGUAGE`: ko or en")
	fs.BoolVar(&o.full, "full", false, "the whole report on each agent that is not admitted")
	fs.BoolVar(&o.http, "allow-http", false, "allow plain http; P1 is then not asked")
	fs.BoolVar(&o.private, "allow-private", false, "allow loopback and private addresses")
	err := fs.Parse(args)
	switch {
	case err == nil && fs.NArg() > 0:
		err = errors.New("there are flags only")
	case err == nil && o.lang != "ko" && o.lang != "en":
		err = errors.New("-lang is ko or en")
	}
	return o, fs, err
}

func run(ctx context.Context, out, errOut io.Writer, args []string) (status int) {
	complain := func(err error) int {
		fmt.Fprintf(errOut, "society: %s\n", catalog.Show(err.Error()))
		return exitUsage
	}
	o, fs, err := parseArgs(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, "usage: society [flags]\n\n")
		fs.SetOutput(out)
		fs.PrintDefaults()
		return exitOK
	case err != nil:
		return complain(err)
	}
	s := &Society{AllowHTTP: o.http, AllowPrivate: o.private}
	if o.list != "" {
		if s.Members, err = ReadList(o.list); err != nil {
			return complain(err)
		}
	} else {
		d, err := startSix()
		if err != nil {
			return complain(err)
		}
		s.Members, s.Transport = d.members, loopback.Transport(d.servers...)
		defer func() {
			s.Transport.CloseIdleConnections()
			if err := d.close(); err != nil {
				status = max(status, complain(err))
			}
		}()
	}
	return s.hold(ctx, out, o)
}

// hold examines everyone, says what came of it and delegates.
func (s *Society) hold(ctx context.Context, out io.Writer, o *options) int {
	status := exitOK
	list := s.Examine(ctx)
	for _, x := range list {
		fmt.Fprintln(out, line(x, o.lang))
		if x.Admitted() {
			continue
		}
		status = exitFailed
		if o.full {
			_ = report.Text(out, x.Endpoint, card.KindAgentCard, x.Report, report.TextOptions{Lang: o.lang}) // out is told of no error either
		}
	}
	r, err := s.Delegate(ctx, list, o.to, o.skill, o.text)
	say := card.Text{KO: "맡긴 일", EN: "the task"}.In(o.lang)
	if err != nil {
		fmt.Fprintf(out, "\n%s → %s: %s\n", say, o.to, catalog.Show(err.Error()))
		return exitFailed
	}
	fmt.Fprintf(out, "\n%s → %s, %s: %s\n", say, o.to, catalog.Show(r.Skill), r.State)
	for text := range strings.Lines(r.Text) {
		fmt.Fprintln(out, "  "+catalog.Show(strings.TrimRight(text, "\n")))
	}
	if r.State != a2a.Completed {
		status = exitFailed
	}
	return status
}

// line is what came of a member, in one line.
func line(x Standing, lang string) string {
	word := card.Text{KO: "완료", EN: "complete"}
	if !x.Admitted() {
		word = card.Text{KO: "거절", EN: "refused"}
		if x.Report.Outcome() == verify.OutcomeIncomplete {
			word = card.Text{KO: "미완", EN: "incomplete"}
		}
	}
	out := fmt.Sprintf("%s  %s  %s", word.In(lang), x.Name, catalog.Show(x.Endpoint))
	if f, found := x.Why(); found {
		return out + "  " + catalog.Show(rule(f)) + ": " + catalog.Show(f.Message.In(lang))
	}
	if !x.Admitted() {
		return out
	}
	sig := x.Report.Signature // verified, or it would not be admitted
	return out + "  " + fmt.Sprintf(card.Text{KO: "서명 검증됨: %s, 키 %s", EN: "signature verified: %s, key %s"}.In(lang), sig.Algorithm, catalog.Show(sig.KeyID))
}
