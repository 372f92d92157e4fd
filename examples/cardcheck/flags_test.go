package main

import (
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
)

func TestExitStatus(t *testing.T) {
	good, terra, bad := "samples/good.json", "samples/terra.json", "samples/bad.json"
	for _, tc := range []struct {
		args   string
		status int
	}{
		{good, exitOK},
		{bad, exitFailed},
		{good + " " + bad, exitFailed},
		{"samples/hostile.json", exitFailed},
		{"samples/none.json", exitUsage},
		{bad + " samples/none.json", exitUsage},
		{"samples/none.json " + bad, exitUsage},

		{"-name weather.notes.v1 " + good, exitOK},
		{good + " -name weather.notes.v1", exitOK},
		{"-name weather.notes.v2 " + good, exitFailed},
		{"-name weather.notes.v1 -name weather.notes.v2 " + good, exitFailed},
		{"-profile terra " + terra, exitOK},
		{"-profile=terra " + terra, exitOK},
		{"--profile terra " + terra, exitOK},
		{terra + " -profile terra", exitOK},
		{"-profile mentor " + terra, exitFailed},
		{"-profile terra -action event-ingest " + terra, exitOK},
		{"-profile terra -action other " + terra, exitFailed}, // a list that has not the card's
		{"-action event-ingest " + terra, exitUsage},          // external has no policy
		{"-profile guild -action event-ingest " + terra, exitUsage},
		{"-profile terra -action= " + terra, exitUsage},
		{"-profile terra -action event-ingest", exitUsage},
		{"-profile terra -strict " + terra, exitFailed},
		{terra + " -strict -profile terra", exitFailed},
		{"-profile a2a " + bad, exitFailed},
		{"-strict -name weather.notes.v1 " + good, exitOK},
		{"-- " + good, exitOK},
		{"-- -strict", exitUsage}, // a file of that name, which is not there
		{"-format text " + good, exitOK},
		{"-format json " + good, exitOK},
		{"-format json " + bad, exitFailed},

		{"-h", exitOK},
		{"-help", exitOK},
		{"-rules", exitOK},
		{"-rules -format json", exitOK},
		{"-rules -strict", exitOK},
		{"", exitOK},
		{"-format json", exitOK},
		{"-lang ko", exitOK},

		{"-x", exitUsage},
		{good + " -x", exitUsage},
		{"-profile", exitUsage},
		{"-profile nobody " + good, exitUsage},
		{"-profile Terra " + terra, exitUsage},
		{"-name Terra.v1 " + terra, exitUsage},
		{"-name= " + terra, exitUsage},
		{"-format sarif " + good, exitUsage},
		{"-format= " + good, exitUsage},
		{"-lang fr " + good, exitUsage},
		{"-strict=maybe " + good, exitUsage},
		{"-rules " + good, exitUsage},
		{"-rules -ndjson", exitUsage},
		{"-ndjson -format text", exitUsage},
		{"-ndjson " + good, exitUsage},
		{"-ndjson -", exitUsage},
		{"- -", exitUsage},
		{"-profile ethos", exitUsage},
		{"-name ethos.decision.v1", exitUsage},
		{"-strict", exitUsage},
	} {
		got := cardcheck(strings.Fields(tc.args)...)
		if got.status != tc.status {
			t.Errorf("cardcheck %s: status %d, want %d\n%s%s", tc.args, got.status, tc.status, got.out, got.err)
		}
		if usage := got.status == exitUsage; usage && (lineCount(got.err) != 1 || !strings.HasPrefix(got.err, "cardcheck: ")) {
			t.Errorf("cardcheck %s: no single line on standard error:\n%s", tc.args, got.err)
		}
	}
}

// Nobody should take the demonstration for a judgement of a card that was only
// piped in.
func TestProfileWithoutCard(t *testing.T) {
	got := call{in: strings.NewReader(sampleText(t, "bad.json"))}.run("-profile", "ethos")
	if got.status != exitUsage || got.out != "" {
		t.Errorf("%+v", got)
	}
	got = call{in: strings.NewReader(sampleText(t, "bad.json"))}.run("-profile", "ethos", "-")
	if got.status != exitFailed || !strings.HasPrefix(got.out, "fail  -  (profile: ethos)\n") {
		t.Errorf("%+v", got)
	}
}

func TestUsageErrors(t *testing.T) {
	for _, tc := range []struct{ args, want string }{
		{"-profile nobody", `cardcheck: invalid value "nobody" for flag -profile: not one of mentor, ethos, afo, terra, guild, chopilot, external, a2a`},
		{"-lang fr", `cardcheck: invalid value "fr" for flag -lang: not one of ko, en`},
		{"-format html", `cardcheck: invalid value "html" for flag -format: not one of text, json`},
		{"-name ledger", "cardcheck: invalid value \"ledger\" for flag -name: the last segment is no version: `ledger`. Without one it is left open which contract is meant."},
		{"-\x1b[2Jx", "cardcheck: flag provided but not defined: -U+001B[2Jx"},
	} {
		if got := cardcheck(strings.Fields(tc.args)...); got.err != tc.want+"\n" || got.out != "" {
			t.Errorf("%s: %q, %q", tc.args, got.out, got.err)
		}
	}
}

func TestHelp(t *testing.T) {
	got := cardcheck("-h")
	if got.err != "" {
		t.Errorf("help on standard error: %s", got.err)
	}
	for _, want := range []string{
		"-profile PROFILE", "-name NAME", "-strict", "-format FORMAT", "-lang LANGUAGE", "-rules", "-ndjson",
		"mentor, ethos, afo, terra, guild, chopilot, external, a2a", "exit status: 2",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("help does not say %q:\n%s", want, got.out)
		}
	}
}

func TestEveryProfile(t *testing.T) {
	for _, name := range profileNames() {
		got := cardcheck("-profile", name, "samples/good.json")
		if want := "(profile: " + name + ")"; got.err != "" || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// The names of a profile are added to, never shared between runs.
func TestNames(t *testing.T) {
	e := &env{getenv: func(string) string { return "" }}
	for range 2 {
		o, err := parseArgs(e, []string{"-profile", "ethos", "-name", "a.v1", "x.json", "-name", "b.v1"})
		if err != nil {
			t.Fatal(err)
		}
		want := []ans.Name{ans.MustParse("ethos.decision.v1"), ans.MustParse("a.v1"), ans.MustParse("b.v1")}
		if len(o.profile.Names) != 3 || [3]ans.Name(o.profile.Names) != [3]ans.Name(want) {
			t.Errorf("names %v, want %v", o.profile.Names, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for _, tc := range []struct{ all, lang, want string }{
		{"", "", "en"},
		{"", "ko_KR.UTF-8", "ko"},
		{"", "ko", "ko"},
		{"", "ko.utf8", "ko"},
		{"", "ko-KR", "ko"},
		{"", "ko@x", "ko"},
		{"ko_KR.UTF-8", "en_US.UTF-8", "ko"},
		{"en_US.UTF-8", "ko_KR.UTF-8", "en"},
		{"C", "ko_KR.UTF-8", "en"},
		{"", "kok_IN", "en"}, // Konkani
		{"", "C.UTF-8", "en"},
	} {
		c := call{env: map[string]string{"LC_ALL": tc.all, "LANG": tc.lang}}
		got := "en"
		if strings.HasPrefix(c.run("samples/bad.json").out, "불통과") {
			got = "ko"
		}
		if got != tc.want {
			t.Errorf("LC_ALL=%s LANG=%s: %s, want %s", tc.all, tc.lang, got, tc.want)
		}
		if out := c.run("-lang", "en", "samples/bad.json").out; !strings.HasPrefix(out, "fail  ") {
			t.Errorf("LC_ALL=%s LANG=%s: -lang does not win:\n%.60s", tc.all, tc.lang, out)
		}
	}
}

func TestColor(t *testing.T) {
	for _, tc := range []struct {
		tty       bool
		name, val string
		want      bool
	}{
		{true, "", "", true},
		{false, "", "", false},
		{true, "NO_COLOR", "1", false},
		{true, "NO_COLOR", "", true},
		{true, "TERM", "dumb", false},
		{true, "TERM", "xterm", true},
		{false, "TERM", "xterm", false},
	} {
		c := call{outTTY: tc.tty, env: map[string]string{tc.name: tc.val}}
		got := c.run("samples/bad.json")
		if strings.Contains(got.out, "\x1b[") != tc.want || strings.Contains(got.err, "\x1b") {
			t.Errorf("%+v: coloured %v", tc, !tc.want)
		}
		if out := c.run("-format", "json", "samples/bad.json").out; strings.Contains(out, "\x1b") {
			t.Errorf("%+v: JSON is coloured", tc)
		}
		// Colour says nothing that words don't.
		if plain := stripColor(got.out); plain != cardcheck("samples/bad.json").out {
			t.Errorf("%+v: other words with colour", tc)
		}
	}
}

func stripColor(s string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, s, _ = strings.Cut(after, "m")
	}
}
