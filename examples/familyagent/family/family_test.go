package family

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/verifytest"
)

// others are the cards of the other five.
func others(t *testing.T, id string) []*card.Document {
	t.Helper()
	var out []*card.Document
	for _, other := range IDs() {
		if other == id {
			continue
		}
		a, _ := Table(other, nil)
		text, _, err := a.Publish(origin(other)+"/a2a", nil)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, doc)
	}
	return out
}

// Each of the six passes everything under its own profile, warnings counted as
// failures, among the others, its signature verified by a pinned key.
func TestTheSix(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, id := range IDs() {
		t.Run(id, func(t *testing.T) { takeThrough(t, id) })
	}
	for range 100 { // connections end a little after their server
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}

func takeThrough(t *testing.T, id string) {
	k := newKit(t, id)
	a := k.agent
	live := verify.Live{Credentials: k.creds, Messages: map[string]verify.Message{}}
	for _, s := range a.Skills {
		skill := s.Card.Skill()
		if m, is := messages()[skill.ID]; is {
			live.Messages[skill.ID] = m
			if live.Message == nil {
				live.Message = &m
			}
		}
		if skill.Kind() == tags.KindAction {
			live.Actions = append(live.Actions, verify.Action{
				Skill: skill.ID, Send: verify.Message{Parts: []byte(event("e"))}, KeyPointer: "/0/data/id",
				Effects: k.Effects, Records: k.Records, Caller: audit.Caller{Service: "society"},
				Thorough: true, OtherCaller: &k.other, Retention: k.Retention(), Settle: 20 * time.Millisecond,
			})
		}
	}
	agent := verifytest.Agent{
		Handler: k.Server, Endpoint: origin(id) + "/a2a", Strict: true, Keys: k.keys, Live: live, Others: others(t, id),
	}
	for _, op := range k.table.Operations() {
		agent.Operations = append(agent.Operations, verify.Operation(op))
	}
	r := verifytest.Run(t, agent, a.Profile)
	if r.Signature.Status != verify.SignatureVerified || r.Signature.KeyID != id+"-1" {
		t.Errorf("the signature is %s", r.Signature.Status)
	}
	for _, c := range r.Checks {
		acts := c.ID == "V4" || strings.HasPrefix(c.ID, "E")
		rowless := c.ID == "V3" && (id == "guild" || id == "chopilot")
		want := verify.Pass
		if c.ID == "V9" || acts && id != "terra" || rowless {
			want = verify.NotApplicable
		}
		if c.Verdict != want {
			t.Errorf("%s is %s", c.ID, c.Verdict)
		}
	}
	if n := len(r.Checks); n != len(verify.Completion())+6 {
		t.Errorf("%d checks", n)
	}
}
