package api

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The table of README.md that says what was tried with the official SDKs stands
// between these two comments.
const (
	interopBegin = "<!-- interop:begin -->\n"
	interopEnd   = "<!-- interop:end -->"
)

// TestInterop holds the README's interop table against
// internal/interop/matrix.json, which the tests there write from a run. With
// -update it writes the table.
func TestInterop(t *testing.T) {
	inReadme(t, interopBegin, interopEnd, interopTable(t))
}

// inReadme holds what stands in README.md between two comments against a table.
// With -update it writes the table there.
func inReadme(t *testing.T, begin, end, table string) {
	t.Helper()
	file := filepath.Join(root, "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), begin)
	got, after, ends := strings.Cut(rest, end)
	switch {
	case !begins || !ends:
		t.Fatalf("README.md has not %q and %q, between which the table belongs", strings.TrimSpace(begin), end)
	case got == table:
	case *update:
		if err := os.WriteFile(file, []byte(before+begin+table+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the README's table is not that of internal/interop/matrix.json; write it anew:\n"+
			"\tgo test ./internal/api -run %s -update", t.Name())
	}
}

// interopRow is a row of matrix.json, as far as the table shows it.
type interopRow struct {
	Peer, Version, Direction, Way, Trait, Algorithm, Expected, Got, Note string
}

// matrixRows are the rows of matrix.json.
func matrixRows(t *testing.T) []interopRow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "internal", "interop", "matrix.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []interopRow
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// line is the line of the table that a row stands in.
type line struct{ peer, direction, way, outcome string }

// interopTable gathers the rows that came out alike, but for those of readers,
// which have a table of their own.
func interopTable(t *testing.T) string {
	t.Helper()
	var lines []line
	tried := map[line][]interopRow{}
	for _, r := range matrixRows(t) {
		if r.Direction == weWrite {
			continue
		}
		l := line{r.Peer + " " + r.Version, r.Direction, r.Way, "**" + r.Got + "**"}
		if r.Way == "card.Sign" {
			l.peer = "any" // no peer had a part in it
		}
		if r.Got != r.Expected {
			l.outcome += ", expected " + r.Expected
		}
		if tried[l] == nil {
			lines = append(lines, l)
		}
		tried[l] = append(tried[l], r)
	}
	slices.SortStableFunc(lines, func(a, b line) int { return strings.Compare(a.peer+a.direction+a.way, b.peer+b.direction+b.way) })
	// Ways in which the same came of the same share a line.
	type shown struct{ peer, direction, traits, outcome string }
	var table []shown
	ways := map[shown][]string{}
	for _, l := range lines {
		s := shown{l.peer, l.direction, traits(tried[l]), l.outcome}
		if ways[s] == nil {
			table = append(table, s)
		}
		ways[s] = append(ways[s], l.way)
	}
	var b strings.Builder
	b.WriteString("| peer | direction | how | what was tried | outcome |\n| --- | --- | --- | --- | --- |\n")
	last := shown{}
	for _, s := range table {
		peer, direction := s.peer, s.direction
		if peer == last.peer {
			peer = ""
			if direction == last.direction {
				direction = ""
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", peer, direction, strings.Join(ways[s], "; "), s.traits, s.outcome)
		last = s
	}
	return b.String()
}

// traits lists what rows have tried, each once, with the algorithms where there
// are several.
func traits(rows []interopRow) string {
	var names []string
	algorithms := map[string][]string{}
	for _, r := range rows {
		if algorithms[r.Trait] == nil {
			names = append(names, r.Trait)
		}
		if !slices.Contains(algorithms[r.Trait], r.Algorithm) {
			algorithms[r.Trait] = append(algorithms[r.Trait], r.Algorithm)
		}
	}
	for i, name := range names {
		if list := algorithms[name]; len(list) > 1 || list[0] == "Ed25519" {
			names[i] += " (" + strings.Join(list, ", ") + ")"
		}
	}
	return strings.Join(names, "; ")
}
