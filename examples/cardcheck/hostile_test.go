package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/hs9147/agentcard/card"
)

// nasty is text that a terminal, or a reader, must never get as it is: escape
// sequences, a carriage return, a bell, C1 controls, bidi marks, zero-width
// and tag characters, line separators.
const nasty = "\x1b[2J\x1b]0;t\a\r\n\t\b\x7f\u0085\u009b31m\u202e\u2066\u200b\u200d\ufeff\u2028\u2029\U000e0041\u00ad"

// hostileCard puts a text into every place of a card that a report may show.
func hostileCard(t *testing.T, s string) string {
	t.Helper()
	req := []any{map[string]any{s: []string{s}}, map[string]any{"schemes": map[string]any{s + "2": map[string]any{"list": []string{s}}}}}
	b, err := json.Marshal(map[string]any{
		"name": s, "description": s, "version": s, "url": "https://" + s, "protocolVersion": s, "preferredTransport": s,
		"supportedInterfaces":  []any{map[string]any{"url": "https://h/" + s, "protocolBinding": s, "protocolVersion": s, "tenant": s}, s},
		"additionalInterfaces": []any{map[string]any{"url": s, "transport": s}},
		"provider":             map[string]any{"organization": s, "url": s},
		"documentationUrl":     s, "iconUrl": s, s: s, "trust" + s: s,
		"capabilities": map[string]any{s: s, "extensions": []any{
			map[string]any{"uri": s, "description": s},
			map[string]any{"uri": "https://cho-fam.com/ans/v1", "required": s, "params": map[string]any{"name": s, s: s}},
			map[string]any{"uri": "https://cho-fam.com/ans/v1", "params": map[string]any{"name": []string{s}}},
			map[string]any{"uri": "https://cho-fam.com/hire/v1", "params": map[string]any{"unitPrice": s, "price" + s: s}},
			map[string]any{"uri": "https://cho-fam.com/ans/v1" + s},
		}},
		"defaultInputModes": []string{s, "text/" + s}, "defaultOutputModes": []any{s, nil, 1},
		"securitySchemes": map[string]any{
			s:       map[string]any{"type": s, "scheme": s},
			s + "2": map[string]any{"type": "http", "scheme": s, "bearerFormat": s, s: s},
			s + "3": map[string]any{"type": "apiKey", "in": s, "name": s},
			s + "4": map[string]any{"type": "oauth2", "flows": map[string]any{s: map[string]any{"tokenUrl": s}}},
			s + "5": map[string]any{s: map[string]any{}},
			s + "6": map[string]any{"type": "openIdConnect", "openIdConnectUrl": s},
		},
		"security": req, "securityRequirements": req,
		"skills": []any{
			map[string]any{"id": s, "name": s, "description": s, "tags": []string{s, "chofam:kind/" + s, "chofam:scope/" + s, "chofam:trust/" + s}, "security": req, s: s, "inputModes": []string{s}},
			map[string]any{"id": s, "name": s, "description": s, "tags": []string{"chofam:kind/action", "chofam:effect/" + s}},
			map[string]any{"id": s + "2", "description": s + "2", "tags": []string{"chofam:kind/query", "chofam:kind/" + s}},
			s,
		},
		"signatures": []any{map[string]any{"protected": s, "signature": s, "header": s}, s},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A card can't put anything on a terminal that it would not show.
func TestNoControlCharacters(t *testing.T) {
	inputs := map[string]string{
		"a card":        hostileCard(t, nasty),
		"a second name": `{"name":"n","skills":[],"` + strings.ReplaceAll(nasty[:3], "\x1b", `\u001b`) + `":1,"\u001b[2":2}`,
		"no card":       `{"name":"` + `\u001b[2J` + `"}`,
		"no JSON":       nasty,
		"no UTF-8":      "{\"\xff\x1b[2J\":1}",
		"a bad number":  `{"name":"n","skills":[],"x":0` + "\x1b" + `}`,
		"trailing":      `{"name":"n","skills":[]}` + nasty,
		"duplicate":     `{"\u001b[2J":1,"\u001b[2J":2}`,
		"no string":     `{"name":{"\u001b[2J":1},"skills":"\u001b[2J"}`,
	}
	for what, text := range inputs {
		name := file(t, "x\x1b[2J\u202e.json", text)
		for _, args := range [][]string{{name}, {"-lang", "ko", name}, {"-format", "json", name}, {"-profile", "terra", name}, {"-profile", "a2a", name}, {"-profile", "mentor", "-strict", name}} {
			got := cardcheck(args...)
			if got.status != exitFailed {
				t.Errorf("%s %q: status %d", what, args, got.status)
			}
			checkShown(t, what+" on standard output", got.out)
			checkShown(t, what+" on standard error", got.err)
			if lineCount(got.err) > 1 {
				t.Errorf("%s: a card makes lines on standard error: %q", what, got.err)
			}
		}
	}
	got := call{in: strings.NewReader(strings.ReplaceAll(hostileCard(t, nasty), "\n", " ") + "\n" + nasty)}.run("-ndjson")
	checkShown(t, "lines", got.out)
	got = cardcheck("none\x1b[2J\n\u202e.json")
	checkShown(t, "a file name", got.err)
}

func checkShown(t *testing.T, what, s string) {
	t.Helper()
	for i, r := range s {
		if r == '\n' {
			continue
		}
		if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar {
			t.Errorf("%s holds %U: %q", what, r, s[max(0, i-60):i+len(string(r))])
			return
		}
	}
}

// JSON keeps the values whole all the same.
func TestJSONKeepsValues(t *testing.T) {
	var o reportObject
	strictly(t, cardcheck("-format", "json", file(t, "x.json", hostileCard(t, nasty))).out, &o)
	if o.Facts == nil || o.Facts.Name != nasty || o.Facts.Skills[0].ID != nasty {
		t.Errorf("facts %+v", o.Facts)
	}
}

// A terminal gets a mended card that shows all of itself and is the same JSON,
// anything else the card's own bytes.
func TestFixOnATerminal(t *testing.T) {
	text := "{\"name\":\"a\u009b31m\u202eb\",\r\n\"skills\":[],\r \"x\u200b\": \"\u00ad\u2028\U000e0041\" }"
	for _, tty := range []bool{true, false} {
		got := call{in: strings.NewReader(text), outTTY: tty}.run("-fix", "-")
		want, err := card.Parse([]byte(cardcheck("-fix", file(t, "x.json", text)).out))
		if err != nil {
			t.Fatal(err)
		}
		is, err := card.Parse([]byte(got.out))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := want.Canonical()
		if b, _ := is.Canonical(); string(a) != string(b) || got.status != exitOK {
			t.Errorf("terminal %v: another card: %q", tty, got.out)
		}
		if tty {
			checkShown(t, "a mended card", got.out)
		} else if !strings.Contains(got.out, "\u009b31m\u202e") || !strings.Contains(got.out, ",\r ") {
			t.Errorf("not the bytes of the card: %q", got.out)
		}
	}
}

// A secret is in no report (rule B-secret, user information in URLs).
func TestNoSecrets(t *testing.T) {
	const secret = "hunter2hunter2"
	text := `{"name":"n","skills":[],"url":"https://u:` + secret + `@h.example/",
	  "authentication":{"schemes":["basic"],"credentials":"` + secret + `"},
	  "supportedInterfaces":[{"url":"https://` + secret + `@h.example/","protocolBinding":"JSONRPC"}]}`
	name := file(t, "x.json", text)
	for _, args := range [][]string{{name}, {"-lang", "ko", name}} {
		if got := cardcheck(args...); strings.Contains(got.out+got.err, secret) {
			t.Errorf("%q: the secret stands in %q", args, line(got.out, secret))
		}
	}
	var o reportObject
	out := cardcheck("-format", "json", name).out
	strictly(t, out, &o)
	o.Facts = nil // urls there are as written
	if b, _ := json.Marshal(o); strings.Contains(string(b), secret) {
		t.Errorf("a finding holds the secret: %s", b)
	}
}

// growing cards fill the limits of a card with one thing.
func growing() map[string]func(n int) string {
	list := func(one func(i int) string) func(int) string {
		return func(n int) string {
			var b strings.Builder
			for i := range n {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(one(i))
			}
			return b.String()
		}
	}
	of := func(format string, one string) func(int) string {
		return func(n int) string {
			return fmt.Sprintf(format, list(func(i int) string { return strings.ReplaceAll(one, "#", fmt.Sprint(i)) })(n))
		}
	}
	return map[string]func(int) string{
		"unknown members":     of(`{"name":"n","skills":[],%s}`, `"x#":null`),
		"members of trust":    of(`{"name":"n","skills":[],%s}`, `"trust#":1`),
		"skills":              of(`{"name":"n","skills":[%s]}`, `{"id":"same"}`),
		"nulls for skills":    of(`{"name":"n","skills":[%s]}`, `null`),
		"action skills":       of(`{"name":"n","security":[{"x":[]}],"skills":[%s]}`, `{"tags":["chofam:kind/action"]}`),
		"tags":                of(`{"name":"n","skills":[{"tags":[%s]}]}`, `"chofam:kind/#"`),
		"reserved tags":       of(`{"name":"n","skills":[{"tags":["chofam:kind/query",%s]}]}`, `"chofam:#"`),
		"interfaces":          of(`{"name":"n","skills":[],"url":"https://a.example/","supportedInterfaces":[%s]}`, `{"url":"https://h#.example/","protocolBinding":"JSONRPC"}`),
		"older interfaces":    of(`{"name":"n","skills":[],"url":"https://a.example/","additionalInterfaces":[%s]}`, `{"url":"http://h#","transport":"X"}`),
		"schemes":             of(`{"name":"n","skills":[],"securitySchemes":{%s}}`, `"s#":{}`),
		"requirements":        of(`{"name":"n","skills":[{"tags":["chofam:kind/query"]}],"security":[%s]}`, `{"s#":[]}`),
		"names":               of(`{"name":"n","skills":[],"capabilities":{"extensions":[%s]}}`, `{"uri":"https://cho-fam.com/ans/v1","params":{"name":"a.v#"}}`),
		"look-alikes":         of(`{"name":"n","skills":[],"capabilities":{"extensions":[%s]}}`, `{"uri":"https://cho-fam.com/ANS/v#"}`),
		"modes":               of(`{"name":"n","skills":[],"defaultInputModes":[%s]}`, `"*/*"`),
		"signatures":          of(`{"name":"n","skills":[],"signatures":[%s]}`, `{}`),
		"long unknown names":  of(`{"name":"n","skills":[],%s}`, `"`+strings.Repeat("k", 900)+`#":1`),
		"long skill ids":      of(`{"name":"n","skills":[%s]}`, `{"id":"`+strings.Repeat(`\u200b`, 150)+`"}`),
		"long scheme names":   of(`{"name":"n","skills":[],"securitySchemes":{%s}}`, `"`+strings.Repeat("s", 900)+`#":{"type":"x"}`),
		"hidden descriptions": of(`{"name":"n","skills":[%s]}`, `{"id":"i#","description":"`+strings.Repeat(`\u202e`, 150)+`"}`),
	}
}

// A card of one kind of fault, far beyond the caps, makes neither the report
// longer than they allow nor the run slow.
func TestHostileLength(t *testing.T) {
	const (
		textLines = 5*card.MaxProblems + 200 // five lines a finding, and the facts
		textBytes = 1500 * card.MaxProblems
	)
	for what, make := range growing() {
		text := make(min(card.MaxValues/20, card.MaxSize/10/(len(make(2))-len(make(1)))))
		name := file(t, "x.json", text)
		begin := time.Now()
		got := cardcheck("-profile", "terra", name)
		t.Logf("%s: %s for %d bytes", what, time.Since(begin), len(text))
		if got.status != exitFailed || got.err != "" {
			t.Errorf("%s: status %d, %.200q", what, got.status, got.err)
		}
		if n := lineCount(got.out); n > textLines || len(got.out) > textBytes {
			t.Errorf("%s: a report of %d lines, %d bytes", what, n, len(got.out))
		}
		out := cardcheck("-format", "json", "-profile", "terra", name).out
		if limit := 4*len(text) + 3000*card.MaxProblems; len(out) > limit {
			t.Errorf("%s: %d bytes of JSON for %d of card", what, len(out), len(text))
		}
		checkCaps(t, what, out)
	}
}

func checkCaps(t *testing.T, what, out string) {
	t.Helper()
	var o reportObject
	strictly(t, out, &o)
	count := map[string]int{}
	total := 0
	for _, f := range o.Findings {
		if f.Code == "more" {
			continue
		}
		count[f.Rule]++
		total++
		if n := len([]rune(f.Observed)); n > 250*len("U+10FFFF") {
			t.Errorf("%s: %s shows %d runes of a value", what, f.Rule, n)
		}
	}
	for rule, n := range count {
		if n > card.MaxPerRule {
			t.Errorf("%s: %d findings of %s", what, n, rule)
		}
	}
	if total > card.MaxProblems {
		t.Errorf("%s: %d findings", what, total)
	}
}

// The question behind E3 is asked of every pair of skills and of every pair of
// their alternatives; a card that makes the most of it is still judged at once.
func TestHostileRequirements(t *testing.T) {
	repeat := func(n int, one func(i int) string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = one(i)
		}
		return strings.Join(list, ",")
	}
	text := fmt.Sprintf(`{"name":"n","security":[%s],"skills":[%s,%s]}`,
		repeat(1500, func(i int) string { return fmt.Sprintf(`{"s%d":[]}`, i) }),
		repeat(500, func(int) string { return `{"tags":["chofam:kind/action"],"security":[{"x":[]}]}` }),
		repeat(1000, func(int) string { return `{"tags":["chofam:kind/query"]}` }))
	name := file(t, "x.json", text)
	begin := time.Now()
	got := cardcheck("-profile", "terra", name)
	t.Logf("%s for %d bytes", time.Since(begin), len(text))
	if got.status != exitFailed || got.err != "" {
		t.Errorf("status %d, %q", got.status, got.err)
	}
}
