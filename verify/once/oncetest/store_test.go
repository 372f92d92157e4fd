package oncetest_test

import (
	"path/filepath"
	"testing"

	"github.com/hs9147/agentcard/verify/once"
	"github.com/hs9147/agentcard/verify/once/oncetest"
)

func TestMemoryStore(t *testing.T) {
	oncetest.TestStore(t, func(testing.TB, string) once.Store { return once.NewMemoryStore(once.Limits{}) })
}

func TestFileStore(t *testing.T) {
	open := func(t testing.TB, dir string) once.Store {
		s, err := once.OpenFile(filepath.Join(dir, "once.jsonl"), once.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	oncetest.TestStore(t, open)
	oncetest.TestReopen(t, open)
}
