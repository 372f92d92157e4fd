package verify

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// factsOf is the facts of a card with a name, skills and the given members, as
// JSON.
func factsOf(t *testing.T, members string) map[string]json.RawMessage {
	t.Helper()
	if !strings.Contains(members, `"skills"`) {
		members += `,"skills":[]`
	}
	d, err := card.Parse([]byte(`{"name":"A",` + strings.TrimPrefix(members, ",") + `}`))
	if err != nil {
		t.Fatalf("%s: %v", members, err)
	}
	text, err := json.Marshal(FactsOf(d))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]json.RawMessage
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Facts are what a correct reader sees. Each case is some members of a card and
// one fact.
func TestFacts(t *testing.T) {
	for _, tc := range []struct{ members, fact, want string }{
		// Interfaces: supportedInterfaces where it has entries.
		{`"url":"u","preferredTransport":"GRPC","supportedInterfaces":[{"url":"https://a","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t"}]`, "interfaces", `[{"url":"https://a","binding":"JSONRPC","version":"1.0","tenant":"t"}]`},
		{`"supportedInterfaces":[{"protocolBinding":"x"},5,{"url":7,"protocolVersion":"1.0"},null]`, "interfaces", `[{"url":"","binding":"x","version":"0.3","tenant":""},{"url":"","binding":"","version":"0.3","tenant":""},{"url":"","binding":"","version":"1.0","tenant":""},{"url":"","binding":"","version":"0.3","tenant":""}]`},
		// Else url with preferredTransport, then additionalInterfaces but for pairs
		// that are listed already.
		{`"url":"u","supportedInterfaces":[]`, "interfaces", `[{"url":"u","binding":"JSONRPC","version":"0.3","tenant":""}]`},
		{`"url":"u","preferredTransport":"GRPC","protocolVersion":"0.2.9","additionalInterfaces":[{"url":"u","transport":"GRPC"},{"url":"u","transport":"JSONRPC"},{"url":"v","transport":"GRPC"},{"url":"v","transport":"GRPC"},{"transport":"HTTP+JSON"}]`, "interfaces", `[{"url":"u","binding":"GRPC","version":"0.2","tenant":""},{"url":"u","binding":"JSONRPC","version":"0.2","tenant":""},{"url":"v","binding":"GRPC","version":"0.2","tenant":""},{"url":"","binding":"HTTP+JSON","version":"0.2","tenant":""}]`},
		{`"additionalInterfaces":[{"url":"v","transport":"GRPC"}]`, "interfaces", `[{"url":"v","binding":"GRPC","version":"0.3","tenant":""}]`},
		{`"supportedInterfaces":{"url":"u"}`, "interfaces", `[]`},
		{`"supported_interfaces":[{"url":"u"}],"URL":"u"`, "interfaces", `[]`},
		// Version: Major.Minor where it parses, else as written; absent, the top
		// level's, else 0.3.
		{`"protocolVersion":"1.0.1","supportedInterfaces":[{"protocolVersion":"1.0.1"},{"protocolVersion":"1"},{"protocolVersion":"v1.0"},{"protocolVersion":"01.0"},{"protocolVersion":""},{"protocolVersion":1},{"protocolVersion":null},{}]`, "interfaces", `[{"url":"","binding":"","version":"1.0","tenant":""},{"url":"","binding":"","version":"1.0","tenant":""},{"url":"","binding":"","version":"v1.0","tenant":""},{"url":"","binding":"","version":"01.0","tenant":""},{"url":"","binding":"","version":"","tenant":""},{"url":"","binding":"","version":"","tenant":""},{"url":"","binding":"","version":"1.0","tenant":""},{"url":"","binding":"","version":"1.0","tenant":""}]`},
		// Skills: one entry an element, whatever it is; id "" if it is no string.
		{`"skills":[{"id":"a","tags":["chofam:kind/query"]},5,null,{"id":7},"x"]`, "skills", `[{"id":"a","kind":"query","effect":"","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null}]`},
		// Kind and effect: unknown where the tags don't decide, and no effect where
		// there is no action.
		{`"skills":[{"tags":["chofam:kind/action","chofam:effect/reversible"]},{"tags":["chofam:kind/action"]},{"tags":["chofam:kind/action","chofam:effect/reversible","chofam:effect/irreversible"]},{"tags":["chofam:kind/query","chofam:effect/reversible"]},{"tags":["chofam:kind/query","chofam:kind/action","chofam:effect/reversible"]},{"tags":["chofam:kind/Query"]}]`, "skills", `[{"id":"","kind":"action","effect":"reversible","requirements":null},{"id":"","kind":"action","effect":"unknown","requirements":null},{"id":"","kind":"action","effect":"unknown","requirements":null},{"id":"","kind":"query","effect":"","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":null}]`},
		// Requirements of a skill: null where it inherits, [] where it asks for
		// nothing, [[]] where anonymous is a way in; null among them can't be read.
		{`"skills":[{"security":[]},{"security":[{}]},{"security":null},{"security":[{"b":[],"a":[]},{"c":["x"]}]},{"security":["a",{"a":[]}]},{"security":"a"},{"securityRequirements":[],"security":[{"a":[]}]},{"securityRequirements":[{"schemes":{"w":{"list":[]}}}],"security":[{"a":[]}]},{"securityRequirements":[]}]`, "skills", `[{"id":"","kind":"unknown","effect":"unknown","requirements":[]},{"id":"","kind":"unknown","effect":"unknown","requirements":[[]]},{"id":"","kind":"unknown","effect":"unknown","requirements":null},{"id":"","kind":"unknown","effect":"unknown","requirements":[["a","b"],["c"]]},{"id":"","kind":"unknown","effect":"unknown","requirements":[null,["a"]]},{"id":"","kind":"unknown","effect":"unknown","requirements":[null]},{"id":"","kind":"unknown","effect":"unknown","requirements":[["a"]]},{"id":"","kind":"unknown","effect":"unknown","requirements":[["w"]]},{"id":"","kind":"unknown","effect":"unknown","requirements":[]}]`},
		// Of the card: [] where none is declared.
		{`"version":"1"`, "requirements", `[]`},
		{`"security":[]`, "requirements", `[]`},
		{`"security":[{}]`, "requirements", `[[]]`},
		{`"security":[{"schemes":{}}],"securityRequirements":[]`, "requirements", `[[]]`},
		{`"security":[{"a":[]}],"securityRequirements":[{"schemes":{"b":{}}},{"c":[]}]`, "requirements", `[["b"],["c"]]`},
		{`"security":[5],"securityRequirements":null`, "requirements", `[null]`},
		{`"security":[{"schemes":["x"]}]`, "requirements", `[["schemes"]]`},
		// Names as written, valid or not; what is no string is no name.
		{`"capabilities":{"extensions":[{"uri":"https://cho-fam.com/ans/v1","params":{"name":"b.v1"}},{"uri":"https://cho-fam.com/ans/v1","params":{"name":"Not A Name "}},{"uri":"https://cho-fam.com/ans/v1","params":{"name":["c.v1"]}},{"uri":"https://cho-fam.com/ans/v1"},{"uri":"https://cho-fam.web.app/ans/v1","params":{"name":"d.v1"}},{"uri":"https://cho-fam.com/ans/v1","params":{"name":""}},{"uri":"https://cho-fam.com/ans/v1","params":{"name":"b.v1"}}]}`, "names", `["b.v1","Not A Name ","","b.v1"]`},
		{`"extensions":[{"uri":"https://cho-fam.com/ans/v1","params":{"name":"b.v1"}}]`, "names", `[]`},
		// Schemes in the card's order, under their names; those of an array have none.
		{`"securitySchemes":{"z":{"type":"http","scheme":"bearer","bearerFormat":"JWT"},"a":{"apiKeySecurityScheme":{"location":"query","name":"k"}},"u":{"type":"HTTP"},"m":{"mtlsSecurityScheme":{}},"n":5}`, "schemes", `[{"name":"z","kind":"http","detail":"bearer JWT"},{"name":"a","kind":"apiKey","detail":"query k"},{"name":"u","kind":"unknown","detail":""},{"name":"m","kind":"mutualTLS","detail":""},{"name":"n","kind":"unknown","detail":""}]`},
		{`"securitySchemes":[{"type":"http","scheme":"basic"},{"type":"openIdConnect","openIdConnectUrl":"https://id"}]`, "schemes", `[{"name":"","kind":"http","detail":"basic"},{"name":"","kind":"openIdConnect","detail":"https://id"}]`},
		// The asking price, where it can be told.
		{`"capabilities":{"extensions":[{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":5.0}}]}`, "unitPrice", `5`},
		{`"capabilities":{"extensions":[{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":"5"}}]}`, "unitPrice", `null`},
		{`"capabilities":{"extensions":[{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":5}},{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":6}}]}`, "unitPrice", `null`},
		{`"capabilities":{"extensions":[{"uri":"https://cho-fam.web.app/hire/v1","params":{"unitPrice":5}}]}`, "unitPrice", `null`},
		// Name and version as written.
		{`"version":" 1\u202e"`, "version", `" 1` + "\u202e" + `"`},
		{`"version":5`, "version", `""`},
		{`"version":"1"`, "shape", `"other"`},
	} {
		if got := string(factsOf(t, tc.members)[tc.fact]); got != tc.want {
			t.Errorf("%s\n%s is %s\n    want %s", tc.members, tc.fact, got, tc.want)
		}
	}
}

// The facts of the sample, whole.
func TestFactsOfTheSample(t *testing.T) {
	d, err := card.Parse(derived(t, "cards/card-spec-sample.json"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(FactsOf(d))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"Ethos Decision","version":"1.0.0","shape":"hybrid",` +
		`"interfaces":[{"url":"https://ethos.internal/a2a","binding":"JSONRPC","version":"1.0","tenant":""}],` +
		`"skills":[{"id":"decision-session","kind":"advisory","effect":"","requirements":null}],` +
		`"names":["ethos.decision.v1"],"schemes":[{"name":"userBearer","kind":"http","detail":"bearer JWT"}],` +
		`"requirements":[["userBearer"]],"unitPrice":null}`
	if string(got) != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestFactsBlotUserInfo(t *testing.T) {
	got := string(factsOf(t, `"securitySchemes":{"o":{"type":"openIdConnect","openIdConnectUrl":"https://u:hunter2@idp.example/"}}`)["schemes"])
	if strings.Contains(got, "hunter2") || !strings.Contains(got, "***@idp.example") {
		t.Errorf("schemes: %s", got)
	}
}
