package interop

import (
	"slices"
	"testing"
)

// remark says why rows came out other than expected, or other than
// card.Portability foretells. Every such row needs one.
type remark struct {
	peer, direction, way string
	traits               []string // all, where there are none
	note                 string
}

var remarks = []remark{
	{
		"@a2a-js/sdk", PeerSigns, wayServed,
		[]string{
			"a REQUIRED map empty", "a requirement with an empty list of scopes", "a requirement with scopes",
			"a requirement without scopes", "hybrid with a 0.3 interface", "hybrid, schemes in both shapes",
			"no authentication as one of the ways",
		},
		"the handler serves schemes as its own type holds them ($case, value), which are as unknown as they are unsigned; served in the shape of A2A (toJSON) the card is invalid",
	},
	{
		"@a2a-js/sdk", PeerSigns, wayServed,
		[]string{"hybrid"},
		"the type takes no flat scheme, so that the handler serves an empty one",
	},
	{
		"@a2a-js/sdk", WeSign, wayClient,
		[]string{"a requirement with scopes"},
		"not foretold: the client verifies its own type, whose payload has no securitySchemes, and so refuses every card with wrapped schemes",
	},
	{
		"a2a-go", PeerServes, "JSONRPC 1.0",
		[]string{"no A2A-Version", "A2A-Version 9.9"},
		"the server reads no A2A-Version: whatever comes is taken for 1.0",
	},
	{
		"a2a-go", PeerServes, "HTTP+JSON 1.0",
		[]string{"no A2A-Version", "A2A-Version 9.9"},
		"the server reads no A2A-Version: whatever comes is taken for 1.0",
	},
	{
		"a2a-sdk", PeerServes, "JSONRPC 0.3",
		[]string{"an empty messageId"},
		"the SDK asks for a messageId, and takes an empty one",
	},
	{
		"@a2a-js/sdk", PeerServes, "JSONRPC 1.0",
		[]string{"A2A-Version 1.0.1"},
		"the server compares versions as text, patch numbers too",
	},
	{
		"@a2a-js/sdk", PeerServes, "HTTP+JSON 1.0",
		[]string{"A2A-Version 1.0.1"},
		"the server compares versions as text, patch numbers too",
	},
	{
		"@a2a-js/sdk", PeerServes, "JSONRPC 1.0",
		[]string{"message/send in 0.3, no A2A-Version"},
		"the server looks at the version before the method; nothing is executed either",
	},
	{
		"@a2a-js/sdk", WeWrite, "dual, resolver",
		nil,
		"the resolver makes its type of a card only where the first scheme has no type, and gives back any other as it came; its fromJSON reads the schemes",
	},
	{
		"@a2a-js/sdk", WeWrite, "dual, resolver for 0.3 too",
		nil,
		"the switch is for cards without supportedInterfaces alone",
	},
	{
		"@a2a-js/sdk", WeWrite, "a2a10, resolver of 0.3",
		[]string{"OAuth 2.0, API keys and OpenID Connect", "a device code flow", "like terra, a skill with its own requirement"},
		"wrapped schemes make the resolver read the card as the proto of 0.3, which has not the members of 1.0",
	},
	{
		"a2a-java-sdk", WeWrite, "dual, resolver",
		nil,
		"the resolver reads strict ProtoJSON, which has no place for the card spec's members: it opens a2a10 alone",
	},
	{
		"a2a-java-sdk", WeWrite, "a2a10, resolver",
		[]string{"two extensions with params"},
		"the resolver can't hold a null in params",
	},
}

func (m remark) of(r Row) bool {
	return m.peer == r.Peer && m.direction == r.Direction && m.way == r.Way && (m.traits == nil || slices.Contains(m.traits, r.Trait))
}

// remarked reports whether there is a remark on a row.
func remarked(r Row) bool {
	return slices.ContainsFunc(remarks, func(m remark) bool { return m.of(r) })
}

// annotate puts the remarks into the notes of the rows. It fails for a row that
// came out other than expected and has none, and for a remark on nothing.
func annotate(t *testing.T, rows []Row) {
	t.Helper()
	ran := map[[3]string]bool{}
	used := map[int]bool{}
	for i := range rows {
		r := &rows[i]
		ran[[3]string{r.Peer, r.Direction, r.Way}] = true
		at := slices.IndexFunc(remarks, func(m remark) bool { return m.of(*r) })
		switch {
		case at >= 0 && r.Note == "":
			used[at], r.Note = true, remarks[at].note
		case at >= 0:
			used[at], r.Note = true, remarks[at].note+"; "+r.Note
		case r.Got != r.Expected:
			t.Errorf("%+v: no remark says why the run disagrees", *r)
		}
	}
	for i, m := range remarks {
		if ran[[3]string{m.peer, m.direction, m.way}] && !used[i] {
			t.Errorf("the remark %q is on no row", m.note)
		}
	}
}
