package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What is said of a plain value without parsing it is what is said of any value.
func TestPlainIsTheSame(t *testing.T) {
	pieces := []string{
		"https://", "https:", "/", "//", "a", "example", "z9", "9", "0x7f", "-", ".", "..", "com", "xn--", "internal", "A", "Ag", ":443", ":", "@", "?", "#", "%2f", "~", "_",
		"tasks", "/tasks/", "message", "/message/send", "send", "SendMessage", "extendedAgentCard", "가", " ", "\\", "\u200c", "text", "+json", "*", ";", "q=1", "",
	}
	r := rand.New(rand.NewPCG(9, 10))
	plainURLs, plainTypes := 0, 0
	for i := range 200_000 {
		var b strings.Builder
		if i%2 == 0 {
			b.WriteString("https://")
		}
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		if _, _, ok := simple(s); ok {
			plainURLs++
			for _, grpc := range []bool{false, true} {
				if got, want := Endpoint(s, grpc), endpoint(s, grpc); !slices.Equal(got, want) {
					t.Errorf("%q: %v, want %v", s, got, want)
				}
			}
			if got, want := Normalize(s), normalize(s); got != want {
				t.Errorf("%q is %q, want %q", s, got, want)
			}
			if got, want := hostOf(s), parsedHost(s); got != want {
				t.Errorf("the host of %q is %q, want %q", s, got, want)
			}
			if got, want := PeopleURL(s), isPeopleURL(s); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
		}
		if isPlainType(s) {
			plainTypes++
			if got, want := MediaType(s), mediaType(s); got != want {
				t.Errorf("%q: %v, want %v", s, got, want)
			}
		}
	}
	if plainURLs < 1000 || plainTypes < 100 {
		t.Errorf("only %d URLs and %d types are plain", plainURLs, plainTypes)
	}
}
