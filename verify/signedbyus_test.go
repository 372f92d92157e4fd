package verify

import (
	"context"
	"crypto"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// elsewhere is a key of which nothing but crypto.Signer shows.
type elsewhere struct{ key crypto.Signer }

func (e elsewhere) Public() crypto.PublicKey { return e.key.Public() }

func (e elsewhere) Sign(r io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	return e.key.Sign(r, digest, o)
}

// What card.Sign writes verifies: our cards, with each algorithm and a key held
// here or elsewhere.
func TestWhatSignWritesVerifies(t *testing.T) {
	files, err := filepath.Glob("testdata/base/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		written := parsed(t, payloadOf(t, baseCard(t, name), card.FormPresence)) // as Marshal would have it
		for _, alg := range []string{"ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA"} {
			for _, key := range []crypto.Signer{testKeys()[alg], elsewhere{testKeys()[alg]}} {
				out, err := card.Sign(written, card.Signer{Key: key, KeyID: "k", Algorithm: alg})
				var invalid *card.InvalidCardError
				if errors.As(err, &invalid) {
					t.Fatalf("%s: %v", name, err)
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", name, alg, err)
				}
				keys, err := NewKeySet(Key{ID: "k", Public: key.Public(), Algorithm: alg})
				if err != nil {
					t.Fatal(err)
				}
				r := Run(context.Background(), Target{Received: out, Keys: keys, SignaturePolicy: RequireSignature}, P5())
				s := r.Signature
				if s.Status != SignatureVerified || s.Form != card.FormReceived || s.Algorithm != alg || s.KeyID != "k" || len(s.Uncovered)+len(s.Defaults)+len(s.Hints) > 0 || r.Verdict("P5") != Pass {
					t.Errorf("%s, %s: %+v", name, alg, s)
				}
				if !slices.Equal(s.Payload, written.Raw()) {
					t.Errorf("%s, %s: payload %s", name, alg, s.Payload)
				}
			}
		}
	}
}
