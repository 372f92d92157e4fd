package verify_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
)

// From nothing to a card that is served: built under the agent's own profile,
// which adds the assigned name, written, signed and handed to its place.
func ExampleBuild() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader) // in earnest from a file, an HSM or a KMS
	if err != nil {
		fmt.Println(err)
		return
	}
	publish := func() (*wellknown.Handler, error) {
		b := card.New("Terra Observer", "1.0.0").
			Description("리포트를 조회하고 이벤트를 받는다.").
			JSONRPC("https://terra.internal/a2a").Modes("application/json").
			Scheme("serviceBearer", card.BearerScheme("")).Scheme("ingestBearer", card.BearerScheme("")).
			Requires(card.Requirement("serviceBearer")).
			Skills(
				card.Query("report-lookup", "리포트 조회", "저장된 리포트를 읽어 돌려준다."),
				card.Action("event-ingest", "이벤트 수신", "society 전이 이벤트를 받는다. 같은 id의 재전송은 중복을 만들지 않는다.", tags.EffectReversible).
					Requires(card.Requirement("ingestBearer")), // E3: what opens the query doesn't open this
			)
		c, report := verify.Build(b, verify.Terra())
		if c == nil {
			return nil, report.Err() // report.Findings has all of it
		}
		text, err := card.Marshal(c, card.DialectDual)
		if err != nil {
			return nil, err
		}
		doc, err := card.Parse(text)
		if err != nil {
			return nil, err
		}
		signed, err := card.Sign(doc, card.Signer{Key: key, KeyID: "terra-1"})
		if err != nil {
			return nil, err
		}
		return wellknown.NewHandler(signed)
	}

	handler, err := publish()
	fmt.Println(handler != nil, err)
	// Output: true <nil>
}

// A card that the profile refuses is not handed out; the report says why, and
// all of it.
func ExampleBuild_refused() {
	b := card.New("Terra Observer", "1.0.0").
		Description("이벤트를 받는다.").
		JSONRPC("https://terra.internal/a2a").Modes("application/json").
		Scheme("serviceBearer", card.BearerScheme("")).
		Requires(card.Requirement("serviceBearer")).
		Skills(
			card.Advisory("advise", "자문", "기준을 정리한다."),
			card.Action("event-ingest", "이벤트 수신", "이벤트를 받는다.", tags.EffectReversible),
		)
	c, report := verify.Build(b, verify.Terra())
	fmt.Println(c == nil, report.Outcome())
	for _, f := range report.Findings {
		if f.Verdict == verify.Fail {
			fmt.Println(f.Rule, f.Pointer, f.Message.EN)
		}
	}
	// Output:
	// true fail
	// E3 /security action skill `event-ingest` is opened by a scheme of advice or queries: `serviceBearer`. The token handed over to ask for advice opens execution too. Opened by: the requirement `serviceBearer` of skill `advise`.
	// S2.2-exposure-policy /skills/0/tags the kind of skill `advise` lies outside the present policy of terra: `chofam:kind/advisory`.
}
