package a2a

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/rules"
)

// The bindings and versions that are spoken.
const (
	JSONRPC  = "JSONRPC"
	HTTPJSON = "HTTP+JSON"

	V10 = "1.0"
	V03 = "0.3"
)

// Interface is one way to call an agent.
type Interface struct {
	URL     string // to call: the card's, or in fixed mode the caller's
	Binding string // as the card writes it; "JSONRPC" and "HTTP+JSON" are spoken
	Version string // Major.Minor where it could be read; "1.0" and "0.3" are spoken
	Tenant  string // to be sent with each request; empty if none is declared
	Index   int    // in supportedInterfaces; -1 for one read from the older members
	Pointer string // RFC 6901, into the card
}

// Spoken reports whether this package speaks the interface's binding and
// version (X36: 0.3 over JSON-RPC only).
func (i Interface) Spoken() bool {
	switch i.Version {
	case V10:
		return i.Binding == JSONRPC || i.Binding == HTTPJSON
	case V03:
		return i.Binding == JSONRPC
	}
	return false
}

// callable reports a URL that a request can be sent to: absolute, http or https,
// with a host and without user information (rule B-iface-url).
func (i Interface) callable() bool {
	_, err := Origin(i.URL)
	return err == nil
}

// String is binding, version and URL, without credentials and safe to print.
func (i Interface) String() string {
	return catalog.Show(i.Binding) + " " + catalog.Show(i.Version) + " " + Redact(i.URL)
}

// Choice says what the caller knows and allows.
type Choice struct {
	// CardOrigin is the origin that the card was fetched from. Without it no
	// interface is on the card's origin.
	CardOrigin string

	// Fixed is the endpoint of fixed mode (rule S6-config-first): the URL to call
	// is this one, and the card gives binding, version and tenant.
	Fixed string

	Understood []string // URIs of extensions that the caller understands (rule T-ext-required)
	Origins    []string // other origins that the caller allows
	Verified   bool     // the card's signature was verified by a pinned key

	// Bindings are those that the caller takes, in its order; nil: all that are
	// spoken, in the card's order.
	Bindings []string
}

// Select chooses the interface to call (A2A 1.0.1 §8.3.2; rules T-select,
// T-ext-required, T-origin): the first whose binding and version are spoken and
// whose URL can be called. In fixed mode an interface with the very URL of the
// list goes before the others, since it is the one meant.
//
// The error is an *ExtensionError where the card requires an extension that the
// caller does not understand, a *NoInterfaceError where nothing fits, an
// *OriginError where what fits lies off the card's origin and neither a verified
// signature nor the caller allows it, and a *URLError for a Fixed that is no URL
// to call. Nothing further down a card is tried instead of a refused interface.
func Select(c *card.AgentCard, ch Choice) (Interface, error) {
	if missing := required(c, ch.Understood); len(missing) > 0 {
		return Interface{}, &ExtensionError{missing}
	}
	offered := Offered(c)
	fits := slices.DeleteFunc(slices.Clone(offered), func(i Interface) bool {
		return !i.Spoken() || ch.Fixed == "" && !i.callable() || ch.Bindings != nil && !slices.Contains(ch.Bindings, i.Binding)
	})
	if len(fits) == 0 {
		return Interface{}, noInterface(offered)
	}
	slices.SortStableFunc(fits, func(a, b Interface) int {
		return slices.Index(ch.Bindings, a.Binding) - slices.Index(ch.Bindings, b.Binding)
	})
	if ch.Fixed != "" {
		return fixed(fits, ch.Fixed)
	}
	if err := ch.allows(fits[0]); err != nil {
		return Interface{}, err
	}
	return fits[0], nil
}

// fixed is the interface of fixed mode. Its URL is the caller's own word, so
// that its origin needs no other leave.
func fixed(fits []Interface, endpoint string) (Interface, error) {
	if _, err := Origin(endpoint); err != nil {
		return Interface{}, err
	}
	chosen := fits[0]
	same := func(i Interface) bool { return rules.Normalize(i.URL) == rules.Normalize(endpoint) }
	if at := slices.IndexFunc(fits, same); at >= 0 {
		chosen = fits[at]
	}
	chosen.URL = endpoint
	return chosen, nil
}

// allows gives an *OriginError for an interface that may not be called.
func (ch Choice) allows(i Interface) error {
	origin, err := Origin(i.URL)
	if err != nil {
		return err
	}
	for _, o := range append([]string{ch.CardOrigin}, ch.Origins...) {
		if o != "" && sameOrigin(o, origin) {
			return nil
		}
	}
	if ch.Verified {
		return nil
	}
	own, _ := Origin(ch.CardOrigin)
	return &OriginError{Origin: origin, CardOrigin: own, Pointer: i.Pointer}
}

// required lists the extensions that the card requires and the caller does not
// understand, each once.
func required(c *card.AgentCard, understood []string) []string {
	var missing []string
	if c.Capabilities == nil {
		return nil
	}
	for _, e := range c.Capabilities.Extensions {
		if e.Required && !slices.Contains(understood, e.URI) && !slices.Contains(missing, e.URI) {
			missing = append(missing, e.URI)
		}
	}
	return missing
}

// Offered is every interface of a card as a reader sees them, in order, spoken
// or not (card.AgentCard.Interfaces).
func Offered(c *card.AgentCard) []Interface {
	list := c.Interfaces()
	out := make([]Interface, len(list))
	older := older{c: c}
	for n, i := range list {
		out[n] = Interface{URL: i.URL, Binding: i.ProtocolBinding, Version: i.ProtocolVersion, Tenant: i.Tenant, Index: n}
		if len(c.SupportedInterfaces) > 0 {
			out[n].Pointer = "/supportedInterfaces/" + strconv.Itoa(n)
			continue
		}
		out[n].Index, out[n].Pointer = -1, older.place(i)
	}
	return out
}

// older finds where an interface of the older members stands, as they are read
// one after the other.
type older struct {
	c    *card.AgentCard
	past bool // the top-level url has been read
	next int  // in additionalInterfaces
}

func (o *older) place(i card.Interface) string {
	if !o.past {
		o.past = true
		binding := o.c.PreferredTransport
		if binding == "" {
			binding = JSONRPC
		}
		if o.c.URL != "" && i.URL == o.c.URL && i.ProtocolBinding == binding {
			return "/url"
		}
	}
	for n := o.next; n < len(o.c.AdditionalInterfaces); n++ {
		if a := o.c.AdditionalInterfaces[n]; a.URL == i.URL && a.Transport == i.ProtocolBinding {
			o.next = n + 1
			return "/additionalInterfaces/" + strconv.Itoa(n)
		}
	}
	return "/url" // which is the empty string
}

// NoInterfaceError says that a card offers nothing that is spoken and can be
// called.
type NoInterfaceError struct {
	Offered []string // binding, version and URL of each, safe to print
}

func noInterface(offered []Interface) error {
	e := &NoInterfaceError{Offered: make([]string, len(offered))}
	for n, i := range offered {
		e.Offered[n] = i.String()
	}
	return e
}

// Error is one line, safe to print; it shows the first few interfaces.
func (e *NoInterfaceError) Error() string {
	const few = 5
	if len(e.Offered) == 0 {
		return "a2a: the card offers no interface"
	}
	s := "a2a: no interface is spoken; offered: " + strings.Join(e.Offered[:min(few, len(e.Offered))], ", ")
	if more := len(e.Offered) - few; more > 0 {
		s += " and " + strconv.Itoa(more) + " more"
	}
	return s
}

// ExtensionError names the extensions that a card requires and the caller does
// not understand (rule T-ext-required). Nothing was sent.
type ExtensionError struct {
	URIs []string // as the card writes them: untrusted
}

// Error is one line, safe to print.
func (e *ExtensionError) Error() string {
	return "a2a: the card requires extensions that are not understood: " + catalog.Show(strings.Join(e.URIs, ", "))
}

// OriginError says that the interface to call lies off the card's origin (rule
// T-origin). Nothing was sent.
type OriginError struct {
	Origin     string // of the interface
	CardOrigin string // of the card, empty if unknown
	Pointer    string // RFC 6901, the interface's place in the card
}

// Error is one line, safe to print.
func (e *OriginError) Error() string {
	s := "a2a: interface " + e.Pointer + " lies at " + catalog.Show(e.Origin)
	if e.CardOrigin == "" {
		return s + ", and the card's origin is not known"
	}
	return s + ", off the card's origin " + catalog.Show(e.CardOrigin)
}
