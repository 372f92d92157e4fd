package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// subjects are the cards that the properties hold for, without signatures: the
// ones that SDKs signed, ours, and some that nobody should write.
func subjects(t *testing.T) map[string]*node {
	t.Helper()
	out := map[string]*node{}
	for _, pattern := range []string{"testdata/vectors/js-sdk/*.card.json", "testdata/base/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out[strings.TrimPrefix(file, "testdata/")] = tree(t, string(text))
		}
	}
	for name, text := range map[string]string{
		"empties":  `{"name":"","description":"","skills":[],"supportedInterfaces":[{"tenant":""},{}],"securityRequirements":[{},{"schemes":{}},{"schemes":{"b":{"list":[]}}}],"securitySchemes":{},"capabilities":{"extensions":[{"required":false,"params":{"a":[],"b":{},"c":null,"d":""}},{}]},"iconUrl":"","provider":{}}`,
		"nulls":    `{"name":"N","description":null,"skills":[null,{"id":null,"tags":null,"examples":null,"securityRequirements":null}],"iconUrl":null,"provider":null,"capabilities":{"streaming":null,"extensions":null},"securitySchemes":{"x":null,"y":{"httpAuthSecurityScheme":null}},"x":null}`,
		"types":    `{"name":"N","skills":[[],"s",1,{"tags":{},"examples":"","securityRequirements":{}}],"description":[],"supportedInterfaces":{"url":""},"provider":"","capabilities":[],"securitySchemes":[{"description":""}],"securityRequirements":"","version":false}`,
		"flat":     `{"name":"N","skills":[{"id":"s","security":[{"b":[]},{}]}],"securitySchemes":{"b":{"type":"http","scheme":"bearer","description":"","bearerFormat":""},"o":{"type":"oauth2","flows":{"implicit":{"scopes":{},"refreshUrl":""}}}},"security":[{"b":[]},{}],"url":"","protocolVersion":"0.3.0","additionalInterfaces":[{"url":"","transport":""}]}`,
		"schemes":  `{"name":"N","skills":[],"securitySchemes":{"a":{"apiKeySecurityScheme":{"name":"","location":"","description":""}},"h":{"httpAuthSecurityScheme":{"scheme":"","bearerFormat":""}},"m":{"mtlsSecurityScheme":{"description":""}},"i":{"openIdConnectSecurityScheme":{"openIdConnectUrl":""}},"o":{"oauth2SecurityScheme":{"oauth2MetadataUrl":"","flows":{"authorizationCode":{"scopes":{},"pkceRequired":false,"refreshUrl":""},"clientCredentials":{"scopes":{"a":""}},"deviceCode":{},"implicit":{"scopes":{}},"password":{"tokenUrl":""}}}}}}`,
		"names":    `{"name":"N","skills":[],"":{"":[""]},"Name":"M","SKILLS":[1],"ſkillſ":[2],"default_input_modes":["a"],"__proto__":{"name":"P"},"e\u0301":1,"é":2,"😀":3,"ﬀ":4,"a/b~c":{"/":0}}`,
		"numbers":  `{"name":"N","skills":[],"n":[0,-0,1,1.5,1e20,1e21,1e-7,5e-324,9007199254740992,0.1],"m":{"a":60,"b":"60"}}`,
		"nested":   `{"name":"N","skills":[],"x":[[],[[]],[[],[]],{"a":{"a":{"a":[{"a":[true,false,null]}]}}},["a","b"],["b","a"],[1,1]]}`,
		"two ways": `{"name":"N","skills":[{"id":"a","securityRequirements":[{"schemes":{"a":{"list":["x","y"]},"b":{}}},{"schemes":{"a":[]}}]}],"securitySchemes":{"a":{"httpAuthSecurityScheme":{"scheme":"bearer"},"openIdConnectSecurityScheme":{"openIdConnectUrl":"u"}}},"securityRequirements":[{"schemes":{"b":{}}},{}]}`,
	} {
		out[name] = tree(t, text)
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(out)) {
		n := out[name]
		for i := range n.names {
			if n.name(i) == "signatures" {
				out[name] = n.without(i)
				break
			}
		}
		if c := canonicalOf(t, n); seen[c] { // the same card, signed in another way
			delete(out, name)
		} else {
			seen[c] = true
		}
	}
	return out
}

// change is one change of a card: what it does, whether it is one of those that
// are always tried, and the card with it.
type change func(what string, always bool, changed *node)

// changes makes every single change of a value, one at a time. with puts a
// value in place of the one that is changed.
func changes(n *node, at string, with func(*node) *node, each change) {
	put := func(what string, always bool, changed *node) { each(at+" "+what, always, with(changed)) }
	for i, text := range otherValues(n) {
		put("becomes "+text, i == 0, scalar(text))
	}
	switch n.kind {
	case jsondoc.Object:
		changeMembers(n, put)
	case jsondoc.Array:
		changeElements(n, put)
	}
	for i, kid := range n.kids {
		to := fmt.Sprint(at, "/", i)
		if n.kind == jsondoc.Object {
			to = at + "/" + n.name(i)
		}
		changes(kid, to, func(changed *node) *node { return with(n.replaced(i, changed)) }, each)
	}
}

// scalar holds a value that nothing is done to but writing it.
func scalar(text string) *node { return &node{raw: text} }

func (n *node) replaced(i int, kid *node) *node {
	kids := slices.Clone(n.kids)
	kids[i] = kid
	return &node{kind: n.kind, names: n.names, kids: kids}
}

func (n *node) added(name, text string) *node {
	q := string(jsondoc.Quote(nil, name))
	return &node{kind: n.kind, names: append(slices.Clone(n.names), q), kids: append(slices.Clone(n.kids), scalar(text))}
}

// otherValues are values in place of one, of its own type and of others.
func otherValues(n *node) []string {
	others := []string{`null`, `""`, `[]`, `{}`, `false`, `0`, `"x"`}
	var list []string
	switch n.kind {
	case jsondoc.String:
		list = append(list, strings.TrimSuffix(n.raw, `"`)+`x"`, strings.TrimSuffix(n.raw, `"`)+` "`, strings.ToUpper(n.raw), `[`+n.raw+`]`)
	case jsondoc.Number:
		list = append(list, n.raw+"1", "1"+strings.TrimPrefix(n.raw, "-"), `"`+n.raw+`"`)
	case jsondoc.Bool:
		list = append(list, map[string]string{"true": "false", "false": "true"}[n.raw], `1`, `"`+n.raw+`"`)
	case jsondoc.Object, jsondoc.Array:
		list = append(list, `[`+n.String()+`]`, `{"x":`+n.String()+`}`, `[{}]`, `[null]`)
	}
	return append(list, others...)
}

// additions are members put into each object: unknown ones, and each that some
// message has a default for.
var additions = func() [][2]string {
	out := [][2]string{{"zz", `1`}, {"zz", `null`}, {"", `""`}, {"__proto__", `{}`}, {"tenant", `"x"`}, {"required", `true`}, {"list", `["x"]`}, {"schemes", `{"x":{}}`}}
	seen := map[string]bool{}
	for _, fields := range protoFields {
		for name, f := range fields {
			for _, text := range []string{f.initial, `null`} {
				if key := name + text; text != "" && !seen[key] {
					seen[key] = true
					out = append(out, [2]string{name, text})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) })
	return out
}()

func changeMembers(n *node, put change) {
	has := map[string]bool{}
	for i := range n.names {
		has[n.name(i)] = true
	}
	for i := range n.names {
		name := n.name(i)
		put("loses "+name, true, n.without(i))
		for j, other := range otherNames(name) {
			if has[other] {
				continue
			}
			renamed := n.replaced(i, n.kids[i])
			renamed.names = slices.Clone(n.names)
			renamed.names[i] = string(jsondoc.Quote(nil, other))
			put("has "+name+" as "+other, j == 0, renamed)
			put("has a twin "+other, false, n.added(other, `["https://evil.example.net"]`))
		}
	}
	for _, a := range additions {
		if !has[a[0]] {
			put("gets "+a[0]+" "+a[1], a[1] == "1", n.added(a[0], a[1]))
		}
	}
}

// otherNames are spellings that some readers take for a name.
func otherNames(name string) []string {
	var snake strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	fold := strings.NewReplacer("s", "ſ", "k", "\u212a").Replace(name)
	title := []rune(name)
	if len(title) > 0 {
		title[0] = unicode.ToUpper(title[0])
	}
	var out []string
	for _, s := range []string{snake.String(), fold, string(title), strings.ToUpper(name), name + "x", name + "\u200b"} {
		if s != name && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func changeElements(n *node, put change) {
	for i := range n.kids {
		put(fmt.Sprint("loses element ", i), true, n.without(i))
		twice := &node{kind: n.kind, kids: slices.Insert(slices.Clone(n.kids), i, n.kids[i])}
		put(fmt.Sprint("has element ", i, " twice"), false, twice)
		if i > 0 {
			put(fmt.Sprint("swaps element ", i), true, n.replaced(i, n.kids[i-1]).replaced(i-1, n.kids[i]))
		}
	}
	for _, text := range []string{`null`, `""`, `{}`, `[]`, `"x"`, `{"schemes":{"x":{}}}`} {
		put("gets element "+text, false, &node{kind: n.kind, kids: append(slices.Clone(n.kids), scalar(text))})
		put("gets first "+text, false, &node{kind: n.kind, kids: append([]*node{scalar(text)}, n.kids...)})
	}
}

// Every single change of every member of a signed card, other than under
// signatures, ends the status verified, but for one that leaves what A2A §8.4.1
// signs as it is: a known member that is put in or left out at its default.
// After such a change the verified payload and the report's card are those of
// the signed card.
//
// Each member is changed, left out and renamed, each object and array added to.
// Of the other changes one in 16 is tried, another one on each card; with
// AGENTCARD_EVERY_CHANGE=1 all are.
func TestAnyChangeEndsVerified(t *testing.T) {
	all := subjects(t)
	if len(all) < 20 {
		t.Fatalf("%d cards", len(all))
	}
	keys, every := pinned(t, "RS256"), os.Getenv("AGENTCARD_EVERY_CHANGE") != ""
	for k, name := range slices.Sorted(maps.Keys(all)) {
		n := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			signedForms := map[string]card.Form{canonicalOf(t, n): card.FormReceived}
			if p := canonicalOf(t, presenceOf(n, "card")); signedForms[p] == "" {
				signedForms[p] = card.FormPresence
			}
			for payload, form := range signedForms {
				entry := entryWith(t, headerOf("RS256"), "RS256", []byte(payload))
				base := Signatures(parsed(t, withEntries(n.String(), entry)), keys, SignatureOptions{})
				if base.Status != SignatureVerified || base.Form != form || string(base.Payload) != payload {
					t.Fatalf("as signed: %s over %s", base.Status, base.Form)
				}
				made, neutral, i := 0, 0, k
				changes(n, "", func(c *node) *node { return c }, func(what string, always bool, c *node) {
					if i++; !every && i%16 != 0 && !(always && form == card.FormReceived) {
						return
					}
					made++
					if holdsChange(t, what, c, entry, payload, base, keys) {
						neutral++
					}
				})
				t.Logf("over %s: %d changes, %d of them neutral", form, made, neutral)
				if made < 20 || neutral > made/2 {
					t.Errorf("over %s: %d changes, %d of them neutral", form, made, neutral)
				}
			}
		})
	}
}

// holdsChange holds one change against the property and reports whether it is
// neutral.
func holdsChange(t *testing.T, what string, c *node, entry, payload string, base SignatureReport, keys *KeySet) bool {
	text := c.String()
	if !strings.HasPrefix(text, "{") {
		return false
	}
	sep := ","
	if text == "{}" {
		sep = ""
	}
	data := []byte(strings.TrimSuffix(text, "}") + sep + `"signatures":[` + entry + `]}`)
	d, err := card.Parse(data)
	if err != nil {
		return false // it is no card any more
	}
	r := Signatures(d, keys, SignatureOptions{})
	again := tree(t, text)
	neutral := canonicalOf(t, again) == payload || canonicalOf(t, presenceOf(again, "card")) == payload
	switch {
	case neutral != (r.Status == SignatureVerified):
		t.Errorf("%s: %s over %s, neutral %v\n%s", what, r.Status, r.Form, neutral, text)
	case neutral && (string(r.Payload) != payload || !reflect.DeepEqual(r.Card, base.Card)):
		t.Errorf("%s: the card in the report is another\n%s", what, text)
	case !neutral && (r.Card != nil || r.Payload != nil):
		t.Errorf("%s: %s, and a card is given", what, r.Status)
	}
	return neutral
}

// respelled writes a value in another spelling: white space, the order of
// members, escapes, and the form of numbers, as the seed has it.
func respelled(n *node, seed int) string {
	space := []string{"", " ", "\n", "\t\r\n  "}[seed%4]
	switch n.kind {
	case jsondoc.Object:
		var list []string
		for i := range n.kids {
			list = append(list, space+respelledText(n.names[i], seed+i)+space+":"+space+respelled(n.kids[i], seed+i+1))
		}
		if seed%2 == 1 {
			slices.Reverse(list)
		} else if len(list) > 1 {
			list = append(list[1:], list[0])
		}
		return "{" + strings.Join(list, ",") + space + "}"
	case jsondoc.Array:
		var list []string
		for i, k := range n.kids {
			list = append(list, space+respelled(k, seed+i)+space)
		}
		return "[" + strings.Join(list, ",") + "]"
	case jsondoc.String:
		return respelledText(n.raw, seed)
	case jsondoc.Number:
		if !strings.ContainsAny(n.raw, ".eE") {
			return n.raw + []string{".0", ".000e0", "e+00", "E-0"}[seed%4]
		}
		if !strings.ContainsAny(n.raw, "eE") {
			return n.raw + []string{"0", "e0", "00E+0", "e-00"}[seed%4]
		}
	}
	return n.raw
}

// respelledText escapes the characters of a string, every one or every other.
func respelledText(raw string, seed int) string {
	var s string
	if json.Unmarshal([]byte(raw), &s) != nil || seed%3 == 0 {
		return raw
	}
	var b strings.Builder
	for i, r := range []rune(s) {
		switch {
		case r == '/' && seed%2 == 0:
			b.WriteString(`\/`)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04X\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case r < ' ' || r == '"' || r == '\\' || (i+seed)%2 == 0:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

// Another spelling of the same card stays verified, with the same payload and
// the same card.
func TestSpellingKeepsVerified(t *testing.T) {
	keys := pinned(t, "RS256")
	for name, n := range subjects(t) {
		payload := canonicalOf(t, n)
		entry := entryWith(t, headerOf("RS256"), "RS256", []byte(payload))
		base := Signatures(parsed(t, withEntries(n.String(), entry)), keys, SignatureOptions{})
		for seed := range 24 {
			text := respelled(n, seed)
			r := Signatures(parsed(t, withEntries(text, entry)), keys, SignatureOptions{})
			if r.Status != SignatureVerified || string(r.Payload) != payload || !reflect.DeepEqual(r.Card, base.Card) {
				t.Fatalf("%s, spelling %d: %s\n%s", name, seed, r.Status, text)
			}
		}
	}
}
