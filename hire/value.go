package hire

import (
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// valueOf is a unitPrice by its value, or the code that says why it is no ask.
func valueOf(v jsondoc.Value) (code string, n int64) {
	switch v.Kind() {
	case jsondoc.Number:
	case jsondoc.String:
		return "string", 0
	case jsondoc.Null:
		return "null", 0
	case jsondoc.Bool:
		return "boolean", 0
	default:
		return "type", 0
	}
	n, whole := v.Integer()
	switch {
	case whole && n == 0: // -0 and 0e5 too
		return "zero", 0
	case strings.HasPrefix(v.Raw(), "-"):
		return "negative", 0
	case whole && n <= MaxCredits:
		return "", n
	case !whole && hasFraction(v.Raw()):
		return "fraction", 0
	}
	return "over", 0
}

// hasFraction reports whether a JSON number, other than 0, is no integer. It
// compares the digits after the point with the exponent, so that neither
// rounding nor a huge exponent matters.
func hasFraction(token string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(token), "e")
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(whole+frac, "0")
	places := len(digits) - len(whole) // of the last digit that counts, behind the point
	exponent, down := strings.CutPrefix(exponent, "-")
	exponent = strings.TrimLeft(exponent, "+0")
	shift := 0
	for _, c := range []byte(exponent) {
		if shift > len(token) {
			break // further than any digit of the token
		}
		shift = 10*shift + int(c-'0')
	}
	if down {
		shift = -shift
	}
	return places > shift
}

// speaksOfMoney reports a member of params that speaks of real currency.
func speaksOfMoney(name string) bool {
	name = strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(name))
	_, ok := slices.BinarySearch(money, name)
	return ok
}

// money is a closed list, in order: the words of rule V9, and the ISO 4217
// codes of the currencies that are traded most. Members are compared with it in
// lower case without _ and -.
var money = []string{
	"aed", "amount", "ars", "aud", "bgn", "bhd", "brl", "cad", "chf", "clp", "cny", "cop", "currency", "czk", "dkk", "eur", "gbp",
	"hkd", "huf", "idr", "ils", "inr", "jpy", "krw", "mxn", "myr", "nok", "nzd", "pen", "php", "pln", "price", "ron",
	"rub", "sar", "sek", "sgd", "thb", "try", "twd", "usd", "vnd", "won", "zar",
}
