package card

import (
	"strings"
	"testing"
)

// callable is the plain card with these interfaces and no top-level url, so
// that only their own rules speak in A2A-only mode.
func callable(interfaces string) string {
	return cardWith("url", "", "supportedInterfaces", interfaces)
}

// entry is an interface with a member set; an empty text leaves it out.
func entry(member, value string) string {
	out := `"protocolVersion":"1.0"`
	for _, m := range [][2]string{{"url", `"https://agent.example.com/a2a"`}, {"protocolBinding", `"JSONRPC"`}} {
		if m[0] == member {
			m[1] = value
		}
		if m[1] != "" {
			out += `,"` + m[0] + `":` + m[1]
		}
	}
	return "[{" + out + "}]"
}

func TestInterfaceList(t *testing.T) {
	const rule = "B-interfaces"
	// A top-level url alone is one interface: a warning, A2A-only a failure.
	expect(t, cardWith("supportedInterfaces", ""), ModeProfile, "warn "+rule+"[url-only]", "warn S0-version")
	expect(t, cardWith("supportedInterfaces", "", "protocolVersion", `"1.0.1"`), ModeFamily, "warn "+rule+"[url-only]")
	expect(t, cardWith("supportedInterfaces", ""), ModeA2A10, "fail "+rule+"[url-only]", "warn S0-version", "warn S0-standard-places[older] /url")
	// No endpoint at all.
	expect(t, callable(""), ModeProfile, "fail "+rule, "warn S0-version")
	expect(t, callable("null"), ModeProfile, "warn S0-version", "fail "+rule+" /supportedInterfaces")
	expect(t, callable("[]"), ModeProfile, "warn S0-version", "fail "+rule+"[empty] /supportedInterfaces")
	// B10: an empty list falls back to the url.
	expect(t, cardWith("supportedInterfaces", "[]", "protocolVersion", `"1.0"`), ModeProfile, "fail "+rule+"[empty] /supportedInterfaces")
	expect(t, callable(`{"url":"https://agent.example.com"}`), ModeA2A10, "warn S0-version", "fail "+rule+"[type] /supportedInterfaces")
	expect(t, callable(`["https://agent.example.com",null]`), ModeA2A10, "warn S0-version", "fail "+rule+"[element] /supportedInterfaces/0", "fail "+rule+"[element] /supportedInterfaces/1")
	expect(t, callable(entry("url", "")), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0")
	expect(t, callable(entry("url", "null")), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0/url")
	expect(t, callable(entry("url", "5")), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0/url")
	expect(t, callable(entry("protocolBinding", "")), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0")
	expect(t, callable(entry("protocolBinding", `""`)), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0/protocolBinding")
	expect(t, callable(entry("protocolBinding", `["JSONRPC"]`)), ModeA2A10, "fail "+rule+"[member] /supportedInterfaces/0/protocolBinding")
	expect(t, callable(`[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":5}]`), ModeA2A10, "fail B-types /supportedInterfaces/0/tenant")
}

// B09: names in snake_case are no aliases; each is reported with its right
// name.
func TestSnakeCaseIsNotRead(t *testing.T) {
	text := `{"name":"A","description":"d","version":"1","skills":[{"id":"s","name":"S","description":"d","tags":["t"],"input_modes":["a/b"]}],"capabilities":{"push_notifications":true},
		"supported_interfaces":[{"url":"https://agent.example.com/a2a","protocol_binding":"JSONRPC","protocol_version":"1.0"}],"default_input_modes":["a/b"],"default_output_modes":["a/b"]}`
	expect(t, text, ModeProfile, "fail B-interfaces", "fail B-modes", "fail B-modes", "warn S0-version", "warn S1-member-names /skills/0/input_modes",
		"warn S1-member-names /capabilities/push_notifications", "warn S1-member-names /supported_interfaces", "warn S1-member-names /default_input_modes", "warn S1-member-names /default_output_modes")
	for _, p := range Validate(parse(t, text), ModeProfile) {
		if p.Pointer == "/supported_interfaces" && (!strings.Contains(p.Hint.EN, "`supportedInterfaces`") || !strings.Contains(p.Hint.KO, "`supportedInterfaces`")) {
			t.Errorf("the hint does not name it: %s", p.Hint.EN)
		}
	}
}

func TestInterfaceURLs(t *testing.T) {
	const at = " /supportedInterfaces/0/url"
	for url, want := range map[string]string{
		"https://agent.example.com/a2a": "", "https://agent.example.com:8443/a2a?x=1": "",
		"http://agent.example.com/a2a": "fail B-iface-url[http]", "http://:80": "fail B-iface-url[http]; fail B-iface-url[host]", "agent.example.com:443": "fail B-iface-url[absolute]",
		"https:///a2a": "fail B-iface-url[host]", "https:agent.example.com": "fail B-iface-url[absolute]", "https://agent.example.com:0/": "fail B-iface-url[port]",
		"https://agent.example.com:99999/": "fail B-iface-url[port]", "https://agent.example.com/#x": "fail B-iface-url[fragment]", "https://u:p@agent.example.com/": "fail B-iface-url[userinfo]",
		"https://agent.example.com/a b": "fail B-iface-url[characters]", "ws://agent.example.com/": "fail B-iface-url[scheme]", "": "fail B-iface-url[absolute]",
		"https://agent.example.com./": "warn B-iface-url[trailing-dot]", "/a2a": "fail B-iface-url[absolute]", "https://agent.example.com/v1/message:stream": "warn B-iface-url[operation]",
		// B78: reachable by nobody else, a warning; with http on top of it.
		"http://[::]:9000/invoke": "warn B-iface-host[unspecified]; fail B-iface-url[http]", "http://0.0.0.0:8000/": "warn B-iface-host[unspecified]; fail B-iface-url[http]",
		"http://localhost:8000": "warn B-iface-host[loopback]; fail B-iface-url[http]", "https://agent/": "warn B-iface-host[single-label]",
		"http://a.b.svc.cluster.local:8080": "warn B-iface-host[private]; fail B-iface-url[http]", "https://10.0.0.1/": "warn B-iface-host[private]",
		"https://127.1/": "warn B-iface-host[loopback]", "https://1.2.3/": "warn B-iface-host[numeric]",
	} {
		q := string(quote(url))
		for name, mode := range map[string]Mode{"a2a": ModeA2A10, "family": ModeFamily} {
			var got []string
			for _, line := range brief(Validate(parse(t, callable(entry("url", q))), mode)) {
				if strings.HasSuffix(line, at) {
					got = append(got, strings.TrimSuffix(line, at))
				}
			}
			due := want
			if name == "family" { // family hosts are private by design
				var kept []string
				for _, f := range strings.Split(want, "; ") {
					if !strings.Contains(f, "B-iface-host") && f != "" {
						kept = append(kept, f)
					}
				}
				due = strings.Join(kept, "; ")
			}
			if strings.Join(got, "; ") != due {
				t.Errorf("%s, %s: %q, want %q", name, url, got, due)
			}
		}
	}
}

// For GRPC a host and port without a scheme is taken, with a warning; the same
// holds of the older ways to name an interface.
func TestGRPCAddress(t *testing.T) {
	const grpc = `[{"url":"agent.example.com:443","protocolBinding":"GRPC","protocolVersion":"1.0"}]`
	expect(t, callable(grpc), ModeA2A10, "warn B-iface-url[host-port] /supportedInterfaces/0/url")
	expect(t, callable(strings.Replace(grpc, "GRPC", "JSONRPC", 1)), ModeA2A10, "fail B-iface-url[absolute] /supportedInterfaces/0/url")
	expect(t, cardWith("supportedInterfaces", "", "url", `"agent.example.com:443"`, "preferredTransport", `"GRPC"`, "additionalInterfaces", `[{"url":"agent.example.com:443","transport":"JSONRPC"}]`), ModeProfile,
		"warn B-interfaces[url-only]", "warn S0-version", "warn B-iface-url[host-port] /url", "warn S1-no-preferred-transport /preferredTransport",
		"warn S1-no-preferred-transport /additionalInterfaces", "fail B-iface-url[absolute] /additionalInterfaces/0/url")
}

func TestBindings(t *testing.T) {
	for binding, want := range map[string]string{
		"JSONRPC": "", "GRPC": "", "HTTP+JSON": "", "https://example.com/bindings/mqtt": "", "urn:example:binding": "",
		"jsonrpc": "case", "JsonRpc": "case", "JSON-RPC": "case", "json_rpc": "case", "JSONRPC 2.0": "case", "http+json": "case", "HTTP/JSON": "case", "grpc": "case", "REST": "case",
		"WEBSOCKET": "unknown", "MCP+STREAMABLE-HTTP": "unknown", "JSONRPC!": "unknown", " ": "unknown", "ＪＳＯＮＲＰＣ": "unknown",
	} {
		var got []string
		for _, p := range Validate(parse(t, callable(entry("protocolBinding", string(quote(binding))))), ModeA2A10) {
			if p.Rule == "B-iface-binding" {
				got = append(got, p.Code)
				if p.Severity != SeverityWarn || p.Pointer != "/supportedInterfaces/0/protocolBinding" {
					t.Errorf("%s: %+v", binding, p)
				}
			}
		}
		if strings.Join(got, ";") != want {
			t.Errorf("%s: %q, want %q", binding, got, want)
		}
	}
}

// A card does not hide an inner host by claiming a name of the family beside
// its own, and a loopback address is no host of the family's.
func TestFamilyNameHidesNoHost(t *testing.T) {
	with := func(host string, names ...string) string {
		var list []string
		for _, n := range names {
			list = append(list, `{"uri":"https://cho-fam.com/ans/v1","params":{"name":"`+n+`"}}`)
		}
		return cardWith("url", `"https://`+host+`/a2a"`,
			"supportedInterfaces", `[{"url":"https://`+host+`/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`,
			"capabilities", `{"extensions":[`+strings.Join(list, ",")+`]}`)
	}
	expect(t, with("ethos.internal", "ethos.decision.v1"), ModeProfile)
	expect(t, with("ethos.internal", "a.v1"), ModeProfile, "warn B-iface-host[private] /supportedInterfaces/0/url")
	expect(t, with("ethos.internal", "a.v1", "ethos.decision.v1"), ModeProfile, "warn B-iface-host[private] /supportedInterfaces/0/url")
	expect(t, with("127.0.0.1", "ethos.decision.v1"), ModeProfile, "warn B-iface-host[loopback] /supportedInterfaces/0/url")
	expect(t, with("127.0.0.1", "ethos.decision.v1"), ModeFamily)
	for _, host := range []string{"10.1.2.3", "[fd00::1]", "100.64.0.1", "afo.local"} {
		expect(t, with(host, "ethos.decision.v1"), ModeProfile)
	}
	// Nor are those that no network of the family's hands out.
	for _, host := range []string{"169.254.1.1", "169.254.169.254", "[fe80::1]", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16", "metadata.google.internal", "[64:ff9b::a00:1]", "[::ffff:10.0.0.1]"} {
		expect(t, with(host, "ethos.decision.v1"), ModeProfile, "warn B-iface-host[private] /supportedInterfaces/0/url")
		expect(t, with(host, "ethos.decision.v1"), ModeFamily)
	}
}
