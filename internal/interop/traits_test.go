package interop

import "strings"

// member is a top-level member of a card, as JSON. Without text it is left out.
type member struct{ name, text string }

// base is a card over which all forms agree: every member that the SDKs know is
// at a value of its own, and there are no others.
var base = []member{
	{"name", `"Route Planner"`},
	{"description", `"Plans routes between two places and explains each step."`},
	{"version", `"1.4.0"`},
	{"supportedInterfaces", `[{"url":"https://route.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`},
	{"provider", `{"organization":"Example Maps","url":"https://maps.example.com"}`},
	{"capabilities", `{"streaming":true}`},
	{"defaultInputModes", `["application/json","text/plain"]`},
	{"defaultOutputModes", `["application/json"]`},
	{"skills", skills("")},
}

// skills is one skill with further members.
func skills(more string) string {
	return `[{"id":"plan","name":"Plan a route","description":"Finds the shortest route between two places.","tags":["routing","chofam:kind/query","chofam:scope/party"]` + more + `}]`
}

// params are capabilities with one extension that has them.
func params(text string) string {
	return `{"streaming":true,"extensions":[{"uri":"https://example.com/ext/v1","params":` + text + `}]}`
}

// Schemes of the two shapes, and requirements that use them.
const (
	wrapped    = `{"userBearer":{"httpAuthSecurityScheme":{"scheme":"bearer","bearerFormat":"JWT"}}}`
	flat       = `{"userBearer":{"type":"http","scheme":"bearer","bearerFormat":"JWT"}}`
	both       = `{"userBearer":{"type":"http","scheme":"bearer","httpAuthSecurityScheme":{"scheme":"bearer"}}}`
	interface1 = `{"url":"https://route.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}`
	interface0 = `{"url":"https://route.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"0.3.0"}`
)

// What becomes of a card that we verify, beside the bare statuses.
const (
	received = "verified (received)"
	presence = "verified (presence)"
	partial  = "partial"
	invalid  = "invalid"
)

// What becomes of a card that we sign.
const (
	verified    = "verified"
	refused     = "refused"
	differs     = "not signed: the payloads differ"
	breaksRules = "not signed: the card breaks rules"
	inexact     = "not signed: a number would change"
)

// trait is a card and what to expect of it.
type trait struct {
	name string
	set  []member

	file, pyServed, jsServed string // a peer signs, and its signatures go into the file; or it serves the card
	signed                   string // we sign: what becomes of the card
	jsClient                 string // what the client of js makes of it, where that is something else
}

// card is the card of a trait as text.
func (t trait) card() string {
	list := append([]member(nil), base...)
	for _, m := range t.set {
		at := -1
		for i := range list {
			if list[i].name == m.name {
				at = i
			}
		}
		if at < 0 {
			list = append(list, m)
		} else {
			list[at] = m
		}
	}
	var parts []string
	for _, m := range list {
		if m.text != "" {
			parts = append(parts, `"`+m.name+`":`+m.text)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// named is the trait of a name.
func named(name string) trait {
	for _, t := range traits {
		if t.name == name {
			return t
		}
	}
	panic("no trait " + name)
}

// traits are the cards that are tried. The expectations are those of reading
// (SIG4, the SDKs' source): received and presence verify, a form that leaves
// members out is partial; what the JavaScript SDK makes of its own type has no
// security schemes and verifies under no form; it serves empty defaults, and the
// Python SDK serves what it signs, but for what it adds for older clients.
var traits = []trait{
	{
		name: "ASCII",
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "Korean",
		set: []member{
			{"name", `"길찾기 도우미"`},
			{"description", `"두 곳 사이의 길을 찾고 단계마다 설명합니다."`},
			{"skills", skills(`,"examples":["서울역에서 광화문까지","부산 → 대구"]`)},
		},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "emoji and non-BMP text",
		set:  []member{{"name", `"Route 🧭 Planner 👩‍👩‍👧"`}, {"description", `"𝕽𝖔𝖚𝖙𝖊𝖘, 𠮷野家, \ud83d\ude80\u007f\u2028."`}},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "non-BMP member names",
		set:  []member{{"capabilities", params(`{"😀":"after UTF-16 order","！":"first by code point","이름":"값","a":"x"}`)}},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "floats in params",
		set:  []member{{"capabilities", params(`{"a":0.5,"b":0.1,"c":1e-7,"d":0.000001,"e":60.0,"f":6.0E1,"g":-12.25,"h":-0.0,"i":5e-324,"j":1.7976931348623157e308,"k":0.00001}`)}},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "large integers in params",
		set:  []member{{"capabilities", params(`{"a":9007199254740991,"b":10000000000000000,"c":123456789012345680000,"d":1e21,"e":-9007199254740991,"f":0,"g":100000000000000000000}`)}},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "an integer that no double holds",
		set:  []member{{"capabilities", params(`{"a":9007199254740993}`)}},
		file: "malformed", pyServed: received, jsServed: presence, signed: inexact,
	},
	{
		name: "REQUIRED members empty",
		set:  []member{{"description", `""`}, {"defaultOutputModes", `[]`}},
		file: partial, pyServed: received, jsServed: partial, signed: breaksRules,
	},
	{
		name: "no skills",
		set:  []member{{"skills", `[]`}},
		file: partial, pyServed: "malformed", jsServed: partial, signed: breaksRules,
	},
	{
		name: "a REQUIRED map empty",
		set: []member{
			{"securitySchemes", `{"machine":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"https://id.example.com/token","scopes":{}}}}}}`},
			{"securityRequirements", `[{"schemes":{"machine":{"list":["route.read"]}}}]`},
		},
		file: partial, pyServed: received, jsServed: invalid, signed: refused,
	},
	{
		name: "members at their implicit default",
		set: []member{
			{"supportedInterfaces", `[{"url":"https://route.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":""}]`},
			{"capabilities", `{"streaming":true,"extensions":[]}`},
			{"skills", skills(`,"examples":[],"securityRequirements":[]`)},
		},
		file: presence, pyServed: received, jsServed: presence, signed: differs,
	},
	{
		name: "optional members false",
		set:  []member{{"capabilities", `{"streaming":false,"pushNotifications":false,"extendedAgentCard":false}`}},
		file: received, pyServed: received, jsServed: presence, signed: verified,
	},
	{
		name: "a requirement with scopes",
		set:  []member{{"securitySchemes", wrapped}, {"securityRequirements", `[{"schemes":{"userBearer":{"list":["route.read"]}}}]`}},
		file: received, pyServed: received, jsServed: invalid, signed: verified, jsClient: refused,
	},
	{
		name: "a requirement without scopes",
		set:  []member{{"securitySchemes", wrapped}, {"securityRequirements", `[{"schemes":{"userBearer":{}}}]`}},
		file: partial, pyServed: partial, jsServed: invalid, signed: refused,
	},
	{
		name: "a requirement with an empty list of scopes",
		set:  []member{{"securitySchemes", wrapped}, {"securityRequirements", `[{"schemes":{"userBearer":{"list":[]}}}]`}},
		file: partial, pyServed: partial, jsServed: invalid, signed: differs,
	},
	{
		name: "no authentication as one of the ways",
		set:  []member{{"securitySchemes", wrapped}, {"securityRequirements", `[{"schemes":{"userBearer":{"list":["route.read"]}}},{}]`}},
		file: partial, pyServed: partial, jsServed: invalid, signed: refused,
	},
	{
		name: "empty and null in params",
		set:  []member{{"capabilities", params(`{"allow":[],"note":"","nothing":null,"nested":{"empty":{},"kept":1}}`)}},
		file: partial, pyServed: partial, jsServed: partial, signed: refused,
	},
	{
		name: "unknown members",
		set:  []member{{"skills", skills(`,"price":"free"`)}, {"x-team", `"maps"`}},
		file: partial, pyServed: received, jsServed: presence, signed: refused,
	},
	{
		name: "hybrid",
		set: []member{
			{"securitySchemes", flat},
			{"url", `"https://route.example.com/a2a"`},
			{"protocolVersion", `"1.0"`},
			{"security", `[{"userBearer":[]}]`},
		},
		file: partial, pyServed: partial, jsServed: invalid, signed: refused,
	},
	{
		name: "hybrid, schemes in both shapes",
		set: []member{
			{"securitySchemes", both},
			{"url", `"https://route.example.com/a2a"`},
			{"protocolVersion", `"1.0"`},
			{"security", `[{"userBearer":[]}]`},
		},
		file: partial, pyServed: received, jsServed: invalid, signed: refused,
	},
	{
		name: "hybrid with a 0.3 interface",
		set: []member{
			{"supportedInterfaces", `[` + interface1 + `,` + interface0 + `]`},
			{"securitySchemes", both},
			{"securityRequirements", `[{"schemes":{"userBearer":{"list":["route.read"]}}}]`},
			{"url", `"https://route.example.com/a2a"`},
			{"protocolVersion", `"1.0"`},
			{"security", `[{"userBearer":["route.read"]}]`},
		},
		file: partial, pyServed: partial, jsServed: invalid, signed: refused,
	},
}
