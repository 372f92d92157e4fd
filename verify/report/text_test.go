package report

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

var update = flag.Bool("update", false, "write the golden files anew")

// shown are the cards of the golden files.
var shown = map[string]struct {
	body    func(t *testing.T) []byte
	profile verify.Profile
}{
	"good":       {file("../testdata/base/mentor.json"), verify.Mentor()},
	"warning":    {file("../testdata/cards/card-spec-sample.json"), verify.Ethos()},
	"bad":        {file("testdata/bad.json"), verify.Terra()},
	"unreadable": {func(*testing.T) []byte { return []byte("{\"name\": \"Cut off\",\n \"skills\": [") }, verify.Ethos()},
	"no-card":    {func(*testing.T) []byte { return []byte(`{"capabilities": [{"id": "lookup"}]}`) }, verify.External()},
	"hostile":    {func(*testing.T) []byte { return hostile() }, verify.External()},
}

func file(name string) func(*testing.T) []byte {
	return func(t *testing.T) []byte {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// hostile is a card that would like to move the cursor, to turn text around, to
// hide what it says, and to make the report long.
func hostile() []byte {
	long := strings.Repeat("n", 10<<10)
	var scopes []string
	for i := range 100 {
		scopes = append(scopes, fmt.Sprintf(`"scope-%d": 5`, i))
	}
	return []byte(`{
  "name": "Evil \u001b[2J\u001b[31mCard\u202e ` + long + `",
  "version": "1.0\u0007\u0000\r\n2.0",
  "description": "\u001b]0;title\u0007",
  "url": "https://user:hunter2@evil.example.com/\u001b[1A` + long + `",
  "iconUrl": "javascript:\u2066alert(1)",
  "supportedInterfaces": [{"url": "https://evil.example.com/\u200b", "protocolBinding": "JSON\u202eRPC", "protocolVersion": "1.\u001b[0m", "tenant": "\u001b[5m"}],
  "capabilities": {"extensions": [{"uri": "https://cho-fam.com/ans/v1", "params": {"name": "evil\u001b[7m.v1", "\u009b2J": 1}}]},
  "securitySchemes": {
    "` + strings.Repeat("s", 500_000) + `": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "x", "scopes": {` + strings.Join(scopes, ", ") + `}}}},
    "\u202eesrever": {"type": "\u001b[8mhttp"}
  },
  "security": [{"\u001b[2J": ["` + long + `"]}],
  "\u001b]8;;https://evil.example.com\u0007` + long + `": {"trustTier\u200d": "gold"},
  "defaultInputModes": ["text/\u001b[2J"],
  "defaultOutputModes": ["` + long + `"],
  "skills": [
    {"id": "` + long + `", "name": "\u202e", "description": "\u001b[2J", "tags": ["chofam:kind/\u0430dvisory", "\u001b[31m` + long + `"]},
    {"id": "\u0000", "tags": ["chofam:kind/\u001b[2Jquery\nfake  pass", "chofam:` + long + `"]}
  ]
}
`)
}

// checks is what the command line asks of a file.
func checks() []verify.Check {
	list := verify.Offline()
	for _, c := range []verify.Check{verify.V1(), verify.V4(), verify.V7(), verify.E4(), verify.E5()} {
		list = append(list, verify.Uncounted(c))
	}
	return list
}

func run(t *testing.T, name string) *verify.Report {
	t.Helper()
	s := shown[name]
	return verify.Run(context.Background(), verify.Target{Received: s.body(t), Profile: s.profile}, checks()...)
}

func written(t *testing.T, name string, r *verify.Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	kind := card.DetectKind(shown[name].body(t))
	if err := Text(&b, name+".json", kind, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextGolden(t *testing.T) {
	for name := range shown {
		for _, lang := range []string{"ko", "en"} {
			got := written(t, name, run(t, name), TextOptions{Lang: lang})
			path := filepath.Join("testdata", name+"."+lang+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is not what the report says; go test -update writes it:\n%s", path, got)
			}
		}
	}
}

// Nothing of a card reaches the terminal but what can be seen, and the report of
// a hostile one is short.
func TestHostileText(t *testing.T) {
	for name := range shown {
		start := time.Now()
		r := run(t, name)
		for _, lang := range []string{"ko", "en", ""} {
			got := written(t, name, r, TextOptions{Lang: lang})
			for i, line := range strings.Split(got, "\n") {
				if strings.ContainsFunc(line, catalog.Hidden) {
					t.Errorf("%s, line %d holds what can't be seen: %q", name, i+1, line)
				}
				if strings.HasPrefix(strings.TrimSpace(line), "fake") {
					t.Errorf("%s, line %d: the card made a line of its own", name, i+1)
				}
			}
			if len(got) > 200<<10 {
				t.Errorf("%s: %d bytes", name, len(got))
			}
			if strings.Contains(got, "hunter2") {
				t.Errorf("%s shows a credential", name)
			}
		}
		t.Logf("%s took %s", name, time.Since(start))
	}
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Colour is never the only mark: without its codes the report is the same, word
// for word. Green is for pass alone.
func TestColour(t *testing.T) {
	for name := range shown {
		r := run(t, name)
		for _, lang := range []string{"ko", "en"} {
			plain := written(t, name, r, TextOptions{Lang: lang})
			painted := written(t, name, r, TextOptions{Lang: lang, Color: true})
			if strings.Contains(plain, "\x1b") {
				t.Errorf("%s: an ESC byte without colour", name)
			}
			if painted == plain || colour.ReplaceAllString(painted, "") != plain {
				t.Errorf("%s: colour changes the words", name)
			}
			for _, m := range regexp.MustCompile("\x1b\\[(?:1;)?32m([^\x1b]*)").FindAllStringSubmatch(painted, -1) {
				if m[1] != verify.Pass.Label(lang) {
					t.Errorf("%s: %q is green", name, m[1])
				}
			}
		}
	}
}

// The verdict comes first, then what fails before what only warns.
func TestGravestFirst(t *testing.T) {
	got := written(t, "bad", run(t, "bad"), TextOptions{Lang: "en"})
	if !strings.HasPrefix(got, "fail  bad.json  (profile: terra)\n") {
		t.Errorf("starts %.60q", got)
	}
	last := strings.LastIndex(got, "\nfail  ")
	for _, later := range []string{"\ninconclusive  ", "\nwarning  ", "\ninfo  "} {
		at := strings.Index(got, later)
		if at < last {
			t.Errorf("%q at %d, the last failure at %d", later, at, last)
		}
		last = at
	}
}

// The words of somebody else's check are made fit to show as well, in full.
func TestOwnCheckText(t *testing.T) {
	acme := verify.Check{ID: "ac\x1bme", Title: card.Text{KO: "집", EN: "house"}, Source: "house\x1b[2J rules", Func: func(context.Context, *verify.Subject) []verify.Finding {
		say := card.Text{KO: "집의 규칙\x1b[2J\nfake \u202e" + strings.Repeat("가", 300) + "\xff끝", EN: "house rule\x1b[2J\nfake \u202e" + strings.Repeat("x", 300) + "\xffend"}
		return []verify.Finding{{Problem: card.Problem{Code: "c\x1bd", Pointer: "/\x1b[2J", Message: say, Hint: say}, Verdict: verify.Warn}}
	}}
	r := verify.Run(context.Background(), verify.Target{Received: shown["good"].body(t), Profile: verify.Mentor()}, acme, verify.Uncounted(verify.Check{ID: "b\x1b", Func: acme.Func}))
	for lang, want := range map[string]string{"ko": "집의 규칙U+001B[2JU+000Afake U+202E" + strings.Repeat("가", 300) + "0xFF끝", "en": "house ruleU+001B[2JU+000Afake U+202E" + strings.Repeat("x", 300) + "0xFFend"} {
		got := written(t, "good", r, TextOptions{Lang: lang})
		if n := strings.Count(got, want); n != 3 { // message, hint, and the message of the check that is only shown
			t.Errorf("%s: %d times:\n%s", lang, n, got)
		}
		if strings.ContainsFunc(strings.ReplaceAll(got, "\n", ""), catalog.Hidden) {
			t.Errorf("%s holds what can't be seen: %q", lang, got)
		}
	}
}

// A URL's query may hold a key: no line shows its values, and JSON's facts stay
// as written.
func TestQueryIsNotShown(t *testing.T) {
	body := []byte(`{"name":"A","skills":[],"url":"https://agent.example.com/b?api_key=hunter2","iconUrl":"ftp://x/?k=hunter2",
		"supportedInterfaces":[{"url":"https://agent.example.com/tasks?api_key=hunter2&hunter2#hunter2","protocolBinding":"JSONRPC"}],
		"securitySchemes":{"o":{"type":"openIdConnect","openIdConnectUrl":"https://id.example.com/?k=hunter2"}}}`)
	r := verify.Run(context.Background(), verify.Target{Received: body}, verify.Offline()...)
	for lang, label := range map[string]string{"ko": "인터페이스", "en": "interfaces"} {
		var b bytes.Buffer
		if err := Text(&b, "x.json", card.KindAgentCard, r, TextOptions{Lang: lang}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); strings.Contains(got, "hunter2") || !strings.Contains(got, label+": https://agent.example.com/tasks?api_key=***&***#***") {
			t.Error(got)
		}
	}
	if text := line(t, "x.json", body, r); !strings.Contains(text, `"url":"https://agent.example.com/tasks?api_key=hunter2\u0026hunter2#hunter2"`) {
		t.Error(text)
	}
}

// A price that can't be told is not none.
func TestPriceWords(t *testing.T) {
	ask := func(v string) string { return `{"uri":"https://cho-fam.com/hire/v1","params":{"unitPrice":` + v + `}}` }
	for list, want := range map[string][2]string{
		"":                        {"호가: 없음", "asking price: none"},
		ask("5"):                  {"호가: 5 크레딧", "asking price: 5 credits"},
		ask("5") + "," + ask("6"): {"호가: 2개가 실려", "asking price: there are 2,"},
		ask(`"5"`):                {"호가: 실려 있으나", "asking price: there is one, and it can't be read"},
	} {
		r := verify.Run(context.Background(), verify.Target{Received: []byte(`{"name":"A","skills":[],"capabilities":{"extensions":[` + list + `]}}`)}, verify.A2A())
		for i, lang := range []string{"ko", "en"} {
			if got := written(t, "good", r, TextOptions{Lang: lang}); !strings.Contains(got, "  "+want[i]) {
				t.Errorf("%s: %s", list, got)
			}
		}
	}
}

// What a signature covers, and what a text is that is no agent card, is said in
// words.
func TestWordsForValues(t *testing.T) {
	for lang, want := range map[string][4]string{
		"ko": {
			"서명 검증됨. ES256, kid `k`, 받은 카드 그대로에 대한 서명이다", "A2A §8.4.1에 따라 기본값인 멤버를 뺀 카드에 대한 서명이다",
			"B-name  (장치 카드 `device-card`)\n", "B-name  (계약 묶음 `contract-set`)\n",
		},
		"en": {
			"verified. ES256, kid `k`, over the card as received", "over the card by A2A §8.4.1, without members at their default",
			"B-name  (a device card, `device-card`)\n", "B-name  (a set of contracts, `contract-set`)\n",
		},
	} {
		x := &text{words: wordsOf(lang), lang: lang}
		for i, form := range []card.Form{card.FormReceived, card.FormPresence} {
			got := x.signatureWords(verify.SignatureReport{Status: verify.SignatureVerified, Algorithm: "ES256", KeyID: "k", Form: form})
			if !strings.HasSuffix(got, want[i]) {
				t.Errorf("%s: %s", form, got)
			}
		}
		for i, body := range []string{`{"agent_id":"a"}`, `{"capabilities":[{"id":"a","summary":"s"}]}`} {
			var b bytes.Buffer
			r := verify.Run(context.Background(), verify.Target{Received: []byte(body)}, verify.A2A())
			if err := Text(&b, "x.json", card.DetectKind([]byte(body)), r, TextOptions{Lang: lang}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), want[2+i]) {
				t.Error(b.String())
			}
		}
	}
}

// A target that can't be checked is told like any finding.
func TestBadTargetText(t *testing.T) {
	r := verify.Run(context.Background(), verify.Target{Profile: verify.Ethos()}, verify.Offline()...)
	for lang, want := range map[string]string{"ko": "미완  good.json", "en": "incomplete  good.json"} {
		if got := written(t, "good", r, TextOptions{Lang: lang}); !strings.HasPrefix(got, want) || !strings.Contains(got, "bad-target/document") {
			t.Errorf("%s", got)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// The error of the writer is the caller's to see.
func TestWriterError(t *testing.T) {
	r := run(t, "good")
	if err := Text(full{}, "x", card.KindAgentCard, r, TextOptions{}); err == nil {
		t.Error("Text keeps the writer's error")
	}
	if err := JSON(full{}, "x", card.KindAgentCard, r); err == nil {
		t.Error("JSON keeps the writer's error")
	}
	if err := Error(full{}, "x", verify.ErrorObject{}); err == nil {
		t.Error("Error keeps the writer's error")
	}
}

// A list that is cut says how many more there are.
func TestMoreRows(t *testing.T) {
	for lang, want := range map[string]string{"ko": " … 외 3개\n", "en": " … 3 more\n"} {
		x := &text{words: wordsOf(lang), lang: lang}
		x.rows(x.names, maxListed+3, func(int) string { return "a" })
		if got := x.b.String(); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// Bytes that are no card and were fetched: what the fetch showed is told as well.
func TestTextOfAFetchedNonCard(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>"))
	}))
	defer s.Close()
	target := verify.Target{Endpoint: s.URL, Profile: verify.External(), Live: &verify.Live{AllowHTTP: true, AllowLoopback: true}}
	r := verify.Run(context.Background(), target, append(verify.Offline(), verify.V1(), verify.Serve(), verify.Uncounted(verify.V7()))...)
	var b strings.Builder
	if err := Text(&b, s.URL, card.KindUnknown, r, TextOptions{Lang: "ko"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"B-json", "V1/json", "G3", "검사: ", "V1 불통과", "결과에 넣지 않은 항목: V7"} {
		if strings.Count(b.String(), want) == 0 {
			t.Errorf("no %s in:\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "B-json"); n != 1 {
		t.Errorf("B-json is said %d times", n)
	}
}
