package once_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// An agent takes in events, each once, and leaves a record of each.
func Example() {
	dir, err := os.MkdirTemp("", "once")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	records, err := audit.Open(filepath.Join(dir, "audit.jsonl"), audit.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer records.Close()
	store, err := once.OpenFile(filepath.Join(dir, "once.jsonl"), once.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	doer, err := once.New(store, once.Options{Audit: records})
	if err != nil {
		log.Fatal(err)
	}
	defer doer.Close(context.Background())

	stored := 0
	ingest := func(ctx context.Context, caller audit.Caller, messageID, eventID string, parts json.RawMessage) (once.Result, bool, error) {
		request := once.Request{
			Caller: caller, Skill: "event-ingest", MessageID: messageID, Payload: parts,
			Keys: []once.PayloadKey{{Name: "event", Value: eventID}},
		}
		return doer.Do(ctx, request, func(context.Context) (once.Result, error) {
			stored++ // the effect
			return once.Result{Answer: fmt.Append(nil, "stored ", eventID)}, nil
		})
	}

	ctx, society := context.Background(), audit.Caller{Service: "society"}
	event := json.RawMessage(`[{"data": {"event": "ingest", "id": "e-7"}}]`)
	for _, id := range []string{"m-1", "m-1", "m-2"} { // the answer was lost; then a fresh message of the same event
		res, first, err := ingest(ctx, society, id, "e-7", event)
		fmt.Printf("%s: %s, first %v, %v\n", id, res.Answer, first, err)
	}
	_, _, err = ingest(ctx, society, "m-1", "e-8", json.RawMessage(`[{"data": {"event": "ingest", "id": "e-8"}}]`))
	fmt.Println(errors.Is(err, once.ErrOtherPayload), err)

	text, err := os.ReadFile(filepath.Join(dir, "audit.jsonl"))
	fmt.Println("effects:", stored, "audit lines:", strings.Count(string(text), "\n"), err)
	// Output:
	// m-1: stored e-7, first true, <nil>
	// m-1: stored e-7, first false, <nil>
	// m-2: stored e-7, first false, <nil>
	// true once: the key was used for another payload
	// effects: 1 audit lines: 2 <nil>
}

// An effect that was refused before it changed anything frees its keys.
func ExampleNothingHappened() {
	doer, err := once.New(once.NewMemoryStore(once.Limits{}), once.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer doer.Close(context.Background())
	request := once.Request{Caller: audit.Caller{Service: "society"}, MessageID: "m-1"}
	for _, open := range []bool{false, true} {
		_, first, err := doer.Do(context.Background(), request, func(context.Context) (once.Result, error) {
			if !open {
				return once.Result{}, once.NothingHappened(errors.New("the books are closed"))
			}
			return once.Result{}, nil
		})
		fmt.Println(first, err)
	}
	// Output:
	// true once: nothing happened: the books are closed
	// true <nil>
}

// After a crash in the middle of an effect its owner looks what became of it.
func ExampleDoer_Settle() {
	store, ctx := once.NewMemoryStore(once.Limits{}), context.Background()
	request := once.Request{Caller: audit.Caller{Service: "society"}, MessageID: "m-1"}
	crash(store, request)

	doer, err := once.New(store, once.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer doer.Close(ctx)
	execute := func() {
		res, _, err := doer.Do(ctx, request, func(context.Context) (once.Result, error) { return once.Result{}, nil })
		fmt.Printf("%s %v\n", res.Answer, errors.Is(err, once.ErrUnknownOutcome))
	}
	execute()
	open, err := doer.Unfinished(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range open { // the owner finds the event in the books
		fmt.Println("begun and not ended:", r.Keys[0].Value)
		if err := doer.Settle(ctx, r.ID, once.Result{Answer: []byte("stored")}); err != nil {
			log.Fatal(err)
		}
	}
	execute()
	// Output:
	//  true
	// begun and not ended: m-1
	// stored false
}

// crash stores the intent of a request, and no more.
func crash(store once.Store, r once.Request) {
	doer, err := once.New(newFaulty(store, "Finish"), once.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, _, _ = doer.Do(context.Background(), r, func(context.Context) (once.Result, error) { return once.Result{}, nil })
}
