package verify

import (
	"encoding/base64"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

const four = `"iss":"https://dex.internal","sub":"CgdzZWNyZXQ","aud":"ethos","exp":1787000000`

// claims is what is said of a payload: severity, code and pointer.
func claims(payload string) []string {
	var out []string
	for _, p := range CheckClaims([]byte(payload)) {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", p.Severity, p.Code, p.Pointer)))
	}
	return out
}

func TestS5Claims(t *testing.T) {
	for name, tc := range map[string]struct {
		payload string
		want    []string
	}{
		"the four":            {"{" + four + "}", nil},
		"several audiences":   {`{"iss":"i","sub":"s","aud":["a","b"],"exp":1}`, nil},
		"a fraction":          {`{"iss":"i","sub":"s","aud":"a","exp":1.5}`, nil},
		"nothing":             {`{}`, []string{"fail missing", "fail missing", "fail missing", "fail missing"}},
		"without sub":         {`{"iss":"i","aud":"a","exp":1}`, []string{"fail missing"}},
		"a profile":           {"{" + four + `,"name":"김하나","preferred_username":"hana","phone_number":"010"}`, []string{"fail profile /name", "fail profile /preferred_username", "fail profile /phone_number"}},
		"an e-mail":           {"{" + four + `,"email":"hana@example.com","email_verified":true}`, []string{"fail email /email", "fail email /email_verified"}},
		"groups":              {"{" + four + `,"groups":["mentor-room"],"roles":[]}`, []string{"fail groups /groups", "fail groups /roles"}},
		"what Dex federates":  {"{" + four + `,"federated_claims":{"connector_id":"google","user_id":"1"}}`, []string{"fail federated /federated_claims"}},
		"what Dex always has": {"{" + four + `,"iat":1,"at_hash":"x"}`, []string{"warn extra /iat", "warn extra /at_hash"}},
		"all of the token's":  {"{" + four + `,"iat":1,"nbf":1,"jti":"x","at_hash":"x","c_hash":"x","azp":"x","nonce":"x"}`, slices.Repeat([]string{"warn extra"}, 7)},
		"an unknown one":      {"{" + four + `,"department":"x"}`, []string{"fail unknown /department"}},
		"another case":        {"{" + four + `,"Email":"x","SUB":"x"}`, []string{"fail unknown /Email", "fail unknown /SUB"}},
		"an escaped name":     {"{" + four + `,"\u0065mail":"x"}`, []string{"fail email /email"}},
		"a name with slashes": {"{" + four + `,"https://x/~y":"x"}`, []string{"fail unknown /https:~1~1x~1~0y"}},
		"null is there":       {`{"iss":null,"sub":"s","aud":"a","exp":1,"email":null}`, []string{"fail type /iss", "fail email /email"}},
		"wrong types":         {`{"iss":1,"sub":["s"],"aud":{"a":1},"exp":"1"}`, []string{"fail type /iss", "fail type /sub", "fail type /aud", "fail type /exp"}},
		"empty ones":          {`{"iss":"","sub":"","aud":[],"exp":1}`, []string{"fail type /iss", "fail type /sub", "fail type /aud"}},
		"audiences of others": {`{"iss":"i","sub":"s","aud":["a",1],"exp":1}`, []string{"fail type /aud"}},
		"an empty audience":   {`{"iss":"i","sub":"s","aud":["a",""],"exp":1}`, []string{"fail type /aud"}},
		"no JSON":             {`secret`, []string{"fail malformed"}},
		"empty":               {``, []string{"fail malformed"}},
		"an array":            {`["secret"]`, []string{"fail malformed"}},
		"cut off":             {`{"sub":"secret`, []string{"fail malformed"}},
		"a claim twice":       {"{" + four + `,"sub":"secret"}`, []string{"fail malformed"}},
		"more behind it":      {"{" + four + `} secret`, []string{"fail malformed"}},
		"in no UTF-8":         {"{" + four + ",\"x\":\"\xff\"}", []string{"fail malformed"}},
		"too long":            {"{" + four + `,"x":"` + strings.Repeat("s", MaxToken) + `"}`, []string{"fail malformed"}},
	} {
		got := claims(tc.payload)
		if name == "all of the token's" {
			for i, line := range got {
				got[i] = line[:strings.LastIndex(line, " ")]
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
		for _, p := range CheckClaims([]byte(tc.payload)) {
			if why := faultyWords(p.Message, true) + faultyWords(p.Hint, true); why != "" || p.Rule != "S5-claims" || p.Source != "card spec v1.7 §5.1" {
				t.Errorf("%s: %s: %+v", name, why, p)
			}
		}
	}
	if r := catalog.Lookup("S5-claims"); r == nil || len(r.Checks) != 0 {
		t.Errorf("it feeds a check: %+v", r)
	}
}

// Each problem names its claim, and none tells a value.
func TestS5ClaimsTellsNoValue(t *testing.T) {
	secrets := []string{"hunter2", "김하나", "hana@", "4711", "CgdzZWNyZXQ", "dex.internal"}
	payload := `{"iss":"https://dex.internal/hunter2","sub":["CgdzZWNyZXQ"],"aud":{"hunter2":1},"exp":"4711",
		"name":"김하나","email":"hana@example.com","groups":["hunter2"],"federated_claims":{"user_id":"4711"},"x":"hunter2","iat":4711,"nonce":"hunter2"}`
	var all []string
	for _, p := range CheckClaims([]byte(payload)) {
		text := fmt.Sprintf("%+v", p)
		all = append(all, text)
		if name := strings.TrimPrefix(p.Pointer, "/"); name == "" || !strings.Contains(p.Message.EN, "`"+name+"`") || !strings.Contains(p.Message.KO, "`"+name+"`") {
			t.Errorf("the claim is not named: %s", text)
		}
	}
	for _, bad := range []string{payload[:len(payload)-1], payload + payload, "[" + payload + "]", strings.Replace(payload, `"x"`, `"iat"`, 1)} {
		all = append(all, fmt.Sprintf("%+v", CheckClaims([]byte(bad))))
	}
	if len(all) != 10+4 {
		t.Errorf("%d texts", len(all))
	}
	for _, text := range all {
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("%q is told: %s", s, text)
			}
		}
	}
}

func TestS5ClaimsOfManyClaims(t *testing.T) {
	var b strings.Builder
	b.WriteString("{" + four)
	for i := range 300 {
		fmt.Fprintf(&b, `,"\u202e%d":1`, i)
	}
	got := CheckClaims([]byte(b.String() + "}"))
	if len(got) != card.MaxPerRule+1 {
		t.Fatalf("%d problems", len(got))
	}
	last := got[len(got)-1]
	if last.Code != "more" || last.Severity != card.SeverityFail || !strings.Contains(last.Message.EN, "200") {
		t.Errorf("%+v", last)
	}
	if strings.Contains(got[0].Message.EN, "\u202e") {
		t.Errorf("%q", got[0].Message.EN)
	}
}

func TestUnverifiedClaims(t *testing.T) {
	part := base64.RawURLEncoding.EncodeToString
	payload := []byte("{" + four + "}")
	good := part([]byte(`{"alg":"ES256"}`)) + "." + part(payload) + "." + part([]byte("signature"))
	got, err := UnverifiedClaims(good)
	if err != nil || !slices.Equal(got, payload) || len(CheckClaims(got)) != 0 {
		t.Errorf("%s, %v", got, err)
	}
	// A signature that is false, or is not there, is nothing to this.
	for _, token := range []string{good[:strings.LastIndex(good, ".")+1], good[:strings.LastIndex(good, ".")] + ".AAAA"} {
		if _, err := UnverifiedClaims(token); err != nil {
			t.Errorf("%s: %v", token, err)
		}
	}
	for name, token := range map[string]string{
		"empty":            "",
		"no JWT":           "secret",
		"two parts":        good[:strings.LastIndex(good, ".")],
		"five parts":       good + ".secret.secret",
		"no header":        good[strings.Index(good, "."):],
		"no payload":       "e30..secret",
		"padding":          strings.Replace(good, ".", "=.", 1),
		"the other base64": "e30.-_+/.secret",
		"a line end":       strings.Replace(good, ".", ".\n", 1),
		"a blank":          " " + good,
		"loose bits":       "e31.e31.secret",
		"with its scheme":  "Bearer " + good,
		"too long":         good + strings.Repeat("A", MaxToken),
	} {
		got, err := UnverifiedClaims(token)
		if !errors.Is(err, ErrNotJWT) || got != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
		if err != nil && token != "" && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is said of a payload hangs on names and types alone: the same is said when
// every value is another.
func FuzzClaims(f *testing.F) {
	for _, s := range []string{"{" + four + "}", `{}`, `{"email":"a","aud":["x",1],"iss":"","exp":null}`, `{"a":{"b":1},"\u0000":[]}`, "{", `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		got := CheckClaims(payload)
		lim := jsondoc.CardLimits()
		lim.Bytes = MaxToken
		doc, err := jsondoc.Parse(payload, lim)
		if err != nil {
			if len(got) != 1 || got[0].Code != "malformed" || got[0].Pointer != "" || got[0].Observed != "" {
				t.Fatalf("%+v", got)
			}
			return
		}
		other := CheckClaims(blanked(doc.Root()))
		if !reflect.DeepEqual(got, other) {
			t.Fatalf("the values show:\n%+v\n%+v", got, other)
		}
		for _, p := range got {
			for _, s := range []string{p.Message.KO, p.Message.EN, p.Hint.KO, p.Hint.EN, p.Observed} {
				if strings.ContainsFunc(s, catalog.Hidden) {
					t.Fatalf("%q", s)
				}
			}
		}
	})
}

// blanked is an object with the same names and other values of the same types.
func blanked(v jsondoc.Value) []byte {
	b := []byte("{")
	for m := range v.Children() {
		if m.Index() > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, m.RawName()...), ':'), blank(m)...)
	}
	return append(b, '}')
}

func blank(v jsondoc.Value) string {
	switch v.Kind() {
	case jsondoc.String:
		if v.Text() == "" {
			return `""`
		}
		return `"x"`
	case jsondoc.Number:
		return "7"
	case jsondoc.Object:
		return "{}"
	case jsondoc.Array:
		var list []string
		for e := range v.Children() {
			list = append(list, blank(e))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	return v.Raw()
}
