package once

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/verify/audit"
)

// The limits of a request. MaxKey holds for the skill and each part of a caller
// as well.
const (
	MaxKey     = 1 << 10 // bytes of a key
	MaxKeys    = 64      // keys of one request, its messageId among them
	MaxPayload = 8 << 20 // bytes
)

// Request is a message that asks for the effect.
type Request struct {
	Caller    audit.Caller    // who was authenticated; never what the message says of itself
	Skill     string          // id of the skill; Options.Audit needs it
	MessageID string          // message.messageId
	Payload   json.RawMessage // what makes two messages the same request, such as message.parts; JSON
	Keys      []PayloadKey    // further keys that the caller made, taken from the payload
}

// PayloadKey is a key within a payload. The name keeps ids of one kind apart
// from those of another; it is not empty.
type PayloadKey struct{ Name, Value string }

// Key is what is known once it was used. Name is empty for a messageId.
type Key struct {
	Caller audit.Caller `json:"caller"`
	Name   string       `json:"name,omitempty"`
	Value  string       `json:"value"`
}

// record is what is stored of a request, but for id and time.
func (r Request) record() (Record, error) {
	switch {
	case r.Caller.IsZero():
		return Record{}, ErrNoCaller
	case r.MessageID == "":
		return Record{}, ErrNoKey
	case len(r.Keys) >= MaxKeys:
		return Record{}, fmt.Errorf("%w: over %d keys", ErrBadKey, MaxKeys)
	}
	keys := make([]Key, 1, 1+len(r.Keys))
	keys[0] = Key{Caller: r.Caller, Value: r.MessageID}
	known := map[Key]bool{keys[0]: true}
	for _, k := range r.Keys {
		switch {
		case k.Value == "":
			return Record{}, ErrNoKey
		case k.Name == "":
			return Record{}, fmt.Errorf("%w: a payload key without a name", ErrBadKey)
		}
		if key := (Key{r.Caller, k.Name, k.Value}); !known[key] {
			known[key] = true
			keys = append(keys, key)
		}
	}
	for _, s := range []string{r.Caller.Issuer, r.Caller.Subject, r.Caller.Service, r.Skill} {
		if !fits(s) {
			return Record{}, fmt.Errorf("%w: caller or skill", ErrBadKey)
		}
	}
	for _, k := range keys {
		if !fits(k.Name) || !fits(k.Value) {
			return Record{}, fmt.Errorf("%w: over %d bytes, or no UTF-8", ErrBadKey, MaxKey)
		}
	}
	digest, err := digestOf(r.Payload)
	if err != nil {
		return Record{}, err
	}
	return Record{Skill: r.Skill, Keys: keys, Digest: digest}, nil
}

// fits reports whether a text comes back from a store as it went in.
func fits(s string) bool { return len(s) <= MaxKey && utf8.ValidString(s) }

// digestOf is "sha256:" and the SHA-256 of the payload's RFC 8785 form. That form
// rounds a number that no double holds, and two such payloads must not look the
// same: their spelling is added then.
func digestOf(payload json.RawMessage) (string, error) {
	if len(payload) == 0 {
		payload = json.RawMessage("null")
	}
	if len(payload) > MaxPayload {
		return "", fmt.Errorf("%w: over %d bytes", ErrBadPayload, MaxPayload)
	}
	text := make([]byte, 0, len(payload)+6)
	text = append(append(append(text, `{"p":`...), payload...), '}')
	doc, err := jsondoc.Parse(text, jsondoc.Limits{Bytes: len(text), Depth: 128, Values: 1 << 20})
	if err != nil || doc.Root().Len() != 1 { // the latter: `1,"q":2`
		return "", fmt.Errorf("%w: not one JSON value, or with a name twice", ErrBadPayload)
	}
	canonical := doc.Root().Get("p").AppendCanonical(nil)
	for v := range doc.Root().Subtree() {
		if !v.IsExact() {
			canonical = append(append(canonical, 0), v.Raw()...)
		}
	}
	sum := sha256.Sum256(canonical)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}
