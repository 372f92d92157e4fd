package bench

import (
	"fmt"
	"slices"
	"time"
)

// job is work that is timed. What it returns keeps the compiler from leaving
// it out.
type job func() (int, error)

const (
	rounds = 61                    // of each job of a pair
	batch  = 10 * time.Millisecond // one round: long enough to pay for its own garbage
)

// compare runs two jobs in turn and gives the median time of one run of each.
func compare(a, b job) (ta, tb time.Duration, err error) {
	na, err := runsPer(batch, a)
	if err != nil {
		return 0, 0, err
	}
	nb, err := runsPer(batch, b)
	if err != nil {
		return 0, 0, err
	}
	as, bs := make([]time.Duration, rounds), make([]time.Duration, rounds)
	for i := range rounds {
		if as[i], err = timed(na, a); err != nil {
			return 0, 0, err
		}
		if bs[i], err = timed(nb, b); err != nil {
			return 0, 0, err
		}
	}
	return median(as) / time.Duration(na), median(bs) / time.Duration(nb), nil
}

// sum takes what the jobs return.
var sum int

func timed(n int, j job) (time.Duration, error) {
	start := time.Now()
	for range n {
		v, err := j()
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return time.Since(start), nil
}

// runsPer is how often a job runs in about that time, at least once.
func runsPer(d time.Duration, j job) (int, error) {
	for n := 1; ; n *= 2 {
		took, err := timed(n, j)
		if err != nil {
			return 0, err
		}
		if took >= d/2 {
			return max(1, int(int64(n)*int64(d)/int64(took))), nil
		}
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// ratioRow is a row whose value is the time of ours over that of theirs.
func ratioRow(name string, goal float64, ours, theirs job) Row {
	measure := func() (Result, error) {
		a, b, err := compare(ours, theirs)
		if err != nil {
			return Result{}, err
		}
		r := ratioResult(float64(a)/float64(b), goal)
		r.Notes = []string{fmt.Sprintf("%v against %v", a, b)}
		return r, nil
	}
	return Row{Name: name, Goal: ratioGoal(goal), Measure: measure}
}

func ratioGoal(goal float64) string { return fmt.Sprintf("≤ %.2f ×", goal) }

func ratioResult(v, goal float64) Result {
	return Result{Value: fmt.Sprintf("%.2f ×", v), OK: v <= goal}
}
