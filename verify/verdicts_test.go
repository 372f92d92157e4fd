package verify

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
)

// verdictColumns are the checks of the table below, in the order of reports.
var verdictColumns = []string{
	"a2a", "places", "serve", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "E1", "E2", "E3", "E4", "E5", "routing",
}

// verdictTable holds the verdict of each line over Completion, a letter each,
// and the outcome over Offline: P pass, w warn, e needs-evidence,
// ? inconclusive, F fail, - not applicable.
const verdictTable = `
card                                     a2a pl se| V1 V2 V3 V4 V5 V6 V7 V8 V9 | E1 E2 E3 E4 E5 | ro | offline
card spec §1's sample as ethos            w  P  e | e  P  P  -  P  P  e  P  -  | -  -  -  -  -  | P  | warn
mentor                                    P  P  e | e  P  P  -  P  P  e  P  -  | -  -  -  -  -  | P  | pass
mentor with §5's block copied whole       P  P  e | e  P  P  -  P  F  e  P  -  | -  -  -  -  -  | P  | fail
afo whose description negates transfers   P  P  e | e  P  P  -  P  P  e  P  -  | -  -  -  -  -  | P  | pass
afo that exposes an action                P  P  e | e  P  F  F  P  P  e  P  -  | P  P  F  e  e  | P  | fail
terra bound                               P  P  e | e  P  w  e  P  P  e  P  -  | P  P  P  e  e  | P  | warn
terra bound, its action listed            P  P  e | e  P  P  e  P  P  e  P  -  | P  P  P  e  e  | P  | pass
terra unbound by §5.2 to the letter       P  P  e | e  P  w  e  P  P  e  P  -  | P  P  w  e  e  | P  | warn
terra without an action scheme            P  P  e | e  P  w  F  P  P  e  P  -  | P  P  F  e  e  | P  | fail
terra with both schemes as alternatives   P  P  e | e  P  w  F  P  F  e  P  -  | P  P  F  e  e  | P  | fail
terra with an empty list at the skill     w  P  e | e  P  w  F  P  P  e  P  -  | P  P  F  e  e  | P  | fail
terra without an effect tag               P  P  e | e  P  w  F  P  P  e  P  -  | P  F  P  e  e  | P  | fail
ethos with a second name of its own       P  P  e | e  P  P  -  P  P  e  P  -  | -  -  -  -  -  | P  | pass
an applicant for both names of one card   P  P  e | e  P  -  -  P  P  e  P  -  | -  -  -  -  -  | P  | pass
an applicant for a name it does not bear  P  P  e | e  P  -  -  F  P  e  P  -  | -  -  -  -  -  | P  | fail
guild and chopilot on one card, as guild  P  P  e | e  P  -  -  w  P  e  P  -  | -  -  -  -  -  | P  | warn
guild and chopilot, both expected         P  P  e | e  P  -  -  P  P  e  P  -  | -  -  -  -  -  | P  | pass
ethos with a price                        P  P  e | e  P  P  -  P  P  e  P  w  | -  -  -  -  -  | P  | warn
ethos with a price that is no integer     P  P  e | e  P  P  -  P  P  e  P  F  | -  -  -  -  -  | P  | fail
an applicant with a price                 P  P  e | e  P  -  -  P  P  e  P  P  | -  -  -  -  -  | P  | pass
an outside 1.0 card                       P  w  e | e  F  -  -  e  P  e  F  -  | -  -  -  -  -  | P  | fail
an outside 1.0 card by A2A alone          P  P  - | -  -  -  -  -  -  -  -  -  | -  -  -  -  -  | -  | pass
an SDK's hybrid                           P  w  e | e  F  -  -  e  P  e  F  -  | -  -  -  -  -  | P  | fail
an SDK's hybrid by A2A alone              P  w  - | -  -  -  -  -  -  -  -  -  | -  -  -  -  -  | -  | warn
ethos without skills                      F  P  e | e  F  -  -  P  P  e  F  -  | -  -  -  -  -  | -  | fail
tags in capitals                          P  P  e | e  F  ?  -  P  P  e  F  -  | -  -  -  -  -  | P  | fail
tags with spaces                          P  P  e | e  F  ?  -  P  P  e  F  -  | -  -  -  -  -  | P  | fail
tags in full-width letters                P  P  e | e  F  ?  -  P  P  e  F  -  | -  -  -  -  -  | P  | fail
tags with homoglyphs                      P  P  e | e  F  ?  -  P  P  e  F  -  | -  -  -  -  -  | P  | fail
a tag of trust                            P  F  e | e  P  P  -  P  P  e  P  -  | -  -  -  -  -  | P  | fail
bytes that are no card                    F  -  e | e  -  -  -  -  -  -  -  -  | -  -  -  -  -  | -  | fail
`

// hireEntry is card spec §4.1's extension; the price is the case's.
func hireEntry(price string) string {
	return `set /capabilities/extensions/- {"uri":"https://cho-fam.com/hire/v1","required":false,"params":{"unitPrice":` + price + `}}`
}

func nameEntry(name string) string {
	return `set /capabilities/extensions/- {"uri":"https://cho-fam.com/ans/v1","required":false,"params":{"name":"` + name + `"}}`
}

// blockOf5 is the JSON of card spec §5, which holds the schemes of both rows.
var blockOf5 = []string{
	`set /securitySchemes {"serviceBearer":{"type":"http","scheme":"bearer","description":"배포 설정의 공유 비밀. 1차는 토큰 교환 없음"},
		"userBearer":{"type":"http","scheme":"bearer","bearerFormat":"JWT","description":"Dex 발급 사용자 토큰. iss·sub·aud·exp만"}}`,
	`set /security [{"serviceBearer":[]}]`,
}

// verdictCards are the cards of the table: a file, what is changed in it, and
// the profile. Those of terra carry card spec §2.1's own action skill.
var verdictCards = map[string]struct {
	file    string
	profile Profile
	ops     []string
}{
	"card spec §1's sample as ethos":           {"cards/card-spec-sample.json", Ethos(), nil},
	"mentor":                                   {"base/mentor.json", Mentor(), nil},
	"mentor with §5's block copied whole":      {"base/mentor.json", Mentor(), blockOf5},
	"afo whose description negates transfers":  {"base/afo.json", Afo(), []string{`set /skills/0/description "현금 흐름을 정리한다. 자금을 이체하지 않고 결제도 하지 않는다."`}},
	"afo that exposes an action":               {"base/afo.json", Afo(), []string{`set /skills/- {"id":"move","name":"자금 이동","description":"계좌와 금액을 받아 자금을 옮긴다.","tags":["chofam:kind/action","chofam:effect/irreversible","chofam:scope/party"]}`}},
	"terra bound":                              {"base/terra.json", Terra(), nil},
	"terra bound, its action listed":           {"base/terra.json", listing(Terra(), "event-ingest"), nil},
	"terra unbound by §5.2 to the letter":      {"base/terra.json", Terra(), []string{`del /skills/1/security`}},
	"terra without an action scheme":           {"base/terra.json", Terra(), []string{`del /skills/1/security`, `del /securitySchemes/ingestBearer`}},
	"terra with both schemes as alternatives":  {"base/terra.json", Terra(), []string{`del /skills/1/security`, `set /security [{"serviceBearer":[]},{"ingestBearer":[]}]`}},
	"terra with an empty list at the skill":    {"base/terra.json", Terra(), []string{`set /skills/1/security []`}},
	"terra without an effect tag":              {"base/terra.json", Terra(), []string{`del /skills/1/tags/1`}},
	"ethos with a second name of its own":      {"base/ethos.json", Ethos(), []string{nameEntry("ethos.review.v1")}},
	"an applicant for both names of one card":  {"base/applied.json", External(ans.MustParse("harbour.desk.v1"), ans.MustParse("harbour.pilot.v1")), []string{nameEntry("harbour.pilot.v1")}},
	"an applicant for a name it does not bear": {"base/applied.json", External(ans.MustParse("harbour.desk.v2")), nil},
	"guild and chopilot on one card, as guild": {"base/guild.json", Guild(), []string{nameEntry("chopilot.observe.v1")}},
	"guild and chopilot, both expected":        {"base/guild.json", alsoNamed(Guild(), Chopilot().Names...), []string{nameEntry("chopilot.observe.v1")}},
	"ethos with a price":                       {"base/ethos.json", Ethos(), []string{hireEntry("5")}},
	"ethos with a price that is no integer":    {"base/ethos.json", Ethos(), []string{hireEntry(`"5"`)}},
	"an applicant with a price":                {"base/applied.json", External(ans.MustParse("harbour.desk.v1")), []string{hireEntry("5")}},
	"an outside 1.0 card":                      {"cards/outside-1.0.json", External(), nil},
	"an outside 1.0 card by A2A alone":         {"cards/outside-1.0.json", A2AOnly(), nil},
	"an SDK's hybrid":                          {"cards/sdk-hybrid.json", External(), nil},
	"an SDK's hybrid by A2A alone":             {"cards/sdk-hybrid.json", A2AOnly(), nil},
	"ethos without skills":                     {"base/ethos.json", Ethos(), []string{`set /skills []`}},
	"tags in capitals":                         {"base/ethos.json", Ethos(), []string{`set /skills/0/tags ["chofam:kind/Advisory","CHOFAM:scope/party"]`}},
	"tags with spaces":                         {"base/ethos.json", Ethos(), []string{`set /skills/0/tags [" chofam:kind/advisory","chofam:scope/party "]`}},
	"tags in full-width letters":               {"base/ethos.json", Ethos(), []string{`set /skills/0/tags ["ｃｈｏｆａｍ：ｋｉｎｄ／ａｄｖｉｓｏｒｙ","chofam:scope/ｐａｒｔｙ"]`}},
	"tags with homoglyphs":                     {"base/ethos.json", Ethos(), []string{`set /skills/0/tags ["\u0441hof\u0430m:kind/advisory","chofam:scope/p\u0430rty"]`}},
	"a tag of trust":                           {"base/ethos.json", Ethos(), []string{`set /skills/0/tags/- "chofam:trust/high"`}},
	"bytes that are no card":                   {"", Ethos(), nil},
}

// listing gives a profile whose policy lists actions.
func listing(p Profile, actions ...string) Profile {
	p.Policy.Actions = actions
	return p
}

func alsoNamed(p Profile, names ...ans.Name) Profile {
	p.Names = append(p.Names, names...)
	return p
}

// derived is a file under testdata with changes, each a line as in a fixture
// file. Without a file it is no JSON.
func derived(t *testing.T, file string, ops ...string) []byte {
	t.Helper()
	if file == "" {
		return []byte(`{"name": "cut off`)
	}
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	if len(ops) == 0 {
		return text
	}
	tree := decode(t, text)
	for _, op := range ops {
		verb, rest, _ := strings.Cut(op, " ")
		pointer, value, _ := strings.Cut(rest, " ")
		if verb == "del" {
			tree = edit(t, tree, pointer, nil, true)
		} else {
			tree = edit(t, tree, pointer, decode(t, []byte(value)), false)
		}
	}
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func letter(v Verdict) string {
	return map[Verdict]string{Pass: "P", Warn: "w", NeedsEvidence: "e", Inconclusive: "?", Fail: "F", NotApplicable: "-"}[v]
}

func TestVerdicts(t *testing.T) {
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(verdictTable), "\n")[1:] {
		runes := []rune(line)
		name, rest := strings.TrimSpace(string(runes[:41])), string(runes[41:])
		want := strings.Fields(strings.ReplaceAll(rest, "|", " "))
		c, ok := verdictCards[name]
		if !ok {
			t.Fatalf("no card %q", name)
		}
		seen[name] = true
		t.Run(name, func(t *testing.T) {
			body := derived(t, c.file, c.ops...)
			whole := Run(context.Background(), Target{Received: body, Profile: c.profile}, Completion()...)
			offline := Run(context.Background(), Target{Received: body, Profile: c.profile}, Offline()...)
			var got []string
			for _, id := range verdictColumns {
				got = append(got, letter(whole.Verdict(id)))
			}
			got = append(got, offline.Outcome().String())
			if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w {
				t.Errorf("got  %s\nwant %s\n%s", g, w, strings.Join(found(whole, nil), "\n"))
			}
			for _, c := range offline.Checks {
				if v := whole.Verdict(c.ID); v != c.Verdict {
					t.Errorf("%s is %s offline and %s on the way to completion", c.ID, c.Verdict, v)
				}
			}
		})
	}
	for name := range verdictCards {
		if !seen[name] {
			t.Errorf("%q is not in the table", name)
		}
	}
}

// The sample of card spec §1 as ethos passes with the one warning on the
// interface's version, and nothing else is said but what V3 can't see.
func TestSample(t *testing.T) {
	r := Run(context.Background(), Target{Received: derived(t, "cards/card-spec-sample.json"), Profile: Ethos()}, Offline()...)
	for id, want := range map[string]Verdict{"V2": Pass, "V3": Pass, "V5": Pass, "V6": Pass, "V8": Pass, "V9": NotApplicable} {
		if v := r.Verdict(id); v != want {
			t.Errorf("%s is %s, want %s", id, v, want)
		}
	}
	if !r.OK() || r.Err() != nil {
		t.Errorf("not OK: %v", r.Err())
	}
	got := found(r, []string{"V3 info / not-seen"})
	if want := "B-iface-version warn /supportedInterfaces/0; V3 info / not-seen"; strings.Join(got, "; ") != want {
		t.Errorf("found %s\nwant %s", strings.Join(got, "; "), want)
	}
	if s := r.Facts().Shape; s != card.ShapeHybrid {
		t.Errorf("shape %s", s)
	}
}

// E3 says which alternative of which skill opens which action.
func TestE3NamesWhatOpens(t *testing.T) {
	r := Run(context.Background(), Target{
		Received: derived(t, "base/terra.json", `del /skills/1/security`, `set /security [{"serviceBearer":[]},{"ingestBearer":[]}]`), Profile: Terra(),
	}, E3())
	if len(r.Findings) != 1 {
		t.Fatalf("%d findings", len(r.Findings))
	}
	for _, text := range []string{r.Findings[0].Message.KO, r.Findings[0].Message.EN} {
		for _, word := range []string{"`event-ingest`", "`serviceBearer`", "`report-lookup`"} {
			if !strings.Contains(text, word) {
				t.Errorf("%s is not named: %s", word, text)
			}
		}
	}
}
