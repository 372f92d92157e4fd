package netaddr

import (
	"fmt"
	"net/netip"
	"testing"
)

func TestUnwrap(t *testing.T) {
	for s, want := range map[string]string{
		"192.0.2.1": "[192.0.2.1]", "2001:db8::1": "[2001:db8::1]", "::": "[::]", "::1": "[::1]", "fe80::1%eth0": "[fe80::1%eth0]",
		"::ffff:10.0.0.1": "[10.0.0.1]", "::10.0.0.1": "[10.0.0.1]", "::ffff:0:a00:1": "[10.0.0.1]",
		"64:ff9b::a00:1": "[10.0.0.1]", "64:ff9b:1::a00:1": "[10.0.0.1]", "2002:a00:1::": "[10.0.0.1]",
		"2001:0:5db8:d822::80ff:fffe": "[93.184.216.34 127.0.0.1]", // Teredo: server and client
	} {
		if got := fmt.Sprint(Unwrap(netip.MustParseAddr(s))); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}
