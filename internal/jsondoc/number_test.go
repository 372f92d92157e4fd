package jsondoc

import (
	"math"
	"strings"
	"testing"
)

func number(t *testing.T, token string) Value {
	t.Helper()
	return parsed(t, `{"v":`+token+`}`).Root().Get("v")
}

func TestIsExact(t *testing.T) {
	for token, want := range map[string]bool{
		"0": true, "-0": true, "0.0": true, "0e9999": true, "-0e-9999": true, "0E+1": true,
		"1": true, "100.0": true, "1e2": true, "1E+2": true, "0.1": true, "-0.10": true, "60": true, "6.0E1": true,
		"5e-324": true, "4.9e-324": false, "4.94065645841246544176568792868e-324": false, "2.5e-324": false, "1e-400": false,
		"1.7976931348623157e308": true, "17976931348623157e292": true, "1.7976931348623159e308": false, "1e309": false, "1e400": false, "-1e400": false,
		"9007199254740991": true, "9007199254740992": true, "9007199254740993": false, "9007199254740994": true, "-9007199254740993": false,
		"60.00000000000000000001": false, "60.00000000000000000000": true, "59.99999999999999999999": false,
		"1e20": true, "100000000000000000000": true, "1e21": true, "100000000000000000001": false, "123456789012345678": false,
		"333333333.3333333": true, "333333333.33333329": false, "0.30000000000000004": true, "0.1000000000000000055511151231257827": false,
		"123456789012345": true, "999999999999999": true, "1e999999999": false, "1e-999999999": false, "1e99999999999999999999": false, "0e99999999999999999999": true,
	} {
		if got := number(t, token).IsExact(); got != want {
			t.Errorf("%s: exact %v, want %v", token, got, want)
		}
	}
}

// What is called exact keeps its decimal value in canonical form, and what is
// not changes it.
func TestIsExactAgreesWithCanonicalForm(t *testing.T) {
	for _, token := range []string{
		"0.000001", "1e-6", "1e-7", "1e20", "1e21", "100.0", "-0", "5e-324", "333333333.33333329", "1e400", "9007199254740993", "1e-400", "0.5e1",
	} {
		out, err := Canonicalize([]byte(token))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := exact(token), sameDecimal(token, string(out)); got != want {
			t.Errorf("%s becomes %s, exact says %v", token, out, got)
		}
	}
}

func TestInteger(t *testing.T) {
	for _, c := range []struct {
		token string
		n     int64
		ok    bool
	}{
		{"5", 5, true},
		{"5.0", 5, true},
		{"5e0", 5, true},
		{"50e-1", 5, true},
		{"0.5e1", 5, true},
		{"5.000E+0", 5, true},
		{"0", 0, true},
		{"-0", 0, true},
		{"0.00", 0, true},
		{"0e99999999999", 0, true},
		{"-5", -5, true},
		{"1e3", 1000, true},
		{"9223372036854775807", math.MaxInt64, true},
		{"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true},
		{"-9223372036854775809", 0, false},
		{"9.223372036854775807e18", math.MaxInt64, true},
		{"1e18", 1_000_000_000_000_000_000, true},
		{"1e19", 0, false},
		{"9007199254740993", 9007199254740993, true},
		{"5.5", 0, false},
		{"5e-1", 0, false},
		{"1e-400", 0, false},
		{"1e400", 0, false},
		{"1e999999999", 0, false},
		{"1e-999999999", 0, false},
	} {
		n, ok := number(t, c.token).Integer()
		if n != c.n || ok != c.ok {
			t.Errorf("%s: %d, %v, want %d, %v", c.token, n, ok, c.n, c.ok)
		}
	}
	for _, text := range []string{`"5"`, `true`, `null`, `[5]`, `{"n":5}`} {
		if n, ok := number(t, text).Integer(); n != 0 || ok {
			t.Errorf("%s is no number and gives %d, %v", text, n, ok)
		}
		if !number(t, text).IsExact() {
			t.Errorf("%s is no number and is called inexact", text)
		}
	}
}

// Neither a huge exponent nor a very long number takes long.
func TestHugeNumbersAreFast(t *testing.T) {
	long := strings.Repeat("9", 1_000_000)
	for _, token := range []string{
		"1e999999999", "-1e-999999999", "1e" + long, "1e-" + long, "0e" + long,
		long, "0." + long, "1." + strings.Repeat("0", 1_000_000), "0." + strings.Repeat("0", 1_000_000) + "1e1000001",
	} {
		v := number(t, token)
		v.IsExact()
		v.Integer()
	}
}
