package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// says is a check that gives a finding of each verdict.
func says(id string, verdicts ...Verdict) Check {
	return Check{ID: id, Source: "house rules", Func: func(context.Context, *Subject) []Finding {
		var out []Finding
		for _, v := range verdicts {
			f := Finding{Verdict: v}
			f.Message = card.Text{KO: "집의 규칙", EN: "house rule " + v.String()}
			out = append(out, f)
		}
		return out
	}}
}

// plainCard is a card that no rule has anything to say about.
func plainCard(t *testing.T) Target {
	t.Helper()
	return Target{Received: derived(t, "base/mentor.json"), Profile: Mentor()}
}

func ids(r *Report) []string {
	var out []string
	for _, c := range r.Checks {
		out = append(out, c.ID)
	}
	return out
}

// The ladder of a check: fail, inconclusive, needs-evidence, warn, pass; not
// applicable where nothing worse than a warning was found.
func TestLadder(t *testing.T) {
	for _, tc := range []struct {
		found []Verdict
		want  Verdict
	}{
		{nil, Pass},
		{[]Verdict{Info}, Pass},
		{[]Verdict{Pass}, Pass},
		{[]Verdict{Info, Warn}, Warn},
		{[]Verdict{Warn, NeedsEvidence}, NeedsEvidence},
		{[]Verdict{Inconclusive, NeedsEvidence, Warn}, Inconclusive},
		{[]Verdict{Inconclusive, Fail, Warn}, Fail},
		{[]Verdict{NotApplicable}, NotApplicable},
		{[]Verdict{NotApplicable, Info}, NotApplicable},
		{[]Verdict{Warn, NotApplicable}, NotApplicable},
		{[]Verdict{NotApplicable, NeedsEvidence}, NeedsEvidence},
		{[]Verdict{NotApplicable, Inconclusive}, Inconclusive},
		{[]Verdict{Fail, NotApplicable}, Fail},
		{[]Verdict{0}, Inconclusive}, // a finding that does not say
		{[]Verdict{42}, Inconclusive},
		{[]Verdict{-1, Pass}, Inconclusive},
	} {
		r := Run(context.Background(), plainCard(t), says("acme", tc.found...))
		if v := r.Verdict("acme"); v != tc.want {
			t.Errorf("%v makes %s, want %s", tc.found, v, tc.want)
		}
	}
	if v := Run(context.Background(), plainCard(t), V2()).Verdict("V8"); v != 0 || v.String() != "" {
		t.Errorf("a check that was not run is %q", v)
	}
}

// A finding that gives a severity alone takes its verdict from it, and one that
// gives a verdict its severity.
func TestSeverityAndVerdictAgree(t *testing.T) {
	for sev, want := range map[card.Severity]Verdict{card.SeverityInfo: Info, card.SeverityWarn: Warn, card.SeverityFail: Fail, 0: Inconclusive, 9: Inconclusive} {
		c := Check{ID: "acme", Func: func(context.Context, *Subject) []Finding {
			return []Finding{{Problem: card.Problem{Severity: sev, Message: card.Text{KO: "그렇다", EN: "so it is"}}}}
		}}
		f := Run(context.Background(), plainCard(t), c).Findings[0]
		if f.Verdict != want || f.Severity != severityOf(want) {
			t.Errorf("severity %d: %s, severity %q", sev, f.Verdict, f.Severity)
		}
	}
	f := Run(context.Background(), plainCard(t), says("acme", Fail)).Findings[0]
	if f.Severity != card.SeverityFail {
		t.Errorf("severity %q", f.Severity)
	}
}

// A check of a third party stands beside the others; its findings take its id
// and its source.
func TestOwnCheck(t *testing.T) {
	r := Run(context.Background(), plainCard(t), append(Registration(), says("acme", Warn))...)
	if r.Verdict("acme") != Warn || ids(r)[len(r.Checks)-1] != "acme" {
		t.Errorf("acme is %s among %v", r.Verdict("acme"), ids(r))
	}
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == "acme" })
	if i < 0 || !slices.Equal(r.Findings[i].Checks, []string{"acme"}) || r.Findings[i].Source != "house rules" {
		t.Errorf("%+v", r.Findings)
	}
	if len(Registration()) != 9 {
		t.Error("the set has changed")
	}
}

// Whoever writes a check can join a rule of the table. The table's own check
// comes first then too.
func TestOwnCheckJoinsARule(t *testing.T) {
	twin := Check{ID: "acme", Func: V8().Func}
	tg := Target{Received: derived(t, "base/mentor.json", `del /skills/0/tags/1`), Profile: Mentor()}
	r := Run(context.Background(), tg, twin, V8())
	if len(r.Findings) != 1 || !slices.Equal(r.Findings[0].Checks, []string{"V8", "acme"}) {
		t.Errorf("%+v", r.Findings)
	}
}

// A finding can't speak for a rule that found nothing.
func TestOwnCheckTakesNoRule(t *testing.T) {
	for _, rule := range []string{"V2", "S2.3-scope-party"} {
		c := Check{ID: "acme", Func: func(context.Context, *Subject) []Finding {
			return []Finding{{Verdict: Fail, Problem: card.Problem{Rule: rule, Message: card.Text{KO: "집의 규칙", EN: "house rule"}}}}
		}}
		r := Run(context.Background(), plainCard(t), V2(), V8(), c)
		if r.Verdict("V2") != Pass || r.Verdict("V8") != Pass || r.Verdict("acme") != Fail {
			t.Errorf("%s: V2 %s, V8 %s, acme %s", rule, r.Verdict("V2"), r.Verdict("V8"), r.Verdict("acme"))
		}
		if len(r.Findings) != 1 || r.Findings[0].Rule != "acme" || !strings.Contains(r.Err().Error(), "acme: house rule") {
			t.Errorf("%s: %+v, %v", rule, r.Findings, r.Err())
		}
	}
}

// What a check can't finish is inconclusive, never a pass.
func TestBrokenChecks(t *testing.T) {
	cancelled, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the shop is closed\x1b[2J"))
	late := Check{ID: "late", Func: func(_ context.Context, s *Subject) []Finding {
		_ = s.Card().Skills[99]
		return nil
	}}
	for name, tc := range map[string]struct {
		ctx   context.Context
		check Check
		why   string
	}{
		"panic":     {context.Background(), late, "runtime error: index out of range"},
		"nil Func":  {context.Background(), Check{ID: "late"}, "`Check.Func`"},
		"cancelled": {cancelled, says("late"), "the shop is closedU+001B[2J"},
		"no ctx":    {nil, says("late"), "panic"},
	} {
		r := Run(tc.ctx, plainCard(t), tc.check, V8())
		if v := r.Verdict("late"); v != Inconclusive {
			t.Errorf("%s: %s", name, v)
		}
		if r.Outcome() != OutcomeIncomplete || r.OK() || !errors.Is(r.Err(), ErrIncomplete) {
			t.Errorf("%s: outcome %s, %v", name, r.Outcome(), r.Err())
		}
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == "late" })
		if i < 0 {
			t.Errorf("%s: %+v", name, r.Findings)
			continue
		}
		if f := r.Findings[i]; f.Verdict != Inconclusive || f.Code != "broken" || !strings.Contains(f.Message.EN, tc.why) || !strings.Contains(f.Message.KO, tc.why) {
			t.Errorf("%s: %+v", name, f)
		}
		if tc.ctx == context.Background() && r.Verdict("V8") != Pass {
			t.Errorf("%s takes V8 with it: %s", name, r.Verdict("V8"))
		}
	}
}

// A target that can't be checked is one finding, bad-target.
func TestBadTarget(t *testing.T) {
	for name, tc := range map[string]struct {
		target Target
		checks []Check
		code   string
	}{
		"nothing to check":  {Target{Profile: Ethos()}, Offline(), "document"},
		"no check":          {plainCard(t), nil, "checks"},
		"an id twice":       {plainCard(t), append(Offline(), V2()), "twice"},
		"one without an id": {plainCard(t), []Check{V2(), says("")}, "id"},
		"a blank id":        {plainCard(t), []Check{says(" ")}, "id"},
	} {
		r := Run(context.Background(), tc.target, tc.checks...)
		if len(r.Findings) != 1 || r.Findings[0].Rule != "bad-target" || r.Findings[0].Code != tc.code || r.Findings[0].Verdict != Inconclusive {
			t.Errorf("%s: %+v", name, r.Findings)
			continue
		}
		if r.Verdict("bad-target") != Inconclusive || len(r.Checks) != 1 || r.Outcome() != OutcomeIncomplete || r.OK() || !errors.Is(r.Err(), ErrIncomplete) {
			t.Errorf("%s: %v, %s, %v", name, ids(r), r.Outcome(), r.Err())
		}
		if m := r.Findings[0].Message; m.KO == "" || m.EN == "" || r.Findings[0].Hint.IsZero() {
			t.Errorf("%s: %+v", name, r.Findings[0])
		}
	}
}

// The zero value of Received is no card to check, an empty body is one that
// can't be read.
func TestEmptyBody(t *testing.T) {
	r := Run(context.Background(), Target{Received: []byte{}}, Offline()...)
	if r.Unread == nil || r.Unread.Rule != "B-json" || r.Outcome() != OutcomeFail {
		t.Errorf("%v, %s", r.Unread, r.Outcome())
	}
}

func TestSelect(t *testing.T) {
	list, err := Select("E3", "V2", "a2a")
	if err != nil || len(list) != 3 || list[0].ID != "E3" || list[2].ID != "a2a" {
		t.Fatalf("%v, %v", list, err)
	}
	// Lines are reported in their order, whatever the order of asking.
	if got := ids(Run(context.Background(), plainCard(t), list...)); !slices.Equal(got, []string{"a2a", "V2", "E3"}) {
		t.Errorf("reported as %v", got)
	}
	for _, id := range []string{"V10", "v2", "", "V2 "} {
		if _, err := Select("V2", id); !errors.Is(err, ErrUnknownCheck) || !strings.Contains(err.Error(), `"`+id+`"`) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if list, err := Select(); err != nil || len(list) != 0 {
		t.Errorf("nothing asked gives %v, %v", list, err)
	}
}

// Reports print V1 to V9 in numeric order whatever the source's order (V-order).
func TestVOrder(t *testing.T) {
	want := strings.Fields("a2a places serve V1 V2 V3 V4 V5 V6 V7 V8 V9 E1 E2 E3 E4 E5")
	checks := Completion()
	slices.Reverse(checks)
	got := ids(Run(context.Background(), plainCard(t), append([]Check{says("acme")}, checks...)...))
	if !slices.Equal(got[:len(want)], want) {
		t.Errorf("%v", got)
	}
	if tail := got[len(want):]; tail[0] != "acme" {
		t.Errorf("own checks follow in the order asked: %v", tail)
	}
}

func TestSets(t *testing.T) {
	for name, tc := range map[string]struct {
		set  []Check
		want string
	}{
		"Offline":      {Offline(), "V2 V3 V5 V6 V8 V9 E1 E2 E3 a2a places routing"},
		"Registration": {Registration(), "V1 V2 V4 V5 V6 V8 V9 a2a places"},
		"Completion":   {Completion(), "V1 V2 V3 V4 V5 V6 V7 V8 V9 E1 E2 E3 E4 E5 a2a places serve routing"},
	} {
		var got []string
		for _, c := range tc.set {
			got = append(got, c.ID)
			if c.Title.KO == "" || c.Title.EN == "" || c.Source == "" || c.Func == nil {
				t.Errorf("%s: %+v", name, c)
			}
		}
		want := strings.Fields(tc.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// A check that its context ended, and that found nothing, has not passed; one that
// was done before has.
func TestContextThatEndsWithinACheck(t *testing.T) {
	for name, tc := range map[string]struct {
		found []Verdict
		want  Verdict
	}{
		"nothing":       {nil, Inconclusive},
		"a warning":     {[]Verdict{Warn}, Inconclusive},
		"a failure":     {[]Verdict{Fail}, Fail},
		"no evidence":   {[]Verdict{NeedsEvidence}, NeedsEvidence},
		"no such thing": {[]Verdict{NotApplicable}, NotApplicable},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		ends := says("acme", tc.found...)
		f := ends.Func
		ends.Func = func(ctx context.Context, s *Subject) []Finding { cancel(); return f(ctx, s) }
		r := Run(ctx, plainCard(t), says("before"), ends)
		if v := r.Verdict("acme"); v != tc.want || r.Verdict("before") != Pass {
			t.Errorf("%s: %s, before it %s", name, v, r.Verdict("before"))
		}
		if tc.found == nil && (r.OK() || r.Outcome() != OutcomeIncomplete) {
			t.Errorf("%s: %s", name, r.Outcome())
		}
	}
}
