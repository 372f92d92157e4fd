package card

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/catalog"
)

// change is two cards, each the plain one with members set, and what there is to
// say. The new one has a raised version unless it sets one.
type change struct {
	name     string
	old, new []string
	want     []string
}

func (c change) cards() (old, new string) {
	return cardWith(c.old...), cardWith(append([]string{"version", `"1.1.0"`}, c.new...)...)
}

func ansExtension(name string) string {
	return `{"uri":"https://cho-fam.com/ans/v1","params":{"name":"` + name + `"}}`
}

func capabilitiesWith(extensions ...string) string {
	return `{"extensions":[` + strings.Join(extensions, ",") + `]}`
}

func hireExtension(price string) string {
	return `{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":` + price + `}}`
}

func taggedSkill(id string, members string, tags ...string) string {
	b, _ := json.Marshal(tags)
	return `{"id":"` + id + `","name":"N","description":"d","tags":` + string(b) + members + `}`
}

const (
	kindAdvice = "chofam:kind/advisory"
	kindQuery  = "chofam:kind/query"
	kindAction = "chofam:kind/action"
	canUndo    = "chofam:effect/reversible"
	cantUndo   = "chofam:effect/irreversible"
	party      = "chofam:scope/party"

	twoSchemes = `{"a":{"type":"http","scheme":"bearer"},"b":{"type":"mutualTLS"}}`
	oneScheme  = `{"a":{"type":"http","scheme":"bearer"}}`
)

func skillList(skills ...string) string { return "[" + strings.Join(skills, ",") + "]" }

func iface(url, binding, version string) string {
	return `{"url":"` + url + `","protocolBinding":"` + binding + `","protocolVersion":"` + version + `"}`
}

func oauth(tokenURL string) string {
	return `{"o":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"` + tokenURL + `","scopes":{}}}}}`
}

var changes = []change{
	// G5
	{"the same version over changed content", nil, []string{"version", `"1.0.0"`, "description", `"e"`}, []string{"fail G5 /version"}},
	{"no version at all", []string{"version", ""}, []string{"version", "", "description", `"e"`}, []string{"fail G5"}},
	{"changed and raised", nil, []string{"description", `"e"`}, nil},
	{"changed, and raised beyond a digit", []string{"version", `"1.9.0"`}, []string{"version", `"1.10.0"`, "description", `"e"`}, nil},
	{"changed, and another version that is no number", nil, []string{"version", `"next"`, "description", `"e"`}, nil},
	{"changed and lowered", nil, []string{"version", `"0.9.9"`, "description", `"e"`}, []string{"warn G5[lower] /version"}},
	{"lowered to a pre-release", nil, []string{"version", `"1.0.0-rc.1"`, "description", `"e"`}, []string{"warn G5[lower] /version"}},
	{"lowered without a change", nil, []string{"version", `"0.1.0"`}, []string{"warn G5[lower] /version"}},
	{"raised from a pre-release", []string{"version", `"1.0.0-rc.2"`}, []string{"version", `"1.0.0-rc.10"`, "description", `"e"`}, nil},
	{"raised without a change", nil, nil, []string{"info G5[no-change] /version"}},
	{"other build metadata is another version", []string{"version", `"1.0.0+1"`}, []string{"version", `"1.0.0+2"`, "description", `"e"`}, nil},
	{"a number without a canonical form", []string{"x", `1e400`}, []string{"x", `1e401`}, []string{"warn G5[not-compared] /version"}},
	{"an empty list of a skill's own is no default", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", "", "t"))}, []string{"version", `"1.0.0"`, "securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", `,"securityRequirements":[]`, "t"))}, []string{"fail G5 /version", "warn S5-as-accepted[anonymous-gained] /skills/0/securityRequirements"}},

	// S3-tombstone-not-drop
	{"a name is gone", []string{"capabilities", capabilitiesWith(ansExtension("a.b.v1"), ansExtension("a.b.v2"))}, []string{"capabilities", capabilitiesWith(ansExtension("a.b.v2"))}, []string{"fail S3-tombstone-not-drop /capabilities/extensions"}},
	{"the last name is gone", []string{"capabilities", capabilitiesWith(ansExtension("a.b.v1"))}, nil, []string{"fail S3-tombstone-not-drop /capabilities"}},
	{"with all capabilities", []string{"capabilities", capabilitiesWith(ansExtension("a.b.v1"))}, []string{"capabilities", ""}, []string{"fail S3-tombstone-not-drop"}},
	{"a name stands twice and is gone", []string{"capabilities", capabilitiesWith(ansExtension("a.b.v1"), ansExtension("a.b.v1"))}, []string{"capabilities", capabilitiesWith()}, []string{"fail S3-tombstone-not-drop /capabilities/extensions"}},
	{"a name is kept in another place", []string{"capabilities", capabilitiesWith(ansExtension("a.v1"), ansExtension("b.v1"))}, []string{"capabilities", capabilitiesWith(ansExtension("b.v1"), ansExtension("a.v1"))}, nil},
	{"a name moves to the former URI", []string{"capabilities", capabilitiesWith(ansExtension("a.v1"))}, []string{"capabilities", capabilitiesWith(strings.Replace(ansExtension("a.v1"), "cho-fam.com", "cho-fam.web.app", 1))}, []string{"fail S3-tombstone-not-drop /capabilities/extensions"}},
	{"a name comes from the former URI", []string{"capabilities", capabilitiesWith(strings.Replace(ansExtension("a.v1"), "cho-fam.com", "cho-fam.web.app", 1))}, []string{"capabilities", capabilitiesWith(ansExtension("a.v1"))}, nil},
	{"what was no name is corrected", []string{"capabilities", capabilitiesWith(ansExtension("A_b.v1"))}, []string{"capabilities", capabilitiesWith(ansExtension("ab.v1"))}, nil},
	{"a name is tombstoned", []string{"capabilities", capabilitiesWith(ansExtension("gone.v1"))}, nil, []string{"info S3-tombstone-not-drop[tombstoned] /capabilities"}},

	// Skills
	{"a query becomes an action", []string{"skills", skillList(taggedSkill("s", "", kindQuery, party))}, []string{"skills", skillList(taggedSkill("s", "", kindAction, canUndo, party))}, []string{"warn S2-caller-tags-only[action-gained] /skills/0/tags"}},
	{"an action becomes a query", []string{"skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"warn S2-caller-tags-only[action-lost] /skills/0/tags"}},
	{"advice becomes a query", []string{"skills", skillList(taggedSkill("s", "", kindAdvice))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"warn S2-caller-tags-only[kind-changed] /skills/0/tags"}},
	{"an unknown kind becomes known", []string{"skills", skillList(taggedSkill("s", "", "t"))}, []string{"skills", skillList(taggedSkill("s", "", kindAction, cantUndo))}, []string{"warn S2-caller-tags-only[kind-changed] /skills/0/tags"}},
	{"the tags are gone", []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"skills", `[{"id":"s"}]`}, []string{"warn S2-caller-tags-only[kind-changed] /skills/0"}},
	{"it can't be taken back any more", []string{"skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"skills", skillList(taggedSkill("s", "", kindAction, cantUndo))}, []string{"warn E2[irreversible-gained] /skills/0/tags"}},
	{"the effect is not said any more", []string{"skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"skills", skillList(taggedSkill("s", "", kindAction))}, []string{"warn E2[irreversible-gained] /skills/0/tags"}},
	{"it can be taken back now", []string{"skills", skillList(taggedSkill("s", "", kindAction, cantUndo))}, []string{"skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"warn E2[effect-changed] /skills/0/tags"}},
	{"other tags change", []string{"skills", skillList(taggedSkill("s", "", kindQuery, "x"))}, []string{"skills", skillList(taggedSkill("s", "", "y", kindQuery))}, nil},
	{"a skill is added before another", []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"skills", skillList(taggedSkill("r", "", kindAction, canUndo), taggedSkill("s", "", kindQuery))}, []string{"info S2.2-exposure-policy[added] /skills/0"}},
	{"a skill is removed", []string{"skills", skillList(taggedSkill("r", "", kindQuery), taggedSkill("s", "", kindQuery))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"warn S2.2-exposure-policy[removed] /skills"}},
	{"an action is added that can't be taken back", []string{"skills", `[]`}, []string{"skills", skillList(taggedSkill("s", "", kindAction, cantUndo))}, []string{"warn S2.2-exposure-policy[irreversible-added] /skills/0"}},
	{"so is one that does not say", []string{"skills", `[]`}, []string{"skills", skillList(taggedSkill("s", "", kindAction))}, []string{"warn S2.2-exposure-policy[irreversible-added] /skills/0"}},
	{"a skill no longer serves a party", []string{"skills", skillList(taggedSkill("s", "", kindQuery, party))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery, "chofam:scope/Party"))}, []string{"fail S2.3-scope-party[lost] /skills/0/tags"}},
	{"a skill serves a party now", []string{"skills", skillList(taggedSkill("s", "", kindQuery))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery, party))}, nil},
	{"skills change places", []string{"skills", skillList(taggedSkill("r", "", kindQuery), taggedSkill("s", "", kindAdvice))}, []string{"skills", skillList(taggedSkill("s", "", kindAdvice), taggedSkill("r", "", kindQuery))}, nil},
	{"one of two of an id changes", []string{"skills", skillList(taggedSkill("s", "", kindQuery), taggedSkill("s", "", kindQuery))}, []string{"skills", skillList(taggedSkill("s", "", kindQuery), taggedSkill("s", "", kindAdvice))}, []string{"warn S2-caller-tags-only[kind-changed] /skills/1/tags"}},
	{"a skill without an id changes", []string{"skills", `[{"tags":["` + kindQuery + `"]}]`}, []string{"skills", `["x",{"tags":["` + kindAdvice + `"]}]`}, []string{"warn S2-caller-tags-only[kind-changed] /skills/1/tags"}},

	// Name and modes
	{"the agent has another name", nil, []string{"name", `"B"`}, []string{"warn S4-id-version[name-changed] /name"}},
	{"an input is not taken any more", []string{"defaultInputModes", `["text/plain","image/png"]`}, nil, []string{"warn B-modes[mode-removed] /defaultInputModes"}},
	{"an output is not given any more", []string{"defaultOutputModes", `["text/plain","image/png"]`}, nil, []string{"warn B-modes[mode-removed] /defaultOutputModes"}},
	{"the modes are gone", nil, []string{"defaultInputModes", ""}, []string{"warn B-modes[mode-removed]"}},
	{"another input is taken too", nil, []string{"defaultInputModes", `["image/png","TEXT/plain"]`}, nil},
	{"any text is taken now", nil, []string{"defaultInputModes", `["text/*"]`, "defaultOutputModes", `["*/*"]`}, nil},
	{"a skill takes less than the card", nil, []string{"skills", `[{"id":"s","name":"S","description":"d","tags":["t"],"inputModes":["image/png"],"outputModes":["text/plain","image/png"]}]`}, []string{"warn B-modes[mode-removed] /skills/0/inputModes"}},
	{"a skill gives no more than the card", []string{"skills", skillList(taggedSkill("s", `,"outputModes":["text/html","text/plain","a/1","a/2","a/3"]`, "t"))}, []string{"skills", skillList(taggedSkill("s", "", "t"))}, []string{"warn B-modes[mode-removed] /skills/0"}},

	// Price
	{"another price", []string{"capabilities", capabilitiesWith(hireExtension("5"))}, []string{"capabilities", capabilitiesWith(hireExtension("7"))}, []string{"info HIRE-ask-not-contract /capabilities/extensions/0/params/unitPrice"}},
	{"the price spelled otherwise", []string{"capabilities", capabilitiesWith(hireExtension("5.0"))}, []string{"capabilities", capabilitiesWith(hireExtension("5")), "description", `"e"`}, nil},
	{"a price comes", nil, []string{"capabilities", capabilitiesWith(hireExtension("7"))}, []string{"info HIRE-ask-not-contract[published] /capabilities/extensions/0/params/unitPrice"}},
	{"a price goes", []string{"capabilities", capabilitiesWith(hireExtension("7"))}, nil, []string{"info HIRE-ask-not-contract[withdrawn] /capabilities"}},

	// Extensions
	{"an extension is required now", []string{"capabilities", capabilitiesWith(`{"uri":"urn:x"}`)}, []string{"capabilities", capabilitiesWith(`{"uri":"urn:x","required":true}`)}, []string{"warn T-ext-required[gained] /capabilities/extensions/0/required"}},
	{"an extension was required before", []string{"capabilities", capabilitiesWith(`{"uri":"urn:x","required":true}`)}, []string{"capabilities", capabilitiesWith(`{"uri":"urn:y"}`, `{"uri":"urn:x","required":true}`)}, nil},

	// Interfaces
	{"an interface is gone", []string{"supportedInterfaces", skillList(iface("https://agent.example.com/a2a", "JSONRPC", "1.0"), iface("https://agent.example.com/a2a", "JSONRPC", "0.3"))}, nil, []string{"warn T-select[interface-removed] /supportedInterfaces"}},
	{"a binding is gone", []string{"supportedInterfaces", skillList(iface("https://agent.example.com/a2a", "JSONRPC", "1.0"), iface("https://agent.example.com/rest", "HTTP+JSON", "1.0"))}, []string{"description", `"e"`}, []string{"warn T-select[interface-removed] /supportedInterfaces"}},
	{"a binding is added", nil, []string{"supportedInterfaces", skillList(iface("https://agent.example.com/a2a", "JSONRPC", "1.0"), iface("https://agent.example.com/rest", "HTTP+JSON", "1.0"))}, nil},
	{"the list is gone, what it said is not", []string{"protocolVersion", `"1.0"`}, []string{"protocolVersion", `"1.0"`, "supportedInterfaces", ""}, nil},
	{"another path", nil, []string{"supportedInterfaces", skillList(iface("https://agent.example.com/v2", "JSONRPC", "1.0")), "url", `"https://agent.example.com/v2"`}, []string{"info S6-url-accurate[moved] /supportedInterfaces/0/url"}},
	{"another origin", nil, []string{"supportedInterfaces", skillList(iface("https://agent.example.org/a2a", "JSONRPC", "1.0")), "url", `"https://agent.example.org/a2a"`}, []string{"warn T-origin[new-origin] /supportedInterfaces/0/url"}},
	{"another port", nil, []string{"url", `"https://agent.example.com:8443/a2a"`}, []string{"warn T-origin[new-origin] /url"}},
	{"plain http", nil, []string{"url", `"http://agent.example.com/a2a"`}, []string{"warn T-origin[new-origin] /url"}},
	{"the same origin in other words", nil, []string{"url", `"HTTPS://Agent.Example.com:443/a2a"`}, nil},
	{"gRPC on another host", []string{"supportedInterfaces", skillList(iface("one.example.com:443", "GRPC", "1.0")), "url", ""}, []string{"supportedInterfaces", skillList(iface("two.example.com:443", "GRPC", "1.0")), "url", ""}, []string{"warn T-origin[new-origin] /supportedInterfaces/0/url"}},
	{"an older interface on another origin", []string{"supportedInterfaces", ""}, []string{"supportedInterfaces", "", "additionalInterfaces", `[{"url":"https://x.example/","transport":"GRPC"}]`}, []string{"warn T-origin[new-origin] /additionalInterfaces/0/url"}},
	{"an older interface on another path", []string{"supportedInterfaces", "", "additionalInterfaces", `[{"url":"https://agent.example.com/x","transport":"GRPC"}]`}, []string{"supportedInterfaces", "", "additionalInterfaces", `[{"url":"https://agent.example.com/y","transport":"GRPC"}]`}, []string{"info S6-url-accurate[moved] /additionalInterfaces/0/url"}},
	{"tokens come from another origin", []string{"securitySchemes", oauth("https://auth.example.com/token")}, []string{"securitySchemes", oauth("https://auth.example.org/token")}, []string{"warn T-origin[new-origin] /securitySchemes/o/flows/clientCredentials/tokenUrl"}},
	{"tokens come from another path", []string{"securitySchemes", oauth("https://auth.example.com/token")}, []string{"securitySchemes", oauth("https://auth.example.com/t")}, []string{"warn S5-as-accepted[scheme-changed] /securitySchemes/o"}},

	// Schemes
	{"a scheme is gone", []string{"securitySchemes", twoSchemes, "security", `[{"a":[]},{"b":[]}]`}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, []string{"warn S5-as-accepted[scheme-removed] /securitySchemes"}},
	{"all schemes are gone", []string{"securitySchemes", oneScheme}, nil, []string{"warn S5-as-accepted[scheme-removed]"}},
	{"a scheme becomes another", []string{"securitySchemes", oneScheme}, []string{"securitySchemes", `{"a":{"type":"http","scheme":"basic"}}`}, []string{"warn S5-as-accepted[scheme-changed] /securitySchemes/a"}},
	{"a scheme becomes unreadable", []string{"securitySchemes", oneScheme}, []string{"securitySchemes", `{"a":{"type":"htpp","scheme":"bearer"}}`}, []string{"warn S5-as-accepted[scheme-changed] /securitySchemes/a"}},
	{"a scheme becomes another kind at another origin", []string{"securitySchemes", `{"o":{"type":"http","scheme":"bearer"}}`}, []string{"securitySchemes", oauth("https://auth.example.org/token")}, []string{"warn S5-as-accepted[scheme-changed] /securitySchemes/o", "warn T-origin[new-origin] /securitySchemes/o/flows/clientCredentials/tokenUrl"}},
	{"a key moves", []string{"securitySchemes", `{"k":{"type":"apiKey","in":"header","name":"X-Key"}}`}, []string{"securitySchemes", `{"k":{"type":"apiKey","in":"query","name":"X-Key"}}`}, []string{"warn S5-as-accepted[scheme-changed] /securitySchemes/k"}},
	{"a scheme is described otherwise", []string{"securitySchemes", oneScheme}, []string{"securitySchemes", `{"a":{"type":"http","scheme":"Bearer","description":"x"}}`}, nil},
	{"a scheme is added", []string{"securitySchemes", oneScheme}, []string{"securitySchemes", twoSchemes}, nil},

	// What opens a skill
	{"anonymous is one of the ways now", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]},{}]`}, []string{"warn S5-as-accepted[anonymous-gained] /security/1"}},
	{"the card's list is gone", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, []string{"securitySchemes", oneScheme}, []string{"warn S5-as-accepted[anonymous-gained]"}},
	{"an action is open to anyone", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]},{}]`, "skills", skillList(taggedSkill("s", "", kindAction, canUndo))}, []string{"fail S5-as-accepted[anonymous-gained] /security/1"}},
	{"one of two schemes is enough", []string{"securitySchemes", twoSchemes, "security", `[{"a":[],"b":[]}]`}, []string{"securitySchemes", twoSchemes, "security", `[{"a":[],"b":[]},{"b":[]}]`}, []string{"warn S5-as-accepted[weaker] /security/1"}},
	{"both are asked for now", []string{"securitySchemes", twoSchemes, "security", `[{"a":[]}]`}, []string{"securitySchemes", twoSchemes, "security", `[{"a":[],"b":[]}]`}, []string{"warn S5-as-accepted[closed] /security"}},
	{"another scheme opens it too", []string{"securitySchemes", twoSchemes, "security", `[{"a":[]}]`}, []string{"securitySchemes", twoSchemes, "security", `[{"a":[]},{"b":[]}]`}, []string{"info S5-as-accepted[opened] /security/1"}},
	{"authentication is asked for now", []string{"securitySchemes", oneScheme}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, []string{"warn S5-as-accepted[closed] /security"}},
	{"a skill's own requirement is dropped", []string{"securitySchemes", twoSchemes, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", `,"security":[{"a":[],"b":[]}]`, "t"))}, []string{"securitySchemes", twoSchemes, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", "", "t"))}, []string{"warn S5-as-accepted[weaker] /skills/0"}},
	{"a skill's own list is one the card has anyway", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", `,"security":[{"a":[]}]`, "t"))}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", "", "t"))}, nil},
	{"a list that many inherit is reported once", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`, "skills", skillList(taggedSkill("s", "", "t"), taggedSkill("u", "", "t"))}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]},{}]`, "skills", skillList(taggedSkill("s", "", "t"), taggedSkill("u", "", "t"))}, []string{"warn S5-as-accepted[anonymous-gained] /security/1"}},
	{"scopes alone change", []string{"securitySchemes", oneScheme, "security", `[{"a":["x"]}]`}, []string{"securitySchemes", oneScheme, "security", `[{"a":["y"]}]`}, nil},
	{"alternatives change places", []string{"securitySchemes", twoSchemes, "security", `[{"a":[]},{"b":[]}]`}, []string{"securitySchemes", twoSchemes, "security", `[{"b":[]},{"a":[]}]`}, nil},
	{"an unreadable alternative opens nothing", []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, []string{"securitySchemes", oneScheme, "security", `[5]`}, nil},
	{"nor was one that is corrected known", []string{"securitySchemes", oneScheme, "security", `[{"a":5}]`}, []string{"securitySchemes", oneScheme, "security", `[{"a":[]}]`}, nil},
	{"what could not be read is anonymous now", []string{"security", `"x"`}, nil, []string{"warn S5-as-accepted[anonymous-gained]"}},
	{"a list that is no list", []string{"security", `[{}]`}, []string{"security", `"x"`}, nil},
}

func diffOf(t *testing.T, c change) []Problem {
	t.Helper()
	old, new := c.cards()
	return DiffWith(parse(t, old), parse(t, new), DiffOptions{Tombstoned: []string{"gone.v1"}})
}

func TestDiff(t *testing.T) {
	for _, c := range changes {
		if got := brief(diffOf(t, c)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n  %s\nwant:\n  %s", c.name, strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
		}
	}
}

// Every sentence on a change is one that some change brings about, and is filled.
func TestDiffSaysEverything(t *testing.T) {
	said := map[string]bool{}
	for _, c := range changes {
		for _, p := range diffOf(t, c) {
			said[p.Rule+" "+p.Code] = true
			for _, s := range []string{p.Message.KO, p.Message.EN, p.Hint.KO, p.Hint.EN} {
				if s == "" || strings.ContainsAny(s, "{}") && !strings.Contains(s, "`{") {
					t.Errorf("%s %s: %q", p.Rule, p.Code, s)
				}
			}
		}
	}
	for rule, codes := range map[string][]string{
		"G5": {"", "lower", "no-change", "not-compared"}, "S6-url-accurate": {"moved"}, "T-origin": {"new-origin"}, "T-ext-required": {"gained"},
		"E2": {"irreversible-gained", "effect-changed"}, "S2.2-exposure-policy": {"added", "irreversible-added", "removed"}, "S2.3-scope-party": {"lost"}, "B-modes": {"mode-removed"},
		"S5-as-accepted":        {"scheme-removed", "scheme-changed", "anonymous-gained", "weaker", "opened", "closed"},
		"S2-caller-tags-only":   nil,
		"S4-id-version":         nil,
		"S3-tombstone-not-drop": nil, "HIRE-ask-not-contract": nil, "T-select": nil,
	} {
		if codes == nil { // a rule of changes alone
			for _, s := range catalog.Lookup(rule).Says {
				codes = append(codes, s.Code())
			}
		}
		for _, code := range codes {
			if !said[rule+" "+code] {
				t.Errorf("no change shows %s %q", rule, code)
			}
		}
	}
}
