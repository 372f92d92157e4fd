package card

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/tags"
)

// ethos is the builder of card spec §1's sample.
func ethos() *Builder {
	return New("Ethos Decision", "1.0.0").
		Description("결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다.").
		Provider("CHOFAM", "https://cho-fam.com").
		JSONRPC("https://ethos.internal/a2a").
		Streaming(false).PushNotifications(false).
		Extension(Extension{URI: "https://cho-fam.com/ans/v1", Description: "ANS 이름 — 이름 권위는 chofam ANS", Params: json.RawMessage(`{"name":"ethos.decision.v1"}`)}).
		Modes("text/plain").
		Scheme("userBearer", BearerScheme("JWT")).
		Requires(Requirement("userBearer")).
		Skills(Advisory("decision-session", "결정 세션", "기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.").Modes("text/plain"))
}

// A table's skill is what the card shows, and shares nothing with the builder's.
func TestPartySkillSkill(t *testing.T) {
	made := Action("a", "A", "Does what it says.", tags.EffectReversible).Examples("x").Modes("text/plain").Requires(Requirement("s", "scope"))
	got := made.Skill()
	c, err := ethos().Scheme("s", BearerScheme("")).Skills(made).Build()
	if err != nil || !reflect.DeepEqual(got.Tags, c.Skills[1].Tags) || !reflect.DeepEqual(got.Security[0].Schemes, c.Skills[1].Security[0].Schemes) || got.Effect() != tags.EffectReversible {
		t.Fatalf("%+v, the card has %+v, %v", got, c, err)
	}
	got.Tags[0], got.Examples[0], got.InputModes[0], got.OutputModes[0] = "", "", "", ""
	got.Security[0].Schemes["s"][0] = "other"
	delete(got.Security[0].Schemes, "s")
	if again := made.Skill(); again.Kind() != tags.KindAction || again.Examples[0] != "x" || again.InputModes[0] == "" || again.OutputModes[0] == "" || len(again.Security[0].Schemes["s"]) != 1 || again.Security[0].Schemes["s"][0] != "scope" {
		t.Errorf("%+v", again)
	}
	if open := Query("q", "Q", "Reads.").Open().Skill(); open.Security == nil || len(open.Security) > 0 {
		t.Errorf("an open skill: %v", open.Security)
	}
	if none := Query("q", "Q", "Reads.").Skill(); none.Security != nil {
		t.Errorf("a skill without requirements: %v", none.Security)
	}
}

// Building the sample gives the sample, as Marshal writes it.
func TestBuildTheSample(t *testing.T) {
	c, err := ethos().Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dialects {
		got, err := Marshal(c, d)
		want, errWant := Marshal(parse(t, sample(t)).Card(), d)
		if err != nil || errWant != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s (%v)", d, err, got, want, errWant)
		}
	}
	text, _ := c.MarshalJSON()
	if dual, _ := Marshal(c, DialectDual); string(dual) != string(text) {
		t.Errorf("Build gives another spelling than dual:\n%s", text)
	}
}

// A card with everything that the builder has is right, in every dialect.
func TestBuildEverything(t *testing.T) {
	b := New("N", "2").Description("d").Documentation("https://a.example.com/doc").Icon("https://a.example.com/icon.png").
		JSONRPC("https://a.example.com/rpc").
		Interface(Interface{URL: "https://a.example.com/rest", ProtocolBinding: "HTTP+JSON", Tenant: "t"}).
		Interface(Interface{URL: "https://a.example.com/old", ProtocolBinding: "JSONRPC", ProtocolVersion: "0.3"}).
		InputModes("text/plain", "application/json").OutputModes("application/json").
		Streaming(true).PushNotifications(false).ExtendedCard(true).
		Extension(Extension{URI: "https://x.example.com/1", Required: true}, Extension{URI: "https://x.example.com/2"}).
		Scheme("bearer", BearerScheme("").Described("a shared secret")).
		Scheme("basic", BasicScheme()).
		Scheme("header", APIKeyScheme(InHeader, "X-Key")).
		Scheme("query", APIKeyScheme(InQuery, "key")).
		Scheme("cookie", APIKeyScheme(InCookie, "key")).
		Scheme("code", AuthorizationCodeScheme(OAuthFlow{AuthorizationURL: "https://id.example.com/a", TokenURL: "https://id.example.com/t", RefreshURL: "https://id.example.com/r", PKCERequired: true, Scopes: map[string]string{"r": "read"}})).
		Scheme("machine", ClientCredentialsScheme(OAuthFlow{TokenURL: "https://id.example.com/t"})).
		Scheme("device", DeviceCodeScheme(OAuthFlow{DeviceAuthorizationURL: "https://id.example.com/d", TokenURL: "https://id.example.com/t"}).Described("on a television")).
		Scheme("openid", OpenIDConnectScheme("https://id.example.com/.well-known/openid-configuration")).
		Scheme("mtls", MutualTLSScheme()).
		Requires(Requirement("bearer").And("mtls"), Requirement("basic")).
		Requires(Requirement("code", "r"), Requirement("openid"), Requirement("device")).
		Skills(
			Query("look", "Look", "Looks things up.").Tags("weather", "history").Examples("What was it like?").InputModes("text/plain").OutputModes("text/html"),
			Action("move", "Move", "Moves a thing.", tags.EffectReversible).Requires(Requirement("header").And("machine")),
			Action("drop", "Drop", "Drops a thing.", tags.EffectIrreversible).Requires(Requirement("query"), Requirement("cookie")),
			Advisory("advise", "Advise", "Advises."),
		).
		OtherSkills(Skill{ID: "other", Name: "Other", Description: "Is other.", Tags: []string{"other"}})
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	text, _ := c.MarshalJSON()
	for _, p := range Validate(parse(t, string(text)), ModeProfile) {
		t.Errorf("%s %s %s", p.Rule, p.Pointer, p.Message.EN)
	}
	want := [][]string{
		{"chofam:kind/query", "chofam:scope/party", "weather", "history"},
		{"chofam:kind/action", "chofam:effect/reversible", "chofam:scope/party"},
		{"chofam:kind/action", "chofam:effect/irreversible", "chofam:scope/party"},
		{"chofam:kind/advisory", "chofam:scope/party"},
		{"other"},
	}
	for i, s := range c.Skills {
		if !slices.Equal(s.Tags, want[i]) {
			t.Errorf("skill %d has the tags %q", i, s.Tags)
		}
	}
	for name, s := range c.SecuritySchemes {
		if s.Type == "" || len(s.wrappers()) != 1 || s.Kind() == SchemeUnknown {
			t.Errorf("scheme %s has not both forms: %+v", name, s)
		}
	}
	if c.URL != "https://a.example.com/rpc" || c.ProtocolVersion != "1.0.1" || strings.Contains(string(text), `"required":false`) {
		t.Errorf("%s", text)
	}
	for i, v := range []string{"1.0", "1.0", "0.3"} {
		if got := c.SupportedInterfaces[i].ProtocolVersion; got != v {
			t.Errorf("interface %d is at %s, want %s", i, got, v)
		}
	}
	if n := translate(t, parse(t, string(text))); n != len(dialects) {
		t.Errorf("%d dialects hold it", n)
	}
	strict, err := Marshal(c, DialectA2A10)
	if err != nil {
		t.Fatal(err)
	}
	if p := Validate(parse(t, string(strict)), ModeA2A10); len(p) > 0 {
		t.Errorf("in a2a10: %v", brief(p))
	}
}

// All that is wrong is told at once, each in both languages, at its place.
func TestBuildTellsEverything(t *testing.T) {
	for name, tc := range map[string]struct {
		b    *Builder
		want []string
	}{
		"nothing but a name": {New("N", "1"), []string{
			"fail B-description", "fail B-modes", "fail B-modes", "fail B-interfaces[empty] /supportedInterfaces", "fail B-skills-nonempty /skills",
		}},
		"no name": {New("", "").Description(""), []string{
			"fail B-modes", "fail B-modes", "fail B-name[empty] /name", "fail B-description[empty] /description", "fail B-interfaces[empty] /supportedInterfaces",
			"fail B-version[empty] /version", "fail B-skills-nonempty /skills",
		}},
		"a scheme twice":                {ethos().Scheme("userBearer", BearerScheme("")), []string{"fail S1-builder[scheme-twice] /securitySchemes/userBearer"}},
		"a scheme that nobody declared": {ethos().Requires(Requirement("other")), []string{"fail B-sec-refs /security/1/other"}},
		"no alternatives": {ethos().Requires().Skills(Query("q", "Q", "d").Requires()), []string{
			"fail S1-builder[requires-none] /security", "fail S1-builder[requires-none] /skills/1",
		}},
		"tags by hand": {ethos().Skills(Query("q", "Q", "d").Tags("chofam:kind/action", "fine", "chofam:x")), []string{
			"fail S1-builder[reserved-tag] /skills/1/tags", "fail S1-builder[reserved-tag] /skills/1/tags",
		}},
		"no effect": {ethos().Skills(Action("a", "A", "d", tags.EffectUnknown), Action("b", "B", "d", 9)), []string{
			"fail S1-builder[effect] /skills/1/tags", "fail S1-builder[effect] /skills/2/tags",
		}},
		"an empty skill": {ethos().Skills(Query("", "", "")), []string{
			"fail B-skill-fields /skills/1/id", "fail B-skill-fields /skills/1/name", "fail B-skill-fields /skills/1/description",
		}},
		"a skill twice":  {ethos().Skills(Query("decision-session", "Q", "d")), []string{"fail B-skill-id-unique /skills/1/id"}},
		"the zero skill": {ethos().Skills(PartySkill{}), []string{"fail B-skill-fields /skills/1", "fail B-skill-fields /skills/1", "fail B-skill-fields /skills/1", "fail B-skill-fields[tags] /skills/1"}},
		"http":           {ethos().JSONRPC("http://ethos.internal/a2a"), []string{"fail B-iface-url[http] /supportedInterfaces/0/url"}},
		"a flow without urls": {ethos().Scheme("o", ClientCredentialsScheme(OAuthFlow{})), []string{
			"warn B-sec-refs[unused] /securitySchemes/o", "fail B-scheme-fields /securitySchemes/o/flows/clientCredentials",
			"fail B-scheme-fields /securitySchemes/o/oauth2SecurityScheme/flows/clientCredentials",
		}},
		"several flows": {ethos().Scheme("o", SecurityScheme{Type: "oauth2", Flows: &OAuthFlows{
			ClientCredentials: &OAuthFlow{TokenURL: "https://t.example.com", Scopes: map[string]string{}},
			DeviceCode:        &OAuthFlow{TokenURL: "https://t.example.com", DeviceAuthorizationURL: "https://d.example.com", Scopes: map[string]string{}},
		}}), []string{"fail S1-builder[not-representable] /securitySchemes/o/flows", "warn B-sec-refs[unused] /securitySchemes/o"}},
		"an extension of nothing": {ethos().Extension(Extension{}), []string{"fail B-extensions[uri] /capabilities/extensions/1"}},
		"params that are no JSON": {ethos().Extension(Extension{URI: "u", Params: json.RawMessage(`{"a":1}}`)}), []string{"fail S1-builder[raw] /capabilities/extensions/1/params"}},
		"no UTF-8": {ethos().Documentation("https://\xff.example.com").Skills(Query("q", "Q\xff", "d").Tags("\xfe")), []string{
			"fail S1-builder[utf8] /documentationUrl", "fail S1-builder[utf8] /skills/1/name", "fail S1-builder[utf8] /skills/1/tags/2",
		}},
		"an unreadable requirement": {ethos().Requires(SecurityRequirement{}), []string{"fail B-sec-shapes[unreadable] /security/1"}},
		"too long":                  {ethos().Description(strings.Repeat("x", MaxSize)), []string{"fail B-size[card.limit]"}},
	} {
		c, err := tc.b.Build()
		var bad *BuildError
		if !errors.As(err, &bad) || c != nil {
			t.Errorf("%s: built, %v", name, err)
			continue
		}
		if got := brief(bad.Problems); !slices.Equal(got, tc.want) {
			t.Errorf("%s:\n  %s\nwant\n  %s", name, strings.Join(got, "\n  "), strings.Join(tc.want, "\n  "))
		}
		for _, p := range bad.Problems {
			if p.Message.KO == "" || p.Message.EN == "" || p.Hint.KO == "" || p.Hint.EN == "" || p.Message.KO == p.Message.EN || p.Source == "" {
				t.Errorf("%s: %+v", name, p)
			}
		}
		if again, _ := tc.b.Build(); again != nil {
			t.Errorf("%s: built the second time", name)
		}
	}
}

// Warnings alone don't keep a card from being built.
func TestBuildWithWarnings(t *testing.T) {
	b := New("N", "1").Description("d").Modes("text").Interface(Interface{URL: "https://a.example.com", ProtocolBinding: "GRPC"}).
		Skills(Query("q", "Q", "d").Open())
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if c.URL != "" { // which would be taken for a JSONRPC interface
		t.Errorf("top-level url %q", c.URL)
	}
	if own := c.Skills[0].Requirements(); own == nil || len(own) > 0 {
		t.Errorf("the open skill has %v", own)
	}
}

// Cards share nothing with the builder, nor clones with each other.
func TestBuildAgain(t *testing.T) {
	b := ethos()
	first, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	was, _ := first.MarshalJSON()
	other := b.Clone().JSONRPC("https://other.example.com/a2a").Extension(Extension{URI: "u"}).Scheme("spare", MutualTLSScheme()).
		Requires(Requirement("spare")).Skills(Query("q", "Q", "d")).Streaming(true)
	first.Name, first.Skills[0].Tags[0], first.Capabilities.Extensions[0].Params[2] = "x", "x", 'x'
	first.SecuritySchemes["userBearer"].HTTPAuth.Scheme = "x"
	first.Security[0].Schemes["x"] = nil
	second, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if now, _ := second.MarshalJSON(); string(now) != string(was) {
		t.Errorf("the second card is\n%s\nthe first was\n%s", now, was)
	}
	if c, err := other.Build(); err != nil || len(c.Skills) != 2 || len(second.Skills) != 1 || *second.Capabilities.Streaming {
		t.Errorf("the clone: %v", err)
	}
	if _, err := (*Builder)(nil).Build(); err == nil {
		t.Error("no builder gives a card")
	}
	if _, err := new(Builder).Build(); err == nil {
		t.Error("the zero builder gives a card")
	}
}

// A clone and what it was made from may both go on.
func TestClonesGoTheirOwnWay(t *testing.T) {
	step := func(b *Builder, s string) *Builder {
		return b.Interface(Interface{URL: "https://" + s + ".example.com", ProtocolBinding: "GRPC"}).Extension(Extension{URI: s}).
			Requires(Requirement("userBearer", s)).Skills(Query(s, s, s).Tags("chofam:" + s))
	}
	b := ethos().Interface(Interface{URL: "https://a.example.com", ProtocolBinding: "GRPC"}).Scheme("userBearer", BearerScheme("JWT"))
	for _, s := range []string{"a", "b"} { // so that lists of three have room left
		step(b, s)
	}
	one, two := step(b.Clone(), "one"), step(b.Clone(), "two")
	step(b, "last")
	for want, b := range map[string]*Builder{"one": one, "two": two, "last": b} {
		text, problems := b.Draft()
		c := parse(t, string(text)).Card()
		i, e, r, s := len(c.SupportedInterfaces)-1, len(c.Capabilities.Extensions)-1, len(c.Security)-1, len(c.Skills)-1
		got := []string{c.SupportedInterfaces[i].URL, c.Capabilities.Extensions[e].URI, c.Security[r].Schemes["userBearer"][0], c.Skills[s].ID}
		if !slices.Equal(got, []string{"https://" + want + ".example.com", want, want, want}) || len(problems) != 4 || !strings.Contains(problems[3].Message.EN, want) {
			t.Errorf("%s: %q, %v", want, got, problems)
		}
	}
}

// Skills and requirements are values: a chain changes none that it began with.
func TestBuilderValues(t *testing.T) {
	base := Query("q", "Q", "d").Tags("a").Examples("x").Requires(Requirement("k"))
	one, two := base.Tags("one").Examples("one").Requires(Requirement("one")), base.Tags("two").Examples("two").Requires(Requirement("two"))
	if base.skill.Tags[2] != "a" || len(base.skill.Tags) != 3 || one.skill.Tags[3] != "one" || two.skill.Tags[3] != "two" {
		t.Errorf("%q %q %q", base.skill.Tags, one.skill.Tags, two.skill.Tags)
	}
	if one.skill.Examples[1] != "one" || one.skill.Security[1].Schemes["one"] == nil || len(base.skill.Security) != 1 {
		t.Error("chains share what they add")
	}
	r := Requirement("a", "s")
	if both := r.And("b"); len(r.Schemes) != 1 || !reflect.DeepEqual(both.Schemes, map[string][]string{"a": {"s"}, "b": {}}) {
		t.Errorf("%v, %v", r, both)
	}
	s := BearerScheme("JWT")
	if d := s.Described("d"); s.HTTPAuth.Description != "" || d.HTTPAuth.Description != "d" || d.Description != "d" {
		t.Error("Described changes the scheme that it began with")
	}
	if d := (SecurityScheme{Type: "http", Scheme: "bearer"}).Described("d"); d.HTTPAuth != nil {
		t.Error("Described makes a wrapper")
	}
}

// The text of the error is a block to read, of bounded length, and safe to
// print.
func TestBuildErrorText(t *testing.T) {
	b := ethos().Scheme("\x1b[31m", BearerScheme(""))
	for range 30 {
		b.Skills(Query("", "Q", "d"))
	}
	_, err := b.Build()
	var bad *BuildError
	if !errors.As(err, &bad) {
		t.Fatal(err)
	}
	text := bad.Text()
	for _, s := range []string{text.KO, text.EN, err.Error()} {
		if n := strings.Count(s, "\n"); n != 2*maxLines+1 || strings.ContainsRune(s, '\x1b') {
			t.Errorf("%d lines:\n%s", n, s)
		}
	}
	if !strings.Contains(text.EN, "and 11 more") || !strings.Contains(text.KO, "그 밖에 11건") || err.Error() != text.EN {
		t.Errorf("%s\n%s", text.KO, text.EN)
	}
}

// Draft gives the text that is judged, whatever is wrong with it.
func TestDraft(t *testing.T) {
	text, problems := ethos().Draft()
	c, err := ethos().Build()
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	if dual, _ := Marshal(c, DialectDual); string(text) != string(dual) {
		t.Errorf("%s", text)
	}
	for _, b := range []*Builder{New("", ""), ethos().Documentation("\xff"), ethos().Extension(Extension{Params: json.RawMessage("x")}), ethos().Requires(SecurityRequirement{})} {
		if text, _ := b.Draft(); parse(t, string(text)) == nil {
			t.Error("no draft")
		}
	}
}
