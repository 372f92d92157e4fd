package rules

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// Fault is what is wrong with an interface URL; it is the code of the finding.
type Fault string

// The faults of an interface URL.
const (
	FaultAbsolute    Fault = "absolute"
	FaultCharacters  Fault = "characters"
	FaultScheme      Fault = "scheme"
	FaultHTTP        Fault = "http"
	FaultHost        Fault = "host"
	FaultUserInfo    Fault = "userinfo"
	FaultFragment    Fault = "fragment"
	FaultPort        Fault = "port"
	FaultTrailingDot Fault = "trailing-dot"
	FaultOperation   Fault = "operation"
	FaultHostPort    Fault = "host-port"
)

// Soft reports a fault that leaves the URL usable.
func (f Fault) Soft() bool {
	return f == FaultTrailingDot || f == FaultOperation || f == FaultHostPort
}

// Endpoint lists the faults of an interface URL (rule B-iface-url). A gRPC
// address may be host:port without a scheme.
func Endpoint(s string, grpc bool) []Fault {
	if s == "" {
		return []Fault{FaultAbsolute}
	}
	if hasControl(s) || strings.ContainsAny(s, " \\") {
		return []Fault{FaultCharacters}
	}
	if grpc && !strings.Contains(s, "://") {
		return hostPort(s)
	}
	u, err := url.Parse(s)
	if err != nil {
		return []Fault{parseFault(s)}
	}
	if u.Scheme == "" || u.Opaque != "" || !hasAuthority(s) {
		return []Fault{FaultAbsolute}
	}
	return urlFaults(s, u)
}

func urlFaults(s string, u *url.URL) (faults []Fault) {
	add := func(when bool, f Fault) {
		if when {
			faults = append(faults, f)
		}
	}
	add(u.Scheme == "http", FaultHTTP)
	add(u.Scheme != "http" && u.Scheme != "https", FaultScheme)
	add(u.User != nil, FaultUserInfo)
	host := u.Hostname()
	_, ok := asciiHost(host)
	add(!ok, FaultHost)
	add(strings.Contains(s, "#"), FaultFragment)
	add(u.Port() != "" && !goodPort(u.Port()), FaultPort)
	add(ok && strings.HasSuffix(host, "."), FaultTrailingDot)
	add(isOperation(u.Path), FaultOperation)
	return faults
}

func hostPort(s string) []Fault {
	host, port, err := net.SplitHostPort(s)
	if err != nil || host == "" {
		return []Fault{FaultAbsolute}
	}
	if _, ok := asciiHost(host); !ok || strings.ContainsAny(s, "@/?#") {
		return []Fault{FaultHost}
	}
	if !goodPort(port) {
		return []Fault{FaultPort}
	}
	return []Fault{FaultHostPort}
}

// parseFault says which part net/url refused, without its own wording.
func parseFault(s string) Fault {
	scheme, rest, ok := strings.Cut(s, "://")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "/?#:") {
		return FaultAbsolute
	}
	authority, _, _ := strings.Cut(rest, "/")
	if _, port, ok := cutLast(authority, ":"); ok && !strings.HasSuffix(port, "]") && !goodPort(port) {
		return FaultPort
	}
	return FaultHost
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// hasAuthority reports whether // follows the scheme.
func hasAuthority(s string) bool {
	_, rest, ok := strings.Cut(s, ":")
	return ok && strings.HasPrefix(rest, "//")
}

func goodPort(p string) bool {
	n, err := strconv.Atoi(p)
	return err == nil && n >= 1 && n <= 65535 && strings.Trim(p, "0123456789") == ""
}

func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return strings.ContainsAny(s, "\u0080\u0085\u00a0\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
}

// isOperation reports a path that ends in an operation of a binding.
func isOperation(path string) bool {
	path = strings.TrimSuffix(path, "/")
	last := path[strings.LastIndex(path, "/")+1:]
	switch last {
	case "message:send", "message:stream", "tasks", "extendedAgentCard", "SendMessage", "SendStreamingMessage":
		return true
	case "send", "stream":
		return strings.HasSuffix(path, "/message/"+last)
	}
	return strings.Contains(path, "/tasks/")
}

// asciiHost is a host in ASCII form (RFC 5891), in lower case.
func asciiHost(host string) (string, bool) {
	if host == "" {
		return "", false
	}
	plain := strings.ToLower(host)
	for i := range len(plain) {
		if plain[i] >= 0x80 {
			a, err := idna.Lookup.ToASCII(plain)
			return a, err == nil && a != ""
		}
	}
	return plain, strings.Trim(plain, ".") != ""
}

// Normalize is a URL for comparison: scheme and host in lower case, the host in
// ASCII form, the default port dropped, an empty path as "/"; nothing else is
// changed (rule S1-url-consistent). What can't be parsed is compared as it is.
func Normalize(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Opaque != "" {
		return s
	}
	host, ok := asciiHost(u.Hostname())
	if !ok {
		return s
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	port := u.Port()
	if port != "" && !(u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80") {
		host += ":" + port
	}
	// The rest is cut from the text, so that its escapes stay as written.
	_, rest, _ := strings.Cut(s, "//")
	tail := ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		tail = rest[i:]
	}
	if !strings.HasPrefix(tail, "/") {
		tail = "/" + tail
	}
	user := ""
	if u.User != nil {
		user = u.User.String() + "@"
	}
	return u.Scheme + "://" + user + host + tail
}

// Reach is why a stranger can't reach a host, empty if nothing says so; it is
// the code of the finding (rule B-iface-host).
func Reach(endpoint string) (host, why string) {
	host = hostOf(endpoint)
	name, ok := asciiHost(host)
	if !ok {
		return host, ""
	}
	if a, err := netip.ParseAddr(name); err == nil {
		return host, reachAddr(a.Unmap())
	}
	name = strings.TrimSuffix(name, ".")
	switch {
	case name == "localhost", strings.HasSuffix(name, ".localhost"):
		return host, "loopback"
	case !strings.Contains(name, "."):
		return host, "single-label"
	case strings.HasSuffix(name, ".internal"), strings.HasSuffix(name, ".local"):
		return host, "private"
	}
	return host, ""
}

func reachAddr(a netip.Addr) string {
	switch {
	case a.IsUnspecified():
		return "unspecified"
	case a.IsLoopback():
		return "loopback"
	case a.IsPrivate(), a.IsLinkLocalUnicast():
		return "private"
	}
	return ""
}

// hostOf is the host of a URL or of host:port.
func hostOf(endpoint string) string {
	if u, err := url.Parse(endpoint); err == nil && u.Host != "" {
		return u.Hostname()
	}
	if host, _, err := net.SplitHostPort(endpoint); err == nil {
		return host
	}
	return ""
}
