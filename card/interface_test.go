package card

import (
	"strings"
	"testing"
)

// reached spells the interfaces of a card as a reader sees them.
func reached(list []Interface) string {
	var out []string
	for _, i := range list {
		out = append(out, strings.Join([]string{i.URL, i.ProtocolBinding, i.ProtocolVersion}, " "))
	}
	return strings.Join(out, "; ")
}

func TestInterfaces(t *testing.T) {
	const one = `"supportedInterfaces":[{"url":"https://new","protocolBinding":"GRPC","protocolVersion":"1.0"}]`
	for members, want := range map[string]string{
		``:  "",
		one: "https://new GRPC 1.0",
		one + `,"url":"https://old","preferredTransport":"HTTP+JSON","additionalInterfaces":[{"url":"https://more","transport":"GRPC"}]`: "https://new GRPC 1.0",
		`"url":"https://old"`:                                             "https://old JSONRPC 0.3",
		`"url":"https://old","preferredTransport":"GRPC"`:                 "https://old GRPC 0.3",
		`"url":"https://old","protocolVersion":"0.2.5"`:                   "https://old JSONRPC 0.2",
		`"url":"https://old","protocolVersion":"v1"`:                      "https://old JSONRPC 0.3",
		`"url":"https://old","protocolVersion":1`:                         "https://old JSONRPC 0.3",
		`"supportedInterfaces":[],"url":"https://old"`:                    "https://old JSONRPC 0.3",
		`"supportedInterfaces":null,"url":"https://old"`:                  "https://old JSONRPC 0.3",
		`"supportedInterfaces":{"url":"https://new"},"url":"https://old"`: "https://old JSONRPC 0.3",
		`"supportedInterfaces":[{}],"url":"https://old"`:                  "  0.3",
		`"supportedInterfaces":[null],"url":"https://old"`:                "  0.3",
		`"url":""`:   " JSONRPC 0.3",
		`"url":5`:    "",
		`"url":null`: "",
		`"additionalInterfaces":[{"url":"https://a","transport":"GRPC"}]`: "https://a GRPC 0.3",
		`"preferredTransport":"GRPC"`:                                     "",
		// Only an equal pair is left out.
		`"url":"https://old","additionalInterfaces":[{"url":"https://old","transport":"JSONRPC"},{"url":"https://old","transport":"GRPC"},{"url":"https://b","transport":"JSONRPC"},{"url":"https://b","transport":"JSONRPC"}]`: "https://old JSONRPC 0.3; https://old GRPC 0.3; https://b JSONRPC 0.3",
		`"url":"https://old","preferredTransport":"GRPC","additionalInterfaces":[{"url":"https://old","transport":"JSONRPC"}]`:                                                                                                  "https://old GRPC 0.3; https://old JSONRPC 0.3",
		`"url":"https://old","additionalInterfaces":[{"url":"https://old/","transport":"JSONRPC"}]`:                                                                                                                             "https://old JSONRPC 0.3; https://old/ JSONRPC 0.3",
		`"url":"https://old","additionalInterfaces":[{"transport":"GRPC"},5]`:                                                                                                                                                   "https://old JSONRPC 0.3;  GRPC 0.3;   0.3",
		// snake_case and other names are not read.
		`"supported_interfaces":[{"url":"https://x"}],"Url":"https://x","interfaces":[{"url":"https://x"}]`:                         "",
		`"supportedInterfaces":[{"url":"https://new","protocol_binding":"JSONRPC","protocol_version":"1.0","transport":"JSONRPC"}]`: "https://new  0.3",
	} {
		text := `{"name":"N","skills":[]`
		if members != "" {
			text += "," + members
		}
		if got := reached(parse(t, text+"}").Card().Interfaces()); got != want {
			t.Errorf("%s: %q, want %q", members, got, want)
		}
	}
}

// Reading the interfaces changes nothing of the card.
func TestInterfacesAreACopy(t *testing.T) {
	c := parse(t, `{"name":"N","skills":[],"supportedInterfaces":[{"url":"u","protocolVersion":"1.0.1"}]}`).Card()
	list := c.Interfaces()
	list[0].URL = "x"
	if c.SupportedInterfaces[0].URL != "u" || c.SupportedInterfaces[0].ProtocolVersion != "1.0.1" {
		t.Errorf("%+v", c.SupportedInterfaces)
	}
}

// B16 and B-iface-version: what a version is read as, and what is said of it in
// the profile.
func TestInterfaceVersions(t *testing.T) {
	const rule = "B-iface-version"
	for _, c := range []struct{ version, read, finding string }{
		{`"1.0"`, "1.0", ""},
		{`"0.3"`, "0.3", ""},
		{`"10.0"`, "10.0", ""},
		{`"1.10"`, "1.10", ""},
		{`"0.0"`, "0.0", ""},
		{`"2.0"`, "2.0", ""},
		{`"1.0.0"`, "1.0", "warn " + rule + "[patch]"},
		{`"1.0.1"`, "1.0", "warn " + rule + "[patch]"},
		{`"0.3.0"`, "0.3", "warn " + rule + "[patch]"},
		{`"1"`, "1.0", "warn " + rule + "[major]"},
		{`"0"`, "0.0", "warn " + rule + "[major]"},
		{`"v1.0"`, "v1.0", "fail " + rule + "[form]"},
		{`"1.01"`, "1.01", "fail " + rule + "[form]"},
		{`"01.0"`, "01.0", "fail " + rule + "[form]"},
		{`" 1.0"`, " 1.0", "fail " + rule + "[form]"},
		{`"1.0 "`, "1.0 ", "fail " + rule + "[form]"},
		{`"1.0-beta"`, "1.0-beta", "fail " + rule + "[form]"},
		{`"1."`, "1.", "fail " + rule + "[form]"},
		{`".1"`, ".1", "fail " + rule + "[form]"},
		{`"1.0.0.0"`, "1.0.0.0", "fail " + rule + "[form]"},
		{`"1.0.x"`, "1.0.x", "fail " + rule + "[form]"},
		{`"+1.0"`, "+1.0", "fail " + rule + "[form]"},
		{`"１.０"`, "１.０", "fail " + rule + "[form]"},
		{`"1,0"`, "1,0", "fail " + rule + "[form]"},
		{`""`, "", "fail " + rule + "[form]"},
		{`1.0`, "", "fail " + rule + "[form]"},
		{`1`, "", "fail " + rule + "[form]"},
		{`["1.0"]`, "", "fail " + rule + "[form]"},
		{`{}`, "", "fail " + rule + "[form]"},
		{`true`, "", "fail " + rule + "[form]"},
		{`null`, "0.3", "warn " + rule + "[guessed]"},
	} {
		text := cardWith("supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":`+c.version+`}]`)
		d := parse(t, text)
		if got := d.Card().Interfaces()[0].ProtocolVersion; got != c.read {
			t.Errorf("%s is read as %q, want %q", c.version, got, c.read)
		}
		var got []string
		for _, line := range brief(Validate(d, ModeProfile)) {
			if strings.Contains(line, "protocolVersion") && !strings.Contains(line, "S0-version") {
				got = append(got, strings.TrimSuffix(line, " /supportedInterfaces/0/protocolVersion"))
			}
		}
		if strings.Join(got, "; ") != c.finding {
			t.Errorf("%s: %q, want %q", c.version, got, c.finding)
		}
	}
}

// Without a version of its own an interface takes the top-level one, else 0.3;
// A2A-only that is a failure.
func TestInterfaceVersionIsAbsent(t *testing.T) {
	const bare = `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC"}]`
	for top, want := range map[string][2]string{
		`"1.0.1"`: {"1.0", ""}, `"1.0"`: {"1.0", ""}, `"1"`: {"1.0", ""}, `"0.3.0"`: {"0.3", ""}, `"v1.0"`: {"0.3", "[guessed]"}, `""`: {"0.3", "[guessed]"},
		``: {"0.3", "[guessed]"},
	} {
		text := cardWith("supportedInterfaces", bare, "protocolVersion", top)
		d := parse(t, text)
		if got := d.Card().Interfaces()[0].ProtocolVersion; got != want[0] {
			t.Errorf("top level %s: read as %s, want %s", top, got, want[0])
		}
		for name, sev := range map[string]string{"profile": "warn", "family": "warn", "a2a": "fail"} {
			found := false
			for _, line := range brief(Validate(d, modes[name])) {
				found = found || line == sev+" B-iface-version"+want[1]+" /supportedInterfaces/0"
			}
			if !found {
				t.Errorf("%s, top level %s: %q", name, top, brief(Validate(d, modes[name])))
			}
		}
	}
}

// X1: a top-level version that no interface has.
func TestTopLevelVersion(t *testing.T) {
	two := `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"https://agent.example.com/old","protocolBinding":"HTTP+JSON","protocolVersion":"0.3"}]`
	for top, want := range map[string]bool{`"1.0.1"`: false, `"1.0"`: false, `"0.3.0"`: false, `"0.2.5"`: true, `"1.1"`: true, `"v9"`: false} {
		for name, sev := range map[string]string{"profile": "warn", "a2a": "warn", "family": "fail"} {
			found := false
			for _, line := range brief(Validate(parse(t, cardWith("supportedInterfaces", two, "protocolVersion", top)), modes[name])) {
				found = found || line == sev+" B-iface-version[top-level] /protocolVersion"
			}
			if found != want {
				t.Errorf("%s, %s: reported %v, want %v", name, top, found, want)
			}
		}
	}
}
