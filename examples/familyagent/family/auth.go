package family

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// Secret is a shared secret of the deployment (rule S5-service-secret): the scheme
// that it opens, and the service that it stands for.
type Secret struct {
	Scheme  string `json:"scheme"`
	Service string `json:"service"`
	Token   string `json:"token"`
}

// minSecret is how short a secret may be, in bytes.
const minSecret = 16

// Auth knows who may come in: services by their secrets, users by the tokens of an
// issuer. It does not change, and is safe for concurrent use.
type Auth struct {
	secrets map[[sha256.Size]byte]identity // by digest, so that the time of a look-up tells nothing
	issuer  *Issuer
}

// identity is who calls, and by which scheme.
type identity struct {
	scheme string
	caller audit.Caller
}

// ErrAuth is matched by the errors of NewAuth, and of New for an agent with a
// scheme that nobody can use.
var ErrAuth = errors.New("family: unusable credentials")

// NewAuth takes the secrets, and the issuer of users where there is one. Refused
// are a secret that is short or stands twice, and one without a scheme or service.
// No error holds a secret.
func NewAuth(issuer *Issuer, secrets ...Secret) (*Auth, error) {
	a := &Auth{secrets: map[[sha256.Size]byte]identity{}, issuer: issuer}
	for i, s := range secrets {
		digest := sha256.Sum256([]byte(s.Token))
		_, twice := a.secrets[digest]
		switch {
		case s.Scheme == "" || s.Service == "":
			return nil, fmt.Errorf("%w: secret %d has no scheme or no service", ErrAuth, i)
		case len(s.Token) < minSecret:
			return nil, fmt.Errorf("%w: secret %d is shorter than %d bytes", ErrAuth, i, minSecret)
		case twice:
			return nil, fmt.Errorf("%w: secret %d is another's as well", ErrAuth, i)
		}
		a.secrets[digest] = identity{s.Scheme, audit.Caller{Service: s.Service}}
	}
	if issuer != nil {
		if err := issuer.check(); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// opens reports whether anyone can come in by a scheme.
func (a *Auth) opens(s Scheme) bool {
	if a == nil {
		return false
	}
	if s.User {
		return a.issuer != nil
	}
	for _, id := range a.secrets {
		if id.scheme == s.Name {
			return true
		}
	}
	return false
}

// who tells who sends a request, by the one Authorization: Bearer that it has.
func (a *Auth) who(schemes []Scheme, r *http.Request, now time.Time) (identity, bool) {
	fields := r.Header.Values("Authorization")
	if len(fields) != 1 {
		return identity{}, false
	}
	kind, token, _ := strings.Cut(fields[0], " ")
	if !strings.EqualFold(kind, "Bearer") || token == "" {
		return identity{}, false
	}
	if id, known := a.secrets[sha256.Sum256([]byte(token))]; known {
		return id, slices.ContainsFunc(schemes, func(s Scheme) bool { return !s.User && s.Name == id.scheme })
	}
	i := slices.IndexFunc(schemes, func(s Scheme) bool { return s.User })
	if i < 0 || a.issuer == nil {
		return identity{}, false
	}
	caller, ok := a.issuer.caller(token, now)
	return identity{schemes[i].Name, caller}, ok
}

// Fresh makes credentials for an agent that nobody has yet: a secret of the
// service society for each scheme, and for users an issuer with a key of its own
// and a token of it, good for a day. They are for trying it out.
func Fresh(a Agent) (*Auth, []verify.Credential, error) {
	var issuer *Issuer
	var secrets []Secret
	var out []verify.Credential
	for _, s := range a.Schemes() {
		if !s.User {
			secrets = append(secrets, Secret{Scheme: s.Name, Service: "society", Token: rand.Text()})
			out = append(out, verify.Credential{Scheme: s.Name, Token: secrets[len(secrets)-1].Token})
			continue
		}
		i, sign, err := freshIssuer(a.ID)
		if err != nil {
			return nil, nil, err
		}
		token, err := sign("user-1", time.Now().Add(24*time.Hour))
		if err != nil {
			return nil, nil, err
		}
		issuer = i
		out = append(out, verify.Credential{Scheme: s.Name, Token: token})
	}
	auth, err := NewAuth(issuer, secrets...)
	return auth, out, err
}
