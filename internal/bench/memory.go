package bench

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// memory is what a process held while it ran.
type memory struct {
	peak     uint64   // VmHWM: the most that was ever resident
	resident []uint64 // VmRSS, at even times
	err      error    // why a sample could not be read, if none could
}

// watcher samples the memory of a process, which Linux alone tells.
type watcher struct {
	quit chan struct{}
	done chan *memory
}

func watch(pid int) *watcher {
	w := &watcher{quit: make(chan struct{}), done: make(chan *memory)}
	path := fmt.Sprintf("/proc/%d/status", pid)
	go func() {
		m := new(memory)
		for {
			select {
			case <-w.quit:
				if len(m.resident) > 0 {
					m.err = nil
				}
				w.done <- m
				return
			case <-time.After(20 * time.Millisecond):
				m.sample(path)
			}
		}
	}()
	return w
}

func (w *watcher) stop() *memory {
	close(w.quit)
	return <-w.done
}

func (m *memory) sample(path string) {
	status, err := os.ReadFile(path)
	if err != nil {
		m.err = err
		return
	}
	peak, rss := kibibytes(status, "VmHWM:"), kibibytes(status, "VmRSS:")
	if peak == 0 || rss == 0 {
		m.err = fmt.Errorf("%s does not say what is resident", path)
		return
	}
	m.peak = max(m.peak, peak)
	m.resident = append(m.resident, rss)
}

// kibibytes reads one line of a process's status, in bytes.
func kibibytes(status []byte, name string) uint64 {
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// flat reports that the last quarter of a run held no more than the second
// did, by the median, but for a tenth and 1 MiB. The first quarter warms up.
func (m *memory) flat() bool {
	second, last := m.quarter(1), m.quarter(3)
	return last <= second+second/10+1<<20
}

func (m *memory) quarter(i int) uint64 {
	n := len(m.resident)
	part := slices.Sorted(slices.Values(m.resident[n*i/4 : n*(i+1)/4]))
	if len(part) == 0 {
		return 0
	}
	return part[len(part)/2]
}

func (m *memory) String() string {
	return fmt.Sprintf("resident by quarters %s, %s, %s, %s; at most %s; %d samples",
		mebibytes(m.quarter(0)), mebibytes(m.quarter(1)), mebibytes(m.quarter(2)), mebibytes(m.quarter(3)),
		mebibytes(m.peak), len(m.resident))
}
