package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The signature vectors of package verify, by way of the command line.
const vectors = "../../verify/testdata/vectors"

// keyCase is a card, a set of keys, and what the command may say of them.
type keyCase struct {
	id, card, jwks string   // names of files
	status         []string // of signature, or load-error
	kinds          []string // codes that are right for the first status; none: any
	uncovered      []string // nil: not looked at
	optional       bool
}

// readIndex reads the index of a folder of vectors.
func readIndex(t *testing.T, folder string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectors, folder, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// sdkCases are the cards that SDKs signed, under each of their key sets.
func sdkCases(t *testing.T, folder string) (out []keyCase) {
	t.Helper()
	var index struct {
		Vectors []struct {
			ID, Card, JWKS, Status string
			Uncovered              []string
			JWKSVariants           map[string]string `json:"jwks_variants"`
			Expect                 map[string]string
		}
	}
	readIndex(t, folder, &index)
	for _, v := range index.Vectors {
		at := func(name string) string { return filepath.Join(vectors, folder, name) }
		c := keyCase{id: folder + "/" + v.ID, card: at(v.Card), jwks: at(v.JWKS), status: []string{v.Status}}
		if c.uncovered = slices.Sorted(slices.Values(v.Uncovered)); v.Expect["received"] == "verifies" {
			c.uncovered = []string{} // everything is covered
		}
		out = append(out, c)
		for name, status := range v.JWKSVariants {
			out = append(out, keyCase{id: c.id + " under " + name, card: c.card, jwks: at(name), status: []string{status}})
		}
	}
	return out
}

// part is a piece of a text that is made rather than stored.
type part struct {
	Text, Repeat, Sep string
	RepeatIndexed     string `json:"repeat_indexed"`
	Count             int
}

func joined(parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text + strings.Repeat(p.Repeat, p.Count))
		if p.RepeatIndexed == "" {
			continue
		}
		for i := range p.Count {
			if i > 0 {
				b.WriteString(p.Sep)
			}
			b.WriteString(strings.ReplaceAll(p.RepeatIndexed, "{i}", strconv.Itoa(i)))
		}
	}
	return b.String()
}

// hostileKeyCases are the hostile cards and key sets, the made ones written to
// files.
func hostileKeyCases(t *testing.T) (out []keyCase) {
	t.Helper()
	var index struct {
		Cases []struct {
			ID, Card, JWKS string
			Optional       bool
			Expect         struct{ Status, Kind string }
			Accept         struct {
				Status []string `json:"status_ok"`
				Kind   []string `json:"kind_ok"`
			}
			Generator     []part
			JWKSGenerator []part `json:"jwks_generator"`
		}
	}
	readIndex(t, "hostile", &index)
	for _, c := range index.Cases {
		k := keyCase{id: c.ID, optional: c.Optional, status: append([]string{c.Expect.Status}, c.Accept.Status...)}
		if c.Expect.Kind != "" {
			k.kinds = append([]string{c.Expect.Kind}, c.Accept.Kind...)
		}
		if k.card = filepath.Join(vectors, "hostile", c.Card); c.Card == "" {
			k.card = file(t, "card.json", joined(c.Generator))
		}
		if k.jwks = filepath.Join(vectors, "hostile", c.JWKS); c.JWKS == "" {
			k.jwks = file(t, "jwks.json", joined(c.JWKSGenerator))
		}
		out = append(out, k)
	}
	return out
}

// Every vector gives its status on the command line, and the exit status that
// goes with it.
func TestVectors(t *testing.T) {
	cases := append(sdkCases(t, "js-sdk"), sdkCases(t, "python-rules")...)
	sdk := len(cases)
	cases = append(cases, hostileKeyCases(t)...)
	if hostile := len(cases) - sdk; hostile != 309 || sdk < 30 {
		t.Errorf("%d and %d cases", sdk, hostile)
	}
	for _, c := range cases {
		got := cardcheck("-jwks", c.jwks, "-format", "json", c.card)
		status, code := said(t, c, got)
		if c.optional {
			t.Logf("%s is optional: %s %s", c.id, status, code)
			continue
		}
		if !slices.Contains(c.status, status) {
			t.Errorf("%s: %s %s, want one of %q", c.id, status, code, c.status)
		}
		if status == c.status[0] && c.kinds != nil && !slices.Contains(c.kinds, code) {
			t.Errorf("%s: %s %s, want one of %q", c.id, status, code, c.kinds)
		}
		required := cardcheck("-jwks", c.jwks, "-p5", "require", "-format", "json", c.card)
		if status != "verified" && required.status == exitOK {
			t.Errorf("%s: %s, and a signature is required: exit status 0", c.id, status)
		}
	}
}

// said reads what the command wrote, and holds it against the exit status: 2
// and an object with error alone for a set that is refused, 1 for a verdict of
// fail, 0 else.
func said(t *testing.T, c keyCase, got result) (status, code string) {
	t.Helper()
	if got.status == exitUsage {
		var o map[string]json.RawMessage
		var e errorObject
		if err := json.Unmarshal([]byte(got.out), &o); err != nil || len(o) != 1 || lineCount(got.out) != 1 {
			t.Fatalf("%s: %v\n%.500s", c.id, err, got.out)
		}
		if err := json.Unmarshal(o["error"], &e); err != nil || e.Message.KO == "" || e.Message.EN == "" || !strings.Contains(got.err, e.Code) {
			t.Fatalf("%s: %v\n%.500s%s", c.id, err, got.out, got.err)
		}
		return "load-error", e.Code
	}
	var o reportObject
	strictly(t, got.out, &o)
	status = o.Signature.Status
	if fails := o.Verdict == "fail"; fails != (got.status == exitFailed) {
		t.Errorf("%s: verdict %s, exit status %d", c.id, o.Verdict, got.status)
	}
	if (status == "invalid" || status == "partial" || status == "malformed") && got.status != exitFailed {
		t.Errorf("%s: %s, exit status %d", c.id, status, got.status)
	}
	if i := slices.IndexFunc(o.Checks, func(c checkObject) bool { return c.ID == "P5" }); i < 0 {
		t.Errorf("%s: P5 was not asked", c.id)
	} else if good := o.Checks[i].Verdict == "pass"; good && status != "verified" {
		t.Errorf("%s: %s, and P5 passes", c.id, status)
	}
	if c.uncovered != nil && (status == "verified" || status == "partial") {
		all := append(slices.Clone(o.Signature.Uncovered), o.Signature.Defaults...)
		if slices.Sort(all); !slices.Equal(all, c.uncovered) {
			t.Errorf("%s: %s, outside the signature %q, want %q", c.id, status, all, c.uncovered)
		}
	}
	return status, codeOf(o)
}

// codeOf is the code of the entry that decided, or of what kept the card from
// being read.
func codeOf(o reportObject) string {
	if o.Error != nil {
		return o.Error.Code
	}
	for _, e := range o.Signature.Entries {
		if e.Status == o.Signature.Status {
			return e.Code
		}
	}
	return map[string]string{"unsigned": "signatures.missing", "malformed": "signatures.malformed"}[o.Signature.Status]
}

// Text says the status in words, whatever it is, and who signed.
func TestSignatureWords(t *testing.T) {
	at := func(name string) string { return filepath.Join(vectors, "hostile", name) }
	for name, want := range map[string]struct{ en, ko string }{
		"good":                        {"signature: verified. ES256, kid `pin-es256`", "서명 검증됨. ES256, kid `pin-es256`"},
		"unsigned-absent":             {"signature: unsigned. Nobody knows who published it; it is not to be trusted", "서명되지 않음. 누가 게시했는지 알 수 없어 신뢰할 수 없다"},
		"kid-unknown":                 {"no matching signature. None is by a pinned key; the card is not to be trusted", "일치하는 서명 없음. 고정한 키로 된 서명이 없어 신뢰할 수 없다"},
		"tamper-url":                  {"invalid. The signature does not fit the card: signature.invalid", "서명 검증 실패"},
		"tamper-member-added-unknown": {"partly signed. Places outside the signature: /url", "일부만 서명됨. 서명 밖에 있는 자리: /url"},
		"signatures-string":           {"malformed. The signatures can't be read: signatures.malformed", "서명 형식 오류"},
	} {
		for lang, words := range map[string]string{"en": want.en, "ko": want.ko} {
			got := cardcheck("-lang", lang, "-jwks", at("pinned.jwks.json"), at(name+".card.json"))
			if !strings.Contains(got.out, words) {
				t.Errorf("%s, %s: no %q in\n%s", name, lang, words, got.out)
			}
		}
	}
	for lang, words := range map[string]string{"en": "signature: not checked. No pinned keys were given", "ko": "확인 안 함. 고정한 키를 주지 않았다"} {
		if got := cardcheck("-lang", lang, at("good.card.json")); !strings.Contains(got.out, words) {
			t.Errorf("%s: no %q in\n%s", lang, words, got.out)
		}
	}
}

// A set that can't be used ends the run before a card is judged, and says why
// without a value.
func TestRefusedKeys(t *testing.T) {
	const secret = "c2VjcmV0LXNlY3JldA"
	for name, want := range map[string]string{
		file(t, "oct.json", `{"keys":[{"kty":"oct","kid":"mac-1","k":"`+secret+`"}]}`):          "jwks.symmetric_key",
		file(t, "private.json", `{"keys":[{"kty":"EC","kid":"mac-1","d":"`+secret+`"}]}`):       "jwks.private_key",
		file(t, "twice.json", `{"keys":[{"kty":"EC","kid":"mac-1","d":"`+secret+`","d":"x"}]}`): "jwks.duplicate_key",
		file(t, "cut.json", `{"keys":[{"kty":"EC","kid":"mac-1","d":"`+secret):                  "jwks.syntax",
		file(t, "large.json", `{"keys":[]`+strings.Repeat(" ", 300_000)+`}`):                    "jwks.limit",
		filepath.Join(t.TempDir(), "none.json"):                                                 "input.unreadable",
		t.TempDir():                                                                             "input.unreadable",
	} {
		for _, args := range [][]string{{"-format", "json", "samples/good.json"}, {"-ndjson"}, {"samples/good.json"}} {
			got := cardcheck(append([]string{"-jwks", name}, args...)...)
			lines := 2 // what is wrong, and the hint
			if want == "input.unreadable" {
				lines = 1
			}
			if got.status != exitUsage || lineCount(got.err) != lines || strings.Contains(got.out+got.err, secret) {
				t.Errorf("%s %q: exit status %d\n%s%s", want, args, got.status, got.out, got.err)
			}
			object := args[0] == "-format" || args[0] == "-ndjson"
			if object != strings.Contains(got.out, `"`+want+`"`) || !object && got.out != "" {
				t.Errorf("%s %q: %s", want, args, got.out)
			}
			if strings.HasSuffix(want, "key") && want != "jwks.duplicate_key" && !strings.Contains(got.err, "mac-1") {
				t.Errorf("%s: the kid is not named: %s", want, got.err)
			}
		}
	}
}

// The hint of a refused set stands under its message, in the language asked for.
func TestRefusedKeysHint(t *testing.T) {
	name := file(t, "empty.json", `{"keys":[]}`)
	for lang, want := range map[string]string{
		"ko": "\n  고치기: 고정할 공개 키를 넣는다\n",
		"en": "\n  fix: put the public keys to pin into it\n",
	} {
		if got := cardcheck("-lang", lang, "-jwks", name, "samples/good.json"); !strings.HasSuffix(got.err, want) {
			t.Errorf("%s: no %q in\n%s", lang, want, got.err)
		}
	}
}
