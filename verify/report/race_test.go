//go:build race

package report

import "time"

// quick is how long a report of a hostile card may take. The race detector
// makes everything slower.
const quick = 20 * time.Second
