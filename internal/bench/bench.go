// Package bench measures the module against peer libraries and against its own
// budgets. A row is one goal; there is one file for each. `ratios` prints the
// rows; the benchmarks of this package run the same jobs one by one.
//
// A ratio says how two jobs compare on the machine at hand, so that a slow or
// busy one gives the same answer: the jobs of a pair run in turn, and medians
// are compared.
package bench

import (
	_ "embed"
	"sync"

	"github.com/hs9147/agentcard/card"
)

// Row is one goal.
type Row struct {
	Name    string
	Goal    string // as printed
	Measure func() (Result, error)
}

// Result is what a row measured. Its error stands for "could not measure".
type Result struct {
	Value string // as printed
	OK    bool   // the goal is met
	Notes []string
}

// Rows lists the goals in the order of the design.
func Rows() []Row {
	return []Row{
		parseRow(),
		canonicalRow(),
		offlineRow(),
		growthRow(),
		heapRow(),
		ndjsonRow(),
		signatureRow(),
		verifiedRow(),
	}
}

// Card is the card that is measured: Korean, about 4 KB, 8 skills, schemes in
// the flat and the wrapped form, read without an error by every peer.
//
//go:embed testdata/card.json
var Card []byte

// parsed is Card as a Document.
var parsed = sync.OnceValues(func() (*card.Document, error) { return card.Parse(Card) })
