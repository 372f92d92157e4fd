package family

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// Books is where an agent keeps what it was told to: a file of JSON Lines, and
// all of it in memory. It is safe for concurrent use within one process.
type Books struct {
	mu      sync.RWMutex
	file    *os.File
	size    int64 // of what is known to be whole
	entries []entry
	known   map[place]bool
}

// entry is one event in the books, as its caller sent it.
type entry struct {
	At     time.Time       `json:"at"`
	Caller audit.Caller    `json:"caller"`
	ID     string          `json:"id"` // the caller's
	Event  string          `json:"event"`
	Source json.RawMessage `json:"source"`
}

// place is what tells entries apart: an id is its caller's.
type place struct {
	caller audit.Caller
	id     string
}

// maxEntries is how many entries are held.
const maxEntries = 1_000_000

// OpenBooks opens the books in a folder, or begins them. A last line that was not
// finished is cut off: its writer was told so by nobody. The error is the system's,
// or names a line that can't be read.
func OpenBooks(dir string) (*Books, error) {
	f, err := os.OpenFile(filepath.Join(dir, "events.jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	b := &Books{file: f, known: map[place]bool{}}
	if err = b.load(); err == nil {
		err = f.Truncate(b.size)
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("family: %w", err)
	}
	return b, nil
}

func (b *Books) load() error {
	r := bufio.NewReader(b.file)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return nil // the end, or a line without one
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s, line %d: %w", b.file.Name(), n, err)
		}
		b.size += int64(len(line))
		b.keep(e)
	}
}

func (b *Books) keep(e entry) {
	b.entries = append(b.entries, e)
	b.known[place{e.Caller, e.ID}] = true
}

// errFull says that the books take no more.
var errFull = errors.New("family: the books are full")

// add writes an entry and syncs it to disk. One that can't be written whole is
// taken back; where that fails too the books take no more.
func (b *Books) add(e entry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.file == nil:
		return os.ErrClosed
	case len(b.entries) >= maxEntries:
		return errFull
	}
	e.At = time.Now().UTC().Truncate(time.Millisecond)
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(e); err != nil {
		return err
	}
	_, err := b.file.WriteAt(line.Bytes(), b.size)
	if err == nil {
		err = b.file.Sync()
	}
	if err != nil {
		if b.file.Truncate(b.size) != nil {
			_ = b.file.Close()
			b.file = nil
		}
		return err
	}
	b.size += int64(line.Len())
	b.keep(e)
	return nil
}

// has reports whether a caller's entry is in the books.
func (b *Books) has(caller audit.Caller, id string) bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.known[place{caller, id}]
}

// all is a copy of the entries, the oldest first.
func (b *Books) all() []entry {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Clone(b.entries)
}

// count is how many entries there are: how often the action took effect.
func (b *Books) count() int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return int64(len(b.entries))
}

// Close closes the file.
func (b *Books) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.file == nil {
		return nil
	}
	err := b.file.Close()
	b.file = nil
	return err
}
