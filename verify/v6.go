package verify

import (
	"context"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/security"
)

// V6 is the line on authentication. card spec v1.7 §8: "securitySchemes가 §5
// 표의 해당 행과 일치한다". Agents without a row are asked only to declare a
// scheme at all (R9).
func V6() Check { return checkV6 }

var checkV6 = asked("V6", "card spec v1.7 §8 V6", card.Text{KO: "인증 선언", EN: "declared authentication"}, func(ctx context.Context, s *Subject) []Finding {
	out := r9(s)
	if s.Profile.NoUserToken {
		for _, name := range s.userTokens() {
			out = append(out, finding("S5-mentor-no-user-token", "", Fail, schemeAt(name), "scheme", name))
		}
	}
	if s.Profile.Row != nil {
		out = append(out, rowFindings(s, *s.Profile.Row)...)
	}
	return append(out, accepted(ctx, s)...)
})

func schemeAt(name string) string { return "/securitySchemes/" + token(name) }

// R9-declared: at least one scheme is declared, and well formed.
func r9(s *Subject) []Finding {
	var faulty map[string]bool
	cut := false
	for _, p := range s.problems() {
		if p.Severity != card.SeverityFail || !strings.HasPrefix(p.Rule, "B-scheme-") && p.Rule != "B-types" {
			continue
		}
		cut = cut || p.Code == "more" || p.Pointer == "/securitySchemes"
		if rest, ok := strings.CutPrefix(p.Pointer, "/securitySchemes/"); ok {
			if faulty == nil {
				faulty = map[string]bool{}
			}
			name, _, _ := strings.Cut(rest, "/")
			faulty[name] = true
		}
	}
	if m := s.secureTree().Root().Member(member.SecuritySchemes); m.Kind() == jsondoc.Object {
		for e := m.First(); e.Exists(); e = e.Next() {
			name := e.Name()
			if security.Spelled(e).Kind() != 0 && !faulty[token(name)] && (!cut || s.rightByItself(name)) {
				return nil
			}
		}
	}
	at := "/securitySchemes"
	if _, _, ok := s.Document.Place(at); !ok {
		at = ""
	}
	return []Finding{finding("V6", "R9-declared", Fail, at)}
}

// rightByItself judges one scheme alone. It is asked where the findings don't
// tell which of many schemes are right: some were left out, or a name is too
// long to be pointed at.
func (s *Subject) rightByItself(name string) bool {
	m, ok := s.Document.At(schemeAt(name))
	if !ok {
		return false
	}
	d, err := card.Parse([]byte(`{"name":"A","skills":[],"securitySchemes":{"s":` + string(m.Raw) + `}}`))
	if err != nil {
		return false
	}
	for _, p := range card.Validate(d, s.Profile.mode()) {
		if p.Severity == card.SeverityFail && strings.HasPrefix(p.Pointer, "/securitySchemes") {
			return false
		}
	}
	return true
}

// S5-mentor-no-user-token: the schemes that take a user's token.
func (s *Subject) userTokens() []string {
	var out []string
	for _, x := range s.Document.Schemes() {
		switch x.Kind() {
		case card.SchemeOAuth2, card.SchemeOpenIDConnect:
			out = append(out, x.Name)
		case card.SchemeHTTP:
			if x.Name == "userBearer" || isBearer(x.SecurityScheme) && strings.EqualFold(format(x.SecurityScheme), "JWT") {
				out = append(out, x.Name)
			}
		default:
			if x.Name == "userBearer" {
				out = append(out, x.Name)
			}
		}
	}
	return out
}

func isBearer(x card.SecurityScheme) bool {
	scheme := x.Scheme
	if x.HTTPAuth != nil {
		scheme = x.HTTPAuth.Scheme
	}
	return x.Kind() == card.SchemeHTTP && strings.EqualFold(scheme, "bearer")
}

// format is the bearer format, of either form of the scheme.
func format(x card.SecurityScheme) string {
	if x.HTTPAuth != nil && x.HTTPAuth.BearerFormat != "" {
		return x.HTTPAuth.BearerFormat
	}
	return x.BearerFormat
}

// rowFindings holds the card against its row: the row's scheme is declared as
// such, guards each alternative of each non-action skill, and stands alone where
// the card has no action.
func rowFindings(s *Subject, row Row) []Finding {
	x, declared := s.secure().SecuritySchemes[row.Scheme]
	if !declared {
		at := "/securitySchemes"
		if _, _, ok := s.Document.Place(at); !ok {
			at = ""
		}
		return append([]Finding{finding("V6", "", Fail, at, "agent", s.Profile.name(), "scheme", row.Scheme)}, further(s, row)...)
	}
	var out []Finding
	switch want := row.want(); {
	case !isBearer(x), format(x) != "" && row.BearerFormat != "" && !strings.EqualFold(format(x), row.BearerFormat):
		out = append(out, finding("V6", ":type", Fail, schemeAt(row.Scheme), "agent", s.Profile.name(), "scheme", row.Scheme, "want", want))
	case row.BearerFormat != "" && format(x) == "":
		out = append(out, finding("V6", "bearer-format", Warn, schemeAt(row.Scheme), "scheme", row.Scheme))
	}
	for _, o := range s.openers() {
		out = append(out, guarded(s, o, row)...)
	}
	return append(out, further(s, row)...)
}

func (r Row) want() string {
	if r.BearerFormat == "" {
		return "http bearer"
	}
	return "http bearer " + r.BearerFormat
}

// guarded asks that each alternative of a skill contains the row's scheme. The
// card's list is judged once, for the first skill that inherits it; where there
// is none the card lacks it.
func guarded(s *Subject, o opener, row Row) []Finding {
	at := o.list.Pointer() // nowhere for the card's, where it has none
	if len(o.sets) == 0 {
		return []Finding{finding("V6", "unreadable", Inconclusive, at, "id", o.label())}
	}
	for _, x := range o.sets {
		if x.has(row.Scheme) {
			continue
		}
		if x.anonymous() {
			return []Finding{finding("V6", "V6-other-identity:anonymous", Fail, at, "id", o.label(), "scheme", row.Scheme)}
		}
		return []Finding{finding("V6", "V6-other-identity", Fail, at, "id", o.label(), "alternative", schemesOf(x), "scheme", row.Scheme)}
	}
	return nil
}

// further lists schemes beside the row's. A card with an action skill needs
// one; on another it has no use.
func further(s *Subject, row Row) []Finding {
	if s.anyAction() {
		return nil
	}
	var out []Finding
	for _, name := range s.furtherSchemes(row) {
		out = append(out, finding("V6", "further", Warn, schemeAt(name), "scheme", name))
	}
	return out
}

// furtherSchemes are declared schemes that V6 speaks of, but for those that
// S5-mentor-no-user-token has named.
func (s *Subject) furtherSchemes(row Row) []string {
	taken := map[string]bool{row.Scheme: true}
	if s.Profile.NoUserToken {
		for _, name := range s.userTokens() {
			taken[name] = true
		}
	}
	var out []string
	for _, x := range s.Document.Schemes() {
		if x.Name == "" {
			if _, _, named := s.Document.Place(schemeAt("")); !named {
				continue // an element of an array
			}
		}
		if !taken[x.Name] {
			out = append(out, x.Name)
		}
	}
	return out
}
