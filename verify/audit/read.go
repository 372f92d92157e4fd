package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// MaxLine is how long a line may be: 8 MiB.
const MaxLine = 8 << 20

// ChainError says where a log can't be trusted.
type ChainError struct {
	Line int    // counted from 1
	Code string // syntax, chain, unfinished, limit
	Err  error
}

func (e *ChainError) Error() string {
	s := fmt.Sprintf("audit: line %d: %s", e.Line, e.Code)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap gives the cause.
func (e *ChainError) Unwrap() error { return e.Err }

// chain follows a log line by line.
type chain struct {
	n    int
	last string
}

func (c *chain) next(line []byte) (Record, error) {
	c.n++
	var r Record
	lim := jsondoc.Limits{Bytes: MaxLine, Depth: 128, Values: 1 << 20}
	if _, err := jsondoc.Parse(line, lim); err != nil {
		return r, &ChainError{c.n, "syntax", err}
	}
	if err := r.UnmarshalJSON(line); err != nil {
		return r, &ChainError{c.n, "syntax", err}
	}
	if r.Prev != c.last {
		return r, &ChainError{Line: c.n, Code: "chain"}
	}
	c.last = hash(line)
	return r, nil
}

// Read reads a log and verifies its chain. With an error it gives the records
// before the line at fault. A last line without an end is unfinished: it is an
// error here, and cut off by Open.
func Read(r io.Reader) ([]Record, error) {
	var out []Record
	c := chain{}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return out, nil
		case errors.Is(err, io.EOF):
			return out, &ChainError{Line: c.n + 1, Code: "unfinished"}
		case errors.Is(err, bufio.ErrTooLong):
			return out, &ChainError{Line: c.n + 1, Code: "limit"}
		case err != nil:
			return out, fmt.Errorf("audit: %w", err)
		}
		rec, err := c.next(line)
		if err != nil {
			return out, err
		}
		out = append(out, rec)
	}
}

// readLine reads a line of at most MaxLine bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > MaxLine {
			return nil, bufio.ErrTooLong
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return bytes.TrimSuffix(line, []byte("\n")), err
	}
}
