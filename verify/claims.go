package verify

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// MaxToken is how long a token or its payload may be, in bytes.
const MaxToken = 64 << 10

// ErrNotJWT is a token that is not three base64url parts within MaxToken. It
// says no more of it, since a token is a secret.
var ErrNotJWT = errors.New("verify: not a JWT in compact form")

// allowedClaims are all that the delegated path passes on. card spec v1.7 §5.1:
// "iss·sub·aud·exp만이다. 프로필·이메일을 넘기지 않는다."
var allowedClaims = [...]string{"iss", "sub", "aud", "exp"}

// claimCodes are the codes of other claims (rule S5-claims). What is not here is
// unknown. A token of Dex holds the extra ones whatever is asked of it
// (requirements X45).
var claimCodes = classify(map[string]string{
	"extra": "iat nbf jti at_hash c_hash azp nonce",
	"profile": "name given_name family_name middle_name nickname preferred_username profile picture website gender " +
		"birthdate zoneinfo locale updated_at phone_number phone_number_verified address",
	"email":     "email email_verified",
	"groups":    "groups roles",
	"federated": "federated_claims",
})

func classify(words map[string]string) map[string]string {
	m := map[string]string{}
	for code, names := range words {
		for name := range strings.FieldsSeq(names) {
			m[name] = code
		}
	}
	return m
}

// CheckClaims says which claims of a delegated user's token should not be there,
// or are missing (rule S5-claims): the payload is that of a JWT, a JSON object as
// UnverifiedClaims gives it. iss, sub, aud and exp are due; what tells who the
// user is beyond sub is a failure, as is a claim that is not known; what belongs to
// the token itself is a warning. Pointers point into the payload; a claim is
// named, and no value is ever told. Claims within a claim are not looked into.
//
// Nothing is verified: not the signature, not whose the token is, not whether it
// has expired. At most card.MaxPerRule problems are given, and one more that says
// how many were left out.
func CheckClaims(payload []byte) []card.Problem {
	lim := jsondoc.CardLimits()
	lim.Bytes = MaxToken
	doc, err := jsondoc.Parse(payload, lim)
	if err != nil {
		return []card.Problem{claimProblem("malformed", Fail, jsondoc.Value{}, "")}
	}
	var out []card.Problem
	for _, name := range allowedClaims {
		if !doc.Root().Get(name).Exists() {
			out = append(out, claimProblem("missing", Fail, jsondoc.Value{}, name))
		}
	}
	for v := range doc.Root().Children() {
		name := v.Name()
		code, known := claimCodes[name]
		switch {
		case slices.Contains(allowedClaims[:], name):
			if !isClaim(v) {
				out = append(out, claimProblem("type", Fail, v, name))
			}
		case !known:
			out = append(out, claimProblem("unknown", Fail, v, name))
		case code == "extra":
			out = append(out, claimProblem(code, Warn, v, name))
		default:
			out = append(out, claimProblem(code, Fail, v, name))
		}
	}
	return cappedClaims(out)
}

// isClaim reports an allowed claim of the form that RFC 7519 §4.1 gives it.
func isClaim(v jsondoc.Value) bool {
	text := func(v jsondoc.Value) bool { return v.Text() != "" }
	switch v.Name() {
	case "exp":
		return v.Kind() == jsondoc.Number
	case "aud":
		if v.Kind() != jsondoc.Array {
			return text(v)
		}
		for e := range v.Children() {
			if !text(e) {
				return false
			}
		}
		return v.Len() > 0
	}
	return text(v)
}

// claimProblem shows a value's type, never the value.
func claimProblem(key string, verdict Verdict, at jsondoc.Value, name string) card.Problem {
	p := finding("S5-claims", key, verdict, at.ShortPointer(), "claim", name).Problem
	if at.Exists() {
		p.Observed = at.Kind().String()
	}
	return p
}

// cappedClaims keeps the first card.MaxPerRule, and counts the others.
func cappedClaims(list []card.Problem) []card.Problem {
	if len(list) <= card.MaxPerRule {
		return list
	}
	last, more := list[card.MaxPerRule-1], catalog.More(len(list)-card.MaxPerRule)
	for _, p := range list[card.MaxPerRule:] {
		last.Severity = max(last.Severity, p.Severity)
	}
	last.Code, last.Observed = more.Code(), ""
	last.Message, last.Hint = card.Text(more.Message), card.Text(more.Hint)
	return append(list[:card.MaxPerRule:card.MaxPerRule], last)
}

// UnverifiedClaims decodes the payload of a JWT in compact form (RFC 7519 §3).
// The signature is NOT checked, and nothing that the payload says may be believed
// for it: it is for CheckClaims, on a token that one is about to pass on. The
// error is ErrNotJWT; it and nothing else here shows any of the token.
func UnverifiedClaims(token string) ([]byte, error) {
	parts := strings.Split(token, ".")
	if len(token) > MaxToken || len(parts) != 3 || parts[0] == "" || parts[1] == "" {
		return nil, ErrNotJWT
	}
	var payload []byte
	for i, part := range parts {
		b, err := base64.RawURLEncoding.Strict().DecodeString(part)
		if err != nil || strings.ContainsAny(part, "\r\n") { // which the decoder skips
			return nil, ErrNotJWT
		}
		if i == 1 {
			payload = b
		}
	}
	return payload, nil
}
