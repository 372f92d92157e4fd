package rules

import (
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"unicode"

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
	if _, path, ok := simple(s); ok {
		if isOperation(path) {
			return []Fault{FaultOperation}
		}
		return nil
	}
	return endpoint(s, grpc)
}

// endpoint is Endpoint of any URL.
func endpoint(s string, grpc bool) []Fault {
	if s == "" {
		return []Fault{FaultAbsolute}
	}
	if strings.ContainsFunc(s, unfit) || strings.Contains(s, "\\") {
		return []Fault{FaultCharacters}
	}
	if grpc && !strings.Contains(s, "://") {
		return hostPort(s)
	}
	u, err := url.Parse(s)
	if err != nil {
		return []Fault{parseFault(s, err)}
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
	host, ok := asciiHost(u.Hostname())
	add(!ok, FaultHost)
	add(strings.Contains(s, "#"), FaultFragment)
	add(u.Port() != "" && !goodPort(u.Port()), FaultPort)
	add(ok && strings.HasSuffix(host, "."), FaultTrailingDot)
	add(isOperation(u.Path), FaultOperation)
	return faults
}

func hostPort(s string) []Fault {
	if strings.Contains(s, "@") {
		return []Fault{FaultUserInfo}
	}
	host, port, err := net.SplitHostPort(s)
	if err != nil || host == "" {
		return []Fault{FaultAbsolute}
	}
	if _, ok := asciiHost(host); !ok || strings.ContainsAny(s, "/?#") {
		return []Fault{FaultHost}
	}
	if !goodPort(port) {
		return []Fault{FaultPort}
	}
	return []Fault{FaultHostPort}
}

// parseFault says which part net/url refused, without its own wording.
func parseFault(s string, err error) Fault {
	var escape url.EscapeError
	if errors.As(err, &escape) {
		return FaultCharacters
	}
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

// unfit reports a character that no URL holds: a control, a blank, or a mark
// that can't be seen, such as those of text direction. The two joiners are
// part of host names in some scripts.
func unfit(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Z) && r != '\u200c' && r != '\u200d'
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

// asciiHost is a host in ASCII form (RFC 5891), in lower case. A host without
// a label, or with an empty one, is none.
func asciiHost(host string) (string, bool) {
	if host == "" {
		return "", false
	}
	plain := strings.ToLower(host)
	for i := range len(plain) {
		if plain[i] >= 0x80 {
			a, err := idna.Lookup.ToASCII(plain)
			return a, err == nil && !emptyLabel(a)
		}
	}
	return plain, !emptyLabel(plain)
}

// emptyLabel reports a host with an empty label; a dot may stand at its end.
func emptyLabel(host string) bool {
	return host == "" || host[0] == '.' || strings.Contains(host, "..")
}

// Normalize is a URL for comparison: scheme and host in lower case, the host in
// ASCII form, the default port dropped, an empty path as "/"; nothing else is
// changed (rule S1-url-consistent). What can't be parsed is compared as it is.
func Normalize(s string) string {
	if _, path, ok := simple(s); ok && path != "" {
		return s
	}
	return normalize(s)
}

// normalize is Normalize of any URL.
func normalize(s string) string {
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
	authority, tail := rest, ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority, tail = rest[:i], rest[i:]
	}
	if !strings.HasPrefix(tail, "/") {
		tail = "/" + tail
	}
	user := authority[:strings.LastIndex(authority, "@")+1]
	return u.Scheme + "://" + user + host + tail
}

// hostOf is the host of a URL or of host:port.
func hostOf(endpoint string) string {
	if host, _, ok := simple(endpoint); ok {
		return host
	}
	return parsedHost(endpoint)
}

// parsedHost is hostOf of any endpoint.
func parsedHost(endpoint string) string {
	if strings.Contains(endpoint, "//") {
		u, err := url.Parse(endpoint)
		if err != nil {
			return ""
		}
		return u.Hostname()
	}
	if host, _, err := net.SplitHostPort(endpoint); err == nil {
		return host
	}
	return ""
}

// Origin is the origin of an absolute URL: scheme and host in lower case, the
// host in ASCII form, the port unless it is the scheme's own.
func Origin(s string) (string, bool) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Opaque != "" || u.Scheme == "" {
		return "", false
	}
	n := Normalize(u.Scheme + "://" + u.Host + "/")
	return strings.TrimSuffix(n, "/"), true
}
