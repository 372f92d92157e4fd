package ans

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
)

// URI is the uri of the name extension. It is a name, compared byte for byte
// and never fetched.
const URI = vocab.ANS

// The limits of a name. MaxSegments counts the version and is the source's;
// MaxLength, in bytes, is this library's own.
const (
	MaxSegments = vocab.NameSegments
	MaxLength   = vocab.NameBytes
)

// Name is a valid ANS name, or the zero value, which is none. It is comparable
// and can be a map key. Names come from Parse, MustParse and UnmarshalText.
type Name struct{ s string }

// Parse reads a name. Nothing is trimmed or folded: what is accepted is the
// name, byte for byte. The error is a *NameError, the first of Faults.
func Parse(s string) (Name, error) {
	if isName(s) {
		return Name{s}, nil
	}
	if f := Faults(s); len(f) > 0 {
		return Name{}, f[0]
	}
	return Name{s}, nil
}

// isName reports whether s has no Faults, without telling which.
func isName(s string) bool {
	segments, version := 0, false
	for rest, more := s, true; more; segments++ {
		var segment string
		if segment, rest, more = strings.Cut(rest, "."); segment == "" || version || !allPlain(segment) {
			return false
		}
		version = isVersion(segment)
	}
	return version && segments > 1 && segments <= MaxSegments && len(s) <= MaxLength
}

// MustParse is Parse for tests and literals: it panics where there is no valid
// name.
func MustParse(s string) Name {
	n, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return n
}

// String is the name as it was parsed, empty for the zero value.
func (n Name) String() string { return n.s }

// IsZero reports the zero value, which is no name.
func (n Name) IsZero() bool { return n.s == "" }

// Version is the last segment, such as "v1"; empty for the zero value.
func (n Name) Version() string {
	_, version := n.cut()
	return version
}

// Series is all but the version, such as "flight.booking"; empty for the zero
// value.
func (n Name) Series() string {
	series, _ := n.cut()
	return series
}

func (n Name) cut() (series, version string) {
	i := strings.LastIndexByte(n.s, '.')
	if i < 0 {
		return "", ""
	}
	return n.s[:i], n.s[i+1:]
}

// SameSeries reports whether the names differ in the version at most. Two
// versions are two contracts. The zero value is in no series.
func (n Name) SameSeries(other Name) bool {
	return !n.IsZero() && n.Series() == other.Series()
}

// Compare orders names by series, byte for byte, and within a series by the
// version's number, so that v9 stands before v10. The zero value comes first.
func (n Name) Compare(other Name) int {
	as, av := n.cut()
	bs, bv := other.cut()
	return cmp.Or(
		strings.Compare(as, bs),
		cmp.Compare(len(av), len(bv)), // without leading zeros, longer is greater
		strings.Compare(av, bv),
	)
}

// Next is the name of the next version, whatever the number's size. It is the
// zero value where n is, and where the name would be longer than MaxLength: a
// name of that length ending in nines has no next.
func (n Name) Next() Name {
	if n.IsZero() {
		return Name{}
	}
	b := []byte(n.s)
	i := len(b) - 1
	for ; b[i] == '9'; i-- {
		b[i] = '0'
	}
	if b[i] != 'v' {
		b[i]++
		return Name{string(b)}
	}
	if len(b) == MaxLength {
		return Name{}
	}
	return Name{string(b[:i+1]) + "1" + string(b[i+1:])}
}

// MarshalText gives the name's text. The zero value has none and is an error,
// so that no document gets an empty name; fields that may be without a name
// take the json option omitzero.
func (n Name) MarshalText() ([]byte, error) {
	if n.IsZero() {
		return nil, errors.New("ans: the zero Name has no text")
	}
	return []byte(n.s), nil
}

// UnmarshalText is Parse, with its error. An empty text is no name; on error n
// stays as it was.
func (n *Name) UnmarshalText(text []byte) error {
	got, err := Parse(string(text))
	if err != nil {
		return err
	}
	*n = got
	return nil
}

// Extension is the entry of capabilities.extensions that claims the name, as
// card spec v1.7 §3 writes it. Required is false, which a card says by leaving
// it out as well. The zero value claims nothing: its entry is empty, and no
// valid card can hold it.
func (n Name) Extension() card.Extension {
	if n.IsZero() {
		return card.Extension{}
	}
	return card.Extension{
		URI:         URI,
		Description: "ANS 이름 — 이름 권위는 chofam ANS",
		Params:      json.RawMessage(`{"name":"` + n.s + `"}`), // a name needs no escapes
	}
}
