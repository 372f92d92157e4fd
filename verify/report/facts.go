package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
)

// maxListed is how many entries of a list the text report shows.
const maxListed = 20

// facts says what the card says, as a correct reader sees it.
func (t *text) facts(r *verify.Report) {
	f := r.Facts()
	if f == nil {
		return
	}
	t.printf("\n%s: %s · %s %s · %s %s\n", t.card, t.show(f.Name), t.version, t.show(f.Version), t.shape, f.Shape)
	t.rows(t.interfaces, len(f.Interfaces), func(i int) string {
		x := f.Interfaces[i]
		s := t.showURL(x.URL) + "  " + t.show(x.Binding) + " " + t.show(x.Version)
		if x.Tenant != "" {
			s += "  tenant " + t.show(x.Tenant)
		}
		return s
	})
	t.rows(t.skills, len(f.Skills), func(i int) string { return t.skill(f.Skills[i]) })
	t.rows(t.names, len(f.Names), func(i int) string { return t.show(f.Names[i]) })
	t.rows(t.schemes, len(f.Schemes), func(i int) string {
		x := f.Schemes[i]
		return strings.TrimSpace(t.show(x.Name) + "  " + x.Kind + "  " + detail(x))
	})
	t.printf("  %s: %s\n", t.requirements, t.alternatives(f.Requirements))
	t.printf("  %s: %s\n", t.price, t.ask(f))
	t.printf("  %s: %s\n", t.signature, t.signatureWords(r.Signature))
	t.printf("  %s: %s\n", t.digest, r.Digest)
}

// ask is the asking price. Of several none is chosen.
func (t *text) ask(f *verify.Facts) string {
	switch {
	case f.UnitPrice != nil:
		return strconv.FormatInt(*f.UnitPrice, 10) + " " + t.credits
	case f.Asks > 1:
		return fmt.Sprintf(t.several, f.Asks)
	case f.Asks == 1:
		return t.notRead
	}
	return t.none
}

// show is a value of the card; an empty one is said to be none.
func (t *text) show(s string) string {
	if strings.TrimSpace(s) == "" {
		return "(" + t.none + ")"
	}
	return catalog.Show(s)
}

// showURL is a URL of the card without the values of its query, which may hold a
// key. The facts that JSON writes stay as written.
func (t *text) showURL(s string) string {
	if strings.TrimSpace(s) == "" {
		return t.show(s)
	}
	return catalog.ShowURL(s)
}

// detail is what is to know of a scheme, a URL for one of OpenID Connect.
func detail(s verify.SchemeFact) string {
	if s.Kind == card.SchemeOpenIDConnect.String() {
		return catalog.ShowURL(s.Detail)
	}
	return catalog.Show(s.Detail)
}

// rows writes one entry a line, at most maxListed.
func (t *text) rows(title string, n int, row func(int) string) {
	if n == 0 {
		t.printf("  %s: %s\n", title, t.none)
		return
	}
	for i := range min(n, maxListed) {
		label := title + ":"
		if i > 0 {
			label = strings.Repeat(" ", width(title)+1)
		}
		t.printf("  %s %s\n", label, row(i))
	}
	if n > maxListed {
		t.printf("  %s … "+t.more+"\n", strings.Repeat(" ", width(title)+1), n-maxListed)
	}
}

// width is how many columns a title takes: Hangul takes two.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x1100 {
			n++
		}
	}
	return n
}

func (t *text) skill(s verify.SkillFact) string {
	out := t.show(s.ID) + "  " + t.kind(s)
	if s.Requirements != nil {
		out += "  " + t.requirements + ": " + t.alternatives(s.Requirements)
	}
	return out
}

// kind labels a skill's kind and, for an action, its effect.
func (t *text) kind(s verify.SkillFact) string {
	lang := tags.English
	if t.lang == "ko" {
		lang = tags.Korean
	}
	kind, _ := tags.ParseKind(tags.KindPrefix + s.Kind)
	out := kind.Label(lang)
	if kind == tags.KindAction {
		effect, _ := tags.ParseEffect(tags.EffectPrefix + s.Effect)
		out += " (" + effect.Label(lang) + ")"
	}
	return out
}

func (t *text) alternatives(list verify.Alternatives) string {
	if len(list) == 0 {
		return t.none
	}
	var out []string
	for i, a := range list {
		if i == maxListed {
			out = append(out, "…")
			break
		}
		switch {
		case a == nil:
			out = append(out, t.unreadable)
		case len(a) == 0:
			out = append(out, t.anonymous)
		default:
			out = append(out, catalog.Show(strings.Join(a, " "+t.and+" ")))
		}
	}
	return strings.Join(out, " "+t.or+" ")
}
