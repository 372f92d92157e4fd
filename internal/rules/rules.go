// Package rules judges the form of values that are present: URLs, media
// types, tokens, encodings, enumerations. Whether a value is there at all, and
// of which type, is decided on the document's tree by others; so are the words
// of every message. It is the only importer of validator.
package rules

import (
	"mime"
	"strings"

	"github.com/go-playground/validator/v10"
)

// form holds the rules by name. A validator is safe for concurrent use once
// its rules are registered.
var form = newForm()

func newForm() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterAlias("apikey_location", "oneof=query header cookie")
	v.RegisterAlias("people_url", "http_url,excludesall= \\")
	return v
}

func is(rule, value string) bool { return form.Var(value, rule) == nil }

// Token reports whether s is a token (RFC 9110 §5.6.2).
func Token(s string) bool {
	for i := range len(s) {
		if !tokenBytes[s[i]] {
			return false
		}
	}
	return s != ""
}

// tokenBytes marks what a token can hold.
var tokenBytes = func() (marks [256]bool) {
	for _, c := range []byte("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		marks[c] = true
	}
	return marks
}()

// Base64URL reports whether s is non-empty base64url without padding (RFC 7515
// §2).
func Base64URL(s string) bool { return is("base64rawurl", s) }

// APIKeyLocation reports whether s is a place of an API key (A2A 1.0.1 §4.5.2).
func APIKeyLocation(s string) bool {
	return s == "header" || is("apikey_location", s) // most keys are in a header
}

// PeopleURL reports whether s is an absolute http or https URL with a host.
func PeopleURL(s string) bool {
	if _, _, ok := simple(s); ok {
		return true
	}
	return isPeopleURL(s)
}

// isPeopleURL is PeopleURL of any text.
func isPeopleURL(s string) bool { return is("people_url", s) && !strings.ContainsFunc(s, unfit) }

// MediaTypeForm is what a mode looks like.
type MediaTypeForm int

// The forms of a mode.
const (
	MediaTypeOK MediaTypeForm = iota
	MediaTypeWildcard
	MediaTypeWord // a bare word, as older samples have it
	MediaTypeBad
)

// MediaType judges a mode (RFC 9110 §8.3.1). Parameters are allowed.
func MediaType(s string) MediaTypeForm {
	switch s {
	case "text/plain", "application/json", "text/markdown", "text/html":
		return MediaTypeOK
	}
	if isPlainType(s) {
		return MediaTypeOK
	}
	return mediaType(s)
}

// mediaType is MediaType of any text.
func mediaType(s string) MediaTypeForm {
	if !strings.Contains(s, "/") {
		if Token(s) {
			return MediaTypeWord
		}
		return MediaTypeBad
	}
	t, _, err := mime.ParseMediaType(s)
	if err != nil || s != strings.TrimSpace(s) {
		return MediaTypeBad
	}
	kind, sub, _ := strings.Cut(t, "/")
	switch {
	case !Token(kind) || !Token(sub):
		return MediaTypeBad
	case kind == "*" || sub == "*":
		return MediaTypeWildcard
	}
	return MediaTypeOK
}

// isPlainType reports a type of the plainest form, small letters, digits and
// "+-." around one slash, which nearly all are.
func isPlainType(s string) bool {
	slash := -1
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '+', c == '-', c == '.':
		case c == '/' && slash < 0:
			slash = i
		default:
			return false
		}
	}
	return slash > 0 && slash < len(s)-1
}

// URI reports whether s is an absolute URI, as a binding of one's own is named.
func URI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	return ok && scheme != "" && rest != "" && is("uri", s)
}
