package verifytest_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/verify"
)

// Society calls the agent as well: it reads the card at the endpoint's origin and
// sends one task.
func Example_society() {
	admit := func(ctx context.Context, endpoint string, applied ans.Name, token string, live verify.Live) error {
		live.Credentials = []verify.Credential{{Scheme: "userBearer", Token: token}}
		target := verify.Target{Endpoint: endpoint, Profile: verify.External(applied), Live: &live, By: verify.Society}
		report := verify.Run(ctx, target, verify.Completion()...)
		if !report.Complete() {
			return fmt.Errorf("not complete: %w", report.Err())
		}
		return nil
	}

	agent, token, live, end := liveAgent()
	defer end()
	ctx, applied := context.Background(), ans.MustParse("ethos.decision.v1")
	fmt.Println(admit(ctx, agent, applied, token, live))
	err := admit(ctx, agent, applied, "another token", live)
	fmt.Println(errors.Is(err, verify.ErrFailed), err)
	// Output:
	// <nil>
	// true not complete: verify: the card failed: V7: the call was refused, with a credential of the declared scheme: HTTP status 401. (2 in all)
}

// liveAgent serves ethos for an example, until end.
func liveAgent() (endpoint, token string, live verify.Live, end func()) {
	const origin = "https://ethos.internal"
	a, err := badagent.New(badagent.Options{Agent: "ethos", Origin: origin})
	if err != nil {
		log.Fatal(err)
	}
	s, err := loopback.Serve(origin, a)
	if err != nil {
		log.Fatal(err)
	}
	transport := s.Transport()
	return origin + badagent.Path, a.Token("userBearer"), verify.Live{Transport: transport}, func() {
		transport.CloseIdleConnections()
		a.Close()
		s.Close()
	}
}
