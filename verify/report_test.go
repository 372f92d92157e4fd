package verify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// The outcome of a report, over its checks and findings: fail, incomplete, warn,
// pass. OK needs pass or warn, and a check that passed.
func TestOutcome(t *testing.T) {
	shown := func(v ...Verdict) Check { return Uncounted(says("shown", v...)) }
	for _, tc := range []struct {
		name   string
		checks []Check
		want   Outcome
		ok     bool
	}{
		{"a pass", []Check{says("a")}, OutcomePass, true},
		{"info changes nothing", []Check{says("a", Info)}, OutcomePass, true},
		{"a pass and a warning", []Check{says("a"), says("b", Warn)}, OutcomeWarn, true},
		{"a warning alone: nothing passed", []Check{says("a", Warn)}, OutcomeWarn, false},
		{"evidence is missing", []Check{says("a"), says("b", NeedsEvidence)}, OutcomeIncomplete, false},
		{"something could not be told", []Check{says("a"), says("b", Inconclusive)}, OutcomeIncomplete, false},
		{"a failure beats all", []Check{says("a"), says("b", NeedsEvidence), says("c", Fail)}, OutcomeFail, false},
		{"nothing applied", []Check{says("a", NotApplicable)}, OutcomeIncomplete, false},
		{"nothing applied, whatever it warns of", []Check{says("a", NotApplicable, Warn)}, OutcomeIncomplete, false},
		{"what does not apply still warns", []Check{says("a"), says("b", NotApplicable, Warn)}, OutcomeWarn, true},
		{"what is only shown weighs nothing", []Check{says("a"), shown(Fail, Warn, NeedsEvidence)}, OutcomePass, true},
		{"nothing counts", []Check{shown()}, OutcomeIncomplete, false},
	} {
		r := Run(context.Background(), plainCard(t), tc.checks...)
		if r.Outcome() != tc.want || r.OK() != tc.ok {
			t.Errorf("%s: %s, OK %v", tc.name, r.Outcome(), r.OK())
		}
		switch err := r.Err(); {
		case tc.ok != (err == nil):
			t.Errorf("%s: OK %v and %v", tc.name, tc.ok, err)
		case err != nil && errors.Is(err, ErrFailed) != (tc.want == OutcomeFail), err != nil && errors.Is(err, ErrFailed) == errors.Is(err, ErrIncomplete):
			t.Errorf("%s: %v", tc.name, err)
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: more than a line: %q", tc.name, err)
		}
	}
}

// Err is about the gravest finding that counts, the first of its kind.
func TestErrNamesWhatStandsInTheWay(t *testing.T) {
	tg := plainCard(t)
	tg.Received = derived(t, "base/mentor.json", `del /skills/1/tags/1`, `set /skills/0/tags ["chofam:scope/party"]`)
	err := Run(context.Background(), tg, append(Offline(), says("z", NeedsEvidence))...).Err()
	if err == nil || !strings.Contains(err.Error(), "S2-kind-exactly-one at /skills/0/tags") || !strings.HasPrefix(err.Error(), "verify: the card failed: ") {
		t.Errorf("%v", err)
	}
	err = Run(context.Background(), plainCard(t), says("a", Warn, NeedsEvidence), Uncounted(says("b", Fail))).Err()
	if !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(), "a: house rule needs-evidence (1 in all)") {
		t.Errorf("%v", err)
	}
	err = Run(context.Background(), plainCard(t), says("a", NotApplicable)).Err()
	if !errors.Is(err, ErrIncomplete) || !strings.Contains(err.Error(), "no check passed") {
		t.Errorf("%v", err)
	}
}

// Strict makes a failure of each warning, and of nothing else.
func TestStrict(t *testing.T) {
	tg := plainCard(t)
	tg.Strict = true
	r := Run(context.Background(), tg, says("i", Info), says("w", Warn), says("n", NeedsEvidence), says("q", Inconclusive), says("x", NotApplicable, Warn), says("z", NotApplicable))
	for id, want := range map[string]Verdict{"i": Pass, "w": Fail, "n": NeedsEvidence, "q": Inconclusive, "x": Fail, "z": NotApplicable} {
		if v := r.Verdict(id); v != want {
			t.Errorf("%s is %s, want %s", id, v, want)
		}
	}
	for _, f := range r.Findings {
		if f.Verdict == Warn || f.Severity == card.SeverityWarn || f.Verdict == Fail && f.Severity != card.SeverityFail {
			t.Errorf("%s: %s, severity %s", f.Rule, f.Verdict, f.Severity)
		}
		if f.Rule == "i" && f.Verdict != Info {
			t.Errorf("info became %s", f.Verdict)
		}
	}
	sample := Target{Received: derived(t, "cards/card-spec-sample.json"), Profile: Ethos(), Strict: true}
	r = Run(context.Background(), sample, Offline()...)
	if r.Verdict("a2a") != Fail || r.Outcome() != OutcomeFail {
		t.Errorf("the sample's warning under Strict: a2a %s, %s", r.Verdict("a2a"), r.Outcome())
	}
}

// Bytes that are no card: what needs a card is not applicable, the rest says
// so, and the digest is that of the bytes unless they were cut.
func TestUnread(t *testing.T) {
	big := []byte(`{"name":"` + strings.Repeat("x", card.MaxSize) + `"}`)
	for name, tc := range map[string]struct {
		body   []byte
		rule   string
		digest bool
	}{
		"no JSON":   {[]byte("<html>"), "B-json", true},
		"a list":    {[]byte("[]"), "B-json", true},
		"no name":   {[]byte(`{"skills":[]}`), "B-name", true},
		"no skills": {[]byte(`{"name":"A"}`), "B-skills-array", true},
		"too big":   {big, "B-size", false},
	} {
		r := Run(context.Background(), Target{Received: tc.body, Profile: Ethos()}, append(Completion(), P5())...)
		if r.Unread == nil || r.Unread.Rule != tc.rule {
			t.Errorf("%s: %v", name, r.Unread)
			continue
		}
		for _, c := range r.Checks {
			want := NotApplicable
			switch c.ID {
			case "a2a":
				want = Fail
			case "V1", "serve", "P5": // they ask for more than the card
				want = NeedsEvidence
			}
			if c.Verdict != want {
				t.Errorf("%s: %s is %s, want %s", name, c.ID, c.Verdict, want)
			}
		}
		if (r.Digest != "") != tc.digest || tc.digest && len(r.Digest) != len("sha256:")+64 {
			t.Errorf("%s: digest %q", name, r.Digest)
		}
		if r.Facts() != nil || r.Outcome() != OutcomeFail || r.OK() {
			t.Errorf("%s: %s, facts %v", name, r.Outcome(), r.Facts())
		}
		var pe *card.ParseError
		if err := r.Err(); !errors.Is(err, ErrFailed) || !errors.As(err, &pe) || pe != r.Unread {
			t.Errorf("%s: %v", name, err)
		}
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == tc.rule })
		if i < 0 || !slices.Equal(r.Findings[i].Checks, []string{"a2a"}) {
			t.Errorf("%s: %+v", name, r.Findings)
		}
	}
	// Even where the group was not asked for, it is no card.
	if r := Run(context.Background(), Target{Received: []byte("<html>")}, V2()); r.Outcome() != OutcomeFail || r.OK() {
		t.Errorf("%s", r.Outcome())
	}
}

// A profile is the caller's own: what is changed in it changes no other.
func TestProfilesAreCopies(t *testing.T) {
	makers := map[string]func() Profile{
		"mentor": Mentor, "ethos": Ethos, "afo": Afo, "terra": Terra, "guild": Guild, "chopilot": Chopilot, "a2a": A2AOnly,
		"external": func() Profile { return External() },
	}
	spell := func(p Profile) string {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, make := range makers {
		before := spell(make())
		p := make()
		if p.Name != name {
			t.Errorf("%s is called %s", name, p.Name)
		}
		for i := range p.Names {
			p.Names[i] = Ethos().Names[0].Next()
		}
		p.Names = append(p.Names, Ethos().Names...)
		if p.Policy != nil {
			for i := range p.Policy.Kinds {
				p.Policy.Kinds[i] = 0
			}
			p.Policy.Kinds = append(p.Policy.Kinds, 3)
			p.Policy.Denied = append(p.Policy.Denied, "x")
			p.Policy.Unseen.EN = "changed"
		}
		if p.Row != nil {
			p.Row.Scheme = "changed"
		}
		if after := spell(make()); after != before {
			t.Errorf("%s changed from %s to %s", name, before, after)
		}
	}
}
