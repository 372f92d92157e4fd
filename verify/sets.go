package verify

import "fmt"

// all makes every check that there is, in the order of reports.
func all() []Check {
	return []Check{A2A(), Places()}
}

// Offline is the set of checks that need a document alone.
func Offline() []Check {
	return []Check{A2A(), Places()}
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
