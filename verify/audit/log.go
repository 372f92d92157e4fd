package audit

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Options of a Log. The zero value keeps inputs as they are.
type Options struct {
	// Redact takes what must not be kept out of an input, which is JSON. It may
	// return nil to keep none.
	Redact func(json.RawMessage) json.RawMessage

	// KeepRef stores an input elsewhere and returns the reference under which it
	// can be fetched; the record then holds digest and reference alone.
	KeepRef func(ctx context.Context, id string, input json.RawMessage) (string, error)

	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Entry is what is known before the effect.
type Entry struct {
	Skill     string
	Caller    Caller
	MessageID string          // the caller's idempotency key
	Input     json.RawMessage // JSON
}

// Result is what is known after it.
type Result struct {
	TaskID  string
	Outcome string // empty: "done", or "failed" with an error
	Detail  string // short; nothing of a person
}

// Log appends records to a file. It is safe for concurrent use within one
// process; two processes must not open the same file.
type Log struct {
	o  Options
	mu sync.Mutex
	f  *os.File
	at string // hash of the last line
}

// ErrNoCaller and ErrNoKey refuse an entry that could not say who had what done;
// ErrClosed a log that was closed.
var (
	ErrNoCaller = errors.New("audit: the entry names no caller")
	ErrNoKey    = errors.New("audit: the entry has no skill or messageId")
	ErrClosed   = errors.New("audit: the log is closed")
)

// Open opens a log for appending, or makes it. The chain of what it holds is
// verified; a *ChainError says where it is broken. A last line that was not
// finished when the process died is cut off.
func Open(path string, o Options) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	last, end, err := complete(f)
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return &Log{o: o, f: f, at: last}, nil
}

// complete gives the hash of the last complete line and where it ends.
func complete(f *os.File) (last string, end int64, err error) {
	c := chain{}
	in := bufio.NewReader(f)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return c.last, end, nil // what is left was not finished
		}
		if err != nil {
			return "", 0, fmt.Errorf("audit: %w", err)
		}
		if _, err := c.next(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return "", 0, err
		}
		end += int64(len(line))
	}
}

// Close closes the file. Executions that were begun can no longer be ended.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return nil
	}
	err := l.f.Close()
	l.f = nil
	return err
}

// Last is the hash of the last line, to be kept elsewhere by who must know that
// the end of the file was not cut. It is empty for an empty log.
func (l *Log) Last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at
}

// Execution is a record that was begun.
type Execution struct {
	log    *Log
	record Record
	once   sync.Once
	err    error
}

// ID is the record's id.
func (x *Execution) ID() string { return x.record.ID }

// Begin writes the intent and syncs it to disk. Only after it returned without
// an error may the effect happen.
func (l *Log) Begin(ctx context.Context, e Entry) (*Execution, error) {
	switch {
	case e.Caller.IsZero():
		return nil, ErrNoCaller
	case e.Skill == "" || e.MessageID == "":
		return nil, ErrNoKey
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := Record{Version: FormatVersion, ID: newID(), Phase: Intent, Skill: e.Skill, Caller: e.Caller, MessageID: e.MessageID}
	if err := l.input(ctx, &r, e.Input); err != nil {
		return nil, err
	}
	if err := l.append(&r); err != nil {
		return nil, err
	}
	return &Execution{log: l, record: r}, nil
}

func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// input keeps an input as the options say. The digest of an input that was
// redacted is not kept: it could be guessed from.
func (l *Log) input(ctx context.Context, r *Record, input json.RawMessage) (err error) {
	if len(input) == 0 {
		input = json.RawMessage("null")
	}
	digest, err := DigestOf(input)
	if err != nil {
		return err
	}
	switch {
	case l.o.KeepRef != nil:
		r.Digest = digest
		if r.InputRef, err = l.o.KeepRef(ctx, r.ID, input); err != nil {
			return fmt.Errorf("audit: keeping the input: %w", err)
		}
	case l.o.Redact != nil:
		r.Input = l.o.Redact(input)
	default:
		r.Input = input
	}
	return nil
}

// End writes the outcome. A second call writes nothing and returns what the
// first did.
func (x *Execution) End(res Result) error {
	x.once.Do(func() {
		r := x.record
		r.Phase, r.Input, r.Digest, r.InputRef = Outcome, nil, "", ""
		r.TaskID, r.Outcome, r.Detail = res.TaskID, res.Outcome, res.Detail
		if r.Outcome == "" {
			r.Outcome = "done"
		}
		x.err = x.log.append(&r)
	})
	return x.err
}

// Around runs an effect between its two lines. It does not run the effect if the
// intent can't be written, and writes the outcome whatever the effect returns, a
// panic too. The error is that of writing, joined with the effect's.
func (l *Log) Around(ctx context.Context, e Entry, effect func(context.Context) (Result, error)) (err error) {
	x, err := l.Begin(ctx, e)
	if err != nil {
		return err
	}
	res := Result{Outcome: "failed", Detail: "panic"}
	defer func() { err = errors.Join(err, x.End(res)) }()
	var got Result
	if got, err = effect(ctx); err != nil && got.Outcome == "" {
		got.Outcome = "failed"
	}
	res = got
	return err
}

// append writes one line and syncs it.
func (l *Log) append(r *Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return ErrClosed
	}
	now := time.Now
	if l.o.Now != nil {
		now = l.o.Now
	}
	r.Time, r.Prev = now(), l.at
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	at, err := l.f.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if _, err = l.f.Write(append(line, '\n')); err == nil {
		err = l.f.Sync()
	}
	if err != nil {
		// Take back what was half written, so that the next line stands alone.
		if l.f.Truncate(at) != nil {
			_ = l.f.Close()
			l.f = nil
		} else if _, e := l.f.Seek(at, io.SeekStart); e != nil {
			_ = l.f.Close()
			l.f = nil
		}
		return fmt.Errorf("audit: writing: %w", err)
	}
	l.at = hash(line)
	return nil
}
