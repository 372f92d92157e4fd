// Package vocab holds words that more than one room needs: extension URIs, the
// names assigned to family agents, bindings, and the public pages that
// messages link to.
package vocab

// Extension URIs (card spec v1.7 §3, §4.1). They are names, compared byte for
// byte and never fetched.
const (
	ANS     = "https://cho-fam.com/ans/v1"
	Hire    = "https://cho-fam.com/hire/v1"
	OldANS  = "https://cho-fam.web.app/ans/v1"
	OldHire = "https://cho-fam.web.app/hire/v1"
)

// The public pages of the sources.
const (
	CardSpecPage = "https://cho-fam.com/ans/card-spec"
	ANSPage      = "https://cho-fam.com/ans/v1"
)

// Protocol bindings (A2A 1.0.1 §5.8), compared byte for byte.
const (
	JSONRPC  = "JSONRPC"
	GRPC     = "GRPC"
	HTTPJSON = "HTTP+JSON"
)

// FamilyName is the ANS name assigned to a family agent (card spec §8), empty
// for any other agent.
func FamilyName(agent string) string {
	for _, f := range family {
		if f.agent == agent {
			return f.name
		}
	}
	return ""
}

// FamilyOf is the family agent to which a name is assigned, empty if none.
func FamilyOf(name string) string {
	for _, f := range family {
		if f.name == name {
			return f.agent
		}
	}
	return ""
}

var family = [...]struct{ agent, name string }{
	{"mentor", "mentor.knowledge.v1"},
	{"ethos", "ethos.decision.v1"},
	{"afo", "afo.finance.v1"},
	{"terra", "terra.observer.v1"},
	{"guild", "guild.watch.v1"},
	{"chopilot", "chopilot.observe.v1"},
}
