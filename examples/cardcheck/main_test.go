package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call is a run of the command in a made-up environment.
type call struct {
	in            io.Reader
	env           map[string]string
	inTTY, outTTY bool
	errTTY        bool
}

type result struct {
	status   int
	out, err string
}

func (c call) run(args ...string) result {
	var out, err bytes.Buffer
	e := &env{
		in: c.in, out: &out, err: &err, inTTY: c.inTTY, outTTY: c.outTTY, errTTY: c.errTTY,
		getenv: func(name string) string { return c.env[name] },
	}
	if e.in == nil {
		e.in = strings.NewReader("")
	}
	status := run(context.Background(), e, args)
	return result{status, out.String(), err.String()}
}

func cardcheck(args ...string) result { return call{}.run(args...) }

// file writes a file for a test and gives its name.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sampleText is one of the built-in cards.
func sampleText(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("samples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func lineCount(s string) int { return strings.Count(s, "\n") }

// line is the first line that holds a text, empty if none does.
func line(s, text string) string {
	for l := range strings.Lines(s) {
		if strings.Contains(l, text) {
			return l
		}
	}
	return ""
}

// A flag that says how to judge, and no card; or no keys: not a run that ends
// well.
func TestNothingIsLeftUndoneInSilence(t *testing.T) {
	keys := file(t, "keys.json", `{"keys":[]}`)
	for _, args := range [][]string{
		{"-jwks", "", "samples/good.json"},
		{"-jwks=", "-ndjson"},
		{"-jwks", keys},
		{"-p5", "show"},
		{"-profile", "a2a", "-name", "a.v1", "samples/good.json"},
	} {
		if got := cardcheck(args...); got.status != exitUsage || got.out != "" || lineCount(got.err) != 1 {
			t.Errorf("%q: exit status %d\n%s%s", args, got.status, got.out, got.err)
		}
	}
}
