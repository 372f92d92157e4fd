package catalog

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShow(t *testing.T) {
	for s, want := range map[string]string{
		"":                      "",
		"plain text, 1 < 2":     "plain text, 1 < 2",
		"한글 é 😀 漢字":             "한글 é 😀 漢字",
		"a\x00b":                "aU+0000b",
		"a\nb\tc":               "aU+000AbU+0009c",
		"\x1b[31mred":           "U+001B[31mred",
		"a\x7fb":                "aU+007Fb",
		"a\u0085b":              "aU+0085b",
		"Ex\u202Eample":         "ExU+202Eample",
		"\u2066a\u2069":         "U+2066aU+2069",
		"a\u200bb\u200db\ufeff": "aU+200BbU+200DbU+FEFF",
		"a\u00adb":              "aU+00ADb",
		"a\u00a0b\u3000c":       "aU+00A0bU+3000c",
		"a\u2028b\u2029c":       "aU+2028bU+2029c",
		"a\ufe0fb":              "aU+FE0Fb",
		"a\u3164b\u115fc":       "aU+3164bU+115Fc",
		"a\U000e0041b":          "aU+E0041b",
		"a\ue000b\uffffc":       "aU+E000bU+FFFFc",
		"a\xffb":                "a0xFFb",
		"a\ufffdb":              "a\ufffdb",
	} {
		if got := Show(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// At most 200 runes of a value are shown, and a mark says that more was there.
func TestShowCuts(t *testing.T) {
	for _, letter := range []string{"x", "한", "\u202e"} {
		for n := 198; n < 203; n++ {
			got := Show(strings.Repeat(letter, n))
			body := strings.TrimSuffix(got, "…")
			shown := strings.Count(strings.ReplaceAll(body, "U+202E", "\u202e"), letter)
			if shown != min(n, MaxShown) || strings.HasSuffix(got, "…") != (n > MaxShown) {
				t.Errorf("%q × %d: %d shown, %q", letter, n, shown, got[max(0, len(got)-9):])
			}
		}
	}
	if got := Show(strings.Repeat("x", 1<<20)); len(got) > 300 {
		t.Errorf("%d bytes are shown of a megabyte", len(got))
	}
	long := Show(strings.Repeat("한", 300))
	if Show(long) != long {
		t.Error("what was shown once is shown otherwise")
	}
}

// The user information of a URL may be a credential: it is shown nowhere,
// however the URL is written.
func TestShowHidesUserInfo(t *testing.T) {
	for s, want := range map[string]string{
		"https://user:secret@h/x":                    "https://***@h/x",
		"https://secret@h/x?y=z@w":                   "https://***@h/x?y=z@w",
		"https://a:secret@b@h/":                      "https://***@h/",
		"HTTP://secret@h":                            "HTTP://***@h",
		"//user:secret@h/x":                          "//***@h/x",
		"see https://a:secret@h/ and ftp://secret@k": "see https://***@h/ and ftp://***@k",
		"user:secret@h:443":                          "***@h:443",
		"secret@h:443":                               "***@h:443",
		"JSONRPC user:secret@h/x":                    "JSONRPC ***@h/x",
		"GRPC secret@h:443":                          "GRPC ***@h:443",
		"user:secret@h//x":                           "***@h//x",
		"https:user:secret@h":                        "***@h",
		"https:/user:secret@h":                       "***@h",
		"https:\\\\user:secret@h":                    "***@h",
		"https:///user:secret@h/":                    "https:///***@h/",
		"https://user:secret/x@h/":                   "https://***@h/",
		"https://user:secret?x@h/":                   "https://***@h/",
		"https://user:secret#x@h/":                   "https://***@h/",
		"\x00https://user:secret@h":                  "U+0000https://***@h",
		// What is no user information stays.
		"https://h/@name":          "https://h/@name",
		"https://h:8443/a?b@c":     "https://h:8443/a?b@c",
		"https://[::1]:8443/@x":    "https://[::1]:8443/@x",
		"someone@example.com":      "someone@example.com",
		"ask: someone@example.com": "ask: someone@example.com",
		"@":                        "@",
		"a@b c:d":                  "a@b c:d",
	} {
		got := Show(s)
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%q shows the secret: %q", s, got)
		}
	}
}

// Neither many URLs nor many words make it long, or quadratic: this would not
// end.
func TestShowOfLongTexts(t *testing.T) {
	for _, unit := range []string{"//a:x", "//a:@", "a:b@ ", "//", "@", "a:", "@//", "//a:x ", "x"} {
		for _, s := range []string{strings.Repeat(unit, 200_000), "@" + strings.Repeat(unit, 200_000), strings.Repeat(unit, 200_000) + " @", strings.Repeat(unit, 200_000) + "@h"} {
			if shown := Show(s); utf8.RuneCountInString(shown) > MaxShown+1 {
				t.Errorf("%.20q… is shown with %d bytes", s, len(shown))
			}
		}
	}
}

func FuzzShow(f *testing.F) {
	for _, s := range []string{"", "a", "https://u:p@h/", "u:p@h", "\xff\x00", "한글\u202e", strings.Repeat("@/:", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Show(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is shown as no UTF-8: %q", s, got)
		}
		for _, r := range got {
			if Hidden(r) {
				t.Fatalf("%q shows %U", s, r)
			}
		}
		if n := utf8.RuneCountInString(got); n > 8*MaxShown+1 {
			t.Fatalf("%d runes are shown", n)
		}
	})
}

// Every code point that can't be seen is escaped, in a form that reads back.
func TestEscapeJSON(t *testing.T) {
	for r := rune(0); r <= 0x10ffff; r++ {
		if r >= 0xd800 && r < 0xe000 || r >= 0x3100 && r < 0xfe00 && r%97 != 0 || r >= 0x10000 && r < 0xe0000 && r%997 != 0 || r >= 0xe0200 && r%997 != 0 {
			continue // surrogates, and most of what is all alike
		}
		quoted, err := json.Marshal("a" + string(r) + "b")
		if err != nil {
			t.Fatal(err)
		}
		got := EscapeJSON(quoted)
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != "a"+string(r)+"b" {
			t.Fatalf("%U reads back as %q: %v", r, back, err)
		}
		if bytes.ContainsFunc(got, Hidden) {
			t.Fatalf("%U is not escaped: %s", r, got)
		}
	}
}

func TestShowURL(t *testing.T) {
	for s, want := range map[string]string{
		"https://a.example/p":                     "https://a.example/p",
		"https://u:p@a.example/p?k=v&w&x=1=2#f?g": "https://***@a.example/p?k=***&***&x=***#***",
		"https://a.example?":                      "https://a.example?",
		"https://a.example/#":                     "https://a.example/#",
		"\x1bhttps://a.example/?k":                "U+001Bhttps://a.example/?***",
	} {
		if got := ShowURL(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
