package family

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// What JWKS writes pins the key that signed.
func TestJWKS(t *testing.T) {
	ec, errEC := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	_, ed, errEd := ed25519.GenerateKey(rand.Reader)
	rs, errRS := rsa.GenerateKey(rand.Reader, 2048)
	if errEC != nil || errEd != nil || errRS != nil {
		t.Fatal(errEC, errEd, errRS)
	}
	a, _ := Table("guild", nil)
	for _, key := range []crypto.Signer{ec, ed, rs} {
		set, err := JWKS("k", key.Public())
		if err != nil {
			t.Fatal(err)
		}
		keys, err := verify.ParseJWKS(set)
		if err != nil {
			t.Errorf("%T: %v\n%s", key, err, set)
			continue
		}
		text, _, err := a.Publish(origin("guild")+"/a2a", &card.Signer{Key: key, KeyID: "k"})
		if err != nil {
			t.Fatal(err)
		}
		doc, err := card.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := verify.Signatures(doc, keys, verify.SignatureOptions{}); got.Status != verify.SignatureVerified {
			t.Errorf("%T: %s", key, got.Status)
		}
	}
	if _, err := JWKS("k", "key"); err == nil {
		t.Error("a text is taken for a key")
	}
}
