package card

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// The payloads of the sample of card spec §1, as the requirements give them.
func TestGoldenPayloads(t *testing.T) {
	d := parse(t, sample(t))
	for _, c := range []struct {
		form string
		make func() ([]byte, error)
		sum  string
		size int
	}{
		{"a", d.Canonical, "2c1ee750165431a35414318ebe5a6290f06dde026dda265df3da6276fd693cb3", 1059},
		{"b", d.CanonicalA2A, "8bb693f5a85a887a677e27ffa6189cf1675b3b8f2db1e8347cd481d49938c053", 1042},
	} {
		b, err := c.make()
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(b)
		if got := hex.EncodeToString(sum[:]); got != c.sum || len(b) != c.size {
			t.Errorf("form %s: %d bytes, %s, want %d, %s", c.form, len(b), got, c.size, c.sum)
		}
	}
	a, _ := d.Canonical()
	b, _ := d.CanonicalA2A()
	if strings.Replace(string(a), `,"required":false`, "", 1) != string(b) {
		t.Error("the forms differ in more than the extension's required")
	}
}

// Both forms leave out the top-level signatures and nothing else of the name.
func TestSignaturesAreNoPartOfThePayload(t *testing.T) {
	bare := cardWith("x", `{"signatures":[1]}`)
	for _, signatures := range []string{`[{"protected":"e30","signature":"AA"}]`, `[]`, `null`, `"x"`, `[1e400]`} {
		with := parse(t, cardWith("x", `{"signatures":[1]}`, "signatures", signatures))
		if canonical(t, with) != canonical(t, parse(t, bare)) {
			t.Errorf("signatures %s: form a differs", signatures)
		}
		b1, err := with.CanonicalA2A()
		b2, _ := parse(t, bare).CanonicalA2A()
		if err != nil || string(b1) != string(b2) {
			t.Errorf("signatures %s: form b differs (%v)", signatures, err)
		}
	}
}

// Only the spelling may change without changing the payload.
func TestPayloadIgnoresSpelling(t *testing.T) {
	a := parse(t, `{"name":"\u0041é","skills":[],"n":60,"x":{"b":1,"a":[]}}`)
	b := parse(t, " {\"x\" : {\"a\":[ ],\r\n\"b\":1.0},\"skills\":[],\"n\":6.0E1,\t\"name\":\"A\\u00e9\"}\n")
	if canonical(t, a) != canonical(t, b) {
		t.Error("spelling changes the payload")
	}
	for _, other := range []string{
		`{"name":"Aé","skills":[],"n":61,"x":{"b":1,"a":[]}}`, `{"name":"Ae\u0301","skills":[],"n":60,"x":{"b":1,"a":[]}}`,
		`{"name":"Aé","skills":[],"n":60,"x":{"b":1}}`, `{"name":"Aé","skills":[],"n":"60","x":{"b":1,"a":[]}}`, `{"name":"Aé","skills":[],"n":60,"x":{"b":1,"a":[null]}}`,
	} {
		if canonical(t, parse(t, other)) == canonical(t, a) {
			t.Errorf("%s has the payload of another card", other)
		}
	}
}

// A number that canonicalization would change ends it, wherever it stands.
func TestInexactNumbersHaveNoPayload(t *testing.T) {
	for _, c := range []struct{ text, pointer string }{
		{cardWith("x", `9007199254740993`), "/x"},
		{cardWith("x", `[0,{"y":60.00000000000000000001}]`), "/x/1/y"},
		{cardWith("capabilities", `{"extensions":[{"uri":"u","params":{"n":1e400}}]}`), "/capabilities/extensions/0/params/n"},
		{cardWith("x", `1e-400`), "/x"},
	} {
		d := parse(t, c.text)
		for _, form := range []func() ([]byte, error){d.Canonical, d.CanonicalA2A} {
			b, err := form()
			var e *ParseError
			if !errors.As(err, &e) || b != nil {
				t.Fatalf("%s: %v, %s", c.text, err, b)
			}
			if e.Code != "card.number" || e.Rule != "B-number-exact" || e.Pointer != c.pointer || errors.Is(err, ErrNotAgentCard) {
				t.Errorf("%s: %s, %s at %s", c.text, e.Code, e.Rule, e.Pointer)
			}
			if e.Offset != strings.LastIndex(c.text, at(d, c.pointer)) || e.Line != 1 {
				t.Errorf("%s: offset %d, line %d", c.text, e.Offset, e.Line)
			}
		}
	}
}

func at(d *Document, pointer string) string {
	m, _ := d.At(pointer)
	return string(m.Raw)
}
