package bench

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// signatureRow holds Signatures over a parsed card, ES256, against SHA-256 and
// crypto/ecdsa over the same signing input.
func signatureRow() Row {
	return ratioRow("signature", 1.35, signatureOurs, signaturePeer)
}

// verifiedRow holds the way from bytes to a verified card, ES256, against the
// same.
func verifiedRow() Row {
	return ratioRow("verified", 1.80, verifiedOurs, signaturePeer)
}

// signedCard is Card, signed, with what a verifier needs.
type signedCard struct {
	body []byte
	doc  *card.Document
	keys *verify.KeySet

	public *ecdsa.PublicKey
	input  []byte // of as many bytes as the JWS signing input of the card
	der    []byte // a signature over it
}

// signed makes the signed card once. Its required:false is left out, since a
// card with it can't be signed so that every reader agrees.
var signed = sync.OnceValues(func() (*signedCard, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	doc, err := card.Parse(bytes.ReplaceAll(Card, []byte(`"required": false, `), nil))
	if err != nil {
		return nil, err
	}
	s := &signedCard{public: &key.PublicKey}
	if s.body, err = card.Sign(doc, card.Signer{Key: key, KeyID: "bench"}); err != nil {
		return nil, err
	}
	if s.doc, err = card.Parse(s.body); err != nil {
		return nil, err
	}
	if s.keys, err = verify.NewKeySet(verify.Key{ID: "bench", Public: &key.PublicKey}); err != nil {
		return nil, err
	}
	payload, err := s.doc.Canonical()
	if err != nil {
		return nil, err
	}
	s.input = make([]byte, len(s.doc.Card().Signatures[0].Protected)+1+(len(payload)*4+2)/3)
	sum := sha256.Sum256(s.input)
	s.der, err = ecdsa.SignASN1(rand.Reader, key, sum[:])
	return s, err
})

func signatureOurs() (int, error) {
	s, err := signed()
	if err != nil {
		return 0, err
	}
	return checked(verify.Signatures(s.doc, s.keys, verify.SignatureOptions{}))
}

func verifiedOurs() (int, error) {
	s, err := signed()
	if err != nil {
		return 0, err
	}
	doc, err := card.Parse(s.body)
	if err != nil {
		return 0, err
	}
	return checked(verify.Signatures(doc, s.keys, verify.SignatureOptions{}))
}

func checked(r verify.SignatureReport) (int, error) {
	if r.Status != verify.SignatureVerified || r.Card == nil {
		return 0, fmt.Errorf("the card is %s (%s)", r.Status, r.Code)
	}
	return len(r.Card.Skills), nil
}

func signaturePeer() (int, error) {
	s, err := signed()
	if err != nil {
		return 0, err
	}
	sum := sha256.Sum256(s.input)
	if !ecdsa.VerifyASN1(s.public, sum[:], s.der) {
		return 0, errors.New("the peer's signature does not verify")
	}
	return len(s.input), nil
}
