package netguard

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// answers is a resolver that gives one list after the other.
type answers struct {
	lists [][]netip.Addr
	n     int
}

func (a *answers) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	list := a.lists[min(a.n, len(a.lists)-1)]
	a.n++
	return list, nil
}

func addrs(list ...string) []netip.Addr {
	var out []netip.Addr
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

func get(t *testing.T, c *http.Client, url string) (*http.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err == nil {
		t.Cleanup(func() { _ = res.Body.Close() })
	}
	t.Cleanup(c.CloseIdleConnections)
	return res, err
}

func TestNoLoopbackWithoutLeave(t *testing.T) {
	hits := 0
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits++ }))
	defer s.Close()
	_, err := get(t, NewClient(Options{}), s.URL)
	var refused *AddressError
	if !errors.As(err, &refused) || refused.Why != Loopback || hits != 0 {
		t.Errorf("%v, %d hits", err, hits)
	}
	if _, err := get(t, NewClient(Options{Policy: Policy{AllowLoopback: true}}), s.URL); err != nil || hits != 1 {
		t.Errorf("with leave: %v, %d hits", err, hits)
	}
}

func TestResolverThatAnswersPrivate(t *testing.T) {
	for name, lists := range map[string][][]netip.Addr{
		"private at once":          {addrs("10.0.0.1")},
		"public and private mixed": {addrs("93.184.216.34", "10.0.0.1")},
		"loopback behind NAT64":    {addrs("64:ff9b::7f00:1")},
	} {
		_, err := get(t, NewClient(Options{Resolver: &answers{lists: lists}}), "http://agent.example/")
		var refused *AddressError
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The second look-up answers otherwise: each connection is judged anew.
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.URL, "http://"))
	r := &answers{lists: [][]netip.Addr{addrs("127.0.0.1"), addrs("10.0.0.1")}}
	c := NewClient(Options{Policy: Policy{AllowLoopback: true}, Resolver: r})
	if _, err := get(t, c, "http://agent.example:"+port+"/"); err != nil {
		t.Fatal(err)
	}
	c.CloseIdleConnections()
	var refused *AddressError
	if _, err := get(t, c, "http://agent.example:"+port+"/"); !errors.As(err, &refused) {
		t.Errorf("the second answer was dialled: %v", err)
	}
	if _, err := get(t, NewClient(Options{Resolver: &answers{lists: [][]netip.Addr{nil}}}), "http://agent.example/"); !errors.Is(err, ErrNoAddress) {
		t.Errorf("no address: %v", err)
	}
}

func TestControlLooksAtTheAddressDialled(t *testing.T) {
	g := &guard{}
	if err := g.control("tcp", "127.0.0.1:80", nil); err == nil {
		t.Error("loopback was let through at the dial")
	}
	if err := g.control("tcp", "nonsense", nil); err == nil {
		t.Error("what is no address was let through")
	}
}

func TestNoRedirectNoCookieNoProxy(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	var hits []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits = append(hits, r.URL.Path+" "+r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	defer s.Close()
	c := NewClient(Options{Policy: Policy{AllowLoopback: true}})
	for range 2 {
		res, err := get(t, c, s.URL+"/card")
		if err != nil || res.StatusCode != http.StatusFound {
			t.Fatalf("%v %v", res, err)
		}
	}
	if got := strings.Join(hits, ","); got != "/card ,/card " {
		t.Errorf("requests: %s", got)
	}
}

func TestTLS12AtLeast(t *testing.T) {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.TLS = &tls.Config{MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}
	s.Config.ErrorLog = nil
	s.StartTLS()
	defer s.Close()
	config := s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	config.MinVersion = tls.VersionTLS10
	if _, err := get(t, NewClient(Options{Policy: Policy{AllowLoopback: true}, TLS: config}), s.URL); err == nil {
		t.Error("TLS 1.1 was spoken")
	}
}

func TestSlowHeaders(t *testing.T) {
	stop := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stop }))
	defer s.Close()
	defer close(stop)
	_, err := get(t, NewClient(Options{Policy: Policy{AllowLoopback: true}, HeaderTimeout: 50 * time.Millisecond}), s.URL)
	if err == nil {
		t.Error("a server that sends no headers was waited for")
	}
}
