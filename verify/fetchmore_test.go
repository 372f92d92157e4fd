package verify

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hs9147/agentcard/card/wellknown"
)

// answers is a resolver that gives each answer in turn, the last one for ever.
type answers struct {
	list [][]netip.Addr
	n    atomic.Int64
}

func (a *answers) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	n := int(a.n.Add(1)) - 1
	return a.list[min(n, len(a.list)-1)], nil
}

func addrs(list ...string) (out []netip.Addr) {
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

// B69: a name that is public at one look-up and private at the next, or both at
// once, is dialled at neither. What is refused is not called unreachable (X24).
func TestB69TheDialDecides(t *testing.T) {
	// Where a card was handed in the first look-up is the fetch's, the next V7's.
	for name, list := range map[string][][]netip.Addr{
		"private at the second look-up": {addrs("127.0.0.1"), addrs("10.0.0.7")},
		"public and private at once":    {addrs("203.0.114.9", "10.0.0.7")},
		"private":                       {addrs("10.0.0.7")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := derived(t, "base/ethos.json")
			resolver := &answers{list: list}
			target := Target{
				Endpoint: "https://ethos.internal:1/a2a", Profile: Ethos(), Received: body,
				Live: &Live{AllowLoopback: true, Resolver: resolver, Credentials: []Credential{{"userBearer", userToken}}},
			}
			r := Run(context.Background(), target, V1(), V7(), P1(), P3())
			if v := r.Verdict("V7"); v != Inconclusive || one(r, "V7", "private-host") == nil {
				t.Errorf("V7 is %s: %q", v, found(r, nil))
			}
			if v := r.Verdict("P3"); v != Inconclusive || one(r, "P3", "private-host") == nil {
				t.Errorf("P3 is %s: %q", v, found(r, nil))
			}
			if len(list) == 1 && (r.Verdict("V1") != Inconclusive || one(r, "F-address", "private") == nil) {
				t.Errorf("%q", found(r, nil))
			}
		})
	}
}

// B71: an inner address in an outer spelling is refused, and nothing is sent.
func TestB71InnerSpellings(t *testing.T) {
	for _, host := range []string{
		"[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::ffff:7f00:1]", "[::127.0.0.1]", "100.64.0.1", "198.18.0.1", "192.0.0.1", "[fec0::1]", "0.0.0.0",
		"[64:ff9b::a9fe:a9fe]", "169.254.169.254", "[fe80::1]", "224.0.0.1",
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			target := Target{Endpoint: "https://" + host + "/a2a", Profile: Ethos(), Received: derived(t, "base/ethos.json"), Live: &Live{Credentials: []Credential{{"userBearer", userToken}}}}
			r := Run(context.Background(), target, V1(), V7())
			if r.Verdict("V1") != Inconclusive || r.Verdict("V7") != Inconclusive {
				t.Errorf("V1 is %s, V7 is %s: %q", r.Verdict("V1"), r.Verdict("V7"), found(r, nil))
			}
		})
	}
}

// B77: see TestCredentialsStayAtTheirOrigin; also no older member leads a
// credential elsewhere.
func TestB77AdditionalInterfaces(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, `del /supportedInterfaces`, `set /protocolVersion "0.3.0"`, `set /preferredTransport "GRPC"`,
			`set /additionalInterfaces [{"url":"https://evil.example/a2a","transport":"JSONRPC"}]`)
		target.Endpoint = "https://ethos.internal"
		r := Run(context.Background(), target, V7(), Routing(), P3(), V6())
		for _, c := range s.rpcs {
			t.Errorf("sent to %s", c.URL)
		}
		if f := one(r, "T-origin", ""); f == nil || f.Pointer != "/additionalInterfaces/0" || !strings.Contains(f.Message.EN, "https://evil.example") {
			t.Errorf("%q", found(r, nil))
		}
	})
}

// B78: what the card prints of its listen address is not dialled without leave.
func TestB78ListenAddress(t *testing.T) {
	for _, url := range []string{"https://[::]:9000/invoke", "https://0.0.0.0:8000/", "https://127.0.0.1:8000/"} {
		t.Run(url, func(t *testing.T) {
			t.Parallel()
			body := derived(t, "base/ethos.json", `set /url "`+url+`"`, `set /supportedInterfaces/0/url "`+url+`"`)
			target := Target{Endpoint: "https://192.0.0.1/a2a", Profile: Ethos(), Received: body, Live: &Live{}}
			r := Run(context.Background(), target, P3(), V7())
			if r.Verdict("V7") == Pass || r.Verdict("P3") == Pass {
				t.Errorf("%q", found(r, nil))
			}
		})
	}
}

// B80: the version that is spoken is said to the card's place, and no list.
func TestB80VersionOfTheCard(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		s.at(func(r *http.Request) *http.Response {
			if !slices.Equal(r.Header.Values("A2A-Version"), []string{"1.0"}) {
				return answer(r, 200, "application/json", string(derived(t, "base/ethos.json", `del /supportedInterfaces`)))
			}
			return answer(r, 200, "application/json", string(s.card))
		})
		if r := Run(context.Background(), target, A2A(), V1()); r.Facts().Interfaces[0].Version != "1.0" || len(r.Findings) > 0 {
			t.Errorf("%+v", r.Facts())
		}
	})
}

// B81: an endpoint's query has no part in the card's place, and stays in what is
// called.
func TestB81Query(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		target.Endpoint += "?assistant_id=a1"
		r := Run(context.Background(), target, V1(), V7())
		if !slices.Equal(s.gets, []string{"https://ethos.internal" + wellknown.Path}) || len(s.rpcs) != 1 || s.rpcs[0].URL.RawQuery != "assistant_id=a1" || r.Verdict("V7") != Pass {
			t.Errorf("asked %q and %d messages: %q", s.gets, len(s.rpcs), found(r, nil))
		}
		if x := r.Checks[1].Exchange; x == nil || x.URL != "https://ethos.internal/a2a?assistant_id=***" {
			t.Errorf("%+v", x)
		}
	})
}

// B118, B120: what a card's headers say of its life (rules G4, G5); the tag that
// was sent is asked with when the card is read again, and only then.
func TestB118Tags(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		var asked []string
		s.at(func(r *http.Request) *http.Response {
			asked = append(asked, r.Header.Get("If-None-Match"))
			res := answer(r, 200, "application/json", string(s.card))
			if len(asked) > 1 {
				res = answer(r, 304, "", "")
			}
			res.Header.Set("ETag", `"v1"`)
			return res
		})
		r := Run(context.Background(), target, V1(), Serve(), V5())
		if !slices.Equal(asked, []string{"", `"v1"`}) || r.Verdict("serve") != Pass || one(r, "G4", "none") == nil {
			t.Errorf("asked with %q: %q", asked, found(r, nil))
		}
	})
}

func TestB120VersionUnchanged(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t)
		n := 0
		s.at(func(r *http.Request) *http.Response {
			n++
			return answer(r, 200, "application/json", string(derived(t, "base/ethos.json", `set /description "`+strings.Repeat("결정을 돕는다. ", n)+`"`)))
		})
		wantLines(t, lines(target, Serve()), "G5 fail /version")
	})
}

// B122: what was verified under some keys says nothing under others.
func TestB122OtherKeys(t *testing.T) {
	body := signed(t, baseCard(t, "ethos"), "ES256")
	for _, tc := range []struct {
		keys *KeySet
		want SignatureStatus
	}{
		{pinned(t, "ES256"), SignatureVerified}, {pinned(t, "other"), SignatureNoMatch}, {nil, SignatureNotChecked}, {pinned(t, "ES256"), SignatureVerified},
	} {
		d := parsed(t, body) // of one document, and of one that is read anew
		for range 2 {
			if r := Run(context.Background(), Target{Document: d, Profile: Ethos(), Keys: tc.keys}, P5()); r.Signature.Status != tc.want {
				t.Errorf("%s, want %s", r.Signature.Status, tc.want)
			}
		}
	}
}

// B123: no extended card is asked for, so that none takes the public one's place,
// and no credential is shown where the card is read.
func TestB123NoExtendedCard(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		s, target := ethosSite(t, `set /capabilities/extendedAgentCard true`, `set /supportsAuthenticatedExtendedCard true`)
		s.get = func(r *http.Request) (*http.Response, error) {
			if len(r.Header.Values("Authorization"))+len(r.Header.Values("Cookie")) > 0 || r.URL.RawQuery != "" {
				t.Errorf("%s was read with a credential", r.URL)
			}
			if r.URL.Path == wellknown.Path {
				return answer(r, 200, "application/json", string(s.card)), nil
			}
			return answer(r, 405, "", ""), nil
		}
		Run(context.Background(), target, all()...)
		for _, c := range s.rpcs {
			if c.Method != "SendMessage" {
				t.Errorf("%s was called", c.Method)
			}
		}
	})
}
