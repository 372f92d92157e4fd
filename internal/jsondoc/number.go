package jsondoc

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// IsExact reports whether a number's decimal value is that of its RFC 8785
// form, so that canonicalization loses nothing of it (rule B-number-exact). It
// is true of anything that is no number.
func (v Value) IsExact() bool {
	if v.Kind() != Number {
		return true
	}
	return exact(v.Raw())
}

func exact(token string) bool {
	if len(token) <= 15 && strings.Trim(token, "0123456789") == "" {
		return true // an integer that a double holds
	}
	f, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return false
	}
	var short [32]byte
	return sameDecimal(token, string(jsontext.AppendFloat(short[:0], f, 64)))
}

// Integer is the value of a number that is an integer by value, such as 5, 5.0
// or 5e0, within int64.
func (v Value) Integer() (int64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	digits, exp, neg := decimal(v.Raw())
	if digits == "" {
		return 0, true
	}
	if exp < 0 || exp > 19 {
		return 0, false
	}
	s := digits + strings.Repeat("0", exp)
	if neg {
		s = "-" + s
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}

func sameDecimal(a, b string) bool {
	da, ea, na := decimal(a)
	db, eb, nb := decimal(b)
	return da == db && (da == "" || ea == eb && na == nb)
}

// decimal splits a JSON number into its significant digits, without zeros at
// either end, and the power of ten of the last one. Zero has no digits. An
// exponent of more than nine digits is cut to a value no double has.
func decimal(token string) (digits string, exp int, neg bool) {
	if strings.HasPrefix(token, "-") {
		neg, token = true, token[1:]
	}
	mantissa := token
	if i := strings.IndexAny(token, "eE"); i >= 0 {
		mantissa = token[:i]
		exp = exponent(token[i+1:])
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	exp -= len(frac)
	whole = strings.TrimLeft(whole, "0")
	switch {
	case frac == "":
		digits = whole
	case whole == "":
		digits = strings.TrimLeft(frac, "0")
	default:
		digits = whole + frac
	}
	n := len(digits)
	digits = strings.TrimRight(digits, "0")
	return digits, exp + n - len(digits), neg
}

func exponent(s string) int {
	sign := 1
	switch s[0] {
	case '-':
		sign, s = -1, s[1:]
	case '+':
		s = s[1:]
	}
	s = strings.TrimLeft(s, "0")
	if len(s) > 9 {
		return sign * 1_000_000_000
	}
	n, _ := strconv.Atoi("0" + s)
	return sign * n
}
