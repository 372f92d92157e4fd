package verify

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// v7Of runs V7 against answers and gives its verdict and code.
func v7Of(target Target) (Verdict, string, *Finding) {
	r := Run(context.Background(), target, V7())
	if len(r.Findings) == 0 {
		return r.Verdict("V7"), "", nil
	}
	return r.Verdict("V7"), r.Findings[0].Code, &r.Findings[0]
}

// Rule V7: what the states of a task amount to. Interrupted ones are not polled.
func TestV7States(t *testing.T) {
	for state, tc := range map[string]struct {
		verdict  Verdict
		code     string
		requests int
	}{
		"COMPLETED":      {Pass, "", 1},
		"FAILED":         {Fail, "", 1},
		"REJECTED":       {Fail, "", 1},
		"CANCELED":       {Fail, "", 1},
		"INPUT_REQUIRED": {Inconclusive, "input-required", 1},
		"AUTH_REQUIRED":  {NeedsEvidence, "auth-required", 1},
		"UNSPECIFIED":    {Fail, "state", 1},
	} {
		inBubbleSub(t, state, func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) { return c.task("t", state) }
			v, code, f := v7Of(target)
			if v != tc.verdict || code != tc.code || len(s.rpcs) != tc.requests {
				t.Errorf("%s %s after %d requests", v, code, len(s.rpcs))
			}
			if f != nil && (f.Exchange == nil || f.Exchange.MessageID != s.rpcs[0].key() || f.Exchange.Method != "SendMessage" || f.Exchange.Status != 200) {
				t.Errorf("%+v", f.Exchange)
			}
		})
	}
}

// A blocking answer is the end; otherwise the task is asked for, ever more
// slowly, and a fault of the network in between is overlooked three times.
func TestV7Polling(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "SUBMITTED") }
		s.poll = func(c *rpc) (*http.Response, error) {
			switch {
			case c.Params.ID != "t" || c.Params.Message.MessageID != "":
				t.Errorf("polled by %s", c.raw)
			case c.n == 2 || c.n == 4 || c.n == 6:
				return nil, errGone
			case c.n == 9:
				return c.task("t", "COMPLETED")
			}
			return c.task("t", "WORKING")
		}
		var v Verdict
		var code string
		d := took(func() { v, code, _ = v7Of(target) })
		if v != Warn || code != "nested" || len(s.sent()) != 1 || len(s.rpcs) != 11 { // answered early: a fault of its own (B84)
			t.Errorf("%s %s after %d requests", v, code, len(s.rpcs))
		}
		if want := 50*time.Millisecond + 100*time.Millisecond + 200*time.Millisecond + 400*time.Millisecond + 800*time.Millisecond + 5*time.Second; d != want {
			t.Errorf("it took %s, want %s", d, want)
		}
	})
}

// The network fails once too often, a poll is answered by another task, or by an
// error.
func TestV7PollingFails(t *testing.T) {
	for name, tc := range map[string]struct {
		poll func(c *rpc) (*http.Response, error)
		code string
	}{
		"gone":         {func(*rpc) (*http.Response, error) { return nil, errGone }, "endpoint_unreachable"},
		"another task": {func(c *rpc) (*http.Response, error) { return c.task("u", "COMPLETED") }, "task-id"},
		"an error":     {func(c *rpc) (*http.Response, error) { return c.fault("-32001", "no such task") }, "error"},
		"a refusal":    {func(c *rpc) (*http.Response, error) { return c.status(403) }, "auth"},
		"a message":    {func(c *rpc) (*http.Response, error) { return c.says("hm") }, "shape"},
		"no state":     {func(c *rpc) (*http.Response, error) { return c.task("t", "DONE") }, "state"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) { return c.task("t", "WORKING") }
			s.poll = tc.poll
			if v, code, _ := v7Of(target); v != Fail || code != tc.code || len(s.sent()) != 1 {
				t.Errorf("%s %s after %d messages", v, code, len(s.sent()))
			}
		})
	}
}

// Scripted answers, and no others, answer input-required, each once and in order,
// within the same task.
func TestV7Answers(t *testing.T) {
	for name, tc := range map[string]struct {
		answers []Message
		verdict Verdict
		code    string
		sent    int
	}{
		"none":     {nil, Inconclusive, "input-required", 1},
		"one":      {[]Message{{Text: "first"}}, Inconclusive, "input-required", 2},
		"enough":   {[]Message{{Text: "first"}, {Text: "second"}}, Pass, "", 3},
		"too many": {[]Message{{Text: "first"}, {Text: "second"}, {Text: "third"}}, Pass, "", 3},
		"broken":   {[]Message{{Parts: []byte(`[{}]`)}}, Inconclusive, "request", 1},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) {
				if c.n > 0 && (c.Params.Message.TaskID != "t" || !strings.Contains(c.parts(), []string{"first", "second"}[c.n-1])) {
					t.Errorf("answered by %s", c.raw)
				}
				if c.n == 2 {
					return c.task("t", "COMPLETED")
				}
				return c.task("t", "INPUT_REQUIRED")
			}
			target.Live.Message = &Message{Text: "begin", Answers: tc.answers}
			if v, code, _ := v7Of(target); v != tc.verdict || code != tc.code || len(s.sent()) != tc.sent {
				t.Errorf("%s %s after %d messages", v, code, len(s.sent()))
			}
			ids := map[string]bool{}
			for _, c := range s.sent() {
				ids[c.key()] = true
			}
			if len(ids) != tc.sent {
				t.Error("an answer is a message of its own")
			}
		})
	}
}

// The answer to an answer is of the same task.
func TestV7AnswerChangesTheTask(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) {
			if c.n == 0 {
				return c.task("t", "INPUT_REQUIRED")
			}
			return c.task("u", "COMPLETED")
		}
		target.Live.Message = &Message{Text: "begin", Answers: []Message{{Text: "first"}}}
		if v, code, _ := v7Of(target); v != Fail || code != "task-id" {
			t.Errorf("%s %s", v, code)
		}
	})
}

// A bare message in answer to an answer is no end of the task.
func TestV7MessageInBetween(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) {
			if c.n == 0 {
				return c.task("t", "INPUT_REQUIRED")
			}
			return c.says("thank you")
		}
		s.poll = func(c *rpc) (*http.Response, error) { return c.task("t", "COMPLETED") }
		target.Live.Message = &Message{Text: "begin", Answers: []Message{{Text: "first"}, {Text: "second"}}}
		if v, code, _ := v7Of(target); v != Pass || len(s.sent()) != 2 || len(s.rpcs) != 3 {
			t.Errorf("%s %s after %d requests", v, code, len(s.rpcs))
		}
	})
}

// What a refusal is called depends on what was sent, and on what the card asks.
func TestV7Refused(t *testing.T) {
	refuse := func(c *rpc) (*http.Response, error) { return c.status(401) }
	for name, tc := range map[string]struct {
		ops  []string
		send func(c *rpc) (*http.Response, error)
		live func(*Live)
		want Verdict
		code string
		says string
	}{
		"with a credential":      {nil, refuse, nil, Fail, "auth", "with a credential of the declared scheme"},
		"of an open card":        {[]string{`set /security []`}, refuse, nil, Fail, "auth", "asks for no authentication"},
		"without one":            {nil, refuse, func(l *Live) { l.Credentials = nil }, NeedsEvidence, "credential", "no credential to call with"},
		"one that can't go":      {nil, refuse, func(l *Live) { l.Credentials[0].Token = "a\nb" }, Inconclusive, "request", "control character"},
		"for an extension":       {nil, func(c *rpc) (*http.Response, error) { return c.fault("-32008", "ledger") }, nil, NeedsEvidence, "extension", "was refused since an extension"},
		"a payload that is none": {nil, refuse, func(l *Live) { l.Message = &Message{Parts: []byte(`{}`)} }, Inconclusive, "request", "no JSON array"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, tc.ops...)
			s.send = tc.send
			if tc.live != nil {
				tc.live(target.Live)
			}
			if v, code, f := v7Of(target); v != tc.want || code != tc.code || !strings.Contains(f.Message.EN, tc.says) {
				t.Errorf("%s %s: %+v", v, code, f)
			}
		})
	}
}

// A bare message is no task, unless the caller says that it will do.
func TestV7AllowMessage(t *testing.T) {
	for allow, want := range map[bool]Verdict{false: Fail, true: Info} {
		inBubbleSub(t, want.String(), func(t *testing.T) {
			s, target := ethosSite(t)
			s.send = func(c *rpc) (*http.Response, error) { return c.says("hello") }
			target.Live.AllowMessage = allow
			code := map[bool]string{false: "no-task", true: "message"}[allow]
			r := Run(context.Background(), target, V7())
			if f := one(r, "V7", code); f == nil || f.Verdict != want || (r.Verdict("V7") == Pass) != allow {
				t.Errorf("V7 is %s: %+v", r.Verdict("V7"), f)
			}
		})
	}
}

// Rule T-versions: message/send is tried in the family profile, or where the
// caller asks for it, when SendMessage is not known and then alone. It is the
// same message in the shapes of 0.3.
func TestV7FallsBack(t *testing.T) {
	for name, tc := range map[string]struct {
		family, option bool
		code           string // of the error
		sent           int
	}{
		"family":           {true, false, "-32601", 2},
		"outside":          {false, false, "-32601", 1},
		"outside, option":  {false, true, "-32601", 2},
		"another error":    {true, true, "-32602", 1},
		"a server's error": {true, true, "-32603", 1},
		"a task's error":   {true, true, "-32001", 1},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			target.Profile.Family, target.Live.FallBack = tc.family, tc.option
			s.send = func(c *rpc) (*http.Response, error) {
				if c.Method == "SendMessage" {
					return c.fault(tc.code, "no")
				}
				return c.task("t", "COMPLETED")
			}
			r := Run(context.Background(), target, V7())
			list := s.sent()
			if len(list) != tc.sent {
				t.Fatalf("%d messages", len(list))
			}
			if tc.sent == 1 {
				wantLines(t, found(r, nil), "V7 fail / error")
				return
			}
			wantLines(t, found(r, nil), "V7 warn / method")
			m := list[1].Params.Message
			if list[1].Method != "message/send" || m.MessageID != list[0].key() || m.Kind != "message" || m.Role != "user" ||
				list[1].Header.Get("A2A-Version") != "" || !strings.Contains(list[1].parts(), `"kind":"text"`) {
				t.Errorf("sent %s", list[1].raw)
			}
			if x := r.Findings[0].Exchange; x == nil || x.Method != "message/send" {
				t.Errorf("the report says %+v", x)
			}
		})
	}
}
