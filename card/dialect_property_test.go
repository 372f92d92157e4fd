package card

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

var dialects = []Dialect{DialectDual, DialectProfile, DialectA2A10}

// translate writes a card in every dialect and holds what comes of it against
// what Marshal promises. It gives how many dialects could hold the card.
func translate(t *testing.T, d *Document) (n int) {
	t.Helper()
	want := said(t, d)
	raw := d.Raw()
	for _, to := range dialects {
		c := d.Card()
		before, _ := c.MarshalJSON()
		out, err := Marshal(c, to)
		if after, _ := c.MarshalJSON(); !bytes.Equal(before, after) {
			t.Errorf("%s: the card was changed: %.400s", to, raw)
		}
		var lost *NotRepresentableError
		switch {
		case errors.As(err, &lost):
			checkLost(t, d, lost)
			continue
		case err != nil:
			t.Errorf("%s: %v: %.400s", to, err, raw)
			continue
		}
		n++
		again, err := Parse(out)
		if err != nil {
			t.Errorf("%s: not read again: %v\n%.400s", to, err, out)
			continue
		}
		if got := said(t, again); got != want {
			t.Errorf("%s: %.900s\nis written\n%.900s\nsays\n%s\nwant\n%s", to, raw, out, got, want)
		}
		checkSpelling(t, to, again)
		if twice, err := Marshal(again.Card(), to); err != nil || !bytes.Equal(twice, out) {
			t.Errorf("%s: %.900s\nis written again as\n%.900s (%v)", to, out, twice, err)
		}
	}
	return n
}

// checkLost looks at the pointers of what a dialect can't hold.
func checkLost(t *testing.T, d *Document, lost *NotRepresentableError) {
	t.Helper()
	if len(lost.Pointers) == 0 || !strings.Contains(lost.Error(), lost.Dialect.String()) {
		t.Errorf("%v", lost)
	}
	text, _ := d.Card().MarshalJSON()
	written, last := parse(t, string(text)), 0
	for _, p := range lost.Pointers {
		v := written.tree.Find(p)
		if _, ok := d.At(p); !ok || v.Order() <= last {
			t.Errorf("%s: nothing at %q, or not in order: %.400s", lost.Dialect, p, d.Raw())
		}
		last = v.Order()
	}
}

// checkSpelling holds a card against the members that its dialect has.
func checkSpelling(t *testing.T, to Dialect, d *Document) {
	t.Helper()
	root := d.tree.Root()
	holders := []jsondoc.Value{root}
	for s := range root.Get("skills").Children() {
		holders = append(holders, s)
	}
	other := map[Dialect]string{DialectDual: "securityRequirements", DialectProfile: "securityRequirements", DialectA2A10: "security"}[to]
	for _, h := range holders {
		if h.Get(other).Exists() {
			t.Errorf("%s: there is %s: %.400s", to, other, d.Raw())
		}
	}
	for i := range root.Get("supportedInterfaces").Children() {
		if i.Parent().Kind() == jsondoc.Array && i.Kind() == jsondoc.Object && !i.Get("protocolVersion").Exists() {
			t.Errorf("%s: an interface without a version: %.400s", to, d.Raw())
		}
	}
	if to != DialectProfile {
		a, errA := d.Canonical()
		b, errB := d.CanonicalA2A()
		if errA == nil && (errB != nil || !bytes.Equal(a, b)) {
			t.Errorf("%s: not in form b: %.400s", to, d.Raw())
		}
	}
	if to == DialectA2A10 {
		strictly(t, root, cardMessage)
	}
}

// strictly fails for what ProtoJSON would refuse.
func strictly(t *testing.T, v jsondoc.Value, of *message) {
	t.Helper()
	for m := range v.Children() {
		x := of.named(m.Name())
		switch {
		case x == nil || x.presence == older || m.Kind() == jsondoc.Null || x.shape != shapeRequirements && !fits(x.shape, m):
			t.Errorf("ProtoJSON has no %s: %.400s", m.Pointer(), m.Raw())
		case x.shape == shapeMessage:
			strictly(t, m, x.of)
		case x.shape == shapeMessages || x.shape == shapeMessageMap || x.shape == shapeRequirements:
			for e := range m.Children() {
				if e.Kind() != jsondoc.Object {
					t.Errorf("ProtoJSON has no %s", e.Pointer())
				}
				strictly(t, e, x.of)
			}
		}
	}
}

// Each dialect says what the card says, or names what it can't hold: for cards
// that are wrong in every way, and for random ones.
func TestDialectsSayTheSame(t *testing.T) {
	held := 0
	for _, text := range append(nasty(), sample(t), cardWith()) {
		held += translate(t, parse(t, text))
	}
	if held < 1000 {
		t.Errorf("only %d of the nasty cards could be written in a dialect", held)
	}
}

func TestDialectsOfRandomCards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	odd := nasty()
	all, held := 0, 0
	for i := range 3000 {
		text := randomCard(r)
		if i%3 == 0 { // with something wrong in it
			extra := odd[4+r.IntN(len(odd)-4)]
			text = withMembers(t, text, extra)
		}
		d, err := Parse([]byte(text))
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		all++
		held += translate(t, d)
	}
	if held < all {
		t.Errorf("of %d cards only %d writings", all, held)
	}
}

// withMembers puts the members of one card into another, in place of its own.
func withMembers(t *testing.T, text, with string) string {
	t.Helper()
	a, b := parse(t, text).tree.Root(), parse(t, with).tree.Root()
	var out []string
	for m := range a.Children() {
		if !b.Get(m.Name()).Exists() || m.Name() == "name" || m.Name() == "skills" && b.Get("skills").Len() == 0 {
			out = append(out, m.RawName()+":"+m.Raw())
		}
	}
	for m := range b.Children() {
		if m.Name() != "name" && (m.Name() != "skills" || m.Len() > 0) {
			out = append(out, m.RawName()+":"+m.Raw())
		}
	}
	return "{" + strings.Join(out, ",") + "}"
}

// pick is one of several texts.
func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// joined gives up to n texts in a list.
func joined(r *rand.Rand, n int, one func() string) string {
	var out []string
	for range r.IntN(n + 1) {
		out = append(out, one())
	}
	return strings.Join(out, ",")
}

// randomCard is a card of any generation, right in most of its members.
func randomCard(r *rand.Rand) string {
	urls := func() string {
		return pick(r, `"https://a.example/a2a"`, `"https://b.example/"`, `"https://B.example"`)
	}
	members := []string{`"name":"N"`, `"description":"d"`, `"version":"1"`}
	maybe := func(name string, value func() string) {
		if r.IntN(2) == 0 {
			members = append(members, fmt.Sprintf("%q:%s", name, value()))
		}
	}
	text := func(v ...string) func() string { return func() string { return pick(r, v...) } }
	maybe("url", urls)
	maybe("protocolVersion", text(`"1.0.1"`, `"1.0"`, `"0.3.0"`, `"x"`, `""`))
	maybe("supportedInterfaces", func() string {
		return "[" + joined(r, 2, func() string {
			return `{"url":` + urls() + `,"protocolBinding":` + pick(r, `"JSONRPC"`, `"HTTP+JSON"`) + pick(r, ``, `,"protocolVersion":"1.0"`, `,"protocolVersion":"1.0.1"`, `,"protocolVersion":"0.3"`) + pick(r, ``, `,"tenant":"t"`, `,"x":1`) + `}`
		}) + "]"
	})
	maybe("preferredTransport", text(`"JSONRPC"`, `"GRPC"`))
	maybe("additionalInterfaces", func() string {
		return "[" + joined(r, 2, func() string { return `{"url":` + urls() + `,"transport":` + pick(r, `"JSONRPC"`, `"GRPC"`) + `}` }) + "]"
	})
	maybe("supportsAuthenticatedExtendedCard", text(`true`, `false`))
	maybe("capabilities", func() string {
		return `{"streaming":false` + pick(r, ``, `,"extendedAgentCard":true`) + `,"extensions":[` + joined(r, 2, func() string {
			return `{"uri":` + pick(r, `"https://cho-fam.com/ans/v1"`, `"u"`) + pick(r, ``, `,"required":false`, `,"required":true`) + pick(r, ``, `,"description":""`) + pick(r, ``, `,"params":{"name":"a.v1","n":null}`) + `}`
		}) + `]}`
	})
	maybe("securitySchemes", func() string {
		return `{"a":` + randomScheme(r) + `,"b":` + randomScheme(r) + `}`
	})
	requirements := func() string {
		return "[" + joined(r, 2, func() string {
			return pick(r, `{"a":[]}`, `{"a":["s","r"],"b":[]}`, `{"schemes":{"a":{}}}`, `{"schemes":{"a":{"list":["r","s"]},"b":[]}}`, `{}`, `{"schemes":{"a":{"list":[]}}}`)
		}) + "]"
	}
	maybe("security", requirements)
	maybe("securityRequirements", requirements)
	var skills []string
	for i := range 1 + r.IntN(2) {
		s := fmt.Sprintf(`{"id":"s%d","name":"S","description":"d","tags":["t"]`, i)
		if r.IntN(2) == 0 {
			s += `,"security":` + requirements()
		}
		if r.IntN(3) == 0 {
			s += `,"securityRequirements":` + requirements()
		}
		skills = append(skills, s+pick(r, ``, `,"examples":[]`, `,"inputModes":["text/plain"]`)+`}`)
	}
	members = append(members, `"skills":[`+strings.Join(skills, ",")+`]`)
	maybe("iconUrl", text(`""`, `"https://a.example/i"`, `null`))
	if r.IntN(4) == 0 {
		members = append(members, `"x-unknown":{"a":[ 1.50, null ]}`)
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ", ") + "}"
}

// randomScheme is a scheme in one form or both.
func randomScheme(r *rand.Rand) string {
	flow := pick(r,
		`"clientCredentials":{"tokenUrl":"https://t.example","scopes":{}}`,
		`"authorizationCode":{"authorizationUrl":"https://a.example","tokenUrl":"https://t.example","scopes":{"r":"read"},"pkceRequired":false}`,
		`"implicit":{"authorizationUrl":"https://a.example","scopes":{}}`,
		`"deviceCode":{"deviceAuthorizationUrl":"https://d.example","tokenUrl":"https://t.example","refreshUrl":"","scopes":{}},"password":{"tokenUrl":"https://t.example","scopes":{"a":"b"}}`)
	k := r.IntN(5)
	flat := [...]string{
		`"type":"apiKey","in":"header","name":"K"`, `"type":"http","scheme":"bearer","bearerFormat":"JWT"`, `"type":"oauth2","flows":{` + flow + `}`,
		`"type":"openIdConnect","openIdConnectUrl":"https://o.example"`, `"type":"mutualTLS"`,
	}[k]
	inner := [...]string{
		`"location":"header","name":"K"`, `"scheme":"` + pick(r, "bearer", "Bearer", "basic") + `"`, `"flows":{` + flow + `}`,
		`"openIdConnectUrl":"https://o.example"`, ``,
	}[k]
	describe := func(s string) string {
		return strings.Trim(s+pick(r, ``, ``, `,"description":"d"`, `,"description":"e"`), ",")
	}
	wrapper := []string{"apiKeySecurityScheme", "httpAuthSecurityScheme", "oauth2SecurityScheme", "openIdConnectSecurityScheme", "mtlsSecurityScheme"}[k]
	wrapped := `"` + wrapper + `":{` + describe(inner) + `}`
	switch r.IntN(8) {
	case 0, 1, 2:
		return "{" + describe(flat) + "}"
	case 3, 4:
		return "{" + wrapped + "}"
	case 5:
		return "{" + flat + pick(r, `,"x":1`, [...]string{`,"scheme":"s"`, `,"name":"K"`, `,"in":"query"`, `,"bearerFormat":""`, `,"openIdConnectUrl":"u"`}[k]) + "," + wrapped + "}"
	}
	return "{" + describe(flat) + "," + wrapped + "}"
}
