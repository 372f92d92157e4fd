package api

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The table of README.md that says what the official SDKs read of a card stands
// between these two comments.
const (
	readingBegin = "<!-- reading:begin -->\n"
	readingEnd   = "<!-- reading:end -->"
)

// weWrite is the direction of the rows about readers.
const weWrite = "we write, peer reads"

// TestReading holds the README's table of readers against
// internal/interop/matrix.json. With -update it writes the table.
func TestReading(t *testing.T) {
	inReadme(t, readingBegin, readingEnd, readingTable(t))
}

// The columns of the table: the dialects, and card spec §1's sample as it is.
var readingColumns = []string{"dual", "profile", "a2a10", "the sample"}

// readingTable has a line for each reader.
func readingTable(t *testing.T) string {
	t.Helper()
	var readers []string
	cells := map[string]map[string][]interopRow{}
	for _, r := range matrixRows(t) {
		spelling, way, ok := strings.Cut(r.Way, ", ")
		if r.Direction != weWrite || !ok {
			continue
		}
		if spelling == "as given" {
			if r.Trait != "sample S" {
				continue
			}
			spelling = "the sample"
		}
		version, _, _ := strings.Cut(r.Version, ", ")
		reader := r.Peer + " " + version + ": " + way
		if cells[reader] == nil {
			readers = append(readers, reader)
			cells[reader] = map[string][]interopRow{}
		}
		cells[reader][spelling] = append(cells[reader][spelling], r)
	}
	if len(readers) == 0 {
		t.Fatal("matrix.json has no rows about readers")
	}
	slices.Sort(readers)
	var b strings.Builder
	fmt.Fprintf(&b, "| reader | %s |\n| --- |%s\n", strings.Join(readingColumns, " | "), strings.Repeat(" --- |", len(readingColumns)))
	for _, reader := range readers {
		fmt.Fprintf(&b, "| %s |", reader)
		for _, column := range readingColumns {
			rows := cells[reader][column]
			if len(rows) == 0 {
				t.Errorf("%s: nothing of %s", reader, column)
			}
			fmt.Fprintf(&b, " %s |", readingCell(rows))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// readingCell says what a reader made of all cards in one spelling.
func readingCell(rows []interopRow) string {
	var lost, opened, refused []string
	untyped := true // whatever lost something is in no type
	for _, r := range rows {
		if r.Got == "refused" {
			refused = append(refused, r.Trait)
			continue
		}
		opened = append(opened, r.Trait)
		places := lostPlaces(r.Note)
		lost = append(lost, places...)
		untyped = untyped && (len(places) == 0 || strings.HasPrefix(r.Got, "as it came"))
	}
	if len(refused) == len(rows) {
		return "**refused**"
	}
	slices.Sort(lost)
	lost = slices.Compact(lost)
	lost = slices.DeleteFunc(lost, func(p string) bool {
		return slices.ContainsFunc(lost, func(outer string) bool { return strings.HasPrefix(p, outer+"/") })
	})
	cell := "all right"
	if len(lost) > 0 {
		cell = "without `" + strings.Join(lost, "`, `") + "`"
		if untyped {
			cell = "as it came; " + cell
		}
	}
	switch {
	case len(refused) == 0:
		return cell
	case len(refused) > len(opened):
		return "**refused**, save " + strings.Join(opened, "; ") + ": " + cell
	}
	return cell + "; **refused**: " + strings.Join(refused, "; ")
}

var (
	namedPlace    = regexp.MustCompile(`^(/securitySchemes)/[^/]+`)
	numberedPlace = regexp.MustCompile(`^(/skills|/security|/securityRequirements)/\d+`)
)

// lostPlaces are the places that a note lists, without the names and numbers
// that are the card's own.
func lostPlaces(note string) []string {
	var out []string
	for part := range strings.SplitSeq(note, "; ") {
		how, list, ok := strings.Cut(part, ": ")
		if !ok || how != "lost" && how != "changed" && how != "added" {
			continue
		}
		for p := range strings.SplitSeq(list, ", ") {
			p = namedPlace.ReplaceAllString(p, "$1/*")
			out = append(out, numberedPlace.ReplaceAllString(p, "$1/*"))
		}
	}
	return out
}
