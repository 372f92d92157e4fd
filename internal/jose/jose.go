// Package jose does the arithmetic of JWS (RFC 7515, RFC 7518) for the six
// algorithms that an Agent Card may be signed with, and decodes base64url. It is
// the only importer of jwx.
//
// jwx is trusted with the arithmetic of verifying alone: headers, key sets and
// what fits what are decided before it is called, since it is lax on all of
// them. PS256 is done by crypto/rsa, because jwx takes salts of any length, and
// so is signing by crypto.Signer, because jwx trusts what a signer gives.
package jose

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	_ "crypto/sha256" // for crypto.Hash.New
	_ "crypto/sha512"
	"encoding/base64"
	"reflect"
	"strings"
)

// Algorithm is one of the six names of JWS algorithms (rule SIG3).
type Algorithm string

// The algorithms. There are no others.
const (
	ES256 Algorithm = "ES256"
	ES384 Algorithm = "ES384"
	ES512 Algorithm = "ES512"
	RS256 Algorithm = "RS256"
	PS256 Algorithm = "PS256"
	EdDSA Algorithm = "EdDSA" // Ed25519
)

// Known reports whether a name is one of the six, to the letter.
func Known(name string) bool {
	switch Algorithm(name) {
	case ES256, ES384, ES512, RS256, PS256, EdDSA:
		return true
	}
	return false
}

// The strength that an RSA key must have (rule SIG2).
const (
	MinRSABits     = 2048
	MaxRSABits     = 8192
	MinRSAExponent = 65537
	MaxRSAExponent = 1<<31 - 1
)

// MaxHeaderSize is how many bytes a protected header may have, decoded (rule
// SIG3).
const MaxHeaderSize = 16 << 10

// MaxSignatures is how many entries of a card are looked at (rule SIG5).
const MaxSignatures = 16

// Fits reports whether a key can be used with an algorithm: its type, and for
// ECDSA its curve. A key that is nil or has no numbers fits none.
func Fits(alg Algorithm, key crypto.PublicKey) bool {
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		return alg.isECDSA() && HasPoint(k) && k.Curve == curveOf(alg)
	case *rsa.PublicKey:
		return (alg == RS256 || alg == PS256) && k != nil && k.N != nil && k.N.Sign() > 0
	case ed25519.PublicKey:
		return alg == EdDSA && len(k) == ed25519.PublicKeySize
	}
	return false
}

// HasPoint reports an ECDSA key that is filled in at all; crypto/ecdsa panics at
// others.
func HasPoint(k *ecdsa.PublicKey) bool {
	//lint:ignore SA1019 only whether they are there
	return k != nil && k.Curve != nil && k.X != nil && k.Y != nil
}

func isNilPointer(x any) bool {
	v := reflect.ValueOf(x)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

func (alg Algorithm) isECDSA() bool { return alg == ES256 || alg == ES384 || alg == ES512 }

// hash is what is signed in place of the input, 0 where it is the input.
func (alg Algorithm) hash() crypto.Hash {
	switch alg {
	case ES256, RS256, PS256:
		return crypto.SHA256
	case ES384:
		return crypto.SHA384
	case ES512:
		return crypto.SHA512
	}
	return 0
}

func curveOf(alg Algorithm) elliptic.Curve {
	switch alg {
	case ES256:
		return elliptic.P256()
	case ES384:
		return elliptic.P384()
	case ES512:
		return elliptic.P521()
	}
	return nil
}

// Default is the algorithm that a key signs with where nobody chose one, empty
// for a key of another kind. For RSA that is PS256 (RFC 8725 §3.2).
func Default(key crypto.PublicKey) Algorithm {
	for _, alg := range []Algorithm{ES256, ES384, ES512, EdDSA, PS256} {
		if Fits(alg, key) {
			return alg
		}
	}
	return ""
}

// strict refuses non-zero bits behind the last character.
var strict = base64.RawURLEncoding.Strict()

// Decode reads base64url without padding (RFC 7515 §2), strict to the last bit.
func Decode(s string) ([]byte, bool) {
	if strings.ContainsAny(s, "\r\n") {
		return nil, false // the decoder would pass over them
	}
	b, err := strict.DecodeString(s)
	return b, err == nil
}

// Input is the JWS signing input (RFC 7515 §5.1) of a protected header and a
// payload, both as encoded.
func Input(protected, payload string) []byte {
	b := make([]byte, 0, len(protected)+1+len(payload))
	return append(append(append(b, protected...), '.'), payload...)
}

// InputOf is Input of a payload that is not encoded.
func InputOf(protected string, payload []byte) []byte {
	b := make([]byte, 0, len(protected)+1+base64.RawURLEncoding.EncodedLen(len(payload)))
	return base64.RawURLEncoding.AppendEncode(append(append(b, protected...), '.'), payload)
}

// Encode writes base64url without padding.
func Encode(b []byte) string {
	return base64.RawURLEncoding.EncodeToString(b)
}
