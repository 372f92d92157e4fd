package verify

import (
	"crypto"
	"slices"
	"strconv"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/rules"
)

// Key is one pinned public key: *ecdsa.PublicKey on P-256, P-384 or P-521,
// *rsa.PublicKey of 2048 to 8192 bits, or ed25519.PublicKey.
//
// A signed card holds neither a time nor where it was published. The limits of
// a key say what it may vouch for: outside them it counts as not pinned (rule
// SIG8). Card keys sign cards only; a key that also signs JWTs lets a token pass
// for a card.
type Key struct {
	ID        string           // matched with kid, byte for byte
	Public    crypto.PublicKey // cloned
	Algorithm string           // the one algorithm that it is used with; empty: each that fits it

	NotBefore, NotAfter time.Time  // the first and the last moment; zero: no limit
	Origins             []string   // origins, as in "https://ethos.internal", whose cards it may vouch for; nil: any
	Names               []ans.Name // ANS names that it may vouch for; nil: any
}

// KeyLimits narrows a key: see Key. A list that is empty and not nil leaves
// nothing.
type KeyLimits struct {
	NotBefore, NotAfter time.Time
	Origins             []string
	Names               []ans.Name
}

// KeySet is a set of pinned keys. It is immutable and safe for concurrent use. A
// nil *KeySet pins nothing.
type KeySet struct {
	keys []Key
}

// The limits of a key set (rule SIG2).
const (
	MaxKeys       = 64
	MaxKeySetSize = 256 << 10 // bytes of a JWKS
)

// KeySetError says why a set was refused, by the kid of the key at fault and
// never by a value. The set is refused whole.
type KeySetError struct {
	Code    string // jwks.syntax, jwks.duplicate_key, jwks.empty, jwks.limit, jwks.symmetric_key, …
	KID     string // of the key at fault, made safe to show; empty if there is none
	Index   int    // of the key at fault, -1 where it is the set
	Message card.Text
	Hint    card.Text
}

// Error is one English line.
func (e *KeySetError) Error() string { return "verify: " + e.Code + ": " + e.Message.EN }

func keySetError(code, kid string, index int, args ...string) *KeySetError {
	_, say := catalog.Find("jwks", code)
	key := "#" + strconv.Itoa(index)
	if kid != "" {
		key = "`" + catalog.Show(kid) + "`"
	}
	args = append(args, "key", key)
	return &KeySetError{
		Code: say.Code(), KID: catalog.Show(kid), Index: index,
		Message: card.Text(catalog.Fill(say.Message, args...)), Hint: card.Text(catalog.Fill(say.Hint, args...)),
	}
}

// NewKeySet makes a set of keys that the caller has. It refuses what ParseJWKS
// would, with a *KeySetError.
func NewKeySet(keys ...Key) (*KeySet, error) {
	switch {
	case len(keys) == 0:
		return nil, keySetError("jwks.empty", "", -1)
	case len(keys) > MaxKeys:
		return nil, keySetError("jwks.limit:keys", "", -1, "max", strconv.Itoa(MaxKeys))
	}
	s := new(KeySet)
	for i, k := range keys {
		if k.ID == "" {
			return nil, keySetError("jwks.kid_missing", "", i)
		}
		if s.byID(k.ID) != nil {
			return nil, keySetError("jwks.duplicate_kid", k.ID, i)
		}
		public, code := checkedKey(k.Public)
		if code == "" && k.Algorithm != "" && !(jose.Known(k.Algorithm) && jose.Fits(jose.Algorithm(k.Algorithm), public)) {
			code = "jwks.key_alg"
		}
		if code != "" {
			return nil, keySetError(code, k.ID, i, "max", strconv.Itoa(jose.MaxRSABits))
		}
		k.Public = public
		k.Origins, k.Names = slices.Clone(k.Origins), slices.Clone(k.Names)
		s.keys = append(s.keys, k)
	}
	return s, nil
}

// With gives a set in which the key of that kid is narrowed to the limits, on
// top of those that it has. An unknown kid is a *KeySetError.
func (s *KeySet) With(kid string, l KeyLimits) (*KeySet, error) {
	if s.byID(kid) == nil {
		return nil, keySetError("jwks.kid_unknown", kid, -1)
	}
	out := &KeySet{keys: slices.Clone(s.keys)}
	k := out.byID(kid)
	if l.NotBefore.After(k.NotBefore) {
		k.NotBefore = l.NotBefore
	}
	if k.NotAfter.IsZero() || !l.NotAfter.IsZero() && l.NotAfter.Before(k.NotAfter) {
		k.NotAfter = l.NotAfter
	}
	k.Origins = narrowed(k.Origins, l.Origins, sameOrigin)
	k.Names = narrowed(k.Names, l.Names, func(a, b ans.Name) bool { return a == b })
	return out, nil
}

// narrowed is what two lists have in common, of which nil stands for
// everything.
func narrowed[T any](a, b []T, same func(T, T) bool) []T {
	switch {
	case b == nil:
		return a
	case a == nil:
		return slices.Clone(b)
	}
	both := []T{}
	for _, x := range b {
		if slices.ContainsFunc(a, func(y T) bool { return same(x, y) }) {
			both = append(both, x)
		}
	}
	return both
}

// IDs lists the kids, in the order of the set.
func (s *KeySet) IDs() []string {
	var out []string
	if s != nil {
		for _, k := range s.keys {
			out = append(out, k.ID)
		}
	}
	return out
}

// byID is the key of a kid, byte for byte; nil if there is none.
func (s *KeySet) byID(kid string) *Key {
	if s == nil {
		return nil
	}
	for i := range s.keys {
		if s.keys[i].ID == kid {
			return &s.keys[i]
		}
	}
	return nil
}

// use is the key of a kid as far as it may vouch under the options. The code
// says why there is none.
func (s *KeySet) use(kid string, o SignatureOptions) (*Key, string) {
	k := s.byID(kid)
	switch {
	case k == nil:
		return nil, "kid.unknown"
	case !k.NotBefore.IsZero() && o.at().Before(k.NotBefore), !k.NotAfter.IsZero() && o.at().After(k.NotAfter):
		return nil, "kid.expired"
	case k.Origins != nil && !slices.ContainsFunc(k.Origins, func(origin string) bool { return sameOrigin(origin, o.Origin) }):
		return nil, "kid.scope"
	case k.Names != nil && (o.Name.IsZero() || !slices.Contains(k.Names, o.Name)):
		return nil, "kid.scope"
	}
	return k, ""
}

// sameOrigin compares two origins or URLs by scheme, host and port.
func sameOrigin(a, b string) bool {
	x, ok := rules.Origin(a)
	y, ok2 := rules.Origin(b)
	return ok && ok2 && x == y
}
