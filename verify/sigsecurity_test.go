package verify

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// Rules about security read the card that was signed, not what somebody made of
// it on the way (rule SIG4).

// actionCard is an A2A card in which an action has a scheme of its own and a
// query inherits the card's. % stands for members put into each of the skills
// in turn, by number.
func actionCard(skill int, members string) string {
	var at [3]string
	if members != "" {
		at[skill] = members + ","
	}
	return `{"name":"Terra","description":"d","version":"1.0.0","supportedInterfaces":[{"url":"https://terra.internal/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],` +
		at[2] + `"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],` +
		`"securitySchemes":{"serviceBearer":{"httpAuthSecurityScheme":{"scheme":"bearer"}},"ingest":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},` +
		`"securityRequirements":[{"schemes":{"serviceBearer":{}}}],"skills":[` +
		`{` + at[0] + `"id":"look","name":"n","description":"d","tags":["chofam:kind/query","chofam:scope/party"]},` +
		`{` + at[1] + `"id":"take","name":"n","description":"d","tags":["chofam:kind/action","chofam:effect/reversible","chofam:scope/party"],"securityRequirements":[{"schemes":{"ingest":{}}}]}]}`
}

// onlyActions is a card whose only skill is an action that inherits the card's
// requirement, with a member put into it.
func onlyActions(member string) string {
	text := actionCard(0, member)
	text = strings.Replace(text, `"chofam:kind/query"`, `"chofam:kind/action","chofam:effect/reversible"`, 1)
	at := strings.Index(text, `,{"id":"take"`)
	return text[:at] + `]}`
}

// securityOf is what the rules on security found, in full.
func securityOf(r *Report) []string {
	var out []string
	for _, f := range r.Findings {
		if f.Rule == "E3" || f.Rule == "V6" || strings.HasPrefix(f.Rule, "S5") {
			out = append(out, fmt.Sprintf("%s %s %s %s %s", f.Rule, f.Code, f.Verdict, f.Pointer, f.Message.EN))
		}
	}
	for _, id := range []string{"E3", "V4", "V6"} {
		out = append(out, id+" "+r.Verdict(id).String())
	}
	return out
}

func TestSecurityRulesReadTheSignedCard(t *testing.T) {
	vector := string(readVector(t, "hostile", "hole-presence-skill-requirement-emptied.card.json"))
	hostileKeys, err := ParseJWKS(readVector(t, "hostile", "pinned.jwks.json"))
	if err != nil {
		t.Fatal(err)
	}
	sign := func(original, edited string) string {
		return string(withEntries(edited, entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, original, card.FormReceived))))
	}
	const emptied = `"securityRequirements":[]`
	rows := Terra()
	rows.Row = &Row{Scheme: "userBearer", BearerFormat: "JWT"}
	for name, tc := range map[string]struct {
		original, edited string
		keys             *KeySet
		profile          Profile
		differs          []string // checks that see the edit where there are no keys
	}{
		"the vector": {strings.Replace(vector, emptied+",", "", 1), vector, hostileKeys, rows, []string{"V6"}},
		"a query opened to everybody": {
			actionCard(0, ""), sign(actionCard(0, ""), actionCard(0, emptied)), pinned(t, "ES256"), Terra(), []string{"V6"},
		},
		"an action opened to everybody": {
			onlyActions(""), sign(onlyActions(""), onlyActions(emptied)), pinned(t, "ES256"), External(), []string{"E3"},
		},
		"a query opened, by null": {
			actionCard(0, ""), sign(actionCard(0, ""), actionCard(0, `"securityRequirements":null`)), pinned(t, "ES256"), Terra(), nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			checks := func() []Check { return []Check{V4(), V6(), E3(), P5()} }
			run := func(text string, keys *KeySet) *Report {
				return Run(context.Background(), Target{Received: []byte(text), Keys: keys, Profile: tc.profile}, checks()...)
			}
			want := securityOf(run(tc.original, nil))
			r := run(tc.edited, tc.keys)
			if r.Signature.Status != SignatureVerified || r.Signature.Form != card.FormPresence || len(r.Signature.Defaults) == 0 {
				t.Fatalf("%+v", r.Signature)
			}
			if got := securityOf(r); !slices.Equal(got, want) {
				t.Errorf("of the edited card:\n  %s\nof the signed one:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
			if !reflect.DeepEqual(r.Facts(), run(string(r.Signature.Payload), nil).Facts()) {
				t.Error("the facts are those of the edited card")
			}
			blind := run(tc.edited, nil)
			if got := securityOf(blind); slices.Equal(got, want) != (tc.differs == nil) {
				t.Errorf("without keys the edit shows: %v\n  %s", tc.differs, strings.Join(got, "\n  "))
			}
			for _, id := range tc.differs {
				if blind.Verdict(id) != Fail {
					t.Errorf("without keys %s is %s", id, blind.Verdict(id))
				}
			}
			// Keys that don't verify the card leave the rules with what was received.
			if r := run(tc.edited, pinned(t, "EdDSA")); r.Signature.Status == SignatureVerified || !slices.Equal(securityOf(r), securityOf(blind)) {
				t.Errorf("under another key: %s, %s", r.Signature.Status, securityOf(r))
			}
		})
	}
}

// Where the signature says nothing, the rules say the same with keys and
// without.
func TestUnverifiedCardsAreReadAsReceived(t *testing.T) {
	for name, text := range map[string]string{
		"unsigned":  onlyActions(`"securityRequirements":[]`),
		"malformed": strings.TrimSuffix(onlyActions(`"securityRequirements":[]`), "}") + `,"signatures":{}}`,
		"invalid":   string(withEntries(onlyActions(`"securityRequirements":[]`), entryWith(t, headerOf("ES256"), "ES256", []byte(tiny)))),
		"partial": string(withEntries(onlyActions(`"securityRequirements":[]`),
			entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, onlyActions(""), card.FormSDK)))),
	} {
		r := Run(context.Background(), Target{Received: []byte(text), Keys: pinned(t, "ES256")}, V4(), V6(), E3(), P5())
		blind := Run(context.Background(), Target{Received: []byte(text)}, V4(), V6(), E3(), P5())
		if string(r.Signature.Status) != name || r.Verdict("E3") != Fail || !slices.Equal(securityOf(r), securityOf(blind)) {
			t.Errorf("%s: %s, E3 %s", name, r.Signature.Status, r.Verdict("E3"))
		}
		if r.Signature.Card != nil || r.Signature.Payload != nil {
			t.Errorf("%s: a card that was not verified is given", name)
		}
	}
}

// Nobody without the key makes a verified card one that fails: the rules on
// schemes and requirements read the payload too.
func TestShapesOfSecurityReadTheSignedCard(t *testing.T) {
	flat := strings.Replace(actionCard(0, ""), `"securityRequirements":[{"schemes":{"serviceBearer":{}}}]`, `"security":[{"serviceBearer":[]}]`, 1)
	signed := string(withEntries(flat, entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, flat, card.FormPresence))))
	for _, edited := range []string{
		strings.Replace(signed, `{"name"`, `{"securityRequirements":[],"name"`, 1),
		strings.Replace(signed, `"schemes":{"ingest":{}}`, `"schemes":{"ingest":{"list":null}}`, 1),
		strings.Replace(signed, `"id":"look"`, `"securityRequirements":null,"id":"look"`, 1),
	} {
		if edited == signed {
			t.Fatal("nothing was edited")
		}
		r := Run(context.Background(), Target{Received: []byte(edited), Keys: pinned(t, "ES256"), Profile: External()}, append(Offline(), P5())...)
		if r.Signature.Status != SignatureVerified {
			t.Errorf("%s: %s %s", edited, r.Signature.Status, r.Signature.Code)
		}
		for _, f := range r.Findings {
			if strings.HasPrefix(f.Rule, "B-sec-") || strings.HasPrefix(f.Rule, "B-scheme-") {
				t.Errorf("%s %s %s %s: %s", f.Rule, f.Code, f.Verdict, f.Pointer, f.Message.EN)
			}
		}
	}
}

// The shape that a verified card is said to have is that of what was signed.
func TestShapeOfTheSignedCard(t *testing.T) {
	const old = `{"name":"N","url":"https://a.example/","skills":[]}`
	signed := string(withEntries(old, entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, old, card.FormPresence))))
	edited := strings.Replace(signed, `{"name"`, `{"securityRequirements":[],"name"`, 1)
	for _, body := range []string{signed, edited} {
		r := Run(context.Background(), Target{Received: []byte(body), Keys: pinned(t, "ES256")}, P5())
		if f := r.Facts(); r.Signature.Status != SignatureVerified || f.Shape != card.Shape03 {
			t.Errorf("%s: %s, shape %s", body, r.Signature.Status, f.Shape)
		}
	}
}
