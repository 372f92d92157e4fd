package netguard

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Options of a client. The zero value is the careful one.
type Options struct {
	Policy
	Resolver      Resolver      // nil: the system's
	TLS           *tls.Config   // cloned; nil: the system's roots. At least TLS 1.2 is spoken
	DialTimeout   time.Duration // 0: 3 s
	HeaderTimeout time.Duration // to the response's headers; 0: 3 s
	MaxHeader     int64         // bytes of response headers; 0: 64 KiB
}

// Resolver looks up the addresses of a host. *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// NewClient makes a client that keeps no cookies, follows no redirect, asks no
// proxy, and dials through the guard, once for each request (see Alone). The
// client sets no overall timeout; give each request a context with a deadline.
func NewClient(o Options) *http.Client {
	config := &tls.Config{}
	if o.TLS != nil {
		config = o.TLS.Clone()
	}
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	g := &guard{o: o}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext:            g.dial,
			TLSClientConfig:        config,
			TLSHandshakeTimeout:    OrDefault(o.DialTimeout, 3*time.Second),
			ResponseHeaderTimeout:  OrDefault(o.HeaderTimeout, 3*time.Second),
			MaxResponseHeaderBytes: orSize(o.MaxHeader),
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
			DisableKeepAlives:      true,
		},
	}
}

// OrDefault is d, or def where d is not positive.
func OrDefault(d, def time.Duration) time.Duration {
	if d <= 0 {
		return def
	}
	return d
}

func orSize(n int64) int64 {
	if n <= 0 {
		return 64 << 10
	}
	return n
}

// guard dials what the policy allows.
type guard struct{ o Options }

// ErrNoAddress is matched by the error for a host without any address.
var ErrNoAddress = errors.New("netguard: the host has no address")

// dial resolves the host, refuses it if one of its answers is refused, so that a
// name with public and private answers is no way in, and checks the address
// again as it is dialled.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("netguard: %w", err)
	}
	addrs, err := g.lookup(ctx, host)
	if err != nil {
		return nil, err
	}
	for _, a := range addrs {
		if err := g.o.Check(a); err != nil {
			return nil, err
		}
	}
	d := net.Dialer{Timeout: OrDefault(g.o.DialTimeout, 3*time.Second), Control: g.control}
	var first error
	for _, a := range addrs {
		conn, err := d.DialContext(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return newQuiet(conn), nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

func (g *guard) lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	var r Resolver = net.DefaultResolver
	if g.o.Resolver != nil {
		r = g.o.Resolver
	}
	addrs, err := r.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	if len(addrs) == 0 {
		return nil, ErrNoAddress
	}
	return addrs, nil
}

// control is called with the address of each attempt, before it connects.
func (g *guard) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("netguard: %w", err)
	}
	return g.o.Check(ap.Addr())
}
