package security

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// Kind is which scheme an entry of securitySchemes is, in the order of Types.
// The zero value is one that can't be told.
type Kind int

// Types are the values of the flat member type, by kind; the first stands for
// none.
var Types = [...]string{"unknown", "apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"}

// Wrappers is the 1.0 wrappers, by kind.
var Wrappers = [...]jsondoc.NameID{
	0, member.APIKeySecurityScheme, member.HTTPAuthSecurityScheme, member.OAuth2SecurityScheme,
	member.OpenIDConnectSecurityScheme, member.MTLSSecurityScheme,
}

// KindOfType is the kind that the flat member type names.
func KindOfType(flat string) Kind {
	for k := 1; k < len(Types); k++ {
		if Types[k] == flat {
			return Kind(k)
		}
	}
	return 0
}

// Scheme is how an entry of securitySchemes is spelled.
type Scheme struct {
	Type    jsondoc.Value // the flat member, absent where it is not there or null
	Wrapper Kind          // that holds an object, the last of several
	Several bool          // such wrappers
	Odd     bool          // a member looks like a wrapper and is none: of another name, or no object
}

// Spelled reads an entry.
func Spelled(e jsondoc.Value) (s Scheme) {
	if e.Kind() != jsondoc.Object {
		return s
	}
	for m := e.First(); m.Exists(); m = m.Next() {
		wrapper := wrapperOf(m.ID())
		switch {
		case m.Kind() == jsondoc.Null:
		case m.ID() == member.Type:
			s.Type = m
		case wrapper != 0 && m.Kind() == jsondoc.Object:
			s.Several = s.Several || s.Wrapper != 0
			s.Wrapper = wrapper
		case wrapper != 0, m.ID() == 0 && strings.HasSuffix(m.Name(), "SecurityScheme"):
			s.Odd = true
		}
	}
	return s
}

func wrapperOf(id jsondoc.NameID) Kind {
	for k := 1; k < len(Wrappers); k++ {
		if Wrappers[k] == id {
			return Kind(k)
		}
	}
	return 0
}

// Kind is which scheme the entry is: none where its spelling can't be read, it
// names an unknown type, or its two forms name different ones (rule
// B-scheme-shape).
func (s Scheme) Kind() Kind {
	text, isString := s.Type.Str()
	if s.Several || s.Odd || s.Type.Exists() && !isString {
		return 0
	}
	flat := KindOfType(text)
	switch {
	case s.Wrapper == 0:
		return flat
	case isString && flat != s.Wrapper:
		return 0
	}
	return s.Wrapper
}
