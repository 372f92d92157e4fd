package jose

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"math/big"
	"strings"
	"sync"
	"testing"
)

var algorithms = []Algorithm{ES256, ES384, ES512, RS256, PS256, EdDSA}

// testKeys is a key for each algorithm, made once.
var testKeys = sync.OnceValue(func() map[Algorithm]crypto.Signer {
	keys := map[Algorithm]crypto.Signer{}
	for alg, curve := range map[Algorithm]elliptic.Curve{ES256: elliptic.P256(), ES384: elliptic.P384(), ES512: elliptic.P521()} {
		k, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			panic(err)
		}
		keys[alg] = k
	}
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	keys[RS256], keys[PS256] = k, k
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	keys[EdDSA] = ed
	return keys
})

func TestKnownIsToTheLetter(t *testing.T) {
	for _, alg := range algorithms {
		name := string(alg)
		if !Known(name) {
			t.Errorf("%s is not known", name)
		}
		for _, other := range []string{strings.ToLower(name), name + " ", " " + name, name + "\x00", name[1:]} {
			if Known(other) {
				t.Errorf("%q is known", other)
			}
		}
	}
	for _, name := range []string{
		"", "none", "None", "HS256", "HS384", "HS512", "RS384", "RS512", "PS384", "PS512", "ES256K", "ES521", "Ed25519", "Ed448",
		"RSA1_5", "RSA-OAEP", "dir", "ML-DSA-44",
	} {
		if Known(name) {
			t.Errorf("%q is known", name)
		}
	}
}

// A key fits the algorithms of its own type and curve, and nothing else fits.
func TestFits(t *testing.T) {
	for alg, key := range testKeys() {
		for _, other := range algorithms {
			same := alg == other || strings.HasSuffix(string(alg), "S256") && strings.HasSuffix(string(other), "S256") && alg != ES256 && other != ES256
			if got := Fits(other, key.Public()); got != same {
				t.Errorf("a key for %s fits %s: %v", alg, other, got)
			}
		}
		for _, other := range []Algorithm{"", "none", "HS256", "RS384", "ES256K", "Ed25519"} {
			if Fits(other, key.Public()) || SignatureSize(other, key.Public()) != 0 {
				t.Errorf("a key for %s fits %q", alg, other)
			}
		}
		if want := alg; alg != RS256 && Default(key.Public()) != want {
			t.Errorf("the default of a key for %s is %s", alg, Default(key.Public()))
		}
	}
}

// unfit are values that fit no algorithm, whatever they look like.
func unfit() map[string]crypto.PublicKey {
	p256 := testKeys()[ES256].(*ecdsa.PrivateKey)
	p224, err := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
	if err != nil {
		panic(err)
	}
	copied := *elliptic.P256().Params() // the same numbers under another type
	own := p256.PublicKey
	own.Curve = &copied
	return map[string]crypto.PublicKey{
		"nil": nil, "nil ecdsa": (*ecdsa.PublicKey)(nil), "nil rsa": (*rsa.PublicKey)(nil), "nil ed25519": ed25519.PublicKey(nil),
		"empty ecdsa": &ecdsa.PublicKey{}, "ecdsa without a point": &ecdsa.PublicKey{Curve: elliptic.P256()},
		"empty rsa": &rsa.PublicKey{}, "rsa without a modulus": &rsa.PublicKey{E: 65537}, "rsa of modulus 0": &rsa.PublicKey{N: new(big.Int), E: 65537},
		"P-224": &p224.PublicKey, "a curve of one's own": &own,
		"short ed25519": ed25519.PublicKey(make([]byte, 31)), "long ed25519": ed25519.PublicKey(make([]byte, 33)),
		"private ecdsa": p256, "a value in place of a pointer": p256.PublicKey, "bytes": []byte("secret"), "text": "secret", "a number": 1,
	}
}

func TestUnfitKeys(t *testing.T) {
	for name, key := range unfit() {
		for _, alg := range algorithms {
			if Fits(alg, key) || SignatureSize(alg, key) != 0 {
				t.Errorf("%s fits %s", name, alg)
			}
			for _, n := range []int{0, 64, 96, 132, 256} {
				if err := Verify(alg, key, []byte("x"), make([]byte, n)); err != ErrMismatch {
					t.Errorf("%s, %s, %d bytes: %v", name, alg, n, err)
				}
			}
		}
		if Default(key) != "" {
			t.Errorf("%s has a default", name)
		}
	}
}

// Other lengths and other bits never verify.
func TestVerifyRefuses(t *testing.T) {
	input := []byte("eyJhbGciOiJFUzI1NiJ9.e30")
	for _, alg := range algorithms {
		public := testKeys()[alg].Public()
		good, err := Sign(alg, testKeys()[alg], input)
		if err != nil {
			t.Fatal(alg, err)
		}
		if len(good) != SignatureSize(alg, public) {
			t.Errorf("%s: %d bytes", alg, len(good))
		}
		for _, sig := range [][]byte{nil, {}, good[:len(good)-1], append(bytes.Clone(good), 0), append([]byte{0}, good...), append(bytes.Clone(good), good...)} {
			if err := Verify(alg, public, input, sig); err != ErrLength {
				t.Errorf("%s, %d bytes: %v", alg, len(sig), err)
			}
		}
		zero, ones := make([]byte, len(good)), bytes.Repeat([]byte{0xff}, len(good))
		wrong := [][]byte{zero, ones}
		for _, at := range []int{0, 1, len(good)/2 - 1, len(good) / 2, len(good) - 1} {
			bad := bytes.Clone(good)
			bad[at] ^= 1
			wrong = append(wrong, bad)
		}
		for i, sig := range wrong {
			if err := Verify(alg, public, input, sig); err != ErrInvalid {
				t.Errorf("%s, wrong signature %d: %v", alg, i, err)
			}
		}
		if err := Verify(alg, public, append(bytes.Clone(input), '='), good); err != ErrInvalid {
			t.Errorf("%s over another input: %v", alg, err)
		}
	}
}

// RS256 and PS256 are two algorithms, though one key does both.
func TestRSAFamiliesAreApart(t *testing.T) {
	key := testKeys()[RS256]
	for alg, other := range map[Algorithm]Algorithm{RS256: PS256, PS256: RS256} {
		sig, err := Sign(alg, key, []byte("x"))
		if err != nil {
			t.Fatal(err)
		}
		if Verify(other, key.Public(), []byte("x"), sig) != ErrInvalid {
			t.Errorf("a signature of %s verifies as %s", alg, other)
		}
	}
}

func TestDecode(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "AA": "\x00", "AAE": "\x00\x01", "AAEC": "\x00\x01\x02", "-_-_": "\xfb\xff\xbf", "Zm9v": "foo", "e30": "{}",
	} {
		if got, ok := Decode(in); !ok || string(got) != want {
			t.Errorf("%q decodes to %q, %v", in, got, ok)
		}
		if got := Encode([]byte(want)); got != in {
			t.Errorf("%q encodes to %q", want, got)
		}
	}
	for _, in := range []string{
		"AA==", "AAE=", "=", "A", "AAAAA", // padding, impossible lengths
		"+/+/", "AA+A", "AA/A", // the standard alphabet
		"AA\n", "\nAA", "A\nA", "AA\r\n", "\r", "\n", "AA AA", " AA", "AA ", "\tAA", "AA\x00", // white space
		"AB", "AAB", "Af", "Zm9vZ3", // bits behind the last octet
		"AA.", "é", "ＡＡ", "\u200bAA", "AA\xff", "A\u0000A", "*", "[]",
	} {
		if got, ok := Decode(in); ok {
			t.Errorf("%q decodes to %q", in, got)
		}
	}
}

// Each text stands for other bytes, so that nothing can be spelled twice.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "AA", "AB", "Zm9v", "AA==", "-_", "+/", "A\nA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if b, ok := Decode(s); ok && Encode(b) != s {
			t.Errorf("%q and %q both stand for %x", s, Encode(b), b)
		}
	})
}
