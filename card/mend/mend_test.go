package mend_test

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/mend"
	"github.com/hs9147/agentcard/verify"
)

// base is a card without a fault for a family agent; cases replace one piece of
// it.
const base = `{
  "protocolVersion": "1.0.1",
  "name": "A",
  "description": "Finds free berths in the harbour for a day.",
  "url": "https://a.internal/a2a",
  "supportedInterfaces": [
    { "url": "https://a.internal/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }
  ],
  "version": "1.0.0",
  "capabilities": {
    "extensions": [
      { "uri": "https://cho-fam.com/ans/v1", "params": { "name": "ethos.decision.v1" } }
    ]
  },
  "defaultInputModes": ["text/plain"],
  "defaultOutputModes": ["text/plain"],
  "securitySchemes": {
    "userBearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" }
  },
  "security": [{ "userBearer": [] }],
  "skills": [
    {
      "id": "s",
      "name": "Berths",
      "description": "Lists the free berths of a day, with their length.",
      "tags": ["chofam:kind/advisory", "chofam:scope/party"],
      "x-odd": 1.50
    }
  ]
}
`

// piece is a piece of the base card, another one in its place, and what a mend
// makes of that; empty where it is the first again.
type piece struct {
	name          string
	right, broken string
	want          string
	rules         string // of the changes, in order

	with  [2]string // another piece of the base card that is replaced beforehand
	later [2]string // and what else a mend replaces
}

func row(name, right, broken, want, rules string) piece {
	return piece{name: name, right: right, broken: broken, want: want, rules: rules}
}

var pieces = []piece{
	row("an interface without a version", `"protocolBinding": "JSONRPC", "protocolVersion": "1.0" }`, `"protocolBinding": "JSONRPC" }`, "", "B-iface-version"),
	row("a version of null", `"JSONRPC", "protocolVersion": "1.0"`, `"JSONRPC", "protocolVersion": null`, "", "B-iface-version"),
	row("a version with a patch number", `"protocolVersion": "1.0" }`, `"protocolVersion": "1.0.1" }`, "", "B-iface-version"),
	row("a version without a minor", `"protocolVersion": "1.0" }`, `"protocolVersion": "1" }`, "", "B-iface-version"),
	row("a binding in small letters", `"protocolBinding": "JSONRPC"`, `"protocolBinding": "jsonrpc"`, "", "B-iface-binding"),
	row("a binding under its former name", `"protocolBinding": "JSONRPC"`, `"transport": "JSONRPC"`, "", "B-interfaces"),
	row("a binding with a dash", `"protocolBinding": "JSONRPC"`, `"protocolBinding": "JSON-RPC"`, "", "B-iface-binding"),
	row("no top-level url", `  "url": "https://a.internal/a2a",`+"\n", "", "", "S1-url-consistent"),
	row("a top-level url of null", `  "url": "https://a.internal/a2a",`+"\n", `  "url": null,`+"\n", "", "B-null S1-url-consistent"),
	{
		name: "the url of another interface", right: `"url": "https://a.internal/a2a",` + "\n", broken: `"url": "https://a.internal/rest",` + "\n", rules: "S1-url-consistent",
		with: [2]string{`"protocolVersion": "1.0" }`, `"protocolVersion": "1.0" }, { "url": "https://a.internal/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0" }`},
	},
	row("the interfaces in older members", `  "supportedInterfaces": [
    { "url": "https://a.internal/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }
  ],`, `  "preferredTransport": "JSONRPC",`, `  "supportedInterfaces": [{"url": "https://a.internal/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],`, "B-interfaces S1-no-preferred-transport"),
	row("an empty list of interfaces", `"supportedInterfaces": [
    { "url": "https://a.internal/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }
  ],`, `"supportedInterfaces": [],`, `"supportedInterfaces": [{"url": "https://a.internal/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],`, "B-interfaces"),
	row("older members beside the list", `"version": "1.0.0",`, `"preferredTransport": "JSONRPC", "additionalInterfaces": [{ "url": "https://a.internal/a2a", "transport": "JSONRPC" }], "version": "1.0.0",`, "", "S1-no-preferred-transport S1-no-preferred-transport"),
	row("snake_case", `"defaultInputModes"`, `"default_input_modes"`, "", "S1-member-names"),
	row("another case", `"defaultInputModes"`, `"defaultInputmodes"`, "", "S0-standard-places"),
	row("snake_case in a scheme", `"bearerFormat"`, `"bearer_format"`, "", "S1-member-names"),
	row("a null", `"version": "1.0.0",`, `"iconUrl": null, "version": "1.0.0", "documentationUrl" : null,`, "", "B-null B-null"),
	row("no capabilities", `"capabilities": {
    "extensions": [
      { "uri": "https://cho-fam.com/ans/v1", "params": { "name": "ethos.decision.v1" } }
    ]
  },
  `, ``, `"capabilities": {},
  `, "B-capabilities"),
	row("capabilities of null", `{
    "extensions": [
      { "uri": "https://cho-fam.com/ans/v1", "params": { "name": "ethos.decision.v1" } }
    ]
  },`, `null,`, `{},`, "B-capabilities"),
	row("bare words for media types", `"defaultInputModes": ["text/plain"]`, `"defaultInputModes": [ "text", "json", "file" ]`, `"defaultInputModes": [ "text/plain", "application/json", "file" ]`, "B-modes B-modes"),
	{
		name: "the flag of older cards", right: `"version": "1.0.0",`, broken: `"supportsAuthenticatedExtendedCard": true, "version": "1.0.0",`, rules: "S0-standard-places S0-standard-places",
		later: [2]string{`"ethos.decision.v1" } }
    ]`, `"ethos.decision.v1" } }
    ],
    "extendedAgentCard": true`},
	},
	row("a flag that 1.0 has no place for", `"capabilities": {
`, `"capabilities": {
    "stateTransitionHistory": true,
`, "", "S0-standard-places"),
	row("such a flag in snake_case", `"capabilities": {
`, `"capabilities": {
    "state_transition_history": true,
`, "", "S0-standard-places"),
	row("the former URI", `https://cho-fam.com/ans/v1`, `https://cho-fam.web.app/ans/v1`, "", "S3-uri-fixed"),
	row("the former URI beside the present one", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } },
      { "uri": "https://cho-fam.web.app/ans/v1", "params": {"name":"ethos.decision.v1"} }`, "", "S3-uri-fixed"),
	row("the former URI before the present one", `{ "uri": "https://cho-fam.com/ans/v1",`, `{ "uri": "https://cho-fam.web.app/ans/v1", "params": {"name":"ethos.decision.v1"} }, { "uri": "https://cho-fam.com/ans/v1",`, "", "S3-uri-fixed"),
	row("another name under the former URI", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.web.app/ans/v1", "params": { "name": "other.v1" } }`, "same", ""),
	row("a URI that only resembles it", `https://cho-fam.com/ans/v1`, `https://cho-fam.com/ans/v1/`, "same", ""),
	row("an extension twice", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, {"params":{"name":"ethos.decision.v1"},"uri":"https://cho-fam.com/ans/v1"}`, "", "S3-multi-names"),
	row("a required name", `"params": { "name"`, `"required": true, "params": { "name"`, `"required": false, "params": { "name"`, "S3-required-false"),
	row("required as a text", `"params": { "name"`, `"required": "false", "params": { "name"`, `"required": false, "params": { "name"`, "S3-required-false"),
	row("a name with a space", `"ethos.decision.v1"`, `" ethos.decision.v1"`, "", "S3-name-one-per-extension"),
	row("a name in capitals", `"ethos.decision.v1"`, `"Ethos.decision.v1"`, "same", ""),
	row("a price with a point", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.com/hire/v1", "params": { "unitPrice": 5.0 } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.com/hire/v1", "params": { "unitPrice": 5 } }`, "V9"),
	row("a price that is none", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.com/hire/v1", "params": { "unitPrice": "5" } }`, "same", ""),
	row("a family card's price is the author's", `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.web.app/hire/v1", "params": { "unitPrice": 5 } }`, "same", ""),
	row("a tag twice", `"tags": ["chofam:kind/advisory", "chofam:scope/party"]`, `"tags": ["chofam:kind/advisory", "chofam:kind/advisory", "chofam:scope/party", "chofam:kind/advisory" ]`, `"tags": ["chofam:kind/advisory", "chofam:scope/party" ]`, "S2-kind-exactly-one S2-kind-exactly-one"),
	row("a kind in capitals is the author's", `"chofam:kind/advisory"`, `"chofam:kind/Advisory"`, "same", ""),
	row("no kind is the author's", `"chofam:kind/advisory", `, ``, "same", ""),
	row("a scheme's type in capitals", `"type": "http"`, `"type": "HTTP"`, "", "B-scheme-shape"),
	row("a scheme with a blank", `"scheme": "bearer"`, `"scheme": "bearer "`, "", "B-scheme-fields"),
	row("a scheme's unknown type is the author's", `"type": "http"`, `"type": "bearer"`, "same", ""),
	row("a key's place", `{ "type": "http", "scheme": "bearer", "bearerFormat": "JWT" }`, `{ "apiKeySecurityScheme": { "in": "HEADER", "name": "K" } }`, `{ "apiKeySecurityScheme": { "location": "header", "name": "K" } }`, "B-scheme-fields B-scheme-fields"),
	row("a secret", `"version": "1.0.0",`, `"authentication": { "schemes": ["basic"], "credentials": "hunter2" }, "version": "1.0.0",`, `"authentication": { "schemes": ["basic"] }, "version": "1.0.0",`, "B-secret"),
	row("members that nobody knows", `"version": "1.0.0",`, `"x-a": { "b" : [ 1.0, 1e2 ] }, "version": "1.0.0",`, "same", ""),
	row("a renamed member whose place is taken", `"version": "1.0.0",`, `"default_input_modes": ["a/b"], "version": "1.0.0",`, "same", ""),
}

func doc(t *testing.T, text string) *card.Document {
	t.Helper()
	d, err := card.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return d
}

func fix(t *testing.T, text string, o mend.Options) *mend.Result {
	t.Helper()
	r, err := mend.Fix(doc(t, text), o)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return r
}

func rulesOf(r *mend.Result) string {
	var out []string
	for _, c := range r.Done {
		out = append(out, cmp.Or(c.Rule, "-"))
	}
	return strings.Join(out, " ")
}

var family = mend.Options{Mode: card.ModeFamily}

func TestBaseNeedsNothing(t *testing.T) {
	if r := fix(t, base, family); string(r.Text) != base || len(r.Done) > 0 {
		t.Errorf("%+v", r)
	}
}

// Each fault is mended where it stands, and nothing else is touched.
func TestFix(t *testing.T) {
	for _, p := range pieces {
		if !strings.Contains(base, p.right) {
			t.Fatalf("%s: the base card has no %s", p.name, p.right)
		}
		want := p.want
		switch want {
		case "":
			want = p.right
		case "same":
			want = p.broken
		}
		card := strings.Replace(base, p.with[0], p.with[1], 1)
		broken, whole := strings.Replace(card, p.right, p.broken, 1), strings.Replace(card, p.right, want, 1)
		whole = strings.Replace(whole, p.later[0], p.later[1], 1)
		r := fix(t, broken, family)
		if string(r.Text) != whole {
			t.Errorf("%s:\n%s\nwant\n%s", p.name, r.Text, whole)
		}
		if got := rulesOf(r); got != p.rules {
			t.Errorf("%s: changes for %q, want %q", p.name, got, p.rules)
		}
		for _, c := range r.Done {
			if !slices.ContainsFunc(verify.Rules(), func(x verify.Rule) bool { return x.ID == c.Rule }) {
				t.Errorf("%s: there is no rule %q", p.name, c.Rule)
			}
			if c.What.KO == "" || c.What.EN == "" || strings.Contains(c.What.KO+c.What.EN, "hunter2") || strings.ContainsAny(c.What.EN, "\n\x1b") {
				t.Errorf("%s: %+v", p.name, c)
			}
		}
		mended(t, p.name, []byte(broken))
	}
}

// What goes is said with its value, under the name that it was received by.
func TestFixSaysWhatWent(t *testing.T) {
	text := strings.Replace(base, `"capabilities": {`, `"capabilities": { "state_transition_history": true,`, 1)
	if r := fix(t, text, family); len(r.Done) != 1 || r.Done[0].Pointer != "/capabilities/state_transition_history" ||
		r.Done[0].What.EN != "removed the member `state_transition_history`: true." {
		t.Errorf("%+v", r.Done)
	}
}

// It is shown on one line, however it was laid out.
func TestFixSaysWhatWentOnOneLine(t *testing.T) {
	text := strings.Replace(base, `"version": "1.0.0",`, "\"additionalInterfaces\": [\n  { \"url\": \"https://a.internal/a2a\",\n  \"transport\": \"JSONRPC\" }\n], \"version\": \"1.0.0\",", 1)
	if r := fix(t, text, family); len(r.Done) != 1 || !strings.HasSuffix(r.Done[0].What.EN, `: [{"url":"https://a.internal/a2a","transport":"JSONRPC"}].`) {
		t.Errorf("%+v", r.Done)
	}
}

// Readers of 0.x look for what 1.0 has no place for, or has elsewhere: a card that
// speaks 0.x alone keeps it.
func TestFixOfACardThatStays(t *testing.T) {
	text := strings.NewReplacer(`"protocolVersion": "1.0" }`, `"protocolVersion": "0.3" }`, `"protocolVersion": "1.0.1",`, `"protocolVersion": "0.3.0",`,
		`"capabilities": {`, `"preferredTransport": "JSONRPC", "supportsAuthenticatedExtendedCard": true, "capabilities": { "stateTransitionHistory": true,`).Replace(base)
	if r := fix(t, text, mend.Options{}); string(r.Text) != text {
		t.Errorf("%s\n%+v", r.Text, r.Done)
	}
	if r := fix(t, strings.Replace(text, `,
      "x-odd": 1.50`, "", 1), mend.Options{Dialect: to(card.DialectA2A10)}); strings.Contains(string(r.Text), "stateTransitionHistory") {
		t.Errorf("%s", r.Text)
	}
}

// A price that nobody reads does not go live: whether it is to be asked is the
// author's to say, and the report names both right answers.
func TestFixLeavesAMovedPrice(t *testing.T) {
	text := strings.Replace(base, `"params": { "name": "ethos.decision.v1" } }`, `"params": { "name": "ethos.decision.v1" } }, { "uri": "https://cho-fam.web.app/hire/v1", "params": { "unitPrice": 5 } }`, 1)
	for _, mode := range []card.Mode{card.ModeProfile, card.ModeFamily, card.ModeA2A10} {
		if r := fix(t, text, mend.Options{Mode: mode}); mode != card.ModeA2A10 && string(r.Text) != text || !strings.Contains(string(r.Text), `"https://cho-fam.web.app/hire/v1"`) {
			t.Errorf("mode %d: %s", mode, r.Text)
		}
	}
	report := verify.Run(t.Context(), verify.Target{Received: []byte(text), Profile: verify.External()}, verify.Offline()...)
	i := slices.IndexFunc(report.Findings, func(f verify.Finding) bool { return f.Rule == "HIRE-uri" })
	if i < 0 || !strings.Contains(report.Findings[i].Hint.EN, "https://cho-fam.com/hire/v1") || !strings.Contains(report.Findings[i].Hint.EN, "remove") {
		t.Errorf("%+v", report.Findings)
	}
}

// The same on one line.
func TestFixOfCompactText(t *testing.T) {
	const broken = `{"name":"A","supportedInterfaces":[{"url":"https://a.internal/a2a","protocolBinding":"jsonrpc"}],"protocolVersion":"1.0","skills":[{"tags":["a","a"],"x":null,"examples":null}],"iconUrl":null}`
	const want = `{"name":"A","url":"https://a.internal/a2a","supportedInterfaces":[{"url":"https://a.internal/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],"capabilities":{},"protocolVersion":"1.0","skills":[{"tags":["a"],"x":null}]}`
	if r := fix(t, broken, family); string(r.Text) != want {
		t.Errorf("%s\nwant\n%s", r.Text, want)
	}
}

// Card spec §1's own sample comes out without a failure or a warning.
func TestFixOfTheSample(t *testing.T) {
	text, err := os.ReadFile("../testdata/card-spec-sample.json")
	if err != nil {
		t.Fatal(err)
	}
	if complaints(text, verify.Ethos()) == nil || len(complaints(text, verify.Ethos())) == 0 {
		t.Fatal("the sample has nothing to mend")
	}
	for _, d := range []*card.Dialect{nil, to(card.DialectDual), to(card.DialectProfile)} {
		r := fix(t, string(text), mend.Options{Mode: card.ModeFamily, Dialect: d})
		if c := complaints(r.Text, verify.Ethos()); len(c) > 0 {
			t.Errorf("%v", c)
		}
	}
}

// In a dialect the text says what card.Marshal writes, and keeps its layout.
func TestDialects(t *testing.T) {
	for _, d := range []card.Dialect{card.DialectDual, card.DialectProfile, card.DialectA2A10} {
		text := base
		if d == card.DialectA2A10 { // which has no room for others
			text = strings.Replace(base, `,
      "x-odd": 1.50`, "", 1)
		}
		r := fix(t, text, mend.Options{Dialect: &d})
		want, err := card.Marshal(doc(t, text).Card(), d)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := doc(t, string(r.Text)).Canonical()
		b, _ := doc(t, string(want)).Canonical()
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %s\nwant\n%s", d, a, b)
		}
		if !strings.Contains(string(r.Text), "\n      \"description\": \"Lists the free berths of a day, with their length.\",\n") || d != card.DialectA2A10 && !strings.Contains(string(r.Text), `"x-odd": 1.50`) {
			t.Errorf("%s: the layout is lost:\n%s", d, r.Text)
		}
	}
	// What the dialect can't hold.
	if r, err := mend.Fix(doc(t, base), mend.Options{Dialect: to(card.DialectA2A10)}); err == nil || r != nil || !strings.Contains(err.Error(), "x-odd") {
		t.Errorf("%v, %v", r, err)
	}
}

// Signatures go where none of them can verify, and stay elsewhere.
func TestSignatures(t *testing.T) {
	signer := card.Signer{Key: ed25519.NewKeyFromSeed([]byte("an example, and a secret to none")), KeyID: "k"}
	signed, err := card.Sign(doc(t, base), signer)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := verify.NewKeySet(verify.Key{ID: "k", Public: signer.Key.Public(), Algorithm: "EdDSA"})
	if err != nil {
		t.Fatal(err)
	}
	status := func(text []byte) verify.SignatureStatus {
		return verify.Signatures(doc(t, string(text)), keys, verify.SignatureOptions{}).Status
	}
	if status(signed) != "verified" {
		t.Fatalf("the signed card is %s", status(signed))
	}
	for _, tc := range []struct {
		name          string
		right, broken string // in the text after signing
		dialect       *card.Dialect
		rules         string
		want          verify.SignatureStatus
	}{
		{"nothing to mend", "", "", nil, "", "verified"},
		{"a null that the payload does not hold", `"version": "1.0.0",`, `"version": "1.0.0", "iconUrl": null,`, nil, "B-null SIG4", "unsigned"},
		{"a default that it does not hold", "", "", to(card.DialectProfile), "-", "verified"},
		{"a dialect that changes the payload", "", "", to(card.DialectDual), "- SIG4", "unsigned"},
	} {
		text := strings.Replace(string(signed), tc.right, tc.broken, 1)
		r := fix(t, text, mend.Options{Mode: card.ModeFamily, Dialect: tc.dialect})
		if got := status(r.Text); got != tc.want || rulesOf(r) != tc.rules {
			t.Errorf("%s: %s after %q, want %s after %q", tc.name, got, rulesOf(r), tc.want, tc.rules)
		}
	}
	// A signature of a card with a fault, which is mended.
	broken := strings.Replace(base, `"tags": [`, `"tags": ["chofam:scope/party", `, 1)
	if signed, err = card.Sign(doc(t, broken), signer); err != nil {
		t.Fatal(err)
	}
	if r := fix(t, string(signed), family); strings.Contains(string(r.Text), "signatures") || !slices.Contains(strings.Fields(rulesOf(r)), "SIG4") {
		t.Errorf("a signature stays that no longer verifies: %s", r.Text)
	}
}
