package family

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// token is a token as anybody could write it.
func token(t *testing.T, header, claims string, alg jose.Algorithm, key crypto.Signer) string {
	t.Helper()
	signed := jose.Encode([]byte(header)) + "." + jose.Encode([]byte(claims))
	signature, err := jose.Sign(alg, key, []byte(signed))
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + jose.Encode(signature)
}

// Of a user's token only issuer and subject are taken, and only where all that it
// must say is so.
func TestUserToken(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	weak, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	i := &Issuer{URL: "https://dex.internal", Audience: "ethos", Keys: map[string]crypto.PublicKey{"k": key.Public(), "r": weak.Public()}}
	now := time.Unix(1_700_000_000, 0)
	const header = `{"alg":"ES256","kid":"k"}`
	claims := func(more string) string {
		return `{"iss":"https://dex.internal","sub":"u","aud":"ethos","exp":1700000060` + more + `}`
	}
	es := func(header, claims string) string { return token(t, header, claims, jose.ES256, key) }
	good := es(header, claims(""))
	parts := strings.Split(good, ".")
	for why, c := range map[string]struct {
		token string
		want  bool
	}{
		"good":                        {good, true},
		"more claims, which are left": {es(header, claims(`,"email":"a@b","iat":1,"nbf":1700000000`)), true},
		"a list of audiences":         {es(header, strings.Replace(claims(""), `"ethos"`, `["x","ethos"]`, 1)), true},
		"RS256":                       {token(t, `{"alg":"RS256","kid":"r"}`, claims(""), jose.RS256, weak), true},
		"another's key":               {token(t, header, claims(""), jose.ES256, stranger), false},
		"an unknown kid":              {es(`{"alg":"ES256","kid":"x"}`, claims("")), false},
		"no kid":                      {es(`{"alg":"ES256"}`, claims("")), false},
		"another algorithm":           {es(`{"alg":"RS256","kid":"k"}`, claims("")), false},
		"none":                        {jose.Encode([]byte(`{"alg":"none","kid":"k"}`)) + "." + parts[1] + ".", false},
		"HS256":                       {es(`{"alg":"HS256","kid":"k"}`, claims("")), false},
		"crit":                        {es(`{"alg":"ES256","kid":"k","crit":["x"]}`, claims("")), false},
		"a claim twice":               {es(header, claims(`,"sub":"other"`)), false},
		"another issuer":              {es(header, strings.Replace(claims(""), "dex", "xed", 1)), false},
		"another audience":            {es(header, strings.Replace(claims(""), "ethos", "afo", 1)), false},
		"audiences of others":         {es(header, strings.Replace(claims(""), `"ethos"`, `["x"]`, 1)), false},
		"no subject":                  {es(header, strings.Replace(claims(""), `"u"`, `""`, 1)), false},
		"over":                        {es(header, strings.Replace(claims(""), "1700000060", "1700000000", 1)), false},
		"an end that is text":         {es(header, strings.Replace(claims(""), "1700000060", `"1700000060"`, 1)), false},
		"not yet":                     {es(header, claims(`,"nbf":1700000001`)), false},
		"a beginning that is text":    {es(header, claims(`,"nbf":"x"`)), false},
		"other claims, signed before": {parts[0] + "." + jose.Encode([]byte(claims(`,"x":1`))) + "." + parts[2], false},
		"padding":                     {good + "=", false},
		"two parts":                   {parts[0] + "." + parts[1], false},
		"long":                        {es(header, claims(`,"x":"`+strings.Repeat("x", maxToken)+`"`)), false},
		"empty":                       {"", false},
	} {
		caller, ok := i.caller(c.token, now)
		if ok != c.want || ok && caller != (audit.Caller{Issuer: "https://dex.internal", Subject: "u"}) {
			t.Errorf("%s: %v %+v", why, ok, caller)
		}
	}
}

func TestNewAuth(t *testing.T) {
	_, edKey, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	good := Secret{"serviceBearer", "society", "0123456789abcdef"}
	issuer := func(change func(*Issuer)) *Issuer {
		i := &Issuer{URL: "https://dex.internal", Audience: "ethos", Keys: map[string]crypto.PublicKey{"k": edKey.Public()}}
		change(i)
		return i
	}
	for why, c := range map[string]struct {
		issuer  *Issuer
		secrets []Secret
		good    bool
	}{
		"good":                {issuer(func(*Issuer) {}), []Secret{good}, true},
		"nobody":              {nil, nil, true},
		"a short secret":      {nil, []Secret{{"serviceBearer", "society", "0123456789abcde"}}, false},
		"no scheme":           {nil, []Secret{{"", "society", good.Token}}, false},
		"no service":          {nil, []Secret{{"serviceBearer", "", good.Token}}, false},
		"one secret of two":   {nil, []Secret{good, {"actionBearer", "society", good.Token}}, false},
		"an issuer's url":     {issuer(func(i *Issuer) { i.URL = "" }), nil, false},
		"an issuer's aud":     {issuer(func(i *Issuer) { i.Audience = "" }), nil, false},
		"an issuer's keys":    {issuer(func(i *Issuer) { i.Keys = nil }), nil, false},
		"a key without a kid": {issuer(func(i *Issuer) { i.Keys[""] = edKey.Public() }), nil, false},
		"a key of no kind":    {issuer(func(i *Issuer) { i.Keys["x"] = "key" }), nil, false},
	} {
		_, err := NewAuth(c.issuer, c.secrets...)
		if (err == nil) != c.good || err != nil && (!errors.Is(err, ErrAuth) || strings.Contains(err.Error(), "0123456789")) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// A secret opens the scheme that it is for, and no agent that lacks the scheme.
func TestWho(t *testing.T) {
	ethosAgent, _ := Table("ethos", nil)
	auth, creds, err := Fresh(ethosAgent)
	if err != nil {
		t.Fatal(err)
	}
	request := func(fields ...string) (identity, bool) {
		r := httptest.NewRequest("POST", "/a2a", nil)
		r.Header["Authorization"] = fields
		return auth.who(ethosAgent.Schemes(), r, time.Now())
	}
	if id, ok := request("Bearer " + creds[0].Token); !ok || id.scheme != "userBearer" || id.caller.Subject == "" || id.caller.Service != "" {
		t.Errorf("%v %+v", ok, id)
	}
	if _, ok := request("bearer " + creds[0].Token); !ok {
		t.Error("the scheme is told apart by case")
	}
	for why, fields := range map[string][]string{
		"twice": {"Bearer " + creds[0].Token, "Bearer " + creds[0].Token}, "none": nil, "no token": {"Bearer"}, "a blank more": {"Bearer  " + creds[0].Token},
	} {
		if _, ok := request(fields...); ok {
			t.Errorf("%s: let in", why)
		}
	}
	claims, err := verify.UnverifiedClaims(creds[0].Token)
	if found := verify.CheckClaims(claims); err != nil || len(found) > 0 {
		t.Errorf("more than the four claims of card spec §5.1: %v %v", found, err)
	}
	services, err := NewAuth(nil, Secret{"serviceBearer", "society", "0123456789abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/a2a", nil)
	r.Header.Set("Authorization", "Bearer 0123456789abcdef")
	if _, ok := services.who(ethosAgent.Schemes(), r, time.Now()); ok {
		t.Error("a secret for a scheme that the agent lacks is let in")
	}
}
