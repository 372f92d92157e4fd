package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/hs9147/agentcard/card"
)

// checkLines judges one card per line of standard input. A line that is no
// card, or is too long, gets its one object too, and the run goes on.
func checkLines(ctx context.Context, e *env, o *options) int {
	if e.inTTY {
		return unreadable(e, o, "-", errTerminal)
	}
	quiet := *e
	quiet.err = io.Discard // the object says it
	out := bufio.NewWriterSize(e.out, 1<<16)
	quiet.out = out
	o.format = "json"
	worst := exitOK
	in := bufio.NewReaderSize(e.in, 1<<16)
	var line []byte
	for n := 1; ; n++ {
		var err error
		line, err = readLine(in, line[:0])
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			_ = out.Flush()
			return unreadable(e, o, "-", err)
		}
		if ctx.Err() != nil {
			_ = out.Flush()
			fmt.Fprintln(e.err, "cardcheck: interrupted")
			return exitUsage
		}
		status, err := judge(ctx, &quiet, o, fmt.Sprintf("-:%d", n), line)
		if err != nil {
			fmt.Fprintf(e.err, "cardcheck: writing the report: %v\n", err)
			return exitUsage
		}
		worst = max(worst, status)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(e.err, "cardcheck: writing the report: %v\n", err)
		return exitUsage
	}
	return worst
}

// readLine appends the next line without its end to line. Of a longer one than
// a card may be it keeps just enough to be refused, and skips the rest. It
// gives io.EOF with the last line where that has no end.
func readLine(in *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		room := card.MaxSize + 1 - len(line)
		end := bytes.TrimSuffix(part, []byte("\n"))
		line = append(line, end[:min(len(end), room)]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if line == nil {
			line = []byte{}
		}
		return line, err
	}
}
