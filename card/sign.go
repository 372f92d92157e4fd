package card

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Signer signs cards with a key that may be held elsewhere, in an HSM or a KMS:
// only crypto.Signer is asked of it. The key is ECDSA on P-256, P-384 or P-521,
// RSA of 2048 bits or more, or Ed25519. A card key signs cards only: the payload
// holds neither a time nor a place, and a token whose claims were a card would
// pass for one.
type Signer struct {
	Key       crypto.Signer
	KeyID     string // the kid by which readers find the key; required
	Algorithm string // ES256, ES384, ES512, RS256, PS256 or EdDSA; empty: what fits the key, PS256 for RSA
}

// NotSignableError says that a card can't be signed so that every reader finds
// the signature good: its payload as received and its payload after A2A §8.4.1
// differ at these pointers. Marshal in the dialects dual and a2a10 writes cards
// in which they agree.
type NotSignableError struct {
	Pointers []string
}

// Error is one English line with the first few pointers, and how to write the card
// so that it can be signed.
func (e *NotSignableError) Error() string {
	list, more := e.Pointers, ""
	if len(list) > 3 {
		list, more = list[:3], ", …"
	}
	return "card: not signable: a reader that follows A2A §8.4.1 leaves out " + strings.Join(list, ", ") + more +
		"; Marshal in DialectDual, or cardcheck -fix -dialect dual, writes the card without them"
}

// InvalidCardError says that a card breaks rules that a signed card must keep.
type InvalidCardError struct {
	Problems []Problem // of severity fail
}

// Error is one English line about the first problem.
func (e *InvalidCardError) Error() string {
	if len(e.Problems) == 0 {
		return "card: not signed"
	}
	p := e.Problems[0]
	return fmt.Sprintf("card: not signed: %s at %q: %s (%d in all)", p.Rule, p.Pointer, p.Message.EN, len(e.Problems))
}

// ErrSigner is matched by the error for a Signer that can't be used: without a
// key or kid, with a key that readers refuse or an algorithm that does not fit,
// with a kid given twice, or behind more signatures than readers look at.
var ErrSigner = errors.New("card: unusable signer")

// Sign gives the received bytes with one entry appended to signatures for each
// signer (rule SIG6; A2A 1.0.1 §8.4.2). It changes no member and removes no
// signature: while keys are rotated, sign with the old and the new one, or sign
// again with the new one. The protected header holds alg, kid and typ; there is
// no unprotected header.
//
// It refuses a card that fails Validate in the mode of its dialect with an
// *InvalidCardError (but for http interfaces, which a reader's policy decides),
// one whose payloads differ with a *NotSignableError, numbers that
// canonicalization would change and cards that grow beyond a limit with a
// *ParseError, a signer that can't be used with ErrSigner, and one that fails
// with its error.
func Sign(d *Document, signers ...Signer) ([]byte, error) {
	if len(signers) == 0 {
		return nil, fmt.Errorf("%w: none was given", ErrSigner)
	}
	payload, err := signable(d)
	if err != nil {
		return nil, err
	}
	text, n := jose.Encode(payload), d.tree.Root().Get("signatures").Len()
	var entries [][]byte
	for i, s := range signers {
		if n+i >= jose.MaxSignatures {
			return nil, fmt.Errorf("%w: kid %q: readers look at the first %d signatures", ErrSigner, s.KeyID, jose.MaxSignatures)
		}
		if slices.ContainsFunc(signers[:i], func(x Signer) bool { return x.KeyID == s.KeyID }) {
			return nil, fmt.Errorf("%w: kid %q is given twice", ErrSigner, s.KeyID)
		}
		entry, err := s.sign(text)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	out, err := appendSignatures(d, entries)
	if err != nil {
		return nil, err
	}
	if _, err := Parse(out); err != nil {
		return nil, err // signatures took the card beyond a limit
	}
	return out, nil
}

// signable gives the payload on which both forms agree.
func signable(d *Document) ([]byte, error) {
	var faults []Problem
	for _, p := range Validate(d, d.dialectMode()) {
		if p.Severity == SeverityFail && !(p.Rule == "B-iface-url" && p.Code == "http") {
			faults = append(faults, p)
		}
	}
	if len(faults) > 0 {
		return nil, &InvalidCardError{faults}
	}
	received, err := d.Payload(FormReceived)
	if err != nil {
		return nil, err
	}
	presence, err := d.Payload(FormPresence)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(received.Bytes, presence.Bytes) {
		return nil, &NotSignableError{presence.Left}
	}
	return received.Bytes, nil
}

// dialectMode is the mode in which a card is held against the rules: a card
// without the members of the card spec's own dialect is A2A 1.0 alone.
func (d *Document) dialectMode() Mode {
	root := d.tree.Root()
	for _, name := range [...]string{"url", "protocolVersion", "security"} {
		if root.Get(name).Exists() {
			return ModeProfile
		}
	}
	return ModeA2A10
}

// sign makes one entry over the payload, which is in base64url.
func (s Signer) sign(payload string) ([]byte, error) {
	public := jose.Public(s.Key)
	if public == nil || s.KeyID == "" {
		return nil, fmt.Errorf("%w: it needs a key and a kid", ErrSigner)
	}
	alg := jose.Algorithm(s.Algorithm)
	if alg == "" {
		alg = jose.Default(public)
	}
	if !jose.Known(string(alg)) || !jose.Fits(alg, public) {
		return nil, fmt.Errorf("%w: kid %q: algorithm %q does not fit the key", ErrSigner, s.KeyID, alg)
	}
	if k, ok := public.(*rsa.PublicKey); ok && refusedRSA(k) {
		return nil, fmt.Errorf("%w: kid %q: readers refuse this RSA key of %d bits and exponent %d", ErrSigner, s.KeyID, k.N.BitLen(), k.E)
	}
	w := &writer{}
	o := w.open(nil, 0)
	o.name("alg")
	w.string(string(alg))
	o.name("kid")
	w.string(s.KeyID)
	o.name("typ")
	w.string("JOSE")
	o.close()
	if w.err != nil {
		return nil, fmt.Errorf("%w: kid: %w", ErrSigner, w.err)
	}
	if len(w.b) > jose.MaxHeaderSize {
		return nil, fmt.Errorf("%w: the kid is too long", ErrSigner)
	}
	protected := jose.Encode(w.b)
	sig, err := jose.Sign(alg, s.Key, jose.Input(protected, payload))
	if err != nil {
		return nil, fmt.Errorf("card: kid %q: %w", s.KeyID, err)
	}
	return []byte(`{"protected":"` + protected + `","signature":"` + jose.Encode(sig) + `"}`), nil
}

// refusedRSA reports a key that no verifier of ours pins (rule SIG2).
func refusedRSA(k *rsa.PublicKey) bool {
	return k.N.BitLen() < jose.MinRSABits || k.N.BitLen() > jose.MaxRSABits || k.N.Bit(0) == 0 ||
		k.E < jose.MinRSAExponent || k.E > jose.MaxRSAExponent || k.E%2 == 0 || jose.IsROCA(k.N)
}

// appendSignatures puts entries into the received bytes and leaves every other
// byte as it is.
func appendSignatures(d *Document, entries [][]byte) ([]byte, error) {
	text, list := d.tree.Text(), d.tree.Root().Get("signatures")
	added := string(bytes.Join(entries, []byte(",")))
	switch list.Kind() {
	case jsondoc.Absent:
		at := strings.LastIndexByte(text, '}')
		return []byte(strings.TrimRight(text[:at], " \t\r\n") + `,"signatures":[` + added + `]` + trailing(text[:at]) + text[at:]), nil
	case jsondoc.Null:
		return []byte(text[:list.Offset()] + "[" + added + "]" + text[list.Offset()+len(list.Raw()):]), nil
	case jsondoc.Array:
		at := list.Offset() + len(list.Raw()) - 1
		if list.Len() > 0 {
			added = "," + added
		}
		return []byte(text[:at] + added + text[at:]), nil
	}
	return nil, &InvalidCardError{[]Problem{fault{"B-sig-shape", "type", SeverityFail, list, []string{"found", list.Kind().String()}}.problem()}}
}

// trailing is the white space at the end of a text.
func trailing(s string) string { return s[len(strings.TrimRight(s, " \t\r\n")):] }
