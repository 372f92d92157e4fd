package bench

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/hs9147/agentcard/card"
)

const heapGoal = 8 << 20

// heapRow is the most heap that reading and judging one hostile body of 1 MiB
// takes: Parse, and Validate in every mode, for each body of hostile.go.
//
// Idle is what the collector leaves before the body is made, so that the body
// counts. The peak is the largest of many samples of runtime/metrics
// /memory/classes/heap/objects:bytes, live objects and garbage not yet swept,
// taken every 50 µs or so, with the collector at its default of 100 percent. The
// job runs several times, each time from idle.
func heapRow() Row {
	return Row{Name: "heap", Goal: "≤ 8 MiB", Measure: func() (Result, error) {
		var worst uint64
		var notes []string
		for _, h := range hostile {
			peak, err := peakOf(h)
			if err != nil {
				return Result{}, fmt.Errorf("%s: %w", h.name, err)
			}
			worst = max(worst, peak)
			notes = append(notes, fmt.Sprintf("%s: %s", h.name, mebibytes(peak)))
		}
		return Result{Value: mebibytes(worst), OK: worst <= heapGoal, Notes: notes}, nil
	}}
}

func mebibytes(n uint64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

const heapRuns = 2

func peakOf(h hostileBody) (uint64, error) {
	runtime.GC()
	runtime.GC() // what pools held goes with the second
	s := newHeapSampler()
	idle := s.now()
	body := h.make()
	runtime.GC()
	s.start()
	var err error
	for range heapRuns {
		if _, err = judge(body); err != nil {
			break
		}
		runtime.GC() // back to idle
	}
	peak := s.stop()
	runtime.KeepAlive(body)
	return peak - min(idle, peak), err
}

// judge reads a body and holds it against every rule.
func judge(body []byte) (int, error) {
	doc, err := card.Parse(body)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, m := range []card.Mode{card.ModeProfile, card.ModeA2A10, card.ModeFamily} {
		n += len(card.Validate(doc, m))
	}
	return n, nil
}

// heapSampler keeps the largest heap that it saw.
type heapSampler struct {
	sample []metrics.Sample
	quit   chan struct{}
	peak   chan uint64
}

func newHeapSampler() *heapSampler {
	return &heapSampler{
		sample: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
		quit:   make(chan struct{}), peak: make(chan uint64),
	}
}

func (s *heapSampler) now() uint64 {
	metrics.Read(s.sample)
	return s.sample[0].Value.Uint64()
}

func (s *heapSampler) start() {
	go func() {
		top := s.now()
		for {
			select {
			case <-s.quit:
				s.peak <- max(top, s.now())
				return
			default:
				time.Sleep(50 * time.Microsecond)
				top = max(top, s.now())
			}
		}
	}()
}

func (s *heapSampler) stop() uint64 {
	close(s.quit)
	return <-s.peak
}
