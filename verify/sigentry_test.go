package verify

import (
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
)

// tiny is the smallest card, to which entries are put.
const tiny = `{"name":"N","skills":[]}`

// under verifies a card of one entry under the pinned ES256 and EdDSA keys.
func under(t testing.TB, entry string) string {
	t.Helper()
	r := Signatures(parsed(t, withEntries(tiny, entry)), pinned(t, "ES256", "EdDSA"), SignatureOptions{})
	return strings.TrimSpace(string(r.Status) + " " + r.Code)
}

// entryUnder signs the tiny card under a header of ES256, whatever it says.
func entryUnder(t testing.TB, header string) string {
	t.Helper()
	return entryWith(t, header, "ES256", []byte(tiny))
}

// padded is a header of n bytes, decoded.
func padded(n int) string {
	h := `{"alg":"ES256","kid":"ES256","x":""}`
	return strings.Replace(h, `""`, `"`+strings.Repeat("p", n-len(h))+`"`, 1)
}

// deep is a header of that depth, counting the object itself.
func deep(n int) string {
	return `{"alg":"ES256","kid":"ES256","x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`
}

// Each of these signatures is right over its own header; what the header says
// decides (B51, B53, B55, SIG3).
func TestProtectedHeader(t *testing.T) {
	for header, want := range map[string]string{
		`{"alg":"ES256","kid":"ES256"}`:                                        "verified",
		`{"alg":"ES256","kid":"ES256","typ":"JOSE"}`:                           "verified",
		`{"alg":"ES256","typ":"JWT","kid":"ES256"}`:                            "verified", // B51
		` { "kid" : "ES256" , "alg" : "\u0045S256" } `:                         "verified",
		`{"alg":"ES256","kid":"ES256","typ":1,"cty":null,"b64":true,"x":[{}]}`: "verified",
		`{"alg":"ES256","kid":"ES256","exp":1}`:                                "verified", // no JWT: nothing of it is read
		padded(maxHeaderSize):                                                  "verified",
		deep(maxHeaderDepth):                                                   "verified",
		padded(maxHeaderSize + 1):                                              "malformed header.limit",
		padded(maxHeaderSize + 2):                                              "malformed header.limit",
		padded(2 * maxHeaderSize):                                              "malformed header.limit",
		deep(maxHeaderDepth + 1):                                               "malformed header.limit",
		deep(100_000):                                                          "malformed header.limit",
		strings.Repeat("[", 100_000):                                           "malformed header.limit",
		`{"alg":"ES256"}`:                                                      "no-match kid.missing", // B51
		`{"alg":"ES256","kid":""}`:                                             "no-match kid.missing",
		`{"alg":"ES256","kid":1}`:                                              "malformed header.param",
		`{"alg":"ES256","kid":null}`:                                           "malformed header.param",
		`{"alg":"ES256","kid":["ES256"]}`:                                      "malformed header.param",
		`{"alg":"ES256","kid":"es256"}`:                                        "no-match kid.unknown", // B60
		`{"alg":"ES256","kid":"ES256 "}`:                                       "no-match kid.unknown",
		`{"alg":"ES256","kid":"ES256\u0000"}`:                                  "no-match kid.unknown",
		`{"alg":"ES256","kid":"\u0395S256"}`:                                   "no-match kid.unknown", // a Greek letter
		`{"alg":"ES256","kid":"../ES256"}`:                                     "no-match kid.unknown",
		`{"kid":"ES256"}`:                                                      "malformed alg.missing",
		`{"alg":null,"kid":"ES256"}`:                                           "malformed header.param",
		`{"alg":["ES256"],"kid":"ES256"}`:                                      "malformed header.param",
		`{"alg":"","kid":"ES256"}`:                                             "no-match alg.unsupported",
		`{"alg":"none","kid":"ES256"}`:                                         "no-match alg.unsupported", // B55
		`{"alg":"None","kid":"ES256"}`:                                         "no-match alg.unsupported",
		`{"alg":"HS256","kid":"ES256"}`:                                        "no-match alg.unsupported",
		`{"alg":"es256","kid":"ES256"}`:                                        "no-match alg.unsupported",
		`{"alg":"ES256 ","kid":"ES256"}`:                                       "no-match alg.unsupported",
		`{"alg":"ES256K","kid":"ES256"}`:                                       "no-match alg.unsupported",
		`{"alg":"Ed25519","kid":"EdDSA"}`:                                      "no-match alg.unsupported", // B67
		`{"alg":"ES384","kid":"ES256"}`:                                        "invalid alg.mismatch",
		`{"alg":"RS256","kid":"ES256"}`:                                        "invalid alg.mismatch",
		`{"alg":"EdDSA","kid":"ES256"}`:                                        "invalid alg.mismatch",
		`{"alg":"ES256","kid":"EdDSA"}`:                                        "invalid alg.mismatch",
		`{"Alg":"ES256","kid":"ES256"}`:                                        "malformed alg.missing",
		`{"alg":"ES256","Kid":"ES256"}`:                                        "no-match kid.missing",
		`{"alg":"ES256","kid":"ES256","crit":["b64"],"b64":false}`:             "malformed header.crit", // B53
		`{"alg":"ES256","kid":"ES256","crit":["b64"],"b64":true}`:              "malformed header.crit",
		`{"alg":"ES256","kid":"ES256","crit":[]}`:                              "malformed header.crit",
		`{"alg":"ES256","kid":"ES256","crit":null}`:                            "malformed header.crit",
		`{"alg":"ES256","kid":"ES256","crit":"exp"}`:                           "malformed header.crit",
		`{"alg":"ES256","kid":"ES256","crit":["alg"]}`:                         "malformed header.crit",
		`{"alg":"ES256","kid":"ES256","b64":false}`:                            "malformed header.b64",
		`{"alg":"ES256","kid":"ES256","b64":null}`:                             "malformed header.b64",
		`{"alg":"ES256","kid":"ES256","b64":"true"}`:                           "malformed header.b64",
		`{"alg":"ES256","kid":"ES256","alg":"ES256"}`:                          "malformed header.duplicate_key",
		`{"alg":"none","kid":"ES256","\u0061lg":"ES256"}`:                      "malformed header.duplicate_key",
		`{"alg":"ES256","kid":"ES256","x":{"a":1,"a":1}}`:                      "malformed header.duplicate_key",
		``: "malformed header.syntax", ` `: "malformed header.syntax", `null`: "malformed header.syntax", `"ES256"`: "malformed header.syntax", `1`: "malformed header.syntax",
		`["ES256"]`:                       "malformed header.syntax", // B51
		`{}`:                              "malformed alg.missing",
		`{"alg":"ES256","kid":"ES256"}{}`: "malformed header.syntax",
		`{"alg":"ES256","kid":"ES256"}x`:  "malformed header.syntax",
		`{"alg":"ES256","kid":"ES256",}`:  "malformed header.syntax",
		`{'alg':'ES256','kid':'ES256'}`:   "malformed header.syntax",

		// Bytes that are no text.
		"\xef\xbb\xbf" + `{"alg":"ES256","kid":"ES256"}`: "malformed header.syntax",
		"{\"alg\":\"ES256\",\"kid\":\"ES256\xff\"}":      "malformed header.encoding",
		`{"alg":"ES256","kid":"ES256\ud800"}`:            "malformed header.encoding",
	} {
		if got := under(t, entryUnder(t, header)); got != want {
			t.Errorf("%.120s: %s, want %s", header, got, want)
		}
	}
}

// The shape of an entry, and its unprotected header.
func TestEntryShape(t *testing.T) {
	goodEntry := entryUnder(t, `{"alg":"ES256","kid":"ES256"}`)
	bare := strings.Trim(goodEntry, "{}")
	noAlg, noKID := strings.Trim(entryUnder(t, `{"kid":"ES256"}`), "{}"), strings.Trim(entryUnder(t, `{"alg":"ES256"}`), "{}")
	protected, signature, _ := strings.Cut(bare, ",")
	for entry, want := range map[string]string{
		goodEntry:                      "verified",
		`{` + bare + `,"header":null}`: "verified", `{` + bare + `,"header":{}}`: "verified", `{` + bare + `,"header":{"x":1}}`: "verified",
		`{` + bare + `,"payload":"e30","x":[1e400]}`:                     "verified", // never read
		`{` + signature + `,` + protected + `}`:                          "verified",
		strings.Replace(goodEntry, `"protected"`, `"\u0070rotected"`, 1): "verified",
		`{` + bare + `,"header":[]}`:                                     "malformed signatures.malformed", `{` + bare + `,"header":"x"}`: "malformed signatures.malformed",
		`null`: "malformed signatures.malformed", `1`: "malformed signatures.malformed", `"x"`: "malformed signatures.malformed", `[]`: "malformed signatures.malformed", `[` + goodEntry + `]`: "malformed signatures.malformed",
		`{}`: "malformed signatures.malformed", `{` + protected + `}`: "malformed signatures.malformed", `{` + signature + `}`: "malformed signatures.malformed",
		`{` + protected + `,"signature":null}`: "malformed signatures.malformed", `{` + protected + `,"signature":1}`: "malformed signatures.malformed", `{"protected":{"alg":"ES256"},` + signature + `}`: "malformed signatures.malformed",
		`{"Protected":"` + jose.Encode([]byte(`{}`)) + `",` + signature + `}`: "malformed signatures.malformed",
		`{` + noAlg + `,"header":{"alg":"ES256"}}`:                            "malformed alg.missing",
		`{` + noKID + `,"header":{"kid":"ES256"}}`:                            "no-match kid.missing",
		`{` + bare + `,"header":{"alg":"ES256"}}`:                             "malformed header.conflict", `{` + bare + `,"header":{"kid":"other"}}`: "malformed header.conflict", `{` + bare + `,"header":{"\u006bid":null}}`: "malformed header.conflict",
		`{` + bare + `,"header":{"crit":["exp"]}}`: "malformed header.crit", // B53
		`{` + bare + `,"header":{"b64":true}}`:     "malformed header.b64",
	} {
		if got := under(t, entry); got != want {
			t.Errorf("%.200s: %s, want %s", entry, got, want)
		}
	}
}

// Base64url is strict, the signature has one length, and ASN.1 is no signature
// (B50).
func TestSignatureEncoding(t *testing.T) {
	protected := jose.Encode([]byte(`{"alg":"ES256","kid":"ES256"}`))
	input := protected + "." + jose.Encode([]byte(tiny))
	sum := sha256.Sum256([]byte(input))
	raw, err := jose.Sign(jose.ES256, testKeys()["ES256"], []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	der, err := testKeys()["ES256"].Sign(rand.Reader, sum[:], crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	text := jose.Encode(raw)
	for sig, want := range map[string]string{
		text: "verified", text + "==": "malformed signature.encoding", text + "=": "malformed signature.encoding", text + `\n`: "malformed signature.encoding", " " + text: "malformed signature.encoding",
		text[:40] + `\r\n` + text[40:]: "malformed signature.encoding", text[:len(text)-1] + next(text[len(text)-1]): "malformed signature.encoding", text[:85]: "malformed signature.encoding",
		"": "invalid signature.invalid", "AA": "invalid signature.invalid", text + "AA": "invalid signature.invalid", text + text: "invalid signature.invalid",
		jose.Encode(der):                                       "malformed signature.encoding",
		jose.Encode(make([]byte, 64)):                          "invalid signature.invalid",
		jose.Encode(make([]byte, 63)):                          "invalid signature.invalid",
		jose.Encode(append(raw, raw...)):                       "invalid signature.invalid",
		jose.Encode(make([]byte, 500_000)):                     "invalid signature.invalid",
		strings.Repeat("=", 500_000):                           "malformed signature.encoding",
		jose.Encode([]byte("0\x06\x02\x01")):                   "invalid signature.invalid",
		jose.Encode(append([]byte{0x30}, make([]byte, 64)...)): "invalid signature.invalid", // begins as ASN.1 does, and is none
	} {
		if got := under(t, `{"protected":"`+protected+`","signature":"`+sig+`"}`); got != want {
			t.Errorf("%.100q: %s, want %s", sig, got, want)
		}
	}
	for spelled, want := range map[string]string{
		protected: "verified", protected + "=": "malformed header.encoding", protected + `\n`: "malformed header.encoding", "": "malformed header.syntax", "A": "malformed header.encoding", "e3": "malformed header.encoding",
		jose.Encode([]byte(`{"alg":"ES256","kid":"ES256" }`)): "invalid signature.invalid", // the text as received was signed
		`{\"alg\":\"ES256\",\"kid\":\"ES256\"}`:               "malformed header.encoding",
		strings.Repeat("A", 900_000):                          "malformed header.limit",
	} {
		if got := under(t, `{"protected":"`+spelled+`","signature":"`+text+`"}`); got != want {
			t.Errorf("%.100q: %s, want %s", spelled, got, want)
		}
	}
}

// next is a base64 character that differs in the bits that stand for nothing.
func next(c byte) string { return string(rune(c + 1)) }

// A MAC with the public key for a secret, in any spelling, is nothing (B55).
func TestPublicKeyIsNoSecret(t *testing.T) {
	der, err := x509.MarshalPKIXPublicKey(testKeys()["ES256"].Public())
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	protected := jose.Encode([]byte(`{"alg":"HS256","kid":"ES256","typ":"JOSE"}`))
	for _, secret := range [][]byte{der, text, text[:len(text)-1], {}} {
		mac := hmac.New(sha256.New, secret)
		fmt.Fprintf(mac, "%s.%s", protected, jose.Encode([]byte(tiny)))
		got := under(t, `{"protected":"`+protected+`","signature":"`+jose.Encode(mac.Sum(nil))+`"}`)
		if got != "no-match alg.unsupported" {
			t.Errorf("a secret of %d bytes: %s", len(secret), got)
		}
	}
}

// Sixteen entries are looked at, and ten thousand cost little.
func TestManySignatures(t *testing.T) {
	goodEntry := entryUnder(t, headerOf("ES256"))
	for at, want := range map[int]string{0: "verified", 15: "verified", 16: "malformed"} {
		list := slices.Repeat([]string{`{}`}, 20)
		list[at] = goodEntry
		r := Signatures(parsed(t, withEntries(tiny, list...)), pinned(t, "ES256"), SignatureOptions{})
		if string(r.Status) != want || r.Total != 20 || len(r.Entries) != MaxSignatures {
			t.Errorf("the good one at %d: %s, %d of %d", at, r.Status, len(r.Entries), r.Total)
		}
	}
	room := card.MaxSize - 10_000
	for name, list := range map[string][]string{
		"empty ones":  slices.Repeat([]string{`{}`}, 9_990),
		"good ones":   slices.Repeat([]string{goodEntry}, 3_000),
		"long ones":   slices.Repeat([]string{`{"protected":"` + strings.Repeat("A", room/16) + `","signature":"` + strings.Repeat("A", 100) + `"}`}, 15),
		"other keys":  slices.Repeat([]string{entryUnder(t, `{"alg":"ES256","kid":"nobody's"}`)}, 3_000),
		"one of each": {strings.Replace(goodEntry, `"signature"`, `"x":[`+strings.Repeat("0,", 9_900)+`0],"signature"`, 1)},
	} {
		d := parsed(t, withEntries(tiny, list...))
		keys := pinned(t, "ES256")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		r := Signatures(d, keys, SignatureOptions{})
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if r.Total != len(list) || len(r.Entries) != min(len(list), MaxSignatures) {
			t.Errorf("%s: %d of %d", name, len(r.Entries), r.Total)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
			t.Errorf("%s: %v and %d KiB", name, took, used>>10)
		}
	}
}

// B51: a typ that is absent or other than JOSE is warned of, and refused by
// nobody here.
func TestOddType(t *testing.T) {
	for header, want := range map[string]string{
		`{"alg":"ES256","kid":"ES256","typ":"JOSE"}`:             "",
		`{"alg":"ES256","kid":"ES256","typ":"jose"}`:             "",
		`{"alg":"ES256","kid":"ES256","typ":"application/jose"}`: "",
		`{"alg":"ES256","kid":"ES256"}`:                          "typ: no `typ`",
		`{"alg":"ES256","kid":"ES256","typ":"-"}`:                "typ: `-`",
		`{"alg":"ES256","kid":"ES256","typ":"JWT"}`:              "typ: `JWT`",
		`{"alg":"ES256","kid":"ES256","typ":"\u202e"}`:           "typ: `U+202E`",
		`{"alg":"ES256","kid":"ES256","typ":["JOSE"]}`:           "typ: `array`",
	} {
		body := []byte(tiny[:len(tiny)-1] + `,"signatures":[` + entryUnder(t, header) + `]}`)
		r := Run(context.Background(), Target{Received: body, Keys: pinned(t, "ES256")}, P5())
		got := ""
		for _, f := range r.Findings {
			if strings.Contains(f.Message.EN, "no `typ`") {
				got = f.Code + ": no `typ`"
			} else if _, said, ok := strings.Cut(f.Message.EN, "is not `JOSE`: "); ok {
				said, _, _ = strings.Cut(said, ". ")
				got = f.Code + ": " + said
			}
		}
		if got != want || r.Signature.Status != SignatureVerified {
			t.Errorf("%s: %s, %q, want %q", header, r.Signature.Status, got, want)
		}
	}
}
