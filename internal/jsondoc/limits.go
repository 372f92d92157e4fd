package jsondoc

// Limits bounds what Parse accepts. Depth counts objects and arrays, the root
// being depth 1. Values counts every object, array and scalar, the root too;
// member names are not values.
type Limits struct {
	Bytes  int
	Depth  int
	Values int
}

// The limits of an Agent Card (rules B-size and B-json).
const (
	MaxBytes  = 1 << 20
	MaxDepth  = 64
	MaxValues = 10_000
)

// CardLimits gives the limits of rules B-size and B-json.
func CardLimits() Limits {
	return Limits{Bytes: MaxBytes, Depth: MaxDepth, Values: MaxValues}
}
