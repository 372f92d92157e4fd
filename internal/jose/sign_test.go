package jose

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/asn1"
	"errors"
	"io"
	"math/big"
	"slices"
	"testing"
)

// remote is a key that is held elsewhere: nothing but crypto.Signer shows. What
// it gives can be changed on the way.
type remote struct {
	key    crypto.Signer
	public func() crypto.PublicKey
	answer func(sig []byte, err error) ([]byte, error)

	digest []byte
	opts   crypto.SignerOpts
}

func (r *remote) Public() crypto.PublicKey {
	if r.public != nil {
		return r.public()
	}
	return r.key.Public()
}

func (r *remote) Sign(random io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	r.digest, r.opts = digest, opts
	sig, err := r.key.Sign(random, digest, opts)
	if r.answer != nil {
		return r.answer(sig, err)
	}
	return sig, err
}

func TestSignAndVerify(t *testing.T) {
	for _, alg := range algorithms {
		for _, input := range []string{"", "x", "eyJhbGciOiJFUzI1NiJ9.eyJuYW1lIjoi7ZWc6riAIn0", string(make([]byte, 1<<20))} {
			key := testKeys()[alg]
			for name, signer := range map[string]crypto.Signer{"held here": key, "held elsewhere": &remote{key: key}} {
				sig, err := Sign(alg, signer, []byte(input))
				if err != nil {
					t.Fatalf("%s, %s: %v", alg, name, err)
				}
				if err := Verify(alg, key.Public(), []byte(input), sig); err != nil {
					t.Errorf("%s, %s: %v", alg, name, err)
				}
			}
		}
	}
}

// What a remote key is asked for is what HSMs and KMSs know: the digest, and
// for PSS a salt as long as it. Ed25519 takes the input itself.
func TestWhatSignersAreAsked(t *testing.T) {
	input := []byte("input")
	for _, alg := range algorithms {
		r := &remote{key: testKeys()[alg]}
		if _, err := Sign(alg, r, input); err != nil {
			t.Fatal(err)
		}
		want := input
		if h := r.opts.HashFunc(); h != 0 {
			x := h.New()
			x.Write(input)
			want = x.Sum(nil)
		}
		hash := map[Algorithm]crypto.Hash{ES256: crypto.SHA256, ES384: crypto.SHA384, ES512: crypto.SHA512, RS256: crypto.SHA256, PS256: crypto.SHA256, EdDSA: 0}[alg]
		if r.opts.HashFunc() != hash || !slices.Equal(r.digest, want) {
			t.Errorf("%s: asked for hash %v over %x", alg, r.opts.HashFunc(), r.digest)
		}
		pss, ok := r.opts.(*rsa.PSSOptions)
		if ok != (alg == PS256) || ok && pss.SaltLength != rsa.PSSSaltLengthEqualsHash {
			t.Errorf("%s: options %#v", alg, r.opts)
		}
	}
}

var errRemote = errors.New("the HSM is on fire")

func TestSignersThatFail(t *testing.T) {
	for _, alg := range algorithms {
		fails := &remote{key: testKeys()[alg], answer: func([]byte, error) ([]byte, error) { return nil, errRemote }}
		if sig, err := Sign(alg, fails, []byte("x")); sig != nil || !errors.Is(err, errRemote) {
			t.Errorf("%s: %x, %v", alg, sig, err)
		}
	}
}

// asn1Of writes an ECDSA signature as signers give it.
func asn1Of(r, s *big.Int) []byte {
	b, err := asn1.Marshal(struct{ R, S *big.Int }{r, s})
	if err != nil {
		panic(err)
	}
	return b
}

// Garbage, and signatures of another key or of something else, are found out
// before anybody publishes them. None panics.
func TestSignersThatLie(t *testing.T) {
	one, huge := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 4096)
	answers := map[string][]byte{
		"nothing": nil, "one byte": {0x30}, "zeros": make([]byte, 64), "no sequence": []byte("garbage that is no ASN.1"),
		"numbers that are too large": asn1Of(huge, huge), "r too large": asn1Of(huge, one), "s too large": asn1Of(one, huge),
		"r negative": asn1Of(big.NewInt(-1), one), "s negative": asn1Of(one, big.NewInt(-1)), "r and s 0": asn1Of(new(big.Int), new(big.Int)),
		"r and s 1": asn1Of(one, one), "trailing bytes": append(asn1Of(one, one), 0), "one number": {0x30, 0x03, 0x02, 0x01, 0x01},
		"an order too large": asn1Of(elliptic.P256().Params().N, elliptic.P256().Params().N), "much": make([]byte, 1<<20),
	}
	for _, alg := range algorithms {
		for name, answer := range answers {
			liar := &remote{key: testKeys()[alg], answer: func([]byte, error) ([]byte, error) { return answer, nil }}
			if sig, err := Sign(alg, liar, []byte("x")); sig != nil || !errors.Is(err, ErrInvalid) {
				t.Errorf("%s, %s: %x, %v", alg, name, sig, err)
			}
		}
		other := &remote{key: testKeys()[alg]}
		other.answer = func([]byte, error) ([]byte, error) { // the same key over another message
			if alg == EdDSA {
				return testKeys()[alg].Sign(rand.Reader, []byte("another"), crypto.Hash(0))
			}
			d := make([]byte, len(other.digest))
			return testKeys()[alg].Sign(rand.Reader, d, other.opts)
		}
		if _, err := Sign(alg, other, []byte("x")); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s over another message: %v", alg, err)
		}
	}
}

// A signature that was right but for bytes behind it is not passed on.
func TestTrailingASN1(t *testing.T) {
	r := &remote{key: testKeys()[ES256], answer: func(sig []byte, err error) ([]byte, error) { return append(sig, 0), err }}
	if _, err := Sign(ES256, r, []byte("x")); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
}

// One who shows another public key than the one it signs with is a liar too,
// and so is one that shows another each time.
func TestSignersWithAnotherPublicKey(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key := testKeys()[ES256]
	asked := 0
	for name, r := range map[string]*remote{
		"of another key": {key: key, public: func() crypto.PublicKey { return other.Public() }},
		"of another curve at second sight": {key: key, public: func() crypto.PublicKey {
			if asked++; asked == 1 {
				return other.Public()
			}
			return testKeys()[ES512].Public()
		}},
	} {
		if _, err := Sign(ES256, r, []byte("x")); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// PSS with a salt of another length, as some HSMs make it, is found out.
func TestSaltOfAnotherLength(t *testing.T) {
	key := testKeys()[PS256].(*rsa.PrivateKey)
	sum := sha256.Sum256([]byte("x"))
	for _, salt := range []int{0, 20, 31, 33, 64, 222} {
		sig, err := rsa.SignPSS(rand.Reader, key, crypto.SHA256, sum[:], &rsa.PSSOptions{SaltLength: salt})
		if err != nil {
			t.Fatal(err)
		}
		if Verify(PS256, &key.PublicKey, []byte("x"), sig) != ErrInvalid {
			t.Errorf("a salt of %d bytes verifies", salt)
		}
		r := &remote{key: key, answer: func([]byte, error) ([]byte, error) { return sig, nil }}
		if _, err := Sign(PS256, r, []byte("x")); !errors.Is(err, ErrInvalid) {
			t.Errorf("a salt of %d bytes is passed on: %v", salt, err)
		}
	}
}

func TestSignersThatDoNotFit(t *testing.T) {
	keys := map[string]crypto.Signer{
		"nil": nil, "nil ecdsa": (*ecdsa.PrivateKey)(nil), "nil rsa": (*rsa.PrivateKey)(nil), "nil remote": (*remote)(nil),
		"nil ed25519": ed25519.PrivateKey(nil), "short ed25519": make(ed25519.PrivateKey, 32), "empty ecdsa": new(ecdsa.PrivateKey), "empty rsa": new(rsa.PrivateKey),
	}
	for name, public := range unfit() {
		keys["remote: "+name] = &remote{public: func() crypto.PublicKey { return public }}
	}
	for name, key := range keys {
		for _, alg := range append([]Algorithm{"", "none", "HS256", "RS384"}, algorithms...) {
			if sig, err := Sign(alg, key, []byte("x")); sig != nil || err != ErrMismatch {
				t.Errorf("%s, %q: %x, %v", name, alg, sig, err)
			}
		}
	}
	for _, alg := range algorithms {
		for _, other := range algorithms {
			if key := testKeys()[alg]; !Fits(other, key.Public()) {
				if _, err := Sign(other, key, []byte("x")); err != ErrMismatch {
					t.Errorf("a key for %s signs %s: %v", alg, other, err)
				}
			}
		}
	}
}
