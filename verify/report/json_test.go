package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// line writes one report as JSON.
func line(t *testing.T, target string, body []byte, r *verify.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, target, card.DetectKind(body), r); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if !strings.HasSuffix(s, "}\n") || strings.Count(s, "\n") != 1 {
		t.Errorf("%s: not one line", target)
	}
	return strings.TrimSuffix(s, "\n")
}

// members lists the names of the object at a path, in their order; a path's *
// is the first element.
func members(t *testing.T, text string, path ...string) string {
	t.Helper()
	raw := json.RawMessage(text)
	for _, step := range path {
		if step == "*" {
			var list []json.RawMessage
			if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 {
				t.Fatalf("no element at %v: %v", path, err)
			}
			raw = list[0]
			continue
		}
		var o map[string]json.RawMessage
		if err := json.Unmarshal(raw, &o); err != nil {
			t.Fatalf("%v: %v", path, err)
		}
		raw = o[step]
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	var names []string
	depth := 0
	for name := true; ; {
		tok, err := d.Token()
		if err == io.EOF {
			return strings.Join(names, " ")
		}
		if err != nil {
			t.Fatalf("%v: %v", path, err)
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
			name = true
			continue
		case json.Delim('}'), json.Delim(']'):
			depth--
			name = true
			continue
		}
		if depth == 1 && name {
			names = append(names, tok.(string))
			name = false
		} else if depth == 1 {
			name = true
		}
	}
}

// The members of the contract, in its order. Members may be added, never
// renamed.
func TestJSONMembers(t *testing.T) {
	body := shown["bad"].body(t)
	r := run(t, "bad")
	text := line(t, "bad.json", body, r)
	signed := append(bytes.TrimSuffix(bytes.TrimSpace(body), []byte("}")), []byte(`,"signatures":[{"protected":"e30","signature":"AA"}]}`)...)
	keyed := verify.Target{Received: signed, Profile: verify.Terra(), Keys: new(verify.KeySet)}
	withEntries := line(t, "signed.json", signed, verify.Run(context.Background(), keyed, verify.P5()))
	unread := line(t, "cut.json", shown["unreadable"].body(t), run(t, "unreadable"))
	for _, tc := range []struct {
		text string
		path []string
		want string
	}{
		{text, nil, "target kind profile digest verdict error facts signature checks findings"},
		{text, []string{"facts"}, "name version shape interfaces skills names schemes requirements unitPrice"},
		{text, []string{"facts", "interfaces", "*"}, "url binding version tenant"},
		{text, []string{"facts", "skills", "*"}, "id kind effect requirements"},
		{text, []string{"facts", "schemes", "*"}, "name kind detail"},
		{text, []string{"signature"}, "status form alg kid uncovered defaults hints entries"},
		{withEntries, []string{"signature", "entries", "*"}, "index kid alg status code"},
		{text, []string{"checks", "*"}, "id verdict"},
		{text, []string{"findings", "*"}, "rule code checks verdict pointer message hint source link observed exchange"},
		{text, []string{"findings", "*", "message"}, "ko en"},
		{text, []string{"findings", "*", "hint"}, "ko en"},
		{unread, []string{"error"}, "code pointer offset line message"},
		{unread, []string{"error", "message"}, "ko en"},
		{unread, nil, "target kind profile digest verdict error facts signature checks findings"},
	} {
		if got := members(t, tc.text, tc.path...); got != tc.want {
			t.Errorf("%v: %s\nwant %s", tc.path, got, tc.want)
		}
	}
}

// decoded is what a reader of the contract takes from a line.
type decoded struct {
	Target, Kind, Profile, Digest, Verdict string
	Error                                  *verify.ErrorObject
	Facts                                  *struct {
		Name, Version string
		Interfaces    []struct{ URL, Binding, Version, Tenant string }
		Skills        []struct{ ID string }
		Names         []string
		Schemes       []struct{ Name, Kind string }
		Requirements  [][]string
	}
	Signature struct{ Status string }
	Checks    []struct{ ID, Verdict string }
	Findings  []struct {
		Rule, Code, Verdict, Pointer string
		Checks                       []string
		Message, Hint                card.Text
	}
}

func decode(t *testing.T, text string) decoded {
	t.Helper()
	var d decoded
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return d
}

// An input that is no card: the verdict is fail, facts are null, error is set.
func TestJSONOfNoCard(t *testing.T) {
	for name, want := range map[string]string{"unreadable": "card.syntax", "no-card": "card.not_agent_card"} {
		text := line(t, name, shown[name].body(t), run(t, name))
		d := decode(t, text)
		if d.Verdict != "fail" || d.Facts != nil || d.Error == nil || d.Error.Code != want || !strings.Contains(text, `"facts":null`) {
			t.Errorf("%s", text)
		}
		if d.Error.Message.KO == "" || d.Error.Message.EN == "" || d.Error.Line == 0 && name == "unreadable" {
			t.Errorf("%s: %+v", name, d.Error)
		}
		if d.Kind == "agent-card" {
			t.Errorf("%s is an %s", name, d.Kind)
		}
	}
}

// What is good has null and [] where there is nothing, not absent members.
func TestJSONOfAGoodCard(t *testing.T) {
	text := line(t, "good.json", shown["good"].body(t), run(t, "good"))
	for _, want := range []string{
		`{"target":"good.json","kind":"agent-card","profile":"mentor","digest":"sha256:`, `"verdict":"pass","error":null,`, `"unitPrice":null}`,
		`"signature":{"status":"unsigned","form":"","alg":"","kid":"","uncovered":[],"defaults":[],"hints":[],"entries":[]}`,
		`"requirements":[["serviceBearer"]]`, `"kind":"advisory","effect":"","requirements":null`, `{"id":"V9","verdict":"not-applicable"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// What can't be seen is escaped, and the values stay whole.
func TestJSONOfAHostileCard(t *testing.T) {
	start := time.Now()
	body := hostile()
	text := line(t, "x\u202e\x1b.json", body, run(t, "hostile"))
	t.Logf("took %s", time.Since(start))
	if strings.ContainsFunc(text, catalog.Hidden) {
		t.Error("a character that can't be seen stands in the line")
	}
	d := decode(t, text)
	if d.Target != "x\u202e\x1b.json" {
		t.Errorf("target %q", d.Target)
	}
	c, err := card.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	v := c.Card()
	if d.Facts.Name != v.Name || d.Facts.Version != v.Version || d.Facts.Interfaces[0].URL != v.SupportedInterfaces[0].URL || d.Facts.Skills[1].ID != "\x00" {
		t.Errorf("values change: %.100q", d.Facts.Name)
	}
	if len(d.Facts.Schemes[0].Name) != 500_000 {
		t.Errorf("a name of %d bytes", len(d.Facts.Schemes[0].Name))
	}
	// But for the facts, which give each value once, the line is short.
	if rest := len(text) - len(members0(t, text, "facts")); rest > 200<<10 {
		t.Errorf("%d bytes beside the facts", rest)
	}
	for _, f := range d.Findings {
		if len(f.Pointer) > 1024 || len(f.Message.EN) > 4<<10 {
			t.Errorf("%s: a pointer of %d bytes, a message of %d", f.Rule, len(f.Pointer), len(f.Message.EN))
		}
	}
}

// members0 is the raw value of a member.
func members0(t *testing.T, text, name string) json.RawMessage {
	t.Helper()
	var o map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	return o[name]
}

// A hundred faults under a name of 500 KB don't repeat the name.
func TestLongNamesAreNotRepeated(t *testing.T) {
	var list []string
	for i := range 100 {
		list = append(list, fmt.Sprintf(`"trust%d":1`, i))
	}
	body := []byte(`{"name":"A","skills":[],"` + strings.Repeat("n", 500_000) + `":{` + strings.Join(list, ",") + `}}`)
	start := time.Now()
	r := verify.Run(context.Background(), verify.Target{Received: body}, checks()...)
	text := line(t, "long.json", body, r)
	var b bytes.Buffer
	if err := Text(&b, "long.json", card.KindAgentCard, r, TextOptions{Lang: "ko"}); err != nil {
		t.Fatal(err)
	}
	if len(text) > 200<<10 || b.Len() > 200<<10 {
		t.Errorf("%d bytes of JSON, %d of text", len(text), b.Len())
	}
	t.Logf("took %s", time.Since(start))
	if n := strings.Count(text, `"S4-no-trusttier"`); n != 100 {
		t.Errorf("%d of 100 faults are told", n)
	}
}

// What could not be read at all is target and error alone.
func TestErrorObject(t *testing.T) {
	var b bytes.Buffer
	e := verify.ErrorObject{Code: "file.read", Message: card.Text{KO: "읽을 수 없다.\x1b", EN: "can't be read.\u202e"}}
	if err := Error(&b, "a\x07b", e); err != nil {
		t.Fatal(err)
	}
	want := `{"target":"a\u0007b","error":{"code":"file.read","pointer":"","offset":0,"line":0,"message":{"ko":"읽을 수 없다.\u001b","en":"can't be read.\u202e"}}}` + "\n"
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	if err := Error(&b, "", e); err != nil || !strings.HasPrefix(b.String(), `{"error":{"code":`) {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// A target that is a URL shows no password.
func TestTargetWithoutPassword(t *testing.T) {
	var b strings.Builder
	if err := Error(&b, "https://user:hunter2@x.example/a", verify.ErrorObject{Code: "input.unreadable"}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "hunter2") || !strings.Contains(b.String(), "https://***@x.example/a") {
		t.Error(b.String())
	}
}
