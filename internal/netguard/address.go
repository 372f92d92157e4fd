// Package netguard dials only where a careful client of unknown servers may
// dial. It looks at the address that is really dialled, after name resolution
// and at every attempt, so that neither a name nor a redirect nor a second
// answer of a resolver leads elsewhere (rule F-address).
//
// Always refused are addresses that no stranger serves from: unspecified,
// link-local, multicast, documentation, benchmarking and other special-purpose
// ranges, and those of cloud metadata services. Loopback and private addresses
// are refused unless the policy allows them. IPv4 addresses within IPv6 ones
// (mapped, compatible, translated, NAT64, 6to4, Teredo) are judged by what they
// hold.
package netguard

import (
	"fmt"
	"net/netip"

	"github.com/hs9147/agentcard/internal/netaddr"
)

// Policy says which addresses beyond public ones may be dialled. The zero value
// allows public ones alone.
type Policy struct {
	AllowLoopback bool
	AllowPrivate  bool // RFC 1918, RFC 4193, RFC 6598
}

// Why says why an address is refused.
type Why string

// The reasons.
const (
	Unspecified Why = "unspecified"
	Loopback    Why = "loopback"
	Private     Why = "private"
	LinkLocal   Why = "link-local"
	Multicast   Why = "multicast"
	Metadata    Why = "metadata"
	Special     Why = "special" // a special-purpose range, or a zone
)

// AddressError is a refused address.
type AddressError struct {
	Addr netip.Addr // as dialled
	Why  Why
}

func (e *AddressError) Error() string {
	return fmt.Sprintf("netguard: address %s is refused: %s", e.Addr, e.Why)
}

// Check refuses an address with an *AddressError, or gives nil.
func (p Policy) Check(a netip.Addr) error {
	for _, inner := range netaddr.Unwrap(a) {
		switch why := classify(inner); {
		case why == "", why == Loopback && p.AllowLoopback, why == Private && p.AllowPrivate:
		default:
			return &AddressError{a, why}
		}
	}
	return nil
}

// classify gives the reason to refuse an address, empty for a public one.
func classify(a netip.Addr) Why {
	switch {
	case !a.IsValid(), a.Zone() != "":
		return Special
	case netaddr.IsMetadata(a):
		return Metadata
	case a.IsUnspecified():
		return Unspecified
	case a.IsLoopback():
		return Loopback
	case a.IsMulticast():
		return Multicast
	case a.IsLinkLocalUnicast():
		return LinkLocal
	case a.IsPrivate(), netaddr.SharedSpace.Contains(a):
		return Private
	}
	for _, p := range special {
		if p.Contains(a) {
			return Special
		}
	}
	if a.Is6() && !global.Contains(a) {
		return Special
	}
	return ""
}

// global is the only IPv6 space that IANA hands out.
var global = netip.MustParsePrefix("2000::/3")

// special are the ranges of the IANA special-purpose registries that are not
// globally reachable.
var special = prefixes(
	"0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16",
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}
