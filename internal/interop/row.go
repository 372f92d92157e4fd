package interop

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Row is one thing that was tried with one peer, and what came of it.
type Row struct {
	Peer      string `json:"peer"`      // the package of the SDK
	Version   string `json:"version"`   // its version, and the one of the library that does its arithmetic or serves it
	Direction string `json:"direction"` // who signs, who verifies; who serves, who calls
	Way       string `json:"way"`       // how the peer was used: see the scripts
	Trait     string `json:"trait"`     // what is special about the card, or the call
	Algorithm string `json:"algorithm"` // of the signature; empty for a call
	Expected  string `json:"expected"`
	Got       string `json:"got"`
	Note      string `json:"note"`
}

// The directions.
const (
	PeerSigns = "peer signs, we verify"
	WeSign    = "we sign, peer verifies"
	PeerReads = "we sign, peer reads" // a peer that verifies nothing

	PeerServes = "peer serves, we call" // its way is the card or a binding

	WeWrite = "we write, peer reads" // its way is the dialect, and the reader
)

// compare orders rows by what was tried.
func compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(a.Peer, b.Peer), cmp.Compare(a.Direction, b.Direction), cmp.Compare(a.Version, b.Version),
		cmp.Compare(a.Way, b.Way), cmp.Compare(a.Trait, b.Trait), cmp.Compare(a.Algorithm, b.Algorithm),
	)
}

//go:embed matrix.json
var committed []byte

// Committed is the matrix as it was last written.
func Committed() ([]Row, error) {
	var rows []Row
	if err := json.Unmarshal(committed, &rows); err != nil {
		return nil, fmt.Errorf("matrix.json: %w", err)
	}
	return rows, nil
}

// Encode sorts rows and writes them as they stand in matrix.json.
func Encode(rows []Row) ([]byte, error) {
	slices.SortFunc(rows, compare)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(rows); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Print writes rows as a table for people, in the order given. Notes are cut.
func Print(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := ""
	for _, r := range rows {
		if h := r.Peer + " " + r.Version + ": " + r.Direction; h != head {
			head = h
			fmt.Fprintf(t, "\n%s\n", h)
		}
		note := r.Note
		if r.Got != r.Expected {
			note = "EXPECTED " + r.Expected + ": " + note
		}
		fmt.Fprintln(t, "  "+strings.Join([]string{r.Way, r.Trait, r.Algorithm, r.Got, cut(note)}, "\t"))
	}
	return t.Flush()
}

// cut shortens a note to what fits on a line.
func cut(s string) string {
	const most = 100
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
