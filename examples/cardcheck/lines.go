package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/hs9147/agentcard/card"
)

// A batch of lines is judged at once, on all processors. It is small, so that
// memory does not grow with the input, and it does not wait for input.
const (
	batchLines = 64
	batchBytes = 256 << 10
)

// checkLines judges one card per line of standard input and reports in their
// order. A line that is no card, is empty, or is too long gets its one object
// too, and the run goes on. Reports are held back while more input lies ready,
// and no longer.
func (c *command) checkLines(ctx context.Context) int {
	c.format = "json"
	if c.inTTY {
		return c.unreadable("-", errTerminal)
	}
	in, out := bufio.NewReaderSize(c.in, 1<<16), bufio.NewWriterSize(c.out, 1<<16)
	worst := exitOK
	for first := 1; ; {
		lines, err := readBatch(in)
		for i, r := range c.judgeLines(ctx, first, lines) {
			lines[i] = nil
			if r.err == nil {
				_, r.err = out.Write(r.report)
			}
			if r.err != nil {
				return c.broken(r.err)
			}
			worst = max(worst, r.status)
		}
		first += len(lines)
		if err == nil && ready(in) {
			continue
		}
		if failed := out.Flush(); failed != nil {
			return c.broken(failed)
		}
		switch {
		case errors.Is(err, io.EOF):
			return worst
		case err != nil:
			return c.unreadable("-", err)
		}
	}
}

// lineReport is what became of one line.
type lineReport struct {
	report []byte
	status int
	err    error
}

// judgeLines judges lines, the first of which has the number first.
func (c *command) judgeLines(ctx context.Context, first int, lines [][]byte) []lineReport {
	out := make([]lineReport, len(lines))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(lines), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(lines); i = int(next.Add(1)) - 1 {
				var b bytes.Buffer
				line := *c
				line.out, line.err = &b, io.Discard              // the object says what is wrong
				text := bytes.TrimSuffix(lines[i], []byte("\r")) // the end of a line may be CRLF
				out[i].status, out[i].err = line.judge(ctx, "-:"+strconv.Itoa(first+i), text)
				out[i].report = b.Bytes()
			}
		})
	}
	wg.Wait()
	return out
}

// readBatch waits for one line and takes those with it that lie ready. The error
// ends the input; the lines before it are given.
func readBatch(in *bufio.Reader) (lines [][]byte, err error) {
	for size := 0; len(lines) < batchLines && size < batchBytes; {
		line, err := readLine(in, nil)
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			return lines, err
		}
		lines = append(lines, line)
		size += len(line)
		if err != nil || !ready(in) {
			return lines, err
		}
	}
	return lines, nil
}

// ready reports a whole line that can be read without waiting.
func ready(in *bufio.Reader) bool {
	b, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
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
