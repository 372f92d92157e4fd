package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/vocab"
)

// Interfaces is how the agent can be called, as a correct reader sees it:
// supportedInterfaces where it has entries; else the top-level url with
// preferredTransport (JSONRPC when absent), then additionalInterfaces but for
// pairs of url and transport already listed (rule B-interfaces).
// ProtocolVersion is Major.Minor where it can be read, else as written; an
// entry without one takes the top-level version, else 0.3 (rule
// B-iface-version). Urls and bindings are as written.
func (c *AgentCard) Interfaces() []Interface {
	if len(c.SupportedInterfaces) > 0 {
		out := make([]Interface, 0, len(c.SupportedInterfaces))
		for _, i := range c.SupportedInterfaces {
			i.ProtocolVersion = c.interfaceVersion(i)
			out = append(out, i)
		}
		return out
	}
	var out []Interface
	type pair struct{ url, binding string }
	listed := make(map[pair]bool, 1+len(c.AdditionalInterfaces))
	version := c.fallbackVersion()
	add := func(url, binding string) {
		if !listed[pair{url, binding}] {
			listed[pair{url, binding}] = true
			out = append(out, Interface{URL: url, ProtocolBinding: binding, ProtocolVersion: version})
		}
	}
	if c.hasURL() {
		binding := c.PreferredTransport
		if binding == "" {
			binding = vocab.JSONRPC
		}
		add(c.URL, binding)
	}
	for _, a := range c.AdditionalInterfaces {
		add(a.URL, a.Transport)
	}
	return out
}

// endpoints is Interfaces for who only reads it. Most cards write versions as
// they are read, so that there is nothing to change in a copy.
func (c *AgentCard) endpoints() []Interface {
	for _, i := range c.SupportedInterfaces {
		if i.ProtocolVersion == "" || i.ProtocolVersion != c.interfaceVersion(i) {
			return c.Interfaces()
		}
	}
	if len(c.SupportedInterfaces) > 0 {
		return c.SupportedInterfaces
	}
	return c.Interfaces()
}

// hasURL reports a top-level url that is a string, an empty one too.
func (c *AgentCard) hasURL() bool { return c.URL != "" || c.zero&zURL != 0 }

// interfaceVersion is the version of one entry, as it is read.
func (c *AgentCard) interfaceVersion(i Interface) string {
	switch {
	case i.ProtocolVersion != "":
		if v, _ := majorMinor(i.ProtocolVersion); v != "" {
			return v
		}
		return i.ProtocolVersion
	case i.zero&zProtocolVersion != 0:
		return "" // an empty string was written
	}
	if raw, ok := i.Extra["protocolVersion"]; ok && string(raw) != "null" {
		return "" // a value that is no string
	}
	return c.fallbackVersion()
}

// fallbackVersion is the top-level version, else 0.3.
func (c *AgentCard) fallbackVersion() string {
	if v, _ := majorMinor(c.ProtocolVersion); v != "" {
		return v
	}
	return "0.3"
}

// versionForm is how a version is spelled.
type versionForm int

const (
	versionBad   versionForm = iota
	versionExact             // Major.Minor
	versionPatch             // with a patch number
	versionMajor             // Major alone
)

// majorMinor reads a protocol version (A2A 1.0.1 §3.6): plain decimal numbers
// without leading zeros. The version is empty where it can't be read.
func majorMinor(s string) (string, versionForm) {
	if s == "1.0" || s == "0.3" { // nearly all
		return s, versionExact
	}
	parts := strings.Split(s, ".")
	if len(parts) > 3 {
		return "", versionBad
	}
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" || len(p) > 1 && p[0] == '0' {
			return "", versionBad
		}
	}
	switch len(parts) {
	case 1:
		return s + ".0", versionMajor
	case 3:
		return parts[0] + "." + parts[1], versionPatch
	}
	return s, versionExact
}
