package verify

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
)

// The pinned set of the fuzz targets, the vectors' own: nobody has its private
// keys any more, so that only what was signed with them verifies.
func fuzzKeys(f *testing.F) *KeySet {
	f.Helper()
	text, err := os.ReadFile("testdata/vectors/hostile/pinned.jwks.json")
	if err != nil {
		f.Fatal(err)
	}
	keys, err := ParseJWKS(text)
	if err != nil {
		f.Fatal(err)
	}
	return keys
}

// fuzzCard is the card that the pinned keys signed.
func fuzzCard(f *testing.F) (d *card.Document, text, entry string) {
	f.Helper()
	data, err := os.ReadFile("testdata/vectors/hostile/good.card.json")
	if err != nil {
		f.Fatal(err)
	}
	d = parsed(f, data)
	m, ok := d.At("/signatures/0")
	if !ok {
		f.Fatal("no signature")
	}
	list, _ := d.At("/signatures")
	before, after, _ := strings.Cut(string(data), `,"signatures":`+string(list.Raw))
	return d, before + after, string(m.Raw)
}

// FuzzJWKS: any bytes are a set of keys that can be used, or an error that
// names no value.
func FuzzJWKS(f *testing.F) {
	files, err := filepath.Glob("testdata/vectors/*/*.jwks.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"keys":[{"kty":"oct","kid":"a","k":"AA"},{"kty":"OKP","crv":"Ed25519","kid":"","x":"AA","d":null}]}`))
	d, _, _ := fuzzCard(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		keys, err := ParseJWKS(data)
		var refused *KeySetError
		switch {
		case err != nil && (!errors.As(err, &refused) || keys != nil):
			t.Fatalf("%v, %v", keys, err)
		case err != nil:
			if refused.Code == "" || refused.Message.KO == "" || refused.Message.EN == "" || strings.Contains(refused.Message.EN, "no sentence") || len(refused.Error()) > 1500 {
				t.Fatalf("%+v", refused)
			}
			return
		}
		if n := len(keys.IDs()); n == 0 || n > MaxKeys || len(data) > MaxKeySetSize {
			t.Fatalf("%d keys", n)
		}
		for _, kid := range keys.IDs() {
			k := keys.byID(kid)
			if kid == "" || jose.Default(k.Public) == "" || !strings.Contains(string(data), `"`) {
				t.Fatalf("key %q: %+v", kid, k)
			}
			if again, err := NewKeySet(*k); err != nil || len(again.IDs()) != 1 {
				t.Fatalf("key %q can't be pinned: %v", kid, err)
			}
			for _, alg := range []jose.Algorithm{jose.ES256, jose.ES384, jose.ES512, jose.RS256, jose.PS256, jose.EdDSA} {
				size := jose.SignatureSize(alg, k.Public)
				if jose.Verify(alg, k.Public, data, make([]byte, size)) == nil {
					t.Fatalf("key %q takes zeros for a signature of %s", kid, alg)
				}
			}
		}
		Signatures(d, keys, SignatureOptions{})
	})
}

// FuzzProtectedHeader: whatever header stands in front of a signature, only the
// one that was signed verifies.
func FuzzProtectedHeader(f *testing.F) {
	keys := fuzzKeys(f)
	_, text, entry := fuzzCard(f)
	protected, rest, _ := strings.Cut(strings.TrimPrefix(entry, `{"protected":"`), `"`)
	right, ok := jose.Decode(protected)
	if !ok {
		f.Fatal(protected)
	}
	for _, h := range []string{
		string(right), `{}`, `{"alg":"none"}`, `{"alg":"ES256","kid":"pin-es256"}`, `{"alg":"ES256","kid":"pin-es256","crit":["b64"],"b64":false}`,
		`{"alg":"ES256","kid":"pin-es256","jwk":{"kty":"EC"},"jku":"https://evil.example.net","x5c":[""]}`, `{"alg":"ES256","alg":"none","kid":null}`, "{\"kid\":\"\xff\"}", `[`, ``,
	} {
		f.Add([]byte(h), false)
		f.Add([]byte(h), true)
	}
	f.Fuzz(func(t *testing.T, header []byte, raw bool) {
		spelled := jose.Encode(header)
		if raw { // as it stands, where base64url belongs
			spelled = strings.NewReplacer(`"`, "", `\`, "", "\n", "").Replace(strings.ToValidUTF8(string(header), ""))
			for _, c := range spelled {
				if c < ' ' {
					return
				}
			}
		}
		d, err := card.Parse(withEntries(text, `{"protected":"`+spelled+`"`+rest))
		if err != nil {
			return
		}
		r := Signatures(d, keys, SignatureOptions{})
		if (r.Status == SignatureVerified) != (spelled == protected) {
			t.Fatalf("%s %s under %q", r.Status, r.Code, spelled)
		}
		if e := r.Entries[0]; len(header) > maxHeaderSize && !raw && e.Code != "header.limit" {
			t.Fatalf("%d bytes: %s", len(header), e.Code)
		}
		wellFormed(t, r)
	})
}

// FuzzSignatureEntry: any entry of signatures, and any list of them. Nothing
// panics, and what verifies is the payload that was signed.
func FuzzSignatureEntry(f *testing.F) {
	keys := fuzzKeys(f)
	d, text, entry := fuzzCard(f)
	payload, err := d.Canonical()
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{
		entry, `{}`, `null`, `{"protected":"e30","signature":""}`, `{"protected":"` + strings.Repeat("A", 100) + `","signature":"AA==","header":{"jku":1}}`,
		entry + "," + entry, `[],` + entry, strings.Replace(entry, "{", `{"payload":"e30","header":{"alg":"none"},`, 1), strings.Repeat(`{},`, 20) + entry,
	} {
		f.Add(s, "")
		f.Add(s, `,"x":1`)
	}
	f.Add(entry, `,"tenant":""`)
	f.Add(entry, `,"securityRequirements":[],"url":null,"iconUrl":null`)
	f.Fuzz(func(t *testing.T, entries, members string) {
		whole := strings.TrimSuffix(text, "}") + members + `,"signatures":[` + entries + `]}`
		d, err := card.Parse([]byte(whole))
		if err != nil {
			return
		}
		r := Signatures(d, keys, SignatureOptions{})
		if r.Status == SignatureVerified && !bytes.Equal(r.Payload, payload) {
			t.Fatalf("another payload is verified: %s", r.Payload)
		}
		wellFormed(t, r)
		if _, err := Run(context.Background(), Target{Document: d, Keys: keys}, append(Offline(), P5())...).MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}

// wellFormed holds a report against what it promises.
func wellFormed(t *testing.T, r SignatureReport) {
	t.Helper()
	good := r.Status == SignatureVerified
	if good != (r.Card != nil) || good != (r.Payload != nil) || good && r.Code != "" || !good && r.Code == "" || len(r.Entries) > MaxSignatures || r.Total < len(r.Entries) {
		t.Fatalf("%+v", r)
	}
	if r.Index >= 0 && (r.Entries[r.Index].Status != r.Status || r.Entries[r.Index].KeyID != r.KeyID) {
		t.Fatalf("%+v", r)
	}
	for _, e := range r.Entries {
		if (e.Code == "") != (e.Status == SignatureVerified) || e.Status == SignatureNotChecked || e.Status == SignatureUnsigned {
			t.Fatalf("%+v", e)
		}
	}
}
