package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"path"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

//go:embed samples/*.json
var samples embed.FS

// sample is a card of the demonstration, what it is held against, and the exit
// status that it calls for.
type sample struct {
	file    string
	title   card.Text
	profile verify.Profile
	status  int
}

func demo() []sample {
	return []sample{
		{"good.json", card.Text{KO: "바른 카드", EN: "a card as it should be"}, verify.External(ans.MustParse("weather.notes.v1")), exitOK},
		{"terra.json", card.Text{KO: "실행 skill이 있는 패밀리 카드", EN: "a family card with an action skill"}, verify.Terra(), exitOK},
		{"bad.json", card.Text{KO: "고칠 데가 있는 카드", EN: "a card with faults"}, verify.External(), exitFailed},
		{"hostile.json", card.Text{KO: "읽는 쪽을 속이려는 카드", EN: "a card that means to fool its reader"}, verify.External(), exitFailed},
	}
}

// demonstrate judges the samples. It succeeds when they come out as they
// should.
func (c *command) demonstrate(ctx context.Context) int {
	if c.format == "text" {
		fmt.Fprintln(c.out, demoTitle.In(c.lang))
		c.reports++
	}
	status := exitOK
	for _, s := range demo() {
		got, err := c.show(ctx, s)
		if err != nil {
			return c.broken(err)
		}
		if got != s.status {
			status = exitFailed
		}
	}
	return status
}

var demoTitle = card.Text{
	KO: "카드를 주지 않아 들어 있는 견본을 확인한다. 쓰는 법은 cardcheck -h가 보여 준다.",
	EN: "No card was named, so the built-in samples are judged. cardcheck -h says how to name one.",
}

// show judges one sample under its title. What there is to say on standard
// error stands in the report too, and is left to it.
func (c *command) show(ctx context.Context, s sample) (int, error) {
	data, err := samples.ReadFile(path.Join("samples", s.file))
	if err != nil {
		return exitFailed, err
	}
	c.gap()
	if c.format == "text" {
		fmt.Fprintf(c.out, "── %s\n", s.title.In(c.lang))
	}
	alone := *c
	alone.profile, alone.err = s.profile, io.Discard
	return alone.judge(ctx, "samples/"+s.file, data)
}
