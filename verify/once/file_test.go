package once_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/once"
)

// A file belongs to one process, which here is the same one.
func TestFileIsLocked(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "plan9" || runtime.GOOS == "solaris" {
		t.Skip("no lock on this system")
	}
	dir := t.TempDir()
	s := openFile(t, dir).(*once.FileStore)
	path := filepath.Join(dir, "once.jsonl")
	if _, err := once.OpenFile(path, once.Limits{}); !errors.Is(err, once.ErrLocked) {
		t.Errorf("opened twice: %v", err)
	}
	if err := s.Tidy(); err != nil {
		t.Fatal(err)
	}
	if _, err := once.OpenFile(path, once.Limits{}); !errors.Is(err, once.ErrLocked) {
		t.Errorf("opened twice after it was written anew: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	wantErr(t, "after Close", s.Begin(ctx, once.Record{ID: "x", Keys: []once.Key{{Value: "x"}}}), once.ErrClosed)
	_, err := s.Lookup(ctx, once.Key{Value: "x"})
	wantErr(t, "after Close", err, once.ErrClosed)
	again := openFile(t, dir).(*once.FileStore)
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the file: %v, %v", info.Mode(), err)
	}
}

func TestDamage(t *testing.T) {
	whole := string(history(t))
	lines := strings.SplitAfter(whole, "\n")
	lines = lines[:len(lines)-1]
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"another file":          {"{\"prev\":\"\"}\n", 1},
		"another version":       {strings.Replace(whole, `"version":1`, `"version":2`, 1), 1},
		"no JSON":               {lines[0] + "nonsense\n" + lines[1], 2},
		"zeros":                 {lines[0] + "\x00\x00\x00\n", 2},
		"a line twice":          {lines[0] + lines[1] + lines[1], 3},
		"the first gone":        {whole[len(lines[0]):], 1},
		"an outcome of nothing": {lines[0] + lines[2], 2},
		"an unknown line":       {lines[0] + "{\"op\":\"x\"}\n", 2},
		"a record without id":   {lines[0] + "{\"op\":\"begin\",\"record\":{\"keys\":[{\"value\":\"x\"}]}}\n", 2},
		"a record without keys": {lines[0] + "{\"op\":\"begin\",\"record\":{\"id\":\"x\"}}\n", 2},
		"too long a line":       {lines[0] + strings.Repeat(" ", 8<<20) + "{}\n", 2},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "once.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the lock was let go
			_, err := once.OpenFile(path, once.Limits{})
			var fe *once.FileError
			if !errors.As(err, &fe) || fe.Line != c.line {
				t.Errorf("%s: %v, want line %d", name, err, c.line)
			}
		}
		if got := read(t, path); string(got) != c.text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// A disk without room refuses, and serves again when there is some.
func TestDiskFull(t *testing.T) {
	s, disk := openMem(t, nil)
	d := newDoer(t, s, once.Options{})
	var c counted
	if _, _, err := d.Do(ctx, plain("m0"), c.effect); err != nil {
		t.Fatal(err)
	}
	before := string(disk.Disk())
	disk.Set(func(f *once.MemFile) { f.Room = 10 })
	if _, first, err := d.Do(ctx, plain("m1"), never(t)); !errors.Is(err, once.ErrNotBegun) || first {
		t.Errorf("first %v, %v", first, err)
	}
	if _, _, err := d.Do(ctx, plain("m0"), never(t)); err != nil {
		t.Errorf("what is known: %v", err)
	}
	disk.Set(func(f *once.MemFile) {
		if string(f.Text) != before {
			t.Error("half a line was left")
		}
		f.Room = -1
	})
	if _, first, err := d.Do(ctx, plain("m1"), c.effect); err != nil || !first {
		t.Errorf("first %v, %v", first, err)
	}
	openMem(t, disk.Disk())
	c.want(t, 2)
}

// Where nobody knows what is on disk, nothing is done any more.
func TestDiskBroken(t *testing.T) {
	for name, breaks := range map[string]func(*once.MemFile){
		"sync": func(f *once.MemFile) { f.FailSync = true },
		"half": func(f *once.MemFile) { f.Room, f.FailTrim = 10, true },
	} {
		s, disk := openMem(t, nil)
		d := newDoer(t, s, once.Options{})
		disk.Set(breaks)
		if _, first, err := d.Do(ctx, plain("m1"), never(t)); !errors.Is(err, once.ErrNotBegun) || first {
			t.Errorf("%s: first %v, %v", name, first, err)
		}
		disk.Set(func(f *once.MemFile) { f.FailSync, f.FailTrim, f.Room = false, false, -1 })
		if _, first, err := d.Do(ctx, plain("m2"), never(t)); !errors.Is(err, once.ErrBroken) || first {
			t.Errorf("%s, later: first %v, %v", name, first, err)
		}
	}
}

// Changes at one time share a sync.
func TestSyncsAreJoined(t *testing.T) {
	s, disk := openMem(t, nil)
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			if err := s.Begin(ctx, once.Record{ID: fmt.Sprint(i), Keys: []once.Key{{Value: fmt.Sprint(i)}}}); err != nil {
				t.Error(err)
			}
			if !bytes.Contains(disk.Disk(), fmt.Appendf(nil, `"id":"%d"`, i)) {
				t.Errorf("%d is not on disk", i)
			}
		})
	}
	wg.Wait()
	disk.Set(func(f *once.MemFile) {
		if f.SyncCount > 201 {
			t.Errorf("%d syncs", f.SyncCount)
		}
	})
}

// The file does not grow with what is gone, and is the same store when it was
// written anew.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "once.jsonl")
	if err := os.WriteFile(path+".new", []byte("half of a f"), 0o600); err != nil { // of a process that died
		t.Fatal(err)
	}
	clk := newClock()
	s := openFile(t, dir).(*once.FileStore)
	d := newDoer(t, s, once.Options{Now: clk.now})
	if _, err := os.Stat(path + ".new"); !os.IsNotExist(err) {
		t.Error("what a crash left is still there")
	}
	var c counted
	var keys []once.Key
	for i := range 3 * once.MaxKeys { // more than one line holds
		keys = append(keys, once.Key{Caller: someone, Value: fmt.Sprint("k", i)})
	}
	if err := s.Begin(ctx, once.Record{ID: "many", Keys: keys[:1], Begun: clk.now()}); err != nil {
		t.Fatal(err)
	}
	if err := s.Bind(ctx, "many", keys[1:]...); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		if _, _, err := d.Do(ctx, plain(fmt.Sprint("old", i)), c.effect); err != nil {
			t.Fatal(err)
		}
	}
	clk.pass(8 * 24 * time.Hour)
	if _, _, err := d.Do(ctx, plain("new"), c.effect); err != nil { // prunes
		t.Fatal(err)
	}
	long := len(read(t, path))
	if err := s.Tidy(); err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, path)); n > long/2 {
		t.Errorf("%d bytes of %d are left", n, long)
	}
	if _, _, err := d.Do(ctx, plain("later"), c.effect); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openFile(t, dir).(*once.FileStore)
	d = newDoer(t, s, once.Options{Now: clk.now})
	for _, id := range []string{"new", "later"} {
		if _, first, err := d.Do(ctx, plain(id), never(t)); err != nil || first {
			t.Errorf("%s: first %v, %v", id, first, err)
		}
	}
	if list, err := s.Lookup(ctx, keys...); err != nil || len(list) != 1 || len(list[0].Keys) != len(keys) {
		t.Errorf("%d records, %v", len(list), err)
	}
	if _, first, err := d.Do(ctx, plain("old1"), c.effect); err != nil || !first {
		t.Errorf("what was pruned is known again: first %v, %v", first, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// The file is written anew by itself, while it is used.
func TestTidyByItself(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "once.jsonl")
	s := openFile(t, dir).(*once.FileStore)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 300 {
				id := fmt.Sprint(w, " ", i)
				if err := s.Begin(ctx, once.Record{ID: id, Digest: "x", Keys: []once.Key{{Value: id}}}); err != nil {
					t.Error(err)
				}
				if i%50 == 0 {
					continue // stays
				}
				if err := s.Forget(ctx, id); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(read(t, path), []byte("\n")); n > 1600 {
		t.Errorf("%d lines for 24 records", n)
	}
	s = openFile(t, dir).(*once.FileStore)
	if list, err := s.Unfinished(ctx); err != nil || len(list) != 24 {
		t.Errorf("%d records, %v", len(list), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
