package card

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// mixed gives texts, most of them cards, with a few values and names put in each
// other's place: the sample, a few others, and those of the corpus where there is
// one.
func mixed(t *testing.T) []string {
	t.Helper()
	both := cardWith("security", `[{"a":["s","r"]},{"b":[]}]`, "securityRequirements", `[{"schemes":{"a":{"list":["s","r"]}}},{"schemes":{"b":{}}}]`)
	texts := []string{sample(t), cardWith(), manyFaults(), nasty()[2], nasty()[3], both, both, both}
	if os.Getenv("AGENTCARD_CORPUS") != "" {
		for _, row := range corpus(t) {
			texts = append(texts, string(row.data))
		}
	}
	values := []string{
		`null`, `0`, `-0`, `1.50`, `1E2`, `1e400`, `true`, `""`, `"\u0061\n\/"`, `"\ud83d\ude00"`, `[]`, `{}`, `[null]`, `[{}]`, `{"a":{"list":[]}}`,
		`[{"a":["s","r"]},{"b":[]}]`, `[{"b":[]},{"a":["r","s"]}]`, `[{"schemes":{"a":{"list":["s","r"]}}},{"schemes":{"b":{}}}]`, `{"z":1,"\u0061":{"y":[],"x":{}}}`, `1`,
	}
	names := []string{`"i\u0064"`, `"signatures"`, `"security"`, `"securityRequirements"`, `"capabilities"`, `"Skills"`, `""`, `"\ud83d\ude00"`, `"\ufb33"`, `"\n"`, `"x"`, `"type"`, `"flows"`}
	r := rand.New(rand.NewPCG(13, 14))
	var out []string
	for _, text := range texts {
		for range max(5, min(150, 300_000/(1+len(text)))) {
			now := text
			for range 1 + r.IntN(3) {
				now = mix(r, now, values, names)
			}
			out = append(out, now)
		}
	}
	return out
}

func mix(r *rand.Rand, text string, values, names []string) string {
	d, err := Parse([]byte(text))
	if err != nil {
		return text
	}
	v := d.tree.At(1 + r.IntN(d.tree.Len()-1))
	if name := v.RawName(); name != "" && r.IntN(3) == 0 {
		at := strings.LastIndex(text[:v.Offset()], name)
		return text[:at] + names[r.IntN(len(names))] + text[at+len(name):]
	}
	return text[:v.Offset()] + values[r.IntN(len(values))] + text[v.Offset()+len(v.Raw()):]
}

// Whichever way is taken through a mixed card, it is the same: its payload's tree
// is what Parse reads, nothing is to be said of reading it where it is ordinary,
// and lists in step have one meaning.
func TestMixedCards(t *testing.T) {
	payloads, ordinary, pairs := 0, 0, 0
	for _, text := range mixed(t) {
		d, err := Parse([]byte(text))
		if err != nil {
			continue
		}
		if p, err := d.Payload(FormReceived); err == nil {
			payloads++
			got, errDoc := p.Document()
			want, errParse := Parse(p.Bytes)
			alike := errDoc == nil && errParse == nil && got.Digest() == want.Digest()
			if alike {
				got.sum, got.summed = want.sum, want.summed // summed up when asked
				alike = reflect.DeepEqual(got, want)
			}
			if !alike {
				t.Errorf("%.2000s\nthe payload is another document (%v, %v)", text, errDoc, errParse)
			}
		}
		if d.ordinary {
			ordinary++
			for _, p := range find(d, func(f *finder) {
				checkReading(f, d, true, &validation{finder: f, doc: d, root: d.tree.Root()})
			}) {
				if p.Rule != "B-number-exact" {
					t.Errorf("%.2000s\nis ordinary, and %s speaks of %s", text, p.Rule, p.Pointer)
				}
			}
		}
		for v := range d.tree.Root().Subtree() {
			a, b := v.Get("security"), v.Get("securityRequirements")
			if a.Kind() != jsondoc.Array || b.Kind() != jsondoc.Array || !inStep(a, b) {
				continue
			}
			pairs++
			ka, okA := meaning(a)
			kb, okB := meaning(b)
			if !okA || !okB || !reflect.DeepEqual(ka, kb) {
				t.Errorf("%.2000s\nat %s two lists are in step and not alike", text, v.Pointer())
			}
		}
	}
	if payloads < 100 || ordinary < 10 || pairs < 10 {
		t.Errorf("only %d payloads, %d ordinary cards, %d pairs", payloads, ordinary, pairs)
	}
}
