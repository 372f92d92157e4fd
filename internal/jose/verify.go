package jose

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"errors"

	"github.com/lestrrat-go/jwx/v2/jwa"
	"github.com/lestrrat-go/jwx/v2/jws"
)

// The errors of Verify and Sign.
var (
	ErrMismatch = errors.New("jose: the key does not fit the algorithm")
	ErrLength   = errors.New("jose: the signature has another length than the algorithm's")
	ErrInvalid  = errors.New("jose: the signature does not verify")
)

// SignatureSize is the length of a signature in bytes: for ECDSA that of R‖S,
// for RSA that of the modulus. It is 0 for a key that does not fit.
func SignatureSize(alg Algorithm, key crypto.PublicKey) int {
	if !Fits(alg, key) {
		return 0
	}
	switch alg {
	case ES256, EdDSA:
		return 64
	case ES384:
		return 96
	case ES512:
		return 132
	}
	return key.(*rsa.PublicKey).Size()
}

// Verify checks a signature over the JWS signing input. The error is
// ErrMismatch, ErrLength or ErrInvalid; nil means that the signature holds.
func Verify(alg Algorithm, key crypto.PublicKey, input, sig []byte) error {
	switch n := SignatureSize(alg, key); {
	case n == 0:
		return ErrMismatch
	case n != len(sig):
		return ErrLength
	case alg == PS256:
		sum := sha256.Sum256(input)
		opts := &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA256}
		if rsa.VerifyPSS(key.(*rsa.PublicKey), crypto.SHA256, sum[:], sig, opts) != nil {
			return ErrInvalid
		}
		return nil
	}
	if verifiers[alg].Verify(input, sig, key) != nil {
		return ErrInvalid
	}
	return nil
}

// verifiers are taken once, so that a program that registers others with jwx
// does not change what is accepted here.
var verifiers = func() map[Algorithm]jws.Verifier {
	m := map[Algorithm]jws.Verifier{}
	for _, alg := range []Algorithm{ES256, ES384, ES512, RS256, EdDSA} {
		v, err := jws.NewVerifier(jwa.SignatureAlgorithm(alg))
		if err != nil {
			panic(err) // jwx without the algorithms of RFC 7518
		}
		m[alg] = v
	}
	return m
}()
