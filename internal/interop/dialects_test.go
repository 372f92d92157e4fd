package interop

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	pb "github.com/a2aproject/a2a-go/v2/a2apb/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// What Marshal writes is read with the readers of the Go SDK: its default one,
// that for cards of 0.3, and the proto's JSON, strict and lenient.

// seen is what a reader finds in a card.
type seen struct {
	err          bool
	interfaces   []string // url, binding and version
	schemes      []string // name and kind
	extensions   []string
	requirements int // alternatives of the card
	own          int // of the last skill
}

func seenByGo(c *a2a.AgentCard, err error) seen {
	if err != nil {
		return seen{err: true}
	}
	var s seen
	for _, i := range c.SupportedInterfaces {
		s.interfaces = append(s.interfaces, strings.TrimSpace(i.URL+" "+string(i.ProtocolBinding)+" "+string(i.ProtocolVersion)))
	}
	for name, x := range c.SecuritySchemes {
		detail := "?"
		switch x := x.(type) {
		case a2a.HTTPAuthSecurityScheme:
			detail = x.Scheme + " " + x.BearerFormat
		case a2a.APIKeySecurityScheme:
			detail = string(x.Location) + " " + x.Name
		case a2a.OAuth2SecurityScheme:
			if f, ok := x.Flows.(a2a.ClientCredentialsOAuthFlow); ok {
				detail = f.TokenURL
			}
		}
		s.schemes = append(s.schemes, strings.TrimSpace(string(name)+" "+detail))
	}
	slices.Sort(s.schemes)
	for _, e := range c.Capabilities.Extensions {
		name, _ := e.Params["name"].(string)
		s.extensions = append(s.extensions, strings.TrimSpace(e.URI+" "+name))
	}
	s.requirements, s.own = len(c.SecurityRequirements), len(c.Skills[len(c.Skills)-1].SecurityRequirements)
	return s
}

func seenByProto(text []byte, lenient bool) seen {
	var c pb.AgentCard
	if err := (protojson.UnmarshalOptions{DiscardUnknown: lenient}).Unmarshal(text, &c); err != nil {
		return seen{err: true}
	}
	var s seen
	for _, i := range c.GetSupportedInterfaces() {
		s.interfaces = append(s.interfaces, strings.TrimSpace(i.GetUrl()+" "+i.GetProtocolBinding()+" "+i.GetProtocolVersion()))
	}
	for name, x := range c.GetSecuritySchemes() {
		detail := ""
		switch {
		case x.GetHttpAuthSecurityScheme() != nil:
			detail = x.GetHttpAuthSecurityScheme().GetScheme() + " " + x.GetHttpAuthSecurityScheme().GetBearerFormat()
		case x.GetApiKeySecurityScheme() != nil:
			detail = x.GetApiKeySecurityScheme().GetLocation() + " " + x.GetApiKeySecurityScheme().GetName()
		case x.GetOauth2SecurityScheme() != nil:
			detail = x.GetOauth2SecurityScheme().GetFlows().GetClientCredentials().GetTokenUrl()
		}
		s.schemes = append(s.schemes, strings.TrimSpace(name+" "+detail))
	}
	slices.Sort(s.schemes)
	for _, e := range c.GetCapabilities().GetExtensions() {
		s.extensions = append(s.extensions, strings.TrimSpace(e.GetUri()+" "+e.GetParams().GetFields()["name"].GetStringValue()))
	}
	s.requirements, s.own = len(c.GetSecurityRequirements()), len(c.GetSkills()[len(c.GetSkills())-1].GetSecurityRequirements())
	return s
}

func sampleCard(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../card/testdata/card-spec-sample.json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDialects holds what each reader makes of card spec §1's sample, as it
// stands and in each dialect, against what was measured (requirements §14).
func TestDialects(t *testing.T) {
	texts := map[string][]byte{"sample": sampleCard(t)}
	doc, err := card.Parse(texts["sample"])
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []card.Dialect{card.DialectDual, card.DialectProfile, card.DialectA2A10} {
		if texts[d.String()], err = card.Marshal(doc.Card(), d); err != nil {
			t.Fatal(err)
		}
	}
	right := seen{
		interfaces: []string{"https://ethos.internal/a2a JSONRPC 1.0"}, schemes: []string{"userBearer bearer JWT"},
		extensions: []string{"https://cho-fam.com/ans/v1 ethos.decision.v1"}, requirements: 1,
	}
	lost := right // its requirement
	lost.requirements = 0
	empty := lost // its scheme too
	empty.schemes = []string{"userBearer"}
	unversioned := func(s seen) seen {
		s.interfaces = []string{"https://ethos.internal/a2a JSONRPC"}
		return s
	}
	refused := seen{err: true}
	compat := a2av0.NewAgentCardParser()
	readers := map[string]func([]byte) seen{
		"a2a-go":         func(b []byte) seen { return seenByGo(agentcard.DefaultCardParser(b)) },
		"a2a-go for 0.3": func(b []byte) seen { return seenByGo(compat(b)) },
		"protojson":      func(b []byte) seen { return seenByProto(b, false) },
		"protojson that discards what it does not know": func(b []byte) seen { return seenByProto(b, true) },
	}
	for reader, want := range map[string]map[string]seen{
		"a2a-go":         {"sample": refused, "profile": refused, "dual": lost, "a2a10": refused},
		"a2a-go for 0.3": {"sample": unversioned(right), "profile": right, "dual": right, "a2a10": refused},
		"protojson":      {"sample": refused, "profile": refused, "dual": refused, "a2a10": right},
		"protojson that discards what it does not know": {"sample": unversioned(empty), "profile": empty, "dual": lost, "a2a10": right},
	} {
		for name, w := range want {
			if got := readers[reader](texts[name]); !equal(got, w) {
				t.Errorf("%s reads %s as\n%+v\nwant\n%+v", reader, name, got, w)
			}
		}
	}
}

func equal(a, b seen) bool {
	return a.err == b.err && slices.Equal(a.interfaces, b.interfaces) && slices.Equal(a.schemes, b.schemes) &&
		slices.Equal(a.extensions, b.extensions) && a.requirements == b.requirements && a.own == b.own
}

// A built card opens in the default reader, whatever its schemes, and the reader
// for 0.3 finds a skill's own requirement too (rule S3-standard-client).
func TestBuiltCard(t *testing.T) {
	c, err := card.New("Terra Observer", "1.0.0").Description("Keeps reports.").JSONRPC("https://terra.example.com/a2a").Modes("application/json").
		Extension(ans.MustParse("terra.observer.v1").Extension()).
		Scheme("serviceBearer", card.BearerScheme("")).
		Scheme("key", card.APIKeyScheme(card.InHeader, "X-Key")).
		Scheme("machine", card.ClientCredentialsScheme(card.OAuthFlow{TokenURL: "https://id.example.com/token"})).
		Requires(card.Requirement("serviceBearer"), card.Requirement("key")).
		Skills(
			card.Query("report-lookup", "Reports", "Looks reports up."),
			card.Action("event-ingest", "Events", "Takes events in.", tags.EffectReversible).Requires(card.Requirement("machine")),
		).Build()
	if err != nil {
		t.Fatal(err)
	}
	text, err := card.Marshal(c, card.DialectDual)
	if err != nil {
		t.Fatal(err)
	}
	want := seen{
		interfaces: []string{"https://terra.example.com/a2a JSONRPC 1.0"},
		schemes:    []string{"key header X-Key", "machine https://id.example.com/token", "serviceBearer bearer"},
		extensions: []string{"https://cho-fam.com/ans/v1 terra.observer.v1"},
	}
	if got := seenByGo(agentcard.DefaultCardParser(text)); !equal(got, want) {
		t.Errorf("a2a-go reads\n%+v\nwant\n%+v", got, want)
	}
	want.requirements, want.own = 2, 1
	if got := seenByGo(a2av0.NewAgentCardParser()(text)); !equal(got, want) {
		t.Errorf("a2a-go for 0.3 reads\n%+v\nwant\n%+v", got, want)
	}
	if text, err = card.Marshal(c, card.DialectA2A10); err != nil {
		t.Fatal(err)
	}
	if got := seenByProto(text, false); !equal(got, want) {
		t.Errorf("protojson reads\n%+v\nwant\n%+v", got, want)
	}
}

// The bare-array spelling of requirements, which a2a-go writes and reads, is
// refused by protojson, and ProtoJSON's by a2a-go: no spelling serves both, so
// that dual writes security (X6).
func TestNoSpellingServesBoth(t *testing.T) {
	for _, requirement := range []string{`{"schemes":{"s":[]}}`, `{"schemes":{"s":{}}}`, `{"schemes":{"s":{"list":[]}}}`, `{"schemes":{"s":null}}`} {
		text := []byte(`{"name":"N","skills":[{"id":"s"}],"securityRequirements":[` + requirement + `]}`)
		if a, b := seenByGo(agentcard.DefaultCardParser(text)), seenByProto(text, true); !a.err && !b.err {
			t.Errorf("%s is read by both", requirement)
		} else if a.err && b.err {
			t.Errorf("%s is read by none", requirement)
		}
	}
}

// What a2a10 writes is strict ProtoJSON, and a card that it can't hold is none.
func TestA2A10IsStrict(t *testing.T) {
	for _, tr := range traits {
		doc, err := card.Parse([]byte(tr.card()))
		if err != nil {
			t.Fatal(err)
		}
		text, err := card.Marshal(doc.Card(), card.DialectA2A10)
		var lost *card.NotRepresentableError
		if errors.As(err, &lost) {
			if strict := seenByProto([]byte(tr.card()), false); !strict.err && tr.name != "members at their implicit default" { // an empty list of a skill, which ProtoJSON loses
				t.Errorf("%s: %v, and protojson reads it", tr.name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var c pb.AgentCard
		if err := protojson.Unmarshal(text, &c); err != nil {
			t.Errorf("%s: %v\n%s", tr.name, err, text)
		}
	}
}
