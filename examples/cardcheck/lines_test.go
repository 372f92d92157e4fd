package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hs9147/agentcard/card"
)

// compact is a sample on one line.
func compact(t *testing.T, name string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(sampleText(t, name))); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// judged is what the tests read of a report.
type judged struct {
	Target, Verdict, Digest string
	Error                   *struct{ Code string }
	Facts                   *struct{ Name string }
}

func (j judged) String() string {
	s := j.Target + " " + j.Verdict
	if j.Error != nil {
		s += " " + j.Error.Code
	}
	if j.Facts != nil {
		s += " " + j.Facts.Name
	}
	return s
}

func objects(t *testing.T, out string) (list []judged) {
	t.Helper()
	for l := range strings.Lines(out) {
		var o judged
		if err := json.Unmarshal([]byte(l), &o); err != nil || !strings.HasSuffix(l, "}\n") {
			t.Fatalf("%v: %.200q", err, l)
		}
		list = append(list, o)
	}
	return list
}

func ndjson(in string, args ...string) result {
	return call{in: strings.NewReader(in)}.run(append([]string{"-ndjson"}, args...)...)
}

func TestLines(t *testing.T) {
	small := func(name string) string { return `{"name":"` + name + `","skills":[]}` }
	long := `{"name":"` + strings.Repeat("x", 10<<20) + `"}`
	in := strings.Join([]string{
		compact(t, "good.json"), "", small("a"), "  ", "nonsense", small("b") + small("c"), long, "[]", small("d"), `{"name":"e"}`, "\xff", small("f"),
	}, "\n") + "\n"
	want := strings.Split(strings.TrimSpace(`
-:1 incomplete Weather Notes
-:2 fail card.syntax
-:3 fail a
-:4 fail card.syntax
-:5 fail card.syntax
-:6 fail card.syntax
-:7 fail card.limit
-:8 fail card.type
-:9 fail d
-:10 fail card.not_agent_card
-:11 fail card.encoding
-:12 fail f`), "\n")
	for _, tc := range []struct{ name, in string }{
		{"LF", in},
		{"CRLF", strings.ReplaceAll(in, "\n", "\r\n")},
		{"no final newline", strings.TrimSuffix(in, "\n")},
	} {
		got := ndjson(tc.in)
		if got.status != exitFailed || got.err != "" {
			t.Errorf("%s: status %d, standard error %q", tc.name, got.status, got.err)
		}
		list := objects(t, got.out)
		if len(list) != len(want) {
			t.Fatalf("%s: %d objects, want %d", tc.name, len(list), len(want))
		}
		for i, o := range list {
			if o.String() != want[i] {
				t.Errorf("%s: %s, want %s", tc.name, o, want[i])
			}
		}
	}
}

func TestLinesStatus(t *testing.T) {
	good, bad := compact(t, "good.json"), compact(t, "bad.json")
	for _, tc := range []struct {
		in     string
		args   string
		status int
		n      int
	}{
		{"", "", exitOK, 0},
		{good, "", exitOK, 1},
		{good + "\n" + good + "\n", "-name weather.notes.v1", exitOK, 2},
		{good + "\n" + bad + "\n" + good, "", exitFailed, 3},
		{"\n", "", exitFailed, 1},
		{good + "\n\n", "", exitFailed, 2},
		{compact(t, "terra.json"), "-profile terra", exitOK, 1},
		{compact(t, "terra.json"), "-profile terra -strict", exitFailed, 1},
		{good, "-format json -lang ko", exitOK, 1},
	} {
		got := ndjson(tc.in, strings.Fields(tc.args)...)
		if list := objects(t, got.out); got.status != tc.status || len(list) != tc.n || got.err != "" {
			t.Errorf("%.60q %s: status %d, %d objects, %q", tc.in, tc.args, got.status, len(list), got.err)
		}
	}
	if got := (call{inTTY: true}).run("-ndjson"); got.status != exitUsage || lineCount(got.err) != 1 || lineCount(got.out) != 1 {
		t.Errorf("on a terminal: %+v", got)
	}
}

// A report on a line is the report on a file of it, whatever ends the line.
func TestLineIsFile(t *testing.T) {
	text := compact(t, "terra.json")
	want := cardcheck("-format", "json", "-profile", "terra", file(t, "terra.json", text)).out
	_, want, _ = strings.Cut(want, `"kind":`)
	for _, end := range []string{"", "\n", "\r\n"} {
		got := ndjson(text+end, "-profile", "terra").out
		if head, rest, _ := strings.Cut(got, `"kind":`); rest != want || head != `{"target":"-:1",` {
			t.Errorf("ended by %q: %s", end, got)
		}
	}
}

// The limit is that of a card: what ends the line does not count, and a long
// line is never cut to a card that was not there.
func TestLineLimit(t *testing.T) {
	text := compact(t, "good.json")
	full := text + strings.Repeat(" ", card.MaxSize-len(text))
	for _, tc := range []struct{ in, want string }{
		{full + "\n", "-:1 incomplete Weather Notes"},
		{full + "\r\n", "-:1 incomplete Weather Notes"},
		{full, "-:1 incomplete Weather Notes"},
		{full + " \n", "-:1 fail card.limit"},
		{full + " \r\n", "-:1 fail card.limit"},
		{full + "\rx\n", "-:1 fail card.limit"},
		{full + "\r\r\n", "-:1 fail card.limit"},
		{full + " ", "-:1 fail card.limit"},
	} {
		got := ndjson(tc.in + "")
		list := objects(t, got.out)
		if len(list) != 1 || list[0].String() != tc.want {
			t.Errorf("%q…: %v, want %s", tc.in[len(full):], list, tc.want)
		}
		if list := objects(t, ndjson(tc.in+"\n"+text).out); !strings.HasSuffix(list[len(list)-1].String(), " incomplete Weather Notes") {
			t.Errorf("%q…: the run did not go on: %v", tc.in[len(full):], list)
		}
	}
}

func TestLinesFailingInput(t *testing.T) {
	text := compact(t, "good.json")
	in := io.MultiReader(strings.NewReader(text+"\n"+text), iotest.ErrReader(errors.New("gone")))
	got := call{in: in}.run("-ndjson")
	list := objects(t, got.out)
	if got.status != exitUsage || got.err != "cardcheck: -: can't be read: gone\n" || len(list) != 2 || list[1].Target != "-" || list[1].Error == nil {
		t.Errorf("%+v", got)
	}
}

// Whoever writes one line and waits for its report gets it.
func TestLinesAnswerAtOnce(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int)
	go func() {
		e := &env{in: inR, out: outW, err: io.Discard, getenv: func(string) string { return "" }}
		status := run(t.Context(), e, []string{"-ndjson"})
		outW.Close()
		done <- status
	}()
	out := json.NewDecoder(outR)
	for n := 1; n <= 3; n++ {
		fmt.Fprintln(inW, compact(t, "good.json"))
		var o judged
		if err := out.Decode(&o); err != nil || o.Target != fmt.Sprintf("-:%d", n) {
			t.Fatalf("%v, %v", o, err)
		}
	}
	inW.Close()
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

// Memory does not grow with the number of lines.
func TestLinesMemory(t *testing.T) {
	const n = 2000
	in := &lines{text: compact(t, "good.json") + "\n", n: n, heap: map[int]uint64{}}
	out := &counter{}
	e := &env{in: in, out: out, err: io.Discard, getenv: func(string) string { return "" }}
	if status := run(t.Context(), e, []string{"-ndjson", "-profile", "a2a"}); status != exitOK {
		t.Fatalf("status %d", status)
	}
	if out.n != n {
		t.Errorf("%d reports", out.n)
	}
	early, late := in.heap[n/10], in.heap[n-1]
	if early == 0 || late > early+1<<20 {
		t.Errorf("live heap: %d bytes after %d lines, %d after %d", early, n/10, late, n)
	}
}

// lines is an input of one line n times. It looks at the live heap now and
// then.
type lines struct {
	text string
	n, i int
	heap map[int]uint64
}

func (l *lines) Read(p []byte) (int, error) {
	if l.i == l.n {
		return 0, io.EOF
	}
	if l.i == l.n/10 || l.i == l.n-1 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		l.heap[l.i] = m.HeapAlloc
	}
	l.i++
	return copy(p, l.text), nil
}

// Write counts lines.
func (c *counter) Write(p []byte) (int, error) {
	c.n += bytes.Count(p, []byte("\n"))
	return len(p), nil
}
