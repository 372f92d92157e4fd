package once

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"
)

// FileStore keeps records in a file of JSON Lines, and all of it in memory. A
// line is appended for each change and synced to disk before it counts; syncs of
// changes at one time are joined. One process may use a file: where the system
// has flock a second one is refused with ErrLocked, by way of the file PATH.lock,
// which stays there.
//
// The file is written anew without what was forgotten once that is more than
// half of it. A last line that was not finished when the process died is cut off
// on opening: such a change was never promised. A line that can't be read
// anywhere else is damage, and the file is not opened.
//
// When a change can't be written, it fails and the store goes on; when it can't
// be synced, nobody knows what is on disk, and every call fails with ErrBroken
// until the file is opened anew.
type FileStore struct {
	path string
	lock io.Closer // nil: none

	syncing sync.Mutex // before mu
	synced  int64      // changes

	mu       sync.Mutex
	x        index
	f        file
	size     int64 // bytes of the file
	lines    int
	changes  int64 // ever made
	nextTidy int   // lines
	broken   error // ErrClosed as well
}

// file is what the store needs of an *os.File.
type file interface {
	io.ReadWriteSeeker
	io.Closer
	Truncate(size int64) error
	Sync() error
}

// OpenFile opens a store, or makes it. Limits that are lower than what the file
// holds keep nothing out that is there. The error matches ErrLocked, is a
// *FileError for a file that was damaged or is of another kind, or is the
// system's.
func OpenFile(path string, lim Limits) (*FileStore, error) {
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	s, err := open(path, lim)
	if err != nil {
		_ = lock.Close()
		return nil, err
	}
	s.lock = lock
	return s, nil
}

func open(path string, lim Limits) (*FileStore, error) {
	_ = os.Remove(path + tidySuffix) // of a process that died before it was whole
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("once: %w", err)
	}
	s, err := load(f, lim)
	if err == nil {
		err = syncDir(path)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	s.path = path
	return s, nil
}

// load reads a file into the index, and makes it end at its last whole line.
func load(f file, lim Limits) (*FileStore, error) {
	s := &FileStore{f: f, x: newIndex(Limits{math.MaxInt, math.MaxInt64}), nextTidy: tidyFrom}
	var err error
	if s.size, s.lines, err = s.x.read(f); err != nil {
		return nil, err
	}
	s.x.lim = lim.orDefault()
	err = f.Truncate(s.size)
	if err == nil {
		_, err = f.Seek(s.size, io.SeekStart)
	}
	if err == nil && s.lines == 0 {
		err = s.append(line{Op: opOpen, Version: fileVersion})
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return nil, fmt.Errorf("once: %w", err)
	}
	s.synced = s.changes
	return s, nil
}

// Close closes the file. Later calls fail with ErrClosed.
func (s *FileStore) Close() error {
	s.syncing.Lock()
	defer s.syncing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.f == nil {
		return nil
	}
	err := s.f.Sync()
	if err == nil {
		s.synced = s.changes // also for whoever waits for it
	}
	err = errors.Join(err, s.f.Close())
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	s.f, s.broken = nil, ErrClosed
	if err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}

// Lookup is Store.Lookup.
func (s *FileStore) Lookup(ctx context.Context, keys ...Key) (list []Record, err error) {
	err = s.reading(ctx, func() { list = s.x.lookup(keys) })
	return list, err
}

// Unfinished is Store.Unfinished.
func (s *FileStore) Unfinished(ctx context.Context) (list []Record, err error) {
	err = s.reading(ctx, func() { list = s.x.open() })
	return list, err
}

// Begin is Store.Begin.
func (s *FileStore) Begin(ctx context.Context, r Record) error {
	r.Outcome = nil
	return s.change(ctx, func() ([]line, func(), error) {
		return linesOf(r), func() { s.x.begin(r) }, s.x.canBegin(r)
	})
}

// Finish is Store.Finish.
func (s *FileStore) Finish(ctx context.Context, id string, o Outcome) error {
	return s.change(ctx, func() ([]line, func(), error) {
		r, err := s.x.unfinished(id)
		return []line{{Op: opFinish, ID: id, Outcome: &o}}, func() { s.x.finish(r, o) }, err
	})
}

// Bind is Store.Bind.
func (s *FileStore) Bind(ctx context.Context, id string, keys ...Key) error {
	return s.change(ctx, func() ([]line, func(), error) {
		r, err := s.x.canBind(id, keys)
		return bindLines(id, keys), func() { s.x.bind(r, keys) }, err
	})
}

// Forget is Store.Forget.
func (s *FileStore) Forget(ctx context.Context, id string) error {
	err := s.change(ctx, func() ([]line, func(), error) {
		r, err := s.x.unfinished(id)
		return []line{{Op: opForget, ID: id}}, func() { s.x.remove(r) }, err
	})
	if err == nil {
		s.tidyIfDue()
	}
	return err
}

// Prune is Store.Prune.
func (s *FileStore) Prune(ctx context.Context, before time.Time) (n int, err error) {
	err = s.change(ctx, func() ([]line, func(), error) {
		if !s.x.anyBefore(before) {
			return nil, func() {}, nil
		}
		return []line{{Op: opPrune, Before: &before}}, func() { n = s.x.prune(before) }, nil
	})
	if err != nil {
		return 0, err
	}
	s.tidyIfDue()
	return n, nil
}

// reading reads under the lock.
func (s *FileStore) reading(ctx context.Context, read func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(ctx); err != nil {
		return err
	}
	read()
	return nil
}

func (s *FileStore) ready(ctx context.Context) error {
	if s.broken != nil {
		return s.broken
	}
	return ctx.Err()
}

// change writes the lines that prepare gives and applies them, and returns once
// they are on disk.
func (s *FileStore) change(ctx context.Context, prepare func() (lines []line, apply func(), err error)) error {
	s.mu.Lock()
	err := s.ready(ctx)
	var lines []line
	var apply func()
	if err == nil {
		lines, apply, err = prepare()
	}
	if err == nil {
		err = s.append(lines...)
	}
	if err == nil {
		apply()
	}
	mine := s.changes
	s.mu.Unlock()
	if err != nil || len(lines) == 0 {
		return err
	}
	return s.sync(mine)
}

// append writes lines, or nothing. The caller holds mu.
func (s *FileStore) append(lines ...line) error {
	text, err := encode(lines)
	if err != nil {
		return err
	}
	if _, err := s.f.Write(text); err != nil {
		// Take back what was half written, so that the next line stands alone.
		cut := s.f.Truncate(s.size)
		if cut == nil {
			_, cut = s.f.Seek(s.size, io.SeekStart)
		}
		if cut != nil {
			s.fail(cut)
		}
		return fmt.Errorf("once: writing: %w", err)
	}
	s.size += int64(len(text))
	s.lines += len(lines)
	s.changes++
	return nil
}

// sync returns once a change is on disk. One sync serves all changes before it.
func (s *FileStore) sync(change int64) error {
	s.syncing.Lock()
	defer s.syncing.Unlock()
	if s.synced >= change {
		return nil
	}
	s.mu.Lock()
	f, upTo, err := s.f, s.changes, s.broken
	s.mu.Unlock()
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.fail(err)
		return s.broken
	}
	s.synced = upTo
	return nil
}

// fail makes the store refuse everything. The caller holds mu.
func (s *FileStore) fail(err error) {
	if s.broken == nil {
		s.broken = fmt.Errorf("%w: %w", ErrBroken, err)
	}
}
