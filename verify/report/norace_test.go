//go:build !race

package report

import "time"

// quick is how long a report of a hostile card may take.
const quick = time.Second
