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
func (c *command) checkFiles(ctx context.Context) int {
	worst := exitOK
	for _, name := range c.cards {
		var data []byte
		if !isURL(name) {
			var err error
			if data, err = c.read(name); err != nil {
				worst = graver(worst, c.unreadable(name, err))
				continue
			}
		}
		c.gap()
		status, err := c.judge(ctx, name, data)
		if err != nil {
			return c.broken(err)
		}
		worst = graver(worst, status)
	}
	if c.unnamed() {
		return exitUsage
	}
	return worst
}

// graver gives the exit status that comes first: wrong usage, a failure, what
// stayed unproven.
func graver(a, b int) int {
	for _, s := range []int{exitUsage, exitFailed, exitOpen} {
		if a == s || b == s {
			return s
		}
	}
	return exitOK
}

// gap sets a text report off from the one before.
func (c *command) gap() {
	if c.reports++; c.reports > 1 && c.format == "text" {
		fmt.Fprintln(c.out)
	}
}

// judge writes the report on one card and gives the exit status it calls for;
// nil data is a card to fetch. The error is that of writing.
func (c *command) judge(ctx context.Context, target string, data []byte) (int, error) {
	t := verify.Target{Received: data, Profile: c.profile, Strict: c.strict, Keys: c.keys}
	if c.p5 == "require" {
		t.SignaturePolicy = verify.RequireSignature
	}
	t.Endpoint, t.Live = c.forCard(target)
	if c.live {
		t.By = "cardcheck"
	}
	if c.allowHTTP {
		t.Profile.AllowHTTP = true
	}
	r := verify.Run(ctx, t, c.checks(t.Live)...)
	if c.live && t.Live != nil {
		c.note(r)
	}
	return c.write(target, data, r)
}

// write prints a report, and on standard error why there was none to make.
func (c *command) write(target string, data []byte, r *verify.Report) (int, error) {
	kind := card.KindAgentCard
	switch {
	case r.Unread != nil:
		kind = card.DetectKind(data)
		fmt.Fprintf(c.err, "cardcheck: %s: %s\n", catalog.Show(target), r.Unread.Message.In(c.lang))
	case r.Unfetched != nil:
		kind = card.KindUnknown
		fmt.Fprintf(c.err, "cardcheck: %s: %s\n", catalog.Show(target), r.UnfetchedText().In(c.lang))
	}
	var err error
	if c.format == "json" {
		err = report.JSON(c.out, target, kind, r)
	} else {
		err = report.Text(c.out, target, kind, r, report.TextOptions{Lang: c.lang, Color: c.color()})
	}
	switch {
	case r.Unfetched != nil:
		return exitUsage, err
	case r.Outcome() == verify.OutcomeFail:
		return exitFailed, err
	case c.live && c.unproven(r):
		return exitOpen, err
	}
	return exitOK, err
}

// unproven reports a check that only calls or records prove and that is still
// open.
func (c *command) unproven(r *verify.Report) bool {
	for _, id := range []string{"V1", "serve", "V4", "V7", "E3", "E4", "E5", "P1"} {
		if v := r.Verdict(id); v == verify.NeedsEvidence || v == verify.Inconclusive {
			return true
		}
	}
	return false
}

// checks is what a card is held against. A file: the offline checks, and P5 where
// it was asked for. A card that is fetched: V1, serve and P1 as well. With -live:
// everything. The lines that only calls and records prove are shown all the same,
// and don't count where they were not asked for.
func (c *command) checks(live *verify.Live) []verify.Check {
	out := verify.Offline()
	shown := []verify.Check{verify.V1(), verify.V4(), verify.V7(), verify.E4(), verify.E5()}
	switch {
	case c.live && live != nil:
		out, shown = verify.Completion(), nil
	case live != nil:
		out = append(out, verify.V1(), verify.Serve())
		shown = shown[1:]
	}
	if live != nil && !c.allowHTTP {
		out = append(out, verify.P1())
	}
	if c.p5 != "" {
		out = append(out, verify.P5())
	}
	for _, x := range shown {
		out = append(out, verify.Uncounted(x))
	}
	return out
}

// color reports whether standard output shows colours (https://no-color.org).
func (e *env) color() bool {
	return e.outTTY && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb"
}

var (
	errTerminal  = errors.New("standard input is a terminal; pipe a card into it or name a file")
	errDirectory = errors.New("is a directory")
)

// read reads a card, and one byte over the limit at the most.
func (e *env) read(name string) ([]byte, error) {
	if name == "-" {
		if e.inTTY {
			return nil, errTerminal
		}
		return readLimited(e.in, card.MaxSize)
	}
	return readFile(name, card.MaxSize)
}

// readFile reads a file, and one byte over the limit at the most.
func readFile(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, errDirectory
	}
	return readLimited(f, limit)
}

// readLimited never gives nil without an error: an empty input is empty bytes.
func readLimited(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if data == nil {
		data = []byte{}
	}
	return data, err
}

// unreadable says in one line why there is nothing to judge.
func (c *command) unreadable(name string, err error) int {
	t := reason(err)
	fmt.Fprintf(c.err, "cardcheck: %s: %s\n", catalog.Show(name), t.In(c.lang))
	if c.format == "json" || c.ndjson {
		if err := report.Error(c.out, name, verify.ErrorObject{Code: "input.unreadable", Message: t}); err != nil {
			return c.broken(err)
		}
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
	var bad badFile
	if errors.As(err, &bad) {
		return card.Text{KO: "쓸 수 없다: " + catalog.Show(err.Error()), EN: catalog.Show(err.Error())}
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	what := catalog.Show(err.Error())
	return card.Text{KO: "읽을 수 없다: " + what, EN: "can't be read: " + what}
}
