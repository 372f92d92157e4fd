package verifytest_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/verifytest"
)

// quiet is a testing.TB for an example: its context, and what it is told.
type quiet struct {
	testing.TB
	errors int
}

func (q *quiet) Helper()                  {}
func (q *quiet) Context() context.Context { return context.Background() }
func (q *quiet) Error(args ...any)        { q.errors++; fmt.Println(args...) }
func (q *quiet) Log(args ...any)          {}

// terra is an agent as a family repository would have it: its handler, and the
// credentials of its tests.
func terra(defect string) (handler http.Handler, serviceToken, actionToken string, agent *badagent.Agent, end func()) {
	dir, err := os.MkdirTemp("", "terra-")
	if err != nil {
		log.Fatal(err)
	}
	a, err := badagent.New(badagent.Options{Agent: "terra", Origin: "https://terra.internal", Dir: dir, Defect: defect})
	if err != nil {
		log.Fatal(err)
	}
	return a, a.Token("serviceBearer"), a.Token("actionBearer"), a, func() {
		a.Close()
		os.RemoveAll(dir)
	}
}

// A family agent takes its own handler through everything, its action too.
func ExampleRun() {
	t := &quiet{}
	server, serviceToken, actionToken, store, end := terra("")
	defer end()
	agent := verifytest.Agent{
		Handler: server, Endpoint: "https://terra.internal/a2a", // as the card has it
		Live: verify.Live{
			Credentials: []verify.Credential{{Scheme: "serviceBearer", Token: serviceToken}, {Scheme: "actionBearer", Token: actionToken}},
			Message:     &verify.Message{Text: "2026-11 리포트"},
			Messages:    map[string]verify.Message{"report-lookup": {Text: "2026-11 리포트"}},
			Actions: []verify.Action{{
				Skill: "event-ingest", Send: verify.Message{Parts: []byte(`[{"data":{"event":"ingest","id":"1"}}]`)},
				KeyPointer: "/0/data/id", Effects: store.Effects, Records: store.Records, Retention: 48 * time.Hour,
			}},
		},
	}
	report := verifytest.Run(t, agent, verify.Terra())
	fmt.Println(report.Verdict("V7"), report.Verdict("E4"), report.Verdict("E5"), t.errors)
	// Output: pass pass pass 0
}

// The same agent, had it forgotten what it did.
func ExampleRun_executesTwice() {
	t := &quiet{}
	server, serviceToken, actionToken, store, end := terra("E4-payload-key")
	defer end()
	verifytest.Run(t, verifytest.Agent{
		Handler: server, Endpoint: "https://terra.internal/a2a",
		Live: verify.Live{
			Credentials: []verify.Credential{{Scheme: "serviceBearer", Token: serviceToken}, {Scheme: "actionBearer", Token: actionToken}},
			Actions: []verify.Action{{
				Skill: "event-ingest", Send: verify.Message{Parts: []byte(`[{"data":{"event":"ingest","id":"1"}}]`)},
				KeyPointer: "/0/data/id", Effects: store.Effects, Records: store.Records,
			}},
		},
		Checks: []verify.Check{verify.E4()},
	}, verify.Terra())
	// Output: E4/payload-key fail at /skills/1: sending the same id of the payload under a fresh `messageId` executed once more: `/0/data/id`. (let the caller's key bind the execution to once; a task id issued by the server is no key)
}
