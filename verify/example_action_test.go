package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// A server's records and keys, and how its owner shows them to the checks.
func ExampleAction() {
	dir, err := os.MkdirTemp("", "action")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path, store := filepath.Join(dir, "audit.jsonl"), once.NewMemoryStore(once.Limits{})
	society := audit.Caller{Service: "society"}

	records, err := audit.Open(path, audit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer records.Close()
	doer, err := once.New(store, once.Options{Audit: records})
	if err != nil {
		log.Fatal(err)
	}
	defer doer.Close(context.Background())

	var stored atomic.Int64
	action := verify.Action{
		Skill: "event-ingest", Send: verify.Message{Parts: json.RawMessage(`[{"data":{"event":"ingest","id":"1"}}]`)}, KeyPointer: "/0/data/id",
		Effects: func(context.Context) (int64, error) { return stored.Load(), nil },
		Records: func(context.Context) ([]audit.Record, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return audit.Read(f)
		},
		Caller: society, // who the credential of the test stands for, as the server records it
	}

	request := once.Request{Caller: society, Skill: action.Skill, MessageID: "m-1", Payload: action.Send.Parts}
	if _, _, err := doer.Do(context.Background(), request, func(context.Context) (once.Result, error) {
		stored.Add(1)
		return once.Result{}, nil
	}); err != nil {
		log.Fatal(err)
	}
	n, _ := action.Effects(context.Background())
	list, err := action.Records(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "effect;", len(list), "records:", list[0].Phase, list[1].Phase, "by", list[0].Caller.Service)
	// Output: 1 effect; 2 records: intent outcome by society
}
