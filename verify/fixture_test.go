package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/tags"
)

// A fixture file, testdata/rules/RULE.txt, holds cases parted by blank lines:
//
//	case PROFILE [strict] [all]: what it shows; all asks V1, V7 and serve too
//	set POINTER JSON      replaces or adds a member or element ("-" appends)
//	del POINTER           removes one
//	raw "GO STRING"       in place of the base card: these bytes
//	want RULE VERDICT POINTER [CODE]
//	want none
//
//	pad N                 blanks after the card, up to N bytes
//	operation ID effects  an entry of the server's own list
//	file PATH             in place of the base card: a file under testdata
//	keys PATH             a JWKS under testdata; then P5 alone is asked
//	policy require        a card must be signed
//
// The base card is testdata/base/PROFILE.json, external.json where there is no
// such file. The wants are all findings of the run, in any order. A case may
// leave out those of verdict info and not-applicable, and V5's that no name was
// applied for.
type fixture struct {
	file, name string
	profile    string
	strict     bool
	all        bool
	ops        [][2]string
	wants      []string
	none       bool
}

func loadFixtures(t *testing.T) []fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/rules/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var all []fixture
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, parseFixtures(t, strings.TrimSuffix(filepath.Base(file), ".txt"), string(text))...)
	}
	return all
}

func parseFixtures(t *testing.T, file, text string) []fixture {
	t.Helper()
	var all []fixture
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		if verb == "case" {
			head, name, ok := strings.Cut(rest, ": ")
			if !ok {
				t.Fatalf("%s.txt:%d: a case needs a name", file, n+1)
			}
			words := strings.Fields(head)
			all = append(all, fixture{
				file: file, name: name, profile: words[0],
				strict: slices.Contains(words, "strict"), all: slices.Contains(words, "all"),
			})
			continue
		}
		if len(all) == 0 {
			t.Fatalf("%s.txt:%d: before the first case", file, n+1)
		}
		f := &all[len(all)-1]
		switch verb {
		case "set", "del", "raw", "pad", "operation", "file", "keys", "policy":
			f.ops = append(f.ops, [2]string{verb, rest})
		case "want":
			if rest == "none" {
				f.none = true
			} else {
				f.wants = append(f.wants, strings.Join(strings.Fields(rest), " "))
			}
		default:
			t.Fatalf("%s.txt:%d: unknown verb %q", file, n+1, verb)
		}
	}
	return all
}

// card builds the case's bytes.
func (f fixture) card(t *testing.T) []byte {
	t.Helper()
	name, _, _ := strings.Cut(f.profile, "-")
	base := "testdata/base/" + name + ".json"
	if _, err := os.Stat(base); err != nil {
		base = "testdata/base/external.json"
	}
	text, err := os.ReadFile(base)
	if err != nil {
		t.Fatal(err)
	}
	tree, pad := decode(t, text), 0
	for _, op := range f.ops {
		pointer, value, _ := strings.Cut(op[1], " ")
		switch op[0] {
		case "raw":
			s, err := strconv.Unquote(op[1])
			if err != nil {
				t.Fatalf("raw %s: %v", op[1], err)
			}
			return []byte(s)
		case "file":
			text, err := os.ReadFile("testdata/" + op[1])
			if err != nil {
				t.Fatal(err)
			}
			return text
		case "pad":
			pad, err = strconv.Atoi(op[1])
			if err != nil {
				t.Fatal(err)
			}
		case "set":
			tree = edit(t, tree, pointer, decode(t, []byte(value)), false)
		case "del":
			tree = edit(t, tree, pointer, nil, true)
		}
	}
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return append(out, bytes.Repeat([]byte(" "), max(0, pad-len(out)))...)
}

// operations is the server's own list.
func (f fixture) operations() []Operation {
	var out []Operation
	for _, op := range f.ops {
		if id, effects, _ := strings.Cut(op[1], " "); op[0] == "operation" {
			out = append(out, Operation{SkillID: id, Effects: effects == "effects"})
		}
	}
	return out
}

// sign gives the target the case's keys and policy.
func (f fixture) sign(t *testing.T, target *Target) {
	t.Helper()
	for _, op := range f.ops {
		switch op[0] {
		case "keys":
			text, err := os.ReadFile("testdata/" + op[1])
			if err != nil {
				t.Fatal(err)
			}
			if target.Keys, err = ParseJWKS(text); err != nil {
				t.Fatal(err)
			}
		case "policy":
			target.SignaturePolicy = RequireSignature
		}
	}
}

func decode(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// edit sets or removes the value at a pointer.
func edit(t *testing.T, v any, pointer string, to any, del bool) any {
	t.Helper()
	if pointer == "" {
		return to
	}
	token, rest, more := strings.Cut(pointer[1:], "/")
	token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
	if more {
		rest = "/" + rest
	}
	switch c := v.(type) {
	case map[string]any:
		if rest == "" && del {
			delete(c, token)
		} else {
			c[token] = edit(t, c[token], rest, to, del)
		}
		return c
	case []any:
		if token == "-" {
			return append(c, to)
		}
		i, err := strconv.Atoi(token)
		if err != nil || i >= len(c) {
			t.Fatalf("no element %s", token)
		}
		if rest == "" && del {
			return slices.Delete(c, i, i+1)
		}
		c[i] = edit(t, c[i], rest, to, del)
		return c
	}
	t.Fatalf("nothing at %s to edit", pointer)
	return nil
}

// found is the findings of a run in the words of a fixture, without those that
// a case may leave out and does not want.
func found(r *Report, wants []string) []string {
	var got []string
	for _, f := range r.Findings {
		p := f.Pointer
		if p == "" {
			p = "/"
		}
		line := strings.TrimSpace(fmt.Sprintf("%s %s %s %s", f.Rule, f.Verdict, p, f.Code))
		quiet := f.Verdict == Info || f.Verdict == NotApplicable || f.Code == "no-applied-name"
		if quiet && !slices.Contains(wants, line) {
			continue
		}
		got = append(got, line)
	}
	slices.Sort(got)
	return got
}

func TestFixtures(t *testing.T) {
	for _, f := range loadFixtures(t) {
		t.Run(f.file+"/"+f.name, func(t *testing.T) {
			if f.none == (len(f.wants) > 0) {
				t.Fatal("a case wants findings, or none")
			}
			target := Target{
				Received: f.card(t), Profile: fixtureProfile(t, f.profile), Strict: f.strict, Operations: f.operations(),
			}
			f.sign(t, &target)
			r := Run(context.Background(), target, f.checks()...)
			got := found(r, f.wants)
			want := slices.Sorted(slices.Values(f.wants))
			if !slices.Equal(got, want) {
				t.Errorf("findings:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		})
	}
}

// checks is every check. V1, V7 and serve, which say of each card that only
// calls prove them, are asked in some cases alone.
func (f fixture) checks() []Check {
	if slices.ContainsFunc(f.ops, func(op [2]string) bool { return op[0] == "keys" || op[0] == "policy" }) {
		return []Check{P5()}
	}
	if f.all {
		return Completion()
	}
	return slices.DeleteFunc(Completion(), func(c Check) bool { return c.ID == "V1" || c.ID == "V7" || c.ID == "serve" })
}

func fixtureProfile(t *testing.T, name string) Profile {
	t.Helper()
	for _, p := range []Profile{External(), A2AOnly(), Mentor(), Ethos(), Afo(), Terra(), Guild(), Chopilot()} {
		if p.Name == name {
			return p
		}
	}
	switch name {
	case "family": // a family agent of which nothing more is known
		return Profile{Name: "family", Family: true, Names: Ethos().Names}
	case "applied":
		return External(ans.MustParse("harbour.desk.v1"))
	case "afo-invariant":
		p := Afo()
		p.Policy.Kinds = append(p.Policy.Kinds, tags.KindAction)
		p.Invariants = []Invariant{{Name: "afo I-1", Kinds: []tags.Kind{tags.KindAction}}}
		return p
	case "guild-invariant":
		p := Guild()
		p.Invariants = []Invariant{{Name: "society I-4", Skills: []string{"sign-contract"}}}
		return p
	case "terra-listed":
		p := Terra()
		p.Policy.Actions = []string{"event-ingest"}
		p.Policy.Denied = []string{"recalculate"}
		return p
	}
	t.Fatalf("no profile %q", name)
	return Profile{}
}

// needsAnAgent reports a rule that no card shows by itself, but an agent that is
// called, or something else of its owner's. Of a live one TestEveryLiveRule has an
// agent that breaks it; the others have their tests where they are kept.
func needsAnAgent(r Rule) bool {
	if slices.Contains([]string{"V1", "V7", "E4", "E5"}, r.ID) {
		return false // a card alone leaves them unproven
	}
	switch {
	case len(r.Checks) == 0:
		return true // it judges no card
	case r.ID == "GR1", r.ID == "S1-builder":
		return true // code breaks them: card/dispatch and TestBuildFindsEverything keep them
	}
	return strings.Contains(r.Kind, "live") || r.ID == "E5-record" || r.Checks[0] == "P1"
}

// needsTwoCards reports a rule that only a change shows. TestDiff of package
// card has a change that keeps it and one that does not.
func needsTwoCards(r Rule) bool {
	return slices.Contains([]string{"S2-caller-tags-only", "S3-tombstone-not-drop", "S4-id-version", "HIRE-ask-not-contract", "T-select"}, r.ID)
}

// TestEveryRuleHasFixtures fails for a rule without a case that passes it and
// one that does not.
func TestEveryRuleHasFixtures(t *testing.T) {
	passes, fails := map[string]bool{}, map[string]bool{}
	for _, f := range loadFixtures(t) {
		own := false
		for _, w := range f.wants {
			rule, _, _ := strings.Cut(w, " ")
			fails[rule] = true
			own = own || rule == f.file
		}
		if !own {
			passes[f.file] = true
		}
	}
	for _, r := range Rules() {
		if needsAnAgent(r) || needsTwoCards(r) {
			continue
		}
		if !passes[r.ID] {
			t.Errorf("%s: testdata/rules/%s.txt has no case that passes it", r.ID, r.ID)
		}
		if !fails[r.ID] {
			t.Errorf("%s: no case fails it", r.ID)
		}
	}
}

// TestRuleTable holds the table against testdata/rules.txt, which lists each
// rule with the checks it feeds.
func TestRuleTable(t *testing.T) {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if id, checks, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(line, "#") {
			want[id] = checks
		}
	}
	for _, r := range Rules() {
		if got := strings.Join(r.Checks, " "); got != want[r.ID] {
			t.Errorf("%s feeds %q, testdata/rules.txt says %q", r.ID, got, want[r.ID])
		}
		delete(want, r.ID)
	}
	for id := range want {
		t.Errorf("%s is in testdata/rules.txt and not in the table", id)
	}
}
