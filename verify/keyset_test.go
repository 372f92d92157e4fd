package verify

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/ans"
)

// status verifies the base card, signed with ES256, under a set.
func statusUnder(t *testing.T, s *KeySet, o SignatureOptions) string {
	t.Helper()
	r := Signatures(parsed(t, signed(t, baseCard(t, "a2a"), "ES256")), s, o)
	if r.Code == "" {
		return string(r.Status)
	}
	return string(r.Status) + " " + r.Code
}

func mustWith(t *testing.T, s *KeySet, l KeyLimits) *KeySet {
	t.Helper()
	out, err := s.With("ES256", l)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A key vouches from its first moment to its last, both included, and outside
// counts as not pinned.
func TestKeyTimes(t *testing.T) {
	from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	to := from.AddDate(1, 0, 0)
	const good, out = "verified", "no-match kid.expired"
	for _, tc := range []struct {
		from, to, at time.Time
		want         string
	}{
		{from, to, from, good},
		{from, to, to, good},
		{from, to, from.Add(-1), out},
		{from, to, to.Add(1), out},
		{from, to, to.In(time.FixedZone("KST", 9*3600)), good},
		{from, from, from, good},
		{to, from, from, out},
		{to, from, to, out}, // no moment at all
		{from, time.Time{}, from.AddDate(100, 0, 0), good},
		{time.Time{}, to, from.AddDate(-100, 0, 0), good},
		{time.Time{}, time.Time{}, to, good},
		{time.Now().Add(-time.Hour), time.Now().Add(time.Hour), time.Time{}, good}, // zero: now
		{time.Now().Add(time.Hour), time.Time{}, time.Time{}, out},
		{time.Time{}, time.Now().Add(-time.Hour), time.Time{}, out},
	} {
		k := Key{ID: "ES256", Public: testKeys()["ES256"].Public(), NotBefore: tc.from, NotAfter: tc.to}
		own, err := NewKeySet(k)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*KeySet{own, mustWith(t, pinned(t, "ES256"), KeyLimits{NotBefore: tc.from, NotAfter: tc.to})} {
			if got := statusUnder(t, s, SignatureOptions{At: tc.at}); got != tc.want {
				t.Errorf("%v to %v at %v: %s, want %s", tc.from, tc.to, tc.at, got, tc.want)
			}
		}
	}
}

func TestKeyOrigins(t *testing.T) {
	const good, out = "verified", "no-match kid.scope"
	for _, tc := range []struct {
		pins []string
		read string
		want string
	}{
		{nil, "", good},
		{nil, "https://anyone.example", good},
		{[]string{}, "https://a.example", out},
		{[]string{}, "", out},
		{[]string{"https://a.example"}, "https://a.example", good},
		{[]string{"https://a.example"}, "https://a.example/.well-known/agent-card.json?x=1#y", good},
		{[]string{"https://a.example/"}, "https://a.example", good},
		{[]string{"https://a.example/deep/path"}, "https://a.example/other", good},
		{[]string{"HTTPS://A.Example"}, "https://a.EXAMPLE:443/", good},
		{[]string{"https://a.example:443"}, "https://a.example", good},
		{[]string{"http://a.example:80"}, "http://a.example/", good},
		{[]string{"https://a.example:8443"}, "https://a.example:8443/x", good},
		{[]string{"https://b.example", "https://a.example"}, "https://a.example", good},
		{[]string{"https://\ud55c\uad6d.example"}, "https://xn--3e0b707e.example/a", good},
		{[]string{"https://xn--3e0b707e.example"}, "https://\ud55c\uad6d.example", good},
		{[]string{"https://[2001:DB8::1]:443"}, "https://[2001:db8::1]/x", good},
		{[]string{"https://user@a.example"}, "https://a.example", good},

		{[]string{"https://a.example"}, "", out},
		{[]string{"https://a.example"}, "http://a.example", out},
		{[]string{"https://a.example"}, "https://a.example:8443", out},
		{[]string{"https://a.example:80"}, "http://a.example", out},
		{[]string{"https://a.example"}, "https://b.a.example", out},
		{[]string{"https://a.example"}, "https://a.example.evil.example", out},
		{[]string{"https://a.example"}, "https://evil.example/https://a.example", out},
		{[]string{"https://a.example"}, "https://a.example@evil.example/", out},
		{[]string{"https://a.example"}, "https://evil.example#https://a.example", out},
		{[]string{"https://a.example"}, "https://evil.example\\@a.example", out},
		{[]string{"https://\u0430.example"}, "https://a.example", out}, // a Cyrillic letter
		{[]string{"a.example"}, "a.example", out},                      // no origins at all
		{[]string{""}, "", out},
		{[]string{"https://"}, "https://", out},
		{[]string{"*"}, "https://a.example", out},
		{[]string{"https://*.example"}, "https://a.example", out},
		{[]string{"https://a.example"}, "https:a.example", out},
		{[]string{"https://a.example"}, "//a.example", out},
		{[]string{"https://a.example"}, "null", out},
	} {
		s := mustWith(t, pinned(t, "ES256"), KeyLimits{Origins: tc.pins})
		if got := statusUnder(t, s, SignatureOptions{Origin: tc.read}); got != tc.want {
			t.Errorf("%q for a card of %q: %s, want %s", tc.pins, tc.read, got, tc.want)
		}
	}
}

func TestKeyNames(t *testing.T) {
	const good, out = "verified", "no-match kid.scope"
	ethos, ethos2, afo := ans.MustParse("society.ethos.v1"), ans.MustParse("society.ethos.v2"), ans.MustParse("society.afo.v1")
	for _, tc := range []struct {
		pins []ans.Name
		name ans.Name
		want string
	}{
		{nil, ans.Name{}, good},
		{nil, afo, good},
		{[]ans.Name{ethos}, ethos, good},
		{[]ans.Name{afo, ethos}, ethos, good},
		{[]ans.Name{ethos}, afo, out},
		{[]ans.Name{ethos}, ethos2, out},
		{[]ans.Name{ethos}, ans.Name{}, out},
		{[]ans.Name{}, ethos, out},
		{[]ans.Name{}, ans.Name{}, out},
		{[]ans.Name{{}}, ans.Name{}, out},
		{[]ans.Name{{}}, ethos, out}, // the zero name is none
	} {
		s := mustWith(t, pinned(t, "ES256"), KeyLimits{Names: tc.pins})
		if got := statusUnder(t, s, SignatureOptions{Name: tc.name}); got != tc.want {
			t.Errorf("%q for %q: %s, want %s", tc.pins, tc.name, got, tc.want)
		}
	}
	// Origin, name and time must all hold.
	s := mustWith(t, pinned(t, "ES256"), KeyLimits{Names: []ans.Name{ethos}, Origins: []string{"https://a.example"}})
	for o, want := range map[SignatureOptions]string{
		{Name: ethos, Origin: "https://a.example"}: good, {Name: ethos}: out, {Origin: "https://a.example"}: out,
	} {
		if got := statusUnder(t, s, o); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

// With narrows what is narrow already: nobody gets a limit off a key by setting
// another.
func TestWithNarrows(t *testing.T) {
	from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	a, b := ans.MustParse("a.v1"), ans.MustParse("b.v1")
	base := pinned(t, "ES256", "other")
	s := mustWith(t, base, KeyLimits{NotBefore: from, NotAfter: from.AddDate(1, 0, 0), Origins: []string{"https://a.example", "https://b.example"}, Names: []ans.Name{a, b}})
	for name, l := range map[string]KeyLimits{
		"nothing":      {},
		"an overlap":   {Origins: []string{"https://c.example", "https://b.example:443/"}, Names: []ans.Name{b}},
		"longer":       {NotBefore: from.AddDate(-1, 0, 0), NotAfter: from.AddDate(9, 0, 0)},
		"other ones":   {Origins: []string{"https://c.example"}},
		"no name more": {Names: []ans.Name{}},
	} {
		n := mustWith(t, s, l)
		for _, o := range []SignatureOptions{
			{At: from.Add(-1), Origin: "https://a.example", Name: a},
			{At: from.AddDate(1, 0, 1), Origin: "https://a.example", Name: a},
			{At: from, Origin: "https://c.example", Name: a},
			{At: from, Name: a},
			{At: from, Origin: "https://a.example"},
		} {
			if got := statusUnder(t, n, o); got == "verified" {
				t.Errorf("with %s, %+v verifies", name, o)
			}
		}
		got := statusUnder(t, n, SignatureOptions{At: from, Origin: "https://b.example", Name: b})
		if want := name == "nothing" || name == "an overlap" || name == "longer"; (got == "verified") != want {
			t.Errorf("with %s: %s", name, got)
		}
	}
	if got := statusUnder(t, base, SignatureOptions{At: from.AddDate(-1, 0, 0)}); got != "verified" {
		t.Errorf("With changed the set that it was asked of: %s", got)
	}
	if !slices.Equal(s.IDs(), []string{"ES256", "other"}) {
		t.Errorf("ids %q", s.IDs())
	}
	for _, kid := range []string{"", "es256", "ES256 ", "none"} {
		got, err := s.With(kid, KeyLimits{})
		if refusal(t, err) != "jwks.kid_unknown" || got != nil {
			t.Errorf("%q: %v, %v", kid, got, err)
		}
	}
	var none *KeySet
	if _, err := none.With("x", KeyLimits{}); refusal(t, err) != "jwks.kid_unknown" || none.IDs() != nil {
		t.Error(err)
	}
}

// weakRSA is a public key of a modulus that nobody has the factors of.
func rsaOf(bits int, e int) *rsa.PublicKey {
	n := new(big.Int).Lsh(big.NewInt(3), uint(bits-2))
	return &rsa.PublicKey{N: n.SetBit(n, 0, 1), E: e}
}

func TestNewKeySetRefuses(t *testing.T) {
	p256 := testKeys()["ES256"].(*ecdsa.PrivateKey)
	p224, err := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(p256.Public())
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	copied := *elliptic.P256().Params()
	own, off, negative := p256.PublicKey, p256.PublicKey, p256.PublicKey
	own.Curve = &copied
	//lint:ignore SA1019 a key that nobody should make
	off.X, negative.Y = big.NewInt(1), big.NewInt(-1)
	edKey := testKeys()["EdDSA"].(ed25519.PrivateKey)
	noncanonical := make(ed25519.PublicKey, 32) // y = p+3
	for i := range noncanonical {
		noncanonical[i] = 0xff
	}
	noncanonical[0], noncanonical[31] = 0xf0, 0x7f
	for name, tc := range map[string]struct {
		key  crypto.PublicKey
		want string
	}{
		"nil":       {nil, "jwks.key_unsupported"},
		"nil ecdsa": {(*ecdsa.PublicKey)(nil), "jwks.key_invalid"}, "nil rsa": {(*rsa.PublicKey)(nil), "jwks.key_invalid"}, "nil ed25519": {ed25519.PublicKey(nil), "jwks.key_invalid"},
		"empty ecdsa": {new(ecdsa.PublicKey), "jwks.key_invalid"}, "no point": {&ecdsa.PublicKey{Curve: elliptic.P256()}, "jwks.key_invalid"},
		"off its curve": {&off, "jwks.key_invalid"}, "negative": {&negative, "jwks.key_invalid"},
		"P-224": {p224.Public(), "jwks.key_unsupported"}, "a curve of one's own": {&own, "jwks.key_unsupported"},
		"private ecdsa": {p256, "jwks.private_key"}, "private rsa": {testKeys()["RS256"], "jwks.private_key"}, "private ed25519": {edKey, "jwks.private_key"},
		"nil private ecdsa": {(*ecdsa.PrivateKey)(nil), "jwks.private_key"}, "a value": {p256.PublicKey, "jwks.key_unsupported"},
		"bytes": {[]byte("secret"), "jwks.symmetric_key"}, "PEM": {text, "jwks.symmetric_key"}, "DER": {der, "jwks.symmetric_key"}, "text": {string(text), "jwks.key_unsupported"},
		"short ed25519": {edKey.Public().(ed25519.PublicKey)[:31], "jwks.key_invalid"}, "ed25519 of zeros": {make(ed25519.PublicKey, 32), "jwks.key_weak"},
		"another spelling": {noncanonical, "jwks.key_invalid"},
		"empty rsa":        {new(rsa.PublicKey), "jwks.key_invalid"}, "1024 bits": {rsaOf(1024, 65537), "jwks.key_weak"}, "2047 bits": {rsaOf(2047, 65537), "jwks.key_weak"},
		"8193 bits": {rsaOf(8193, 65537), "jwks.limit"}, "16384 bits": {rsaOf(16384, 65537), "jwks.limit"},
		"exponent 0": {rsaOf(2048, 0), "jwks.key_invalid"}, "exponent 1": {rsaOf(2048, 1), "jwks.key_weak"}, "exponent 3": {rsaOf(2048, 3), "jwks.key_weak"},
		"exponent -65537": {rsaOf(2048, -65537), "jwks.key_invalid"}, "even exponent": {rsaOf(2048, 65538), "jwks.key_invalid"}, "long exponent": {rsaOf(2048, 1<<31+1), "jwks.key_invalid"},
		"even modulus":   {&rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), 2048), E: 65537}, "jwks.key_invalid"},
		"negative rsa":   {&rsa.PublicKey{N: new(big.Int).Neg(rsaOf(2048, 1).N), E: 65537}, "jwks.key_invalid"},
		"another KeySet": {new(KeySet), "jwks.key_unsupported"},
	} {
		s, err := NewKeySet(Key{ID: "good", Public: p256.Public()}, Key{ID: "bad\u202ekid", Public: tc.key})
		if got := refusal(t, err); got != tc.want || s != nil {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
			continue
		}
		e := err.(*KeySetError)
		if e.KID != "badU+202Ekid" || e.Index != 1 || !strings.Contains(e.Error(), e.KID) || !strings.Contains(e.Message.KO, e.KID) {
			t.Errorf("%s: %+v", name, e)
		}
		if strings.Contains(e.Message.EN+e.Message.KO+e.Hint.EN+e.Hint.KO, "{") {
			t.Errorf("%s: a place is not filled in: %s", name, e.Message)
		}
	}
}
