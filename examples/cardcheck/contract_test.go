package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The shape of -format json is a contract: members may be added here, never
// renamed, and each is there in every object, but for those marked omitempty.
type (
	reportObject struct {
		Target    string          `json:"target"`
		Kind      string          `json:"kind"`
		Profile   string          `json:"profile"`
		By        string          `json:"by,omitempty"`
		Digest    string          `json:"digest"`
		Verdict   string          `json:"verdict"`
		Error     *errorObject    `json:"error"`
		Facts     *factsObject    `json:"facts"`
		Signature signatureObject `json:"signature"`
		Checks    []checkObject   `json:"checks"`
		Findings  []findingObject `json:"findings"`
	}
	errorObject struct {
		Code    string     `json:"code"`
		Pointer string     `json:"pointer"`
		Offset  int        `json:"offset"`
		Line    int        `json:"line"`
		Message textObject `json:"message"`
	}
	textObject struct {
		KO string `json:"ko"`
		EN string `json:"en"`
	}
	factsObject struct {
		Name         string            `json:"name"`
		Version      string            `json:"version"`
		Shape        string            `json:"shape"`
		Interfaces   []interfaceObject `json:"interfaces"`
		Skills       []skillObject     `json:"skills"`
		Names        []string          `json:"names"`
		Schemes      []schemeObject    `json:"schemes"`
		Requirements [][]string        `json:"requirements"`
		UnitPrice    *int64            `json:"unitPrice"`
	}
	interfaceObject struct {
		URL     string `json:"url"`
		Binding string `json:"binding"`
		Version string `json:"version"`
		Tenant  string `json:"tenant"`
	}
	skillObject struct {
		ID           string     `json:"id"`
		Kind         string     `json:"kind"`
		Effect       string     `json:"effect"`
		Requirements [][]string `json:"requirements"`
	}
	schemeObject struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Detail string `json:"detail"`
	}
	signatureObject struct {
		Status    string        `json:"status"`
		Form      string        `json:"form"`
		Alg       string        `json:"alg"`
		KID       string        `json:"kid"`
		Uncovered []string      `json:"uncovered"`
		Defaults  []string      `json:"defaults"`
		Hints     []string      `json:"hints"`
		Entries   []entryObject `json:"entries"`
	}
	entryObject struct {
		Index  int    `json:"index"`
		KID    string `json:"kid"`
		Alg    string `json:"alg"`
		Status string `json:"status"`
		Code   string `json:"code"`
	}
	checkObject struct {
		ID       string          `json:"id"`
		Verdict  string          `json:"verdict"`
		Exchange *exchangeObject `json:"exchange,omitempty"`
	}
	exchangeObject struct {
		Method string `json:"method"`
		URL    string `json:"url"`
		Status int    `json:"status"`
		MS     int    `json:"ms"`

		TaskID    string `json:"taskId,omitempty"`
		MessageID string `json:"messageId,omitempty"`
	}
	findingObject struct {
		Rule     string          `json:"rule"`
		Code     string          `json:"code"`
		Checks   []string        `json:"checks"`
		Verdict  string          `json:"verdict"`
		Pointer  string          `json:"pointer"`
		Message  textObject      `json:"message"`
		Hint     textObject      `json:"hint"`
		Source   string          `json:"source"`
		Link     string          `json:"link,omitempty"`
		Observed string          `json:"observed"`
		Exchange *exchangeObject `json:"exchange"`
	}
)

// strictly decodes one line of -format json.
func strictly(t *testing.T, text string, into any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	if dec.More() || !strings.HasSuffix(text, "}\n") || lineCount(text) != 1 {
		t.Fatalf("no object alone on its line:\n%.2000s", text)
	}
	var raw any
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatal(err)
	}
	for _, m := range missing(raw, reflect.TypeOf(into).Elem(), "") {
		t.Errorf("no member %s in %.500s", m, text)
	}
}

// missing lists the members of a type that are not in a value. Null stands for
// an object only where the type is a pointer.
func missing(raw any, typ reflect.Type, at string) (list []string) {
	if typ.Kind() == reflect.Pointer {
		if raw == nil {
			return nil
		}
		typ = typ.Elem()
	}
	switch typ.Kind() {
	case reflect.Slice:
		elements, _ := raw.([]any)
		for i, e := range elements {
			list = append(list, missing(e, typ.Elem(), fmt.Sprintf("%s/%d", at, i))...)
		}
		if raw == nil && !strings.Contains(at, "/requirements") { // null: inherited, or can't be read
			list = append(list, at+" (null)")
		}
	case reflect.Struct:
		members, _ := raw.(map[string]any)
		for i := range typ.NumField() {
			name, options, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			v, ok := members[name]
			switch {
			case ok:
				list = append(list, missing(v, typ.Field(i).Type, at+"/"+name)...)
			case options != "omitempty":
				list = append(list, at+"/"+name)
			}
		}
	}
	return list
}

var (
	kinds    = []string{"agent-card", "device-card", "contract-set", "unknown"}
	outcomes = []string{"pass", "warn", "fail", "incomplete"}
	verdicts = []string{"pass", "info", "warn", "needs-evidence", "inconclusive", "fail", "not-applicable"}
	shapes   = []string{"0.2", "0.3", "1.0", "hybrid", "other"}
	schemes  = []string{"apiKey", "http", "oauth2", "openIdConnect", "mutualTLS", "unknown"}
	statuses = []string{"verified", "unsigned", "no-match", "invalid", "partial", "malformed", "not-checked"}
)

func checkWords(t *testing.T, o reportObject) {
	t.Helper()
	word := func(what, s string, of []string) {
		if !slices.Contains(of, s) {
			t.Errorf("%s: %s is %q", o.Target, what, s)
		}
	}
	word("kind", o.Kind, kinds)
	word("verdict", o.Verdict, outcomes)
	word("profile", o.Profile, profileNames())
	word("signature.status", o.Signature.Status, statuses)
	for _, c := range o.Checks {
		word("verdict of "+c.ID, c.Verdict, verdicts)
	}
	for _, f := range o.Findings {
		word("verdict of "+f.Rule, f.Verdict, verdicts)
		if len(f.Checks) == 0 || f.Message.KO == "" || f.Message.EN == "" || f.Source == "" {
			t.Errorf("%s: a finding without checks, message or source: %+v", o.Target, f)
		}
	}
	if o.Facts == nil {
		return
	}
	word("shape", o.Facts.Shape, shapes)
	for _, s := range o.Facts.Schemes {
		word("kind of scheme "+s.Name, s.Kind, schemes)
	}
	for _, s := range o.Facts.Skills {
		word("kind of skill "+s.ID, s.Kind, []string{"advisory", "query", "action", "unknown"})
		word("effect of skill "+s.ID, s.Effect, []string{"", "reversible", "irreversible", "unknown"})
	}
}

// odd has something of everything that the contract speaks of.
const odd = `{
  "name": "Odd", "version": "3", "protocolVersion": "1.0", "description": "d",
  "supportedInterfaces": [
    {"url": "https://a.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0.1", "tenant": "t"},
    {"protocolBinding": "GRPC"}
  ],
  "capabilities": {"extensions": [
    {"uri": "https://cho-fam.com/ans/v1", "params": {"name": "odd.agent.v1"}},
    {"uri": "https://cho-fam.com/ans/v1", "params": {"name": "Bad"}},
    {"uri": "https://cho-fam.com/hire/v1", "params": {"unitPrice": 31}}
  ]},
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "securitySchemes": {
    "b": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    "a": {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}},
    "x": {"type": "magic"}
  },
  "security": [{"b": [], "a": []}, {}, 7],
  "skills": [
    {"id": "one", "tags": ["chofam:kind/action"], "security": []},
    {"id": 1, "tags": ["chofam:kind/query"]},
    null
  ],
  "signatures": [{"protected": "e30", "signature": "AA"}]
}`

func TestContract(t *testing.T) {
	names := []string{"samples/good.json", "samples/terra.json", "samples/bad.json", "samples/hostile.json", file(t, "odd.json", odd), file(t, "empty", "")}
	for _, name := range names {
		for _, profile := range profileNames() {
			var o reportObject
			strictly(t, cardcheck("-format", "json", "-profile", profile, name).out, &o)
			if o.Target != name || o.Profile != profile || !strings.HasPrefix(o.Digest, "sha256:") || len(o.Digest) != 71 {
				t.Errorf("%s: head is %q %q %q", name, o.Target, o.Profile, o.Digest)
			}
			if (o.Facts == nil) != (o.Error != nil) || o.Error != nil && o.Verdict != "fail" {
				t.Errorf("%s: facts and error don't go together", name)
			}
			checkWords(t, o)
		}
	}
}

func TestContractUnreadable(t *testing.T) {
	var o struct {
		Target string      `json:"target"`
		Error  errorObject `json:"error"`
	}
	strictly(t, cardcheck("-format", "json", "none.json").out, &o)
	if o.Target != "none.json" || o.Error.Code != "input.unreadable" {
		t.Errorf("%+v", o)
	}
}

// What the facts of a card are, member by member.
func TestFacts(t *testing.T) {
	var o reportObject
	strictly(t, cardcheck("-format", "json", file(t, "odd.json", odd)).out, &o)
	price := int64(31)
	want := &factsObject{
		Name: "Odd", Version: "3", Shape: "hybrid",
		Interfaces:   []interfaceObject{{"https://a.example/a2a", "JSONRPC", "1.0", "t"}, {"", "GRPC", "1.0", ""}},
		Skills:       []skillObject{{"one", "action", "unknown", [][]string{}}, {"", "query", "", nil}, {"", "unknown", "unknown", nil}},
		Names:        []string{"odd.agent.v1", "Bad"},
		Schemes:      []schemeObject{{"b", "http", "bearer JWT"}, {"a", "apiKey", "header X-Key"}, {"x", "unknown", ""}},
		Requirements: [][]string{{"a", "b"}, {}, nil},
		UnitPrice:    &price,
	}
	if !reflect.DeepEqual(o.Facts, want) {
		got, _ := json.Marshal(o.Facts)
		wanted, _ := json.Marshal(want)
		t.Errorf("facts\n%s, want\n%s", got, wanted)
	}
	if o.Signature.Status != "not-checked" || o.Kind != "agent-card" {
		t.Errorf("signature %q, kind %q", o.Signature.Status, o.Kind)
	}
}

// The same bytes give the same report bytes.
func TestSameReport(t *testing.T) {
	name := file(t, "odd.json", odd)
	for _, format := range []string{"json", "text"} {
		first := cardcheck("-format", format, name)
		for range 20 {
			if again := cardcheck("-format", format, name); again != first {
				t.Fatalf("another report:\n%s\n%s", first.out, again.out)
			}
		}
	}
}

func TestRuleObjects(t *testing.T) {
	type object struct {
		ID       string     `json:"id"`
		Severity string     `json:"severity"`
		Kind     string     `json:"kind"`
		Checks   []string   `json:"checks"`
		Title    textObject `json:"title"`
		Source   string     `json:"source"`
	}
	columns := slices.Collect(strings.Lines(cardcheck("-rules").out))
	korean := slices.Collect(strings.Lines(cardcheck("-rules", "-lang", "ko").out))
	for i, l := range slices.Collect(strings.Lines(cardcheck("-rules", "-format", "json").out)) {
		var o object
		strictly(t, l, &o)
		if i >= len(columns) || i >= len(korean) {
			t.Fatalf("more objects than lines: %s", l)
		}
		end := "  (" + o.Source + ")\n"
		for _, row := range []struct{ line, title string }{{columns[i], o.Title.EN}, {korean[i], o.Title.KO}} {
			if !strings.HasPrefix(row.line, o.ID+" ") || !strings.HasSuffix(row.line, "  "+row.title+end) || !strings.Contains(row.line, " "+strings.Join(o.Checks, " ")+" ") {
				t.Errorf("%q is not the row of %s", row.line, l)
			}
		}
	}
	if bytes.ContainsAny([]byte(cardcheck("-rules").out), "\t\x1b") {
		t.Error("a tab or an escape among the columns")
	}
}
