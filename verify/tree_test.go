package verify

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/tags"
)

// What the checks read on the tree is what the typed view has, of the fixtures,
// of the corpus where there is one, and of both with a few values and names put
// in each other's place.
func TestTreeIsTheCard(t *testing.T) {
	var texts []string
	for _, body := range sampleCards(t, 20) {
		texts = append(texts, string(body))
	}
	texts = append(texts, string(everythingWrong()))
	if dir := os.Getenv("AGENTCARD_CORPUS"); dir != "" {
		_, list := corpus(t)
		for _, e := range list {
			if body, err := os.ReadFile(filepath.Join(dir, e.file)); err == nil && e.isCard {
				texts = append(texts, string(body))
			}
		}
	}
	slices.Sort(texts)
	r := rand.New(rand.NewPCG(11, 12))
	read := 0
	for _, text := range texts {
		sameReading(t, text)
		for range max(5, min(60, 400_000/(1+len(text)))) {
			mixed := text
			for range 1 + r.IntN(3) {
				mixed = mix(r, mixed)
			}
			if sameReading(t, mixed) {
				read++
			}
		}
	}
	if read < 500 {
		t.Errorf("only %d mixed cards were read", read)
	}
}

// mix puts another value, or another name, in the place of one.
func mix(r *rand.Rand, text string) string {
	values := []string{
		`null`, `0`, `-0`, `5`, `5.0`, `true`, `""`, `"x"`, `[]`, `{}`, `[null]`, `[{}]`, `[[]]`, `[{"a":[]}]`, `[{"schemes":{"a":{}}}]`, `[{"schemes":{"a":{"list":["s"]}}},{}]`,
		`{"name":"a.b.v1"}`, `{"unitPrice":5}`, `"https://cho-fam.com/ans/v1"`, `"https://cho-fam.com/hire/v1"`, `"chofam:kind/action"`, `["chofam:kind/query","chofam:scope/party"]`,
		`"결\uc81c"`, `"\ud83d\ude00"`, `[1,"a"]`,
	}
	names := []string{
		`"id"`, `"na\u006de"`, `"security"`, `"securit\u0079"`, `"securityRequirements"`, `"tags"`, `"Tags"`, `"uri"`, `"params"`, `"extensions"`, `"schemes"`, `"list"`, `"description"`, `""`, `"\ud83d\ude00"`,
	}
	d, err := card.Parse([]byte(text))
	if err != nil {
		return text
	}
	tree := jsondoc.Of(d)
	v := tree.At(1 + r.IntN(tree.Len()-1))
	if name := v.RawName(); name != "" && r.IntN(3) == 0 {
		at := strings.LastIndex(text[:v.Offset()], name)
		return text[:at] + names[r.IntN(len(names))] + text[at+len(name):]
	}
	return text[:v.Offset()] + values[r.IntN(len(values))] + text[v.Offset()+len(v.Raw()):]
}

// sameReading reports whether the text is a card.
func sameReading(t *testing.T, text string) bool {
	t.Helper()
	d, err := card.Parse([]byte(text))
	if err != nil {
		return false
	}
	c, s := d.Card(), &Subject{Document: d}
	list := s.skills()
	if len(list) != len(c.Skills) {
		t.Fatalf("%.2000s\n%d skills, want %d", text, len(list), len(c.Skills))
	}
	for i := range list {
		k, want := &list[i], c.Skills[i]
		sameSkill(t, text, k, want)
		sameWays(t, text, s.waysOf(k), c.RequirementsOf(want))
	}
	sameNames(t, text, nameEntries(s), ans.Entries(c))
	sameAsks(t, text, askEntries(s), hire.Entries(c))
	return true
}

func sameSkill(t *testing.T, text string, k *skill, want card.Skill) {
	t.Helper()
	if k.ID != want.ID || k.Name != want.Name || k.Description != want.Description || !slices.Equal(k.Tags, want.Tags) {
		t.Errorf("%.2000s\nskill %d is\n%+v, want\n%+v", text, k.index, k, want)
	}
	effect := tags.EffectOf(want.Tags)
	if k.kind != tags.KindOf(want.Tags) || k.effect != effect && k.kind != tags.KindUnknown || k.reserved.party != tags.HasScopeParty(want.Tags) {
		t.Errorf("%.2000s\nskill %d is %v, %v, %+v", text, k.index, k.kind, k.effect, k.reserved)
	}
	if k.gist != gist(want.Description) && want.Description != "" {
		t.Errorf("%.2000s\nskill %d has another gist", text, k.index)
	}
}

// sameWays compares the names of the schemes that each readable alternative asks
// for. Where there is no list, or an empty one, nothing is asked for.
func sameWays(t *testing.T, text string, w ways, want []card.SecurityRequirement) {
	t.Helper()
	var got, list []string
	for _, x := range w.sets {
		got = append(got, strings.Join(x.schemes(), "\n"))
	}
	for _, r := range want {
		if r.Readable() {
			list = append(list, strings.Join(slices.Sorted(maps.Keys(r.Schemes)), "\n"))
		}
	}
	if len(want) == 0 {
		list = []string{""}
	}
	if !slices.Equal(got, list) {
		t.Errorf("%.2000s\nopened by %q, want %q", text, got, list)
	}
}
