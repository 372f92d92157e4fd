package verify

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"math/big"
	"slices"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
)

// SignatureStatus is what became of a card's signatures (rule SIG0). The zero
// value is none of them. Only SignatureVerified may be shown as good.
type SignatureStatus string

// The statuses.
const (
	SignatureVerified   SignatureStatus = "verified"    // by a pinned key, over the whole card
	SignatureUnsigned   SignatureStatus = "unsigned"    // the card has no signatures
	SignatureNoMatch    SignatureStatus = "no-match"    // none is by a pinned key
	SignatureInvalid    SignatureStatus = "invalid"     // one names a pinned key and does not verify
	SignaturePartial    SignatureStatus = "partial"     // one verifies over a form that leaves members out
	SignatureMalformed  SignatureStatus = "malformed"   // card or signatures can't be read strictly
	SignatureNotChecked SignatureStatus = "not-checked" // there are signatures, and no pinned keys
)

// MaxSignatures is how many entries of a card are looked at (rule SIG5).
const MaxSignatures = jose.MaxSignatures

// SignatureOptions says for what a key must hold: see Key.
type SignatureOptions struct {
	At     time.Time // when; zero: now
	Origin string    // where the card was read, as a URL or an origin
	Name   ans.Name  // the ANS name that it must vouch for
}

func (o SignatureOptions) at() time.Time {
	if o.At.IsZero() {
		return time.Now()
	}
	return o.At
}

// SignatureReport says which signature verified, by which key, and what it
// covered. It holds no bare yes or no: read Status.
type SignatureReport struct {
	Status    SignatureStatus
	Code      string    // why not, in the words of Entries; empty when verified
	Form      card.Form // over which the deciding signature verified
	Algorithm string    // of the deciding signature
	KeyID     string
	Index     int // of the deciding signature, -1 if none

	// Payload is what was signed and Card the card decoded from it, set only when
	// Status is verified. Nothing else of the received card was signed: act on
	// Card.
	Payload  []byte
	Card     *card.AgentCard
	document *card.Document

	// Uncovered are pointers of what the received card has and the payload has
	// not; Defaults of what differs by presence alone. At most MaxUncovered each.
	Uncovered, Defaults []string

	Entries []SignatureEntry // one for each entry looked at
	Hints   []string         // key hints that the entries hold, such as "jku"; never followed
	Total   int              // number of entries; more than MaxSignatures are not looked at
}

// MaxUncovered bounds the pointers of a report.
const MaxUncovered = 1000

// SignatureEntry is one signature of the card.
type SignatureEntry struct {
	Index     int
	KeyID     string // as written in the protected header
	Algorithm string
	Status    SignatureStatus
	Code      string // header.crit, alg.unsupported, kid.unknown, signature.invalid, …; empty when verified
	Hints     []string

	typ  oddType
	form card.Form // over which it verified, empty where it did over none
}

// Signatures verifies a card's signatures against pinned keys alone (rules SIG0
// to SIG8). It follows no hint of the card, opens no connection, and takes no
// algorithm but those of Key. One entry that verifies is enough; the others are
// reported. Without a set the signatures are not checked. Payload and Card of the
// report are set where Status is verified, and only there. The document is one
// that card.Parse gave, never nil.
func Signatures(d *card.Document, pinned *KeySet, o SignatureOptions) SignatureReport {
	r := SignatureReport{Index: -1}
	entries, malformed := readEntries(d)
	r.Total = entries.total
	switch {
	case entries.total == 0 && !malformed:
		r.Status, r.Code = SignatureUnsigned, "signatures.missing"
		return r
	case pinned == nil:
		r.Status = SignatureNotChecked
		r.hints(entries.list)
		return r
	case malformed:
		r.Status, r.Code = SignatureMalformed, "signatures.malformed"
		return r
	}
	v := verifier{doc: d, keys: pinned, options: o}
	for _, e := range entries.list {
		r.Entries = append(r.Entries, v.entry(e))
	}
	r.hints(entries.list)
	r.decide(&v)
	return r
}

// hints gathers the key hints of the entries, each once.
func (r *SignatureReport) hints(list []entry) {
	for _, e := range list {
		for _, h := range e.hints {
			if !slices.Contains(r.Hints, h) {
				r.Hints = append(r.Hints, h)
			}
		}
	}
}

// decide takes the first entry that verifies, else one that is partial, else
// the first of invalid, no-match, malformed that occurs.
func (r *SignatureReport) decide(v *verifier) {
	for _, want := range [...]SignatureStatus{
		SignatureVerified, SignaturePartial, SignatureInvalid, SignatureNoMatch, SignatureMalformed,
	} {
		for _, e := range r.Entries {
			if e.Status != want {
				continue
			}
			r.Status, r.Code, r.Index, r.KeyID, r.Algorithm = want, e.Code, e.Index, e.KeyID, e.Algorithm
			if e.form != "" {
				r.cover(v, e.form)
			}
			return
		}
	}
}

// cover says what the deciding signature covered.
func (r *SignatureReport) cover(v *verifier, f card.Form) {
	r.Form = f
	p := v.payload(f)
	// A pointer that was cut stands for several places: it is one of presence
	// alone where each of them is.
	rest := map[string]int{}
	for _, at := range p.Left {
		rest[at]++
	}
	if len(p.Left) > 0 {
		for _, at := range v.payload(card.FormPresence).Left {
			rest[at]--
		}
	}
	for _, at := range p.Left {
		switch {
		case rest[at] <= 0 && len(r.Defaults) < MaxUncovered:
			r.Defaults = append(r.Defaults, at)
		case rest[at] > 0 && len(r.Uncovered) < MaxUncovered:
			r.Uncovered = append(r.Uncovered, at)
		}
	}
	if r.Status != SignatureVerified {
		return
	}
	d, err := p.Document()
	if err != nil { // a payload of a card is a card
		r.Status, r.Code = SignatureMalformed, "card.syntax"
		return
	}
	r.Payload, r.document, r.Card = p.Bytes, d, d.Card()
}

// verifier verifies the entries of one card. Each form of the payload is made
// once.
type verifier struct {
	doc     *card.Document
	keys    *KeySet
	options SignatureOptions

	made []made
}

type made struct {
	form card.Form
	card.Payload
	text string // base64url, of a payload that is given so; else it is that of Bytes
	err  error
}

// input is what was signed under a protected header.
func (m *made) input(protected string) []byte {
	if m.text != "" {
		return jose.Input(protected, m.text)
	}
	return jose.InputOf(protected, m.Bytes)
}

func (m *made) same(n *made) bool { return m.text == n.text && bytes.Equal(m.Bytes, n.Bytes) }

func (v *verifier) payload(f card.Form) made {
	for _, m := range v.made {
		if m.form == f {
			return m
		}
	}
	m := made{form: f}
	m.Payload, m.err = v.doc.Payload(f)
	v.made = append(v.made, m)
	return m
}

// entry judges one entry: its header, its key, its arithmetic, in that order.
func (v *verifier) entry(e entry) SignatureEntry {
	out := SignatureEntry{Index: e.index, KeyID: e.kid, Algorithm: e.alg, Hints: e.hints, typ: e.typ, Status: SignatureMalformed, Code: e.code}
	if e.code != "" {
		return out
	}
	if err := v.payload(card.FormReceived).err; err != nil {
		var pe *card.ParseError
		out.Code = "card.syntax"
		if errors.As(err, &pe) {
			out.Code = pe.Code
		}
		return out
	}
	out.Status = SignatureNoMatch
	if !jose.Known(e.alg) {
		out.Code = "alg.unsupported"
		return out
	}
	if e.kid == "" {
		out.Code = "kid.missing"
		return out
	}
	key, code := v.keys.use(e.kid, v.options)
	if key == nil {
		out.Code = code
		return out
	}
	alg := jose.Algorithm(e.alg)
	if !jose.Fits(alg, key.Public) || key.Algorithm != "" && key.Algorithm != e.alg {
		out.Status, out.Code = SignatureInvalid, "alg.mismatch"
		return out
	}
	out.Status, out.Code, out.form = v.arithmetic(e, alg, key)
	return out
}

// arithmetic tries the forms, and gives the one over which the entry verified:
// those that cover the card verify, the one that does not only explains.
func (v *verifier) arithmetic(e entry, alg jose.Algorithm, key *Key) (SignatureStatus, string, card.Form) {
	var tried made
	for i, f := range [...]card.Form{card.FormReceived, card.FormPresence, card.FormSDK} {
		p := v.payload(f)
		if p.err != nil || i > 0 && p.same(&tried) {
			continue
		}
		tried = p
		switch err := jose.Verify(alg, key.Public, p.input(e.protected), e.signature); {
		case errors.Is(err, jose.ErrLength) && isDER(alg, e.signature):
			return SignatureMalformed, "signature.encoding", ""
		case errors.Is(err, jose.ErrLength):
			return SignatureInvalid, "signature.invalid", ""
		case err != nil:
			continue
		case f == card.FormSDK:
			return SignaturePartial, "signature.partial", f
		}
		return SignatureVerified, "", f
	}
	return SignatureInvalid, "signature.invalid", ""
}

// isDER reports an ECDSA signature in ASN.1 where R‖S belongs.
func isDER(alg jose.Algorithm, sig []byte) bool {
	if alg != jose.ES256 && alg != jose.ES384 && alg != jose.ES512 {
		return false
	}
	var rs struct{ R, S *big.Int }
	rest, err := asn1.Unmarshal(sig, &rs)
	return err == nil && len(rest) == 0
}
