package interop

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// signCase is one card that a peer signs and how we verify it.
type signCase struct {
	row    Row
	job    job
	pinned []string                   // kids; nil: all that the peer signed with
	change func(signed string) string // what happens to the card on its way
}

// signCases are the cards that a peer signs.
func signCases(p *peer) []signCase {
	var list []signCase
	add := func(t trait, way, name, expected string, keys []key, pinned ...string) *signCase {
		alg := keys[0].Algorithm
		if len(keys) > 1 {
			alg += "+" + keys[1].Algorithm
		}
		list = append(list, signCase{
			row:    Row{Peer: p.sdk, Direction: PeerSigns, Way: way, Trait: name, Algorithm: alg, Expected: expected},
			job:    job{Card: t.card(), Way: way, Keys: keys},
			pinned: pinned,
		})
		return &list[len(list)-1]
	}
	one := func(alg string) []key { return []key{{ID: "key-1", Algorithm: alg, Type: "JOSE"}} }
	for _, t := range traits {
		served := t.pyServed
		if p.name == "js" {
			served = t.jsServed
		}
		add(t, wayFile, t.name, t.file, one("ES256"))
		add(t, wayServed, t.name, served, one("ES256"))
	}
	korean := named("Korean")
	for _, alg := range algorithms[1:] {
		add(korean, wayFile, korean.name, received, one(alg))
	}
	if p.name == "js" {
		add(korean, wayFile, korean.name, keysRefused, one("Ed25519"))
		ascii, scoped := named("ASCII"), named("a requirement with scopes")
		add(ascii, wayToJSON, ascii.name, received, one("ES256"))
		add(scoped, wayToJSON, scoped.name, invalid, one("ES256"))
	}
	add(korean, wayFile, "no typ asked for", received, []key{{ID: "key-1", Algorithm: "ES256"}})
	two := []key{{ID: "old", Algorithm: "ES256", Type: "JOSE"}, {ID: "new", Algorithm: "EdDSA", Type: "JOSE"}}
	add(korean, wayFile, "two signatures, both keys pinned", received, two)
	add(korean, wayFile, "two signatures, the old key pinned", received, two, "old")
	add(korean, wayFile, "two signatures, the new key pinned", received, two, "new")
	add(korean, wayFile, "two signatures, another key pinned", "no-match", two, "other")
	add(korean, wayFile, "changed after signing", invalid, one("ES256")).change = tamper
	return list
}

// keysRefused is the outcome where ParseJWKS does not take the peer's key.
const keysRefused = "key set refused"

// tamper changes a letter of the card.
func tamper(signed string) string {
	return strings.Replace(signed, "maps.example.com", "naps.example.com", 1)
}

// peerSigns lets a peer sign, verifies what it signed, and gives a row for each.
func peerSigns(t *testing.T, p *peer) []Row {
	t.Helper()
	cases := signCases(p)
	var jobs []job
	for _, c := range cases {
		jobs = append(jobs, c.job)
	}
	var rows []Row
	for i, a := range p.run(t, "sign", jobs) {
		c := cases[i]
		c.row.Version = p.version
		c.row.Got, c.row.Note = judge(t, c, a)
		rows = append(rows, c.row)
	}
	return rows
}

// judge verifies a card that a peer signed.
func judge(t *testing.T, c signCase, a answer) (got, note string) {
	t.Helper()
	if a.Error != "" {
		t.Logf("%s, %s, %s: %s", c.row.Peer, c.row.Way, c.row.Trait, a.Error)
		return "not signed", ""
	}
	if c.change != nil {
		changed := c.change(a.Card)
		if changed == a.Card {
			t.Fatalf("%s: nothing was changed", c.row.Trait)
		}
		a.Card = changed
	}
	d, err := card.Parse([]byte(a.Card))
	var unread *card.ParseError
	if errors.As(err, &unread) {
		return string(verify.SignatureMalformed), unread.Code
	} else if err != nil {
		t.Fatal(err)
	}
	keys, err := verify.ParseJWKS(pin(t, a.JWKS, c.pinned))
	if err != nil {
		var refusal *verify.KeySetError
		if !errors.As(err, &refusal) {
			t.Fatal(err)
		}
		return keysRefused, refusal.Code
	}
	return status(verify.Signatures(d, keys, verify.SignatureOptions{}))
}

// status says what a report came to: the outcome, and which places of the card
// it covers less than.
func status(r verify.SignatureReport) (got, note string) {
	covered := strings.Join(slices.DeleteFunc([]string{
		listed("not covered:", r.Uncovered), listed("at default:", r.Defaults),
	}, func(s string) bool { return s == "" }), "; ")
	switch r.Status {
	case verify.SignatureVerified:
		return "verified (" + string(r.Form) + ")", covered
	case verify.SignaturePartial:
		return partial, covered
	}
	return string(r.Status), r.Code
}

// listed writes pointers after a heading, if there are any: the first few, in an
// order that does not hang on the one in which a peer writes members.
func listed(heading string, pointers []string) string {
	const most = 4
	pointers = slices.Sorted(slices.Values(pointers))
	switch n := len(pointers) - most; {
	case len(pointers) == 0:
		return ""
	case n > 1:
		return heading + " " + strings.Join(pointers[:most], " ") + " and " + strconv.Itoa(n) + " more"
	}
	return heading + " " + strings.Join(pointers, " ")
}

// pin keeps the keys of those kids, or all. For a kid that the set has not,
// another key is pinned under it.
func pin(t *testing.T, jwks json.RawMessage, kids []string) json.RawMessage {
	t.Helper()
	if kids == nil {
		return jwks
	}
	var set struct {
		Keys []map[string]any `json:"keys"`
	}
	if err := json.Unmarshal(jwks, &set); err != nil {
		t.Fatal(err)
	}
	for _, kid := range kids {
		for _, k := range set.Keys {
			if k["kid"] != kid {
				continue
			}
			b, err := json.Marshal(map[string]any{"keys": []any{k}})
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	return publicKeys(t, newSigner(t, kids[0], "ES256"))
}
