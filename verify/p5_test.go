package verify

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// standings are cards in each state that signatures can be in.
func standings(t *testing.T) map[string][]byte {
	t.Helper()
	text := baseCard(t, "a2a")
	return map[string][]byte{
		"verified": signed(t, text, "ES256"),
		"unsigned": []byte(text),
		"no-match": signed(t, text, "other"),
		"invalid":  withEntries(text, entryWith(t, headerOf("ES256"), "ES256", []byte(tiny))),
		"partial":  withEntries(text, entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, text, card.FormSDK))),
		// The entry can't be read, and the card's signatures can't.
		"malformed":   withEntries(text, `{"protected":"=","signature":""}`),
		"malformed 2": []byte(strings.TrimSuffix(text, "}") + `,"signatures":{}}`),
		"malformed 3": withEntries(strings.Replace(text, "1.4.0\"", "1.4.0\",\"x\":1e400", 1), entryWith(t, headerOf("ES256"), "ES256", []byte(tiny))),
		"unreadable":  append(signed(t, text, "ES256"), 'x'),
		"no card":     []byte(`{"signatures":[]}`),
		"twice":       []byte(strings.Replace(string(signed(t, text, "ES256")), `"version"`, `"version":"x","version"`, 1)),
	}
}

// P5's policies over every status: what each comes to, said in words of its
// own.
func TestP5Policies(t *testing.T) {
	cards := standings(t)
	for _, tc := range []struct {
		name          string
		keys          bool
		status        SignatureStatus
		code          string
		show, require Verdict
		outcome       Outcome // under show
	}{
		{"verified", true, SignatureVerified, "", Pass, Pass, OutcomePass},
		{"unsigned", true, SignatureUnsigned, "signatures.missing", Warn, Fail, OutcomeWarn},
		{"no-match", true, SignatureNoMatch, "kid.unknown", Warn, Fail, OutcomeWarn},
		{"invalid", true, SignatureInvalid, "signature.invalid", Fail, Fail, OutcomeFail},
		{"partial", true, SignaturePartial, "signature.partial", Fail, Fail, OutcomeFail},
		{"malformed", true, SignatureMalformed, "header.encoding", Fail, Fail, OutcomeFail},
		{"malformed 2", true, SignatureMalformed, "signatures.malformed", Fail, Fail, OutcomeFail},
		{"malformed 3", true, SignatureMalformed, "card.number", Fail, Fail, OutcomeFail},
		{"unreadable", true, SignatureMalformed, "card.syntax", Fail, Fail, OutcomeFail},
		{"no card", true, SignatureMalformed, "card.not_agent_card", Fail, Fail, OutcomeFail},
		{"twice", true, SignatureMalformed, "card.duplicate_key", Fail, Fail, OutcomeFail},
		{"verified", false, SignatureNotChecked, "", NeedsEvidence, Fail, OutcomeIncomplete},
		{"malformed 2", false, SignatureNotChecked, "", NeedsEvidence, Fail, OutcomeIncomplete},
		{"unsigned", false, SignatureUnsigned, "signatures.missing", Warn, Fail, OutcomeWarn},
		{"unreadable", false, SignatureNotChecked, "", NeedsEvidence, Fail, OutcomeFail},
	} {
		var keys *KeySet
		if tc.keys {
			keys = pinned(t, "ES256")
		}
		for p, want := range map[SignaturePolicy]Verdict{ShowUnsigned: tc.show, RequireSignature: tc.require} {
			r := Run(context.Background(), Target{Received: cards[tc.name], Keys: keys, SignaturePolicy: p}, P5())
			if r.Signature.Status != tc.status || r.Signature.Code != tc.code {
				t.Errorf("%s: %s %s", tc.name, r.Signature.Status, r.Signature.Code)
			}
			if got := r.Verdict("P5"); got != want {
				t.Errorf("%s, keys %v, policy %d: %s, want %s", tc.name, tc.keys, p, got, want)
			}
			outcome := tc.outcome
			if want == Fail {
				outcome = OutcomeFail
			}
			if r.Outcome() != outcome || r.OK() != (outcome == OutcomePass) && outcome != OutcomeWarn {
				t.Errorf("%s, keys %v, policy %d: %s, OK %v", tc.name, tc.keys, p, r.Outcome(), r.OK())
			}
			saidInWords(t, tc.name, r, p)
		}
	}
}

// saidInWords holds the findings of a run against its status.
func saidInWords(t *testing.T, name string, r *Report, p SignaturePolicy) {
	t.Helper()
	var status, required []Finding
	for _, f := range r.Findings {
		switch {
		case f.Rule == "SIG0":
			status = append(status, f)
		case f.Rule == "P5":
			required = append(required, f)
		}
		if f.Message.KO == "" || f.Message.EN == "" || strings.Contains(f.Message.EN+f.Hint.EN, "{") {
			t.Errorf("%s: %+v", name, f.Message)
		}
	}
	if r.Signature.Status == SignatureVerified {
		if len(r.Findings) > 0 {
			t.Errorf("%s: %v", name, r.Findings)
		}
		return
	}
	if at := status; r.Signature.Status == SignatureMalformed && r.Unread != nil && (len(at) != 1 || at[0].Pointer != "") {
		t.Errorf("%s: at %v", name, at)
	}
	if len(status) != 1 || status[0].Code != string(r.Signature.Status) {
		t.Errorf("%s: the status is said as %v", name, status)
		return
	}
	weak := status[0].Verdict == Warn || status[0].Verdict == NeedsEvidence
	if want := p == RequireSignature && weak; want != (len(required) == 1) || want && required[0].Verdict != Fail {
		t.Errorf("%s: %v", name, required)
	}
	if untrusted := status[0].Verdict == Warn; untrusted && (!strings.Contains(status[0].Message.EN, "not trusted") || !strings.Contains(status[0].Message.KO, "신뢰하지 않는다")) {
		t.Errorf("%s: %s", name, status[0].Message)
	}
}

// The object that cardcheck prints: the status in words, always there.
func TestSignatureJSON(t *testing.T) {
	type object struct {
		Status, Form, Alg, KID     string
		Uncovered, Defaults, Hints []string
		Entries                    []struct {
			Index                  int
			KID, Alg, Status, Code string
		}
	}
	of := func(data []byte, keys *KeySet) (o object, raw map[string]json.RawMessage) {
		r := Run(context.Background(), Target{Received: data, Keys: keys}, P5())
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var report struct{ Signature json.RawMessage }
		if err := json.Unmarshal(text, &report); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(report.Signature, &o); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(report.Signature, &raw); err != nil {
			t.Fatal(err)
		}
		return o, raw
	}
	cards := standings(t)
	for name, want := range map[string]object{
		"verified":    {Status: "verified", Form: "received", Alg: "ES256", KID: "ES256"},
		"unsigned":    {Status: "unsigned"},
		"no-match":    {Status: "no-match", Alg: "ES256", KID: "other"},
		"invalid":     {Status: "invalid", Alg: "ES256", KID: "ES256"},
		"partial":     {Status: "partial", Form: "sdk", Alg: "ES256", KID: "ES256"},
		"malformed":   {Status: "malformed"},
		"malformed 2": {Status: "malformed"},
		"unreadable":  {Status: "malformed"},
		"no card":     {Status: "malformed"},
		"not-checked": {Status: "not-checked"},
	} {
		data, keys := cards[name], pinned(t, "ES256")
		if name == "not-checked" {
			data, keys = cards["verified"], nil
		}
		got, raw := of(data, keys)
		if got.Status != want.Status || got.Form != want.Form || got.Alg != want.Alg || got.KID != want.KID {
			t.Errorf("%s: %+v", name, got)
		}
		if names := len(raw); names != 8 {
			t.Errorf("%s: %d members", name, names)
		}
		for _, list := range []string{"uncovered", "defaults", "hints", "entries"} {
			if string(raw[list]) == "null" {
				t.Errorf("%s: %s is null", name, list)
			}
		}
		if partial := name == "partial"; partial != (len(got.Uncovered) > 0) {
			t.Errorf("%s: uncovered %q", name, got.Uncovered)
		}
		if entries := map[string]int{"unsigned": 0, "malformed 2": 0, "unreadable": 0, "no card": 0, "not-checked": 0}; len(got.Entries) != 1 {
			if n, ok := entries[name]; !ok || len(got.Entries) != n {
				t.Errorf("%s: entries %+v", name, got.Entries)
			}
		} else if e := got.Entries[0]; e.Status != got.Status || e.KID != got.KID || e.Alg != got.Alg {
			t.Errorf("%s: entry %+v", name, e)
		}
	}
}

// The entries beside the one that verified are reported, and weigh no more than
// a warning.
func TestOtherEntries(t *testing.T) {
	text := baseCard(t, "a2a")
	payload := payloadOf(t, text, card.FormReceived)
	right := entryWith(t, headerOf("ES256"), "ES256", payload)
	list := []string{
		entryWith(t, `{"alg":"ES256"}`, "ES256", payload), entryWith(t, headerOf("other"), "other", payload),
		entryWith(t, headerOf("EdDSA"), "EdDSA", []byte(tiny)), `{}`, right,
	}
	for len(list) < 20 {
		list = append(list, entryWith(t, headerOf("third"), "third", payload))
	}
	r := Run(context.Background(), Target{Received: withEntries(text, list...), Keys: pinned(t, "ES256", "EdDSA"), SignaturePolicy: RequireSignature}, P5())
	if r.Signature.Status != SignatureVerified || r.Signature.Index != 4 || r.Verdict("P5") == Pass {
		t.Errorf("%s at %d, P5 %s", r.Signature.Status, r.Signature.Index, r.Verdict("P5"))
	}
	var got []string
	for _, f := range r.Findings {
		if f.Rule == "SIG5" {
			got = append(got, f.Pointer+" "+f.Code+" "+f.Verdict.String())
		}
	}
	want := []string{"/signatures unread warn", "/signatures/0 no-kid warn", "/signatures/1 other-key info", "/signatures/2 entry warn", "/signatures/3 entry warn"}
	for i := 5; i < 16; i++ {
		want = append(want, "/signatures/"+[]string{"5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"}[i-5]+" other-key info")
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What lies outside a signature is listed place by place, up to the caps.
func TestPartialIsListed(t *testing.T) {
	text := `{"name":"N","skills":[{"id":"s"}],`
	for i := range 3000 {
		text += `"x` + strings.Repeat("é", i%3) + string(rune('a'+i%26)) + "-" + strings.Repeat("y", i/26) + `":` + "1,"
	}
	text = strings.TrimSuffix(text, ",") + "}"
	r := Run(context.Background(), Target{
		Received: withEntries(text, entryWith(t, headerOf("ES256"), "ES256", payloadOf(t, text, card.FormSDK))), Keys: pinned(t, "ES256"),
	}, P5())
	if r.Signature.Status != SignaturePartial || len(r.Signature.Uncovered) != MaxUncovered {
		t.Fatalf("%s, %d uncovered", r.Signature.Status, len(r.Signature.Uncovered))
	}
	n, more := 0, false
	for _, f := range r.Findings {
		if f.Rule == "SIG4" {
			n++
			more = more || f.Code == "more"
		}
	}
	if n != card.MaxPerRule+1 || !more || r.Verdict("P5") != Fail {
		t.Errorf("%d findings, more %v, P5 %s", n, more, r.Verdict("P5"))
	}
}
