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
