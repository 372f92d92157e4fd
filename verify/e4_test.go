package verify

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// shop is terra's action: it takes each event in once, by caller and messageId
// and by the event's id, and records it.
type shop struct {
	mu      sync.Mutex
	effects int64
	seen    map[string]string // a key to its task
	records []audit.Record

	answers func(n int, c *rpc) (*http.Response, error) // nil: as it should
	again   func(n int) bool                            // executes though it was seen
	written func(r audit.Record) []audit.Record         // in place of both lines
	refuses bool                                        // what was seen, in place of the first result
}

// take executes what was not seen and gives the id of its task.
func (s *shop) take(c *rpc) (id string, seen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := []string{c.token + " message " + c.key(), c.token + " event " + c.parts()}
	for _, k := range keys {
		if was := s.seen[k]; was != "" && (s.again == nil || !s.again(c.n)) {
			return was, true
		}
	}
	s.effects++
	id = "task-" + c.key()
	for _, k := range keys {
		s.seen[k] = id
	}
	r := audit.Record{ID: id + c.token, Phase: audit.Intent, Time: time.Now(), Skill: "event-ingest", Caller: audit.Caller{Service: c.token}, MessageID: c.key(), Input: c.Params.Message.Parts}
	both := []audit.Record{r, r}
	both[1].Phase, both[1].Outcome = audit.Outcome, "done"
	if s.written != nil {
		both = s.written(r)
	}
	s.records = append(s.records, both...)
	return id, false
}

func (s *shop) count(context.Context) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.effects, nil
}

func (s *shop) log(context.Context) ([]audit.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.records), nil
}

// open is a terra whose action is the shop, and the owner's leave to try all of
// it.
func (s *shop) open(t *testing.T, ops ...string) (*site, Target) {
	t.Helper()
	s.seen = map[string]string{}
	at, target := terraSite(t, ops...)
	at.send = func(c *rpc) (*http.Response, error) {
		if c.token == "Bearer "+serviceToken || c.token == "" {
			return c.status(403)
		}
		if s.answers != nil {
			if res, err := s.answers(c.n, c); res != nil || err != nil {
				return res, err
			}
		}
		id, seen := s.take(c)
		if seen && s.refuses {
			return c.fault("-32602", "seen")
		}
		return c.task(id, "COMPLETED")
	}
	a := ingest()
	a.Effects, a.Records, a.Retention = s.count, s.log, 48*time.Hour
	target.Live.Actions = []Action{a}
	return at, target
}

// e4Lines are the findings of E4 and its probe.
func e4Lines(target Target, checks ...Check) []string {
	return slices.DeleteFunc(lines(target, checks...), func(s string) bool { return !strings.HasPrefix(s, "E4") })
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Rule E4: an action that executes once passes, whether a resend gets the first
// result or a refusal.
func TestE4ExecutesOnce(t *testing.T) {
	for _, refuses := range []bool{false, true} {
		inBubbleSub(t, map[bool]string{false: "first result", true: "refusal"}[refuses], func(t *testing.T) {
			s := &shop{refuses: refuses}
			at, target := s.open(t)
			r := Run(context.Background(), target, E4())
			if r.Verdict("E4") != Pass || len(r.Findings) > 0 || s.effects != 1 || len(at.sent()) != 3 {
				t.Errorf("E4 is %s, %d effects, %d messages: %v", r.Verdict("E4"), s.effects, len(at.sent()), found(r, nil))
			}
			list := at.sent()
			if string(list[0].raw) != string(list[1].raw) {
				t.Error("a resend has other bytes (E4-client)")
			}
			if list[2].key() == list[0].key() || list[2].parts() != list[0].parts() || list[2].Params.Message.TaskID != "" {
				t.Error("the payload's id was not sent under a fresh messageId")
			}
		})
	}
}

// Without a counter the best verdict is inconclusive, and the tasks are noted.
func TestE4WithoutCounter(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := &shop{}
		at, target := s.open(t)
		target.Live.Actions[0].Effects = nil
		r := Run(context.Background(), target, E4())
		f := one(r, "E4-probe", "no-counter")
		if r.Verdict("E4") != Inconclusive || f == nil || !strings.Contains(f.Message.EN, "task-"+at.sent()[0].key()) || len(r.Findings) != 1 {
			t.Errorf("E4 is %s: %+v", r.Verdict("E4"), f)
		}
	})
}

// A counter that does not work sends nothing, or nothing more, and one that goes
// back counts something else. It is said once.
func TestE4CounterFails(t *testing.T) {
	broken := errors.New("no such table")
	for name, tc := range map[string]struct {
		reads []int64 // -1 fails
		sent  int
		want  string
	}{
		"at once":         {[]int64{-1}, 0, "E4-probe inconclusive /skills/1 counter"},
		"later":           {[]int64{5, 5, -1}, 1, "E4-probe inconclusive /skills/1 counter"},
		"goes back":       {[]int64{5, 5, 4, 4}, 1, "E4-probe inconclusive /skills/1 counter"},
		"a gauge":         {[]int64{5, 5, 6, 6, 5, 5}, 2, "E4-probe inconclusive /skills/1 counter"},
		"does not move":   {[]int64{5}, 1, "E4-probe inconclusive /skills/1 no-effect"},
		"moves too far":   {[]int64{5, 5, 7, 7}, 3, "E4 fail /skills/1 several"},
		"never at rest":   {[]int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 0, "E4-probe inconclusive /skills/1 counter"},
		"is slow":         {[]int64{5, 5, 5, 6, 6}, 3, ""},
		"negative, moves": {[]int64{-7, -7, -6, -6}, 3, ""},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			at, target := (&shop{}).open(t)
			reads := tc.reads
			target.Live.Actions[0].Effects = func(context.Context) (int64, error) {
				n := reads[0]
				if len(reads) > 1 {
					reads = reads[1:]
				}
				if n == -1 {
					return 0, broken
				}
				return n, nil
			}
			// V4 first: E3-live reads the counter too, and must not try without.
			target.Live.Credentials = target.Live.Credentials[1:]
			got := e4Lines(target, V4(), E4())
			if tc.want == "" {
				wantLines(t, got)
			} else {
				got = slices.DeleteFunc(got, func(s string) bool { return s != tc.want && strings.HasPrefix(s, "E4 fail") })
				wantLines(t, got, tc.want)
			}
			if n := len(at.sent()); n != tc.sent {
				t.Errorf("%d messages, want %d", n, tc.sent)
			}
		})
	}
}

// E3-live needs the counter as well: a broken one lets nothing out.
func TestE4BrokenCounterSendsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		at, target := (&shop{}).open(t)
		target.Live.Actions[0].Effects = func(context.Context) (int64, error) { return 0, errGone }
		r := Run(context.Background(), target, V4(), E3(), E4(), E5(), V7(), Review4())
		if n := len(at.sent()); n > 0 || r.Verdict("E4") != Inconclusive || one(r, "E4-probe", "no-counter") != nil {
			t.Errorf("%d messages, E4 is %s: %v", n, r.Verdict("E4"), found(r, nil))
		}
	})
}

// A first answer that is lost is asked for again under the same id, and what that
// does is judged as a resend.
func TestE4LostFirstAnswer(t *testing.T) {
	for _, twice := range []bool{false, true} {
		inBubbleSub(t, map[bool]string{false: "once", true: "twice"}[twice], func(t *testing.T) {
			s := &shop{}
			s.answers = func(n int, c *rpc) (*http.Response, error) {
				if n == 0 {
					s.take(c)
					return nil, errGone
				}
				return nil, nil
			}
			s.again = func(n int) bool { return twice && n == 1 }
			at, target := s.open(t)
			got := e4Lines(target, E4())
			list := at.sent()
			if string(list[0].raw) != string(list[1].raw) {
				t.Error("the retry has other bytes")
			}
			if twice {
				wantLines(t, got, "E4 fail /skills/1 lost-answer")
			} else {
				wantLines(t, got)
			}
		})
	}
}

// A resend that nobody answers shows nothing: it may not have arrived.
func TestE4UnansweredResend(t *testing.T) {
	for name, answers := range map[string]func(n int, c *rpc) (*http.Response, error){
		"gone":           func(int, *rpc) (*http.Response, error) { return nil, errGone },
		"slow":           func(_ int, c *rpc) (*http.Response, error) { return hangs(c.Request) },
		"503":            func(_ int, c *rpc) (*http.Response, error) { return c.status(503) },
		"429":            func(_ int, c *rpc) (*http.Response, error) { return c.status(429) },
		"401":            func(_ int, c *rpc) (*http.Response, error) { return c.status(401) },
		"moved":          func(_ int, c *rpc) (*http.Response, error) { return c.status(307) },
		"works for ever": func(_ int, c *rpc) (*http.Response, error) { return c.task("t", "WORKING") },
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s := &shop{}
			s.answers = func(n int, c *rpc) (*http.Response, error) {
				if n == 0 {
					return nil, nil
				}
				return answers(n, c)
			}
			at, target := s.open(t)
			at.poll = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }
			target.Live.Actions[0].KeyPointer = ""
			wantLines(t, e4Lines(target, E4()), "E4-probe inconclusive /skills/1 step")
		})
	}
	for name, answers := range map[string]func(n int, c *rpc) (*http.Response, error){
		"409":     func(_ int, c *rpc) (*http.Response, error) { return c.status(409) },
		"refused": func(_ int, c *rpc) (*http.Response, error) { return c.fault("-32602", "seen") },
		"failed":  func(_ int, c *rpc) (*http.Response, error) { return c.task("t", "FAILED") },
		"message": func(_ int, c *rpc) (*http.Response, error) { return c.says("it is there already") },
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s := &shop{}
			s.answers = func(n int, c *rpc) (*http.Response, error) {
				if n == 0 {
					return nil, nil
				}
				return answers(n, c)
			}
			_, target := s.open(t)
			wantLines(t, e4Lines(target, E4()))
		})
	}
}
