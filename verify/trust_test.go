package verify

import (
	"testing"

	"github.com/hs9147/agentcard/internal/member"
)

// trustFindings passes over the members of the model.
func TestNoMemberOfTheModelSpeaksOfTrust(t *testing.T) {
	all := member.All()
	if len(all) < 60 {
		t.Fatalf("the model has %d names", len(all))
	}
	for _, id := range all {
		if name := member.Spelling(id); speaksOfTrust(name) {
			t.Errorf("%s does", name)
		}
	}
}
