package verify

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The package comment has one line for each check, and for nothing else.
func TestDocListsChecks(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n// # Checks\n")
	section, _, end := strings.Cut(section, "\n// # ")
	if !ok || !end {
		t.Fatal("no section on checks")
	}
	var got, want []string
	for _, m := range regexp.MustCompile(`(?m)^//\t(\S+) +\S.*$`).FindAllStringSubmatch(section, -1) {
		got = append(got, m[1])
	}
	for _, c := range all() {
		want = append(want, c.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the package comment lists %v, and the checks are %v", got, want)
	}
}
