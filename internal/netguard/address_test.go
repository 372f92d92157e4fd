package netguard

import (
	"errors"
	"net/netip"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		addr string
		want Why
	}{
		{"93.184.216.34", ""},
		{"2606:2800:220:1:248:1893:25c8:1946", ""},
		{"64:ff9b::5db8:d822", ""},                // NAT64 of a public address
		{"2002:5db8:d822::1", ""},                 // 6to4 of a public address
		{"::ffff:93.184.216.34", ""},              // mapped
		{"0.0.0.0", Unspecified},                  //
		{"::", Unspecified},                       //
		{"127.0.0.1", Loopback},                   //
		{"127.9.9.9", Loopback},                   //
		{"::1", Loopback},                         //
		{"::ffff:127.0.0.1", Loopback},            // mapped
		{"::127.0.0.1", Loopback},                 // compatible
		{"64:ff9b::7f00:1", Loopback},             // NAT64
		{"64:ff9b:1::7f00:1", Loopback},           // local NAT64
		{"2002:7f00:1::", Loopback},               // 6to4
		{"::ffff:0:7f00:1", Loopback},             // translated
		{"2001:0:5db8:d822::80ff:fffe", Loopback}, // Teredo: the client is 127.0.0.1
		{"2001:0:7f00:1::a247:27dd", Loopback},    // Teredo: the server is
		{"10.1.2.3", Private},
		{"172.31.255.255", Private},
		{"192.168.0.1", Private},
		{"100.64.0.1", Private},
		{"fc00::1", Private},
		{"64:ff9b::a00:1", Private},
		{"169.254.1.1", LinkLocal},
		{"fe80::1", LinkLocal},
		{"fe80::1%eth0", Special},
		{"169.254.169.254", Metadata},
		{"64:ff9b::a9fe:a9fe", Metadata},
		{"fd00:ec2::254", Metadata},
		{"100.100.100.200", Metadata},
		{"224.0.0.1", Multicast},
		{"ff02::1", Multicast},
		{"255.255.255.255", Special},
		{"192.0.0.1", Special},
		{"192.0.2.1", Special},
		{"198.18.0.1", Special},
		{"203.0.113.10", Special},
		{"240.0.0.1", Special},
		{"0.1.2.3", Special},
		{"2001:db8::1", Special},
		{"fec0::1", Special},
		{"100::1", Special},
		{"4000::1", Special},
	} {
		err := Policy{}.Check(netip.MustParseAddr(c.addr))
		var refused *AddressError
		got := Why("")
		if errors.As(err, &refused) {
			got = refused.Why
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.addr, got, c.want)
		}
		// What a policy allows is that and no more.
		loose := Policy{AllowLoopback: true, AllowPrivate: true}.Check(netip.MustParseAddr(c.addr))
		if allowed := c.want == "" || c.want == Loopback || c.want == Private; (loose == nil) != allowed {
			t.Errorf("%s with everything allowed: %v", c.addr, loose)
		}
	}
	if (Policy{}).Check(netip.Addr{}) == nil {
		t.Error("no address is allowed")
	}
}
