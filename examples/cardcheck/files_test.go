package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hs9147/agentcard/card"
)

// tenMB is a valid card but for its size.
func tenMB() string {
	return `{"name":"n","skills":[],"description":"` + strings.Repeat("x", 10<<20) + `"}`
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	for _, tc := range []struct {
		name   string
		c      call
		arg    string
		status int
		line   string // on standard error, after the name
		ko     string
	}{
		{"missing", call{}, filepath.Join(dir, "none.json"), exitUsage, "no such file", "파일이 없다"},
		{"missing folder", call{}, filepath.Join(dir, "a", "none.json"), exitUsage, "no such file", "파일이 없다"},
		{"directory", call{}, dir, exitUsage, "is a directory, not a file", "파일이 아니라 디렉터리다"},
		{"below a file", call{}, filepath.Join(file(t, "f", "x"), "x"), exitUsage, "can't be read: not a directory", "읽을 수 없다: not a directory"},
		{"terminal", call{inTTY: true}, "-", exitUsage, "standard input is a terminal; pipe a card into it or name a file", "표준 입력이 터미널이다. 카드를 파이프로 넘기거나 파일 이름을 적는다"},
		{"failing input", call{in: iotest.ErrReader(errors.New("gone\x1b[2J"))}, "-", exitUsage, "can't be read: goneU+001B[2J", "읽을 수 없다: goneU+001B[2J"},
		{"empty", call{}, file(t, "empty.json", ""), exitFailed, "the body is empty.", "본문이 비어 있다."},
		{"blank", call{}, file(t, "blank.json", " \n\t\r\n"), exitFailed, "the body is empty.", "본문이 비어 있다."},
		{"empty input", call{}, "-", exitFailed, "the body is empty.", "본문이 비어 있다."},
		{"binary", call{}, file(t, "x.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), exitFailed, "", ""},
		{"zeros", call{}, file(t, "zeros", strings.Repeat("\x00", 1000)), exitFailed, "", ""},
		{"no UTF-8", call{}, file(t, "latin1.json", `{"name":"M`+"\xfc"+`ller","skills":[]}`), exitFailed, "", ""},
		{"a BOM", call{}, file(t, "bom.json", "\ufeff"+`{"name":"n","skills":[]}`), exitFailed, "", ""},
		{"10 MB", call{}, file(t, "big.json", tenMB()), exitFailed, "", ""},
		{"10 MB input", call{in: strings.NewReader(tenMB())}, "-", exitFailed, "", ""},
		{"HTML", call{}, file(t, "page.html", "<!doctype html><title>Not found</title>"), exitFailed, "", ""},
		{"an array", call{}, file(t, "a.json", "[]"), exitFailed, "", ""},
		{"no card", call{}, file(t, "package.json", `{"name":"left-pad","version":"1.0.0"}`), exitFailed, "", ""},
		{"two values", call{}, file(t, "two.json", `{"name":"n","skills":[]}{}`), exitFailed, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.c.run(tc.arg)
			if got.status != tc.status || lineCount(got.err) != 1 {
				t.Fatalf("status %d, want %d; standard error:\n%s", got.status, tc.status, got.err)
			}
			if want := "cardcheck: " + tc.arg + ": " + tc.line; !strings.HasPrefix(got.err, want) {
				t.Errorf("standard error %q, want %q", got.err, want)
			}
			if len(got.out) > 1000 || tc.status == exitUsage && got.out != "" {
				t.Errorf("standard output:\n%s", got.out)
			}
			if tc.c.in == nil {
				ko := tc.c.run("-lang", "ko", tc.arg)
				if want := "cardcheck: " + tc.arg + ": " + tc.ko; ko.status != tc.status || !strings.HasPrefix(ko.err, want) {
					t.Errorf("in Korean: %d %q, want %q", ko.status, ko.err, want)
				}
			}
		})
	}
}

// An input that can't be read, or is no card, gets its object too.
func TestBadInputJSON(t *testing.T) {
	for _, tc := range []struct {
		arg, content string
		code         string
		kind         string
		status       int
	}{
		{"none.json", "", "input.unreadable", "", exitUsage},
		{".", "", "input.unreadable", "", exitUsage},
		{"empty.json", "", "card.syntax", "unknown", exitFailed},
		{"x.bin", "\x00\xff", "card.syntax", "unknown", exitFailed},
		{"latin1.json", `{"name":"` + "\xfc" + `","skills":[]}`, "card.encoding", "unknown", exitFailed},
		{"twice.json", `{"name":"n","na\u006de":"m","skills":[]}`, "card.duplicate_key", "unknown", exitFailed},
		{"array.json", `[{}]`, "card.type", "unknown", exitFailed},
		{"big.json", tenMB(), "card.limit", "unknown", exitFailed},
		{"package.json", `{"name":"left-pad"}`, "card.not_agent_card", "unknown", exitFailed},
		{"noname.json", `{"skills":[]}`, "card.not_agent_card", "agent-card", exitFailed},
		{"device.json", `{"agent_id":"d1","capabilities":[]}`, "card.not_agent_card", "device-card", exitFailed},
		{"contracts.json", `{"capabilities":[{"summary":"s"}]}`, "card.not_agent_card", "contract-set", exitFailed},
	} {
		name := filepath.Join(t.TempDir(), tc.arg)
		if tc.status == exitFailed {
			name = file(t, tc.arg, tc.content)
		}
		got := cardcheck("-format", "json", name)
		var o struct {
			Target  string
			Kind    string
			Verdict string
			Facts   json.RawMessage
			Error   *struct {
				Code    string
				Line    int
				Message card.Text
			}
		}
		if err := json.Unmarshal([]byte(got.out), &o); err != nil || lineCount(got.out) != 1 || lineCount(got.err) != 1 {
			t.Errorf("%s: %v\n%s%s", tc.arg, err, got.out, got.err)
			continue
		}
		verdict := "fail"
		if tc.status == exitUsage {
			verdict = ""
		}
		if got.status != tc.status || o.Target != name || o.Error == nil || o.Error.Code != tc.code || o.Kind != tc.kind || o.Verdict != verdict {
			t.Errorf("%s: status %d, %s", tc.arg, got.status, got.out)
		}
		if o.Error != nil && (o.Error.Message.KO == "" || o.Error.Message.EN == "") {
			t.Errorf("%s: no message: %s", tc.arg, got.out)
		}
		if tc.status == exitFailed && string(o.Facts) != "null" {
			t.Errorf("%s: facts of no card: %s", tc.arg, o.Facts)
		}
	}
}

func TestNoPermission(t *testing.T) {
	name := file(t, "secret.json", sampleText(t, "good.json"))
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(name); err == nil {
		f.Close()
		t.Skip("this user reads a file of mode 000")
	}
	if got := cardcheck(name); got.status != exitUsage || got.err != "cardcheck: "+name+": permission denied\n" {
		t.Errorf("%+v", got)
	}
}

// One that can't be read does not keep the others from being judged.
func TestSeveralFiles(t *testing.T) {
	args := []string{"samples/good.json", "none.json", "samples", "samples/hostile.json", "samples/bad.json"}
	got := cardcheck(args...)
	if got.status != exitUsage {
		t.Errorf("status %d", got.status)
	}
	var heads []string
	for _, part := range strings.Split(got.out, "\n\n") {
		if head, _, _ := strings.Cut(part, "\n"); strings.Contains(head, "(profile: ") {
			heads = append(heads, head)
		}
	}
	want := "incomplete  samples/good.json  (profile: external)|fail  samples/hostile.json  (profile: external)|fail  samples/bad.json  (profile: external)"
	if strings.Join(heads, "|") != want {
		t.Errorf("reports %q, want %s", heads, want)
	}
	if lineCount(got.err) != 3 {
		t.Errorf("standard error:\n%s", got.err)
	}

	got = cardcheck(append([]string{"-format", "json"}, args...)...)
	var targets []string
	for l := range strings.Lines(got.out) {
		var o struct{ Target string }
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Errorf("%v: %s", err, l)
		}
		targets = append(targets, o.Target)
	}
	if got.status != exitUsage || strings.Join(targets, " ") != strings.Join(args, " ") {
		t.Errorf("JSON: status %d, targets %q", got.status, targets)
	}
}

// What is held of an input is bounded: one byte over the limit is enough.
func TestReadsNoMoreThanNeeded(t *testing.T) {
	in := &counter{r: strings.NewReader(tenMB())}
	if got := (call{in: in}).run("-"); got.status != exitFailed {
		t.Errorf("%+v", got)
	}
	if in.n > card.MaxSize+1 {
		t.Errorf("read %d bytes", in.n)
	}
	in = &counter{r: endless{}}
	if got := (call{in: in}).run("-"); got.status != exitFailed || in.n > card.MaxSize+1 {
		t.Errorf("of an endless input %d bytes were read, status %d", in.n, got.status)
	}
}

// At the edge: a card of exactly the limit is judged, one byte more is not.
func TestSizeLimit(t *testing.T) {
	text := sampleText(t, "good.json")
	pad := strings.Repeat(" ", card.MaxSize-len(text))
	for _, tc := range []struct {
		text   string
		status int
	}{{text + pad, exitOK}, {text + pad + " ", exitFailed}} {
		if got := (call{in: strings.NewReader(tc.text)}).run("-"); got.status != tc.status {
			t.Errorf("%d bytes: status %d\n%s", len(tc.text), got.status, got.err)
		}
	}
}

func TestBrokenOutput(t *testing.T) {
	for _, args := range [][]string{
		{"samples/good.json"},
		{"-format", "json", "samples/good.json"},
		{"-format", "json", "none.json"},
		{"-rules"},
		{"-rules", "-format", "json"},
		{},
		{"-format", "json"},
		{"-ndjson"},
	} {
		var errs strings.Builder
		e := &env{
			in: strings.NewReader("{}\n"), out: full{}, err: &errs,
			getenv: func(string) string { return "" },
		}
		if status := run(t.Context(), e, args); status != exitUsage || !strings.HasSuffix(errs.String(), "cardcheck: writing the report: no space left\n") {
			t.Errorf("%q: status %d, %q", args, status, errs.String())
		}
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// counter counts what is read.
type counter struct {
	r io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// endless is an input without an end, as /dev/zero is.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '['
	}
	return len(p), nil
}
