package wellknown_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

func ask(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHandler(t *testing.T) {
	h, err := wellknown.NewHandler([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	get := ask(h, "GET", wellknown.Path)
	if get.StatusCode != 200 || body(t, get) != small || get.Header.Get("Content-Type") != "application/json" || get.Header.Get("Cache-Control") != "max-age=300" {
		t.Errorf("GET: %d %v", get.StatusCode, get.Header)
	}
	etag := get.Header.Get("ETag")
	if !strings.HasPrefix(etag, `"`) || ask(h, "GET", wellknown.Path).Header.Get("ETag") != etag {
		t.Errorf("ETag %s is not strong and stable", etag)
	}
	head := ask(h, "HEAD", wellknown.Path)
	if head.StatusCode != 200 || body(t, head) != "" {
		t.Errorf("HEAD: %d", head.StatusCode)
	}
	for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Cache-Control"} {
		if head.Header.Get(name) != get.Header.Get(name) {
			t.Errorf("HEAD and GET differ in %s", name)
		}
	}
	for _, tag := range []string{etag, "W/" + etag, `"x", ` + etag, "*"} {
		if r := ask(h, "GET", wellknown.Path, "If-None-Match", tag); r.StatusCode != 304 || body(t, r) != "" || r.Header.Get("ETag") != etag {
			t.Errorf("If-None-Match %s: %d", tag, r.StatusCode)
		}
	}
	if r := ask(h, "GET", wellknown.Path, "If-None-Match", `"x"`); r.StatusCode != 200 {
		t.Errorf("another tag: %d", r.StatusCode)
	}
	if r := ask(h, "POST", wellknown.Path); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", r.StatusCode, r.Header)
	}
	if r := ask(h, "GET", "/a2a"+wellknown.Path); r.StatusCode != 404 {
		t.Errorf("under another path: %d", r.StatusCode)
	}
	if get.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("CORS without being asked for")
	}
	h, err = wellknown.NewHandler([]byte(small), wellknown.CORS("*"), wellknown.MaxAge(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if r := ask(h, "GET", wellknown.Path); r.Header.Get("Access-Control-Allow-Origin") != "*" || r.Header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("%v", r.Header)
	}
	if _, err := wellknown.NewHandler([]byte(`{}`)); !errors.Is(err, card.ErrNotAgentCard) {
		t.Errorf("what is no card is served: %v", err)
	}
}

func TestHandlerOptions(t *testing.T) {
	for name, o := range map[string]wellknown.Option{
		"MaxAge can't be \"-1ns\"":                wellknown.MaxAge(-1),
		"MaxAge can't be \"24h0m0.1s\"":           wellknown.MaxAge(24*time.Hour + 100*time.Millisecond),
		"CORS can't be \"aU+000DU+000Ab: c\"":     wellknown.CORS("a\r\nb: c"),
		"CORS can't be \"\"":                      wellknown.CORS(""),
		"CORS can't be \"null\"":                  wellknown.CORS("null"),
		"CORS can't be \"a.example\"":             wellknown.CORS("a.example"),
		"CORS can't be \"https://a.example/\"":    wellknown.CORS("https://a.example/"),
		"CORS can't be \"https://a.example:443\"": wellknown.CORS("https://a.example:443"),
		"CORS can't be \"https://A.example\"":     wellknown.CORS("https://A.example"),
		"CORS can't be \"https://***@a.example\"": wellknown.CORS("https://u:p@a.example"),
		"CORS can't be \"https://a.example, *\"":  wellknown.CORS("https://a.example, *"),
	} {
		h, err := wellknown.NewHandler([]byte(small), wellknown.MaxAge(time.Hour), o, wellknown.CORS("*"))
		var bad *wellknown.OptionError
		if h != nil || !errors.As(err, &bad) || err.Error() != "wellknown: "+name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, o := range []wellknown.Option{wellknown.MaxAge(0), wellknown.MaxAge(wellknown.MaxMaxAge), wellknown.CORS("https://a.example:8443"), wellknown.CORS("http://[::1]:3000")} {
		if _, err := wellknown.NewHandler([]byte(small), o); err != nil {
			t.Error(err)
		}
	}
}

func TestSwap(t *testing.T) {
	h, err := wellknown.NewHandler([]byte(`{"name":"x","version":"1","skills":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Swap([]byte(`{"name":"y","version":"1","skills":[]}`)); !errors.Is(err, wellknown.ErrUnchangedVersion) {
		t.Errorf("changed under its version: %v", err)
	}
	if err := h.Swap([]byte(`{ "version":"1", "skills":[], "name":"x", "signatures":[{"protected":"AA","signature":"AA"}] }`)); err != nil {
		t.Errorf("signed anew: %v", err)
	}
	signed := ask(h, "GET", wellknown.Path).Header.Get("ETag")
	if err := h.Swap([]byte(`{"name":"y","version":"2","skills":[]}`)); err != nil {
		t.Errorf("a raised version: %v", err)
	}
	if ask(h, "GET", wellknown.Path).Header.Get("ETag") == signed {
		t.Error("the ETag stayed")
	}
	if err := h.Swap([]byte(`nonsense`)); err == nil {
		t.Error("nonsense was taken")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_ = h.Swap([]byte(`{"name":"z","version":"3","skills":[]}`))
			ask(h, "GET", wellknown.Path)
		})
	}
	wg.Wait()
}
