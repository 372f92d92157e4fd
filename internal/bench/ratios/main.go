// Command ratios prints one line for each goal of the design: name, value,
// goal, and ok or short, parted by tabs. How a value came about goes to
// standard error. It exits 1 if something could not be measured.
package main

import (
	"fmt"
	"os"

	"github.com/hs9147/agentcard/internal/bench"
)

func main() {
	status := 0
	for _, row := range bench.Rows() {
		r, err := row.Measure()
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: could not measure: %v\n", row.Name, err)
			status = 1
			continue
		}
		for _, note := range r.Notes {
			fmt.Fprintf(os.Stderr, "%s: %s\n", row.Name, note)
		}
		word := "short"
		if r.OK {
			word = "ok"
		}
		fmt.Printf("%s\t%s\t%s\t%s\n", row.Name, r.Value, row.Goal, word)
	}
	os.Exit(status)
}
