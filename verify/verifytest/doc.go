// Package verifytest takes an agent through every check within its own go test.
//
//	func TestAgent(t *testing.T) {
//		agent := verifytest.Agent{
//			Handler:  newServer(),                   // the card and A2A, as in production
//			Endpoint: "https://terra.internal/a2a",  // where the card says that it lives
//			Live: verify.Live{
//				Credentials: []verify.Credential{{Scheme: "serviceBearer", Token: testToken}},
//				Message:     &verify.Message{Text: "2026-11 리포트"},
//			},
//		}
//		verifytest.Run(t, agent, verify.Terra())
//	}
//
// The handler is served on this machine, under the endpoint's own origin and with
// a certificate made for the occasion, so that the card is the one of production
// to the byte. Nothing leaves the machine.
//
// A run of one's own agent is a self-check: it says what will be found, and proves
// nothing to others (card spec v1.7 §8; rule R1).
//
// Bad gives agents that each break one rule, for those who write checks or
// clients and want to see them caught.
package verifytest
