package verify

import (
	"net/http"
	"testing"
	"time"
)

// Rule G4: s-maxage, else max-age, else Expires less Date; over the interval
// warns, over a day warns strongly.
func TestCacheFinding(t *testing.T) {
	for _, tc := range []struct {
		name     string
		header   map[string]string
		interval time.Duration
		code     string
		verdict  Verdict // 0: nothing is said
	}{
		{"our own", map[string]string{"Cache-Control": "max-age=300"}, 0, "", 0},
		{"an hour", map[string]string{"Cache-Control": "public, max-age=3600"}, 0, "", 0},
		{"a second more", map[string]string{"Cache-Control": "max-age=3601"}, 0, "", Warn},
		{"over the probe's interval", map[string]string{"Cache-Control": "max-age=300"}, time.Minute, "", Warn},
		{"within a long interval", map[string]string{"Cache-Control": "max-age=7200"}, 3 * time.Hour, "", 0},
		{"a day", map[string]string{"Cache-Control": "max-age=86400"}, 0, "", Warn},
		{"over a day", map[string]string{"Cache-Control": "max-age=86401"}, 0, "strong", Warn},
		{"over a day, however long the interval", map[string]string{"Cache-Control": "max-age=86401"}, 48 * time.Hour, "strong", Warn},
		{"immutable", map[string]string{"Cache-Control": "max-age=60, immutable"}, 0, "strong", Warn},
		{"shared caches go first", map[string]string{"Cache-Control": "max-age=60, s-maxage=604800"}, 0, "strong", Warn},
		{"shared caches go first, to the good", map[string]string{"Cache-Control": "s-maxage=60, max-age=604800"}, 0, "", 0},
		{"in capitals and quotes", map[string]string{"Cache-Control": `MAX-AGE="7200"`}, 0, "", Warn},
		{"too long for a number", map[string]string{"Cache-Control": "max-age=99999999999999999999999"}, 0, "strong", Warn},
		{"no number", map[string]string{"Cache-Control": "max-age=soon"}, 0, "none", Info},
		{"nothing", nil, 0, "none", Info},
		{"no-store", map[string]string{"Cache-Control": "no-store"}, 0, "", 0},
		{"no-cache beside an age", map[string]string{"Cache-Control": "no-cache, max-age=604800"}, 0, "", 0},
		{"Expires", map[string]string{"Date": "Mon, 30 Nov 2026 00:00:00 GMT", "Expires": "Wed, 02 Dec 2026 00:00:00 GMT"}, 0, "strong", Warn},
		{"Expires long ago", map[string]string{"Date": "Mon, 30 Nov 2026 00:00:00 GMT", "Expires": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0, "", 0},
		{"Expires: 0", map[string]string{"Date": "Mon, 30 Nov 2026 00:00:00 GMT", "Expires": "0"}, 0, "", 0},
	} {
		h := http.Header{}
		for k, v := range tc.header {
			h.Set(k, v)
		}
		f, said := cacheFinding(h, tc.interval)
		if said != (tc.verdict != 0) || said && (f.Verdict != tc.verdict || f.Code != tc.code || f.Rule != "G4") {
			t.Errorf("%s: %v %s/%s %s", tc.name, said, f.Rule, f.Code, f.Verdict)
		}
	}
}

func TestTypeFinding(t *testing.T) {
	for in, want := range map[string]string{
		"application/json":                  "",
		"application/json; charset=utf-8":   "",
		"Application/JSON":                  "",
		"application/a2a+json":              "suffix",
		"application/vnd.x+json; v=1":       "suffix",
		"text/plain":                        "-",
		"text/json":                         "-",
		"application/json, application/xml": "-",
		"application/jsonp":                 "-",
		"":                                  "absent",
		"  ":                                "absent",
		";":                                 "-",
	} {
		f, bad := typeFinding(in)
		got := f.Code
		if bad && got == "" {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
