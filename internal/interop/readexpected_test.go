package interop

import (
	"strings"
	"testing"
)

// What to expect of a reader, by the spelling of the card. The SDKs of 1.0 look
// for requirements under securityRequirements alone, save Python's, and for
// schemes under their wrappers; a2a-go refuses ProtoJSON's requirements; strict
// readers refuse what the proto has not. A dual card opens in all of them with
// its interfaces, schemes and extensions right: that is what it is for (rule
// S3-standard-client). What came of the samples is requirements §14's table.
var expectedOfReaders = map[string]map[string]string{
	"a2a-go, default parser": {
		"dual": without + ofRequirements, "profile": refused, "a2a10": refused,
		"sample S": refused, "sample P": refused, "sample U": without + ofRequirements,
		"sample W": without + ofRequirements,
	},
	"a2a-go, 0.3-compat parser": {
		"dual": allRight, "profile": allRight, "a2a10": refused,
		"sample S": without + ofInterfaces, "sample P": refused, "sample U": allRight,
		"sample W": allRight,
	},
	"protojson, strict":                 strictReader,
	"protojson, discarding unknown":     lenientReader,
	"@a2a-js/sdk, resolver":             jsResolver,
	"@a2a-js/sdk, resolver for 0.3 too": jsResolver,
	"@a2a-js/sdk, fromJSON":             lenientReader,
	"a2a-sdk, resolver": {
		"dual": allRight, "profile": allRight, "a2a10": allRight,
		"sample S": without + ofInterfaces, "sample P": allRight, "sample U": allRight,
		"sample W": allRight,
	},
	"a2a-sdk, json_format": strictReader,
	"a2a-java-sdk, resolver": {
		"dual": without + ofRequirements, "profile": refused, "a2a10": allRight,
		"sample S": refused, "sample P": allRight, "sample U": refused,
		"sample W": refused,
	},
	"a2a-lf, serde": {
		"dual": without + ofRequirements, "profile": refused, "a2a10": allRight,
		"sample S": refused, "sample P": allRight, "sample U": without + ofRequirements,
		"sample W": without + ofRequirements,
	},

	// Of 0.3: the members of the card spec are those of their own type.
	"a2a-java-sdk, resolver of 0.3": reader03(refused),
	"a2a-sdk, resolver of 0.3":      reader03(without + ofSchemes), // takes one without a type for mutual TLS
	"@a2a-js/sdk, resolver of 0.3": {
		"dual": untyped + separator + allRight, "profile": untyped + separator + allRight,
		"a2a10":    without + ofInterfaces + separator + ofRequirements,
		"sample S": untyped + separator + allRight, "sample P": without + ofInterfaces + separator + ofRequirements, "sample U": untyped + separator + allRight,
		"sample W": without + ofRequirements,
	},
}

var (
	strictReader = map[string]string{
		"dual": refused, "profile": refused, "a2a10": allRight,
		"sample S": refused, "sample P": allRight, "sample U": refused,
		"sample W": refused,
	}
	lenientReader = map[string]string{
		"dual": without + ofRequirements, "profile": without + ofSchemes + separator + ofRequirements, "a2a10": allRight,
		"sample S": without + ofInterfaces + separator + ofSchemes + separator + ofRequirements, "sample P": allRight, "sample U": without + ofRequirements,
		"sample W": without + ofRequirements,
	}
	jsResolver = map[string]string{
		"dual": without + ofRequirements, "profile": untyped + separator + without + ofSchemes + separator + ofRequirements, "a2a10": allRight,
		"sample S": untyped + separator + without + ofInterfaces + separator + ofSchemes + separator + ofRequirements,
		"sample P": allRight, "sample U": untyped + separator + without + ofSchemes + separator + ofRequirements,
		"sample W": without + ofRequirements,
	}
)

// reader03 is what to expect of a reader of 0.3, given what it makes of W.
func reader03(wrapped string) map[string]string {
	return map[string]string{
		"dual": allRight, "profile": allRight, "a2a10": refused,
		"sample S": allRight, "sample P": refused, "sample U": allRight,
		"sample W": wrapped,
	}
}

// noPlace03 is what of the cards A2A 0.3 has no place for.
var noPlace03 = map[string]string{
	"like terra, a skill with its own requirement": ofOthers,     // capabilities.extendedAgentCard
	"OAuth 2.0, API keys and OpenID Connect":       ofSchemes,    // pkceRequired
	"a device code flow":                           ofSchemes,    // the flow
	"two interfaces, one with a tenant":            ofInterfaces, // supportedInterfaces
}

// expected is what to expect of the reader.
func (r reader) expected(x text) string {
	name := x.spelling
	if name == asGiven {
		name = x.card.name
	}
	outcome := expectedOfReaders[r.sdk+separator+r.way][name]
	schemes, own := x.card.requires()
	if !schemes {
		return r.expectedOpen(outcome)
	}
	if own && strings.HasSuffix(outcome, ofRequirements) {
		outcome += separator + ofSkills
	}
	if lost := noPlace03[x.card.name]; r.older && lost != "" && strings.HasSuffix(outcome, allRight) {
		outcome = strings.TrimSuffix(outcome, allRight) + without + lost
	}
	return outcome
}

// expectedOpen is what to expect of a card without schemes and requirements,
// given what to expect of one with them. The spelling of those is all that some
// readers refuse.
func (r reader) expectedOpen(outcome string) string {
	onlySecurity := r.sdk == "a2a-go" || r.sdk == "a2a-lf"
	switch {
	case r.older && r.sdk == "@a2a-js/sdk" && strings.HasPrefix(outcome, without): // it looks for an older url
		outcome = untyped + separator + without + ofInterfaces
	case r.sdk == "@a2a-js/sdk" && r.way != "fromJSON":
		outcome = untyped + separator + allRight // there is no scheme to tell its shape by
	case outcome != refused || onlySecurity:
		outcome = allRight
	}
	return outcome
}

// Each reader has its expectations, and nothing else has.
func TestExpectedOfReaders(t *testing.T) {
	for _, r := range readers {
		of := expectedOfReaders[r.sdk+separator+r.way]
		if len(of) != len(dialects)+4 {
			t.Errorf("%s %s: %d expectations", r.sdk, r.way, len(of))
		}
	}
	if len(expectedOfReaders) != len(readers) {
		t.Errorf("expectations of %d readers, and there are %d", len(expectedOfReaders), len(readers))
	}
}

// notStandard are the SDKs whose default reader does not open a dual card as
// rule S3-standard-client asks, with the outcome.
var notStandard = map[string]string{
	"a2a-java-sdk, resolver": refused,
	"@a2a-js/sdk, resolver":  untyped,
}

// TestStandardClient holds the committed rows against rule S3-standard-client:
// a dual card opens in the default reader of each SDK of A2A 1.0 with its
// interfaces, schemes and extensions right, save where it is known not to.
func TestStandardClient(t *testing.T) {
	rows, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readers {
		if !r.main || r.older {
			continue
		}
		n := 0
		for _, row := range rows {
			if row.Direction != WeWrite || row.Peer != r.sdk || row.Way != "dual"+separator+r.way {
				continue
			}
			n++
			right := row.Got == allRight || strings.HasPrefix(row.Got, without) && !strings.Contains(row.Got, ofInterfaces) &&
				!strings.Contains(row.Got, ofSchemes) && !strings.Contains(row.Got, ofExtensions) && !strings.Contains(row.Got, ofOthers)
			if known := notStandard[r.sdk+separator+r.way]; right != (known == "") || !strings.HasPrefix(row.Got, known) {
				t.Errorf("%s: %s, known %q: %s", row.Trait, row.Got, known, row.Note)
			}
		}
		if n != len(builtCards) {
			t.Errorf("%s %s: %d rows", r.sdk, r.way, n)
		}
	}
}

// TestSamples holds the rows of card spec §1's sample against requirements
// §14's table, from which no remark takes any away.
func TestSamples(t *testing.T) {
	rows, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, row := range rows {
		if row.Direction == WeWrite && strings.HasPrefix(row.Way, asGiven) {
			n++
			if row.Got != row.Expected {
				t.Errorf("%s: %s: %s, expected %s", row.Way, row.Trait, row.Got, row.Expected)
			}
		}
	}
	if n != 4*len(readers) {
		t.Errorf("%d rows", n)
	}
}
