package once_test

import (
	"errors"
	"testing"

	"github.com/hs9147/agentcard/verify/once"
)

// A file of any bytes is opened or refused. One that was opened takes a record,
// and has it and the rest when it is opened again.
func FuzzFile(f *testing.F) {
	for _, s := range []string{
		"", "{", `{"op":"once","version":1}` + "\n",
		`{"op":"once","version":1}` + "\n" + `{"op":"begin","record":{"id":"a","keys":[{"caller":{"service":"s"},"value":"k"}],"digest":"d","begun":"2026-08-17T09:00:00Z"}}` + "\n" +
			`{"op":"bind","id":"a","keys":[{"caller":{},"value":"l"}]}` + "\n" + `{"op":"finish","id":"a","outcome":{"at":"2026-08-17T09:00:00Z","result":{"answer":"AAA="}}}` + "\n",
		`{"op":"once","version":1}` + "\n" + `{"op":"prune","before":"2026-08-17T09:00:00Z"}` + "\n" + `{"op":"forget","id":"x"}` + "\n",
	} {
		f.Add([]byte(s))
	}
	mine := once.Record{ID: "mine, and nobody else's", Digest: "d", Keys: []once.Key{{Name: "mine", Value: "and nobody else's"}}}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, disk, err := once.OpenMem(text)
		if err != nil {
			var fe *once.FileError
			if !errors.As(err, &fe) || fe.Line < 1 {
				t.Fatal(err)
			}
			return
		}
		before, err := s.Unfinished(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Begin(ctx, mine); err != nil {
			t.Skip("the file has this record already")
		}
		again, _, err := once.OpenMem(disk.Disk())
		if err != nil {
			t.Fatalf("%v\n%q", err, disk.Disk())
		}
		after, err := again.Unfinished(ctx)
		if err != nil || len(after) != len(before)+1 {
			t.Fatalf("%d records, then %d: %v", len(before), len(after), err)
		}
	})
}
