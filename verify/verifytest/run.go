package verifytest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/verify"
)

// Agent is an agent under test, and what its owner gives to try it with.
type Agent struct {
	Handler  http.Handler // for the whole origin: the card at its place, and A2A
	Endpoint string       // the A2A endpoint as the card has it, http or https

	// Card is the card that the agent is held to, where it is not simply the one
	// that Handler serves: the one that was handed in with an application, say.
	Card []byte

	Strict bool // each warning is an error too

	Keys *verify.KeySet // that sign the card; nil: signatures are not checked
	Live verify.Live    // credentials, messages, actions; where it dials is seen to here

	// Operations are the server's own list of what it dispatches (E1), and Others
	// the cards among which a caller chooses (T-skill-description).
	Operations []verify.Operation
	Others     []*card.Document

	// Checks are what is asked; nil is Everything.
	Checks []verify.Check
}

// Everything is every check that there is, without P5 where no keys are pinned
// and without P1 for plain http.
func (a Agent) everything() []verify.Check {
	out := append(verify.Completion(), verify.P2(), verify.P3(), verify.P4(), verify.Review4())
	if a.Keys != nil {
		out = append(out, verify.P5())
	}
	if strings.HasPrefix(a.Endpoint, "https:") {
		out = append(out, verify.P1())
	}
	return out
}

// Run serves the agent and takes it through its checks. Each finding that stands
// in the way is an error of tb that begins with its rule: what failed, and what
// stayed unproven or could not be told. Warnings are logged. It returns the
// report.
func Run(tb testing.TB, a Agent, p verify.Profile) *verify.Report {
	tb.Helper()
	u, err := url.Parse(a.Endpoint)
	if err != nil || u.Host == "" {
		tb.Fatalf("verifytest: Agent.Endpoint is no URL: %q", a.Endpoint)
	}
	if a.Handler == nil {
		tb.Fatal("verifytest: Agent.Handler is nil")
	}
	server, err := loopback.Serve(u.Scheme+"://"+u.Host, a.Handler)
	if err != nil {
		tb.Fatalf("verifytest: %v", err)
	}
	transport := server.Transport()
	defer func() {
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			tb.Errorf("verifytest: %v", err)
		}
	}()
	live := a.Live
	live.Transport = transport
	if u.Scheme == "http" {
		live.AllowHTTP, p.AllowHTTP = true, true
	}
	checks := a.Checks
	if checks == nil {
		checks = a.everything()
	}
	r := verify.Run(tb.Context(), verify.Target{
		Received: a.Card, Endpoint: a.Endpoint, Profile: p, Keys: a.Keys, Strict: a.Strict, Live: &live, By: "self-check",
		Operations: a.Operations, Others: a.Others,
	}, checks...)
	tell(tb, r)
	return r
}

// tell says what was found.
func tell(tb testing.TB, r *verify.Report) {
	tb.Helper()
	said := false
	for _, f := range r.Findings {
		switch line := lineOf(f); f.Verdict {
		case verify.Fail, verify.Inconclusive, verify.NeedsEvidence:
			said = true
			tb.Error(line)
		case verify.Warn:
			tb.Log(line)
		}
	}
	if !said && !r.OK() {
		tb.Errorf("verifytest: %v", r.Err())
	}
}

// lineOf is a finding on one line: rule, code, verdict, place, what is wrong and
// what to do.
func lineOf(f verify.Finding) string {
	s := f.Rule
	if f.Code != "" {
		s += "/" + f.Code
	}
	s += " " + f.Verdict.String()
	if f.Pointer != "" {
		s += " at " + f.Pointer
	}
	s += ": " + f.Message.EN
	if f.Hint.EN != "" {
		s += " (" + f.Hint.EN + ")"
	}
	return s
}
