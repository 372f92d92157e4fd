package card

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// numbered is a list of n elements in which # is a running number.
func numbered(n int, element string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(element, "#", fmt.Sprint(i)))
	}
	return b.String() + "]"
}

// members is an object of n members in which # is a running number.
func membersOf(n int, member string) string {
	list := numbered(n, member)
	return "{" + list[1:len(list)-1] + "}"
}

// hostileCards fill the limits of a card in ways that make slow rules slow.
func hostileCards() map[string]string {
	long := strings.Repeat("x", 100_000)
	return map[string]string{
		"interfaces against additional ones": cardWith("supportedInterfaces", numbered(1200, `{"url":"https://h#.example.com/a","protocolBinding":"GRPC","protocolVersion":"1.0"}`),
			"additionalInterfaces", numbered(1500, `{"url":"https://g#.example.com/a","transport":"GRPC"}`)),
		"additional interfaces":   cardWith("supportedInterfaces", "", "additionalInterfaces", numbered(3000, `{"url":"https://g#.example.com/a","transport":"GRPC"}`)),
		"skills":                  cardWith("skills", numbered(1600, `{"id":"é#","name":"n","description":"d","tags":["t"]}`)),
		"schemes and references":  cardWith("securitySchemes", membersOf(1500, `"s#":{"type":"http","scheme":"bearer"}`), "security", numbered(1200, `{"s#":[],"t#":[]}`)),
		"unknown members":         cardWith("x", "1", "y", membersOf(9000, `"k#":1`)),
		"unknown top-level names": strings.TrimSuffix(cardWith(), "}") + "," + strings.Trim(membersOf(9000, `"k#":1`), "{}") + "}",
		"snake names":             strings.TrimSuffix(cardWith(), "}") + "," + strings.Trim(membersOf(9000, `"supported_interfaces#":1`), "{}") + "}",
		"deep arrays":             cardWith("x", inModels(150, strings.Repeat("[", 60)+strings.Repeat("]", 60))),
		"long strings":            cardWith("skills", numbered(4, `{"id":"#`+long+`","name":"n","description":"d","tags":["t"]}`), "url", `"https://`+long+`"`, "documentationUrl", `"`+long+`@`+long+`"`),
		"long numbers":            cardWith("x", "["+strings.Repeat("9", 400_000)+",1e"+strings.Repeat("9", 400_000)+"]"),
		"at signs":                cardWith("documentationUrl", `"`+strings.Repeat("//a:@", 100_000)+`"`, "iconUrl", `"`+strings.Repeat("a:b@ ", 80_000)+`"`),
		"extensions":              cardWith("capabilities", `{"extensions":`+numbered(2400, `{"uri":"https://cho-fam.com/ans/v1","params":{"name":"society.x#"}}`)+`}`),
		"extensions and hosts": cardWith("capabilities", `{"extensions":`+numbered(1000, `{"uri":"https://cho-fam.com/ans/v1","params":{"name":"x"}}`)+`}`,
			"supportedInterfaces", numbered(1200, `{"url":"https://h#/a","protocolBinding":"GRPC","protocolVersion":"1.0"}`)),
	}
}

// Whatever stands in a card within the limits, it is judged; how fast is told
// and not asserted.
func TestHostileCardsAreJudged(t *testing.T) {
	for name, text := range hostileCards() {
		t.Logf("%s: %v", name, judge(t, text))
	}
}

// judge is how long everything takes that is done with a card.
func judge(t *testing.T, text string) time.Duration {
	start := time.Now()
	d := parse(t, text)
	for _, mode := range modes {
		Validate(d, mode)
	}
	_, _ = d.Canonical()
	_, _ = d.CanonicalA2A()
	c := d.Card()
	c.Interfaces()
	if _, err := c.MarshalJSON(); err != nil {
		t.Error(err)
	}
	return time.Since(start)
}
