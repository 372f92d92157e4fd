package loopback

import (
	"errors"
	"io"
	"net/http"
	"syscall"
	"testing"
)

func TestServe(t *testing.T) {
	s, err := Serve("https://terra.internal", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Host+r.URL.Path)
	}))
	if err != nil {
		t.Fatal(err)
	}
	transport := s.Transport()
	client := &http.Client{Transport: transport}
	res, err := client.Get("https://terra.internal/a2a")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if string(body) != "terra.internal/a2a" || err != nil || res.TLS == nil {
		t.Errorf("%s, %v", body, err)
	}
	for _, elsewhere := range []string{"https://terra.internal:8443/", "https://example.com/", "http://terra.internal/"} {
		if _, err := client.Get(elsewhere); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("%s: %v", elsewhere, err)
		}
	}
	transport.CloseIdleConnections()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := client.Get("https://terra.internal/a2a"); err == nil {
		t.Error("it still serves")
	}
}

func TestServeRefuses(t *testing.T) {
	for _, origin := range []string{"ftp://terra.internal", "https://", "terra.internal", "https://terra.internal/a2a", "https://[::1"} {
		if _, err := Serve(origin, http.NotFoundHandler()); !errors.Is(err, ErrOrigin) {
			t.Errorf("%s: %v", origin, err)
		}
	}
}

// One transport leads to several servers, each under its own certificate.
func TestTransport(t *testing.T) {
	var servers []*Server
	for _, origin := range []string{"https://terra.internal", "https://ethos.internal", "http://plain.internal"} {
		s, err := Serve(origin, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, origin) }))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		servers = append(servers, s)
	}
	transport := Transport(servers...)
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for _, s := range servers {
		res, err := client.Get(s.Origin)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if string(body) != s.Origin || err != nil {
			t.Errorf("%s: %s, %v", s.Origin, body, err)
		}
	}
	if _, err := client.Get("https://afo.internal"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("where nothing listens: %v", err)
	}
}
