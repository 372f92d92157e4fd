package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// foundIn is the findings of a card, in the words of a fixture file, over the
// checks that are asked.
func foundIn(body []byte, p Profile, checks ...Check) []string {
	return found(Run(context.Background(), Target{Received: body, Profile: p}, checks...), nil)
}

// Where a rule names a fault the general ones say nothing about it.
func TestOneFaultOneFinding(t *testing.T) {
	for _, tc := range []struct {
		name    string
		file    string
		profile Profile
		ops     []string
		want    []string
	}{
		{
			"a trust tier is no unknown member besides", "base/ethos.json", Ethos(),
			[]string{`set /trustTier 3`},
			[]string{"S4-no-trusttier fail /trustTier"},
		},
		{
			"nor is it another member of params", "base/ethos.json", Ethos(),
			[]string{`set /capabilities/extensions/0/params/trustTier 3`},
			[]string{"S4-no-trusttier fail /capabilities/extensions/0/params/trustTier"},
		},
		{
			"required of the name extension has a rule of its own", "base/ethos.json", Ethos(),
			[]string{`set /capabilities/extensions/0/required "false"`},
			[]string{"S3-required-false fail /capabilities/extensions/0/required type"},
		},
		{
			"and of the price extension", "base/applied.json", External(Ethos().Names...),
			[]string{`set /capabilities/extensions/0 {"uri":"https://cho-fam.com/ans/v1","params":{"name":"ethos.decision.v1"}}`, `set /capabilities/extensions/- {"uri":"https://cho-fam.com/hire/v1","required":1,"params":{"unitPrice":5}}`},
			[]string{"HIRE-uri fail /capabilities/extensions/1/required required"},
		},
		{
			"tags that are no list", "base/ethos.json", Ethos(),
			[]string{`set /skills/0/tags "chofam:kind/advisory"`},
			[]string{
				"B-skill-fields fail /skills/0/tags tags", "S2-kind-exactly-one fail /skills/0/tags",
				"S2.2-exposure-policy inconclusive /skills/0/tags kind-unknown", "S2.3-scope-party fail /skills/0/tags",
			},
		},
		{
			"a scheme that E3 calls unbound", "base/terra.json", listing(Terra(), "event-ingest"),
			[]string{`del /skills/1/security`},
			[]string{"E3 warn /skills/1 E3-unbound"},
		},
		{
			"a scheme that V6 calls further", "base/ethos.json", Ethos(),
			[]string{`set /securitySchemes/spare {"type":"mutualTLS"}`},
			[]string{"V6 warn /securitySchemes/spare further"},
		},
		{
			"a user's scheme on mentor's card", "base/mentor.json", Mentor(), blockOf5,
			[]string{"S5-mentor-no-user-token fail /securitySchemes/userBearer"},
		},
		{
			"a scheme of unknown type", "base/guild.json", Guild(),
			[]string{`set /securitySchemes/userBearer/type "htpp"`},
			[]string{"B-scheme-shape fail /securitySchemes/userBearer/type unknown", "V6 fail /securitySchemes R9-declared"},
		},
		{
			"a card's list without the row's scheme is one fault, not one a skill", "base/mentor.json", Mentor(),
			[]string{`set /security [{"serviceBearer":[]},{}]`},
			[]string{"B-sec-shapes warn /security/1 anonymous", "V6 fail /security V6-other-identity"},
		},
		{
			"a tag that stands twice", "base/ethos.json", Ethos(),
			[]string{`set /skills/0/tags/- "chofam:area/x"`, `set /skills/0/tags/- "chofam:area/x"`},
			[]string{"S2-reserved-namespace warn /skills/0/tags"},
		},
	} {
		got := foundIn(derived(t, tc.file, tc.ops...), tc.profile, Offline()...)
		slices.Sort(tc.want)
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s:\n  %s\nwant:\n  %s", tc.name, strings.Join(got, "\n  "), strings.Join(tc.want, "\n  "))
		}
	}
}

// Whether a scheme is well formed does not hang on what a report shows.
func TestDeclaredSchemesBehindACut(t *testing.T) {
	broken := repeated(150, func(i int) string { return fmt.Sprintf(`"s%d":{"type":"http"}`, i) })
	long := strings.Repeat("n", 5000)
	for name, tc := range map[string]struct {
		schemes string
		want    Verdict
	}{
		"none of many":       {broken, Fail},
		"the last of many":   {broken + `,"good":{"type":"http","scheme":"bearer"}`, Pass},
		"a long name":        {`"` + long + `":{"type":"http","scheme":"bearer"}`, Pass},
		"a long name, wrong": {`"` + long + `":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"x","scopes":{"a":5}}}}`, Fail},
	} {
		body := `{"name":"A","skills":[],"defaultInputModes":[` + repeated(150, func(int) string { return "5" }) + `],"securitySchemes":{` + tc.schemes + `}}`
		if v := Run(context.Background(), Target{Received: []byte(body)}, V6()).Verdict("V6"); v != tc.want {
			t.Errorf("%s: V6 is %s, want %s", name, v, tc.want)
		}
	}
}

// A fault is left to another rule only where that rule is asked too.
func TestFaultsAreNotLostBetweenRules(t *testing.T) {
	required := derived(t, "base/ethos.json", `set /capabilities/extensions/0/required "false"`)
	trust := derived(t, "base/ethos.json", `set /trustTier 3`)
	unbound := derived(t, "base/terra.json", `del /skills/1/security`)
	further := derived(t, "base/ethos.json", `set /securitySchemes/spare {"type":"mutualTLS"}`)
	user := derived(t, "base/mentor.json", blockOf5...)
	for _, tc := range []struct {
		name    string
		body    []byte
		profile Profile
		check   Check
		want    string
	}{
		{"required without V5", required, Ethos(), A2A(), "B-types fail /capabilities/extensions/0/required"},
		{"required in A2A alone", required, A2AOnly(), A2A(), "B-types fail /capabilities/extensions/0/required"},
		{"trustTier in A2A alone", trust, A2AOnly(), Places(), "S0-standard-places warn /trustTier"},
		{"unbound without E3", unbound, Terra(), A2A(), "B-sec-refs warn /securitySchemes/ingestBearer unused"},
		{"further without V6", further, Ethos(), A2A(), "B-sec-refs warn /securitySchemes/spare unused"},
		{"a user's scheme without V6", user, Mentor(), A2A(), "B-sec-refs warn /securitySchemes/userBearer unused"},
	} {
		got := foundIn(tc.body, tc.profile, tc.check)
		if !slices.Contains(got, tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, got, tc.want)
		}
	}
}

// A finding lists the checks that it counts in and that were asked, its rule's
// own first, each once.
func TestChecksOfFindings(t *testing.T) {
	noEffect := derived(t, "base/terra.json", `del /skills/1/tags/1`)
	noSkills := derived(t, "base/ethos.json", `set /skills []`)
	twice := derived(t, "base/ethos.json", `set /skills/0/tags/- "chofam:area/x"`, `set /skills/0/tags/- "chofam:area/x"`)
	for _, tc := range []struct {
		body   []byte
		rule   string
		checks []Check
		want   string
	}{
		{noEffect, "E2", Completion(), "E2 V4"},
		{noEffect, "E2", []Check{V4(), E2()}, "E2 V4"},
		{noEffect, "E2", []Check{V4()}, "V4"},
		{noEffect, "E4", Completion(), "E4 V4"},
		{noEffect, "E4", Registration(), "V4"},
		{noSkills, "B-skills-nonempty", Offline(), "a2a V2 V8"},
		{noSkills, "B-skills-nonempty", []Check{V8(), V2(), A2A()}, "a2a V2 V8"},
		{noSkills, "B-skills-nonempty", []Check{V8()}, "V8"},
		{twice, "S2-reserved-namespace", Offline(), "V2"},
	} {
		r := Run(context.Background(), Target{Received: tc.body, Profile: Terra()}, tc.checks...)
		i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == tc.rule })
		if i < 0 {
			t.Errorf("no %s: %+v", tc.rule, r.Findings)
			continue
		}
		if got := strings.Join(r.Findings[i].Checks, " "); got != tc.want {
			t.Errorf("%s counts in %s, want %s", tc.rule, got, tc.want)
		}
	}
}

// Every finding names a rule of the table, and checks that were asked and that
// the rule feeds.
func TestFindingsFollowTheTable(t *testing.T) {
	for name, body := range sampleCards(t, 30) {
		for _, p := range []Profile{Terra(), Mentor(), External()} {
			r := Run(context.Background(), Target{Received: body, Profile: p}, append(Completion(), P5())...)
			for _, f := range r.Findings {
				if len(f.Checks) == 0 {
					t.Errorf("%s: %s counts nowhere", name, f.Rule)
				}
				for _, id := range f.Checks {
					if !feeds(f.Rule, id) || r.Verdict(id) == 0 {
						t.Errorf("%s: %s counts in %s", name, f.Rule, id)
					}
				}
				if f.Source == "" || f.Message.IsZero() || f.Severity != severityOf(f.Verdict) {
					t.Errorf("%s: %+v", name, f)
				}
			}
		}
	}
}

// What V3 holds skills against: the policy, and invariants where there is none.
func TestExposureIsNeverSeenWhereThereIsNothing(t *testing.T) {
	none := derived(t, "base/ethos.json", `set /skills []`)
	forbids := Guild()
	forbids.Invariants = []Invariant{{Name: "society I-4", Skills: []string{"sign-contract"}}}
	for _, p := range []Profile{Ethos(), Guild(), forbids} {
		if v := Run(context.Background(), Target{Received: none, Profile: p}, V3()).Verdict("V3"); v != NotApplicable {
			t.Errorf("%s: V3 over no skill is %s", p.Name, v)
		}
	}
	one := derived(t, "base/guild.json")
	if v := Run(context.Background(), Target{Received: one, Profile: forbids}, V3()).Verdict("V3"); v != Pass {
		t.Errorf("an invariant that nothing breaks: %s", v)
	}
}

// Plain http is let through by the profile alone, and nothing else is with it.
func TestAllowHTTP(t *testing.T) {
	body := derived(t, "base/ethos.json", `set /supportedInterfaces/0/url "http://u:p@ethos.internal:0/a2a"`, `set /url "http://u:p@ethos.internal:0/a2a"`)
	p := Ethos()
	strict := foundIn(body, p, A2A())
	p.AllowHTTP = true
	loose := foundIn(body, p, A2A())
	if len(strict) != 3 || len(loose) != 2 || strings.Contains(strings.Join(loose, " "), " http") {
		t.Errorf("with http refused %v, with http allowed %v", strict, loose)
	}
}

// Given the cards of several agents, a description that another agent's skill
// has too is told; the agent's own card is no other.
func TestDescriptionsOfOtherAgents(t *testing.T) {
	read := func(ops ...string) *card.Document {
		d, err := card.Parse(derived(t, "base/external.json", ops...))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d := read()
	other := read(`set /skills/0/id "tides"`, `set /skills/0/description "날짜와 부두를 받아, 그날의 접안일정을 돌려준다!"`, `set /skills/1/description ""`)
	for _, tc := range []struct {
		others []*card.Document
		want   string
	}{
		{nil, ""},
		{[]*card.Document{read(`set /skills/0/description "물때를 묻는 글을 받아 시각과 높이를 돌려준다."`, `del /skills/1`)}, ""},
		{[]*card.Document{other}, "T-skill-description warn /skills/0/description alike"},
	} {
		r := Run(context.Background(), Target{Document: d, Others: tc.others}, Routing())
		if got := strings.Join(found(r, nil), " "); got != tc.want {
			t.Errorf("%d others: %q, want %q", len(tc.others), got, tc.want)
		}
		if tc.want != "" && !strings.Contains(r.Findings[0].Message.KO, "`tides`") {
			t.Errorf("the other skill is not named: %s", r.Findings[0].Message.KO)
		}
	}
}

// What the slip of one hand is, and no more; and nothing that a slip hides.
func TestSlips(t *testing.T) {
	for _, tc := range []struct {
		name   string
		ops    []string
		checks []Check
		want   []string
	}{
		{
			"extensions that is one extension",
			[]string{`set /capabilities/extensions {"uri":"https://cho-fam.com/ans/v1","params":{"name":"ethos.decision.v1"}}`},
			[]Check{A2A()},
			[]string{"B-extensions fail /capabilities/extensions type"},
		},
		{
			"params of a name that is a list",
			[]string{`set /capabilities/extensions/0/params []`},
			[]Check{A2A(), V5()},
			[]string{"S3-name-one-per-extension fail /capabilities/extensions/0/params params", "V5 fail /capabilities/extensions/0/params invalid"},
		},
		{
			"params of a name that is null",
			[]string{`set /capabilities/extensions/0/params null`},
			[]Check{A2A(), V5()},
			[]string{"S3-name-one-per-extension fail /capabilities/extensions/0/params params", "V5 fail /capabilities/extensions/0/params invalid"},
		},
		{
			"an unknown kind beside a known one",
			[]string{`set /skills/0/tags ["chofam:kind/advisory","chofam:kind/other","chofam:scope/party"]`},
			[]Check{V2()},
			[]string{"S2-kind-exactly-one fail /skills/0/tags several", "S2-kind-vocabulary fail /skills/0/tags"},
		},
		{
			"a further scheme without a name",
			[]string{`set /securitySchemes/ {"type":"mutualTLS"}`},
			[]Check{V6()},
			[]string{"V6 warn /securitySchemes/ further"},
		},
	} {
		got := foundIn(derived(t, "base/ethos.json", tc.ops...), Ethos(), tc.checks...)
		slices.Sort(got)
		slices.Sort(tc.want)
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s:\n  %s\nwant:\n  %s", tc.name, strings.Join(got, "\n  "), strings.Join(tc.want, "\n  "))
		}
	}
}

// A way in without authentication is said in words.
func TestAnonymousIdentity(t *testing.T) {
	body := derived(t, "base/mentor.json", `set /security [{"serviceBearer":[]},{}]`)
	r := Run(context.Background(), Target{Received: body, Profile: Mentor()}, V6())
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == "V6" })
	if i < 0 || r.Findings[i].Code != "V6-other-identity" || !strings.Contains(r.Findings[i].Message.KO, "인증 없이 들어가는 길이 있다") {
		t.Errorf("%+v", r.Findings)
	}
}
