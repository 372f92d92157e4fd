package card

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// respelled writes the same values another way: members in reverse, each letter
// of a name or text escaped, blanks between tokens.
func respelled(v jsondoc.Value) string {
	var parts []string
	for c := range v.Children() {
		part := respelled(c)
		if c.RawName() != "" {
			part = escaped(c.Name()) + " :\n" + part
		}
		parts = append(parts, part)
	}
	switch v.Kind() {
	case jsondoc.Object:
		slices.Reverse(parts)
		return "{ " + strings.Join(parts, "\t,") + " }"
	case jsondoc.Array:
		return "[ " + strings.Join(parts, " , ") + "\n]"
	case jsondoc.String:
		return escaped(v.Text())
	case jsondoc.Number:
		if !strings.ContainsAny(v.Raw(), ".eE") {
			return v.Raw() + ".0"
		}
	}
	return v.Raw()
}

func escaped(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r > 0xFFFF {
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x`, 0xD800+r>>10)
			r = 0xDC00 + r&0x3FF
		}
		fmt.Fprintf(&b, `\u%04X`, r)
	}
	return b.String() + `"`
}

func diffTexts(t *testing.T) []string {
	texts := append(nasty(), sample(t))
	for _, c := range changes {
		old, new := c.cards()
		texts = append(texts, old, new)
	}
	return texts
}

// A card is no change of itself, however it is spelled.
func TestDiffOfTheSame(t *testing.T) {
	for _, text := range diffTexts(t) {
		d := parse(t, text)
		again := parse(t, text)
		if p := Diff(d, again); len(p) > 0 {
			t.Errorf("%.200s: %v", text, brief(p))
		}
		if _, err := d.Canonical(); err != nil {
			continue // two spellings of a number that has no canonical form can't be compared
		}
		other, err := Parse([]byte(respelled(d.tree.Root())))
		if err != nil {
			t.Errorf("%.200s: %v", text, err)
			continue
		}
		if p := Diff(d, other); len(p) > 0 {
			t.Errorf("%.200s: respelled: %v", text, brief(p))
		}
	}
}

// Nor is signing it, or leaving defaults out.
func TestDiffOfSignaturesAndDefaults(t *testing.T) {
	old := cardWith(
		"capabilities", `{"extensions":[{"uri":"urn:x","description":"","required":false}]}`,
		"supportedInterfaces", `[{"url":"https://agent.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":""}]`,
		"skills", `[{"id":"s","name":"S","description":"d","tags":["t"],"examples":[],"inputModes":[]}]`,
		"securityRequirements", `[]`, "provider", `null`,
	)
	new := cardWith(
		"capabilities", `{"extensions":[{"uri":"urn:x"}]}`,
		"skills", `[{"id":"s","name":"S","description":"d","tags":["t"]}]`,
		"signatures", `[{"protected":"e30","signature":"AA"}]`,
	)
	for _, pair := range [][2]string{{old, new}, {new, old}} {
		if p := Diff(parse(t, pair[0]), parse(t, pair[1])); len(p) > 0 {
			t.Errorf("%s: %v", pair[1], brief(p))
		}
	}
}

// A card that says the same in another dialect is another text, whose version
// must be raised; beyond that nothing changed.
func TestDiffOfDialects(t *testing.T) {
	skill := func(own string) string { return skillList(taggedSkill("s", own, kindAction, canUndo)) }
	oauthBody := `"flows":{"clientCredentials":{"tokenUrl":"https://auth.example.com/t","scopes":{}}}`
	flat := []string{
		"securitySchemes", `{"a":{"type":"http","scheme":"bearer"},"k":{"type":"apiKey","in":"header","name":"X"},"o":{"type":"oauth2",` + oauthBody + `},"m":{"type":"mutualTLS"},"i":{"type":"openIdConnect","openIdConnectUrl":"https://i.example.com/"}}`,
		"security", `[{"a":[]}]`, "skills", skill(`,"security":[{"o":["x"]}]`), "protocolVersion", `"1.0.1"`,
	}
	wrapped := []string{
		"securitySchemes", `{"m":{"mtlsSecurityScheme":{}},"i":{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://i.example.com/"}},"a":{"httpAuthSecurityScheme":{"scheme":"Bearer"}},"k":{"apiKeySecurityScheme":{"location":"header","name":"X"}},"o":{"oauth2SecurityScheme":{` + oauthBody + `}}}`,
		"securityRequirements", `[{"schemes":{"a":{}}}]`, "skills", skill(`,"securityRequirements":[{"schemes":{"o":{"list":["x"]}}}]`), "url", "",
	}
	raised := []string{"version", `"1.0.1"`}
	for _, pair := range [][2][]string{{flat, wrapped}, {wrapped, flat}} {
		old, new := parse(t, cardWith(pair[0]...)), parse(t, cardWith(append(raised, pair[1]...)...))
		if p := Diff(old, new); len(p) > 0 {
			t.Errorf("%v", brief(p))
		}
		if p := brief(Diff(old, parse(t, cardWith(pair[1]...)))); !slices.Equal(p, []string{"fail G5 /version"}) {
			t.Errorf("without a raised version: %v", p)
		}
	}
}

// Each pointer leads to a value of the new card, and one run is as another.
func TestDiffPointers(t *testing.T) {
	texts := diffTexts(t)
	texts = slices.DeleteFunc(texts, func(s string) bool { return len(s) > 5000 })
	for i, old := range texts {
		d := parse(t, old)
		for j, new := range texts[i%13 : min(len(texts), i%13+20)] {
			n := parse(t, new)
			first := Diff(d, n)
			for _, p := range first {
				if _, ok := n.At(p.Pointer); !ok {
					t.Fatalf("%s %s points at %q, which is not in\n%s", p.Rule, p.Code, p.Pointer, new)
				}
			}
			if j%8 == 0 && !slices.EqualFunc(first, Diff(d, n), func(a, b Problem) bool { return a == b }) {
				t.Fatalf("two runs differ:\n%s\n%s", old, new)
			}
		}
	}
}

// Many changes are cut as many faults are.
func TestDiffIsCapped(t *testing.T) {
	var skills []string
	for i := range 2000 {
		skills = append(skills, fmt.Sprintf(`{"id":"s%d"}`, i))
	}
	p := Diff(parse(t, cardWith()), parse(t, cardWith("skills", skillList(skills...))))
	n := 0
	for _, x := range p {
		if x.Rule == "S2.2-exposure-policy" && x.Code == "added" {
			n++
		}
	}
	if last := p[len(p)-1]; n != MaxPerRule-1 || last.Code != "more" && p[len(p)-2].Code != "more" {
		t.Errorf("%d of 2000 are shown, %v", n, brief(p[max(0, len(p)-3):]))
	}
}

// A hostile card takes no more time than its size explains.
func TestDiffOfHostileCards(t *testing.T) {
	many := func(n int, each func(i int) string) string {
		var out []string
		for i := range n {
			out = append(out, each(i))
		}
		return strings.Join(out, ",")
	}
	cards := []string{
		`{"name":"a","skills":[{"id":"s"}],"security":[` + many(3300, func(i int) string { return fmt.Sprintf(`{"a%d":[],"b%d":[]}`, i, i) }) + `]}`,
		`{"name":"a","skills":[{"id":"s"}],"security":[` + many(3300, func(i int) string { return fmt.Sprintf(`{"a%d":[],"b%d":[]}`, i+1, i) }) + `]}`,
		`{"name":"a","skills":[` + many(2400, func(i int) string { return fmt.Sprintf(`{"id":"s%d"}`, i) }) + `],"security":[` + many(1600, func(i int) string { return fmt.Sprintf(`{"a%d":[]}`, i) }) + `]}`,
		`{"name":"a","skills":[` + many(1000, func(i int) string { return fmt.Sprintf(`{"id":"s%d","security":[{"b":[]}]}`, i) }) + `],"security":[` + many(1600, func(i int) string { return fmt.Sprintf(`{"a%d":[]}`, i) }) + `]}`,
		`{"name":"a","skills":[],"capabilities":{"extensions":[` + many(1900, func(i int) string { return ansExtension(fmt.Sprintf("n%d.v1", i)) }) + `]}}`,
		`{"name":"a","skills":[],"supportedInterfaces":[` + many(2400, func(i int) string { return iface(fmt.Sprintf("https://h%d.example/", i), "JSONRPC", "1.0") }) + `]}`,
		`{"name":"a","skills":[],"securitySchemes":{` + many(1200, func(i int) string {
			return fmt.Sprintf(`"o%d":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://h%d.example/"}}}`, i, i)
		}) + `}}`,
		`{"name":"a","skills":[` + many(1400, func(i int) string { return fmt.Sprintf(`{"id":"s%d","inputModes":["m/%d"]}`, i, i) }) + `],"defaultInputModes":[` + many(3000, func(i int) string { return fmt.Sprintf(`"m/%d"`, i) }) + `]}`,
	}
	var docs []*Document
	for _, text := range cards {
		docs = append(docs, parse(t, text))
	}
	for i, old := range docs {
		if len(Diff(old, old)) > 0 {
			t.Errorf("card %d changes by itself", i)
		}
		if len(Diff(old, docs[(i+1)%len(docs)])) == 0 {
			t.Errorf("card %d and the next are one", i)
		}
	}
}

func TestSemver(t *testing.T) {
	order := []string{
		"0.0.1", "0.9.0", "0.10.0", "1.0.0-0", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
		"1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "2.0.0", "18446744073709551616.0.0",
	}
	for i, a := range order {
		for j, b := range order {
			if lower(a, b) != (i < j) {
				t.Errorf("lower(%s, %s) = %v", a, b, !(i < j))
			}
		}
	}
	for _, s := range []string{"", "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-a..b", "1.0.0-01", "next", "1.0.x", "-1.0.0"} {
		if lower(s, "9.0.0") || lower("0.0.0", s) {
			t.Errorf("%q is ordered", s)
		}
	}
}
