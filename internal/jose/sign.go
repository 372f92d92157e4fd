package jose

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
)

// Sign signs the JWS signing input. The key may be held elsewhere: only
// crypto.Signer is asked of it. The signature is verified before it is given
// back, so that a faulty signer is found here and not by a reader. The error is
// ErrMismatch, ErrInvalid, or that of the signer.
func Sign(alg Algorithm, key crypto.Signer, input []byte) ([]byte, error) {
	public := Public(key)
	if !Fits(alg, public) {
		return nil, ErrMismatch
	}
	sig, err := sign(alg, key, input)
	if err != nil {
		return nil, fmt.Errorf("jose: the signer failed: %w", err)
	}
	if alg.isECDSA() {
		if sig, err = rawECDSA(sig, SignatureSize(alg, public)); err != nil {
			return nil, err
		}
	}
	if Verify(alg, public, input, sig) != nil {
		return nil, ErrInvalid
	}
	return sig, nil
}

// Public is the public key of a signer, nil for one that has none: a nil
// interface, a nil pointer in it, an Ed25519 key of another length.
func Public(key crypto.Signer) crypto.PublicKey {
	switch k := key.(type) {
	case nil:
		return nil
	case ed25519.PrivateKey:
		if len(k) != ed25519.PrivateKeySize {
			return nil
		}
	default:
		if isNilPointer(key) {
			return nil
		}
	}
	return key.Public()
}

// sign asks the signer, in the words of crypto/ecdsa, crypto/rsa and
// crypto/ed25519. jwx is left out: it panics at numbers that are too large.
func sign(alg Algorithm, key crypto.Signer, input []byte) ([]byte, error) {
	var opts crypto.SignerOpts = alg.hash()
	if alg == PS256 {
		opts = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA256}
	}
	if alg.hash() != 0 {
		h := alg.hash().New()
		h.Write(input)
		input = h.Sum(nil)
	}
	return key.Sign(rand.Reader, input, opts)
}

// rawECDSA makes R‖S of the ASN.1 that a signer gives (RFC 7518 §3.4).
func rawECDSA(der []byte, size int) ([]byte, error) {
	var n struct{ R, S *big.Int }
	rest, err := asn1.Unmarshal(der, &n)
	switch half := size / 2 * 8; {
	case err != nil, len(rest) > 0, n.R.Sign() <= 0, n.S.Sign() <= 0, n.R.BitLen() > half, n.S.BitLen() > half:
		return nil, errors.Join(ErrInvalid, err)
	}
	sig := make([]byte, size)
	n.R.FillBytes(sig[:size/2])
	n.S.FillBytes(sig[size/2:])
	return sig, nil
}
