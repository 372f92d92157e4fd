package verify

import (
	"crypto"
	"crypto/ed25519"
	"crypto/elliptic"
	"errors"
	"math/big"
	"strconv"

	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// jwksLimits bounds the JSON of a key set.
func jwksLimits() jsondoc.Limits {
	return jsondoc.Limits{Bytes: MaxKeySetSize, Depth: 16, Values: 4096}
}

// privateMembers are the members of a JWK that only a private or symmetric key
// has (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
var privateMembers = [...]string{"d", "p", "q", "dp", "dq", "qi", "oth", "k"}

// ParseJWKS reads a set of pinned keys (RFC 7517 §5), got through a channel that
// the caller trusts. It is stricter than RFC 7517, since the set is pinned by
// hand: a set with one key that is symmetric, private, weak, malformed, unnamed,
// named twice, for another use or of an unknown type is refused whole, with a
// *KeySetError that names the kid and no value (rule SIG2).
func ParseJWKS(data []byte) (*KeySet, error) {
	tree, err := jsondoc.Parse(data, jwksLimits())
	if err != nil {
		return nil, jwksSyntax(err)
	}
	list := tree.Root().Get("keys")
	switch {
	case list.Kind() != jsondoc.Array:
		return nil, keySetError("jwks.syntax:keys", "", -1)
	case list.Len() == 0:
		return nil, keySetError("jwks.empty", "", -1)
	case list.Len() > MaxKeys:
		return nil, keySetError("jwks.limit:keys", "", -1, "max", strconv.Itoa(MaxKeys))
	}
	keys := make([]Key, 0, list.Len())
	for v := range list.Children() {
		k, code := readJWK(v)
		if code != "" {
			return nil, keySetError(code, k.ID, v.Index(), "max", strconv.Itoa(jose.MaxRSABits))
		}
		keys = append(keys, k)
	}
	s, err := NewKeySet(keys...)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func jwksSyntax(err error) error {
	var e *jsondoc.Error
	if !errors.As(err, &e) {
		return err
	}
	args := []string{"line", strconv.Itoa(e.Line), "offset", strconv.Itoa(e.Offset), "max", strconv.Itoa(MaxKeySetSize)}
	switch e.Kind {
	case jsondoc.Duplicate:
		return keySetError("jwks.duplicate_key", "", -1, args...)
	case jsondoc.Limit:
		return keySetError("jwks.limit", "", -1, args...)
	}
	return keySetError("jwks.syntax", "", -1, args...)
}

// readJWK reads one key; the code says why it is refused.
func readJWK(v jsondoc.Value) (k Key, code string) {
	k.ID = v.Get("kid").Text()
	kty, ok := v.Get("kty").Str()
	if !ok {
		return k, "jwks.syntax:kty"
	}
	if kty == "oct" {
		return k, "jwks.symmetric_key"
	}
	for _, name := range privateMembers {
		if v.Get(name).Exists() {
			return k, "jwks.private_key"
		}
	}
	if k.ID == "" {
		return k, "jwks.kid_missing"
	}
	if code = jwkUse(v); code != "" {
		return k, code
	}
	if k.Public, code = jwkPublic(kty, v); code != "" {
		return k, code
	}
	if alg := v.Get("alg"); alg.Exists() {
		k.Algorithm = alg.Text()
		if !jose.Known(k.Algorithm) || !jose.Fits(jose.Algorithm(k.Algorithm), k.Public) {
			return k, "jwks.key_alg"
		}
	}
	return k, ""
}

// jwkUse judges use and key_ops (RFC 7517 §4.2, §4.3): absent, or for verifying
// signatures.
func jwkUse(v jsondoc.Value) string {
	if use := v.Get("use"); use.Exists() && use.Text() != "sig" {
		return "jwks.key_usage"
	}
	ops := v.Get("key_ops")
	if !ops.Exists() {
		return ""
	}
	seen := map[string]bool{}
	for op := range ops.Children() {
		name, ok := op.Str()
		if !ok || seen[name] {
			return "jwks.key_invalid:ops"
		}
		seen[name] = true
	}
	if ops.Kind() != jsondoc.Array || !seen["verify"] {
		return "jwks.key_usage"
	}
	return ""
}

func jwkPublic(kty string, v jsondoc.Value) (crypto.PublicKey, string) {
	switch kty {
	case "EC":
		return jwkEC(v)
	case "RSA":
		n, okN := jwkUint(v.Get("n"))
		e, okE := jwkUint(v.Get("e"))
		if !okN || !okE {
			return nil, "jwks.key_invalid"
		}
		return checkedRSA(n, e)
	case "OKP":
		if v.Get("crv").Text() != "Ed25519" {
			return nil, "jwks.key_unsupported"
		}
		x, ok := jwkBytes(v.Get("x"))
		if !ok {
			return nil, "jwks.key_invalid"
		}
		return checkedEd25519(ed25519.PublicKey(x))
	}
	return nil, "jwks.key_unsupported"
}

func jwkEC(v jsondoc.Value) (crypto.PublicKey, string) {
	curve := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[v.Get("crv").Text()]
	if curve == nil {
		return nil, "jwks.key_unsupported"
	}
	size := (curve.Params().BitSize + 7) / 8
	x, okX := jwkBytes(v.Get("x"))
	y, okY := jwkBytes(v.Get("y"))
	if !okX || !okY || len(x) != size || len(y) != size {
		return nil, "jwks.key_invalid"
	}
	return ecPoint(curve, append(append([]byte{4}, x...), y...))
}

func jwkBytes(v jsondoc.Value) ([]byte, bool) {
	s, ok := v.Str()
	if !ok {
		return nil, false
	}
	return jose.Decode(s)
}

// jwkUint reads a Base64urlUInt (RFC 7518 §2): no leading zero octets.
func jwkUint(v jsondoc.Value) (*big.Int, bool) {
	b, ok := jwkBytes(v)
	if !ok || len(b) == 0 || b[0] == 0 || len(b) > 8*jose.MaxRSABits {
		return nil, false
	}
	return new(big.Int).SetBytes(b), true
}
