package main

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify"
)

var badTitle = card.Text{
	KO: "규칙을 하나씩 어기는 에이전트를 이 컴퓨터에 차례로 띄우고, 검사가 무엇이라 하는지 보인다.",
	EN: "Agents that each break one rule are started on this machine one by one, and what the checks say of them is shown.",
}

var notCaught = card.Text{KO: "검사가 찾지 못했다", EN: "the checks did not find it"}

// showBad shows an agent for each live rule that breaks it. It succeeds when
// every one is found out.
func (c *command) showBad(ctx context.Context) int {
	if c.format == "text" {
		fmt.Fprintln(c.out, badTitle.In(c.lang))
		c.reports++
	}
	status := exitOK
	quiet := *c
	quiet.errTTY = false // many at once, whose progress nobody could follow
	for d, run := range quiet.playAll(ctx, badagent.Defects()) {
		r, err := run()
		if err == nil && c.format == "json" {
			_, err = c.write(d.ID, nil, r)
		}
		if err != nil {
			return c.broken(err)
		}
		caught := c.caught(d, r)
		if c.format == "text" {
			c.tellBad(d, caught)
		}
		if caught == nil {
			status = exitFailed
		}
	}
	return status
}

// atOnce is how many agents of -bad run at a time: most of them only wait.
const atOnce = 12

// playAll plays the agents, several at a time, and yields them in order with what
// gives their report when it is there.
func (c *command) playAll(ctx context.Context, list []badagent.Defect) iter.Seq2[badagent.Defect, func() (*verify.Report, error)] {
	type result struct {
		report *verify.Report
		err    error
	}
	results := make([]chan result, len(list))
	slots := make(chan struct{}, atOnce)
	for i := range list {
		results[i] = make(chan result, 1)
	}
	go func() {
		for i, d := range list {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				r, err := c.play(ctx, d.Agent, d.ID, checksOfDemo())
				results[i] <- result{r, err}
			}()
		}
	}()
	return func(yield func(badagent.Defect, func() (*verify.Report, error)) bool) {
		for i, d := range list {
			wait := func() (*verify.Report, error) { r := <-results[i]; return r.report, r.err }
			if !yield(d, wait) {
				return
			}
		}
	}
}

// caught is the finding that a defect is to give, nil without it.
func (c *command) caught(d badagent.Defect, r *verify.Report) *verify.Finding {
	i := slices.IndexFunc(r.Findings, func(f verify.Finding) bool {
		return f.Rule == d.Rule && f.Code == d.Code && f.Verdict.String() == d.Verdict
	})
	if i < 0 {
		return nil
	}
	return &r.Findings[i]
}

// tellBad writes what an agent does and what was found.
func (c *command) tellBad(d badagent.Defect, f *verify.Finding) {
	fmt.Fprintf(c.out, "\n%s  %s\n", d.ID, d.Title.In(c.lang))
	if f == nil {
		fmt.Fprintf(c.out, "  %s\n", notCaught.In(c.lang))
		return
	}
	rule := f.Rule
	if f.Code != "" {
		rule += "/" + f.Code
	}
	fmt.Fprintf(c.out, "  %s  %s: %s\n", f.Verdict.Label(c.lang), rule, f.Message.In(c.lang))
}
