package verify

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"math/big"
	"math/bits"

	"filippo.io/edwards25519"

	"github.com/hs9147/agentcard/internal/jose"
)

// checkedKey clones a public key that may be pinned; else the code says why not.
func checkedKey(key crypto.PublicKey) (crypto.PublicKey, string) {
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		if !jose.HasPoint(k) {
			return nil, "jwks.key_invalid"
		}
		return checkedEC(k)
	case *rsa.PublicKey:
		if k == nil || k.N == nil {
			return nil, "jwks.key_invalid"
		}
		return checkedRSA(k.N, big.NewInt(int64(k.E)))
	case ed25519.PublicKey:
		return checkedEd25519(k)
	case []byte:
		return nil, "jwks.symmetric_key"
	case crypto.Signer:
		return nil, "jwks.private_key"
	}
	return nil, "jwks.key_unsupported"
}

func checkedEC(k *ecdsa.PublicKey) (crypto.PublicKey, string) {
	switch k.Curve {
	case elliptic.P256(), elliptic.P384(), elliptic.P521():
	default:
		return nil, "jwks.key_unsupported"
	}
	raw, err := k.Bytes()
	if err != nil {
		return nil, "jwks.key_invalid"
	}
	return ecPoint(k.Curve, raw)
}

// ecPoint reads an uncompressed point, which must be on its curve.
func ecPoint(curve elliptic.Curve, raw []byte) (crypto.PublicKey, string) {
	k, err := ecdsa.ParseUncompressedPublicKey(curve, raw)
	if err != nil {
		return nil, "jwks.key_invalid"
	}
	return k, ""
}

func checkedRSA(n, e *big.Int) (crypto.PublicKey, string) {
	switch {
	case n.Sign() <= 0 || n.Bit(0) == 0:
		return nil, "jwks.key_invalid"
	case n.BitLen() > jose.MaxRSABits:
		return nil, "jwks.limit:rsa"
	case e.Sign() <= 0 || e.Bit(0) == 0 || e.BitLen() > bits.Len(jose.MaxRSAExponent):
		return nil, "jwks.key_invalid"
	case n.BitLen() < jose.MinRSABits || e.Int64() < jose.MinRSAExponent:
		return nil, "jwks.key_weak"
	case jose.IsROCA(n):
		return nil, "jwks.key_weak"
	}
	return &rsa.PublicKey{N: new(big.Int).Set(n), E: int(e.Int64())}, ""
}

// checkedEd25519 refuses what is no point, a point in another spelling than its
// own (RFC 8032 §5.1.3), and points of small order, for which one signature fits
// many messages.
func checkedEd25519(k ed25519.PublicKey) (crypto.PublicKey, string) {
	if len(k) != ed25519.PublicKeySize {
		return nil, "jwks.key_invalid"
	}
	p, err := new(edwards25519.Point).SetBytes(k)
	if err != nil || !bytes.Equal(p.Bytes(), k) {
		return nil, "jwks.key_invalid"
	}
	if new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return nil, "jwks.key_weak"
	}
	return ed25519.PublicKey(bytes.Clone(k)), ""
}
