package once

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

const (
	tidySuffix = ".new"
	tidyFrom   = 1000 // lines
)

// tidyIfDue writes the file anew where more than half of it is gone. If that
// fails the old one serves, and it is tried again when it has doubled.
func (s *FileStore) tidyIfDue() {
	s.mu.Lock()
	due := s.broken == nil && s.lines >= s.nextTidy && s.lines > 2*s.needed()
	s.mu.Unlock()
	if due {
		_ = s.Tidy()
	}
}

// needed is about how many lines the records take.
func (s *FileStore) needed() int {
	n := 1
	for _, r := range s.x.byID {
		n += 2 + len(r.Keys)/MaxKeys
	}
	return n
}

// Tidy writes the file anew without what was forgotten. It is done by itself
// where it is worth it. With an error the file is as it was.
func (s *FileStore) Tidy() error {
	s.syncing.Lock()
	defer s.syncing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return s.broken
	}
	size, lines, err := s.writeAnew()
	if err == nil {
		err = s.swap(size, lines)
	}
	s.nextTidy = max(tidyFrom, 2*s.lines)
	if err != nil {
		_ = os.Remove(s.path + tidySuffix)
		return fmt.Errorf("once: writing the file anew: %w", err)
	}
	return nil
}

// writeAnew writes what the index holds to a file beside the store's.
func (s *FileStore) writeAnew() (size int64, lines int, err error) {
	f, err := os.OpenFile(s.path+tidySuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<16)
	put := func(list ...line) error {
		text, err := encode(list)
		if err != nil {
			return err
		}
		size += int64(len(text))
		lines += len(list)
		_, err = w.Write(text)
		return err
	}
	if err := put(line{Op: opOpen, Version: fileVersion}); err != nil {
		return 0, 0, err
	}
	for _, r := range s.x.byID {
		if err := put(linesOf(*r)...); err != nil {
			return 0, 0, err
		}
	}
	if err := w.Flush(); err != nil {
		return 0, 0, err
	}
	return size, lines, f.Sync()
}

// swap puts the new file in the place of the old one. Some systems rename no
// file that is open, so it is closed before; if it then can't be opened again the
// store is broken.
func (s *FileStore) swap(size int64, lines int) error {
	if err := s.f.Close(); err != nil {
		s.fail(err)
		return err
	}
	renamed := os.Rename(s.path+tidySuffix, s.path)
	var kept error
	if renamed == nil {
		s.size, s.lines = size, lines
		kept = syncDir(s.path)
	}
	f, err := os.OpenFile(s.path, os.O_RDWR, 0o600)
	if err == nil {
		s.f = f
		_, err = f.Seek(s.size, io.SeekStart)
	}
	if err = errors.Join(kept, err); err != nil {
		s.fail(err)
		return err
	}
	if renamed == nil {
		s.synced = s.changes // the new file has them all, and was synced
	}
	return renamed
}

// syncDir makes the name of a file outlive a crash, where the system asks for
// that.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("once: %w", err)
	}
	err = dir.Sync()
	if err := errors.Join(err, dir.Close()); err != nil {
		return fmt.Errorf("once: %w", err)
	}
	return nil
}
