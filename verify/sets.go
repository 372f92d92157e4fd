package verify

import "fmt"

// all makes every check that there is, in the order of reports.
func all() []Check {
	return []Check{
		A2A(), Places(), Serve(), V1(), V2(), V3(), V4(), V5(), V6(), V7(), V8(), V9(),
		E1(), E2(), E3(), E4(), E5(), Routing(), P1(), P2(), P3(), P4(), P5(), Review4(),
	}
}

// Offline is the set of checks that need a document alone: V2, V3, V5, V6, V8,
// V9, E1–E3, a2a, places and routing.
func Offline() []Check {
	return []Check{A2A(), Places(), V2(), V3(), V5(), V6(), V8(), V9(), E1(), E2(), E3(), Routing()}
}

// Registration is the set that is checked again by machine when an agent
// registers (card spec v1.7 §8): V1, V2, V4, V5, V6, V8, V9, a2a and places. It
// is never run with Strict, so that nothing the card spec lets pass is refused.
func Registration() []Check {
	return []Check{A2A(), Places(), V1(), V2(), V4(), V5(), V6(), V8(), V9()}
}

// Completion is the set that an agent's work ends with: V1–V9, E1–E5, a2a,
// places, serve and routing.
func Completion() []Check {
	return []Check{
		A2A(), Places(), Serve(), V1(), V2(), V3(), V4(), V5(), V6(), V7(), V8(), V9(),
		E1(), E2(), E3(), E4(), E5(), Routing(),
	}
}

// Select gives the checks of the given ids, in that order. An id that names no
// check is an error that matches ErrUnknownCheck.
func Select(ids ...string) ([]Check, error) {
	known := all()
	out := make([]Check, 0, len(ids))
next:
	for _, id := range ids {
		for _, c := range known {
			if c.ID == id {
				out = append(out, c)
				continue next
			}
		}
		return nil, fmt.Errorf("verify: %w: %q", ErrUnknownCheck, id)
	}
	return out, nil
}
