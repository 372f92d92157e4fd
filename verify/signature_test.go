package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
)

// The faults of the field that are about signatures, by their numbers.

// over verifies a card with one ES256 signature over the given bytes.
func over(t testing.TB, text, payload string) SignatureReport {
	t.Helper()
	return Signatures(parsed(t, withEntries(text, entryWith(t, headerOf("ES256"), "ES256", []byte(payload)))), pinned(t, "ES256"), SignatureOptions{})
}

// B34, B36, B38: these bytes are signed and no others.
func TestCanonicalBytes(t *testing.T) {
	for _, tc := range []struct {
		id, text, payload string
		want              SignatureStatus
	}{
		{"B34", `{"name":"Zürich – 東京 – 😀","skills":[]}`, `{"name":"Zürich – 東京 – 😀","skills":[]}`, SignatureVerified},
		{"B34", `{"name":"Z\u00fcrich \u2013 \u6771\u4eac \u2013 \ud83d\ude00","skills":[]}`, `{"name":"Zürich – 東京 – 😀","skills":[]}`, SignatureVerified},
		{"B34", `{"name":"Zürich – 東京 – 😀","skills":[]}`, `{"name":"Z\u00fcrich \u2013 \u6771\u4eac \u2013 \ud83d\ude00","skills":[]}`, SignatureInvalid},
		{"B34", `{"name":"\u000f\u0008\/\u007f\u2028","skills":[]}`, "{\"name\":\"\\u000f\\b/\x7f\u2028\",\"skills\":[]}", SignatureVerified},
		{"B34", `{"name":"<&>","skills":[]}`, `{"name":"\u003c\u0026\u003e","skills":[]}`, SignatureInvalid},
		{"B34", `{"name":"N","skills":[],"\ufb33":1,"😀":2,"é":3}`, `{"name":"N","skills":[],"é":3,"😀":2,"` + "\ufb33" + `":1}`, SignatureVerified}, // UTF-16 order
		{"B34", `{"name":"N","skills":[],"\ufb33":1,"😀":2,"é":3}`, `{"name":"N","skills":[],"é":3,"` + "\ufb33" + `":1,"😀":2}`, SignatureInvalid},
		{"B36", `{"name":"N","skills":[],"p":[0.000001,1e-7,1e20,1e21,100.0,-0,5e-324]}`, `{"name":"N","p":[0.000001,1e-7,100000000000000000000,1e+21,100,0,5e-324],"skills":[]}`, SignatureVerified},
		{"B36", `{"name":"N","skills":[],"p":1e-6}`, `{"name":"N","p":1e-06,"skills":[]}`, SignatureInvalid},
		{"B36", `{"name":"N","skills":[],"p":333333333.33333329}`, `{"name":"N","p":333333333.3333333,"skills":[]}`, SignatureMalformed},
		{"B36", `{"name":"N","skills":[],"p":9007199254740993}`, `{"name":"N","p":9007199254740992,"skills":[]}`, SignatureMalformed},
		{"B36", `{"name":"N","skills":[],"p":1e400}`, `{"name":"N","p":null,"skills":[]}`, SignatureMalformed},
		{"B36", `{"name":"N","skills":[],"p":1e999999999}`, `{"name":"N","p":null,"skills":[]}`, SignatureMalformed},
		{"B36", `{"name":"N","skills":[],"p":1e-999999999}`, `{"name":"N","p":0,"skills":[]}`, SignatureMalformed},
		{
			"B38", `{"name":"N","description":"","capabilities":{"streaming":false,"extensions":[]},"skills":[],"iconUrl":"","supportedInterfaces":[{"url":"u","tenant":""}]}`,
			`{"capabilities":{"streaming":false},"description":"","iconUrl":"","name":"N","skills":[],"supportedInterfaces":[{"url":"u"}]}`, SignatureVerified,
		},
		{"B38", `{"name":"N","description":"","skills":[]}`, `{"name":"N"}`, SignaturePartial},
		{"B40", `{"name":"N","skills":[],"x-note":"","iconUrl":null,"capabilities":{}}`, `{"capabilities":{},"name":"N","skills":[],"x-note":""}`, SignatureVerified},
	} {
		r := over(t, tc.text, tc.payload)
		if r.Status != tc.want {
			t.Errorf("%s %s over %s: %s (%s), want %s", tc.id, tc.text, tc.payload, r.Status, r.Code, tc.want)
		}
		if good := r.Status == SignatureVerified; good != (r.Card != nil) || good != (string(r.Payload) == tc.payload) {
			t.Errorf("%s %s: payload %q, card %v", tc.id, tc.text, r.Payload, r.Card)
		}
		if r.Status == SignatureMalformed && r.Code != "card.number" {
			t.Errorf("%s %s: %s", tc.id, tc.text, r.Code)
		}
	}
}

// B39, B126: whether a card is signed and whether it is right are two things.
func TestSignedAndInvalidAreApart(t *testing.T) {
	text := strings.Replace(baseCard(t, "a2a"), `"skills": [`, `"skills": [], "x": [`, 1)
	for name, tc := range map[string]struct {
		card []byte
		a2a  Verdict
		p5   Verdict
	}{
		"signed and wrong":     {signed(t, text, "ES256"), Fail, Pass},
		"signed and right":     {signed(t, baseCard(t, "a2a"), "ES256"), Pass, Pass},
		"not signed and right": {[]byte(baseCard(t, "a2a")), Pass, Warn},
		"forged and right":     {bytes.Replace(signed(t, baseCard(t, "a2a"), "ES256"), []byte("1.4.0"), []byte("1.4.1"), 1), Pass, Fail},
	} {
		r := Run(context.Background(), Target{Received: tc.card, Keys: pinned(t, "ES256"), Profile: A2AOnly()}, A2A(), P5())
		if r.Verdict("a2a") != tc.a2a || r.Verdict("P5") != tc.p5 {
			t.Errorf("%s: a2a %s, P5 %s", name, r.Verdict("a2a"), r.Verdict("P5"))
		}
	}
	// A policy that asks for an extension says nothing about the signature.
	r := Run(context.Background(), Target{Received: signed(t, baseCard(t, "a2a"), "ES256"), Keys: pinned(t, "ES256"), Profile: Ethos()}, V5(), P5())
	if r.Verdict("V5") != Fail || r.Verdict("P5") != Pass || r.Signature.Status != SignatureVerified {
		t.Errorf("V5 %s, P5 %s, %s", r.Verdict("V5"), r.Verdict("P5"), r.Signature.Status)
	}
}

// B43: members of older versions are covered, or shown as not covered.
func TestOlderMembersAreCovered(t *testing.T) {
	text := strings.Replace(baseCard(t, "a2a"), "{", `{"url": "https://harbour.example.com/a2a", "preferredTransport": "JSONRPC",`, 1)
	evil := strings.Replace(text, `"https://harbour.example.com/a2a"`, `"https://evil.example.net/rpc"`, 1)
	if r := over(t, evil, string(payloadOf(t, text, card.FormReceived))); r.Status != SignatureInvalid {
		t.Errorf("%s", r.Status)
	}
	r := over(t, evil, string(payloadOf(t, text, card.FormSDK)))
	if r.Status != SignaturePartial || r.Form != card.FormSDK || r.Card != nil || r.Payload != nil {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(r.Uncovered, "/url") || !slices.Contains(r.Uncovered, "/preferredTransport") {
		t.Errorf("uncovered %q", r.Uncovered)
	}
}

// B46: a gateway that rewrites URLs breaks the signature, and is named as a
// cause.
func TestRewrittenURLs(t *testing.T) {
	data := bytes.Replace(signed(t, baseCard(t, "a2a"), "ES256"), []byte("https://harbour.example.com/a2a"), []byte("https://gateway.example.com/a2a"), 1)
	r := Run(context.Background(), Target{Received: data, Keys: pinned(t, "ES256")}, P5())
	if r.Signature.Status != SignatureInvalid || r.Verdict("P5") != Fail {
		t.Fatalf("%s, P5 %s", r.Signature.Status, r.Verdict("P5"))
	}
	if h := r.Findings[0].Hint; !strings.Contains(h.EN, "proxy") || !strings.Contains(h.KO, "프록시") {
		t.Errorf("hint %q", h)
	}
}

// B47: each entry has its result; one that fails hides none that is good.
func TestRotation(t *testing.T) {
	text := baseCard(t, "a2a")
	payload := payloadOf(t, text, card.FormReceived)
	goodEntry, wrong := entryWith(t, headerOf("ES256"), "ES256", payload), entryWith(t, headerOf("ES256"), "ES256", []byte(tiny))
	ed, ed0 := entryWith(t, headerOf("EdDSA"), "EdDSA", payload), entryWith(t, headerOf("EdDSA"), "EdDSA", []byte(tiny))
	foreign, nobody := entryWith(t, headerOf("other"), "other", payload), entryWith(t, `{"alg":"ES256"}`, "ES256", payload)
	sdk := entryWith(t, headerOf("EdDSA"), "EdDSA", payloadOf(t, text, card.FormSDK))
	const broken = `{"protected":1}`
	for name, tc := range map[string]struct {
		entries []string
		want    SignatureStatus
		index   int
		each    string
	}{
		"good":                {[]string{goodEntry}, SignatureVerified, 0, "verified"},
		"bad, good":           {[]string{ed0, goodEntry}, SignatureVerified, 1, "invalid verified"},
		"good, bad":           {[]string{goodEntry, ed0}, SignatureVerified, 0, "verified invalid"},
		"both good":           {[]string{ed, goodEntry}, SignatureVerified, 0, "verified verified"},
		"same kid, bad first": {[]string{wrong, goodEntry}, SignatureVerified, 1, "invalid verified"},
		"same kid, bad last":  {[]string{goodEntry, wrong}, SignatureVerified, 0, "verified invalid"},
		"broken, good":        {[]string{broken, goodEntry}, SignatureVerified, 1, "malformed verified"},
		"null, good":          {[]string{"null", goodEntry}, SignatureVerified, 1, "malformed verified"},
		"unknown, good":       {[]string{foreign, goodEntry}, SignatureVerified, 1, "no-match verified"},
		"no kid, good":        {[]string{nobody, goodEntry}, SignatureVerified, 1, "no-match verified"},
		"partial, good":       {[]string{sdk, goodEntry}, SignatureVerified, 1, "partial verified"},
		"invalid, partial":    {[]string{wrong, sdk}, SignaturePartial, 1, "invalid partial"},
		"partial, malformed":  {[]string{sdk, broken}, SignaturePartial, 0, "partial malformed"},
		"all bad":             {[]string{broken, foreign, ed0, wrong}, SignatureInvalid, 2, "malformed no-match invalid invalid"},
		"unknown, malformed":  {[]string{broken, foreign}, SignatureNoMatch, 1, "malformed no-match"},
		"malformed":           {[]string{broken, broken}, SignatureMalformed, 0, "malformed malformed"},
	} {
		r := Signatures(parsed(t, withEntries(text, tc.entries...)), pinned(t, "ES256", "EdDSA"), SignatureOptions{})
		var each []string
		for i, e := range r.Entries {
			each = append(each, string(e.Status))
			if e.Index != i || (e.Code == "") != (e.Status == SignatureVerified) {
				t.Errorf("%s: entry %+v", name, e)
			}
		}
		if r.Status != tc.want || r.Index != tc.index || strings.Join(each, " ") != tc.each {
			t.Errorf("%s: %s at %d, %s", name, r.Status, r.Index, each)
			continue
		}
		if e := r.Entries[r.Index]; r.KeyID != e.KeyID || r.Algorithm != e.Algorithm || r.Code != e.Code {
			t.Errorf("%s: the report says %q %q %q of %+v", name, r.KeyID, r.Algorithm, r.Code, e)
		}
	}
}

// B48: absent, empty and refused are not verified, and nothing says so by its
// absence.
func TestNotVerified(t *testing.T) {
	var zero SignatureReport
	if zero.Status == SignatureVerified || zero.Status != "" {
		t.Error("the zero report says something")
	}
	none := `{"protected":"eyJhbGciOiJub25lIiwia2lkIjoiazEiLCJ0eXAiOiJKT1NFIn0","signature":""}`
	text := `{"name":"N","skills":[]`
	for members, want := range map[string][2]string{ // with keys, without
		``:                                 {"unsigned signatures.missing", "unsigned signatures.missing"},
		`,"signatures":[]`:                 {"unsigned signatures.missing", "unsigned signatures.missing"},
		`,"signatures":null`:               {"unsigned signatures.missing", "unsigned signatures.missing"},
		`,"Signatures":[` + none + `]`:     {"unsigned signatures.missing", "unsigned signatures.missing"},
		`,"signatures":[` + none + `]`:     {"no-match alg.unsupported", "not-checked "},
		`,"signatures":{}`:                 {"malformed signatures.malformed", "not-checked "},
		`,"signatures":{"0":` + none + `}`: {"malformed signatures.malformed", "not-checked "},
		`,"signatures":""`:                 {"malformed signatures.malformed", "not-checked "},
		`,"signatures":false`:              {"malformed signatures.malformed", "not-checked "},
		`,"signatures":0`:                  {"malformed signatures.malformed", "not-checked "},
		`,"signatures":[[]]`:               {"malformed signatures.malformed", "not-checked "},
		`,"signatures":[null]`:             {"malformed signatures.malformed", "not-checked "},
	} {
		for i, keys := range []*KeySet{pinned(t, "ES256"), nil} {
			r := Signatures(parsed(t, text+members+"}"), keys, SignatureOptions{})
			if got := string(r.Status) + " " + r.Code; got != want[i] || r.Card != nil || r.Payload != nil || r.Form != "" {
				t.Errorf("%s, keys %v: %s %+v", members, keys != nil, got, r)
			}
		}
	}
	d := parsed(t, signed(t, tiny, "ES256"))
	if r := Signatures(d, new(KeySet), SignatureOptions{}); r.Status != SignatureNoMatch {
		t.Errorf("under a set of nothing: %s", r.Status)
	}
	if r := Signatures(d, pinned(t, "EdDSA"), SignatureOptions{}); r.Status != SignatureNoMatch || r.Code != "kid.unknown" {
		t.Errorf("under another key: %s %s", r.Status, r.Code)
	}
	own, err := NewKeySet(Key{ID: "ES256", Public: testKeys()["other"].Public()})
	if err != nil {
		t.Fatal(err)
	}
	if r := Signatures(d, own, SignatureOptions{}); r.Status != SignatureInvalid {
		t.Errorf("under another key of that name: %s", r.Status)
	}
}

// A key that names an algorithm is used with no other (B62, B67).
func TestKeyAlgorithm(t *testing.T) {
	d := map[jose.Algorithm]*card.Document{}
	for _, alg := range []jose.Algorithm{jose.RS256, jose.PS256} {
		protected := jose.Encode([]byte(`{"alg":"` + string(alg) + `","kid":"k"}`))
		sig, err := jose.Sign(alg, testKeys()["RS256"], []byte(protected+"."+jose.Encode([]byte(tiny))))
		if err != nil {
			t.Fatal(err)
		}
		d[alg] = parsed(t, withEntries(tiny, `{"protected":"`+protected+`","signature":"`+jose.Encode(sig)+`"}`))
	}
	for _, pin := range []jose.Algorithm{"", jose.RS256, jose.PS256} {
		more := map[string]any{"alg": string(pin)}
		if pin == "" {
			more = nil
		}
		parsedSet, err := ParseJWKS(jwks(jwk("k", testKeys()["RS256"].Public(), more)))
		if err != nil {
			t.Fatal(err)
		}
		own, err := NewKeySet(Key{ID: "k", Public: testKeys()["RS256"].Public(), Algorithm: string(pin)})
		if err != nil {
			t.Fatal(err)
		}
		for alg := range d {
			for _, s := range []*KeySet{parsedSet, own} {
				r := Signatures(d[alg], s, SignatureOptions{})
				if good := pin == "" || pin == alg; good != (r.Status == SignatureVerified) || !good && r.Code != "alg.mismatch" {
					t.Errorf("a key for %q, a signature of %s: %s %s", pin, alg, r.Status, r.Code)
				}
			}
		}
	}
}

// A card whose numbers, written out, take it beyond the limit of a card has no
// payload that could be read, and is not verified.
func TestPayloadBeyondTheLimit(t *testing.T) {
	numbers := strings.Repeat("1e20,", 9_000) + "1"
	text := `{"name":"N","skills":[],"p":[` + numbers + `],"pad":"%"}`
	text = strings.Replace(text, "%", strings.Repeat("x", card.MaxSize-len(text)-1_000), 1)
	payload := `{"name":"N","p":[` + strings.ReplaceAll(numbers, "1e20", "1"+strings.Repeat("0", 20)) + text[strings.Index(text, `],"pad"`):len(text)-1] + `,"skills":[]}`
	if r := over(t, text, payload); r.Status != SignatureMalformed || r.Code != "card.limit" || r.Entries[0].Status != SignatureMalformed {
		t.Errorf("%s %s %+v", r.Status, r.Code, r.Entries)
	}
}

// What the report gives is the signed card, and stands on its own.
func TestReportCard(t *testing.T) {
	text := strings.Replace(baseCard(t, "a2a"), "{", `{"iconUrl": null, "securitySchemes ": 1,`, 1)
	want := payloadOf(t, text, card.FormPresence)
	r := over(t, text, string(want))
	if r.Status != SignatureVerified || r.Form != card.FormPresence || !bytes.Equal(r.Payload, want) || !slices.Equal(r.Defaults, []string{"/iconUrl", "/securityRequirements/0/schemes/deskBearer/list"}) || r.Uncovered != nil {
		t.Fatalf("%+v", r)
	}
	if !reflect.DeepEqual(r.Card, parsed(t, want).Card()) || r.Algorithm != "ES256" || r.KeyID != "ES256" || r.Index != 0 {
		t.Errorf("%+v", r)
	}
	if !json.Valid(r.Payload) || bytes.Contains(r.Payload, []byte("signatures")) {
		t.Errorf("%s", r.Payload)
	}
}
