package interop

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// written is a card that readers are given: what it says, and its text in each
// spelling.
type written struct {
	name  string
	said  map[string]any
	texts map[string]string // by dialect, or asGiven
}

// requires reports whether the card has schemes, and whether a skill has
// requirements of its own.
func (w written) requires() (schemes, own bool) {
	_, schemes = w.said["securitySchemes"]
	for _, s := range objects(w.said["skills"]) {
		_, has := s["securityRequirements"]
		own = own || has
	}
	return schemes, own
}

// said is what the cards say, in the form of normal. It is written by hand: taken
// from a card that was built, it would say what Build and Marshal have made of it.
func said(t *testing.T) map[string]map[string]any {
	t.Helper()
	text, err := os.ReadFile("testdata/said.json")
	if err != nil {
		t.Fatal(err)
	}
	var of map[string]json.RawMessage
	if err := json.Unmarshal(text, &of); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]any{}
	for name, card := range of {
		out[name] = normal(t, card)
	}
	return out
}

// asGiven is the spelling of a text that card.Marshal has not written.
const asGiven = "as given"

// dialects are those of card.Marshal.
var dialects = []card.Dialect{card.DialectDual, card.DialectProfile, card.DialectA2A10}

// writtenCards are the cards that are read: built ones in each dialect, and
// card spec §1's sample as it stands, in the two spellings that requirements §14
// measured, and in one more.
func writtenCards(t *testing.T) []written {
	t.Helper()
	var list []written
	say := said(t)
	if len(say) != len(builtCards) {
		t.Fatalf("%d cards in said.json, and %d built", len(say), len(builtCards))
	}
	for _, b := range builtCards {
		c, err := b.card().Build()
		if err != nil {
			t.Fatalf("%s: %v", b.name, err)
		}
		w := written{name: b.name, said: say[b.name], texts: map[string]string{}}
		for _, d := range dialects {
			text, err := card.Marshal(c, d)
			if err != nil {
				t.Fatalf("%s: %v", b.name, err)
			}
			w.texts[d.String()] = string(text)
		}
		list = append(list, w)
	}
	sample, err := os.ReadFile("../../card/testdata/card-spec-sample.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		name   string
		change func(map[string]any)
	}{
		{"sample S", func(map[string]any) {}},
		{"sample P", strictSample},
		{"sample U", unitedSample},
		{"sample W", wrappedSample},
	} {
		var tree map[string]any
		if err := json.Unmarshal(sample, &tree); err != nil {
			t.Fatal(err)
		}
		s.change(tree)
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, written{s.name, say[likeEthos], map[string]string{asGiven: string(text)}})
	}
	return list
}

// strictSample makes the sample strict ProtoJSON (P of requirements §14).
func strictSample(tree map[string]any) {
	delete(tree, "protocolVersion")
	delete(tree, "url")
	delete(tree, "security")
	tree["supportedInterfaces"].([]any)[0].(map[string]any)["protocolVersion"] = "1.0"
	tree["securitySchemes"] = map[string]any{"userBearer": map[string]any{"httpAuthSecurityScheme": map[string]any{"scheme": "bearer", "bearerFormat": "JWT"}}}
	tree["securityRequirements"] = []any{map[string]any{"schemes": map[string]any{"userBearer": map[string]any{"list": []any{}}}}}
}

// unitedSample adds the scheme's wrapper and the version of the interface to
// the sample (U of requirements §14).
func unitedSample(tree map[string]any) {
	tree["supportedInterfaces"].([]any)[0].(map[string]any)["protocolVersion"] = "1.0"
	tree["securitySchemes"].(map[string]any)["userBearer"].(map[string]any)["httpAuthSecurityScheme"] = map[string]any{"scheme": "bearer", "bearerFormat": "JWT"}
}

// wrappedSample is U without the flat members of the scheme: the spelling that
// more default readers of 1.0 make a type of, and none of 0.3.
func wrappedSample(tree map[string]any) {
	unitedSample(tree)
	scheme := tree["securitySchemes"].(map[string]any)["userBearer"].(map[string]any)
	for _, flat := range []string{"type", "scheme", "bearerFormat"} {
		delete(scheme, flat)
	}
}

// agent is what the cards below have in common.
func agent(name, description string) *card.Builder {
	return card.New(name, "1.0.0").Description(description).Provider("Example", "https://example.com").Modes("application/json")
}

// lookup and ingest are skills of theirs.
func lookup() card.PartySkill {
	return card.Query("report-lookup", "Reports", "Looks reports up.").Tags("reports").Examples("What was reported on Monday?").InputModes("text/plain")
}

func ingest() card.PartySkill {
	return card.Action("event-ingest", "Events", "Takes events in.", tags.EffectReversible)
}

// likeEthos is the card that says what card spec §1's sample says.
const likeEthos = "like ethos"

const readEndpoint = "https://terra.example.com/a2a"

var builtCards = []struct {
	name string
	card func() *card.Builder
}{
	{likeEthos, func() *card.Builder {
		return card.New("Ethos Decision", "1.0.0").
			Description("결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다.").
			Provider("CHOFAM", "https://cho-fam.com").
			JSONRPC("https://ethos.internal/a2a").
			Streaming(false).PushNotifications(false).
			Extension(ans.MustParse("ethos.decision.v1").Extension()).
			Modes("text/plain").
			Scheme("userBearer", card.BearerScheme("JWT")).
			Requires(card.Requirement("userBearer")).
			Skills(card.Advisory("decision-session", "결정 세션", "기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.").Modes("text/plain"))
	}},
	{"like terra, a skill with its own requirement", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").
			Documentation("https://terra.example.com/doc").Icon("https://terra.example.com/icon.png").
			JSONRPC(readEndpoint).
			Streaming(true).ExtendedCard(true).
			Extension(ans.MustParse("terra.observer.v1").Extension()).
			Scheme("serviceBearer", card.BearerScheme("")).
			Scheme("ingestBearer", card.BearerScheme("JWT").Described("for those who report")).
			Requires(card.Requirement("serviceBearer")).
			Skills(lookup(), ingest().Requires(card.Requirement("ingestBearer")))
	}},
	{"open to all", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Extension(ans.MustParse("terra.observer.v1").Extension()).Skills(lookup())
	}},
	{"OAuth 2.0, API keys and OpenID Connect", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Scheme("machine", card.ClientCredentialsScheme(card.OAuthFlow{TokenURL: "https://id.example.com/token", Scopes: map[string]string{"reports.read": "read reports"}})).
			Scheme("person", card.AuthorizationCodeScheme(card.OAuthFlow{
				AuthorizationURL: "https://id.example.com/authorize", TokenURL: "https://id.example.com/token", RefreshURL: "https://id.example.com/refresh",
				Scopes: map[string]string{"events.write": "report events"}, PKCERequired: true,
			}).Described("for people")).
			Scheme("key", card.APIKeyScheme(card.InHeader, "X-Key")).
			Scheme("query", card.APIKeyScheme(card.InQuery, "key")).
			Scheme("cookie", card.APIKeyScheme(card.InCookie, "session")).
			Scheme("openid", card.OpenIDConnectScheme("https://id.example.com/.well-known/openid-configuration")).
			Requires(card.Requirement("machine", "reports.read"), card.Requirement("openid").And("key"), card.Requirement("query"), card.Requirement("cookie")).
			Skills(lookup(), ingest().Requires(card.Requirement("person", "events.write")))
	}},
	{"a device code flow", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Scheme("device", card.DeviceCodeScheme(card.OAuthFlow{
				DeviceAuthorizationURL: "https://id.example.com/device", TokenURL: "https://id.example.com/token", Scopes: map[string]string{"reports.read": "read reports"},
			})).
			Requires(card.Requirement("device", "reports.read")).Skills(lookup())
	}},
	{"mutual TLS", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Scheme("mtls", card.MutualTLSScheme().Described("certificates of the family")).
			Requires(card.Requirement("mtls")).Skills(lookup())
	}},
	{"two interfaces, one with a tenant", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Interface(card.Interface{URL: "https://terra.example.com/rest", ProtocolBinding: "HTTP+JSON", Tenant: "earth"}).
			Scheme("serviceBearer", card.BearerScheme("")).
			Requires(card.Requirement("serviceBearer")).Skills(lookup())
	}},
	{"two extensions with params", func() *card.Builder {
		return agent("Terra Observer", "Keeps reports.").JSONRPC(readEndpoint).
			Extension(ans.MustParse("terra.observer.v1").Extension()).
			Extension(card.Extension{
				URI: "https://example.com/ext/v1", Description: "what it takes", Required: true,
				Params: json.RawMessage(`{"list":[1,2.5,"three",true,null,{"four":[]}],"note":"","nothing":null,"이름":"값","limit":1000000}`),
			}).
			Scheme("serviceBearer", card.BearerScheme("")).
			Requires(card.Requirement("serviceBearer")).Skills(lookup())
	}},
	{"unicode", func() *card.Builder {
		return agent("Terra 🧭 관찰자 👩‍👩‍👧", "𝕽𝖊𝖕𝖔𝖗𝖙𝖘, 𠮷野家; \u2028 \u007f \"<&>\" \\ 끝.").JSONRPC("https://terra.example.com/%EA%B8%B8/a2a").
			Scheme("열쇠 🔑", card.BearerScheme("JWT").Described("한국어 설명")).
			Requires(card.Requirement("열쇠 🔑")).
			Skills(card.Query("조회", "보고서 조회", "보고서를 찾는다.").Tags("보고서").Examples("월요일에 무슨 보고가 있었나?"))
	}},
}
