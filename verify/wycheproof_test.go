package verify

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// The vectors of C2SP/wycheproof for headers and key sets. AGENTCARD_VECTORS
// names the folder that holds them.

type wycheproofGroup struct {
	Comment         string
	Public, Private json.RawMessage // a JWK or a set of them
	PublicKeyDer    string
	KeyJwk          json.RawMessage
	PublicKeyJwk    json.RawMessage
	Tests           []struct {
		TcID     int
		Comment  string
		JWS      json.RawMessage
		Msg, Sig string
		Result   string
	}
}

func readWycheproof(t *testing.T, name string) []wycheproofGroup {
	t.Helper()
	folder := os.Getenv("AGENTCARD_VECTORS")
	if folder == "" {
		t.Skip("AGENTCARD_VECTORS is not set: the Wycheproof vectors are not here")
	}
	data, err := os.ReadFile(filepath.Join(folder, "wycheproof", name))
	if err != nil {
		t.Fatal(err)
	}
	var w struct{ TestGroups []wycheproofGroup }
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	return w.TestGroups
}

// keys is the group's key set as ParseJWKS is given it, and whether that set
// was refused.
func (g wycheproofGroup) keys(t *testing.T) (*KeySet, string) {
	t.Helper()
	jwk := g.Private // symmetric: there is no other
	for _, x := range []json.RawMessage{g.Public, g.PublicKeyJwk, g.KeyJwk} {
		if x != nil {
			jwk = x
		}
	}
	if !bytes.Contains(jwk, []byte(`"keys"`)) {
		jwk = fmt.Appendf(nil, `{"keys":[%s]}`, jwk)
	}
	keys, err := ParseJWKS(jwk)
	var refused *KeySetError
	if err != nil && !errors.As(err, &refused) {
		t.Fatalf("%s: %v", g.Comment, err)
	}
	if refused != nil {
		return nil, refused.Code
	}
	return keys, ""
}

// compact judges a JWS in compact form as the entry of a card is judged, over
// the payload that it brings along.
func compact(t *testing.T, jws string, keys *KeySet) SignatureEntry {
	t.Helper()
	parts := strings.Split(jws, ".")
	if len(parts) != 3 {
		return SignatureEntry{Status: SignatureMalformed, Code: "three parts"}
	}
	if _, ok := jose.Decode(parts[1]); !ok {
		return SignatureEntry{Status: SignatureMalformed, Code: "payload"}
	}
	return judged(t, parts[0], parts[2], keys, parts[1])
}

// judged runs an entry of a card through the code of Signatures, over a payload
// in base64url.
func judged(t *testing.T, protected, signature string, keys *KeySet, payload string) SignatureEntry {
	t.Helper()
	text, err := json.Marshal(map[string]string{"protected": protected, "signature": signature})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := jsondoc.Parse(text, wrapped())
	if err != nil {
		t.Fatal(err)
	}
	var e entry
	e.read(tree.Root())
	v := verifier{keys: keys, made: []made{
		{form: card.FormReceived, text: payload}, {form: card.FormPresence, text: payload}, {form: card.FormSDK, text: payload},
	}}
	return v.entry(e)
}

// The valid cases that our policy refuses: HMAC, RS384, RS512, PS384 and PS512,
// and the figures of RFC 7520 whose JWK has another alg than the header.
var refusedByPolicy = map[string][]int{
	"json_web_signature_test.json": {
		1, 264, 265, 266, 267, 268, 269, 270, 271, 320, 321, 322, 323, 325, 326, 327, 328, 346, 347, 348, 350, 351, 352,
		357, 358, 359, 372, 373, 376, 377,
	},
	"json_web_crypto_test.json": {1, 48},
	"json_web_key_test.json":    {2, 13, 14, 15},
}

func TestWycheproofJWS(t *testing.T) {
	for name, want := range map[string]struct{ tests, accepted int }{
		"json_web_signature_test.json": {401, 16}, "json_web_crypto_test.json": {49, 2}, "json_web_key_test.json": {26, 1},
	} {
		t.Run(name, func(t *testing.T) {
			tests, accepted := 0, 0
			var refused []int
			for _, g := range readWycheproof(t, name) {
				if strings.HasPrefix(g.Comment, "jwe_") {
					continue
				}
				keys, code := g.keys(t)
				for _, c := range g.Tests {
					tests++
					var jws string
					if json.Unmarshal(c.JWS, &jws) != nil {
						jws = string(c.JWS) // in the JSON serialisation
					}
					e := SignatureEntry{Status: SignatureMalformed, Code: code}
					if keys != nil {
						e = compact(t, jws, keys)
					}
					switch good := e.Status == SignatureVerified; {
					case good && c.Result != "valid":
						t.Errorf("%d %s: accepted, and it is %s", c.TcID, c.Comment, c.Result)
					case good:
						accepted++
					case c.Result == "valid":
						refused = append(refused, c.TcID)
						t.Logf("%d %s %s: %s (%s)", c.TcID, g.Comment, c.Comment, e.Status, e.Code)
					}
				}
			}
			if slices.Sort(refused); !slices.Equal(refused, refusedByPolicy[name]) {
				t.Errorf("valid and refused: %v, want %v", refused, refusedByPolicy[name])
			}
			if tests != want.tests || accepted != want.accepted {
				t.Errorf("%d tests, %d accepted, want %v", tests, accepted, want)
			}
		})
	}
}

// The keys of the files on arithmetic, by both ways in: as a JWK and as a key
// that the caller has. Those with an exponent of 3 are refused.
func TestWycheproofKeys(t *testing.T) {
	for _, name := range []string{
		"ecdsa_secp256r1_sha256_p1363_test.json", "ecdsa_secp384r1_sha384_p1363_test.json", "ecdsa_secp521r1_sha512_p1363_test.json",
		"ed25519_test.json", "rsa_signature_2048_sha256_test.json", "rsa_signature_3072_sha256_test.json", "rsa_pss_2048_sha256_mgf1_32_test.json",
	} {
		t.Run(name, func(t *testing.T) {
			weak := 0
			for _, g := range readWycheproof(t, name) {
				der, err := hex.DecodeString(g.PublicKeyDer)
				if err != nil {
					t.Fatal(err)
				}
				public, err := x509.ParsePKIXPublicKey(der)
				if err != nil {
					t.Fatal(err)
				}
				own, err := NewKeySet(Key{ID: "none", Public: public})
				code := ""
				var refused *KeySetError
				if errors.As(err, &refused) {
					code = refused.Code
				}
				if g.PublicKeyJwk != nil || g.KeyJwk != nil {
					keys, other := g.keys(t)
					if other != code {
						t.Errorf("as a key %q, as a JWK %q", code, other)
					} else if keys != nil && !keys.keys[0].Public.(interface{ Equal(crypto.PublicKey) bool }).Equal(own.keys[0].Public) {
						t.Error("the JWK is read as another key")
					}
				}
				if code == "jwks.key_weak" && len(g.Tests) == 1 {
					weak++
				} else if code != "" {
					t.Errorf("refused: %s", code)
				}
			}
			if want := map[string]int{"rsa_signature_2048_sha256_test.json": 2, "rsa_signature_3072_sha256_test.json": 1}[name]; weak != want {
				t.Errorf("%d weak keys, want %d", weak, want)
			}
		})
	}
}
