package badagent

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// credential is what a token stands for.
type credential struct {
	scheme string
	caller audit.Caller
}

// door knows the tokens. They are looked up by their digest, so that the time it
// takes says nothing about them.
type door struct {
	tokens map[string]string // by what Token calls them
	known  map[[sha256.Size]byte]credential
	reader credential // who comes in by the scheme of the read skills
	actor  credential // who comes in by actionBearer, the zero value without an action
}

func newDoor(k kind) *door {
	d := &door{tokens: map[string]string{}, known: map[[sha256.Size]byte]credential{}}
	d.reader = credential{k.scheme, audit.Caller{Service: "society"}}
	token := rand.Text()
	if k.scheme == userBearer {
		d.reader.caller = audit.Caller{Issuer: "https://issuer.example", Subject: "user-1"}
		token = userToken(d.reader.caller)
	}
	d.issue(k.scheme, token, d.reader)
	if k.action {
		d.actor = credential{actionBearer, audit.Caller{Service: "society"}}
		d.issue(actionBearer, rand.Text(), d.actor)
		d.issue(otherCaller, rand.Text(), credential{actionBearer, audit.Caller{Service: "chopilot"}})
	}
	return d
}

func (d *door) issue(name, token string, c credential) {
	d.tokens[name] = token
	d.known[sha256.Sum256([]byte(token))] = c
}

// userToken is a JWT with the four claims of card spec §5.1. Its key is
// forgotten: this agent knows its tokens by heart.
func userToken(c audit.Caller) string {
	claims, _ := json.Marshal(map[string]any{ // strings and a number
		"iss": c.Issuer, "sub": c.Subject, "aud": "ethos", "exp": time.Now().Add(24 * time.Hour).Unix(),
	})
	enc := base64.RawURLEncoding.EncodeToString
	signed := enc([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc(claims)
	mac := hmac.New(sha256.New, []byte(rand.Text()))
	mac.Write([]byte(signed))
	return signed + "." + enc(mac.Sum(nil))
}

// enter tells who calls, or answers 401 and reports false.
func (a *Agent) enter(w http.ResponseWriter, r *http.Request) (credential, bool) {
	fields := r.Header.Values("Authorization")
	challenge := `Bearer realm="a2a"`
	if len(fields) == 1 {
		scheme, token, _ := strings.Cut(fields[0], " ")
		if strings.EqualFold(scheme, "Bearer") {
			c, known := a.door.known[sha256.Sum256([]byte(token))]
			if known && !(a.knobs.shut && c.scheme == a.kind.scheme) {
				return c, true
			}
			challenge += `, error="invalid_token"`
		}
	}
	if a.knobs.accepts != nil && a.knobs.accepts(r.Header) {
		return a.door.reader, true
	}
	w.Header().Set("WWW-Authenticate", challenge)
	http.Error(w, "unauthorized", http.StatusUnauthorized)
	return credential{}, false
}

// permits reports whether a credential opens the action, or else the read
// skills (rule E3).
func (a *Agent) permits(c credential, action bool) bool {
	switch {
	case !action:
		return c.scheme == a.kind.scheme
	case a.knobs.actionOpen:
		return true
	}
	return c.scheme == actionBearer
}

// forbid answers a caller whose credential does not open what was asked.
func forbid(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", `Bearer realm="a2a", error="insufficient_scope"`)
	http.Error(w, "forbidden", http.StatusForbidden)
}
