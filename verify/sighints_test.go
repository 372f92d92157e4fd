package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/internal/jose"
)

// watch replaces what a program could call out with, and counts the calls: the
// default HTTP transport, the default resolver, and a listener that somebody
// would connect to.
func watch(t *testing.T) (url string, calls *atomic.Int32) {
	t.Helper()
	calls = new(atomic.Int32)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			c.Close()
		}
	}()
	refused := errors.New("nobody calls out")
	dial := func(context.Context, string, string) (net.Conn, error) {
		calls.Add(1)
		return nil, refused
	}
	transport, client, resolver := http.DefaultTransport, http.DefaultClient, net.DefaultResolver
	http.DefaultTransport = &http.Transport{DialContext: dial, DialTLSContext: dial}
	http.DefaultClient = &http.Client{}
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: dial}
	t.Cleanup(func() {
		l.Close()
		<-done
		http.DefaultTransport, http.DefaultClient, net.DefaultResolver = transport, client, resolver
	})
	return "http://" + l.Addr().String(), calls
}

// B57, B58, SIG1: every member by which a card could bring a key, in both
// headers, in the entry and in the card. A right signature still verifies by
// its kid, a signature of the key that is brought along does not, the hints are
// reported, and nobody is called.
func TestHintsAreNotFollowed(t *testing.T) {
	url, calls := watch(t)
	attacker := jwk("other", testKeys()["other"].Public(), nil)
	set := json.RawMessage(jwks(attacker))
	hints := map[string]any{
		"jku": url + "/jwks.json", "x5u": url + "/chain.pem", "jwk": attacker, "x5c": []string{"MIIB" + url}, "x5t": url, "x5t#S256": url,
	}
	more := map[string]any{ // no hints of RFC 7515, and no way in either
		"iss": url, "kid_url": url, "jwks": set, "jwks_uri": url, "url": url, "nonce": url, "$ref": url, "openid-configuration": url, "cty": url, "typ": "JOSE",
	}
	for _, kid := range []string{"ES256", "other", url + "/kid", "file:///etc/passwd", "//localhost/kid"} {
		for _, by := range []string{"ES256", "other"} {
			for _, unprotected := range []bool{false, true} {
				header, outer := map[string]any{"alg": "ES256", "kid": kid}, map[string]any{"x": url}
				for _, list := range []map[string]any{hints, more} {
					for name, v := range list {
						if unprotected {
							outer[name] = v
						} else {
							header[name] = v
						}
					}
				}
				hintCase(t, header, outer, kid, by)
			}
		}
	}
	time.Sleep(50 * time.Millisecond) // for a call that somebody made on the side
	if n := calls.Load(); n > 0 {
		t.Errorf("%d calls", n)
	}
}

func hintCase(t *testing.T, header, outer map[string]any, kid, by string) {
	t.Helper()
	text := fmt.Sprintf(`{"name":"N","skills":[],"jwks_uri":%q,"jku":%q,"documentationUrl":%q}`, outer["x"], outer["x"], outer["x"])
	h, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	o, err := json.Marshal(outer)
	if err != nil {
		t.Fatal(err)
	}
	entry := entryWith(t, string(h), by, payloadOf(t, text, "received"))
	entry = strings.TrimSuffix(entry, "}") + `,"header":` + string(o) + `,"jku":"` + outer["x"].(string) + `"}`
	data := withEntries(text, entry)
	r := Signatures(parsed(t, data), pinned(t, "ES256"), SignatureOptions{})
	want := SignatureNoMatch
	if kid == "ES256" && by == "ES256" {
		want = SignatureVerified
	} else if kid == "ES256" {
		want = SignatureInvalid
	}
	if r.Status != want {
		t.Errorf("kid %s, signed by %s, %v: %s %s, want %s", kid, by, outer, r.Status, r.Code, want)
	}
	all := []string{"jku", "jwk", "x5c", "x5t", "x5t#S256", "x5u"}
	if got := slices.Sorted(slices.Values(r.Hints)); !slices.Equal(got, all) || !slices.Equal(slices.Sorted(slices.Values(r.Entries[0].Hints)), all) {
		t.Errorf("hints %q", got)
	}
	if r := Signatures(parsed(t, data), nil, SignatureOptions{}); r.Status != SignatureNotChecked || len(r.Hints) != len(all) {
		t.Errorf("without keys: %s, hints %q", r.Status, r.Hints)
	}
	checks := append(Completion(), P5())
	report := Run(context.Background(), Target{Received: data, Keys: pinned(t, "ES256"), SignaturePolicy: RequireSignature}, checks...)
	n := 0
	for _, f := range report.Findings {
		if f.Rule == "SIG1" && f.Verdict == Info && strings.Contains(f.Message.EN, "`x5t#S256`") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d findings on hints", n)
	}
	if _, err := report.MarshalJSON(); err != nil {
		t.Error(err)
	}
}

// The vectors on hints, and key sets that name places, call nobody either.
func TestVectorsCallNobody(t *testing.T) {
	url, calls := watch(t)
	for _, c := range hostileCases(t) {
		if !strings.HasPrefix(c.ID, "hint-") {
			continue
		}
		cardBytes, set := c.bytes(t)
		outcome(cardBytes, set)
	}
	for _, kid := range []string{"ES256", "RS256", "EdDSA"} {
		k := good(kid, "jku", url, "x5u", url+"/chain", "x5c", []string{jose.Encode([]byte(url))}, "jwks_uri", url)
		if _, err := ParseJWKS(jwks(k)); err != nil {
			t.Error(err)
		}
	}
	for _, text := range []string{`{"jku":"` + url + `"}`, `{"keys":"` + url + `"}`, `{"jwks_uri":"` + url + `","keys":[{"$ref":"` + url + `"}]}`, url} {
		if _, err := ParseJWKS([]byte(text)); err == nil {
			t.Errorf("%s is a set", text)
		}
	}
	time.Sleep(50 * time.Millisecond)
	if n := calls.Load(); n > 0 {
		t.Errorf("%d calls", n)
	}
}

// The packages that read cards and signatures can't call out at all, and
// nothing in the module uses what would follow a URL to a key.
func TestNothingCallsOut(t *testing.T) {
	follow := []string{"WithVerify" + "Auto", "jwk." + "Fetch", "jwk." + "Cache", "jwk." + "NewCache"}
	forbidden := []string{"net", "net/http", "net/rpc", "net/smtp", "os/exec", "syscall", "plugin", "golang.org/x/net/http2"}
	// What may call the agent itself, where the caller allows it.
	live := []string{"cachelife.go", "calls.go", "live.go", "networds.go", "reach.go", "serve.go"}
	quiet := []string{"verify", "card", "internal/jose", "internal/jsondoc", "ans", "hire", "tags"}
	read := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		read++
		for _, name := range follow {
			if strings.Contains(string(text), name) {
				t.Errorf("%s mentions %s", path, name)
			}
		}
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		if strings.HasSuffix(path, "_test.go") || !slices.Contains(quiet, room) || room == "verify" && slices.Contains(live, filepath.Base(path)) {
			return nil
		}
		f, err := parser.ParseFile(gotoken.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if slices.Contains(forbidden, p) || strings.HasPrefix(p, "net/http/") {
				t.Errorf("%s imports %s", path, p)
			}
		}
		return nil
	})
	if err != nil || read < 50 {
		t.Errorf("%d files, %v", read, err)
	}
}
