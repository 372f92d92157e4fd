package mend_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/mend"
)

// rich is a card with something in every place that a mend looks at.
const rich = `{"protocolVersion":"1.0","name":"A","description":"d","url":"https://a.internal/a2a","preferredTransport":"JSONRPC",
"additionalInterfaces":[{"url":"https://a.internal/a2a","transport":"JSONRPC"}],
"supportedInterfaces":[{"url":"https://a.internal/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://a.internal/rest","transport":"HTTP+JSON"}],
"version":"1.0.0","provider":{"url":"https://p.example","organization":"P"},"iconUrl":null,"supportsAuthenticatedExtendedCard":true,"authentication":{"schemes":["x"],"credentials":"s"},
"capabilities":{"streaming":false,"stateTransitionHistory":true,"extensions":[{"uri":"https://cho-fam.com/ans/v1","required":true,"params":{"name":" ethos.decision.v1"}},
{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":5.0}},{"uri":"https://cho-fam.web.app/ans/v1","params":{"name":"a.v1"}},{"uri":"urn:x"},{"uri":"urn:x"}]},
"default_input_modes":["text"],"defaultOutputModes":["text/plain"],
"securitySchemes":{"a":{"type":"HTTP","scheme":"bearer ","httpAuthSecurityScheme":{"scheme":"bearer"}},"k":{"apiKeySecurityScheme":{"in":"HEADER","name":"K"}},"o":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://t.example","scopes":{}}}}},
"security":[{"a":[]},{"schemes":{"k":{"list":["x"]}}}],"securityRequirements":[{"a":[]},{"schemes":{"k":{"list":["x"]}}}],
"skills":[{"id":"s","name":"S","description":"d","tags":["t","t"],"inputModes":["json"],"security":[{"schemes":{"o":{}}}],"input_modes":["a/b"],"x":[null]}],
"signatures":[{"protected":"e30","signature":"AA"}]}`

// sound holds a mended card against what holds whatever the card was: it parses,
// once is enough, and no rule on the base card finds more than before.
func sound(t *testing.T, text []byte, turn int) {
	t.Helper()
	d, err := card.Parse(text)
	if err != nil {
		return
	}
	to := targets[turn%len(targets)]
	r, err := mend.Fix(d, to.options)
	var lost *card.NotRepresentableError
	if errors.As(err, &lost) && to.options.Dialect != nil {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", to.name, err, text)
	}
	fixed, err := card.Parse(r.Text)
	if err != nil {
		t.Fatalf("%s: %v: %s\nfrom %s", to.name, err, r.Text, text)
	}
	again, err := mend.Fix(fixed, to.options)
	if err != nil || !bytes.Equal(again.Text, r.Text) || len(again.Done) > 0 {
		t.Fatalf("%s: once is not enough: %v, %v\n%s\nfrom %s", to.name, err, again.Done, r.Text, text)
	}
	if (len(r.Done) == 0) != bytes.Equal(r.Text, text) {
		t.Fatalf("%s: %d changes, %s\nfrom %s", to.name, len(r.Done), r.Text, text)
	}
	if to.options.Dialect != nil {
		return
	}
	before := counts(card.Validate(d, to.options.Mode))
	for what, n := range counts(card.Validate(fixed, to.options.Mode)) {
		if n > before[what] {
			t.Fatalf("%s: %s is new in %s\nfrom %s\n%v", to.name, what, r.Text, text, r.Done)
		}
	}
}

func counts(problems []card.Problem) map[string]int {
	out := map[string]int{}
	for _, p := range problems {
		if p.Severity != card.SeverityInfo {
			out[p.Severity.String()+" "+p.Rule+" "+p.Code]++
		}
	}
	return out
}

// Each value of a card is taken out, or replaced by what does not belong there.
func TestFixOfMutations(t *testing.T) {
	var tree any
	d := json.NewDecoder(strings.NewReader(rich))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	n := 0
	write := func() {
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		n++
		sound(t, text, n)
	}
	write()
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, was := range v {
				delete(v, name)
				write()
				for _, other := range []any{nil, "", "JSONRPC", 5, true, []any{}, []any{nil, "x"}, map[string]any{}} {
					v[name] = other
					write()
				}
				v[name] = was
				visit(was)
			}
		case []any:
			for i, was := range v {
				for _, other := range []any{nil, "", 5, []any{}, map[string]any{}} {
					v[i] = other
					write()
				}
				v[i] = was
				visit(was)
			}
		}
	}
	visit(tree)
	if n < 500 {
		t.Errorf("only %d cards", n)
	}
}

// A large card with thousands of things to mend comes to an end.
func TestFixOfManyFaults(t *testing.T) {
	var nulls, snakes, words []string
	for i := range 1500 {
		nulls = append(nulls, `{"iconUrl":null,"uri":"urn:`+fmt.Sprint(i)+`","description":null}`)
		snakes = append(snakes, `{"id":"`+fmt.Sprint(i)+`","input_modes":["a/b"]}`)
		words = append(words, `"text"`)
	}
	for _, text := range []string{
		`{"name":"A","skills":[],"capabilities":{"extensions":[` + strings.Join(nulls, ",") + `]}}`,
		`{"name":"A","skills":[` + strings.Join(snakes, ",") + `]}`,
		`{"name":"A","skills":[],"defaultInputModes":[` + strings.Join(words, ",") + `]}`,
	} {
		r := fix(t, text, mend.Options{})
		if len(r.Done) < 1500 {
			t.Errorf("only %d mends of %.60s", len(r.Done), text)
		}
	}
}

func FuzzFix(f *testing.F) {
	f.Add([]byte(rich))
	f.Add([]byte(base))
	for _, p := range pieces {
		f.Add([]byte(strings.Replace(base, p.right, p.broken, 1)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for turn := range targets {
			sound(t, text, turn)
		}
	})
}
