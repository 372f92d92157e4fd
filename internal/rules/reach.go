package rules

import (
	"cmp"
	"net/netip"
	"strconv"
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
	dot := strings.LastIndexByte(name, '.')
	if strings.IndexByte(name, ':') >= 0 || isDigit(name, dot+1) {
		return host, reachNumber(name)
	}
	switch {
	case name == "localhost", strings.HasSuffix(name, ".localhost"):
		return host, "loopback"
	case dot < 0:
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

// isDigit reports a digit at a place of a text.
func isDigit(s string, at int) bool { return at < len(s) && '0' <= s[at] && s[at] <= '9' }

// reachNumber judges a host that is an address or whose last label begins with a
// digit. One that inet_aton and the WHATWG URL standard read as an IPv4 address is
// judged as that address, and is numeric where nothing else is wrong with it.
func reachNumber(name string) string {
	if a, err := netip.ParseAddr(name); err == nil {
		return reachAddr(a)
	}
	a, numeric := legacyIPv4(name)
	switch {
	case !numeric:
		if strings.Contains(name, ".") {
			return ""
		}
		return "single-label"
	case a.IsValid():
		return cmp.Or(reachAddr(a), "numeric")
	}
	return "numeric"
}

// legacyIPv4 reads an IPv4 address of one to four parts, each decimal, octal or
// hexadecimal, of which the last fills what is left (inet_aton; WHATWG URL §3.5).
// A host is numeric if its last label is a number; the address is not valid where
// the rest of it can't be read.
func legacyIPv4(name string) (a netip.Addr, numeric bool) {
	parts := strings.Split(name, ".")
	last := parts[len(parts)-1]
	if _, ok := legacyPart(last); !ok && strings.Trim(last, "0123456789") != "" {
		return netip.Addr{}, false
	}
	if len(parts) > 4 {
		return netip.Addr{}, true
	}
	var sum uint64
	for i, p := range parts {
		n, ok := legacyPart(p)
		room := 8 // bits
		if i == len(parts)-1 {
			room = 8 * (5 - len(parts))
		}
		if !ok || n >= 1<<room {
			return netip.Addr{}, true
		}
		sum = sum<<room | n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}

// legacyPart reads one part: 0x before a hexadecimal one, which may be empty, and
// 0 before an octal one.
func legacyPart(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		if s, base = s[2:], 16; s == "" {
			return 0, true
		}
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil
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
