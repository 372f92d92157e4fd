package verify_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// ethosCard is the card of card spec v1.7 §1.
func ethosCard() []byte {
	body, err := os.ReadFile("../card/testdata/card-spec-sample.json")
	if err != nil {
		panic(err)
	}
	return body
}

// Society lets an agent in whose card holds what it must, under the name that
// the agent applied for.
func Example_society() {
	admit := func(ctx context.Context, body []byte, applied ans.Name) error {
		doc, err := card.Parse(body)
		if err != nil {
			return err // no agent card, and why
		}
		target := verify.Target{Document: doc, Profile: verify.External(applied)}
		return verify.Run(ctx, target, verify.Offline()...).Err() // nil, or what stands in the way
	}

	ctx, applied := context.Background(), ans.MustParse("ethos.decision.v1")
	fmt.Println(admit(ctx, ethosCard(), applied))
	err := admit(ctx, []byte(strings.ReplaceAll(string(ethosCard()), "chofam:scope/party", "party")), applied)
	fmt.Println(errors.Is(err, verify.ErrFailed), err)
	err = admit(ctx, []byte(`{"name": "left-pad", "version": "1.3.0"}`), applied)
	fmt.Println(errors.Is(err, card.ErrNotAgentCard))
	// Output:
	// <nil>
	// true verify: the card failed: S2.3-scope-party at /skills/0/tags: skill `decision-session` has no `chofam:scope/party` tag. A card that does not declare whom it serves fails registration. (1 in all)
	// true
}

// A family agent checks its own card in a test, more strictly than others will.
func Example_familyAgent() {
	cardJSON := ethosCard()
	testCard := func(t testing.TB) {
		target := verify.Target{Received: cardJSON, Profile: verify.Ethos(), Strict: true}
		report := verify.Run(t.Context(), target, verify.Offline()...)
		for _, f := range report.Findings {
			t.Log(f.Verdict.Label("ko"), f.Rule, f.Pointer, f.Message.KO, f.Hint.KO)
		}
		if !report.OK() {
			t.Error("the card is not ready to be published")
		}
	}

	testCard(printer{})
	// Output:
	// 참고 V3  분류와 skill ID만 보았다. 글에서 찾지 않은 것: 판정 반환. 이 범위는 사람이 카드와 구현을 보고 확인한다
	// 불통과 B-iface-version /supportedInterfaces/0 인터페이스에 `protocolVersion`이 없다. 최상위 값에서 대신 읽었다: `1.0`. 인터페이스마다 `"protocolVersion": "1.0"`을 적는다
	// the card is not ready to be published
}

// printer prints what a test says.
type printer struct{ testing.TB }

func (printer) Context() context.Context { return context.Background() }
func (printer) Log(args ...any)          { fmt.Println(args...) }
func (printer) Error(args ...any)        { fmt.Println(args...) }

// Whoever runs a registry of their own adds what they ask beyond the card spec.
func Example_thirdParty() {
	acme := verify.Check{
		ID: "acme-contact", Source: "acme policy §3", Needs: verify.NeedsDocument,
		Title: card.Text{KO: "연락처", EN: "a contact"},
		Func: func(_ context.Context, s *verify.Subject) []verify.Finding {
			if s.Card().DocumentationURL != "" {
				return nil
			}
			missing := card.Text{KO: "`documentationUrl`이 없다.", EN: "there is no `documentationUrl`."}
			return []verify.Finding{{Verdict: verify.Fail, Problem: card.Problem{Message: missing}}}
		},
	}
	target := verify.Target{Received: ethosCard(), Profile: verify.External(ans.MustParse("ethos.decision.v1"))}
	report := verify.Run(context.Background(), target, append(verify.Registration(), acme)...)

	for _, c := range report.Checks {
		fmt.Println(c.ID, c.Verdict)
	}
	fmt.Println(report.Outcome(), report.Err())
	// Output:
	// a2a warn
	// places pass
	// V1 needs-evidence
	// V2 pass
	// V4 not-applicable
	// V5 pass
	// V6 pass
	// V8 pass
	// V9 not-applicable
	// acme-contact fail
	// fail verify: the card failed: acme-contact: there is no `documentationUrl`. (2 in all)
}

// A profile is data. Here an owner opens one action of terra's by name, and
// forbids advice whatever the policy says.
func ExampleProfile() {
	p := verify.Terra()
	p.Policy.Actions = []string{"event-ingest"}
	p.Invariants = append(p.Invariants, verify.Invariant{Name: "terra I-2", Skills: []string{"report-correction"}})

	body, err := os.ReadFile("testdata/base/terra.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	checks, err := verify.Select("V3", "E3")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, profile := range []verify.Profile{verify.Terra(), p} {
		report := verify.Run(context.Background(), verify.Target{Received: body, Profile: profile}, checks...)
		fmt.Println(report.Verdict("V3"), report.Verdict("E3"), report.Outcome())
	}
	// Output:
	// warn pass warn
	// pass pass pass
}

func ExampleSelect() {
	_, err := verify.Select("V2", "V10")
	fmt.Println(errors.Is(err, verify.ErrUnknownCheck), err)
	// Output: true verify: unknown check: "V10"
}

func ExampleRules() {
	for _, r := range verify.Rules() {
		if r.ID == "S2.3-scope-party" {
			fmt.Println(r.ID, r.Severity, r.Kind, r.Checks)
			fmt.Println(r.Title.KO, "/", r.Title.EN)
			fmt.Println(r.Source)
		}
	}
	// Output:
	// S2.3-scope-party F static [V8]
	// 모든 skill은 `chofam:scope/party` 태그를 갖는다 / every skill has `chofam:scope/party`
	// card spec v1.7 §2.3, §8 V8
}
