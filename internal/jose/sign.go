package jose

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"fmt"

	"github.com/lestrrat-go/jwx/v2/jwa"
	"github.com/lestrrat-go/jwx/v2/jws"
)

// Sign signs the JWS signing input. The key may be held elsewhere: only
// crypto.Signer is asked of it. The signature is verified before it is given
// back, so that a faulty signer is found here and not by a reader. The error is
// ErrMismatch, ErrInvalid, or that of the signer.
func Sign(alg Algorithm, key crypto.Signer, input []byte) ([]byte, error) {
	if key == nil || !Fits(alg, key.Public()) {
		return nil, ErrMismatch
	}
	sig, err := sign(alg, key, input)
	if err != nil {
		return nil, fmt.Errorf("jose: the signer failed: %w", err)
	}
	if Verify(alg, key.Public(), input, sig) != nil {
		return nil, ErrInvalid
	}
	return sig, nil
}

func sign(alg Algorithm, key crypto.Signer, input []byte) ([]byte, error) {
	if alg == PS256 {
		sum := sha256.Sum256(input)
		return key.Sign(rand.Reader, sum[:], &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA256})
	}
	s, err := jws.NewSigner(jwa.SignatureAlgorithm(alg))
	if err != nil {
		return nil, err
	}
	return s.Sign(input, key)
}
