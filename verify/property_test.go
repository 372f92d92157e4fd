package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// sampleCards is every card of the fixtures and of the table of verdicts, and n
// random ones. The random ones are the same each time.
func sampleCards(t *testing.T, n int) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for i, f := range loadFixtures(t) {
		if body := f.card(t); len(body) < 1<<16 {
			out[fmt.Sprintf("%s %d", f.file, i)] = body
		}
	}
	for name, c := range verdictCards {
		out[name] = derived(t, c.file, c.ops...)
	}
	r := rand.New(rand.NewPCG(11, 17))
	for i := range n {
		out[fmt.Sprintf("random %d", i)] = randomCard(t, r)
	}
	return out
}

func randomCard(t *testing.T, r *rand.Rand) []byte {
	t.Helper()
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	list := func() string {
		return pick(`[{"a":[]}]`, `[{"b":[]}]`, `[{"a":[]},{"b":[]}]`, `[{"a":[],"b":[]}]`, `[]`, `[{}]`, `["a"]`, `[{"nobody":[]}]`, `[{"a":["x"]}]`)
	}
	var skills []string
	for i := range r.IntN(5) {
		var words []string
		for range r.IntN(4) {
			words = append(words, pick(
				"chofam:kind/advisory", "chofam:kind/query", "chofam:kind/action", "chofam:kind/action", "chofam:kind/other", "Chofam:kind/query",
				"chofam:scope/party", "chofam:scope/party", "chofam:effect/reversible", "chofam:effect/irreversible", "water"))
		}
		text, err := json.Marshal(words)
		if err != nil {
			t.Fatal(err)
		}
		own := ""
		if r.IntN(2) == 0 {
			own = `,"security":` + list()
		}
		skills = append(skills, fmt.Sprintf(`{"id":"s%d","name":"S","description":"Takes a port and gives its tides back.","tags":%s%s}`, i, text, own))
	}
	security := ""
	if r.IntN(3) > 0 {
		security = `"security":` + list() + ","
	}
	spare := pick("", `,"c":{"type":"mutualTLS"}`)
	return []byte(`{"name":"A",` + security + `"securitySchemes":{"a":{"type":"http","scheme":"bearer"},"b":{"type":"mutualTLS"}` + spare +
		`},"skills":[` + strings.Join(skills, ",") + `]}`)
}

// withSkills gives a card whose list of skills was changed, nil where there is
// none to change.
func withSkills(t *testing.T, body []byte, change func([]any) []any) []byte {
	t.Helper()
	if _, err := card.Parse(body); err != nil {
		return nil
	}
	tree, ok := decode(t, body).(map[string]any)
	if !ok {
		return nil
	}
	skills, ok := tree["skills"].([]any)
	if !ok || len(skills) == 0 {
		return nil
	}
	tree["skills"] = change(skills)
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Renaming, reordering or repeating skills turns no failure of V2, V4 or V8
// into anything better.
func TestFailuresStay(t *testing.T) {
	rename := func(member string) func([]any) []any {
		return func(skills []any) []any {
			for i, s := range skills {
				if m, ok := s.(map[string]any); ok {
					m[member] = fmt.Sprintf("renamed %d", i)
				}
			}
			return skills
		}
	}
	changes := map[string]func([]any) []any{
		"other ids":   rename("id"),
		"other names": rename("name"),
		"reversed":    func(l []any) []any { slices.Reverse(l); return l },
		"rotated":     func(l []any) []any { return append(l[1:len(l):len(l)], l[0]) },
		"twice":       func(l []any) []any { return append(l[:len(l):len(l)], l...) },
		"last twice":  func(l []any) []any { return append(l[:len(l):len(l)], l[len(l)-1]) },
	}
	failed := 0
	checks := []Check{V2(), V4(), V8()}
	for name, body := range sampleCards(t, 150) {
		before := Run(context.Background(), Target{Received: body, Profile: Terra()}, checks...)
		if !slices.ContainsFunc(before.Checks, func(c CheckResult) bool { return c.Verdict == Fail }) {
			continue
		}
		for what, change := range changes {
			changed := withSkills(t, body, change)
			if changed == nil {
				continue
			}
			after := Run(context.Background(), Target{Received: changed, Profile: Terra()}, checks...)
			for _, c := range before.Checks {
				if c.Verdict != Fail {
					continue
				}
				failed++
				if v := after.Verdict(c.ID); v != Fail {
					t.Errorf("%s, skills %s: %s was fail and is %s\n%s", name, what, c.ID, v, body)
				}
			}
		}
	}
	if failed < 500 {
		t.Errorf("only %d failures were looked at", failed)
	}
}

// An empty list of its own opens an action to anyone: it never improves E3.
func TestEmptyListNeverImprovesE3(t *testing.T) {
	n := 0
	for name, body := range sampleCards(t, 300) {
		d, err := card.Parse(body)
		if err != nil {
			continue
		}
		var before Verdict
		for i, k := range d.Card().Skills {
			if k.Kind() != tags.KindAction {
				continue
			}
			if n++; before == 0 {
				before = Run(context.Background(), Target{Document: d, Profile: Terra()}, E3()).Verdict("E3")
			}
			changed := withSkills(t, body, func(l []any) []any {
				l[i].(map[string]any)["security"] = []any{}
				return l
			})
			if after := Run(context.Background(), Target{Received: changed, Profile: Terra()}, E3()).Verdict("E3"); weight(after) < weight(before) {
				t.Errorf("%s: [] at skill %d makes of %s a %s\n%s", name, i, before, after, body)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d action skills were looked at", n)
	}
}

// The same bytes give the same report, also from several goroutines that share
// the document and the checks.
func TestSameBytesSameReport(t *testing.T) {
	checks := Completion()
	cards := sampleCards(t, 20)
	for i, name := range slices.Sorted(maps.Keys(cards)) {
		if i%4 != 0 {
			continue
		}
		body := cards[name]
		target := Target{Received: body, Profile: Terra()}
		if d, err := card.Parse(body); err == nil {
			target.Document = d
		}
		first, err := Run(context.Background(), target, checks...).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				r := Run(context.Background(), target, checks...)
				for range 2 {
					again, err := r.MarshalJSON()
					if err != nil || !bytes.Equal(first, again) {
						t.Errorf("%s: two reports differ: %v\n%s\n%s", name, err, first, again)
					}
				}
			})
		}
		wg.Wait()
		if fresh, err := Run(context.Background(), Target{Received: body, Profile: Terra()}, checks...).MarshalJSON(); err != nil || !bytes.Equal(first, fresh) {
			t.Errorf("%s: parsed anew it gives another report: %v", name, err)
		}
	}
}
