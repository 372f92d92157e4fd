package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/tags"
)

// ethosBuilder and terraBuilder make family cards, without the names.
func ethosBuilder() *card.Builder {
	return card.New("Ethos Decision", "1.0.0").Description("결정 세션을 진행한다.").
		Provider("CHOFAM", "https://cho-fam.com").
		JSONRPC("https://ethos.internal/a2a").Modes("text/plain").
		Scheme("userBearer", card.BearerScheme("JWT")).Requires(card.Requirement("userBearer")).
		Skills(card.Advisory("decision-session", "결정 세션", "기준과 가정을 되묻고 정리해 돌려준다."))
}

func terraBuilder() *card.Builder {
	return card.New("Terra Observer", "1.0.0").Description("리포트를 조회하고 이벤트를 받는다.").
		JSONRPC("https://terra.internal/a2a").Modes("application/json").
		Scheme("serviceBearer", card.BearerScheme("")).Scheme("ingestBearer", card.BearerScheme("")).
		Requires(card.Requirement("serviceBearer")).
		Skills(
			card.Query("report-lookup", "리포트 조회", "저장된 리포트를 읽어 돌려준다."),
			card.Action("event-ingest", "이벤트 수신", "society 전이 이벤트를 받아 SOURCE로 남긴다.", tags.EffectReversible).Requires(card.Requirement("ingestBearer")),
		)
}

// A right builder gives a card under its profile that passes without a warning,
// names included, also when everything else is held against it.
func TestBuild(t *testing.T) {
	terra := Terra()
	terra.Policy.Actions = []string{"event-ingest"}
	applied := ans.MustParse("weather.notes.v1")
	local := External(applied)
	local.AllowHTTP = true
	for _, tc := range []struct {
		name string
		b    *card.Builder
		p    Profile
		want Outcome
	}{
		{"ethos", ethosBuilder(), Ethos(), OutcomePass},
		{"terra", terraBuilder(), terra, OutcomePass},
		{"external", ethosBuilder().JSONRPC("https://notes.example.com/a2a"), External(applied), OutcomePass},
		{"two names", ethosBuilder().JSONRPC("https://notes.example.com/a2a"), External(applied, applied.Next()), OutcomePass},
		{"no name", ethosBuilder().JSONRPC("https://notes.example.com/a2a"), External(), OutcomeIncomplete},
		{"http", ethosBuilder().JSONRPC("http://notes.example.com/a2a"), local, OutcomePass},
		{"A2A alone", ethosBuilder().JSONRPC("https://notes.example.com/a2a"), A2AOnly(), OutcomePass},
		{"a warning", ethosBuilder().Documentation("/docs"), Ethos(), OutcomeWarn},
	} {
		before, _ := tc.b.Draft()
		c, r := Build(tc.b, tc.p)
		if after, _ := tc.b.Draft(); !bytes.Equal(before, after) {
			t.Errorf("%s: the builder was changed", tc.name)
		}
		if c == nil || r.Outcome() != tc.want {
			t.Errorf("%s: %v, %s, want %s: %v", tc.name, c, r.Outcome(), tc.want, r.Err())
			continue
		}
		names, err := ans.FromCard(c)
		if want := tc.p.Names; err != nil || !slices.Equal(names, want) {
			t.Errorf("%s: names %v (%v), want %v", tc.name, names, err, want)
		}
		dialect := card.DialectDual
		if tc.p.A2AOnly {
			dialect = card.DialectA2A10
		}
		text, err := card.Marshal(c, dialect)
		if err != nil {
			t.Fatal(err)
		}
		if again := Run(t.Context(), Target{Received: text, Profile: tc.p}, Offline()...); again.Digest != r.Digest || again.Outcome() != r.Outcome() {
			t.Errorf("%s: what Marshal writes is not what was judged:\n%s", tc.name, text)
		}
		doc, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if a, _ := doc.Canonical(); len(a) == 0 {
			t.Errorf("%s: no canonical form", tc.name)
		} else if b, _ := doc.CanonicalA2A(); !bytes.Equal(a, b) {
			t.Errorf("%s: can't be signed", tc.name)
		}
	}
}

// A name that the builder has, or may have meant, is left to it.
func TestBuildNames(t *testing.T) {
	for uri, want := range map[string]Verdict{
		ans.URI:                          Fail, // with another name
		"https://cho-fam.web.app/ans/v1": Fail,
		"https://cho-fam.com/ans/v1/":    Fail,
		"https://x.example.com/ans/v1":   Pass, // has nothing to do with it
	} {
		c, r := Build(ethosBuilder().Extension(card.Extension{URI: uri, Params: json.RawMessage(`{"name":"other.name.v1"}`)}), Ethos())
		if r.Verdict("V5") != want || (c == nil) != (want == Fail) {
			t.Errorf("%s: V5 %s, card %v", uri, r.Verdict("V5"), c)
		}
	}
	c, r := Build(ethosBuilder().Extension(ans.MustParse("ethos.decision.v1").Extension()), Ethos())
	if c == nil || len(c.Capabilities.Extensions) != 1 {
		t.Errorf("%v: %v", c, r.Err())
	}
}

// A card that fails a static rule is not handed out, and the report says all
// that is wrong: faults of the builder, of the base card and of the profile.
func TestBuildFindsEverything(t *testing.T) {
	ask, err := hire.NewAsk(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		b    *card.Builder
		p    Profile
		want []string // rules and pointers that fail
	}{
		{"nothing", nil, Ethos(), []string{
			"B-name /name", "B-description ", "B-version /version", "B-modes ", "B-interfaces /supportedInterfaces", "B-skills-nonempty /skills", "S1-builder -", "V6 ",
		}},
		{"faults of all three", ethosBuilder().Scheme("userBearer", card.BasicScheme()).Requires().
			Skills(card.Action("move", "Move", "Moves funds.", tags.EffectUnknown).Tags("chofam:kind/query")), Ethos(), []string{
			"S1-builder /securitySchemes/userBearer", "S1-builder /security", "S1-builder /skills/1/tags", "S2-kind-exactly-one /skills/1/tags", "V6 /securitySchemes/userBearer",
		}},
		{"an action behind the card's scheme", terraBuilder().Skills(card.Action("b", "B", "d", tags.EffectIrreversible)), Terra(), []string{"E3 /security"}},
		{"an open action", terraBuilder().Skills(card.Action("b", "B", "d", tags.EffectIrreversible).Open()), Terra(), []string{"E3 /skills/2/security"}},
		{"trust", ethosBuilder().Extension(card.Extension{URI: "https://x.example.com", Params: json.RawMessage(`{"trustTier":3}`)}), Ethos(), []string{"S4-no-trusttier /capabilities/extensions/0/params/trustTier"}},
		{"a user's scheme", terraBuilder().Scheme("userBearer", card.BearerScheme("JWT")), Mentor(), []string{"S5-mentor-no-user-token /securitySchemes/userBearer", "S2.2-exposure-policy /skills/1/tags"}},
		{"an invalid ask", ethosBuilder().Extension(hire.Ask{}.Extension()), Ethos(), []string{"B-extensions /capabilities/extensions/0"}},
		{"what A2A alone can't say", ethosBuilder().Skills(card.Query("q", "Q", "d").Open()), A2AOnly(), []string{"S1-builder /skills/1/security"}},
		{"too long", ethosBuilder().Description(strings.Repeat("x", card.MaxSize)), Ethos(), []string{"B-size "}},
	} {
		c, r := Build(tc.b, tc.p)
		if c != nil || r.OK() {
			t.Errorf("%s: handed out, %s", tc.name, r.Outcome())
		}
		var got []string
		for _, f := range r.Findings {
			if f.Verdict == Fail {
				got = append(got, f.Rule+" "+f.Pointer)
			}
			if f.Rule == "S1-builder" && (!slices.Equal(f.Checks, []string{"places"}) || f.Message.KO == "" || f.Hint.EN == "") {
				t.Errorf("%s: %+v", tc.name, f)
			}
		}
		for _, w := range tc.want {
			rule, _ := strings.CutSuffix(w, " -")
			if rule == w && !slices.Contains(got, w) {
				t.Errorf("%s: no %q in %q", tc.name, w, got)
			}
			if rule != w && slices.ContainsFunc(got, func(x string) bool { return strings.HasPrefix(x, rule+" ") }) {
				t.Errorf("%s: %s in %q", tc.name, rule, got)
			}
		}
	}
	// The family publishes no ask; it is a warning, and no obstacle.
	if c, r := Build(ethosBuilder().Extension(ask.Extension()), Ethos()); c == nil || r.Outcome() != OutcomeWarn {
		t.Errorf("an ask: %s", r.Outcome())
	}
}

// Whatever is built, what is handed out passes every static rule.
func TestBuildNeverHandsOutWhatFails(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	profiles := []Profile{Mentor(), Ethos(), Afo(), Terra(), Guild(), Chopilot(), External(ans.MustParse("a.b.v1")), External(), A2AOnly()}
	given := 0
	for range 2000 {
		b := randomBuilder(r)
		p := profiles[r.IntN(len(profiles))]
		c, rep := Build(b, p)
		failed := slices.ContainsFunc(rep.Checks, func(x CheckResult) bool { return x.Verdict == Fail || x.Verdict == Inconclusive })
		if (c == nil) != failed {
			t.Fatalf("card %v, report %v", c != nil, rep.Err())
		}
		if c == nil {
			continue
		}
		given++
		d := card.DialectDual
		if p.A2AOnly {
			d = card.DialectA2A10
		}
		text, err := card.Marshal(c, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range Run(t.Context(), Target{Received: text, Profile: p}, Offline()...).Findings {
			if x.Verdict == Fail {
				t.Errorf("%s %s: %s", x.Rule, x.Pointer, text)
			}
		}
		if built, err := b.Build(); !p.A2AOnly && !p.AllowHTTP && (err != nil || built == nil) {
			t.Errorf("verify.Build gives what Build does not: %v", err)
		}
	}
	if given < 100 || given > 1900 {
		t.Errorf("%d of 2000 were given", given)
	}
}

// randomBuilder is a builder that is right in most of what it was told.
func randomBuilder(r *rand.Rand) *card.Builder {
	b := card.New("N", "1")
	in := func(n int) bool { return r.IntN(n) > 0 }
	if in(15) {
		b.Description("d")
	}
	if in(15) {
		b.Modes([]string{"text/plain", "text/plain", "text/plain", "a b"}[r.IntN(4)])
	}
	if in(15) {
		b.JSONRPC([]string{"https://n.example.com/a2a", "https://n.example.com/a2a", "https://n.example.com", "http://n.example.com"}[r.IntN(4)])
	}
	if !in(4) {
		b.Interface(card.Interface{URL: "https://n.example.com/rest", ProtocolBinding: "HTTP+JSON"})
	}
	names := []string{"userBearer", "serviceBearer", "actionBearer"}
	schemes := []card.SecurityScheme{card.BearerScheme("JWT"), card.BearerScheme(""), card.APIKeyScheme(card.InHeader, "X-Key"), card.MutualTLSScheme(), card.ClientCredentialsScheme(card.OAuthFlow{})}
	for i, name := range names {
		if in(3) {
			s := schemes[i%2]
			if !in(3) {
				s = schemes[r.IntN(len(schemes))]
			}
			b.Scheme(name, s)
		}
	}
	if in(6) {
		b.Requires(card.Requirement(names[r.IntN(2)]))
	}
	for i := range r.IntN(3) + 1 {
		id := fmt.Sprint("s", i)
		s := []card.PartySkill{
			card.Advisory(id, "S", "Gives what to decide by."), card.Query(id, "S", "Reads what is stored."), card.Action(id, "S", "Stores it.", tags.EffectReversible),
		}[r.IntN(3)]
		switch r.IntN(8) {
		case 0:
			s = s.Open()
		case 1, 2:
			s = s.Requires(card.Requirement("actionBearer"))
		case 3:
			s = s.Tags([]string{"fine", "chofam:x"}[r.IntN(2)])
		}
		b.Skills(s)
	}
	if !in(10) {
		b.Extension(ans.MustParse("other.name.v1").Extension())
	}
	return b
}
