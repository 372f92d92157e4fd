package jose

import (
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The vectors of C2SP/wycheproof for the arithmetic. AGENTCARD_VECTORS names
// the folder that holds them.

type wycheproof struct {
	NumberOfTests int
	TestGroups    []struct {
		PublicKeyDer string
		Tests        []struct {
			TcID     int
			Comment  string
			Flags    []string
			Msg, Sig string
			Result   string
		}
	}
}

func readWycheproof(t *testing.T, name string) (w wycheproof) {
	t.Helper()
	folder := os.Getenv("AGENTCARD_VECTORS")
	if folder == "" {
		t.Skip("AGENTCARD_VECTORS is not set: the Wycheproof vectors are not here")
	}
	data, err := os.ReadFile(filepath.Join(folder, "wycheproof", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// All come out as marked. What is only acceptable, a PKCS #1 signature without
// the NULL that belongs there, is refused.
func TestWycheproof(t *testing.T) {
	for _, file := range []struct {
		name  string
		alg   Algorithm
		tests int
	}{
		{"ecdsa_secp256r1_sha256_p1363_test.json", ES256, 262},
		{"ecdsa_secp384r1_sha384_p1363_test.json", ES384, 280},
		{"ecdsa_secp521r1_sha512_p1363_test.json", ES512, 318},
		{"ed25519_test.json", EdDSA, 151},
		{"rsa_signature_2048_sha256_test.json", RS256, 259},
		{"rsa_signature_3072_sha256_test.json", RS256, 259},
		{"rsa_pss_2048_sha256_mgf1_32_test.json", PS256, 108},
	} {
		t.Run(file.name, func(t *testing.T) {
			w, n := readWycheproof(t, file.name), 0
			for _, g := range w.TestGroups {
				key, err := x509.ParsePKIXPublicKey(unhex(t, g.PublicKeyDer))
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range g.Tests {
					n++
					err := Verify(file.alg, key, unhex(t, c.Msg), unhex(t, c.Sig))
					if c.Result == "acceptable" && !slices.Equal(c.Flags, []string{"MissingNull"}) {
						t.Errorf("%d: acceptable for another reason: %v", c.TcID, c.Flags)
					}
					if want := c.Result == "valid"; (err == nil) != want {
						t.Errorf("%d %s (%s %v): %v", c.TcID, c.Comment, c.Result, c.Flags, err)
					}
				}
			}
			if n != file.tests || n != w.NumberOfTests {
				t.Errorf("%d tests, want %d", n, file.tests)
			}
		})
	}
}
