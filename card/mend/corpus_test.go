package mend_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/mend"
	"github.com/hs9147/agentcard/verify"
)

// anyFamily is a family agent of which nothing more is known.
var anyFamily = verify.Profile{Name: "family", Family: true, Names: verify.Ethos().Names}

// targets are the ways in which a card is asked to be mended.
type target struct {
	name    string
	profile verify.Profile
	options mend.Options
}

var targets = allTargets()

func allTargets() (out []target) {
	dialects := []*card.Dialect{nil, to(card.DialectDual), to(card.DialectProfile), to(card.DialectA2A10)}
	for _, d := range dialects {
		name := ""
		if d != nil {
			name = " " + d.String()
		}
		out = append(
			out,
			target{"external" + name, verify.External(), mend.Options{Dialect: d}},
			target{"family" + name, anyFamily, mend.Options{Mode: card.ModeFamily, Dialect: d}},
			target{"a2a" + name, verify.A2AOnly(), mend.Options{Mode: card.ModeA2A10, Dialect: d}},
		)
	}
	return out
}

func to(d card.Dialect) *card.Dialect { return &d }

// complaints counts the failures and warnings of a card, by rule and code.
func complaints(text []byte, p verify.Profile) map[string]int {
	return complaintsBut(text, p, mend.Options{})
}

// complaintsBut leaves out what an asked dialect brings with it.
func complaintsBut(text []byte, p verify.Profile, o mend.Options) map[string]int {
	out := map[string]int{}
	for _, f := range verify.Run(context.Background(), verify.Target{Received: text, Profile: p}, verify.Offline()...).Findings {
		if (f.Verdict == verify.Fail || f.Verdict == verify.Warn) && !o.OfDialect(f.Problem) {
			out[fmt.Sprintf("%s %s[%s]", f.Verdict, f.Rule, f.Code)]++
		}
	}
	return out
}

// mended mends a card and holds the result against what Fix promises.
func mended(t *testing.T, name string, text []byte) {
	t.Helper()
	for _, to := range targets {
		d, err := card.Parse(text)
		if err != nil {
			return
		}
		where := name + " for " + to.name
		r, err := mend.Fix(d, to.options)
		var lost *card.NotRepresentableError
		if errors.As(err, &lost) && to.options.Dialect != nil {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		fixed, err := card.Parse(r.Text)
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		if (len(r.Done) == 0) != bytes.Equal(r.Text, text) {
			t.Errorf("%s: %d mends, and another text: %v", where, len(r.Done), !bytes.Equal(r.Text, text))
		}
		again, err := mend.Fix(fixed, to.options)
		if err != nil || !bytes.Equal(again.Text, r.Text) || len(again.Done) > 0 {
			t.Errorf("%s: mended again: %v, %+v", where, err, again)
		}
		if to.options.Dialect == nil || *to.options.Dialect != card.DialectA2A10 {
			unknownStay(t, where, text, r.Text)
		}
		if d := to.options.Dialect; d != nil {
			want, err := card.Marshal(fixed.Card(), *d)
			if a, b := canonicalOf(t, r.Text), canonicalOf(t, want); err != nil || a != b {
				t.Errorf("%s: not what Marshal writes: %v\n%s\nwant\n%s", where, err, a, b)
			}
		}
		nothingWorse(t, where, to, text, r)
	}
}

// moved are the warnings about what a dialect moves from older members to where
// more is asked of it.
var moved = []string{"warn S1-url-consistent[other]", "warn B-iface-binding[unknown]"}

// nothingWorse fails for what is found in a mended card and was not before, and
// in a dialect for another failure of a rule B.
func nothingWorse(t *testing.T, where string, to target, text []byte, r *mend.Result) {
	t.Helper()
	before := complaints(text, to.profile)
	for what, n := range complaintsBut(r.Text, to.profile, to.options) {
		switch now := before[what]; {
		case n <= now:
		case to.options.Dialect == nil, strings.HasPrefix(what, "fail B-"):
		case now > 0: // a dialect may say a thing twice
			continue
		case slices.Contains(moved, what) && len(doc(t, string(text)).Card().SupportedInterfaces) == 0:
			continue
		}
		if n > before[what] {
			t.Errorf("%s: %s is new\n%v", where, what, r.Done)
		}
	}
}

func canonicalOf(t *testing.T, text []byte) string {
	t.Helper()
	d, err := card.Parse(text)
	if err != nil {
		return err.Error()
	}
	c, err := d.Canonical()
	if err != nil {
		return err.Error()
	}
	return string(c)
}

// unknownStay fails for a member, at any depth, of which nobody here knows the
// name and which is gone or another.
func unknownStay(t *testing.T, where string, before, after []byte) {
	t.Helper()
	was, is := unknown(t, before), unknown(t, after)
	if !slices.Equal(was, is) {
		t.Errorf("%s: unknown members\n%s\nwere\n%s", where, strings.Join(is, "\n"), strings.Join(was, "\n"))
	}
}

// unknown are the members in Extra of the card, its skills, capabilities and
// extensions that are no spelling of a known one.
func unknown(t *testing.T, text []byte) []string {
	t.Helper()
	d, err := card.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, p := range card.Validate(d, card.ModeProfile) {
		if p.Want != "" || p.Rule == "B-null" || p.Code != "" {
			known[p.Pointer[strings.LastIndexByte(p.Pointer, '/')+1:]] = true
		}
	}
	for _, name := range []string{"transport", "credentials", "authentication", "required"} {
		known[name] = true
	}
	var out []string
	add := func(x map[string]json.RawMessage) {
		for name, raw := range x {
			if !known[name] && string(raw) != "null" {
				out = append(out, name+": "+string(raw))
			}
		}
	}
	c := d.Card()
	add(c.Extra)
	for _, s := range c.Skills {
		add(s.Extra)
	}
	if c.Capabilities != nil {
		add(c.Capabilities.Extra)
	}
	slices.Sort(out)
	return out
}

// Over real cards: nothing gets worse, nothing is lost, and once is enough.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("AGENTCARD_CORPUS")
	if dir == "" {
		t.Skip("AGENTCARD_CORPUS is not set: the directory of a corpus with its INDEX.tsv")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cards in %s: %v", dir, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		mended(t, filepath.Base(f), text)
	}
}
