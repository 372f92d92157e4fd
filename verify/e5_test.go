package verify

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// whole is both lines of a record.
func whole(r audit.Record) []audit.Record {
	done := r
	done.Phase, done.Outcome = audit.Outcome, "done"
	return []audit.Record{r, done}
}

// Rules E5 and E5-record: one whole record of each execution, and what it says.
func TestE5Records(t *testing.T) {
	const digest = "sha256:00"
	edited := func(f func(r *audit.Record)) func(audit.Record) []audit.Record {
		return func(r audit.Record) []audit.Record { f(&r); return whole(r) }
	}
	for name, tc := range map[string]struct {
		written func(r audit.Record) []audit.Record
		want    []string
	}{
		"whole":            {whole, nil},
		"none":             {func(audit.Record) []audit.Record { return nil }, []string{"E5 fail /skills/1 missing"}},
		"of another id":    {edited(func(r *audit.Record) { r.MessageID = "other" }), []string{"E5 fail /skills/1 missing"}},
		"intent alone":     {func(r audit.Record) []audit.Record { return whole(r)[:1] }, []string{"E5-record fail /skills/1 half"}},
		"outcome alone":    {func(r audit.Record) []audit.Record { return whole(r)[1:] }, []string{"E5-record fail /skills/1 half"}},
		"two":              {func(r audit.Record) []audit.Record { s := r; s.ID += "-2"; return append(whole(r), whole(s)...) }, []string{"E5 fail /skills/1 twice"}},
		"another skill":    {edited(func(r *audit.Record) { r.Skill = "report-lookup" }), []string{"E5-record fail /skills/1 skill"}},
		"no skill":         {edited(func(r *audit.Record) { r.Skill = "" }), []string{"E5-record fail /skills/1 skill"}},
		"no caller":        {edited(func(r *audit.Record) { r.Caller = audit.Caller{} }), []string{"E5-record fail /skills/1 caller"}},
		"no input":         {edited(func(r *audit.Record) { r.Input = nil }), []string{"E5-record fail /skills/1 input"}},
		"a reference only": {edited(func(r *audit.Record) { r.Input, r.InputRef = nil, "blob/1" }), []string{"E5-record fail /skills/1 input"}},
		"a digest":         {edited(func(r *audit.Record) { r.Input, r.Digest = nil, digest }), []string{"E5 warn /skills/1 E5-input-not-recoverable"}},
		"a digest and ref": {edited(func(r *audit.Record) { r.Input, r.Digest, r.InputRef = nil, digest, "blob/1" }), nil},
		"redacted input":   {edited(func(r *audit.Record) { r.Input = []byte(`"***"`) }), nil},
		"too early":        {edited(func(r *audit.Record) { r.Time = r.Time.Add(-6 * time.Second) }), []string{"E5-record fail /skills/1 time"}},
		"a skewed clock":   {edited(func(r *audit.Record) { r.Time = r.Time.Add(-4 * time.Second) }), nil},
		"too late":         {edited(func(r *audit.Record) { r.Time = r.Time.Add(time.Hour) }), []string{"E5-record fail /skills/1 time"}},
		"no time":          {edited(func(r *audit.Record) { r.Time = time.Time{} }), []string{"E5-record fail /skills/1 time"}},
		"several faults": {
			edited(func(r *audit.Record) { r.Skill, r.Input, r.Caller = "", nil, audit.Caller{} }),
			[]string{"E5-record fail /skills/1 caller", "E5-record fail /skills/1 input", "E5-record fail /skills/1 skill"},
		},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			_, target := (&shop{written: tc.written}).open(t)
			got := lines(target, E4(), E5())
			wantLines(t, got, tc.want...)
		})
	}
}

// The caller is compared where the owner says who the credential stands for.
func TestE5Caller(t *testing.T) {
	ours := audit.Caller{Service: "Bearer " + actionToken}
	for name, tc := range map[string]struct {
		expected audit.Caller
		want     []string
	}{
		"not said": {audit.Caller{}, nil},
		"as said":  {ours, nil},
		"another":  {audit.Caller{Service: "chopilot"}, []string{"E5-record fail /skills/1 caller"}},
		"a user":   {audit.Caller{Issuer: "https://issuer.example", Subject: "u"}, []string{"E5-record fail /skills/1 caller"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			_, target := (&shop{}).open(t)
			target.Live.Actions[0].Caller = tc.expected
			wantLines(t, lines(target, E5()), tc.want...)
		})
	}
}

// A record of another caller who used the same messageId is none of the
// execution's, whichever was written first.
func TestE5OtherCallersRecord(t *testing.T) {
	for name, said := range map[string]bool{"the caller is said": true, "the caller is not": false} {
		inBubbleSub(t, name, func(t *testing.T) {
			s := &shop{}
			_, target := s.open(t)
			a := &target.Live.Actions[0]
			if said {
				a.Caller = audit.Caller{Service: "Bearer " + actionToken}
			}
			a.Records = func(ctx context.Context) ([]audit.Record, error) {
				list, _ := s.log(ctx)
				others := slices.Clone(list)
				for i := range others {
					others[i].Caller, others[i].ID = audit.Caller{Service: "chopilot"}, "other-"+others[i].ID
				}
				if said {
					return append(others, list...), nil
				}
				return append(list, others...), nil
			}
			wantLines(t, lines(target, E5()))
		})
	}
}

// Records that can't be read prove nothing, and neither do those of an action
// that did not execute.
func TestE5Unproven(t *testing.T) {
	for name, tc := range map[string]struct {
		edit func(*Action, *shop)
		want string
	}{
		"unreadable": {func(a *Action, _ *shop) {
			a.Records = func(context.Context) ([]audit.Record, error) { return nil, errors.New("line 3: chain") }
		}, "E5-record inconclusive /skills/1 unread"},
		"none given":   {func(a *Action, _ *shop) { a.Records = nil }, "E5 needs-evidence /skills/1 unproven"},
		"not executed": {func(a *Action, _ *shop) { a.Send = Message{} }, "E5 needs-evidence /skills/1 unproven"},
		"refused":      {func(_ *Action, s *shop) { s.answers = goesAway(0) }, "E5 needs-evidence /skills/1 unproven"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s := &shop{}
			_, target := s.open(t)
			tc.edit(&target.Live.Actions[0], s)
			wantLines(t, lines(target, E5()), tc.want)
		})
	}
}

// Without a counter the records still tell of the execution that completed.
func TestE5WithoutCounter(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		_, target := (&shop{written: func(audit.Record) []audit.Record { return nil }}).open(t)
		target.Live.Actions[0].Effects = nil
		wantLines(t, lines(target, E5()), "E5 fail /skills/1 missing")
	})
}

// A resend that did not execute adds no record.
func TestE5Replay(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s := &shop{}
		_, target := s.open(t)
		a := &target.Live.Actions[0]
		a.Records = func(ctx context.Context) ([]audit.Record, error) {
			list, _ := s.log(ctx)
			again := slices.Clone(list[:2])
			for i := range again {
				again[i].ID = "again"
			}
			return append(list, again...), nil
		}
		wantLines(t, lines(target, E4(), E5()), "E5 fail /skills/1 twice")
	})
}
