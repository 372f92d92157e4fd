package verify

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden holds text against a file, or writes the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			t.Fatalf("%s, line %d:\n got %s\nwant %s", file, i+1, x, y)
		}
	}
}

// pointersOf lists every member and element of a tree.
func pointersOf(v any, at string) []string {
	var out []string
	switch c := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(c)) {
			p := at + "/" + token(name)
			out = append(append(out, p), pointersOf(c[name], p)...)
		}
	case []any:
		for i, x := range c {
			p := at + "/" + strconv.Itoa(i)
			out = append(append(out, p), pointersOf(x, p)...)
		}
	}
	return out
}

// legal are the changes of the sample that leave a card without a fault, with
// the reason.
var legal = map[string]string{
	"del /capabilities/extensions/0/description": "optional in A2A",
	"del /capabilities/extensions/0/required":    "absent means false (X16)",
	"del /capabilities/pushNotifications":        "optional in A2A",
	"del /capabilities/streaming":                "optional in A2A",
	"del /provider":                              "optional in A2A",
	"del /skills/0/inputModes":                   "the card's modes hold",
	"del /skills/0/outputModes":                  "the card's modes hold",
	"del /skills/0/inputModes/0":                 "an empty list is the default, the card's modes hold",
	"del /skills/0/outputModes/0":                "an empty list is the default, the card's modes hold",
}

// wrongType is a value of a type that a member with v can't have.
func wrongType(v any) any {
	if _, ok := v.(string); ok {
		return true
	}
	return "wrong"
}

// TestSampleMutations deletes each member and element of card spec §1's sample,
// makes it null and gives it a wrong type. Each such defect is found at its
// place or the value around it, and the golden file says under which rules.
func TestSampleMutations(t *testing.T) {
	text := derived(t, "cards/card-spec-sample.json")
	var b strings.Builder
	unused := maps.Clone(legal)
	at := func(tree any, pointer string) any {
		for _, tok := range strings.Split(pointer, "/")[1:] {
			switch c := tree.(type) {
			case map[string]any:
				tree = c[tok]
			case []any:
				i, _ := strconv.Atoi(tok)
				tree = c[i]
			}
		}
		return tree
	}
	for _, p := range pointersOf(decode(t, text), "") {
		for _, op := range []string{"del", "null", "type"} {
			tree := decode(t, text)
			switch op {
			case "del":
				tree = edit(t, tree, p, nil, true)
			case "null":
				tree = edit(t, tree, p, nil, false)
			case "type":
				tree = edit(t, tree, p, wrongType(at(tree, p)), false)
			}
			body, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			r := Run(context.Background(), Target{Received: body, Profile: Ethos()}, Offline()...)
			near, lines := false, []string{}
			parent := p[:strings.LastIndexByte(p, '/')]
			for _, f := range r.Findings {
				if f.Verdict == Info || f.Rule == "B-iface-version" && f.Code == "" && !strings.HasPrefix(p, "/supportedInterfaces") {
					continue // said of the sample as it is
				}
				near = near || f.Pointer == p || f.Pointer == parent
				lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", f.Rule, f.Verdict, "at:"+f.Pointer, f.Code)))
			}
			name := op + " " + p
			_, allowed := legal[name]
			delete(unused, name)
			switch {
			case !near && !allowed:
				t.Errorf("%s is not found there: %s", name, strings.Join(lines, "; "))
			case allowed && len(lines) > 0:
				t.Errorf("%s is legal, yet: %s", name, strings.Join(lines, "; "))
			}
			fmt.Fprintf(&b, "%s\n\t%s\n", name, strings.Join(lines, "\n\t"))
		}
	}
	for name := range unused {
		t.Errorf("%s is on the list of legal changes and was not made", name)
	}
	golden(t, "testdata/sample-mutations.golden", strings.ReplaceAll(b.String(), "\t\n", "\tnothing\n"))
}
