// Package loopback serves a handler on this machine as if it were at another
// origin: https://terra.internal, say, with a certificate made for the occasion.
// It lets an agent be taken through every check, TLS and all, in the process
// that it lives in.
package loopback

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// Server serves a handler at an origin that only its own Transport knows.
type Server struct {
	Origin string

	host     string // and port of Origin
	http     *http.Server
	listener net.Listener
	cert     *x509.Certificate
	done     chan struct{}
}

// ErrOrigin is matched by the error of Serve for an origin that is none.
var ErrOrigin = errors.New("loopback: no http or https origin")

// Serve starts serving on a port of 127.0.0.1. Errors are ErrOrigin, and those of
// making a certificate and of listening. Close ends it.
func Serve(origin string, h http.Handler) (*Server, error) {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.Path != "" {
		return nil, fmt.Errorf("%w: %q", ErrOrigin, origin)
	}
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	cert, err := certificate(u.Hostname())
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		Origin: origin, host: net.JoinHostPort(u.Hostname(), port), listener: l, cert: cert.Leaf, done: make(chan struct{}),
		http: &http.Server{
			Handler: h, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: 10 * time.Second,
			TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}},
		},
	}
	go func() {
		defer close(s.done)
		if u.Scheme == "http" {
			_ = s.http.Serve(l) // always ErrServerClosed: Close ends it
			return
		}
		_ = s.http.ServeTLS(l, "", "")
	}()
	return s, nil
}

// Transport leads to the server what is meant for its origin, and refuses every
// other connection as a port does where nothing listens. The caller closes its
// idle connections.
func (s *Server) Transport() *http.Transport { return Transport(s) }

// Transport leads to each of the servers what is meant for its origin, and is
// otherwise as the Transport of one.
func Transport(servers ...*Server) *http.Transport {
	pool, at := x509.NewCertPool(), map[string]string{}
	for _, s := range servers {
		pool.AddCert(s.cert)
		at[s.host] = s.listener.Addr().String()
	}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		there, known := at[address]
		if !known {
			return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
		}
		var d net.Dialer
		return d.DialContext(ctx, network, there)
	}
	return &http.Transport{
		DialContext:        dial,
		TLSClientConfig:    &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12},
		DisableCompression: true,
	}
}

// Close ends the server and every connection to it.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	return err
}

// certificate makes one for a host that signs itself, good for a day.
func certificate(host string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, nil
}
