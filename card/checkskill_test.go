package card

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	var set texts
	had := map[string]bool{}
	for i := range 100 {
		s := fmt.Sprint(i * i % 37)
		if got := set.add(s); got != had[s] {
			t.Fatalf("%d: %s was there: %v", i, s, got)
		}
		had[s] = true
	}
}

// Schemes are found whether they are few or many.
func TestUsage(t *testing.T) {
	for _, n := range []int{0, 1, fewSchemes, fewSchemes + 1, 60} {
		var members, want []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"s%d":{"type":"mutualTLS"}`, i))
			if i%2 == 1 {
				want = append(want, fmt.Sprintf("/securitySchemes/s%d", i))
			}
		}
		requirements := []string{`{"s":[]}`}
		for i := 0; i < n; i += 2 {
			requirements = append(requirements, fmt.Sprintf(`{"s%d":[]}`, i))
		}
		text := cardWith("securitySchemes", "{"+strings.Join(members, ",")+"}", "security", "["+strings.Join(requirements, ",")+"]", "securityRequirements", "")
		var unused, undeclared []string
		for _, p := range Validate(parse(t, text), ModeProfile) {
			switch {
			case p.Rule == "B-sec-refs" && p.Code == "unused":
				unused = append(unused, p.Pointer)
			case p.Rule == "B-sec-refs":
				undeclared = append(undeclared, p.Pointer)
			}
		}
		if !slices.Equal(unused, want) || !slices.Equal(undeclared, []string{"/security/0/s"}) {
			t.Errorf("%d schemes: unused %v, undeclared %v", n, unused, undeclared)
		}
	}
}
