package bench

import (
	"fmt"
	"strings"

	"github.com/hs9147/agentcard/card"
)

// hostileBody makes a body that is read as a card, as close to 1 MiB as its
// form allows and within the other limits, and that costs as much as it can.
type hostileBody struct {
	name string
	make func() []byte
}

var hostile = []hostileBody{
	{"every element of a wrong type", wrongTypes},
	{"64 deep", deep},
	{"long names of unknown members", longNames},
	{"unknown members that resemble known ones", nearNames},
	{"escapes in names and texts", escapes},
	{"skills that are no objects", oddSkills},
	{"schemes in two forms that differ", twoForms},
	{"requirements that can't be read", oddRequirements},
	{"free-form params", bigParams},
	{"numbers that no double holds", inexact},
	{"findings below one huge name", hugeName},
}

// body is a card with more members, filled with an unknown member to the size
// limit.
func body(members string) []byte {
	const head, tail = `{"name":"가","skills":[],"x-pad":"`, `",`
	pad := card.MaxSize - len(head) - len(tail) - len(members) - len("}")
	return []byte(head + strings.Repeat("x", max(0, pad)) + tail + members + "}")
}

// each is n texts, parted by commas.
func each(n int, text func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = text(i)
	}
	return strings.Join(parts, ",")
}

func wrongTypes() []byte {
	pad := strings.Repeat("가", 20)
	skills := each(600, func(i int) string {
		return fmt.Sprintf(`{"id":%d,"name":[],"description":{},"tags":[1,null],"examples":"%s","inputModes":{"%s":0}}`, i, pad, pad)
	})
	list := each(400, func(int) string {
		return `{"url":1,"protocolBinding":null,"tenant":[],"protocolVersion":1.0}`
	})
	return []byte(`{"name":"","skills":[` + skills + `],"supportedInterfaces":[` + list +
		`],"description":[],"version":{},"provider":[],"capabilities":"` + strings.Repeat("가", 270_000) + `"}`)
}

func deep() []byte {
	chain := strings.Repeat(`{"`+strings.Repeat("이", 32)+`":`, card.MaxDepth-2) + "1" + strings.Repeat("}", card.MaxDepth-2)
	return body(`"x":[` + each(150, func(int) string { return chain }) + "]")
}

func longNames() []byte {
	return body(each(9_900, func(i int) string { return fmt.Sprintf(`"%s%d":0`, strings.Repeat("이름", 15), i) }))
}

func nearNames() []byte {
	return body(each(9_900, func(i int) string {
		return fmt.Sprintf(`"ＤｅｆａｕｌｔＩｎｐｕｔＭｏｄｅｓ%04d":[]`, i)
	}))
}

func escapes() []byte {
	text := strings.Repeat(`\uac00\n`, 12)
	return body(each(4_900, func(i int) string { return fmt.Sprintf(`"\u%04x%s":"%s"`, 0xac00+i, text, text) }))
}

func oddSkills() []byte {
	text := `"` + strings.Repeat("기", 33) + `"`
	return []byte(`{"name":"가","skills":[` + each(9_900, func(int) string { return text }) + `]}`)
}

func twoForms() []byte {
	scopes := each(40, func(i int) string { return fmt.Sprintf(`"scope-%d":"%s"`, i, strings.Repeat("범위", 6)) })
	flows := func(last int) string {
		return fmt.Sprintf(`{"clientCredentials":{"tokenUrl":"https://a.example/%d","scopes":{%s}}}`, last, scopes)
	}
	return body(`"securitySchemes":{` + each(105, func(i int) string {
		return fmt.Sprintf(`"s%d":{"type":"oauth2","flows":%s,"oauth2SecurityScheme":{"flows":%s}}`, i, flows(i), flows(-i))
	}) + "}")
}

func oddRequirements() []byte {
	return body(`"security":[` + each(2_400, func(i int) string {
		return fmt.Sprintf(`{"%s%d":[],"b":{"%s":1}}`, strings.Repeat("틀", 40), i, strings.Repeat("림", 40))
	}) + "]")
}

func bigParams() []byte {
	params := each(95, func(i int) string { return fmt.Sprintf(`"k%d":"%s"`, i, strings.Repeat("값", 32)) })
	return body(`"capabilities":{"extensions":[` + each(98, func(int) string { return `{"params":{` + params + `}}` }) + "]}")
}

func inexact() []byte {
	return body(`"x":[` + each(9_900, func(i int) string { return "0." + strings.Repeat("1234567890", 9) + fmt.Sprint(i) }) + "]")
}

func hugeName() []byte {
	return body(`"securitySchemes":{"` + strings.Repeat("큰이름", 100_000) + `":{"type":"oauth2","flows":{"implicit":{"scopes":{` +
		each(1_000, func(i int) string { return fmt.Sprintf(`"%d":0`, i) }) + "}}}}}")
}
