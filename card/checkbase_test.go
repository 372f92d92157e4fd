package card

import (
	"strings"
	"testing"
)

func TestPlainCard(t *testing.T) {
	expect(t, cardWith(), ModeProfile)
	expect(t, cardWith(), ModeFamily)
	expect(t, cardWith(), ModeA2A10, "warn S0-standard-places[older] /url")
	expect(t, cardWith("url", ""), ModeA2A10)
	expect(t, cardWith("url", ""), ModeProfile, "warn S1-url-consistent[absent]")
}

// The sample of card spec §1 passes the profile with warnings alone (X2), and
// every failure of A2A-only mode is one that the requirements name.
func TestSampleIsValid(t *testing.T) {
	expect(t, sample(t), ModeFamily, "warn B-iface-version /supportedInterfaces/0")
	expect(t, sample(t), ModeProfile, "warn B-iface-version /supportedInterfaces/0")
	expect(t, sample(t), ModeA2A10,
		"warn S0-standard-places[older] /protocolVersion", "warn S0-standard-places[older] /url", "fail B-iface-version /supportedInterfaces/0",
		"warn S0-standard-places[older] /securitySchemes/userBearer/type", "warn S0-standard-places[older] /security")
}

// B99: presence comes from the text: absent, null, empty and false differ.
func TestRequiredMembers(t *testing.T) {
	for _, c := range []struct {
		member, rule string
		null, empty  string
	}{
		{"description", "B-description", "fail B-description /description", "fail B-description[empty] /description"},
		{"version", "B-version", "fail B-version /version", "fail B-version[empty] /version"},
	} {
		expect(t, cardWith(c.member, ""), ModeProfile, "fail "+c.rule)
		expect(t, cardWith(c.member, "null"), ModeProfile, c.null)
		expect(t, cardWith(c.member, `""`), ModeProfile, c.empty)
		expect(t, cardWith(c.member, `5`), ModeProfile, "fail B-types /"+c.member)
		expect(t, cardWith(c.member, `["x"]`), ModeProfile, "fail B-types /"+c.member)
	}
	for _, name := range []string{`""`, `" "`, `"\t\n"`, `"\u00a0"`} {
		expect(t, cardWith("name", name), ModeProfile, "fail B-name[empty] /name")
	}
}

func TestCapabilities(t *testing.T) {
	expect(t, cardWith("capabilities", ""), ModeProfile, "fail B-capabilities")
	expect(t, cardWith("capabilities", "null"), ModeProfile, "fail B-capabilities /capabilities")
	expect(t, cardWith("capabilities", "[]"), ModeProfile, "fail B-capabilities[array] /capabilities")
	expect(t, cardWith("capabilities", `"x"`), ModeProfile, "fail B-capabilities[type] /capabilities")
	expect(t, cardWith("capabilities", `{"streaming":false,"pushNotifications":true,"extendedAgentCard":false}`), ModeProfile)
	expect(t, cardWith("capabilities", `{"streaming":"no","pushNotifications":0,"extendedAgentCard":null,"futureFlag":true}`), ModeProfile,
		"fail B-capabilities[flag] /capabilities/streaming", "fail B-capabilities[flag] /capabilities/pushNotifications",
		"warn B-null /capabilities/extendedAgentCard", "warn S0-standard-places /capabilities/futureFlag")
}

func TestExtensions(t *testing.T) {
	ext := func(list string) string { return cardWith("capabilities", `{"extensions":`+list+`}`) }
	const at = "/capabilities/extensions"
	expect(t, ext(`[]`), ModeProfile)
	expect(t, ext(`[{"uri":"https://example.com/x","params":{"max_len":1,"n":null,"e":""},"required":true},{"uri":"https://example.com/x"}]`), ModeProfile)
	expect(t, ext(`null`), ModeProfile, "warn B-null "+at)
	expect(t, ext(`{}`), ModeProfile, "fail B-extensions[type] "+at)
	expect(t, ext(`["https://example.com/x",null]`), ModeProfile, "fail B-extensions[element] "+at+"/0", "fail B-extensions[element] "+at+"/1")
	expect(t, ext(`[{},{"uri":null},{"uri":""},{"uri":5}]`), ModeProfile, "fail B-extensions[uri] "+at+"/0", "fail B-extensions[uri] "+at+"/1/uri",
		"fail B-extensions[uri] "+at+"/2/uri", "fail B-extensions[uri] "+at+"/3/uri")
	expect(t, ext(`[{"uri":"u","params":[]},{"uri":"u","params":null},{"uri":"u","description":5,"required":"yes"}]`), ModeProfile,
		"fail B-extensions[params] "+at+"/0/params", "warn B-null "+at+"/1/params", "fail B-types "+at+"/2/description", "fail B-types "+at+"/2/required")
	// S3-required-false, which speaks of the family's own extensions, is no rule
	// of the base card; a run that has it leaves these out.
	expect(t, ext(`[{"uri":"https://cho-fam.com/ans/v1","required":"yes"},{"uri":"https://cho-fam.com/hire/v1","required":1}]`), ModeProfile,
		"fail B-types "+at+"/0/required", "fail B-types "+at+"/1/required")
	// B113: at the top level nobody reads them; one finding says so.
	expect(t, cardWith("extensions", `[{"uri":"https://example.com/x","required":true}]`), ModeProfile, "warn B-extensions[place] /extensions")
}

// B104 and B106: an empty list fails in every shape, a bare word is a warning.
func TestModes(t *testing.T) {
	for _, member := range []string{"defaultInputModes", "defaultOutputModes"} {
		at := " /" + member
		expect(t, cardWith(member, ""), ModeProfile, "fail B-modes")
		expect(t, cardWith(member, "null"), ModeProfile, "fail B-modes"+at)
		expect(t, cardWith(member, "[]"), ModeProfile, "fail B-modes[empty]"+at)
		expect(t, cardWith(member, `"text/plain"`), ModeProfile, "fail B-types"+at)
		expect(t, cardWith(member, `["text","text/plain","TEXT/Plain; charset=utf-8","application/a2ui+json","text/*","","text/"]`), ModeProfile,
			"warn B-modes[word]"+at+"/0", "warn B-modes[wildcard]"+at+"/4", "fail B-modes[form]"+at+"/5", "fail B-modes[form]"+at+"/6")
		expect(t, cardWith(member, `[null,5,"a/b"]`), ModeProfile, "fail B-types[element]"+at+"/0", "fail B-types[element]"+at+"/1")
	}
	for _, member := range []string{"inputModes", "outputModes"} {
		at := " /skills/0/" + member
		expect(t, skillWith(`"`+member+`":[]`), ModeProfile)
		expect(t, skillWith(`"`+member+`":null`), ModeProfile, "warn B-null"+at)
		expect(t, skillWith(`"`+member+`":["json","*/*","a b"]`), ModeProfile, "warn B-modes[word]"+at+"/0", "warn B-modes[wildcard]"+at+"/1", "fail B-modes[form]"+at+"/2")
		expect(t, skillWith(`"`+member+`":{}`), ModeProfile, "fail B-types"+at)
	}
}

func TestSkills(t *testing.T) {
	expect(t, cardWith("skills", "[]"), ModeProfile, "fail B-skills-nonempty /skills")
	expect(t, cardWith("skills", `[{}]`), ModeProfile, "fail B-skill-fields /skills/0", "fail B-skill-fields /skills/0", "fail B-skill-fields /skills/0", "fail B-skill-fields[tags] /skills/0")
	expect(t, cardWith("skills", `[{"id":"","name":"","description":"","tags":[]}]`), ModeProfile,
		"fail B-skill-fields /skills/0/id", "fail B-skill-fields /skills/0/name", "fail B-skill-fields /skills/0/description", "fail B-skill-fields[tags] /skills/0/tags")
	expect(t, cardWith("skills", `[{"id":null,"name":5,"description":[],"tags":null}]`), ModeProfile,
		"fail B-skill-fields /skills/0/id", "fail B-skill-fields /skills/0/name", "fail B-skill-fields /skills/0/description", "fail B-skill-fields[tags] /skills/0/tags")
	expect(t, cardWith("skills", `[{"id":"s","name":"S","description":"d","tags":"t"}]`), ModeProfile, "fail B-skill-fields[tags] /skills/0/tags")
	expect(t, cardWith("skills", `[{"id":"s","name":"S","description":"d","tags":["t",null,5]}]`), ModeProfile,
		"fail B-skill-fields[tag] /skills/0/tags/1", "fail B-skill-fields[tag] /skills/0/tags/2")
	expect(t, cardWith("skills", `[null,"x",7,[]]`), ModeProfile, "fail B-skill-fields[type] /skills/0", "fail B-skill-fields[type] /skills/1",
		"fail B-skill-fields[type] /skills/2", "fail B-skill-fields[type] /skills/3")
	expect(t, skillWith(`"examples":[1],"x":null`), ModeProfile, "fail B-types[element] /skills/0/examples/0", "warn S0-standard-places /skills/0/x")
}

// B111: equal ids fail; ids that differ in case, outer spaces or normal form
// alone are a warning.
func TestSkillIDs(t *testing.T) {
	ids := func(list ...string) string {
		var out []string
		for _, id := range list {
			out = append(out, `{"id":`+id+`,"name":"S","description":"d","tags":["t"]}`)
		}
		return cardWith("skills", "["+strings.Join(out, ",")+"]")
	}
	expect(t, ids(`"q"`, `"q"`, `"Q "`), ModeProfile, "fail B-skill-id-unique /skills/1/id", "warn B-skill-id-unique[near] /skills/2/id")
	expect(t, ids(`"q"`, `"\u0071"`), ModeProfile, "fail B-skill-id-unique /skills/1/id")
	expect(t, ids(`"é"`, `"e\u0301"`, `"É"`), ModeProfile, "warn B-skill-id-unique[near] /skills/1/id", "warn B-skill-id-unique[near] /skills/2/id")
	expect(t, ids(`"straße"`, `"STRASSE"`), ModeProfile, "warn B-skill-id-unique[near] /skills/1/id")
	expect(t, ids(`"a"`, `"b"`, `"a-b"`, `"a_b"`), ModeProfile)
	expect(t, ids(`""`, `""`), ModeProfile, "fail B-skill-fields /skills/0/id", "fail B-skill-fields /skills/1/id")
	expect(t, ids(`5`, `5`), ModeProfile, "fail B-skill-fields /skills/0/id", "fail B-skill-fields /skills/1/id")
}

// B110: what people would click is http or https.
func TestDisplayURLs(t *testing.T) {
	expect(t, cardWith("iconUrl", `"data:image/svg+xml,<svg onload=x>"`, "documentationUrl", `"JavaScript:alert(1)"`, "provider", `{"organization":"Ex\u202Eample","url":"javascript:0"}`), ModeProfile,
		"warn B-display-url /iconUrl", "warn B-display-url /documentationUrl", "warn B-display-url /provider/url")
	expect(t, cardWith("iconUrl", `""`, "documentationUrl", `"/docs"`, "provider", `{"organization":"O","url":"https://example.com"}`), ModeProfile,
		"warn B-display-url /iconUrl", "warn B-display-url /documentationUrl")
	expect(t, cardWith("iconUrl", `5`, "documentationUrl", `null`), ModeProfile, "fail B-types /iconUrl", "warn B-null /documentationUrl")
}

func TestProvider(t *testing.T) {
	expect(t, cardWith("provider", `{}`), ModeProfile, "warn B-provider /provider", "warn B-provider /provider")
	expect(t, cardWith("provider", `{"organization":"","url":null}`), ModeProfile, "warn B-provider /provider/organization", "warn B-provider /provider/url")
	expect(t, cardWith("provider", `{"organization":5,"url":"https://example.com","x":1}`), ModeProfile, "fail B-types /provider/organization", "warn S0-standard-places /provider/x")
	expect(t, cardWith("provider", `"Example Inc."`), ModeProfile, "fail B-types /provider")
	expect(t, cardWith("provider", `null`), ModeProfile, "warn B-null /provider")
}

func TestSignatureShape(t *testing.T) {
	const rule = "fail B-sig-shape"
	expect(t, cardWith("signatures", `[]`), ModeProfile)
	expect(t, cardWith("signatures", `[{"protected":"eyJhbGciOiJFUzI1NiJ9","signature":"QUJD","header":{}}]`), ModeProfile)
	expect(t, cardWith("signatures", `null`), ModeProfile, "warn B-null /signatures")
	expect(t, cardWith("signatures", `{}`), ModeProfile, rule+"[type] /signatures")
	expect(t, cardWith("signatures", `["eyJhbGciOiJFUzI1NiJ9..QUJD",null]`), ModeProfile, rule+"[element] /signatures/0", rule+"[element] /signatures/1")
	expect(t, cardWith("signatures", `[{}]`), ModeProfile, rule+" /signatures/0", rule+" /signatures/0")
	expect(t, cardWith("signatures", `[{"protected":null,"signature":5,"header":[]}]`), ModeProfile, rule+" /signatures/0/protected", rule+" /signatures/0/signature", rule+"[header] /signatures/0/header")
	expect(t, cardWith("signatures", `[{"protected":"","signature":"QQ==","header":null}]`), ModeProfile, rule+"[base64url] /signatures/0/protected", rule+"[base64url] /signatures/0/signature", "warn B-null /signatures/0/header")
}

// A wrong type keeps its finding whatever else is wrong with the value.
func TestInexactNumbers(t *testing.T) {
	expect(t, cardWith("description", `9007199254740993`), ModeProfile, "warn B-number-exact /description", "fail B-types /description")
	expect(t, cardWith("x", `1e400`), ModeProfile, "warn B-number-exact /x", "warn S0-standard-places /x")
	expect(t, cardWith("capabilities", `{"extensions":[{"uri":"u","params":{"a":[1e-400,60.0,-0]}}]}`), ModeProfile, "warn B-number-exact /capabilities/extensions/0/params/a/0")
	expect(t, cardWith("signatures", `[{"protected":"QQ","signature":"QQ","header":{"n":1e999}}]`), ModeProfile, "warn B-number-exact /signatures/0/header/n")
}
