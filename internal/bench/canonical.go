package bench

import (
	"fmt"
	"time"

	cyberphone "github.com/cyberphone/json-canonicalization/go/src/webpki.org/jsoncanonicalizer"
	"github.com/gowebpki/jcs"
)

const canonicalGoal = 0.30

// canonicalRow holds Document.Canonical of a parsed card against Transform of
// gowebpki/jcs on the same bytes. The card has no signatures, so that both give
// the same text. cyberphone/json-canonicalization, from which jcs stems, is
// shown beside it and not judged.
func canonicalRow() Row {
	return Row{Name: "canonical", Goal: ratioGoal(canonicalGoal), Measure: func() (Result, error) {
		a, b, err := compare(canonicalOurs, canonicalPeer)
		if err != nil {
			return Result{}, err
		}
		c, d, err := compare(canonicalOurs, canonicalCyberphone)
		if err != nil {
			return Result{}, err
		}
		r := ratioResult(float64(a)/float64(b), canonicalGoal)
		r.Notes = []string{against(a, b, "gowebpki/jcs"), against(c, d, "cyberphone")}
		return r, nil
	}}
}

func against(a, b time.Duration, peer string) string {
	return fmt.Sprintf("%v against %v of %s: %.2f ×", a, b, peer, float64(a)/float64(b))
}

func canonicalOurs() (int, error) {
	doc, err := parsed()
	if err != nil {
		return 0, err
	}
	b, err := doc.Canonical()
	return len(b), err
}

func canonicalPeer() (int, error) {
	b, err := jcs.Transform(Card)
	return len(b), err
}

func canonicalCyberphone() (int, error) {
	b, err := cyberphone.Transform(Card)
	return len(b), err
}
