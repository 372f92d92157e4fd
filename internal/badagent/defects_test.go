package badagent_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify"
)

// order is the order of rules in REQUIREMENTS, of those that defects break.
var order = []string{
	"E3-live", "E4", "E5", "S3-ownership", "S3-mismatch-signal", "S5-as-accepted", "F2", "F3", "F4",
	"G1", "G2", "G3", "G4", "G5", "S6-url-accurate", "T-ext-required", "T-origin", "V1", "V7", "REV4", "E4-probe", "E5-record", "P3",
}

func TestTable(t *testing.T) {
	list := badagent.Defects()
	seen, last := map[string]bool{}, 0
	rules := map[string]bool{}
	for _, d := range list {
		at := slices.Index(order, d.Rule)
		if at < last {
			t.Errorf("%s: rule %s does not stand in order", d.ID, d.Rule)
		}
		last, rules[d.Rule] = at, true
		if seen[d.ID] {
			t.Errorf("%s stands twice", d.ID)
		}
		seen[d.ID] = true
		if !slices.Contains([]string{"fail", "warn", "inconclusive", "needs-evidence"}, d.Verdict) {
			t.Errorf("%s: verdict %q", d.ID, d.Verdict)
		}
		if slices.Contains(d.Also, d.Rule) {
			t.Errorf("%s: also its own rule", d.ID)
		}
		hangul := func(s string) bool {
			return strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) >= 0
		}
		if !hangul(d.Title.KO) || hangul(d.Title.EN) || !strings.HasSuffix(d.Title.EN, ".") || !strings.HasSuffix(d.Title.KO, ".") {
			t.Errorf("%s: title %+v", d.ID, d.Title)
		}
		if _, ok := probes[d.ID]; !ok {
			t.Errorf("%s: no probe shows it", d.ID)
		}
	}
	for _, rule := range order {
		if !rules[rule] {
			t.Errorf("no defect breaks %s", rule)
		}
	}
	if len(probes) != len(list) {
		t.Errorf("%d probes of %d defects", len(probes), len(list))
	}
	list[0].ID = ""
	if badagent.Defects()[0].ID == "" {
		t.Error("the table can be changed")
	}
}

// probe is a way to look at an agent, and what is seen of the good and of the
// bad one.
type probe struct {
	look      func(*site) string
	good, bad string
}

// TestDefects looks at each defect and at its good agent in the same way.
func TestDefects(t *testing.T) {
	for _, d := range badagent.Defects() {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			p := probes[d.ID]
			if got := p.look(serve(t, badagent.Options{Agent: d.Agent})); got != p.good {
				t.Errorf("the good agent: %s, want %s", got, p.good)
			}
			if got := p.look(serve(t, badagent.Options{Agent: d.Agent, Defect: d.ID})); got != p.bad {
				t.Errorf("the bad agent: %s, want %s", got, p.bad)
			}
		})
	}
}

// TestElse looks at the rest of each agent: the card is right but where the card
// is what is wrong, a task is completed but where that can't be, and an event is
// stored once.
func TestElse(t *testing.T) {
	for _, d := range badagent.Defects() {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			s := serve(t, badagent.Options{Agent: d.Agent, Defect: d.ID})
			broken := func(rules ...string) bool {
				return slices.ContainsFunc(rules, func(r string) bool { return d.Rule == r || slices.Contains(d.Also, r) })
			}
			if !broken("V1") {
				if r, why := s.fetch(); why != "ok" || string(r.Body) != string(s.Card()) {
					t.Errorf("the card: %s", why)
				}
			}
			report := verify.Run(context.Background(), verify.Target{Received: s.Card(), Profile: profiles()[d.Agent]}, verify.Offline()...)
			for _, f := range report.Findings {
				if (f.Verdict == verify.Fail || f.Verdict == verify.Warn) && !broken(f.Rule) {
					t.Errorf("%s %s: %s", f.Rule, f.Pointer, f.Message.EN)
				}
			}
			scheme := map[string]string{"ethos": "userBearer", "terra": "serviceBearer"}[d.Agent]
			if !broken("V7", "P3") {
				if got := s.call(s.Token(scheme), "SendMessage", message("q", s.Question(), "")).outcome(); got != "completed" {
					t.Errorf("a question: %s", got)
				}
			}
			if d.Agent == "terra" && d.ID != "E4-idle" {
				if got := s.event("m", "e"); got != "completed" || s.effects() != 1 {
					t.Errorf("an event: %s, %d effects", got, s.effects())
				}
			}
		})
	}
}
