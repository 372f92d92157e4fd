package wellknown

import (
	"net/http"
	"testing"
)

// Where a redirect leads is told without what may be a key.
func TestTargetHidesKeys(t *testing.T) {
	for to, want := range map[string]string{
		"https://u:p@other.example/card?key=k1&v": "https://***@other.example/card?key=***&***",
		"https://other.example/card":              "https://other.example/card",
		"http://[::1/?key=k1":                     "http://[::1/?key=***",
	} {
		res := &http.Response{Header: http.Header{"Location": {to}}}
		if got := target(res); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
}
