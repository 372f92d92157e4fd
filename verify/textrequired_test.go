package verify

import (
	"context"
	"net/http"
	"slices"
	"testing"
)

const ledgerURI = "https://example.com/ext/ledger/v1"

var demandsLedger = `set /capabilities/extensions/- {"uri":"` + ledgerURI + `","required":true}`

// Rule T-ext-required: nothing is sent before each required extension is
// understood; then it is asked for with every request, polls and resends too.
func TestExtRequiredComesFirst(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := terraSite(t, demandsLedger)
		target.Live.Message = &Message{Text: "report"}
		target.Live.Messages = map[string]Message{"report-lookup": {Text: "report"}}
		target.Live.Actions = []Action{ingest()}
		r := Run(context.Background(), target, all()...)
		if n := len(s.sent()); n > 0 {
			t.Errorf("%d messages before the extension was understood", n)
		}
		if f := one(r, "T-ext-required", ""); f == nil || f.Verdict != Fail || f.Pointer != "/capabilities/extensions/1" {
			t.Errorf("%+v", f)
		}
		for _, id := range []string{"V4", "V7", "E4", "E5", "review4"} {
			if v := r.Verdict(id); v != NeedsEvidence {
				t.Errorf("%s is %s", id, v)
			}
		}
	})
}

func TestExtRequiredIsAskedFor(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, demandsLedger, `set /capabilities/extensions/- {"uri":"https://example.com/ext/other"}`)
		asks := func(c *rpc) bool { return slices.Equal(c.Header.Values("A2A-Extensions"), []string{ledgerURI}) }
		s.send = func(c *rpc) (*http.Response, error) {
			if !asks(c) {
				return c.fault("-32008", "the ledger is required")
			}
			return c.task("t", "WORKING")
		}
		s.poll = func(c *rpc) (*http.Response, error) {
			if !asks(c) {
				return c.fault("-32008", "the ledger is required")
			}
			return c.task("t", "COMPLETED")
		}
		target.Live.Understood = []string{ledgerURI, "https://example.com/ext/other", "https://example.com/ext/third"}
		if got := Run(context.Background(), target, V7(), Routing()); got.Verdict("V7") != Warn || len(s.rpcs) != 2 { // warn: answered early
			t.Errorf("V7 is %s: %v", got.Verdict("V7"), found(got, nil))
		}
	})
}

// An extension that the card does not name is an error of its own kind.
func TestExtRequiredUnsaid(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.send = func(c *rpc) (*http.Response, error) { return c.fault("-32008", "the ledger is required") }
		r := Run(context.Background(), target, V7(), Routing())
		if f := one(r, "T-ext-required", "refused"); f == nil || f.Verdict != Fail || f.Exchange == nil || r.Verdict("V7") != NeedsEvidence {
			t.Errorf("V7 is %s, %+v", r.Verdict("V7"), f)
		}
	})
}
