package verify

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
)

// testKeys are keys by kid, which is the algorithm they are used with, made
// once. "other" and "third" are ES256.
var testKeys = sync.OnceValue(func() map[string]crypto.Signer {
	must := func(k crypto.Signer, err error) crypto.Signer {
		if err != nil {
			panic(err)
		}
		return k
	}
	ec := func(c elliptic.Curve) crypto.Signer {
		k, err := ecdsa.GenerateKey(c, rand.Reader)
		return must(k, err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	_, edKey, err2 := ed25519.GenerateKey(rand.Reader)
	return map[string]crypto.Signer{
		"ES256": ec(elliptic.P256()), "ES384": ec(elliptic.P384()), "ES512": ec(elliptic.P521()),
		"RS256": must(rsaKey, err), "PS256": must(rsaKey, err), "EdDSA": must(edKey, err2),
		"other": ec(elliptic.P256()), "third": ec(elliptic.P256()),
	}
})

func algOf(kid string) jose.Algorithm {
	if jose.Known(kid) {
		return jose.Algorithm(kid)
	}
	return jose.ES256
}

// pinned is the set of those of testKeys.
func pinned(t testing.TB, kids ...string) *KeySet {
	t.Helper()
	var keys []Key
	for _, kid := range kids {
		keys = append(keys, Key{ID: kid, Public: testKeys()[kid].Public()})
	}
	s, err := NewKeySet(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// refusal is the code with which a set is refused, empty where it is not.
func refusal(t testing.TB, err error) string {
	t.Helper()
	var e *KeySetError
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("another error: %v", err)
	}
	if e == nil {
		return ""
	}
	return e.Code
}

// jwk writes a public key as JSON, with further members.
func jwk(kid string, public crypto.PublicKey, more map[string]any) map[string]any {
	out := map[string]any{"kid": kid}
	switch k := public.(type) {
	case *ecdsa.PublicKey:
		raw, err := k.Bytes()
		if err != nil {
			panic(err)
		}
		n := len(raw) / 2
		out["kty"], out["crv"] = "EC", k.Curve.Params().Name
		out["x"], out["y"] = jose.Encode(raw[1:1+n]), jose.Encode(raw[1+n:])
	case *rsa.PublicKey:
		out["kty"], out["n"], out["e"] = "RSA", jose.Encode(k.N.Bytes()), jose.Encode(big.NewInt(int64(k.E)).Bytes())
	case ed25519.PublicKey:
		out["kty"], out["crv"], out["x"] = "OKP", "Ed25519", jose.Encode(k)
	}
	maps.Copy(out, more)
	return out
}

// jwks writes a set of such keys.
func jwks(keys ...map[string]any) []byte {
	b, err := json.Marshal(map[string]any{"keys": keys})
	if err != nil {
		panic(err)
	}
	return b
}

// entryWith signs a payload under a protected header, which is written as it
// stands.
func entryWith(t testing.TB, header, kid string, payload []byte) string {
	t.Helper()
	protected := jose.Encode([]byte(header))
	sig, err := jose.Sign(algOf(kid), testKeys()[kid], []byte(protected+"."+jose.Encode(payload)))
	if err != nil {
		t.Fatal(err)
	}
	return `{"protected":"` + protected + `","signature":"` + jose.Encode(sig) + `"}`
}

// headerOf is the protected header that Sign writes.
func headerOf(kid string) string {
	return `{"alg":"` + string(algOf(kid)) + `","kid":"` + kid + `","typ":"JOSE"}`
}

// withEntries is a card's text with signatures.
func withEntries(text string, entries ...string) []byte {
	at := strings.LastIndexByte(text, '}')
	return []byte(text[:at] + `,"signatures":[` + strings.Join(entries, ",") + `]}`)
}

// payloadOf is a form of a card.
func payloadOf(t testing.TB, text string, f card.Form) []byte {
	t.Helper()
	p, err := parsed(t, text).Payload(f)
	if err != nil {
		t.Fatal(err)
	}
	return p.Bytes
}

// signed is a card with a signature of each kid over the card as received.
func signed(t testing.TB, text string, kids ...string) []byte {
	t.Helper()
	var entries []string
	for _, kid := range kids {
		entries = append(entries, entryWith(t, headerOf(kid), kid, payloadOf(t, text, card.FormReceived)))
	}
	return withEntries(text, entries...)
}

func parsed[T string | []byte](t testing.TB, text T) *card.Document {
	t.Helper()
	d, err := card.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%.300s: %v", text, err)
	}
	return d
}

// baseCard is a card of testdata/base.
func baseCard(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/base/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}
