package once

import (
	"errors"
	"io"
	"sync"
)

// MemFile is a disk that a test can look at and break.
type MemFile struct {
	mu     sync.Mutex
	Text   []byte // what the process has written
	OnDisk []byte // what outlives it
	at     int

	Room      int  // bytes that may still be written; below 0: any
	FailSync  bool // and FailTrim: the calls fail
	FailTrim  bool
	SyncCount int
}

// OpenMem opens a store over a disk in memory.
func OpenMem(text []byte) (*FileStore, *MemFile, error) {
	f := &MemFile{Text: append([]byte{}, text...), Room: -1}
	s, err := load(f, Limits{})
	return s, f, err
}

var errMem = errors.New("no space left on device")

func (f *MemFile) Read(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at >= len(f.Text) {
		return 0, io.EOF
	}
	n := copy(p, f.Text[f.at:])
	f.at += n
	return n, nil
}

func (f *MemFile) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.at != len(f.Text) {
		return 0, errors.New("the store writes elsewhere than at the end")
	}
	var err error
	if f.Room >= 0 && len(p) > f.Room {
		p, err = p[:f.Room], errMem
	}
	f.Text = append(f.Text, p...)
	f.at = len(f.Text)
	return len(p), err
}

// Seek goes to an offset from the start.
func (f *MemFile) Seek(at int64, _ int) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = int(at)
	return at, nil
}

func (f *MemFile) Truncate(size int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.FailTrim {
		return errMem
	}
	f.Text = f.Text[:size]
	return nil
}

func (f *MemFile) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.SyncCount++
	if f.FailSync {
		return errMem
	}
	f.OnDisk = append(f.OnDisk[:0], f.Text...)
	return nil
}

func (f *MemFile) Close() error { return nil }

// Set changes the disk under its lock.
func (f *MemFile) Set(change func(*MemFile)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// Disk is what outlives the process now.
func (f *MemFile) Disk() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]byte{}, f.OnDisk...)
}
