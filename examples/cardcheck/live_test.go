package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/badagent"
)

// lab is an agent on a port of this machine, with files for the command line.
type lab struct {
	*badagent.Agent
	endpoint, counter                  string
	card, tokens, question, event, dir string
}

// serveAgent starts an agent of badagent.
func serveAgent(t *testing.T, agent, defect string) *lab {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	a, err := badagent.New(badagent.Options{Agent: agent, Origin: "http://" + l.Addr().String(), Defect: defect, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: a}}
	server.Start()
	counter := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := a.Effects(r.Context())
		fmt.Fprintf(w, `{"effects":%d}`, n)
	}))
	t.Cleanup(func() {
		counter.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	lab := &lab{Agent: a, endpoint: server.URL + badagent.Path, counter: counter.URL, dir: dir}
	lab.card = file(t, "card.json", string(a.Card()))
	lab.question = file(t, "question.json", string(a.Question()))
	lab.event = file(t, "event.json", fmt.Sprintf(`{"parts":%s,"key":%q,"retention":"48h"}`, a.Event("e"), a.EventPointer()))
	tokens := "# schemes and tokens\n\n"
	for _, scheme := range []string{"serviceBearer", "userBearer", "actionBearer"} {
		if token := a.Token(scheme); token != "" {
			tokens += scheme + " " + token + "\n"
		}
	}
	lab.tokens = file(t, "tokens", tokens)
	return lab
}

// log is the audit log of the agent.
func (l *lab) log(t *testing.T) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(l.dir, "audit-*.jsonl"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0]
}

// here allows what a port of this machine needs.
var here = []string{"-allow-http", "-allow-private"}

func with(args []string, more ...string) []string {
	return append(append([]string{}, args...), more...)
}

// A card that is fetched decides V1 and how it is served, and sends nothing.
func TestFetchedCard(t *testing.T) {
	l := serveAgent(t, "ethos", "")
	got := cardcheck(with(here, "-profile", "ethos", l.endpoint)...)
	if got.status != exitOK || got.err != "" {
		t.Fatalf("status %d\n%s%s", got.status, got.out, got.err)
	}
	inOrder(t, "text", got.out, []string{"pass  http://127.0.0.1:", "serve pass", "V1 pass", "shown, not counted: V4 not applicable · V7 needs evidence"})
	got = cardcheck(with(here, "-format", "json", "-profile", "ethos", l.endpoint)...)
	var o reportObject
	strictly(t, got.out, &o)
	if o.Facts == nil || o.Facts.Name != "Ethos Decision" || !strings.HasPrefix(o.Digest, "sha256:") {
		t.Errorf("%+v", o)
	}
	for _, c := range o.Checks {
		if (c.ID == "V1" || c.ID == "serve") != (c.Exchange != nil) {
			t.Errorf("%s: exchange %v", c.ID, c.Exchange)
		}
	}
}

// What can't be fetched is status 2, with a line that says why.
func TestUnfetched(t *testing.T) {
	l := serveAgent(t, "ethos", "")
	closed := strings.Replace(l.endpoint, "127.0.0.1", "127.0.0.2", 1)
	for _, tc := range []struct {
		args []string
		code string
		want string
		card string // the verdict: what the caller's own policy kept from it is no fault of the card
	}{
		{[]string{l.endpoint}, "fetch.http", "not asked for", "fail"}, // rule P1
		{[]string{"-allow-http", l.endpoint}, "fetch.loopback", "not public", "incomplete"},
		{with(here, closed), "fetch.unreachable", "can't be reached", "fail"},
		{with(here, serveAgent(t, "ethos", "V1-404").endpoint), "fetch.status", "404", "fail"},
		{with(here, serveAgent(t, "ethos", "F2-redirect").endpoint), "fetch.redirected", "redirects elsewhere", "fail"},
		{with(here, "https://user:hunter2@127.0.0.1/a2a"), "fetch.userinfo", "not asked for", "incomplete"},
	} {
		got := cardcheck(tc.args...)
		if got.status != exitUsage || lineCount(got.err) != 1 || !strings.Contains(got.err, tc.want) {
			t.Errorf("%v: status %d, %s", tc.args, got.status, got.err)
		}
		if strings.Contains(got.out+got.err, "hunter2") {
			t.Errorf("%v: a password is printed", tc.args)
		}
		var o reportObject
		strictly(t, cardcheck(with([]string{"-format", "json"}, tc.args...)...).out, &o)
		if o.Error == nil || o.Error.Code != tc.code || o.Facts != nil || o.Verdict != tc.card {
			t.Errorf("%v: %s, %+v", tc.args, o.Verdict, o.Error)
		}
	}
	// What is there and is no card has been read.
	if got := cardcheck(with(here, serveAgent(t, "ethos", "V1-html").endpoint)...); got.status != exitFailed {
		t.Errorf("HTML: status %d", got.status)
	}
}

func TestLive(t *testing.T) {
	good, terra := serveAgent(t, "ethos", ""), serveAgent(t, "terra", "")
	action := []string{"-skill", "event-ingest", "-payload", terra.event, "-effects", terra.counter, "-records", terra.log(t)}
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		want   []string
	}{
		{"ethos", []string{"-profile", "ethos", "-token-file", good.tokens, good.endpoint}, exitOK, []string{"V7 pass", "run by: cardcheck. This is a self-check"}},
		{"without a token", []string{"-profile", "ethos", good.endpoint}, exitOpen, []string{"V7/credential", "`userBearer`", "V7 needs evidence"}},
		{"a card that is a file", []string{"-profile", "ethos", "-token-file", good.tokens, "-endpoint", good.endpoint, good.card}, exitOK, []string{"V1 pass", "V7 pass"}},
		{"terra without its owner's payload", []string{"-profile", "terra", "-token-file", terra.tokens, terra.endpoint}, exitOpen, []string{"V7/no-payload", "E4 needs evidence"}},
		{
			"terra", append(action, "-profile", "terra", "-token-file", terra.tokens, "-payload", terra.question, terra.endpoint), exitOK,
			[]string{"V4 pass", "V7 pass", "E3 pass · E4 pass · E5 pass"},
		},
		{
			"terra without a counter",
			[]string{"-profile", "terra", "-token-file", terra.tokens, "-skill", "event-ingest", "-payload", terra.event, terra.endpoint},
			exitOpen,
			[]string{"E4-probe/no-counter", "V7 pass", "E4 inconclusive"},
		},
	} {
		got := cardcheck(with(here, append([]string{"-live"}, tc.args...)...)...)
		if got.status != tc.status || got.err != "" {
			t.Errorf("%s: status %d, want %d\n%s%s", tc.name, got.status, tc.status, got.out, got.err)
			continue
		}
		inOrder(t, tc.name, got.out, tc.want)
		for _, l := range []*lab{good, terra} {
			for _, scheme := range []string{"serviceBearer", "userBearer", "actionBearer"} {
				if token := l.Token(scheme); token != "" && strings.Contains(got.out, token) {
					t.Errorf("%s: a token is printed", tc.name)
				}
			}
		}
	}
	bad := serveAgent(t, "terra", "E4-resend")
	got := cardcheck(with(here, "-live", "-profile", "terra", "-token-file", bad.tokens, "-skill", "event-ingest", "-payload", bad.event,
		"-effects", bad.counter, "-records", bad.log(t), bad.endpoint)...)
	if got.status != exitFailed || !strings.Contains(got.out, "E4/resend") || !strings.Contains(got.out, "call: SendMessage http://127.0.0.1:") {
		t.Errorf("it executes twice: status %d\n%s%s", got.status, got.out, got.err)
	}
}

// An action that can't be taken back runs only with the flag for it.
func TestIrreversible(t *testing.T) {
	l := serveAgent(t, "terra", "")
	text := strings.Replace(string(l.Card()), "chofam:effect/reversible", "chofam:effect/irreversible", 1)
	if _, err := card.Parse([]byte(text)); err != nil {
		t.Fatal(err)
	}
	args := with(here, "-live", "-profile", "terra", "-token-file", l.tokens, "-skill", "event-ingest", "-payload", l.event,
		"-effects", l.counter, "-endpoint", l.endpoint, file(t, "card.json", text))
	got := cardcheck(args...)
	if n, _ := l.Effects(context.Background()); n != 0 || got.status == exitOK || !strings.Contains(got.out, "E4-probe/irreversible") {
		t.Errorf("%d effects, status %d\n%s", n, got.status, got.out)
	}
	got = cardcheck(append([]string{"-allow-irreversible"}, args...)...)
	if n, _ := l.Effects(context.Background()); n == 0 || strings.Contains(got.out, "E4-probe/irreversible") {
		t.Errorf("%d effects\n%s", n, got.out)
	}
}

func TestProgress(t *testing.T) {
	l := serveAgent(t, "ethos", "")
	args := with(here, "-live", "-profile", "ethos", "-token-file", l.tokens, l.endpoint)
	got := call{errTTY: true}.run(args...)
	if !strings.Contains(got.err, "  … V1  reading the card: http://127.0.0.1:") || !strings.Contains(got.err, "  … V7  sending one task\n") {
		t.Errorf("%q", got.err)
	}
}

func TestLiveUsage(t *testing.T) {
	tokens := file(t, "tokens", "serviceBearer s3cret-token\nsecond-line-without-space\n")
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"-live", "samples/good.json"}, "-live calls an agent"},
		{[]string{"-live"}, "-live calls an agent"},
		{[]string{"-endpoint", "https://a.example/", "https://b.example/"}, "-endpoint goes with one card"},
		{[]string{"-endpoint", "a.example", "samples/good.json"}, "-endpoint is an https URL"},
		{[]string{"-payload", "x.json", "https://a.example/"}, "say -live"},
		{[]string{"-token-file", "x", "samples/good.json"}, "say -live"},
		{[]string{"-allow-irreversible", "https://a.example/"}, "say -live"},
		{[]string{"-ndjson", "-live"}, "-live calls an agent"},
		{[]string{"-live", "-skill", "x", "https://a.example/"}, "-skill ID -payload FILE"},
		{[]string{"-live", "-skill", "x", "-skill", "y", "-payload", "p.json", "https://a.example/"}, "-skill ID -payload FILE"},
		{[]string{"-live", "-payload", "p.json", "-skill", "x", "https://a.example/"}, "-skill ID -payload FILE"},
		{[]string{"-live", "-payload", "p.json", "-payload", "q.json", "https://a.example/"}, "already"},
		{[]string{"-live", "-payload", "", "https://a.example/"}, "empty"},
		{[]string{"-live", "-skill", "", "-payload", "p.json", "https://a.example/"}, "empty"},
		{[]string{"-live", "-token-file", "", "https://a.example/"}, "-token-file is empty"},
		{[]string{"-live", "-effects=", "https://a.example/"}, "-effects is empty"},
		{[]string{"-live", "-records=", "https://a.example/"}, "-records is empty"},
		{[]string{"-endpoint=", "samples/good.json"}, "-endpoint is empty"},
		{[]string{""}, "a card's name is empty"},
		{[]string{"-fix", ""}, "a card's name is empty"},
		{[]string{"ftp://x/"}, "only https"},
		{[]string{"-fix", "file:///x"}, "only https"},
		{[]string{"-rules", "-bad"}, "ask for one of them"},
		{[]string{"-bad", "samples/good.json"}, "-bad shows agents of its own"},
		{[]string{"-live", "-token-file", "none", "https://127.0.0.1/"}, "no such file"},
		{[]string{"-live", "-token-file", tokens, "https://127.0.0.1/"}, "line 2 is not a scheme and its token"},
	} {
		got := cardcheck(tc.args...)
		if got.status != exitUsage || !strings.Contains(got.err, tc.want) || lineCount(got.err) != 1 || got.out != "" {
			t.Errorf("%v: status %d, %q", tc.args, got.status, got.err)
		}
		if strings.Contains(got.err, "s3cret") {
			t.Errorf("%v: a token is printed: %s", tc.args, got.err)
		}
	}
}

// A payload, a token file or a count that an agent could read in two ways is
// refused, in a line with one thought.
func TestLiveFiles(t *testing.T) {
	for text, want := range map[string]string{
		``: "it is empty", `5`: "is not a JSON array", `{}`: "either", `[]`: "is not a JSON array", `[1]`: "is not a JSON array",
		`{"text":"a","parts":[{"text":"b"}]}`: "either", `{"text":5}`: `"text" is not`, `{"parts":[],"text":"x"}`: "is not a JSON array",
		`{"txt":"a"}`: "no member `txt`", `{"Text":"a"}`: "no member `Text`", `{"text":"a","text":"b"}`: "a member twice: /text",
		`[{"data":{"id":1,` + "\n" + `"id":2}}]`: "line 2 has a member twice", `{"text":"x"} {}`: "line 1 is no JSON", "{\"text\":\"\xff\"}": "line 1 is no JSON",
		`{"text":"a","retention":"soon"}`: "retention", `{"text":"a","retention":"-4h"}`: "retention", `{"text":"a","key":"id"}`: `"key" is not`,
		`{"text":"a","answers":{}}`: `"answers" is not`, `{"text":"a","answers":[{"key":"/0"}]}`: "no member `key`", `{"text":"a","answers":[{}]}`: "either",
	} {
		got := cardcheck("-live", "-payload", file(t, "p.json", text), "https://127.0.0.1/")
		if got.status != exitUsage || !strings.Contains(got.err, want) || lineCount(got.err) != 1 || got.out != "" {
			t.Errorf("%s: status %d, %q", text, got.status, got.err)
		}
	}
	for text, want := range map[string]string{
		"a s3cret\n# b\n\na s3cret2": "line 4 is for the same scheme as line 1", "a Bearer s3cret": "line 1: the token begins with `Bearer`",
		"a\tbearer s3cret": "line 1: the token begins", "a": "line 1 is not a scheme", "a  bearer  s3cret": "Write the token alone", "\ufeff# nothing": "no scheme and token",
	} {
		got := cardcheck("-live", "-token-file", file(t, "tokens", text), "https://127.0.0.1/")
		if got.status != exitUsage || !strings.Contains(got.err, want) || lineCount(got.err) != 1 || strings.Contains(got.err, "s3cret") {
			t.Errorf("%q: status %d, %q", text, got.status, got.err)
		}
	}
	if tokens, lines, err := parseTokens([]byte("\ufeffa s3cret\r\nb x y\n")); err != nil || len(tokens) != 2 || tokens[0].Scheme != "a" || lines[1] != 2 {
		t.Errorf("%v %v %v", tokens, lines, err)
	}
	for body, want := range map[string]int64{
		"3": 3, `{"effects":0}`: 0, `{"effects":2,"since":"x"}`: 2, "-1": -1, `{"effects":-1}`: -1, `{"effects":1,"effects":2}`: -1, "1.5": -1, "": -1, `"3"`: -1, "1 2": -1, "{}": -1,
	} {
		if n, err := count([]byte(body)); (want < 0) != (err != nil) || want >= 0 && n != want {
			t.Errorf("%s: %d, %v", body, n, err)
		}
	}
}

// A skill that no card has is wrong usage; tokens for schemes that no card has are
// said, by their line.
func TestLiveNames(t *testing.T) {
	l := serveAgent(t, "ethos", "")
	args := with(here, "-live", "-profile", "ethos")
	got := cardcheck(with(args, "-token-file", l.tokens, "-skill", "nope", "-payload", l.question, l.endpoint)...)
	if got.status != exitUsage || lineCount(got.err) != 1 || !strings.Contains(got.err, "-skill nope: no card has such a skill. There are: ") || got.out == "" {
		t.Errorf("status %d, %q", got.status, got.err)
	}
	text, err := os.ReadFile(l.tokens)
	if err != nil {
		t.Fatal(err)
	}
	tokens := file(t, "tokens", string(text)+"s3cret-in-the-wrong-place tokenBearer\n")
	got = cardcheck(with(args, "-token-file", tokens, l.endpoint)...)
	if got.status != exitOK || lineCount(got.err) != 1 || strings.Contains(got.err, "s3cret") || !strings.Contains(got.err, "line 4 names a scheme that no card declares. There are: userBearer\n") {
		t.Errorf("status %d, %q", got.status, got.err)
	}
}

// Each agent of -bad is found out.
func TestBad(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for what never answers")
	}
	got := cardcheck("-bad")
	if got.status != exitOK || got.err != "" || strings.Contains(got.out, notCaught.EN) {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	for _, d := range badagent.Defects() {
		if !strings.Contains(got.out, "\n"+d.ID+"  "+d.Title.EN+"\n") {
			t.Errorf("%s is not shown", d.ID)
		}
	}
	if i := strings.IndexFunc(got.out, isControl); i >= 0 {
		t.Errorf("a control character at %d", i)
	}
}
