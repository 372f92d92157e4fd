package wellknown_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

const small = `{"name":"x","version":"1","skills":[]}`

// loopback is a fetcher that may call servers of a test.
func loopback() *wellknown.Fetcher {
	return &wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true, Timeout: 2 * time.Second, HeaderTimeout: time.Second}
}

func server(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://h:8443/a2a?x":          "https://h:8443/.well-known/agent-card.json",
		"https://ethos.internal/a2a":    "https://ethos.internal/.well-known/agent-card.json",
		"https://h/a/b/":                "https://h/.well-known/agent-card.json",
		"HTTPS://h":                     "https://h/.well-known/agent-card.json",
		"http://h/a2a":                  "http://h/.well-known/agent-card.json",
		"https://[2001:db8::1]:9/a#x":   "https://[2001:db8::1]:9/.well-known/agent-card.json",
		"https://h/.well-known/x?y=z#f": "https://h/.well-known/agent-card.json",
	} {
		if got, err := wellknown.URL(in); err != nil || got != want {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", "/a2a", "h/a2a", "ftp://h/", "https:h", "https:///x", "https://user:secret@h/", "https://@h/", "https://h:0/", "https://h:99999/",
		"https://h/a b", "https://h\\@evil/", "mailto:x@h", "javascript:alert(1)",
	} {
		_, err := wellknown.URL(in)
		var e *wellknown.FetchError
		if !errors.As(err, &e) || e.Rule != "F-scheme" {
			t.Errorf("%q: %v", in, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error shows a credential: %v", in, err)
		}
	}
}

// refusal is what an error says.
func refusal(err error) string {
	var e *wellknown.FetchError
	if !errors.As(err, &e) {
		return fmt.Sprint(err)
	}
	return e.Rule + " " + e.Code
}

func TestWhatIsSent(t *testing.T) {
	var got *http.Request
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		w.Header().Set("Content-Type", "application/json")
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		_, _ = w.Write([]byte(small))
	})
	f := loopback()
	for range 2 {
		r, err := f.Fetch(context.Background(), url+"/a2a?secret=1")
		if err != nil || string(r.Body) != small || r.Status != 200 || r.ContentType != "application/json" || r.HTTPS {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if got.URL.String() != wellknown.Path || got.Method != http.MethodGet {
		t.Errorf("asked %s %s", got.Method, got.URL)
	}
	for name, want := range map[string]string{
		"Accept": "application/json", "Accept-Encoding": "identity", "A2a-Version": "1.0", "Cookie": "", "Authorization": "", "Referer": "",
	} {
		if v := got.Header.Get(name); v != want {
			t.Errorf("%s: %q, want %q", name, v, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	big := strings.Repeat(" ", card.MaxSize-len(small)) + small
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(bytes.Repeat([]byte(" "), 50<<20))
	_ = z.Close()
	for name, c := range map[string]struct {
		want string
		h    http.HandlerFunc
	}{
		"exactly the limit":   {"<nil>", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(big)) }},
		"one byte more":       {"F-size size", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(big + " ")) }},
		"a length over it":    {"F-size size", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "99999999") }},
		"chunks without end":  {"F-size size", endless},
		"a bomb":              {"F-size size", encoded("gzip", bomb.Bytes())},
		"gzip":                {"<nil>", encoded("gzip", zipped(small))},
		"gzip that is none":   {"F-size encoding", encoded("gzip", []byte("not gzip at all"))},
		"gzip cut off":        {"F-size length", encoded("gzip", zipped(small)[:20])},
		"an unknown encoding": {"F-size encoding", encoded("br", []byte("x"))},
		"a length that lies": {"F-size length", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{"))
		}},
		"a redirect": {"F-no-cookies-redirects redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://u:p@169.254.169.254/latest", http.StatusFound)
		}},
		"308 to itself": {"F-no-cookies-redirects redirected", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/agent-card.json", http.StatusPermanentRedirect)
		}},
		"300":                 {"F-no-cookies-redirects redirected", status(300)},
		"304 unasked":         {"V1 status", status(304)},
		"401":                 {"G2 auth", status(401)},
		"403":                 {"G2 auth", status(403)},
		"404":                 {"V1 status", status(404)},
		"204":                 {"V1 status", status(204)},
		"206":                 {"V1 status", status(206)},
		"500":                 {"V1 status", status(500)},
		"a slow drip":         {"F-accept-timeout timeout", drip},
		"no headers":          {"F-accept-timeout timeout", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		"headers without end": {"V1 response", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) }},
		"reset in the headers": {"V1 unreachable", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			_ = conn.Close()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := server(t, c.h)
			r, err := loopback().Fetch(context.Background(), url)
			if got := refusal(err); got != c.want {
				t.Errorf("%s, want %s (%v)", got, c.want, err)
			}
			if err != nil && r != nil && r.Body != nil {
				t.Error("a refused body was given")
			}
			if err != nil && strings.Contains(err.Error(), "u:p@") {
				t.Errorf("a credential of a redirect is shown: %v", err)
			}
		})
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<16)); err != nil {
			return
		}
	}
}

func drip(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		_, _ = w.Write([]byte(" "))
		w.(http.Flusher).Flush()
		time.Sleep(50 * time.Millisecond)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func encoded(enc string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", enc)
		_, _ = w.Write(body)
	}
}

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return b.Bytes()
}

func TestPolicyComesFirst(t *testing.T) {
	hits := 0
	url := server(t, func(http.ResponseWriter, *http.Request) { hits++ })
	for name, c := range map[string]struct {
		f    *wellknown.Fetcher
		url  string
		want string
	}{
		"plain http is off":         {&wellknown.Fetcher{AllowLoopback: true}, url, "F-scheme http"},
		"loopback is off":           {&wellknown.Fetcher{AllowHTTP: true}, url, "F-address loopback"},
		"private is off":            {&wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true}, "http://10.255.255.1/", "F-address private"},
		"metadata is never allowed": {&wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true, AllowPrivate: true}, "http://169.254.169.254/", "F-address metadata"},
		"credentials":               {loopback(), strings.Replace(url, "http://", "http://user:pw@", 1), "F-scheme userinfo"},
	} {
		if _, err := c.f.Fetch(context.Background(), c.url); refusal(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := loopback().Fetch(ctx, url); refusal(err) != "F-accept-timeout canceled" || !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
	if hits != 0 {
		t.Errorf("%d requests were sent", hits)
	}
}

func TestConditionsAndDiagnostic(t *testing.T) {
	h, err := wellknown.NewHandler([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	url := server(t, h.ServeHTTP)
	f := loopback()
	first, err := f.Fetch(context.Background(), url+"/a2a")
	if err != nil || first.Conditions.ETag == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := f.FetchIf(context.Background(), url, first.Conditions)
	if err != nil || !again.NotModified || again.Body != nil {
		t.Errorf("%+v, %v", again, err)
	}
	var asked string
	other := server(t, func(w http.ResponseWriter, r *http.Request) { asked = r.URL.String(); _, _ = w.Write([]byte(small)) })
	if _, err := f.FetchURL(context.Background(), other+"/agents/a1/card.json?assistant_id=a1#x"); err != nil || asked != "/agents/a1/card.json?assistant_id=a1" {
		t.Errorf("asked %q, %v", asked, err)
	}
}
