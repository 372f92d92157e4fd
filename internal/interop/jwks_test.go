package interop

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// algorithms are the six that a card may be signed with.
var algorithms = []string{"ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA"}

// jwk is a public key as JSON (RFC 7517).
type jwk map[string]string

// newSigner makes a key for an algorithm.
func newSigner(t *testing.T, kid, alg string) card.Signer {
	t.Helper()
	var k crypto.Signer
	var err error
	switch alg {
	case "ES256":
		k, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "ES384":
		k, err = ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	case "ES512":
		k, err = ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	case "EdDSA":
		_, k, err = ed25519.GenerateKey(rand.Reader)
	default:
		k, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	return card.Signer{Key: k, KeyID: kid, Algorithm: alg}
}

// publicKeys are the public keys of signers as a JWKS, for the peers.
func publicKeys(t *testing.T, signers ...card.Signer) json.RawMessage {
	t.Helper()
	text := base64.RawURLEncoding.EncodeToString
	var keys []jwk
	for _, s := range signers {
		k := jwk{"kid": s.KeyID, "alg": s.Algorithm, "use": "sig"}
		switch p := s.Key.Public().(type) {
		case *ecdsa.PublicKey:
			point, err := p.Bytes() // 4, x, y
			if err != nil {
				t.Fatal(err)
			}
			half := len(point) / 2
			k["kty"], k["crv"] = "EC", p.Curve.Params().Name
			k["x"], k["y"] = text(point[1:1+half]), text(point[1+half:])
		case *rsa.PublicKey:
			k["kty"], k["n"], k["e"] = "RSA", text(p.N.Bytes()), text(big.NewInt(int64(p.E)).Bytes())
		case ed25519.PublicKey:
			k["kty"], k["crv"], k["x"] = "OKP", "Ed25519", text(p)
		}
		keys = append(keys, k)
	}
	b, err := json.Marshal(map[string][]jwk{"keys": keys})
	if err != nil {
		t.Fatal(err)
	}
	return b
}
