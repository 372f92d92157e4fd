package card

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

var signKeys = sync.OnceValue(func() map[string]crypto.Signer {
	keys := map[string]crypto.Signer{}
	for alg, curve := range map[string]elliptic.Curve{"ES256": elliptic.P256(), "ES384": elliptic.P384(), "ES512": elliptic.P521()} {
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
	keys["RS256"], keys["PS256"] = k, k
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	keys["EdDSA"] = ed
	return keys
})

// hsm is a key of which nothing but crypto.Signer shows.
type hsm struct {
	key crypto.Signer
	err error
}

func (h *hsm) Public() crypto.PublicKey { return h.key.Public() }

func (h *hsm) Sign(r io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	if h.err != nil {
		return nil, h.err
	}
	return h.key.Sign(r, digest, o)
}

// signable is a card that can be signed: A2A 1.0 alone.
func signableCard(pairs ...string) string { return cardWith(append([]string{"url", ""}, pairs...)...) }

// entryHolds verifies one entry that Sign wrote, over the card's canonical form.
func entryHolds(t *testing.T, d *Document, i int, alg string, key crypto.PublicKey) {
	t.Helper()
	e := d.tree.Root().Get("signatures").At(i)
	var names []string
	for m := range e.Children() {
		names = append(names, m.Name())
	}
	if !slices.Equal(names, []string{"protected", "signature"}) {
		t.Errorf("entry %d has %q", i, names)
	}
	header, ok := jose.Decode(e.Get("protected").Text())
	sig, ok2 := jose.Decode(e.Get("signature").Text())
	if !ok || !ok2 {
		t.Fatalf("entry %d is not base64url", i)
	}
	input := e.Get("protected").Text() + "." + jose.Encode([]byte(canonical(t, d)))
	if err := jose.Verify(jose.Algorithm(alg), key, []byte(input), sig); err != nil {
		t.Errorf("entry %d: %v", i, err)
	}
	h, err := jsondoc.Parse(header, jsondoc.CardLimits())
	if err != nil {
		t.Fatal(err)
	}
	if r := h.Root(); r.Len() != 3 || r.Get("alg").Text() != alg || r.Get("kid").Text() == "" || r.Get("typ").Text() != "JOSE" {
		t.Errorf("header %s", header)
	}
}

func TestSignEachAlgorithm(t *testing.T) {
	text := signableCard()
	for alg, key := range signKeys() {
		for _, s := range []Signer{{Key: key, KeyID: "k"}, {Key: key, KeyID: "k", Algorithm: alg}, {Key: &hsm{key: key}, KeyID: "열쇠 1/\"\\\n\u2028"}} {
			want := alg
			if s.Algorithm == "" && alg == "RS256" {
				want = "PS256"
			}
			out, err := Sign(parse(t, text), s)
			if err != nil {
				t.Fatalf("%s: %v", alg, err)
			}
			d := parse(t, string(out))
			entryHolds(t, d, 0, want, key.Public())
			if problems := Validate(d, ModeA2A10); len(problems) > 0 {
				t.Errorf("%s: the signed card has problems: %v", alg, brief(problems))
			}
		}
	}
}

// Every byte that was there is there, in its order; signatures are appended.
func TestSignAppends(t *testing.T) {
	plain := signableCard()
	body := strings.TrimSuffix(plain, "}")
	key := Signer{Key: signKeys()["ES256"], KeyID: "new"}
	const entry = `{"protected":"e30","signature":"AA"}`
	for name, tc := range map[string]struct {
		text   string
		before int
		head   string // of the result, up to the first new entry
		tail   string // what follows the new entries
	}{
		"none":                {plain, 0, body + `,"signatures":[`, `]}`},
		"none, white space":   {" \n" + body + " \r\n\t}\n\n", 0, " \n" + body + `,"signatures":[`, "] \r\n\t}\n\n"},
		"a line for each":     {body + "\n}", 0, body + `,"signatures":[`, "]\n}"},
		"null":                {body + `,"signatures":null}`, 0, body + `,"signatures":[`, `]}`},
		"null in front":       {`{"signatures" : null ,` + plain[1:], 0, `{"signatures" : [`, `] ,` + plain[1:]},
		"empty":               {body + `,"signatures":[]}`, 0, body + `,"signatures":[`, `]}`},
		"empty, white space":  {body + `,"signatures":[ ] }`, 0, body + `,"signatures":[ `, `] }`},
		"one":                 {body + `,"signatures":[` + entry + `]}`, 1, body + `,"signatures":[` + entry + `,`, `]}`},
		"two, white space":    {body + `,"signatures": [ ` + entry + `, ` + entry + "\n ] }\n", 2, body + `,"signatures": [ ` + entry + `, ` + entry + "\n ,", "] }\n"},
		"in front":            {`{"signatures":[` + entry + `],` + plain[1:], 1, `{"signatures":[` + entry + `,`, `],` + plain[1:]},
		"a name with escapes": {body + `,"\u0073ignatures":[]}`, 0, body + `,"\u0073ignatures":[`, `]}`},
		"a look-alike":        {body + `,"Signatures":"x"}`, 0, body + `,"Signatures":"x","signatures":[`, `]}`},
		"one inside":          {signableCard("x", `{"signatures":[1]}`), 0, strings.TrimSuffix(signableCard("x", `{"signatures":[1]}`), "}") + `,"signatures":[`, `]}`},
		"braces in a string":  {signableCard("x", `"}]"`), 0, strings.TrimSuffix(signableCard("x", `"}]"`), "}") + `,"signatures":[`, `]}`},
	} {
		d := parse(t, tc.text)
		out, err := Sign(d, key)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.HasPrefix(string(out), tc.head+`{"protected":"`) || !strings.HasSuffix(string(out), `"}`+tc.tail) {
			t.Errorf("%s:\n%s\nbecomes\n%s", name, tc.text, out)
		}
		if string(d.Raw()) != tc.text {
			t.Errorf("%s: the document was changed", name)
		}
		signed := parse(t, string(out))
		if n := signed.tree.Root().Get("signatures").Len(); n != tc.before+1 || canonical(t, signed) != canonical(t, d) {
			t.Errorf("%s: %d signatures", name, n)
		}
		entryHolds(t, signed, tc.before, "ES256", key.Key.Public())
	}
}

// While keys are rotated: two at once, or the new one behind the old one.
func TestSignWithTwoKeys(t *testing.T) {
	d := parse(t, signableCard())
	before, after := Signer{Key: signKeys()["ES256"], KeyID: "2025"}, Signer{Key: signKeys()["EdDSA"], KeyID: "2026"}
	both, err := Sign(d, before, after)
	if err != nil {
		t.Fatal(err)
	}
	first, err := Sign(d, before)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Sign(parse(t, string(first)), after)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(second, first[:len(first)-2]) {
		t.Error("the first signature was changed")
	}
	for _, out := range [][]byte{both, second} {
		d := parse(t, string(out))
		entryHolds(t, d, 0, "ES256", before.Key.Public())
		entryHolds(t, d, 1, "EdDSA", after.Key.Public())
	}
	again, err := Sign(parse(t, string(both)), before) // appended, never replaced
	if err != nil || parse(t, string(again)).tree.Root().Get("signatures").Len() != 3 {
		t.Errorf("%v: %s", err, again)
	}
}

// The pointers of NotSignableError name what one who follows A2A §8.4.1 leaves
// out.
func TestNotSignable(t *testing.T) {
	for text, want := range map[string][]string{
		signableCard("capabilities", `{"extensions":[{"uri":"https://example.com/x","required":false}]}`):                                                {"/capabilities/extensions/0/required"},
		signableCard("supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":""}]`): {"/supportedInterfaces/0/tenant"},
		signableCard("iconUrl", `null`):                                     {"/iconUrl"},
		signableCard("securitySchemes", `{}`, "securityRequirements", `[]`): {"/securitySchemes", "/securityRequirements"},
		signableCard("securitySchemes", `{"b":{"httpAuthSecurityScheme":{"scheme":"bearer"}}}`, "securityRequirements", `[{"schemes":{"b":{"list":[]}}}]`): {"/securityRequirements/0/schemes/b/list"},
		signableCard("skills", `[{"id":"s","name":"S","description":"d","tags":["t"],"examples":[],"inputModes":[]}]`):                                     {"/skills/0/examples", "/skills/0/inputModes"},
		signableCard("x-note", `""`, "iconUrl", `null`, "capabilities", `{}`):                                                                              {"/iconUrl"}, // B40
		sample(t): {"/capabilities/extensions/0/required"},
	} {
		out, err := Sign(parse(t, text), Signer{Key: signKeys()["ES256"], KeyID: "k"})
		var e *NotSignableError
		if out != nil || !errors.As(err, &e) || !slices.Equal(e.Pointers, want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
			continue
		}
		if s := e.Error(); !strings.Contains(s, want[0]) || strings.Contains(s, "\n") || !strings.Contains(s, "cardcheck -fix -dialect dual") {
			t.Errorf("%q", s)
		}
		// What the error advises is signed.
		dual, err := Marshal(parse(t, text).Card(), DialectDual)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Sign(parse(t, string(dual)), Signer{Key: signKeys()["ES256"], KeyID: "k"}); err != nil {
			t.Errorf("%s: %v", dual, err)
		}
	}
	if s := (&NotSignableError{[]string{"/a", "/b", "/c", "/d"}}).Error(); strings.Contains(s, "/d") || !strings.Contains(s, "…") {
		t.Error(s)
	}
	// The same without the null is signed (B40).
	if _, err := Sign(parse(t, signableCard("x-note", `""`, "capabilities", `{}`)), Signer{Key: signKeys()["ES256"], KeyID: "k"}); err != nil {
		t.Error(err)
	}
}

// A card that breaks the rules of its dialect is not signed.
func TestInvalidIsNotSigned(t *testing.T) {
	for text, want := range map[string]string{
		signableCard("skills", `[]`):                                                 "B-skills-nonempty", // B39
		signableCard("description", ``):                                              "B-description",
		signableCard("version", `1`):                                                 "B-types",
		signableCard("capabilities", `[]`):                                           "B-capabilities",
		signableCard("supportedInterfaces", `[]`):                                    "B-interfaces",
		signableCard("securitySchemes", `{"x":{}}`):                                  "B-scheme-shape", // B41
		signableCard("securityRequirements", `[{"schemes":{"nobody":{}}}]`):          "B-sec-refs",
		signableCard("signatures", `"x"`):                                            "B-sig-shape",
		signableCard("signatures", `{}`):                                             "B-sig-shape",
		signableCard("signatures", `[1]`):                                            "B-sig-shape",
		signableCard("signatures", `[{"protected":"e30"}]`):                          "B-sig-shape",
		cardWith("url", `"https://agent.example.com/a2a"`, "description", ``):        "B-description",
		strings.Replace(signableCard(), "https://agent", "https://user:pw@agent", 1): "B-iface-url",
	} {
		out, err := Sign(parse(t, text), Signer{Key: signKeys()["ES256"], KeyID: "k"})
		var e *InvalidCardError
		if out != nil || !errors.As(err, &e) || !slices.ContainsFunc(e.Problems, func(p Problem) bool { return p.Rule == want }) {
			t.Errorf("%s\n%v, want %s", text, err, want)
			continue
		}
		for _, p := range e.Problems {
			if p.Severity != SeverityFail {
				t.Errorf("%s: %s", text, p.Rule)
			}
		}
		if s := e.Error(); strings.Contains(s, "\n") || !strings.Contains(s, e.Problems[0].Rule) {
			t.Errorf("%q", s)
		}
	}
	if (&InvalidCardError{}).Error() == "" {
		t.Error("no words for an empty error")
	}
	// http is the business of whoever reads the card.
	if _, err := Sign(parse(t, strings.Replace(signableCard(), "https://", "http://", 1)), Signer{Key: signKeys()["ES256"], KeyID: "k"}); err != nil {
		t.Error(err)
	}
}

func TestLimitsOfSigning(t *testing.T) {
	key := Signer{Key: signKeys()["ES256"], KeyID: "k"}
	for _, number := range []string{`1e400`, `9007199254740993`, `60.00000000000000000001`, `1e-400`} {
		_, err := Sign(parse(t, signableCard("x", `[`+number+`]`)), key)
		var e *ParseError
		if !errors.As(err, &e) || e.Code != "card.number" || e.Pointer != "/x/0" {
			t.Errorf("%s: %v", number, err)
		}
	}
	pad := func(members string, size int) string {
		text := signableCard("x", `"%"`) // the last member
		text = strings.TrimSuffix(text, "}") + members + "}"
		return strings.Replace(text, "%", strings.Repeat("p", size-len(text)+1), 1)
	}
	for name, text := range map[string]string{
		"signatures take it beyond the size": pad("", MaxSize),
		"numbers do, written out":            pad(`,"y":[`+strings.Repeat("1e20,", 9_000)+`1]`, MaxSize-1_000),
		"values":                             signableCard("x", `[`+strings.Repeat("0,", 9_975)+`0]`),
	} {
		var e *ParseError
		if out, err := Sign(parse(t, text), key); out != nil || !errors.As(err, &e) || e.Code != "card.limit" {
			t.Errorf("%s: %d bytes, %v", name, len(out), err)
		}
	}
	entries := func(n int) string {
		return signableCard("signatures", numbered(n, `{"protected":"e30","signature":"AA"}`))
	}
	if _, err := Sign(parse(t, entries(15)), key); err != nil {
		t.Error(err)
	}
	for n, signers := range map[int][]Signer{16: {key}, 15: {key, {Key: signKeys()["EdDSA"], KeyID: "l"}}, 40: {key}} {
		if _, err := Sign(parse(t, entries(n)), signers...); !errors.Is(err, ErrSigner) {
			t.Errorf("%d signatures and %d more: %v", n, len(signers), err)
		}
	}
}

func TestUnusableSigners(t *testing.T) {
	key := signKeys()["ES256"]
	p224, err := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey := func(bits, e int) crypto.Signer {
		n := new(big.Int).Lsh(big.NewInt(3), uint(bits-2))
		return &hsm{key: &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n.SetBit(n, 0, 1), E: e}}, err: errors.New("it was asked to sign")}
	}
	// A modulus as the faulty library of CVE-2017-15361 makes them: for each small
	// prime a power of 65537.
	roca := func() crypto.Signer {
		m := big.NewInt(1)
		for p := int64(2); p <= 167; p++ {
			if x := big.NewInt(p); x.ProbablyPrime(0) {
				m.Mul(m, x)
			}
		}
		n := new(big.Int).Lsh(big.NewInt(3), 2046)
		n.Add(n.Sub(n, new(big.Int).Mod(n, m)), new(big.Int).Exp(big.NewInt(65537), big.NewInt(5), m))
		return &hsm{key: &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: n, E: 65537}}, err: errors.New("it was asked to sign")}
	}
	for name, list := range map[string][]Signer{
		"ROCA": {{Key: roca(), KeyID: "k"}}, "even exponent": {{Key: rsaKey(2048, 65538), KeyID: "k"}},
		"none at all": {}, "empty": {{}}, "no kid": {{Key: key}}, "no key": {{KeyID: "k"}},
		"nil ecdsa": {{Key: (*ecdsa.PrivateKey)(nil), KeyID: "k"}}, "nil rsa": {{Key: (*rsa.PrivateKey)(nil), KeyID: "k"}}, "nil ed25519": {{Key: ed25519.PrivateKey(nil), KeyID: "k"}},
		"short ed25519": {{Key: make(ed25519.PrivateKey, 10), KeyID: "k"}}, "empty ecdsa": {{Key: new(ecdsa.PrivateKey), KeyID: "k"}}, "empty rsa": {{Key: new(rsa.PrivateKey), KeyID: "k"}},
		"P-224": {{Key: p224, KeyID: "k"}}, "P-224 as ES256": {{Key: p224, KeyID: "k", Algorithm: "ES256"}},
		"none": {{Key: key, KeyID: "k", Algorithm: "none"}}, "HS256": {{Key: key, KeyID: "k", Algorithm: "HS256"}}, "another curve": {{Key: key, KeyID: "k", Algorithm: "ES384"}},
		"lower case": {{Key: key, KeyID: "k", Algorithm: "es256"}}, "RS384": {{Key: signKeys()["RS256"], KeyID: "k", Algorithm: "RS384"}}, "another type": {{Key: key, KeyID: "k", Algorithm: "EdDSA"}},
		"twice": {{Key: key, KeyID: "k"}, {Key: signKeys()["EdDSA"], KeyID: "k"}}, "one of two": {{Key: key, KeyID: "k"}, {Key: key}},
		"kid no UTF-8": {{Key: key, KeyID: "k\xff"}}, "kid too long": {{Key: key, KeyID: strings.Repeat("k", jose.MaxHeaderSize)}},
		"1024 bits": {{Key: rsaKey(1024, 65537), KeyID: "k"}}, "2047 bits": {{Key: rsaKey(2047, 65537), KeyID: "k", Algorithm: "RS256"}}, "8193 bits": {{Key: rsaKey(8193, 65537), KeyID: "k"}}, "exponent 3": {{Key: rsaKey(2048, 3), KeyID: "k"}},
	} {
		if out, err := Sign(parse(t, signableCard()), list...); out != nil || !errors.Is(err, ErrSigner) {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := errors.New("no quorum")
	if out, err := Sign(parse(t, signableCard()), Signer{Key: &hsm{key, broken}, KeyID: "k"}); out != nil || !errors.Is(err, broken) || !strings.Contains(fmt.Sprint(err), `"k"`) {
		t.Error(err)
	}
	if out, err := Sign(parse(t, signableCard()), Signer{Key: key, KeyID: "a"}, Signer{Key: &hsm{key, broken}, KeyID: "b"}); out != nil || !errors.Is(err, broken) {
		t.Error(err)
	}
}
