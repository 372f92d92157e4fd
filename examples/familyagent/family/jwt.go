package family

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/verify/audit"
)

// Issuer is who vouches for users: Dex, say. Its keys sign tokens and nothing
// else; a key that signed cards too would let a token pass for a card.
type Issuer struct {
	URL      string                      // iss
	Audience string                      // aud: this agent
	Keys     map[string]crypto.PublicKey // by kid
}

// maxToken is how long a token may be, in bytes.
const maxToken = 8 << 10

func (i *Issuer) check() error {
	if i.URL == "" || i.Audience == "" || len(i.Keys) == 0 {
		return fmt.Errorf("%w: the issuer has no url, no audience or no key", ErrAuth)
	}
	for kid, k := range i.Keys {
		weak, isRSA := k.(*rsa.PublicKey)
		if kid == "" || jose.Default(k) == "" || isRSA && weak.N.BitLen() < jose.MinRSABits {
			return fmt.Errorf("%w: a key of the issuer has no kid, is weak, or of a kind that signs no tokens", ErrAuth)
		}
	}
	return nil
}

// caller is whom a token stands for: issuer and subject, and nothing else of what
// it says (card spec §5.1). It is false for a token that is not this issuer's, not
// for this audience, out of its time, or not read strictly (RFC 7519 §7.2, RFC
// 8725 §3).
func (i *Issuer) caller(token string, now time.Time) (audit.Caller, bool) {
	var none audit.Caller
	parts := strings.Split(token, ".")
	if len(token) > maxToken || len(parts) != 3 {
		return none, false
	}
	header, okHeader := object(parts[0])
	claims, okClaims := object(parts[1])
	signature, okSignature := jose.Decode(parts[2])
	key, known := i.Keys[header.Get("kid").Text()]
	alg := header.Get("alg").Text()
	switch {
	case !okHeader || !okClaims || !okSignature || !known:
		return none, false
	case !jose.Known(alg) || !jose.Fits(jose.Algorithm(alg), key) || header.Get("crit").Exists():
		return none, false
	case jose.Verify(jose.Algorithm(alg), key, []byte(parts[0]+"."+parts[1]), signature) != nil:
		return none, false
	}
	exp, hasExp := claims.Get("exp").Integer()
	nbf, hasNbf := claims.Get("nbf").Integer()
	subject := claims.Get("sub").Text()
	switch {
	case claims.Get("iss").Text() != i.URL || !i.isFor(claims.Get("aud")) || subject == "":
		return none, false
	case !hasExp || now.Unix() >= exp || hasNbf && now.Unix() < nbf || claims.Get("nbf").Exists() && !hasNbf:
		return none, false
	}
	return audit.Caller{Issuer: i.URL, Subject: subject}, true
}

// isFor reads aud: one audience, or a list of them.
func (i *Issuer) isFor(aud jsondoc.Value) bool {
	if aud.Kind() != jsondoc.Array {
		return aud.Text() == i.Audience
	}
	for a := range aud.Children() {
		if a.Text() == i.Audience {
			return true
		}
	}
	return false
}

// object reads a part of a token.
func object(part string) (jsondoc.Value, bool) {
	text, ok := jose.Decode(part)
	if !ok {
		return jsondoc.Value{}, false
	}
	doc, err := jsondoc.Parse(text, jsondoc.CardLimits())
	if err != nil {
		return jsondoc.Value{}, false
	}
	return doc.Root(), true
}

// freshIssuer makes an issuer, and what signs its tokens, with the four claims of
// card spec §5.1.
func freshIssuer(audience string) (*Issuer, func(subject string, until time.Time) (string, error), error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	i := &Issuer{URL: "https://issuer.example", Audience: audience, Keys: map[string]crypto.PublicKey{"users-1": key.Public()}}
	return i, func(subject string, until time.Time) (string, error) {
		claims, err := json.Marshal(map[string]any{"iss": i.URL, "sub": subject, "aud": audience, "exp": until.Unix()})
		if err != nil {
			return "", err
		}
		signed := jose.Encode([]byte(`{"alg":"ES256","kid":"users-1","typ":"JWT"}`)) + "." + jose.Encode(claims)
		signature, err := jose.Sign(jose.ES256, key, []byte(signed))
		return signed + "." + jose.Encode(signature), err
	}, nil
}
