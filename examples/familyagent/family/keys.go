package family

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"math/big"

	"github.com/hs9147/agentcard/internal/jose"
)

// errKey says that a key is of a kind that signs no cards.
var errKey = errors.New("family: a key of a kind that signs no cards")

// JWKS writes the public key of a card as a set (RFC 7517 §5), for those who pin
// it: verify.ParseJWKS reads it. It is handed to them by a way that they trust, not
// by the agent's own origin.
func JWKS(kid string, public crypto.PublicKey) ([]byte, error) {
	key := map[string]string{"kid": kid, "use": "sig", "alg": string(jose.Default(public))}
	switch k := public.(type) {
	case *ecdsa.PublicKey:
		point, err := k.Bytes() // 4, x, y
		if err != nil {
			return nil, err
		}
		half := (len(point) - 1) / 2
		key["kty"], key["crv"] = "EC", k.Params().Name
		key["x"], key["y"] = jose.Encode(point[1:1+half]), jose.Encode(point[1+half:])
	case ed25519.PublicKey:
		key["kty"], key["crv"], key["x"] = "OKP", "Ed25519", jose.Encode(k)
	case *rsa.PublicKey:
		key["kty"], key["n"], key["e"] = "RSA", jose.Encode(k.N.Bytes()), jose.Encode(big.NewInt(int64(k.E)).Bytes())
	default:
		return nil, errKey
	}
	return json.MarshalIndent(map[string]any{"keys": []any{key}}, "", "  ")
}
