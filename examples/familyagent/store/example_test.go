package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/hs9147/agentcard/examples/familyagent/store"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// The process ends after the effect and begins anew; the message comes again.
func Example() {
	dir, err := os.MkdirTemp("", "once")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	request := once.Request{Caller: audit.Caller{Service: "society"}, Skill: "event-ingest", MessageID: "m-1"}
	process := func() {
		s, err := store.Open(filepath.Join(dir, "once.db"), store.Options{})
		if err != nil {
			log.Fatal(err)
		}
		defer s.Close()
		doer, err := once.New(s, once.Options{})
		if err != nil {
			log.Fatal(err)
		}
		defer doer.Close(ctx)
		res, first, err := doer.Do(ctx, request, func(context.Context) (once.Result, error) {
			return once.Result{Answer: []byte("stored")}, nil
		})
		fmt.Printf("%s, first %v, %v\n", res.Answer, first, err)
	}
	process()
	process()
	// Output:
	// stored, first true, <nil>
	// stored, first false, <nil>
}
