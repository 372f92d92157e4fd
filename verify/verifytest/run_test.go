package verifytest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/internal/stage"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

// recorder is a testing.TB that keeps what it is told. Fatal ends the goroutine,
// as that of a test does.
type recorder struct {
	testing.TB
	mu     sync.Mutex
	errors []string
	logs   []string
}

func (r *recorder) Helper() {}

func (r *recorder) add(list *[]string, s string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	*list = append(*list, s)
}

func (r *recorder) Error(args ...any)            { r.add(&r.errors, fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) { r.add(&r.errors, fmt.Sprintf(f, args...)) }
func (r *recorder) Log(args ...any)              { r.add(&r.logs, fmt.Sprint(args...)) }
func (r *recorder) Logf(f string, args ...any)   { r.add(&r.logs, fmt.Sprintf(f, args...)) }
func (r *recorder) Failed() bool                 { return len(r.errors) > 0 }

// run takes a staged agent through Run. None of its tokens may show anywhere.
func run(t *testing.T, agent, defect string, strict bool) (*recorder, *verify.Report) {
	t.Helper()
	s, err := stage.Open(agent, defect, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	live := *s.Target.Live
	live.FetchTimeout, live.Timeout = 5*time.Second, time.Second
	if strings.HasPrefix(defect, "F4-") { // which never ends
		live.FetchTimeout = 400 * time.Millisecond
	}
	rec := &recorder{TB: t}
	live.Progress = func(s verify.Step) { rec.Log(s.Text.KO, s.Text.EN) }
	r := Run(rec, Agent{
		Handler: s.Agent, Endpoint: s.Target.Endpoint, Card: s.Target.Received, Keys: s.Target.Keys, Live: live, Strict: strict,
	}, s.Target.Profile)
	said := strings.Join(rec.errors, "\n") + strings.Join(rec.logs, "\n") + told(t, r)
	for _, scheme := range []string{"userBearer", "serviceBearer", "actionBearer", "other-caller"} {
		if token := s.Agent.Token(scheme); token != "" && strings.Contains(said, token) {
			t.Errorf("the token of %s is shown", scheme)
		}
	}
	return rec, r
}

// told is every report of a run.
func told(t *testing.T, r *verify.Report) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%+v\n", r.Err(), r)
	err := report.JSON(&b, "agent", card.KindAgentCard, r)
	for _, lang := range []string{"ko", "en"} {
		err = errors.Join(err, report.Text(&b, "agent", card.KindAgentCard, r, report.TextOptions{Lang: lang}))
	}
	if err != nil {
		t.Error(err)
	}
	return b.String()
}

func TestGoodAgentsPass(t *testing.T) {
	for _, agent := range []string{"ethos", "terra"} {
		rec, r := run(t, agent, "", true)
		if len(rec.errors) > 0 || !r.OK() {
			t.Errorf("%s: %v\n%s", agent, r.Err(), strings.Join(rec.errors, "\n"))
		}
		if r.Complete() {
			t.Errorf("%s: a self-check calls itself complete", agent)
		}
		for _, id := range []string{"V1", "V2", "V3", "V5", "V6", "V7", "V8", "serve", "P1", "P2", "P3", "P4", "P5", "review4"} {
			if v := r.Verdict(id); v != verify.Pass {
				t.Errorf("%s: %s is %s", agent, id, v)
			}
		}
		for _, id := range []string{"V4", "E1", "E2", "E3", "E4", "E5"} {
			want := verify.Pass
			if agent == "ethos" {
				want = verify.NotApplicable
			}
			if v := r.Verdict(id); v != want {
				t.Errorf("%s: %s is %s", agent, id, v)
			}
		}
	}
}

// Each bad agent fails, by an error that begins with its rule, has the verdict of
// the table, and is blamed for no other rule but those that it takes the ground
// from. Warnings are errors where the defect is one.
//
// Whatever an agent does, no token shows in what is told of it, and no goroutine
// stays behind.
func TestBadAgentsFail(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("each", func(t *testing.T) { failEach(t, badagent.Defects()) })
	if left := settled(before); left > 0 {
		var b strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&b, 1)
		t.Errorf("%d goroutines stay:\n%s", left, b.String())
	}
}

// settled waits a moment for goroutines to end, and gives how many more there are
// than before.
func settled(before int) int {
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return 0
		}
		time.Sleep(10 * time.Millisecond)
	}
	return runtime.NumGoroutine() - before
}

func failEach(t *testing.T, defects []badagent.Defect) {
	for _, d := range defects {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			strict, verdict := d.Verdict == "warn", d.Verdict
			if strict {
				verdict = "fail"
			}
			rec, r := run(t, d.Agent, d.ID, strict)
			want := d.Rule
			if d.Code != "" {
				want += "/" + d.Code
			}
			if !slices.ContainsFunc(rec.errors, func(s string) bool { return strings.HasPrefix(s, want+" "+verdict) }) {
				t.Errorf("no error begins with %s %s:\n%s", want, verdict, strings.Join(rec.errors, "\n"))
			}
			for _, f := range r.Findings {
				if f.Verdict == verify.Fail && f.Rule != d.Rule && !slices.Contains(d.Also, f.Rule) {
					t.Errorf("it is blamed for %s as well: %s", f.Rule, lineOf(f))
				}
				if f.Rule == d.Rule && slices.ContainsFunc(f.Checks, func(id string) bool { return r.Verdict(id) == verify.Pass }) {
					t.Errorf("a check counts %s and passes: %v", want, f.Checks)
				}
			}
		})
	}
}

// A warning is logged, and fails nobody's test.
func TestWarningsAreLogged(t *testing.T) {
	rec, _ := run(t, "ethos", "G4-hours", false)
	if len(rec.errors) > 0 || !slices.ContainsFunc(rec.logs, func(s string) bool { return strings.HasPrefix(s, "G4 warn: ") }) {
		t.Errorf("errors %q, logs %q", rec.errors, rec.logs)
	}
}

// What only the owner has, and what other agents say, reach the checks.
func TestEvidence(t *testing.T) {
	s, err := stage.Open("ethos", "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other, err := card.Parse(s.Agent.Card())
	if err != nil {
		t.Fatal(err)
	}
	terra, err := stage.Open("terra", "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer terra.Close()
	rec := &recorder{TB: t}
	Run(rec, Agent{
		Handler: terra.Agent, Endpoint: terra.Target.Endpoint, Checks: []verify.Check{verify.E1()},
		Operations: []verify.Operation{{SkillID: "report-lookup", Effects: true}},
	}, verify.Terra())
	if len(rec.errors) != 1 || !strings.HasPrefix(rec.errors[0], "E1 fail at /skills/0") {
		t.Errorf("operations: %q", rec.errors)
	}
	rec = &recorder{TB: t}
	Run(rec, Agent{
		Handler: s.Agent, Endpoint: s.Target.Endpoint, Checks: []verify.Check{verify.V2(), verify.Routing()}, Others: []*card.Document{other},
	}, verify.Ethos())
	if len(rec.errors) > 0 || len(rec.logs) != 1 || !strings.HasPrefix(rec.logs[0], "T-skill-description/alike warn") {
		t.Errorf("others: %q, %q", rec.errors, rec.logs)
	}
}

// Every live rule of the table has an agent that breaks it.
func TestEveryLiveRule(t *testing.T) {
	broken := map[string]bool{}
	for _, d := range badagent.Defects() {
		broken[d.Rule] = true
	}
	for _, r := range verify.Rules() {
		live := strings.Contains(r.Kind, "live") || r.ID == "E5" || r.ID == "E5-record"
		if live && !broken[r.ID] && r.ID != "P1" { // P1 is broken by plain http and by another host: see TestP1
			t.Errorf("%s: no agent breaks it", r.ID)
		}
	}
}

func TestP1(t *testing.T) {
	s, err := stage.Open("ethos", "", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Target.Live.Host = "afo.internal"
	r := verify.Run(context.Background(), s.Target, verify.P1())
	if len(r.Findings) != 1 || r.Findings[0].Code != "host" || r.Verdict("P1") != verify.Fail {
		t.Errorf("another host: %+v", r.Findings)
	}
	a, err := badagent.New(badagent.Options{Agent: "ethos", Origin: "http://ethos.internal"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	rec := &recorder{TB: t}
	Run(rec, Agent{Handler: a, Endpoint: "http://ethos.internal/a2a", Checks: []verify.Check{verify.P1()}}, verify.Ethos())
	if len(rec.errors) != 1 || !strings.HasPrefix(rec.errors[0], "P1/http fail: ") {
		t.Errorf("plain http: %q", rec.errors)
	}
}

// What the caller got wrong ends the test at once.
func TestRunRefuses(t *testing.T) {
	for name, a := range map[string]Agent{
		"no endpoint": {Handler: http.NotFoundHandler()},
		"no URL":      {Handler: http.NotFoundHandler(), Endpoint: "terra"},
		"no handler":  {Endpoint: "https://terra.internal/a2a"},
		"ftp":         {Handler: http.NotFoundHandler(), Endpoint: "ftp://terra.internal/a2a"},
	} {
		f := &fatal{recorder: recorder{TB: t}}
		done := make(chan struct{})
		go func() {
			defer close(done)
			Run(f, a, verify.Terra())
		}()
		<-done
		if f.said == "" || !strings.HasPrefix(f.said, "verifytest: ") {
			t.Errorf("%s: %q", name, f.said)
		}
	}
}
