package card

import (
	"slices"
	"strings"
	"testing"
)

func TestUnknownMembers(t *testing.T) {
	const rule = "warn S0-standard-places"
	expect(t, cardWith("x-vendor", `{"z":1.0,"a":[null],"tenant":""}`, "", "1"), ModeProfile, rule+" /x-vendor", rule+" /")
	expect(t, cardWith("authentication", `{"schemes":["Bearer"]}`), ModeProfile, rule+"[older] /authentication")
	expect(t, cardWith("protocolVersions", `["1.0"]`, "supportsExtendedAgentCard", "true", "interfaces", "[]"), ModeProfile,
		rule+"[draft] /protocolVersions", rule+"[draft] /supportsExtendedAgentCard", rule+"[draft] /interfaces")
	expect(t, cardWith("Name", `"x"`, "ſkillſ", "[]", "SUPPORTEDINTERFACES", "[]", "ｎａｍｅ", "1", "urls", "[]"), ModeProfile,
		rule+"[spelling] /Name", rule+"[spelling] /ſkillſ", rule+"[spelling] /SUPPORTEDINTERFACES", rule+"[spelling] /ｎａｍｅ", rule+" /urls")
	// At every object of the model, and nowhere in params or an unknown member.
	expect(t, cardWith("supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0","x":1}]`,
		"capabilities", `{"x":1,"extensions":[{"uri":"u","x":{"y":1},"params":{"x":1,"trailing_name":{}}}]}`, "provider", `{"organization":"O","url":"https://example.com","x":1}`,
		"signatures", `[{"protected":"QQ","signature":"QQ","x":1}]`, "securitySchemes", `{"s":{"type":"http","scheme":"b","x":1,"httpAuthSecurityScheme":{"scheme":"b","x":1}}}`, "security", `[{"s":[]}]`), ModeProfile,
		rule+" /supportedInterfaces/0/x", rule+" /capabilities/x", rule+" /capabilities/extensions/0/x", rule+" /provider/x", rule+" /signatures/0/x", rule+" /securitySchemes/s/x", rule+" /securitySchemes/s/httpAuthSecurityScheme/x")
}

// B18 and B33: members of older versions.
func TestOlderMembers(t *testing.T) {
	const rule = "warn S0-standard-places"
	expect(t, cardWith("capabilities", `{"stateTransitionHistory":true}`), ModeProfile, rule+"[older] /capabilities/stateTransitionHistory")
	expect(t, cardWith("supportsAuthenticatedExtendedCard", "true"), ModeProfile, rule+"[older] /supportsAuthenticatedExtendedCard")
	expect(t, cardWith("supportsAuthenticatedExtendedCard", "true", "capabilities", `{"extendedAgentCard":true}`), ModeProfile, rule+"[older] /supportsAuthenticatedExtendedCard")
	expect(t, cardWith("supportsAuthenticatedExtendedCard", "true", "capabilities", `{"extendedAgentCard":false}`), ModeProfile, rule+"[contradiction] /supportsAuthenticatedExtendedCard")
	expect(t, cardWith("authentication", `{"schemes":["Bearer"],"credentials":"example-not-a-real-secret"}`), ModeProfile, rule+"[older] /authentication", "fail B-secret /authentication/credentials")
	// The profile's own members are none of them; A2A-only they are.
	own := cardWith("protocolVersion", `"1.0.1"`, "securitySchemes", `{"s":{"type":"http","scheme":"b"}}`, "security", `[{"s":[]}]`)
	expect(t, own, ModeProfile)
	expect(t, own, ModeA2A10, rule+"[older] /url", rule+"[older] /protocolVersion", rule+"[older] /securitySchemes/s/type", rule+"[older] /security")
}

func TestVersionOfTheCard(t *testing.T) {
	old := `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]`
	expect(t, cardWith("supportedInterfaces", old), ModeProfile, "warn S0-version")
	expect(t, cardWith("supportedInterfaces", old), ModeFamily, "fail S0-version[old]")
	expect(t, cardWith("supportedInterfaces", old, "protocolVersion", `"0.3.0"`), ModeFamily, "fail S0-version[old] /protocolVersion")
	expect(t, cardWith("supportedInterfaces", old, "protocolVersion", `"1.0.1"`), ModeFamily, "fail B-iface-version[top-level] /protocolVersion")
	expect(t, cardWith("supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]`), ModeFamily, "warn S0-version")
	expect(t, cardWith("protocolVersion", "null"), ModeProfile, "warn B-null /protocolVersion")
	expect(t, cardWith("supportedInterfaces", old, "protocolVersion", "null"), ModeProfile, "warn S0-version", "warn B-null /protocolVersion")
}

func TestJSONRPCInterface(t *testing.T) {
	one := `{"url":"https://agent.example.com/a2a","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}`
	rpc := `{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}`
	const at = " /supportedInterfaces"
	expect(t, cardWith("supportedInterfaces", "["+one+"]"), ModeProfile, "warn S1-jsonrpc"+at, "warn S1-url-consistent[other] /url")
	expect(t, cardWith("supportedInterfaces", "["+one+"]"), ModeFamily, "fail S1-jsonrpc"+at, "warn S1-url-consistent[other] /url")
	expect(t, cardWith("supportedInterfaces", "["+rpc+","+one+"]"), ModeProfile)
	expect(t, cardWith("supportedInterfaces", "["+rpc+","+one+"]"), ModeFamily, "warn S1-jsonrpc[several]"+at)
	expect(t, cardWith("url", "", "supportedInterfaces", "["+one+"]"), ModeA2A10)
}

func TestTopLevelURL(t *testing.T) {
	list := `[{"url":"https://other.example.com/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
		{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://agent.example.com/second","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`
	for url, want := range map[string][]string{
		`"https://agent.example.com/a2a"`: nil, `"HTTPS://AGENT.example.com:443/a2a"`: nil,
		`"https://agent.example.com/second"`: {"warn S1-url-consistent[other] /url"}, `"https://other.example.com/rest"`: {"warn S1-url-consistent[other] /url"},
		`"https://agent.example.com/a2a/"`: {"fail S1-url-consistent /url"}, `"https://agent.example.com/A2A"`: {"fail S1-url-consistent /url"}, `"http://agent.example.com/a2a"`: {"fail S1-url-consistent /url"},
		`"https://evil.example.net/a2a"`: {"fail S1-url-consistent /url"}, `""`: {"fail S1-url-consistent /url"}, `null`: {"warn S1-url-consistent[absent]", "warn B-null /url"}, `5`: {"fail B-types /url"},
	} {
		expect(t, cardWith("supportedInterfaces", list, "url", url), ModeProfile, want...)
	}
	// B13: two clients would call two places. A2A-only the url is not asked.
	hybrid := cardWith("protocolVersion", `"0.3.0"`, "url", `"https://agent.example.com/old"`, "preferredTransport", `"JSONRPC"`,
		"supportedInterfaces", `[{"url":"https://evil.example.net/new","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`)
	expect(t, hybrid, ModeProfile, "fail S1-url-consistent /url", "warn B-iface-version[top-level] /protocolVersion", "fail S1-no-preferred-transport[disagree] /preferredTransport")
	expect(t, hybrid, ModeA2A10, "warn S0-standard-places[older] /url", "warn B-iface-version[top-level] /protocolVersion", "fail S1-no-preferred-transport[disagree] /preferredTransport")
}

func TestPreferredTransport(t *testing.T) {
	const rule = "S1-no-preferred-transport"
	same := `[{"url":"https://AGENT.example.com:443/a2a","transport":"JSONRPC"}]`
	expect(t, cardWith("preferredTransport", `"JSONRPC"`, "additionalInterfaces", same), ModeProfile, "warn "+rule+" /preferredTransport", "warn "+rule+" /additionalInterfaces")
	expect(t, cardWith("preferredTransport", `"GRPC"`), ModeProfile, "fail "+rule+"[disagree] /preferredTransport")
	expect(t, cardWith("url", "", "preferredTransport", `"GRPC"`), ModeA2A10, "fail "+rule+"[disagree] /preferredTransport")
	expect(t, cardWith("url", "", "preferredTransport", `"JSONRPC"`), ModeA2A10, "warn "+rule+" /preferredTransport")
	expect(t, cardWith("additionalInterfaces", `[{"url":"https://agent.example.com/a2a","transport":"GRPC"},{"url":"https://agent.example.com/a2a","transport":"JSONRPC"},{"url":"https://evil.example.net","transport":"JSONRPC"}]`), ModeProfile,
		"fail "+rule+"[disagree] /additionalInterfaces/0", "fail "+rule+"[disagree] /additionalInterfaces/2")
	expect(t, cardWith("preferredTransport", "5", "additionalInterfaces", "{}"), ModeProfile, "fail B-types /preferredTransport", "fail B-types /additionalInterfaces")
	expect(t, cardWith("preferredTransport", "null", "additionalInterfaces", "null"), ModeProfile, "warn B-null /preferredTransport", "warn B-null /additionalInterfaces")
}

// society publishes no card: a warning in the family profile alone.
func TestSociety(t *testing.T) {
	for name, want := range map[string]bool{`"society"`: true, `"Society"`: true, `"SOCIETY agent"`: true, `" society"`: true, `"societyx"`: false, `"My society"`: false, `"A"`: false} {
		text := cardWith("name", name)
		expect(t, text, ModeProfile)
		if want {
			expect(t, text, ModeFamily, "warn S-targets /name")
		} else {
			expect(t, text, ModeFamily)
		}
	}
	expect(t, cardWith("capabilities", `{"extensions":[{"uri":"https://cho-fam.com/ans/v1","params":{"name":"society.market.v1"}},{"uri":"https://example.com/x","params":{"name":"society.x.v1"}}]}`), ModeFamily,
		"warn S-targets /capabilities/extensions/0/params/name")
}

// What is said of an interface that only 0.x lists has no blank at either end.
func TestDisagreementValue(t *testing.T) {
	for text, want := range map[string]string{
		cardWith("url", "", "preferredTransport", `"GRPC"`):                                            "have: `GRPC`.",
		cardWith("additionalInterfaces", `[{"url":"https://evil.example.net"}]`):                       "have: `https://evil.example.net`.",
		cardWith("additionalInterfaces", `[{"url":"https://evil.example.net","transport":"JSONRPC"}]`): "have: `JSONRPC https://evil.example.net`.",
	} {
		found := Validate(parse(t, text), ModeA2A10)
		if !slices.ContainsFunc(found, func(p Problem) bool { return strings.Contains(p.Message.EN, want) }) {
			t.Errorf("%s: no %q among %+v", text, want, found)
		}
	}
}

// A type that is no string is told by what it is, under the code unknown.
func TestSchemeTypeThatIsNoString(t *testing.T) {
	text := cardWith("securitySchemes", `{"s":{"type":5}}`)
	for _, p := range Validate(parse(t, text), ModeProfile) {
		if p.Rule != "B-scheme-shape" {
			continue
		}
		if p.Code != "unknown" || !strings.HasPrefix(p.Message.KO, "스킴의 `type`이 문자열이 아니다: number.") {
			t.Errorf("%+v", p)
		}
		return
	}
	t.Error("nothing is found")
}

// What to write is given as it is to be written; sentences show no value of a
// query, which may be a key.
func TestWantKeepsTheQuery(t *testing.T) {
	const url = "https://agent.example.com/a2a?api_key=hunter2"
	one := `[{"url":"` + url + `","protocolBinding":"JSONRPC","protocolVersion":"1.0"}`
	two := `,{"url":"https://agent.example.com/rest?api_key=hunter2","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}`
	for code, text := range map[string]string{
		"absent": cardWith("url", "", "supportedInterfaces", one+"]"),
		"other":  cardWith("url", `"https://agent.example.com/rest?api_key=hunter2"`, "supportedInterfaces", one+two+"]"),
	} {
		found := false
		for _, p := range Validate(parse(t, text), ModeProfile) {
			if p.Rule == "S1-url-consistent" && p.Code == code && p.Want == url {
				found = true
			}
			if strings.Contains(p.Message.KO+p.Message.EN+p.Hint.KO+p.Hint.EN, "hunter2") {
				t.Errorf("%s: %+v", code, p)
			}
		}
		if !found {
			t.Errorf("%s does not say what to write", code)
		}
	}
}
