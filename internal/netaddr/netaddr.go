// Package netaddr knows the forms in which an IP address hides another and the
// addresses of metadata services, for those who judge where an address leads.
package netaddr

import "net/netip"

// SharedSpace is the space that carriers share behind NAT (RFC 6598), which
// netip.Addr.IsPrivate does not know.
var SharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// IsMetadata reports the address of a cloud's metadata service. Some of them lie
// in ranges that are otherwise private, shared or public.
func IsMetadata(a netip.Addr) bool { return metadata[a] }

var metadata = map[netip.Addr]bool{
	netip.MustParseAddr("169.254.169.254"): true,
	netip.MustParseAddr("169.254.170.2"):   true,
	netip.MustParseAddr("100.100.100.200"): true,
	netip.MustParseAddr("168.63.129.16"):   true,
	netip.MustParseAddr("192.0.0.192"):     true,
	netip.MustParseAddr("fd00:ec2::254"):   true,
	netip.MustParseAddr("fd20:ce::254"):    true,
}

// Unwrap gives the addresses that an address stands for: the IPv4 ones that it
// embeds (mapped, compatible, translated, NAT64, 6to4, Teredo), else itself.
func Unwrap(a netip.Addr) []netip.Addr {
	if a = a.Unmap(); !a.Is6() || a.Zone() != "" {
		return []netip.Addr{a}
	}
	b := a.As16()
	v4 := func(i int) netip.Addr { return netip.AddrFrom4([4]byte(b[i : i+4])) }
	switch {
	case a == netip.IPv6Unspecified(), a == netip.IPv6Loopback():
	case nat64.Contains(a), nat64Local.Contains(a), compatible.Contains(a), translated.Contains(a):
		return []netip.Addr{v4(12)}
	case sixToFour.Contains(a):
		return []netip.Addr{v4(2)}
	case teredo.Contains(a):
		client := [4]byte{^b[12], ^b[13], ^b[14], ^b[15]}
		return []netip.Addr{v4(4), netip.AddrFrom4(client)}
	}
	return []netip.Addr{a}
}

var (
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	nat64Local = netip.MustParsePrefix("64:ff9b:1::/48")
	compatible = netip.MustParsePrefix("::/96")
	translated = netip.MustParsePrefix("::ffff:0:0:0/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
	teredo     = netip.MustParsePrefix("2001::/32")
)
