package verify

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/tags"
)

// reads reports a skill that is known to change nothing. One of unknown kind is
// treated as an irreversible action (rule S2-caller-tags-only).
func (s *skill) reads() bool { return s.kind == tags.KindAdvisory || s.kind == tags.KindQuery }

// readWays is what opens the first skill that reads, or the first of all where
// none is known to.
func (s *Subject) readWays() ways {
	list := s.skills()
	for i := range list {
		if list[i].reads() {
			return s.waysOf(&list[i])
		}
	}
	if len(list) > 0 {
		return s.waysOf(&list[0])
	}
	return s.inherited()
}

// clientFor is a client with a credential that opens one of the ways. Where
// there is none, or no interface, it gives what to say of it, by rule.
func (s *Subject) clientFor(w ways) (*a2a.Client, func(rule string) []Finding) {
	i, err := s.pick()
	if err != nil {
		return nil, func(rule string) []Finding { return unpicked(rule, err) }
	}
	cred, ok := s.opening(w)
	if !w.anonymous() && s.calls.at(i.URL) != s.calls.client { // what opens it belongs to another origin (rule T-origin)
		ok = false
	}
	if !ok {
		return nil, func(rule string) []Finding {
			return []Finding{finding(rule, "credential", NeedsEvidence, "", "schemes", waysText(w))}
		}
	}
	return s.client(i, cred), nil
}

// client asks for the extensions that the card requires and the caller
// understands, as their agent is to see with each request (A2A 1.0.1 §14.2.2).
func (s *Subject) client(i a2a.Interface, cred a2a.Credential) *a2a.Client {
	client := &a2a.Client{HTTP: s.calls.at(i.URL), Interface: i, Credential: cred}
	for _, e := range typedExtensions(s) {
		if e.Required && slices.Contains(s.calls.live.Understood, e.URI) && !slices.Contains(client.Extensions, e.URI) {
			client.Extensions = append(client.Extensions, e.URI)
		}
	}
	return client
}

// typedExtensions are the entries of capabilities.extensions as package card has
// them.
func typedExtensions(s *Subject) []card.Extension {
	if c := s.Card().Capabilities; c != nil {
		return c.Extensions
	}
	return nil
}

// opening is a credential for the first alternative that is at hand: none for
// the anonymous one. An alternative that asks for several schemes at once is at
// hand only where the others are mutual TLS, of which Live.TLS holds the
// certificate.
func (s *Subject) opening(w ways) (a2a.Credential, bool) {
	for _, set := range w.sets {
		if cred, ok := s.openingOf(set); ok {
			return cred, true
		}
	}
	return a2a.Credential{}, false
}

func (s *Subject) openingOf(x set) (cred a2a.Credential, ok bool) {
	for _, name := range x.schemes() {
		scheme := s.secure().SecuritySchemes[name]
		if scheme.Kind() == card.SchemeMutualTLS {
			if !hasCertificate(s.calls.live.TLS) {
				return a2a.Credential{}, false
			}
			continue
		}
		if !cred.IsZero() {
			return a2a.Credential{}, false
		}
		if cred, ok = s.credential(name); !ok {
			return a2a.Credential{}, false
		}
	}
	return cred, true
}

// credential is the caller's credential for a scheme, as it goes over the wire.
func (s *Subject) credential(scheme string) (a2a.Credential, bool) {
	for _, c := range s.calls.live.Credentials {
		if c.Scheme == scheme {
			return s.spell(c)
		}
	}
	return a2a.Credential{}, false
}

// spell turns a credential into what its scheme asks to be sent.
func (s *Subject) spell(c Credential) (a2a.Credential, bool) {
	x := s.secure().SecuritySchemes[c.Scheme]
	origin := s.calls.origin
	switch x.Kind() {
	case card.SchemeOAuth2, card.SchemeOpenIDConnect:
		return a2a.Bearer(origin, c.Token), true
	case card.SchemeAPIKey:
		place, name := x.In, x.Name
		if x.APIKey != nil {
			place, name = x.APIKey.Location, x.APIKey.Name
		}
		return a2a.APIKey(origin, place, name, c.Token), true
	case card.SchemeHTTP:
		if isBearer(x) {
			return a2a.Bearer(origin, c.Token), true
		}
		if user, password, ok := strings.Cut(c.Token, ":"); ok && isBasic(x) {
			return a2a.Basic(origin, user, password), true
		}
	}
	return a2a.Credential{}, false
}

func isBasic(x card.SecurityScheme) bool {
	scheme := x.Scheme
	if x.HTTPAuth != nil {
		scheme = x.HTTPAuth.Scheme
	}
	return strings.EqualFold(scheme, "basic")
}

// waysText names the alternatives in a sentence.
func waysText(w ways) string {
	var out []string
	for _, set := range w.sets {
		out = append(out, schemesOf(set))
	}
	return strings.Join(out, ", ")
}
