package vocab

import (
	"strings"
	"testing"
)

func TestLikeness(t *testing.T) {
	for _, tc := range []struct {
		uri  string
		want Likeness
	}{
		{"https://cho-fam.com/ans/v1", Exact},
		{"https://cho-fam.web.app/ans/v1", Old},
		{"http://cho-fam.com/ans/v1", Near},
		{"http://cho-fam.web.app/ans/v1", Near},
		{"https://cho-fam.com/ans/v1/", Near},
		{"https://cho-fam.web.app/ans/v1/", Near},
		{"https://cho-fam.com/ANS/v1", Near},
		{"HTTPS://Cho-Fam.com/ans/v1", Near},
		{"https://cho-fam.com/ans/v1#1", Near},
		{"https://cho-fam.com/ans/v1?x=1", Near},
		{" https://cho-fam.com/ans/v1", Near},
		{"https://cho-fam.com/ans/v1\n", Near},
		{"https://www.cho-fam.com/ans/v1", Near},
		{"cho-fam.com/ans/v1", Near},
		{"//cho-fam.com/ans/v1", Near},
		{"https:cho-fam.com/ans/v1", Near},
		{"https://cho-fam.com:443/ans/v1", Near},
		{"https://cho-fam.com./ans/v1", Near},
		{"https://cho-fam.co\uff4d/ans/v1", Near},      // full-width m
		{"https://\u0441ho-fam.com/ans/v1", Near},      // Cyrillic с
		{"https://cho-fam.com/\u0410NS/v1", Near},      // Cyrillic А
		{"https://cho\u2011fam.com/ans/v1", Near},      // a hyphen that does not break
		{"https://cho\u2212fam.com/ans/v1", Near},      // a minus sign
		{"https://cho-fam.com/\u200bans/v1", Near},     // zero-width space
		{"https://cho-fam.com/ans/v1\ufeff", Near},     // byte order mark
		{"https://cho\u00ad-fam.com/ans/v1", Near},     // soft hyphen
		{"https://cho-fam.com/ans/\uff56\uff11", Near}, // full-width
		{"https://cho-fam.com/ans/v2", Unlike},         // another version
		{"https://cho-fam.com/ans", Unlike},            // no version
		{"https://cho-fam.com/ans/v1/more", Unlike},    // another resource
		{"https://cho-fam.com/hire/v1", Unlike},        // the other extension
		{"https://cho-fam.com.evil.example/", Unlike},  // another host
		{"https://evil.example/cho-fam.com/ans/v1", Unlike},
		{"ftp://cho-fam.com/ans/v1", Unlike},
		{"", Unlike},
		{"/", Unlike},
		{"\xff", Unlike},
	} {
		if got := LikeANS(tc.uri); got != tc.want {
			t.Errorf("LikeANS(%q) = %d, want %d", tc.uri, got, tc.want)
		}
		hire := strings.NewReplacer("/ans/", "/hire/", "/ANS/", "/HIRE/", "/hire/", "/ans/").Replace(tc.uri)
		if strings.Contains(hire, "hire") && !strings.Contains(tc.uri, "\u0410") {
			if got := LikeHire(hire); got != tc.want {
				t.Errorf("LikeHire(%q) = %d, want %d", hire, got, tc.want)
			}
		}
	}
}

// The two extensions are never taken for each other.
func TestLikenessApart(t *testing.T) {
	for _, u := range []string{ANS, OldANS} {
		if LikeHire(u) != Unlike {
			t.Errorf("LikeHire(%q) is not Unlike", u)
		}
	}
	for _, u := range []string{Hire, OldHire} {
		if LikeANS(u) != Unlike {
			t.Errorf("LikeANS(%q) is not Unlike", u)
		}
	}
}
