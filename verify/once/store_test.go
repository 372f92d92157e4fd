package once_test

import (
	"path/filepath"
	"testing"

	"github.com/hs9147/agentcard/verify/once"
)

// roomy is enough for a benchmark.
var roomy = once.Limits{Keys: 5_000_000, Bytes: 4 << 30}

// The stores of the tests; package oncetest holds them against what a store
// promises.
func openMemory(testing.TB, string) once.Store { return once.NewMemoryStore(roomy) }

func openFile(t testing.TB, dir string) once.Store {
	s, err := once.OpenFile(filepath.Join(dir, "once.jsonl"), roomy)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
