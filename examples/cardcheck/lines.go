package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/hs9147/agentcard/card"
)

// checkLines judges one card per line of standard input, in order, and keeps
// none of them. A line that is no card, is empty, or is too long gets its one
// object too, and the run goes on. Reports are held back while more input lies
// ready, and no longer.
func (c *command) checkLines(ctx context.Context) int {
	c.format = "json"
	if c.inTTY {
		return c.unreadable("-", errTerminal)
	}
	in, out := bufio.NewReaderSize(c.in, 1<<16), bufio.NewWriterSize(c.out, 1<<16)
	lines := *c
	lines.out, lines.err = out, io.Discard // the object says what is wrong
	worst := exitOK
	var line []byte
	var err error
	for n := 1; ; n++ {
		line, err = readLine(in, line[:0])
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			break
		}
		text := bytes.TrimSuffix(line, []byte("\r")) // the end of a line may be CRLF
		status, failed := lines.judge(ctx, "-:"+strconv.Itoa(n), text)
		if failed == nil && in.Buffered() == 0 {
			failed = out.Flush()
		}
		if failed != nil {
			return c.broken(failed)
		}
		worst = max(worst, status)
	}
	if failed := out.Flush(); failed != nil {
		return c.broken(failed)
	}
	if !errors.Is(err, io.EOF) {
		return c.unreadable("-", err)
	}
	return worst
}

// readLine appends the next line without its line feed to line. Of a line that
// is longer than a card may be it keeps just enough to be refused, a carriage
// return not counted, and skips the rest. It gives io.EOF with the last line
// where that has no end.
func readLine(in *bufio.Reader, line []byte) ([]byte, error) {
	if line == nil {
		line = []byte{}
	}
	for {
		part, err := in.ReadSlice('\n')
		room := card.MaxSize + 2 - len(line)
		end := bytes.TrimSuffix(part, []byte("\n"))
		line = append(line, end[:min(len(end), room)]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
