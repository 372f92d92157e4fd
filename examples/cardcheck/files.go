package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

// checkFiles judges each card in turn. One that can't be read does not keep the
// others from being judged.
func checkFiles(ctx context.Context, e *env, o *options) int {
	worst := exitOK
	for i, name := range o.cards {
		if ctx.Err() != nil {
			fmt.Fprintln(e.err, "cardcheck: interrupted")
			return exitUsage
		}
		if i > 0 && o.format == "text" {
			fmt.Fprintln(e.out)
		}
		worst = max(worst, checkFile(ctx, e, o, name))
	}
	return worst
}

func checkFile(ctx context.Context, e *env, o *options, name string) int {
	data, err := readCard(e, name)
	if err != nil {
		return unreadable(e, o, name, err)
	}
	status, err := judge(ctx, e, o, name, data)
	if err != nil {
		fmt.Fprintf(e.err, "cardcheck: writing the report: %v\n", err)
		return exitUsage
	}
	return status
}

// judge writes the report on one card and gives the exit status it calls for.
func judge(ctx context.Context, e *env, o *options, target string, data []byte) (int, error) {
	r := verify.Run(ctx, verify.Target{Received: data, Profile: o.profile, Strict: o.strict}, checks()...)
	kind := card.KindAgentCard
	if r.Unread != nil {
		kind = card.DetectKind(data)
		fmt.Fprintf(e.err, "cardcheck: %s: %s\n", catalog.Show(target), r.Unread.Message.In(o.lang))
	}
	var err error
	if o.format == "json" {
		err = report.JSON(e.out, target, kind, r)
	} else {
		err = report.Text(e.out, target, kind, r, report.TextOptions{Lang: o.lang, Color: color(e)})
	}
	if r.Outcome() == verify.OutcomeFail {
		return exitFailed, err
	}
	return exitOK, err
}

// checks is what a file is held against: the offline checks, and for the reader
// the lines that only calls and records prove, which don't count.
func checks() []verify.Check {
	shown := []verify.Check{verify.V1(), verify.V4(), verify.V7(), verify.E4(), verify.E5()}
	out := verify.Offline()
	for _, c := range shown {
		out = append(out, verify.Uncounted(c))
	}
	return out
}

func color(e *env) bool {
	return e.outTTY && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb"
}

var (
	errTerminal  = errors.New("standard input is a terminal; pipe a card into it or name a file")
	errDirectory = errors.New("is a directory")
)

// readCard reads a card, and one byte over the limit at the most.
func readCard(e *env, name string) ([]byte, error) {
	if name == "-" {
		if e.inTTY {
			return nil, errTerminal
		}
		return readLimited(e.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, errDirectory
	}
	return readLimited(f)
}

// readLimited never gives nil without an error: an empty input is empty bytes.
func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, card.MaxSize+1))
	if data == nil {
		data = []byte{}
	}
	return data, err
}

// unreadable says in one line why there is nothing to judge.
func unreadable(e *env, o *options, name string, err error) int {
	t := reason(err)
	fmt.Fprintf(e.err, "cardcheck: %s: %s\n", catalog.Show(name), t.In(o.lang))
	if o.format == "json" {
		_ = report.Error(e.out, name, verify.ErrorObject{Code: "input.unreadable", Message: t})
	}
	return exitUsage
}

// reason puts a reading error into words, without the name of the file, which
// stands before it.
func reason(err error) card.Text {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return card.Text{KO: "파일이 없다", EN: "no such file"}
	case errors.Is(err, fs.ErrPermission):
		return card.Text{KO: "읽을 권한이 없다", EN: "permission denied"}
	case errors.Is(err, errDirectory):
		return card.Text{KO: "파일이 아니라 디렉터리다", EN: "is a directory, not a file"}
	case errors.Is(err, errTerminal):
		return card.Text{KO: "표준 입력이 터미널이다. 카드를 파이프로 넘기거나 파일 이름을 적는다", EN: errTerminal.Error()}
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	what := catalog.Show(err.Error())
	return card.Text{KO: "읽을 수 없다: " + what, EN: "can't be read: " + what}
}
