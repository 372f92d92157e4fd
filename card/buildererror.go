package card

import (
	"fmt"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
)

// BuildError says why a Builder gives no card: every problem, warnings among
// them, with pointers into the card as it would have been written.
type BuildError struct {
	Problems []Problem
}

// maxLines is how many problems the text of a BuildError tells.
const maxLines = 20

// Error is one block of English: a line for each problem, and one for its hint.
func (e *BuildError) Error() string { return e.Text().EN }

// Text is the same block in both languages.
func (e *BuildError) Text() Text {
	ko, en := &strings.Builder{}, &strings.Builder{}
	fmt.Fprintf(ko, "card: 카드를 만들지 못했다. 문제 %d건:", len(e.Problems))
	fmt.Fprintf(en, "card: not built, problems: %d", len(e.Problems))
	for i, p := range e.Problems {
		if i == maxLines {
			fmt.Fprintf(ko, "\n  … 그 밖에 %d건", len(e.Problems)-i)
			fmt.Fprintf(en, "\n  … and %d more", len(e.Problems)-i)
			break
		}
		at := p.Rule
		if p.Pointer != "" {
			at += " " + catalog.Show(p.Pointer)
		}
		fmt.Fprintf(ko, "\n  %s %s: %s\n    → %s", severityKO(p.Severity), at, p.Message.KO, p.Hint.KO)
		fmt.Fprintf(en, "\n  %s %s: %s\n    → %s", p.Severity, at, p.Message.EN, p.Hint.EN)
	}
	return Text{ko.String(), en.String()}
}

func severityKO(s Severity) string {
	switch s {
	case SeverityFail:
		return "불통과"
	case SeverityWarn:
		return "경고"
	}
	return "참고"
}
