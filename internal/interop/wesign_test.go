package interop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
)

// verifyCase is one card that we sign and how a peer verifies it.
type verifyCase struct {
	row      Row
	job      job  // empty where the card was not signed
	portable bool // card.Portability foretells that the peer verifies it
}

// waySign is the way where the card was not signed, and so no peer used.
const waySign = "card.Sign"

// verifyCases are the cards that we sign for a peer.
func verifyCases(t *testing.T, p *peer) []verifyCase {
	t.Helper()
	var list []verifyCase
	add := func(tr trait, way, name, expected string, change func(string) string, pinned []card.Signer, signers ...card.Signer) {
		algs := signers[0].Algorithm
		if len(signers) > 1 {
			algs += "+" + signers[1].Algorithm
		}
		c := verifyCase{row: Row{Peer: p.sdk, Direction: WeSign, Way: way, Trait: name, Algorithm: algs, Expected: expected}}
		var signed string
		signed, c.row.Got, c.row.Note = sign(t, tr.card(), signers...)
		c.portable = c.row.Note == "" && change == nil && slices.ContainsFunc(pinned, func(k card.Signer) bool {
			return slices.ContainsFunc(signers, func(s card.Signer) bool { return s.KeyID == k.KeyID })
		})
		switch {
		case c.row.Got != "" && way != wayFunction:
			return // the row of the function says it
		case c.row.Got != "":
			c.row.Way = waySign
		default:
			if change != nil {
				signed = change(signed)
			}
			c.job = job{Card: signed, Way: way, JWKS: publicKeys(t, pinned...)}
		}
		list = append(list, c)
	}
	one := func(tr trait, way, name, expected string, change func(string) string, s card.Signer) {
		add(tr, way, name, expected, change, []card.Signer{s}, s)
	}
	es256 := newSigner(t, "key-1", "ES256")
	for _, tr := range traits {
		client := tr.signed
		if p.name == "js" && tr.jsClient != "" {
			client = tr.jsClient
		}
		one(tr, wayFunction, tr.name, tr.signed, nil, es256)
		one(tr, wayClient, tr.name, client, nil, es256)
	}
	korean := named("Korean")
	for _, alg := range algorithms[1:] {
		one(korean, wayFunction, korean.name, verified, nil, newSigner(t, "key-1", alg))
	}
	one(korean, wayFunction, "changed after signing", refused, tamper, es256)
	old, fresh := newSigner(t, "old", "ES256"), newSigner(t, "new", "EdDSA")
	for _, x := range []struct {
		name, expected string
		pinned         []card.Signer
	}{
		{"two signatures, both keys pinned", verified, []card.Signer{old, fresh}},
		{"two signatures, the old key pinned", verified, []card.Signer{old}},
		{"two signatures, the new key pinned", verified, []card.Signer{fresh}},
		{"two signatures, another key pinned", refused, []card.Signer{newSigner(t, "other", "ES256")}},
	} {
		add(korean, wayFunction, x.name, x.expected, nil, x.pinned, old, fresh)
	}
	return list
}

// sign signs a card. The outcome is set where it is not signed; the note says
// what card.Portability foretells.
func sign(t *testing.T, text string, signers ...card.Signer) (signed, outcome, note string) {
	t.Helper()
	d, err := card.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	note = foretold(d)
	b, err := card.Sign(d, signers...)
	var differ *card.NotSignableError
	var breaks *card.InvalidCardError
	var number *card.ParseError
	switch {
	case err == nil:
		return string(b), "", note
	case errors.As(err, &differ):
		return "", differs, note
	case errors.As(err, &breaks):
		return "", breaksRules, note
	case errors.As(err, &number):
		return "", inexact, note
	}
	t.Fatal(err)
	return "", "", ""
}

// foretold writes what card.Portability says, by code. It is empty for a card
// that every SDK should verify.
func foretold(d *card.Document) string {
	var codes []string
	places := map[string][]string{}
	for _, p := range card.Portability(d) {
		if !slices.Contains(codes, p.Code) {
			codes = append(codes, p.Code)
		}
		if p.Pointer != "" {
			places[p.Code] = append(places[p.Code], p.Pointer)
		}
	}
	slices.Sort(codes)
	for i, code := range codes {
		codes[i] = strings.TrimSpace(code + listed("", places[code]))
	}
	if codes == nil {
		return ""
	}
	return "foretold: " + strings.Join(codes, "; ")
}

// weSign lets a peer verify what we signed, and gives a row for each card. Where
// the peer does something else than card.Portability foretells, a remark must
// say so.
func weSign(t *testing.T, p *peer) []Row {
	t.Helper()
	cases := verifyCases(t, p)
	var jobs []job
	for _, c := range cases {
		if c.job.Card != "" {
			jobs = append(jobs, c.job)
		}
	}
	answers := p.run(t, "verify", jobs)
	var rows []Row
	for _, c := range cases {
		c.row.Version = p.version
		if c.job.Card != "" {
			c.row.Got = refused
			if answers[0].Verified {
				c.row.Got = verified
			}
			answers = answers[1:]
			if (c.row.Got == verified) != c.portable && !remarked(c.row) {
				t.Errorf("%+v: card.Portability foretells something else, and no remark says why", c.row)
			}
		}
		rows = append(rows, c.row)
	}
	return rows
}
