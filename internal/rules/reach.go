package rules

import (
	"net/netip"
	"strings"

	"github.com/hs9147/agentcard/internal/netaddr"
)

// Reach is why a stranger can't reach a host, empty if nothing says so; it is
// the code of the finding (rule B-iface-host).
func Reach(endpoint string) (host, why string) {
	host = hostOf(endpoint)
	name, ok := asciiHost(host)
	if !ok {
		return host, ""
	}
	name = strings.TrimSuffix(name, ".")
	if maybeAddr(name) {
		if a, err := netip.ParseAddr(name); err == nil {
			return host, reachAddr(a)
		}
	}
	switch {
	case name == "localhost", strings.HasSuffix(name, ".localhost"):
		return host, "loopback"
	case !strings.Contains(name, "."):
		return host, "single-label"
	case innerName(name):
		return host, "private"
	}
	return host, ""
}

// FamilyHost reports a host on which an agent of the family may stand: a name of
// an inner network, or a private address in plain spelling (RFC 1918, RFC 4193,
// RFC 6598). A link-local address is none, nor that of a metadata service, nor
// one that hides within another.
func FamilyHost(endpoint string) bool {
	name, ok := asciiHost(hostOf(endpoint))
	name = strings.TrimSuffix(name, ".")
	if a, err := netip.ParseAddr(name); err == nil {
		return (a.IsPrivate() || netaddr.SharedSpace.Contains(a)) && !a.Is4In6() && !netaddr.IsMetadata(a)
	}
	return ok && innerName(name) && name != "metadata.google.internal" && name != "instance-data.ec2.internal"
}

// innerName reports a name that is looked up in an inner network alone.
func innerName(name string) bool {
	return strings.HasSuffix(name, ".internal") || strings.HasSuffix(name, ".local")
}

// maybeAddr reports a host that could be an address: none of them ends in a
// letter beyond f, but for zones.
func maybeAddr(name string) bool {
	return strings.ContainsAny(name, ":") || name != "" && name[len(name)-1] <= '9'
}

// Networks that are not the public internet's, beside those that net/netip
// knows.
var (
	unspecifiedNet = netip.MustParsePrefix("0.0.0.0/8")
	innerNets      = [...]netip.Prefix{
		netaddr.SharedSpace,
		netip.MustParsePrefix("198.18.0.0/15"), // RFC 2544
		netip.MustParsePrefix("240.0.0.0/4"),
		netip.MustParsePrefix("fec0::/10"),
	}
)

// reachAddr judges an address by what it holds.
func reachAddr(a netip.Addr) string {
	for _, inner := range netaddr.Unwrap(a.WithZone("")) {
		if why := reachOne(inner); why != "" {
			return why
		}
	}
	return ""
}

func reachOne(a netip.Addr) string {
	for _, p := range innerNets {
		if p.Contains(a) {
			return "private"
		}
	}
	switch {
	case unspecifiedNet.Contains(a), a.IsUnspecified():
		return "unspecified"
	case a.IsLoopback():
		return "loopback"
	case a.IsPrivate(), a.IsLinkLocalUnicast(), a.IsMulticast(), netaddr.IsMetadata(a):
		return "private"
	}
	return ""
}
