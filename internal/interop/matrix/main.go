// Command matrix prints the committed interop matrix as a table.
package main

import (
	"fmt"
	"os"

	"github.com/hs9147/agentcard/internal/interop"
)

func main() {
	rows, err := interop.Committed()
	if err == nil {
		err = interop.Print(os.Stdout, rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
