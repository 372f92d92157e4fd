package a2a_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
)

// parsed is a card with the given members.
func parsed(t *testing.T, members string) *card.AgentCard {
	t.Helper()
	d, err := card.Parse([]byte(`{"name":"x","skills":[],` + members + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return d.Card()
}

func entry(url, binding, version string) string {
	return fmt.Sprintf(`{"url":%q,"protocolBinding":%q,"protocolVersion":%q}`, url, binding, version)
}

func interfaces(list ...string) string {
	return `"supportedInterfaces":[` + strings.Join(list, ",") + `]`
}

const home = "https://agent.example"

func TestSelect(t *testing.T) {
	two := interfaces(entry(home+"/rest", "HTTP+JSON", "1.0"), `{"url":"https://agent.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0.1","tenant":"t"}`)
	for name, c := range map[string]struct {
		members string
		ch      a2a.Choice
		want    string // pointer, URL, binding, version, tenant
	}{
		"the first in card order": {two, a2a.Choice{}, "/supportedInterfaces/0 https://agent.example/rest HTTP+JSON 1.0 "},
		"the caller's order": {
			two,
			a2a.Choice{Bindings: []string{"JSONRPC", "HTTP+JSON"}},
			"/supportedInterfaces/1 https://agent.example/rpc JSONRPC 1.0 t",
		},
		"only what the caller takes": {two, a2a.Choice{Bindings: []string{"JSONRPC"}}, "/supportedInterfaces/1 https://agent.example/rpc JSONRPC 1.0 t"},
		"what is not spoken is passed over": {
			interfaces(entry(home, "GRPC", "1.0"), entry(home, "JSONRPC", "2.0"), entry(home, "HTTP+JSON", "0.3"), entry(home, "jsonrpc", "1.0"), entry(home, "JSONRPC", "0.3.0")),
			a2a.Choice{},
			"/supportedInterfaces/4 https://agent.example JSONRPC 0.3 ",
		},
		"what can't be called is passed over": {
			interfaces(entry("/a2a", "JSONRPC", "1.0"), entry("https://u:p@agent.example/", "JSONRPC", "1.0"), entry("ftp://agent.example/", "JSONRPC", "1.0"), entry(home+"/x", "JSONRPC", "1.0")),
			a2a.Choice{},
			"/supportedInterfaces/3 https://agent.example/x JSONRPC 1.0 ",
		},
		"the older members": {
			`"url":"https://agent.example/g","preferredTransport":"GRPC","additionalInterfaces":[{"url":"https://agent.example/g","transport":"GRPC"},{"url":"https://agent.example/j","transport":"JSONRPC"}]`,
			a2a.Choice{},
			"/additionalInterfaces/1 https://agent.example/j JSONRPC 0.3 ",
		},
		"the older url": {`"url":"https://agent.example/a2a","protocolVersion":"1.0.1"`, a2a.Choice{}, "/url https://agent.example/a2a JSONRPC 1.0 "},
		"fixed: the list's URL, the card's rest": {
			interfaces(`{"url":"https://elsewhere.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t"}`),
			a2a.Choice{Fixed: "https://ethos.internal/a2a"},
			"/supportedInterfaces/0 https://ethos.internal/a2a JSONRPC 1.0 t",
		},
		"fixed: the one with that URL": {two, a2a.Choice{Fixed: "https://AGENT.example:443/rpc"}, "/supportedInterfaces/1 https://AGENT.example:443/rpc JSONRPC 1.0 t"},
		"fixed: the card's URL may be none": {
			interfaces(entry("", "JSONRPC", "1.0")),
			a2a.Choice{Fixed: "https://ethos.internal/a2a"},
			"/supportedInterfaces/0 https://ethos.internal/a2a JSONRPC 1.0 ",
		},
	} {
		if c.ch.CardOrigin == "" {
			c.ch.CardOrigin = home
		}
		i, err := a2a.Select(parsed(t, c.members), c.ch)
		if got := strings.Join([]string{i.Pointer, i.URL, i.Binding, i.Version, i.Tenant}, " "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestX36WhatIsSpoken(t *testing.T) {
	for _, binding := range []string{"JSONRPC", "HTTP+JSON", "GRPC", "jsonrpc", "https://x.example/binding", ""} {
		for _, version := range []string{"1.0", "0.3", "0.2", "1.1", "2.0", "v1.0", ""} {
			want := binding == "JSONRPC" && (version == "1.0" || version == "0.3") || binding == "HTTP+JSON" && version == "1.0"
			if (a2a.Interface{Binding: binding, Version: version}).Spoken() != want {
				t.Errorf("%s %s", binding, version)
			}
		}
	}
}

func TestOffered(t *testing.T) {
	got := a2a.Offered(parsed(t, interfaces(entry(home, "GRPC", "1.0"), `{"url":"x","tenant":"t"}`)))
	want := []a2a.Interface{
		{URL: home, Binding: "GRPC", Version: "1.0", Index: 0, Pointer: "/supportedInterfaces/0"},
		{URL: "x", Version: "0.3", Tenant: "t", Index: 1, Pointer: "/supportedInterfaces/1"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	got = a2a.Offered(parsed(t, `"url":"u","preferredTransport":"A","additionalInterfaces":[{"url":"u","transport":"A"},{"url":"v","transport":"A"},{"url":"v","transport":"A"},{"url":"u","transport":"B"}]`))
	want = []a2a.Interface{
		{URL: "u", Binding: "A", Version: "0.3", Index: -1, Pointer: "/url"},
		{URL: "v", Binding: "A", Version: "0.3", Index: -1, Pointer: "/additionalInterfaces/1"},
		{URL: "u", Binding: "B", Version: "0.3", Index: -1, Pointer: "/additionalInterfaces/3"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	// Without a url, and with an empty one.
	if got = a2a.Offered(parsed(t, `"additionalInterfaces":[{"url":"","transport":"JSONRPC"}]`)); len(got) != 1 || got[0].Pointer != "/additionalInterfaces/0" {
		t.Errorf("%+v", got)
	}
	if got = a2a.Offered(parsed(t, `"url":""`)); len(got) != 1 || got[0].Pointer != "/url" {
		t.Errorf("%+v", got)
	}
	if got = a2a.Offered(parsed(t, `"url":1`)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestNoInterface(t *testing.T) {
	_, err := a2a.Select(parsed(t, interfaces(entry("https://u:pass@agent.example/?key=s3cret", "GRPC", "1.0"), entry(home, "JSON\u202eRPC", "1.0"), entry("https://u:pa?ssword@agent.example/", "GRPC", "1.0"))), a2a.Choice{CardOrigin: home})
	var none *a2a.NoInterfaceError
	if !errors.As(err, &none) || len(none.Offered) != 3 || none.Offered[0] != "GRPC 1.0 https://***@agent.example/?key=***" || !strings.Contains(err.Error(), "GRPC 1.0") {
		t.Fatalf("%v", err)
	}
	for _, hidden := range []string{"pass", "u:pa", "s3cret", "\u202e"} {
		if strings.Contains(err.Error(), hidden) {
			t.Errorf("shows %q: %v", hidden, err)
		}
	}
	if _, err := a2a.Select(parsed(t, `"x":1`), a2a.Choice{}); !errors.As(err, &none) || len(none.Offered) != 0 {
		t.Errorf("%v", err)
	}
	many := interfaces(strings.Split(strings.TrimSuffix(strings.Repeat(entry(home, "GRPC", "1.0")+";", 20), ";"), ";")...)
	if _, err := a2a.Select(parsed(t, many), a2a.Choice{}); !strings.HasSuffix(err.Error(), "and 15 more") {
		t.Errorf("%v", err)
	}
}

// TestTExtRequired: a required extension that is not understood stops the call
// before anything is sent, in fixed mode too.
func TestTExtRequired(t *testing.T) {
	c := parsed(t, interfaces(entry(home, "JSONRPC", "1.0"))+`,"capabilities":{"extensions":[{"uri":"urn:a","required":true},{"uri":"urn:b"},{"uri":"urn:c","required":true},{"uri":"urn:a","required":true}]}`)
	for _, fixed := range []string{"", "https://ethos.internal/a2a"} {
		ch := a2a.Choice{CardOrigin: home, Fixed: fixed, Verified: true}
		_, err := a2a.Select(c, ch)
		var missing *a2a.ExtensionError
		if !errors.As(err, &missing) || strings.Join(missing.URIs, " ") != "urn:a urn:c" || !strings.Contains(err.Error(), "urn:a, urn:c") {
			t.Errorf("%v", err)
		}
		ch.Understood = []string{"urn:c"}
		if _, err = a2a.Select(c, ch); !errors.As(err, &missing) || strings.Join(missing.URIs, " ") != "urn:a" {
			t.Errorf("%v", err)
		}
		ch.Understood = []string{"urn:c", "urn:a"}
		if _, err = a2a.Select(c, ch); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// TestB77Origins: an interface off the card's origin is called only where the
// card is verified or the caller allows the origin.
func TestB77Origins(t *testing.T) {
	evil := interfaces(entry(home+"/a2a", "GRPC", "1.0"), entry("https://evil.example:8443/a2a", "JSONRPC", "1.0"), entry(home+"/a2a", "JSONRPC", "1.0"))
	old := `"url":"https://agent.example/a2a","preferredTransport":"GRPC","additionalInterfaces":[{"url":"https://evil.example:8443/a2a","transport":"JSONRPC"}]`
	for name, c := range map[string]struct {
		members string
		ch      a2a.Choice
		refused bool
	}{
		"off the origin":               {evil, a2a.Choice{CardOrigin: home}, true},
		"off it by an older member":    {old, a2a.Choice{CardOrigin: home}, true},
		"verified":                     {evil, a2a.Choice{CardOrigin: home, Verified: true}, false},
		"allowed":                      {evil, a2a.Choice{CardOrigin: home, Origins: []string{"HTTPS://EVIL.example:8443"}}, false},
		"another port is another one":  {evil, a2a.Choice{CardOrigin: home, Origins: []string{"https://evil.example"}}, true},
		"another scheme is":            {evil, a2a.Choice{CardOrigin: home, Origins: []string{"http://evil.example:8443"}}, true},
		"a name within it is":          {evil, a2a.Choice{CardOrigin: home, Origins: []string{"https://x.evil.example:8443"}}, true},
		"an unknown card origin":       {interfaces(entry(home, "JSONRPC", "1.0")), a2a.Choice{}, true},
		"its own, spelled otherwise":   {interfaces(entry("https://AGENT.example:443/x", "JSONRPC", "1.0")), a2a.Choice{CardOrigin: home + "/.well-known/agent-card.json"}, false},
		"its own, in another alphabet": {interfaces(entry("https://예.example/x", "JSONRPC", "1.0")), a2a.Choice{CardOrigin: "https://xn--2j5b.example"}, false},
		"fixed":                        {evil, a2a.Choice{CardOrigin: home, Fixed: "https://ethos.internal/a2a"}, false},
	} {
		i, err := a2a.Select(parsed(t, c.members), c.ch)
		var off *a2a.OriginError
		if errors.As(err, &off) != c.refused || !c.refused && err != nil {
			t.Errorf("%s: %+v, %v", name, i, err)
		}
		if c.refused && (off.Pointer == "" || off.Origin == "" || (off.CardOrigin == "") != (c.ch.CardOrigin == "") || i != (a2a.Interface{})) {
			t.Errorf("%s: %+v %+v", name, off, i)
		}
	}
	var bad *a2a.URLError
	for _, fixed := range []string{"ethos.internal/a2a", "https://u:pass@ethos.internal/", "ftp://x/"} {
		if _, err := a2a.Select(parsed(t, evil), a2a.Choice{Fixed: fixed}); !errors.As(err, &bad) || strings.Contains(err.Error(), "pass") {
			t.Errorf("%v", err)
		}
	}
}
