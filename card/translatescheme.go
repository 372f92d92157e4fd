package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// slots are the strings of one form of a scheme, by the bit that marks them in
// zero. A form has no place for those that are nil.
type slots struct {
	str  [8]*string
	zero *uint16
}

// slotNames are the flat names of the slots.
var slotNames = [8]string{"type", "description", "name", "in", "scheme", "bearerFormat", "oauth2MetadataUrl", "openIdConnectUrl"}

const (
	slotType = iota
	slotDescription
	slotName
	slotIn
	slotScheme
	slotBearerFormat
	slotMetadataURL
	slotOpenIDURL
)

func (s slots) has(i int) bool {
	return s.str[i] != nil && (*s.str[i] != "" || *s.zero&(1<<i) != 0)
}

// fill copies into s what it has a place for and from has.
func (s slots) fill(from slots) {
	for i, p := range s.str {
		if p != nil && !s.has(i) && from.has(i) {
			*p = *from.str[i]
			*s.zero |= *from.zero & (1 << i)
		}
	}
}

func (s *SecurityScheme) flatSlots() slots {
	return slots{[8]*string{
		&s.Type, &s.Description, &s.Name, &s.In, &s.Scheme, &s.BearerFormat, &s.OAuth2MetadataURL, &s.OpenIDConnectURL,
	}, &s.zero}
}

// wrapperSlots are those of the wrapper of a kind, which is made if there is
// none. Its flows are given too.
func (s *SecurityScheme) wrapperSlots(k SchemeKind) (out slots, flows **OAuthFlows, x *extra) {
	switch k {
	case SchemeAPIKey:
		w := made(&s.APIKey)
		out.str[slotDescription], out.str[slotName], out.str[slotIn] = &w.Description, &w.Name, &w.Location
		out.zero, x = &w.zero, &w.Extra
	case SchemeHTTP:
		w := made(&s.HTTPAuth)
		out.str[slotDescription], out.str[slotScheme], out.str[slotBearerFormat] = &w.Description, &w.Scheme, &w.BearerFormat
		out.zero, x = &w.zero, &w.Extra
	case SchemeOAuth2:
		w := made(&s.OAuth2)
		out.str[slotDescription], out.str[slotMetadataURL] = &w.Description, &w.OAuth2MetadataURL
		out.zero, flows, x = &w.zero, &w.Flows, &w.Extra
	case SchemeOpenIDConnect:
		w := made(&s.OpenIDConnect)
		out.str[slotDescription], out.str[slotOpenIDURL] = &w.Description, &w.OpenIDConnectURL
		out.zero, x = &w.zero, &w.Extra
	default:
		w := made(&s.MutualTLS)
		out.str[slotDescription] = &w.Description
		out.zero, x = &w.zero, &w.Extra
	}
	return out, flows, x
}

func made[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}

func (t *translation) schemes() {
	list := t.from.Get("securitySchemes")
	if list.Kind() != jsondoc.Object {
		return // strict speaks of it
	}
	for e := range list.Children() {
		name := e.Name()
		t.card.SecuritySchemes[name] = t.scheme(e, t.card.SecuritySchemes[name])
	}
}

// scheme spells one scheme. One that can't be read stays as it stands, where the
// dialect has a place for it; so does one whose two forms don't agree, and in
// DialectDual one that lacks what its kind requires, which a second form would
// lack once more.
func (t *translation) scheme(e jsondoc.Value, s SecurityScheme) SecurityScheme {
	k := s.Kind()
	if k == SchemeUnknown {
		t.keepOrLose(e)
		return s
	}
	wrapper := wrapperIn(e)
	if wrapper.Exists() && differing(e, wrapper) != "" {
		if t.to != DialectDual {
			t.lose(e)
		}
		return s
	}
	t.flows(e, wrapper, k)
	if t.to != DialectA2A10 && !inBothForms(e, wrapper) && lacksFields(e, wrapper, k) {
		switch {
		case t.to == DialectDual:
			return s
		case wrapper.Exists() && !faulty(wrapper, k, true):
			t.lose(e) // the flat form of a deprecated flow asks for more
		}
	}
	flat := s.flatSlots()
	wrapped, flows, x := s.wrapperSlots(k)
	if t.to != DialectDual && flat.has(slotDescription) && wrapped.has(slotDescription) && *flat.str[slotDescription] != *wrapped.str[slotDescription] {
		t.lose(e)
	}
	if flows != nil && *flows == nil {
		*flows = s.Flows
	}
	wrapped.fill(flat)
	switch t.to {
	case DialectA2A10:
		t.foreign(e, wrapper, wrapped, k)
		s = SecurityScheme{APIKey: s.APIKey, HTTPAuth: s.HTTPAuth, OAuth2: s.OAuth2, OpenIDConnect: s.OpenIDConnect, MutualTLS: s.MutualTLS}
		return s
	case DialectProfile:
		for m := range wrapper.Children() {
			_, apart := (*x)[m.Name()]
			if apart && (m.Kind() != jsondoc.Null || fieldOf(fieldOf(schemeMessage, wrapper).of, m) == nil) {
				t.lose(m)
			}
		}
	}
	flat.fill(wrapped)
	s.Type = k.String()
	if flows != nil && s.Flows == nil {
		s.Flows = *flows
	}
	if t.to == DialectProfile {
		s.APIKey, s.HTTPAuth, s.OAuth2, s.OpenIDConnect, s.MutualTLS = nil, nil, nil, nil, nil
	}
	return s
}

func inBothForms(e, wrapper jsondoc.Value) bool {
	return wrapper.Exists() && e.Member(member.Type).Exists()
}

// lacksFields reports a scheme in one form that in the other one would break rule
// B-scheme-fields.
func lacksFields(e, wrapper jsondoc.Value, k SchemeKind) bool {
	if wrapper.Exists() {
		return faulty(wrapper, k, true) || k == SchemeOAuth2 && faulty(wrapper, k, false)
	}
	return faulty(e, k, false)
}

func faulty(in jsondoc.Value, k SchemeKind, wrapped bool) bool {
	v := &validation{finder: &finder{}}
	v.checkFields(in, k, wrapped)
	return len(v.list) > 0
}

// wrapperIn is the wrapper in a scheme that has one kind.
func wrapperIn(e jsondoc.Value) jsondoc.Value {
	for m := range e.Children() {
		if m.Kind() == jsondoc.Object && strings.HasSuffix(m.Name(), "SecurityScheme") {
			return m
		}
	}
	return jsondoc.Value{}
}

// flows marks several flows in one scheme: a wrapper holds one.
func (t *translation) flows(e, wrapper jsondoc.Value, k SchemeKind) {
	if k != SchemeOAuth2 || t.to == DialectProfile {
		return
	}
	for _, in := range [...]jsondoc.Value{e, wrapper} {
		n := 0
		for f := range in.Get("flows").Children() {
			if fieldOf(flowsMessage, f) != nil && f.Kind() == jsondoc.Object {
				n++
			}
		}
		if n > 1 {
			t.lose(in.Get("flows"))
		}
	}
}

// foreign marks what the wrapper of a kind has no place for.
func (t *translation) foreign(e, wrapper jsondoc.Value, wrapped slots, k SchemeKind) {
	for m := range e.Children() {
		name := m.Name()
		switch {
		case m == wrapper:
			t.strict(m, fieldOf(schemeMessage, m).of)
		case m.Kind() == jsondoc.Null && fieldOf(schemeMessage, m) != nil:
		case name == "flows" && k == SchemeOAuth2 && m.Kind() == jsondoc.Object:
			t.strict(m, flowsMessage)
		case name == "type" || m.Kind() == jsondoc.String && wrapped.takes(name):
		default:
			t.lose(m)
		}
	}
}

func (s slots) takes(name string) bool {
	for i, n := range slotNames {
		if n == name {
			return s.str[i] != nil
		}
	}
	return false
}
