package verify

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/internal/jose"
)

// good is a JWK of a test key, with members set or, where nil, taken out.
func good(kid string, pairs ...any) map[string]any {
	k := jwk(kid, testKeys()[kid].Public(), nil)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] == nil {
			delete(k, pairs[i].(string))
		} else {
			k[pairs[i].(string)] = pairs[i+1]
		}
	}
	return k
}

// B59 to B67, and what else makes a set be refused whole: beside a key that is
// good, first and last.
func TestParseJWKSRefusesTheSet(t *testing.T) {
	ec, rsaKey, ed := good("ES256"), good("RS256"), good("EdDSA")
	x, y, n := ec["x"].(string), ec["y"].(string), rsaKey["n"].(string)
	zero := func(s string) string { // the same number with a leading zero
		b, _ := jose.Decode(s)
		return jose.Encode(append([]byte{0}, b...))
	}
	short := func(s string) string {
		b, _ := jose.Decode(s)
		return jose.Encode(b[:len(b)-1])
	}
	for name, tc := range map[string]struct {
		key  map[string]any
		want string
	}{
		"post-quantum (B59)":      {map[string]any{"kty": "AKP", "alg": "ML-DSA-44", "kid": "pq", "pub": "AA"}, "jwks.key_unsupported"},
		"kty in lower case":       {good("ES256", "kty", "ec"), "jwks.key_unsupported"},
		"secp256k1":               {good("ES256", "crv", "secp256k1"), "jwks.key_unsupported"},
		"P-224":                   {good("ES256", "crv", "P-224"), "jwks.key_unsupported"},
		"no crv":                  {good("ES256", "crv", nil), "jwks.key_unsupported"},
		"X25519 (B67)":            {good("EdDSA", "crv", "X25519"), "jwks.key_unsupported"},
		"Ed448":                   {good("EdDSA", "crv", "Ed448"), "jwks.key_unsupported"},
		"no kty":                  {good("ES256", "kty", nil), "jwks.syntax"},
		"kty a number":            {good("ES256", "kty", 1), "jwks.syntax"},
		"no kid (B60)":            {good("ES256", "kid", nil), "jwks.kid_missing"},
		"empty kid":               {good("ES256", "kid", ""), "jwks.kid_missing"},
		"kid a number":            {good("ES256", "kid", 1), "jwks.kid_missing"},
		"use enc (B63)":           {good("ES256", "use", "enc"), "jwks.key_usage"},
		"use Sig":                 {good("ES256", "use", "Sig"), "jwks.key_usage"},
		"use empty":               {good("ES256", "use", ""), "jwks.key_usage"},
		"use a list":              {good("ES256", "use", []string{"sig"}), "jwks.key_usage"},
		"key_ops encrypt (B63)":   {good("ES256", "key_ops", []string{"encrypt"}), "jwks.key_usage"},
		"key_ops sign":            {good("ES256", "key_ops", []string{"sign"}), "jwks.key_usage"},
		"key_ops empty":           {good("ES256", "key_ops", []string{}), "jwks.key_usage"},
		"key_ops text":            {good("ES256", "key_ops", "verify"), "jwks.key_usage"},
		"key_ops an object":       {good("ES256", "key_ops", map[string]string{"a": "verify"}), "jwks.key_usage"},
		"key_ops twice":           {good("ES256", "key_ops", []string{"verify", "verify"}), "jwks.key_invalid"},
		"key_ops of numbers":      {good("ES256", "key_ops", []any{"verify", 1}), "jwks.key_invalid"},
		"sig and no verify (B63)": {good("ES256", "use", "sig", "key_ops", []string{"wrapKey"}), "jwks.key_usage"},
		"enc and verify (B63)":    {good("ES256", "use", "enc", "key_ops", []string{"verify"}), "jwks.key_usage"},
		"alg of another curve":    {good("ES256", "alg", "ES384"), "jwks.key_alg"},
		"alg RS384":               {good("RS256", "alg", "RS384"), "jwks.key_alg"},
		"alg none":                {good("ES256", "alg", "none"), "jwks.key_alg"},
		"alg HS256":               {good("ES256", "alg", "HS256"), "jwks.key_alg"},
		"alg empty":               {good("ES256", "alg", ""), "jwks.key_alg"},
		"alg a number":            {good("ES256", "alg", 256), "jwks.key_alg"},
		"alg es256":               {good("ES256", "alg", "es256"), "jwks.key_alg"},
		"alg Ed25519 (B67)":       {good("EdDSA", "alg", "Ed25519"), "jwks.key_alg"},
		"x and y of P-521":        {good("ES512", "crv", "P-256"), "jwks.key_invalid"},
		"x with a leading zero":   {good("ES256", "x", zero(x)), "jwks.key_invalid"},
		"x short":                 {good("ES256", "x", short(x)), "jwks.key_invalid"},
		"x twice":                 {good("ES256", "y", x), "jwks.key_invalid"},
		"no y":                    {good("ES256", "y", nil), "jwks.key_invalid"},
		"y empty":                 {good("ES256", "y", ""), "jwks.key_invalid"},
		"y with padding":          {good("ES256", "y", y+"="), "jwks.key_invalid"},
		"y a number":              {good("ES256", "y", 5), "jwks.key_invalid"},
		"infinity":                {good("ES256", "x", jose.Encode(make([]byte, 32)), "y", jose.Encode(make([]byte, 32))), "jwks.key_invalid"},
		"ed25519 short":           {good("EdDSA", "x", short(ed["x"].(string))), "jwks.key_invalid"},
		"ed25519 long":            {good("EdDSA", "x", zero(ed["x"].(string))), "jwks.key_invalid"},
		"ed25519 of zeros":        {good("EdDSA", "x", jose.Encode(make([]byte, 32))), "jwks.key_weak"},
		"e 1 (B65)":               {good("RS256", "e", "AQ"), "jwks.key_weak"},
		"e 2 (B65)":               {good("RS256", "e", "Ag"), "jwks.key_invalid"},
		"e 3":                     {good("RS256", "e", "Aw"), "jwks.key_weak"},
		"e above 2^64 (B65)":      {good("RS256", "e", "AQAAAAAAAAAB"), "jwks.key_invalid"},
		"e of 2^64+65537 (B65)":   {good("RS256", "e", jose.Encode([]byte{1, 0, 0, 0, 0, 0, 1, 0, 1})), "jwks.key_invalid"},
		"e with a zero (B65)":     {good("RS256", "e", "AAEAAQ"), "jwks.key_invalid"},
		"e empty":                 {good("RS256", "e", ""), "jwks.key_invalid"},
		"no e":                    {good("RS256", "e", nil), "jwks.key_invalid"},
		"e a number":              {good("RS256", "e", 65537), "jwks.key_invalid"},
		"n with a zero":           {good("RS256", "n", zero(n)), "jwks.key_invalid"},
		"n of 512 bits (B65)":     {good("RS256", "n", jose.Encode(rsaOf(512, 1).N.Bytes())), "jwks.key_weak"},
		"n of 1024 bits":          {good("RS256", "n", jose.Encode(rsaOf(1024, 1).N.Bytes())), "jwks.key_weak"},
		"n of 16384 bits":         {good("RS256", "n", jose.Encode(rsaOf(16384, 1).N.Bytes())), "jwks.limit"},
		"n of a million bits":     {good("RS256", "n", jose.Encode(rsaOf(1_000_000, 1).N.Bytes())), "jwks.key_invalid"},
		"an empty key":            {map[string]any{}, "jwks.syntax"},
	} {
		beside := good("other")
		for i, set := range [][]byte{jwks(tc.key), jwks(tc.key, beside), jwks(beside, tc.key)} {
			s, err := ParseJWKS(set)
			if got := refusal(t, err); got != tc.want || s != nil {
				t.Errorf("%s, set %d: %q, want %q", name, i, got, tc.want)
				continue
			}
			e := err.(*KeySetError)
			kid, _ := tc.key["kid"].(string)
			if e.KID != kid || e.Index != i/2 || strings.Contains(e.Message.EN+e.Message.KO, "{") {
				t.Errorf("%s, set %d: %+v", name, i, e)
			}
		}
	}
}

func TestParseJWKSRefusesTexts(t *testing.T) {
	key, err := json.Marshal(good("ES256"))
	if err != nil {
		t.Fatal(err)
	}
	one, k := fmt.Sprintf(`{"keys":[%s]}`, key), string(key)
	for text, want := range map[string]string{
		"": "jwks.syntax", "null": "jwks.syntax", "[]": "jwks.syntax", "1": "jwks.syntax", `"keys"`: "jwks.syntax", "{": "jwks.syntax", one + "x": "jwks.syntax", one + one: "jwks.syntax",
		"\xef\xbb\xbf" + one: "jwks.syntax", "//c\n" + one: "jwks.syntax", strings.Replace(one, "]", ",]", 1): "jwks.syntax", strings.Replace(one, "ES256", "ES\xff", 1): "jwks.syntax",
		strings.Replace(one, `"ES256"`, `"\ud800"`, 1): "jwks.syntax", "\xfe\xff\x00{\x00}": "jwks.syntax",
		"{}": "jwks.syntax", k: "jwks.syntax", "[" + k + "]": "jwks.syntax", `{"keys":` + k + `}`: "jwks.syntax", `{"keys":null}`: "jwks.syntax", `{"keys":{"0":` + k + `}}`: "jwks.syntax", `{"Keys":[` + k + `]}`: "jwks.syntax",
		`{"keys":[[` + k + `]]}`: "jwks.syntax", `{"keys":[null]}`: "jwks.syntax", `{"keys":["x"]}`: "jwks.syntax", `{"keys":[` + k + `,1]}`: "jwks.syntax",
		`{"keys":[]}`:                                      "jwks.empty",
		`{"keys":[` + k + `],"keys":[]}`:                   "jwks.duplicate_key",
		`{"keys":[` + k + `],"\u006beys":[]}`:              "jwks.duplicate_key",
		strings.Replace(one, `{"crv"`, `{"x":"","crv"`, 1): "jwks.duplicate_key",
		`{"keys":[` + k + `,` + k + `]}`:                   "jwks.duplicate_kid",
		one + strings.Repeat(" ", MaxKeySetSize):           "jwks.limit",
		`{"keys":[` + k + `],"x":` + strings.Repeat("[", 16) + strings.Repeat("]", 16) + `}`:           "jwks.limit",
		`{"keys":[` + k + `],"x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`: "jwks.limit",
		`{"keys":[` + k + `],"x":[` + strings.Repeat("0,", 5000) + `0]}`:                               "jwks.limit",
		`{"keys":[` + strings.TrimSuffix(strings.Repeat(k+",", MaxKeys+1), ",") + `]}`:                 "jwks.limit",
		one: "", one + strings.Repeat(" ", MaxKeySetSize-len(one)): "", `{"issuer":"x","keys":[` + k + `],"next":{"a":[]}}`: "",
	} {
		s, err := ParseJWKS([]byte(text))
		if got := refusal(t, err); got != want || (s != nil) != (want == "") {
			t.Errorf("%.100q: %q, want %q", text, got, want)
		}
	}
}

// Members of a private or a symmetric key refuse the set, whatever their value,
// and no part of the error holds it. The kid stands in it.
func TestKeySetErrorsHoldNoSecret(t *testing.T) {
	const secret = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0"
	values := []any{secret, []any{secret}, map[string]any{"a": secret}, secret + "=", nil, "", 0}
	for _, kid := range []string{"ES256", "RS256", "EdDSA"} {
		for _, member := range []string{"d", "p", "q", "dp", "dq", "qi", "oth", "k"} {
			for _, value := range values {
				k := good(kid)
				k[member] = value
				holdsNoSecret(t, secret, kid, "jwks.private_key", k)
			}
		}
	}
	for _, value := range values {
		holdsNoSecret(t, secret, "hmac", "jwks.symmetric_key", map[string]any{"kty": "oct", "kid": "hmac", "k": value, "alg": "HS256"})
	}
	holdsNoSecret(t, secret, "hmac", "jwks.symmetric_key", map[string]any{"kty": "oct", "kid": "hmac"})
	// Values that are wrong are not shown either: they may be secrets at the wrong place.
	for _, member := range []string{"kty", "crv", "x", "y", "alg", "use"} {
		k := good("ES256")
		k[member] = secret
		holdsNoSecret(t, secret, "ES256", "", k)
	}
	for _, text := range []string{`{"keys":[{"d":"` + secret, `{"keys":[{"d":"` + secret + `","d":1}]}`, `{"` + secret + `":1,"` + secret + `":1}`, secret} {
		_, err := ParseJWKS([]byte(text))
		if s := fmt.Sprintf("%+v %q", err, err); err == nil || strings.Contains(s, secret) {
			t.Errorf("%s: %s", text, s)
		}
	}
}

func holdsNoSecret(t *testing.T, secret, kid, code string, k map[string]any) {
	t.Helper()
	_, err := ParseJWKS(jwks(good("other"), k))
	got := refusal(t, err)
	if got == "" || code != "" && got != code {
		t.Fatalf("%v: %q, want %q", k, got, code)
	}
	e := err.(*KeySetError)
	all := fmt.Sprintf("%+v|%#v|%s|%s", *e, *e, e.Error(), e.Hint)
	if strings.Contains(all, secret) || strings.Contains(all, secret[:8]) {
		t.Errorf("the error holds the value: %s", all)
	}
	if e.KID != kid || !strings.Contains(e.Error(), kid) {
		t.Errorf("the error does not name the kid: %s", all)
	}
}

func TestKeySetCaps(t *testing.T) {
	var keys []Key
	var list []map[string]any
	for i := range MaxKeys {
		id := fmt.Sprint("key-", i)
		keys = append(keys, Key{ID: id, Public: testKeys()["other"].Public()})
		list = append(list, jwk(id, testKeys()["other"].Public(), nil))
	}
	if s, err := NewKeySet(keys...); err != nil || len(s.IDs()) != MaxKeys {
		t.Error(err)
	}
	if s, err := ParseJWKS(jwks(list...)); err != nil || len(s.IDs()) != MaxKeys {
		t.Error(err)
	}
	if _, err := NewKeySet(append(keys, Key{ID: "one more", Public: testKeys()["ES256"].Public()})...); refusal(t, err) != "jwks.limit" {
		t.Error(err)
	}
	if _, err := ParseJWKS(jwks(append(list, good("ES256"))...)); refusal(t, err) != "jwks.limit" {
		t.Error(err)
	}
	if _, err := NewKeySet(); refusal(t, err) != "jwks.empty" {
		t.Error(err)
	}
	if _, err := NewKeySet(Key{Public: testKeys()["ES256"].Public()}); refusal(t, err) != "jwks.kid_missing" {
		t.Error(err)
	}
	if _, err := NewKeySet(keys[0], keys[0]); refusal(t, err) != "jwks.duplicate_kid" {
		t.Error(err)
	}
	for _, bits := range []int{2048, 8192} {
		if _, err := NewKeySet(Key{ID: "x", Public: rsaOf(bits, 1<<31-1)}); err != nil {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
	for _, alg := range []string{"none", "HS256", "RS256", "ES384", "es256", "Ed25519"} {
		if _, err := NewKeySet(Key{ID: "x", Public: testKeys()["ES256"].Public(), Algorithm: alg}); refusal(t, err) != "jwks.key_alg" {
			t.Errorf("%s: %v", alg, err)
		}
	}
}

// A set is immutable: what its maker does to keys and lists afterwards changes
// nothing, and neither does what a reader does to what it is given.
func TestKeySetIsImmutable(t *testing.T) {
	ec := *testKeys()["ES256"].Public().(*ecdsa.PublicKey)
	rsaKey := *testKeys()["RS256"].Public().(*rsa.PublicKey)
	edKey := append(ed25519.PublicKey{}, testKeys()["EdDSA"].Public().(ed25519.PublicKey)...)
	n := new(big.Int).Set(rsaKey.N)
	rsaKey.N = n
	name := ans.MustParse("a.v1")
	origins, names := []string{"https://a.example"}, []ans.Name{name}
	s, err := NewKeySet(Key{ID: "ES256", Public: &ec, Origins: origins, Names: names}, Key{ID: "RS256", Public: &rsaKey, Origins: origins}, Key{ID: "EdDSA", Public: edKey})
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := s.With("EdDSA", KeyLimits{Origins: origins, Names: names})
	if err != nil {
		t.Fatal(err)
	}
	ec = *testKeys()["other"].Public().(*ecdsa.PublicKey)
	n.SetInt64(1)
	rsaKey.E = 3
	clear(edKey)
	origins[0], names[0] = "https://evil.example", ans.MustParse("evil.v1")
	s.IDs()[0] = "changed"
	for _, kid := range []string{"ES256", "RS256", "EdDSA"} {
		d := parsed(t, signed(t, baseCard(t, "a2a"), kid))
		for i, set := range []*KeySet{s, narrow} {
			if r := Signatures(d, set, SignatureOptions{Origin: "https://a.example", Name: name}); r.Status != SignatureVerified {
				t.Errorf("%s, set %d: %s %s", kid, i, r.Status, r.Code)
			}
			if r := Signatures(d, set, SignatureOptions{Origin: "https://evil.example", Name: names[0]}); r.Status == SignatureVerified && (kid != "EdDSA" || i == 1) {
				t.Errorf("%s, set %d: verified for the place put in afterwards", kid, i)
			}
		}
	}
}
