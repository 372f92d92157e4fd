package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
)

// The vectors of testdata/vectors: cards that SDKs signed, and hostile ones.

type signedVector struct {
	ID           string            `json:"id"`
	Card         string            `json:"card"`
	JWKS         string            `json:"jwks"`
	Payload      string            `json:"payload"`
	Sum          string            `json:"payload_sha256"`
	Form         string            `json:"canonical_form"`
	Expect       map[string]string `json:"expect"`
	Status       SignatureStatus   `json:"status"`
	Uncovered    []string          `json:"uncovered"`
	JWKSVariants map[string]string `json:"jwks_variants"`
}

func readVector(t *testing.T, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{"testdata", "vectors"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSignedVectors(t *testing.T) {
	for _, folder := range []string{"js-sdk", "python-rules"} {
		var index struct{ Vectors []signedVector }
		if err := json.Unmarshal(readVector(t, folder, "index.json"), &index); err != nil {
			t.Fatal(err)
		}
		for _, v := range index.Vectors {
			t.Run(folder+"/"+v.ID, func(t *testing.T) { signedCase(t, folder, v) })
		}
	}
}

func signedCase(t *testing.T, folder string, v signedVector) {
	payload := readVector(t, folder, v.Payload)
	if sum := sha256.Sum256(payload); hex.EncodeToString(sum[:]) != v.Sum {
		t.Fatal("the payload file is not the one of the index")
	}
	d, err := card.Parse(readVector(t, folder, v.Card))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ParseJWKS(readVector(t, folder, v.JWKS))
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []card.Form{card.FormReceived, card.FormPresence, card.FormSDK} {
		p, err := d.Payload(form)
		same := err == nil && bytes.Equal(p.Bytes, payload)
		if want := v.Expect[string(form)] == "verifies"; same != want {
			t.Errorf("form %s is the signed payload: %v, want %v (%v)\n%s", form, same, want, err, p.Bytes)
		}
	}
	r := Signatures(d, keys, SignatureOptions{})
	if r.Status != v.Status {
		t.Fatalf("status %s (%s), want %s", r.Status, r.Code, v.Status)
	}
	if r.Status == SignatureVerified || r.Status == SignaturePartial {
		got := append(slices.Clone(r.Uncovered), r.Defaults...)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(v.Uncovered))
		if r.Form == card.FormReceived {
			want = nil // nothing is uncovered in the card as received
		}
		if !slices.Equal(got, want) {
			t.Errorf("uncovered %q, want %q", got, want)
		}
	}
	for file, want := range v.JWKSVariants {
		other, err := ParseJWKS(readVector(t, folder, file))
		if err != nil {
			t.Fatal(err)
		}
		if got := Signatures(d, other, SignatureOptions{}).Status; string(got) != want {
			t.Errorf("under %s: %s, want %s", file, got, want)
		}
	}
}

type part struct {
	Text          string
	Repeat        string
	RepeatIndexed string `json:"repeat_indexed"`
	Count         int
	Sep           string
}

type hostileCase struct {
	ID       string
	Card     string
	JWKS     string
	Optional bool
	Limit    string `json:"time_limit"`
	Expect   struct{ Status, Kind, Form string }
	Accept   struct {
		Status []string `json:"status_ok"`
		Kind   []string `json:"kind_ok"`
	}
	Generator     []part
	JWKSGenerator []part `json:"jwks_generator"`
}

func generate(parts []part) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		switch {
		case p.Repeat != "":
			b.WriteString(strings.Repeat(p.Repeat, p.Count))
		case p.RepeatIndexed != "":
			for i := range p.Count {
				if i > 0 {
					b.WriteString(p.Sep)
				}
				b.WriteString(strings.ReplaceAll(p.RepeatIndexed, "{i}", strconv.Itoa(i)))
			}
		default:
			b.WriteString(p.Text)
		}
	}
	return b.Bytes()
}

func hostileCases(t *testing.T) []hostileCase {
	t.Helper()
	var index struct{ Cases []hostileCase }
	if err := json.Unmarshal(readVector(t, "hostile", "index.json"), &index); err != nil {
		t.Fatal(err)
	}
	return index.Cases
}

func (c hostileCase) bytes(t *testing.T) (cardBytes, jwks []byte) {
	if c.Card != "" {
		cardBytes = readVector(t, "hostile", c.Card)
	} else {
		cardBytes = generate(c.Generator)
	}
	if c.JWKS != "" {
		return cardBytes, readVector(t, "hostile", c.JWKS)
	}
	return cardBytes, generate(c.JWKSGenerator)
}

// outcome is what we say of a case: the status and code, load-error where the
// set is refused.
func outcome(cardBytes, jwks []byte) (status, code, form string) {
	keys, err := ParseJWKS(jwks)
	var refused *KeySetError
	if errors.As(err, &refused) {
		return "load-error", refused.Code, ""
	}
	r := Run(context.Background(), Target{Received: cardBytes, Keys: keys}, P5()).Signature
	return string(r.Status), r.Code, string(r.Form)
}

func TestHostileVectors(t *testing.T) {
	cases := hostileCases(t)
	if len(cases) != 309 {
		t.Errorf("%d cases, want 309", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			cardBytes, jwks := c.bytes(t)
			start := time.Now()
			status, code, form := outcome(cardBytes, jwks)
			took := time.Since(start)
			good := status == c.Expect.Status || slices.Contains(c.Accept.Status, status)
			goodKind := c.Expect.Kind == "" || code == c.Expect.Kind || slices.Contains(c.Accept.Kind, code) || status != c.Expect.Status
			goodForm := c.Expect.Form == "" || form == c.Expect.Form
			if c.Optional {
				t.Logf("optional: %s (%s)", status, code)
				return
			}
			if !good || !goodKind || !goodForm {
				t.Errorf("got %s (%s) %s, want %s (%s) %s, or %v", status, code, form, c.Expect.Status, c.Expect.Kind, c.Expect.Form, c.Accept)
			}
			if c.Limit != "" {
				t.Logf("took %v, the index names %s", took, c.Limit)
			}
		})
	}
}
