package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestEndpoint(t *testing.T) {
	for s, want := range map[string]string{
		"https://agent.example.com":                 "",
		"https://agent.example.com/a2a?tenant=x":    "",
		"HTTPS://agent.example.com:8443/a2a/v1/rpc": "",
		"https://agent.example.com:65535/":          "",
		"https://agent.example.com:1/":              "",
		"https://에이전트.example.com/a2a":              "",
		"https://[2001:db8::1]:8443/a2a":            "",
		"https://192.0.2.7/":                        "",
		"https://agent_1.example.com/":              "",
		"https://agent.example.com/%E2%82%AC":       "",
		"http://agent.example.com/a2a":              "http",
		"":                                          "absolute",
		"/a2a":                                      "absolute",
		"a2a":                                       "absolute",
		"//agent.example.com/a2a":                   "absolute",
		"agent.example.com":                         "absolute",
		"agent.example.com:443":                     "absolute",
		"https:agent.example.com":                   "absolute",
		"https:/agent.example.com/a2a":              "absolute",
		"https:":                                    "absolute",
		"?x":                                        "absolute",
		"#x":                                        "absolute",
		"https:///a2a":                              "host",
		"https://":                                  "host",
		"https://?x":                                "host",
		"https://:443/":                             "host",
		"https://./":                                "host",
		"https://a..example.com/":                   "host",
		"https://.example.com/":                     "host",
		"https://xn--a.example.com\u3002\u3002com/": "host",
		"https://[::1/":                              "host",
		"https://[example]/":                         "host",
		"http://:80":                                 "http host",
		"https://agent.example.com:0/":               "port",
		"https://agent.example.com:99999/":           "port",
		"https://agent.example.com:65536/":           "port",
		"https://agent.example.com:-1/":              "port",
		"https://agent.example.com:8o/":              "port",
		"https://agent.example.com:x?y":              "port",
		"https://agent.example.com/#x":               "fragment",
		"https://agent.example.com#":                 "fragment",
		"https://user@agent.example.com/":            "userinfo",
		"https://user:pw@agent.example.com/":         "userinfo",
		"https://@agent.example.com/":                "userinfo",
		"https://:@agent.example.com/":               "userinfo",
		"ftp://agent.example.com/":                   "scheme",
		"ws://agent.example.com/":                    "scheme",
		"file:///etc/passwd":                         "scheme host",
		"https://agent.example.com./a2a":             "trailing-dot",
		"https://agent.例え。/a2a":                      "trailing-dot",
		"https://agent.example.com/v1/message:send":  "operation",
		"https://agent.example.com/message:stream/":  "operation",
		"https://agent.example.com/message%3Asend":   "operation",
		"https://agent.example.com/a2a/message/send": "operation",
		"https://agent.example.com/tasks":            "operation",
		"https://agent.example.com/v1/tasks/":        "operation",
		"https://agent.example.com/tasks/1:cancel":   "operation",
		"https://agent.example.com/mytasks":          "",
		"https://agent.example.com/send":             "",
		"https://agent.example.com/message":          "",
		"https://agent.example.com/a b":              "characters",
		"https://agent .example.com/":                "characters",
		" https://agent.example.com/":                "characters",
		"https://agent.example.com/\n":               "characters",
		"https://agent.example.com\\@evil.example":   "characters",
		"https://agent.example.com/\x00":             "characters",
		"https://agent.example.com/\u0081":           "characters",
		"https://agent.example.com/\u202emoc":        "characters",
		"https://agent.example.com/\u061c":           "characters",
		"https://agent.example.com/\u00a0":           "characters",
		"https://agent.example.com/\u3000":           "characters",
		"https://ex\u200bample.com/":                 "characters",
		"https://agent.example.com/%zz":              "characters",
		"https://agent.example.com/%":                "characters",
		"http://u:p@agent.example.com:0/tasks#x":     "http userinfo fragment port operation",
	} {
		if got := faultText(Endpoint(s, false)); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func faultText(faults []Fault) string {
	var words []string
	for _, f := range faults {
		words = append(words, string(f))
	}
	return strings.Join(words, " ")
}

// For GRPC host:port is taken, with a warning; a URL is judged as any other.
func TestEndpointGRPC(t *testing.T) {
	for s, want := range map[string]string{
		"agent.example.com:443": "host-port", "[2001:db8::1]:50051": "host-port", "192.0.2.7:443": "host-port", "localhost:50051": "host-port",
		"https://agent.example.com:443": "", "http://agent.example.com": "http", "grpc://agent.example.com:443": "scheme",
		"dns:///agent.example.com:443": "scheme host",
		"":                             "absolute", "agent.example.com": "absolute", ":443": "absolute", "a:b:c": "absolute", "/a2a": "absolute",
		"agent.example.com:0": "port", "agent.example.com:99999": "port", "agent.example.com:": "port", "agent.example.com:https": "port",
		"agent.example.com:443/x": "host", "agent.example.com:443#x": "host", "user@agent.example.com:443": "userinfo",
		"user:pw@agent.example.com:443": "userinfo", "agent example.com:443": "characters",
	} {
		if got := faultText(Endpoint(s, true)); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestSoftFaults(t *testing.T) {
	for _, f := range []Fault{
		FaultAbsolute, FaultCharacters, FaultScheme, FaultHTTP, FaultHost, FaultUserInfo, FaultFragment, FaultPort,
		FaultTrailingDot, FaultOperation, FaultHostPort,
	} {
		want := slices.Contains([]Fault{FaultTrailingDot, FaultOperation, FaultHostPort}, f)
		if f.Soft() != want {
			t.Errorf("%s: soft %v", f, f.Soft())
		}
	}
}

// Each line holds URLs that are the same interface.
func TestNormalizeMakesEqual(t *testing.T) {
	for _, same := range [][]string{
		{"https://agent.example.com", "https://agent.example.com/", "HTTPS://Agent.EXAMPLE.com:443/", "https://agent.example.com:/"},
		{"http://agent.example.com:80", "http://agent.example.com/"},
		{"https://agent.example.com?x=1", "https://agent.example.com:443/?x=1"},
		{"https://에이전트.example.com/a2a", "https://xn--hi5b23ammr76a.example.com/a2a"},
		{"https://Bücher.example/", "https://xn--bcher-kva.example/", "https://BÜCHER.example", "https://bücher。example"},
		{"https://[2001:DB8::1]/", "https://[2001:db8::1]:443"},
	} {
		for _, s := range same[1:] {
			if Normalize(s) != Normalize(same[0]) {
				t.Errorf("%q becomes %q, %q becomes %q", same[0], Normalize(same[0]), s, Normalize(s))
			}
		}
	}
}

// Each of these is another interface than all the rest: nothing else is made
// equal.
func TestNormalizeKeepsApart(t *testing.T) {
	seen := map[string]string{}
	for _, s := range []string{
		"https://agent.example.com/", "http://agent.example.com/", "https://agent.example.com:80/", "http://agent.example.com:443/",
		"https://agent.example.com./", "https://agent.example.com:8443/", "https://agent.example.com/a2a", "https://agent.example.com/A2A",
		"https://agent.example.com/a2a/", "https://agent.example.com//a2a", "https://agent.example.com/x/../a2a", "https://agent.example.com/./a2a",
		"https://agent.example.com/%612a", "https://agent.example.com/a2a?", "https://agent.example.com/a2a?x", "https://agent.example.com/a2a#",
		"https://agent.example.com/?b=1&a=2", "https://agent.example.com/?a=2&b=1", "https://user@agent.example.com/", "https://USER@agent.example.com/",
		"https://user:@agent.example.com/", "https://us%65r@agent.example.com/", "https://us%45r@agent.example.com/", "wss://agent.example.com/", "agent.example.com", "/a2a", "",
	} {
		n := Normalize(s)
		if other, ok := seen[n]; ok {
			t.Errorf("%q and %q both become %q", other, s, n)
		}
		seen[n] = s
		if again := Normalize(n); again != n {
			t.Errorf("%q becomes %q, then %q", s, n, again)
		}
	}
}

func TestReach(t *testing.T) {
	for s, want := range map[string]string{
		"http://[::]:9000/invoke": "unspecified", "http://0.0.0.0:8000/": "unspecified", "http://[::ffff:0.0.0.0]/": "unspecified",
		"http://localhost:8000": "loopback", "http://LOCALHOST/": "loopback", "https://a.localhost/": "loopback", "https://localhost./": "loopback",
		"https://127.0.0.1/": "loopback", "https://127.8.9.1/": "loopback", "https://[::1]/": "loopback", "https://[::ffff:127.0.0.1]/": "loopback", "https://127.0.0.1./": "loopback",
		"https://agent/": "single-label", "https://AGENT:8443/": "single-label", "https://agent./": "single-label", "agent:50051": "single-label",
		"http://a.b.svc.cluster.local:8080": "private", "https://ethos.internal/a2a": "private", "https://ETHOS.INTERNAL./": "private", "https://printer.local/": "private",
		"https://10.1.2.3/": "private", "https://172.16.0.1/": "private", "https://192.168.0.1/": "private", "https://169.254.169.254/": "private",
		"https://[fd00::1]/": "private", "https://[fe80::1]/": "private", "https://[fe80::1%25eth0]/": "private", "https://[::ffff:10.0.0.1]/": "private", "10.0.0.1:50051": "private",
		"https://agent.example.com/": "", "https://에이전트.example.com/": "", "https://192.0.2.7/": "", "https://172.32.0.1/": "", "https://[2001:db8::1]/": "",
		"https://0.1.2.3/": "unspecified", "https://100.64.0.1/": "private", "https://198.18.0.1/": "private", "https://224.0.0.1/": "private", "https://255.255.255.255/": "private",
		"https://[fec0::1]/": "private", "https://[ff02::1]/": "private", "https://[64:ff9b::7f00:1]/": "loopback", "https://[2002:a00:1::]/": "private", "https://[::127.0.0.1]/": "loopback", "https://[2001:0:5db8:d822::80ff:fffe]/": "loopback",
		"https://[64:ff9b::808:808]/": "", "https://[2002:808:808::]/": "",
		"https://internal.example.com/": "", "https://xinternal/": "single-label", "https://mylocal.example/": "", "agent.example.com:443": "",
		"": "", "/a2a": "", "https://": "",
		// What inet_aton and the WHATWG URL standard read as IPv4.
		"https://127.1/": "loopback", "https://127.0.1/": "loopback", "https://0x7f.1/": "loopback", "https://0x7F.0X1/": "loopback", "https://2130706433/": "loopback", "https://0x7f000001": "loopback",
		"https://0177.0.0.1/a2a": "loopback", "https://127.0.0.01/": "loopback", "https://127.1./": "loopback", "https://１２７.１/": "loopback", "https://127.0xffffff": "loopback", "127.1:50051": "loopback",
		"https://0251.0376.0251.0376/": "private", "https://10.1/": "private", "https://0xa9fea9fe/": "private", "https://0/": "unspecified", "https://0x/": "unspecified", "https://0.0/": "unspecified",
		"https://1.2.3/": "numeric", "https://0x8.8.8.8/": "numeric", "https://134744072/": "numeric", "https://010.8.8.8/": "numeric",
		"https://1.2.3.4.5/": "numeric", "https://256.1.1.1/": "numeric", "https://1.2.3.09/": "numeric", "https://4294967296/": "numeric", "https://example.1/": "numeric", "https://99999999999999999999/": "numeric", "https://1.65536.1/": "numeric",
		"https://a.0xg/": "", "https://1.2.3d/": "", "https://3com/": "single-label", "https://0xyz/": "single-label", "https://1.2.3.example/": "", "https://8.8.8.8/": "",
	} {
		if _, why := Reach(s); why != want {
			t.Errorf("%q: %q, want %q", s, why, want)
		}
	}
	if host, _ := Reach("https://Agent:8443/x"); host != "Agent" {
		t.Errorf("the host is shown as %q", host)
	}
}
