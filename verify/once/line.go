package once

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// The lines of a file.
const (
	opOpen   = "once"   // the first: what the file is
	opBegin  = "begin"  // a record without an outcome
	opBind   = "bind"   // more keys of a record
	opFinish = "finish" // its outcome
	opForget = "forget" // it is gone
	opPrune  = "prune"  // those whose outcome came before a time are
)

const (
	fileVersion = 1
	maxLine     = 8 << 20 // bytes; no line that is written is as long
)

type line struct {
	Op      string     `json:"op"`
	Version int        `json:"version,omitempty"`
	Record  *Record    `json:"record,omitempty"`
	ID      string     `json:"id,omitempty"`
	Keys    []Key      `json:"keys,omitempty"`
	Outcome *Outcome   `json:"outcome,omitempty"`
	Before  *time.Time `json:"before,omitempty"`
}

// FileError is a line of a store's file that can't be read. The file is as it
// was: what stands before that line can still be looked at, by its owner.
type FileError struct {
	Line int // counted from 1
	Err  error
}

func (e *FileError) Error() string {
	return fmt.Sprintf("once: line %d of the file: %v", e.Line, e.Err)
}

// Unwrap gives the cause.
func (e *FileError) Unwrap() error { return e.Err }

// linesOf is a record as lines; many keys are several.
func linesOf(r Record) []line {
	first := r
	first.Outcome = nil
	first.Keys = r.Keys[:min(len(r.Keys), MaxKeys)]
	lines := append([]line{{Op: opBegin, Record: &first}}, bindLines(r.ID, r.Keys[len(first.Keys):])...)
	if r.Outcome != nil {
		lines = append(lines, line{Op: opFinish, ID: r.ID, Outcome: r.Outcome})
	}
	return lines
}

func bindLines(id string, keys []Key) []line {
	var lines []line
	for len(keys) > 0 {
		n := min(len(keys), MaxKeys)
		lines = append(lines, line{Op: opBind, ID: id, Keys: keys[:n]})
		keys = keys[n:]
	}
	return lines
}

func encode(lines []line) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, l := range lines {
		if err := enc.Encode(l); err != nil {
			return nil, fmt.Errorf("once: %w", err)
		}
	}
	return b.Bytes(), nil
}

// read replays a file and tells where its last whole line ends, and how many
// there are.
func (x *index) read(r io.Reader) (end int64, lines int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		text, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			return end, lines, nil // what is left was not finished
		case err != nil:
			return 0, 0, &FileError{lines + 1, err}
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return 0, 0, &FileError{lines + 1, errors.New("no JSON of this kind")}
		}
		if err := x.apply(l, lines == 0); err != nil {
			return 0, 0, &FileError{lines + 1, err}
		}
		end += int64(len(text))
		lines++
	}
}

// readLine reads a line with its end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		if text = append(text, part...); len(text) > maxLine {
			return nil, errors.New("too long")
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

var errLine = errors.New("it does not follow from those before")

// apply does what a line says.
func (x *index) apply(l line, first bool) error {
	if first || l.Op == opOpen {
		if !first || l.Op != opOpen || l.Version != fileVersion {
			return fmt.Errorf("not a file of package once, version %d", fileVersion)
		}
		return nil
	}
	switch {
	case l.Op == opBegin && l.Record != nil && l.Record.ID != "" && len(l.Record.Keys) > 0 && x.canBegin(*l.Record) == nil:
		x.begin(*l.Record)
	case l.Op == opBind:
		r, err := x.canBind(l.ID, l.Keys)
		if err != nil {
			return errLine
		}
		x.bind(r, l.Keys)
	case l.Op == opFinish && l.Outcome != nil:
		r, err := x.unfinished(l.ID)
		if err != nil {
			return errLine
		}
		x.finish(r, *l.Outcome)
	case l.Op == opForget:
		r, err := x.unfinished(l.ID)
		if err != nil {
			return errLine
		}
		x.remove(r)
	case l.Op == opPrune && l.Before != nil:
		x.prune(*l.Before)
	default:
		return errLine
	}
	return nil
}
