package card

import (
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// ordinary reports an object whose every member is one that the model knows, of
// the type that it should have, and so all the way down: checkReading finds
// nothing in it, nor does checkMember but for ModeA2A10. Most cards are so. It may
// be false for a card with which all is well, never true for another.
func ordinary(v jsondoc.Value, of *message) bool {
	for m := v.First(); m.Exists(); m = m.Next() {
		x := of.field(m.ID())
		if x == nil || of == additionalMessage || !fits(x.shape, m) || m.Kind() == jsondoc.Null {
			return false
		}
		switch x.shape {
		case shapeString, shapeFree, shapeRequirements:
		case shapeBool:
			if x.id == member.SupportsAuthenticatedExtendedCard || x.id == member.StateTransitionHistory {
				return false // checkOlder speaks of them
			}
		case shapeStrings, shapeStringMap:
			for e := m.First(); e.Exists(); e = e.Next() {
				if e.Kind() != jsondoc.String {
					return false
				}
			}
		case shapeMessage:
			if !ordinary(m, x.of) {
				return false
			}
		default:
			for e := m.First(); e.Exists(); e = e.Next() {
				if e.Kind() != jsondoc.Object || !ordinary(e, x.of) {
					return false
				}
			}
		}
	}
	return true
}
