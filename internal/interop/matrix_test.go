package interop

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write matrix.json anew")

// TestMatrix tries everything with every peer that is there and holds what
// came of it against matrix.json. Rows of peers that are not there, which are
// peers in a version, are left out of the comparison. With -v it prints the rows.
func TestMatrix(t *testing.T) {
	var rows []Row
	for _, p := range peers(t) {
		rows = append(rows, peerSigns(t, p)...)
		rows = append(rows, weSign(t, p)...)
	}
	rows = append(rows, goReads(t)...)
	for _, name := range serverNames {
		rows = append(rows, serves(t, name)...)
	}
	rows = append(rows, readings(t)...)
	annotate(t, rows)
	got, err := Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Verbose() {
		if err := Print(os.Stdout, rows); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if n := len(versions(rows)); n != peersInAll {
			t.Fatalf("matrix.json is not written without all %d peers: %d ran", peersInAll, n)
		}
		if err := os.WriteFile("matrix.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	before, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	ran := versions(rows)
	before = slices.DeleteFunc(before, func(r Row) bool { return !ran[r.Peer+" "+r.Version] })
	for _, r := range before {
		if !slices.Contains(rows, r) {
			t.Errorf("matrix.json has, and the run has not:\n%+v", r)
		}
	}
	for _, r := range rows {
		if !slices.Contains(before, r) {
			t.Errorf("the run has, and matrix.json has not:\n%+v", r)
		}
	}
	if t.Failed() {
		t.Log("if the change is right: go -C internal/interop test -run TestMatrix -update; then write the README's table: go test ./internal/api -run TestInterop -update")
	}
}

// peersInAll is how many versions of peers there are: three SDKs that sign or
// read what we signed, the five servers, of which Go's has the version of the
// one that reads, and of the readers protojson, two that have a version without
// what serves them, two for Java and one for Rust.
const peersInAll = 13

// versions are the peers of rows, each with its version.
func versions(rows []Row) map[string]bool {
	of := map[string]bool{}
	for _, r := range rows {
		of[r.Peer+" "+r.Version] = true
	}
	return of
}

// TestCommitted looks for what no run would write: rows out of order or twice,
// and a disagreement without a note.
func TestCommitted(t *testing.T) {
	rows, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("matrix.json has no rows")
	}
	for i, r := range rows {
		if i > 0 && compare(rows[i-1], r) >= 0 {
			t.Errorf("%+v: out of order, or twice", r)
		}
		if r.Got != r.Expected && r.Note == "" {
			t.Errorf("%+v: a disagreement without a note", r)
		}
	}
	again, err := Encode(rows)
	if err != nil || !bytes.Equal(again, committed) {
		t.Errorf("matrix.json is not as Encode writes it (%v)", err)
	}
}
