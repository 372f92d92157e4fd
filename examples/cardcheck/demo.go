package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/stage"
	"github.com/hs9147/agentcard/verify"
)

// actor is an agent of the demonstration.
type actor struct {
	name  string
	title card.Text
}

func actors() []actor {
	return []actor{
		{"ethos", card.Text{KO: "자문하는 에이전트", EN: "an agent that gives advice"}},
		{"terra", card.Text{KO: "실행 skill이 있는 에이전트. 실행은 한 번뿐이고 증적이 남는다", EN: "an agent with an action, which executes once and leaves records"}},
	}
}

var demoTitle = card.Text{
	KO: "카드를 주지 않아 이 컴퓨터에 두 에이전트를 띄우고 society가 하듯이 모든 항목을 확인한다. 카드는 갓 만든 키로 서명했다. 쓰는 법은 cardcheck -h가 보여 준다.",
	EN: "No card was named, so two agents are started on this machine and taken through everything as society would, their cards signed with a fresh key. cardcheck -h says how to name a card.",
}

// demonstrate takes two good agents through everything. It succeeds when both are
// complete.
func (c *command) demonstrate(ctx context.Context) int {
	if c.format == "text" {
		fmt.Fprintln(c.out, demoTitle.In(c.lang))
		c.reports++
	}
	status := exitOK
	for _, a := range actors() {
		complete, err := c.act(ctx, a)
		if err != nil {
			return c.broken(err)
		}
		if !complete {
			status = exitFailed
		}
	}
	return status
}

// act shows one agent under its title.
func (c *command) act(ctx context.Context, a actor) (complete bool, err error) {
	r, err := c.play(ctx, a.name, "", checksOfDemo())
	if err != nil {
		return false, err
	}
	c.gap()
	if c.format == "text" {
		fmt.Fprintf(c.out, "── %s\n", a.title.In(c.lang))
	}
	_, err = c.write(a.name, nil, r)
	return r.Complete() && r.OK(), err
}

// checksOfDemo is everything, the list before delegating too.
func checksOfDemo() []verify.Check {
	return append(verify.Completion(), verify.P1(), verify.P2(), verify.P3(), verify.P4(), verify.P5(), verify.Review4())
}

// play serves an agent, with a defect or without, and runs checks on it.
func (c *command) play(ctx context.Context, agent, defect string, checks []verify.Check) (*verify.Report, error) {
	dir, err := os.MkdirTemp("", "cardcheck-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := stage.Open(agent, defect, dir)
	if err != nil {
		return nil, err
	}
	s.Target.Live.Progress = c.progress()
	r := verify.Run(ctx, s.Target, checks...)
	return r, s.Close()
}
