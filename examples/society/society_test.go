package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/examples/familyagent/family"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/verify"
)

// theSix are the six on this machine, and a society of them.
func theSix(t *testing.T) (*Society, *demo) {
	t.Helper()
	d, err := startSix()
	if err != nil {
		t.Fatal(err)
	}
	s := &Society{Members: d.members, Transport: loopback.Transport(d.servers...)}
	t.Cleanup(func() {
		s.Transport.CloseIdleConnections()
		if err := d.close(); err != nil {
			t.Error(err)
		}
	})
	return s, d
}

func name(s string) ans.Name { return ans.MustParse(s) }

// All six are complete, and a task that is handed to one comes back.
func TestTheSix(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("run", func(t *testing.T) {
		s, _ := theSix(t)
		list := s.Examine(t.Context())
		for _, x := range list {
			if !x.Admitted() || x.Report.Outcome() != verify.OutcomePass {
				t.Errorf("%s", line(x, "en"))
			}
			if x.Report.Signature.Status != verify.SignatureVerified || x.Report.Verdict("P1") != verify.Pass || x.Report.By != verify.Society {
				t.Errorf("%s: %+v", x.Name, x.Report.Signature.Status)
			}
		}
		if len(list) != 6 {
			t.Fatalf("%d members", len(list))
		}
		r, err := s.Delegate(t.Context(), list, name("guild.watch.v1"), "", "V8은?")
		if err != nil || r.State != a2a.Completed || r.Skill != "rule-lookup" || !strings.Contains(r.Text, "chofam:scope/party") {
			t.Errorf("%+v %v", r, err)
		}
		// A question is handed to a person, never answered here.
		r, err = s.Delegate(t.Context(), list, name("ethos.decision.v1"), "decision-session", "이사를 할까?")
		if err != nil || r.State != a2a.InputRequired || !strings.Contains(r.Text, "기준") {
			t.Errorf("%+v %v", r, err)
		}
		if _, err = s.Delegate(t.Context(), list, name("terra.observer.v1"), "event-ingest", "x"); !errors.Is(err, ErrNoSkill) {
			t.Errorf("an action: %v", err)
		}
		if _, err = s.Delegate(t.Context(), list, name("weather.notes.v1"), "", "x"); !errors.As(err, new(*RefusedError)) {
			t.Errorf("an agent that is not of the list: %v", err)
		}
		list[0].Credentials = nil
		if _, err = s.Delegate(t.Context(), list, list[0].Name, "", "x"); !errors.Is(err, ErrNoCredential) {
			t.Errorf("without a credential: %v", err)
		}
	})
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

const secretTask = "오직 들어온 이에게만 맡기는 일"

// swap puts a bad agent in a member's place, at its endpoint, signed by a key that
// is pinned for it. told counts the requests in which the task is.
func swap(t *testing.T, s *Society, d *demo, agent, defect string) (told *atomic.Int64) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	origin := "https://" + agent + ".internal"
	bad, err := badagent.New(badagent.Options{Agent: agent, Origin: origin, Defect: defect, Dir: t.TempDir(), Signer: &card.Signer{Key: key, KeyID: "bad-1"}})
	if err != nil {
		t.Fatal(err)
	}
	told = new(atomic.Int64)
	server, err := loopback.Serve(origin, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte(secretTask)) {
			told.Add(1)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		bad.ServeHTTP(w, r)
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(bad.Close(), server.Close()); err != nil {
			t.Error(err)
		}
	})
	keys, err := verify.NewKeySet(verify.Key{ID: "bad-1", Public: key.Public()})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(s.Members, func(m Member) bool { return strings.HasPrefix(m.Name.String(), agent+".") })
	m := &s.Members[i]
	if m.Keys, err = pin(keys, m.Name, m.Endpoint); err != nil {
		t.Fatal(err)
	}
	m.Message, m.Messages = &verify.Message{Parts: bad.Question()}, map[string]verify.Message{"report-lookup": {Parts: bad.Question()}, "decision-session": {Parts: bad.Question()}}
	for n, c := range m.Credentials {
		m.Credentials[n].Token = bad.Token(c.Scheme)
	}
	for n := range m.Actions {
		a := &m.Actions[n]
		a.Send, a.KeyPointer, a.Effects, a.Records, a.Retention = verify.Message{Parts: bad.Event("1")}, bad.EventPointer(), bad.Effects, bad.Records, 48*time.Hour
	}
	servers := slices.Clone(d.servers)
	servers[i] = server
	s.Transport = loopback.Transport(servers...)
	t.Cleanup(s.Transport.CloseIdleConnections)
	return told
}

// One agent that breaks a rule is refused by that rule's name, gets no task, and
// keeps nobody else out.
func TestOneBadAgent(t *testing.T) {
	for _, c := range []struct{ agent, defect, rule string }{
		{"ethos", "S5-open", "S5-as-accepted/open"},
		{"ethos", "G3-text", "G3"},
		{"ethos", "V1-404", "V1/status"},
		{"terra", "E4-resend", "E4/resend"},
		{"terra", "", ""}, // the good one of that kind is let in
	} {
		t.Run(c.agent+c.defect, func(t *testing.T) {
			s, d := theSix(t)
			told := swap(t, s, d, c.agent, c.defect)
			list := s.Examine(t.Context())
			for i, x := range list {
				bad := strings.HasPrefix(x.Name.String(), c.agent+".") && c.defect != ""
				if x.Admitted() == bad {
					t.Errorf("%s", line(x, "en"))
				}
				if !bad {
					continue
				}
				for _, lang := range []string{"ko", "en"} {
					if text := line(list[i], lang); !strings.Contains(text, "  "+c.rule+": ") || strings.Contains(text, "\n") {
						t.Error(text)
					}
				}
				var refused *RefusedError
				if _, err := s.Delegate(t.Context(), list, x.Name, "", secretTask); !errors.As(err, &refused) || refused.Reason != c.rule {
					t.Errorf("%v", err)
				}
			}
			if c.defect == "" {
				if _, err := s.Delegate(t.Context(), list, name("terra.observer.v1"), "", secretTask); err != nil {
					t.Error(err)
				}
			}
			if n := told.Load(); n > 0 != (c.defect == "") {
				t.Errorf("the task went out %d times", n)
			}
		})
	}
}

// A card that is signed by a key of somebody else of the list is not trusted.
func TestKeysAreScoped(t *testing.T) {
	s, _ := theSix(t)
	s.Members[0].Keys = s.Members[1].Keys
	list := s.Examine(t.Context())
	if f, _ := list[0].Why(); list[0].Admitted() || f.Rule != "P5" && !slices.Contains(f.Checks, "P5") {
		t.Errorf("%s", line(list[0], "en"))
	}
}

func TestCommand(t *testing.T) {
	var out, errOut bytes.Buffer
	if status := run(t.Context(), &out, &errOut, []string{"-lang", "ko"}); status != exitOK || errOut.Len() > 0 {
		t.Errorf("status %d\n%s%s", status, out.String(), errOut.String())
	}
	if lines := strings.Split(out.String(), "\n"); !strings.HasPrefix(lines[0], "완료  mentor.knowledge.v1  https://mentor.internal/a2a  서명 검증됨: ES256, ") || lines[6] != "" || !strings.HasPrefix(lines[7], "맡긴 일 → mentor.knowledge.v1, knowledge-ask: completed") {
		t.Error(out.String())
	}
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(bad, []byte(`{"agents":[{"name":"Ethos"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for why, args := range map[string][]string{
		"a word": {"x"}, "a flag": {"-x"}, "a language": {"-lang", "fr"}, "a name": {"-to", "x"},
		"no such list": {"-list", filepath.Join(dir, "none")}, "a list that is none": {"-list", bad},
	} {
		var out, errOut bytes.Buffer
		if status := run(t.Context(), &out, &errOut, args); status != exitUsage || strings.Count(errOut.String(), "\n") != 1 {
			t.Errorf("%s: status %d\n%s%s", why, status, out.String(), errOut.String())
		}
	}
}

// The list is a file, and the agents are elsewhere: here on ports of this machine,
// over plain http.
func TestListFile(t *testing.T) {
	dir := t.TempDir()
	var f listFile
	for _, id := range []string{"ethos", "terra"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f.Agents = append(f.Agents, serveListed(t, dir, id, l))
	}
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	list := write(t, dir, "list.json", string(text))
	var out, errOut bytes.Buffer
	args := []string{"-list", list, "-allow-http", "-allow-private", "-to", "terra.observer.v1", "-text", "리포트", "-full"}
	if status := run(t.Context(), &out, &errOut, args); status != exitOK || errOut.Len() > 0 || !strings.Contains(out.String(), "complete  terra.observer.v1  http://127.0.0.1:") {
		t.Errorf("status %d\n%s%s", status, out.String(), errOut.String())
	}
	// Without the leave to call this machine nobody is reached, and nobody let in.
	out.Reset()
	if status := run(t.Context(), &out, &errOut, []string{"-list", list, "-allow-http", "-to", "terra.observer.v1"}); status != exitFailed || strings.HasPrefix(out.String(), "complete") || strings.Contains(out.String(), "\ncomplete") || !strings.Contains(out.String(), "society: terra.observer.v1 is not admitted: V1/loopback") {
		t.Errorf("status %d\n%s%s", status, out.String(), errOut.String())
	}
	// What the list says is read strictly, and what its tokens are is not shown.
	write(t, dir, "word", "hunter2")
	for why, c := range map[string]struct{ old, fresh, says string }{
		"an unknown member":    {`"endpoint"`, `"endpiont"`, "endpiont"},
		"a name twice":         {`"ethos.decision.v1"`, `"terra.observer.v1"`, "twice"},
		"no such tokens":       {`ethos-tokens`, `none`, "none"},
		"tokens that are none": {`ethos-tokens`, `word`, "line 1"},
		"keys that are none":   {`ethos-jwks`, `ethos-tokens`, "agent 1"},
		"a retention":          {`168h0m0s`, `long`, "long"},
	} {
		_, err := ReadList(write(t, dir, "changed.json", strings.ReplaceAll(string(text), c.old, c.fresh)))
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "eyJ") {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// serveListed serves one of the six on a port, and gives its entry of the list.
func serveListed(t *testing.T, dir, id string, l net.Listener) listed {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	table, _ := family.Table(id, nil)
	auth, credentials, err := family.Fresh(table)
	if err != nil {
		t.Fatal(err)
	}
	endpoint := "http://" + l.Addr().String() + "/a2a"
	data := filepath.Join(dir, id)
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	agent, err := family.New(id, family.Options{Endpoint: endpoint, Dir: data, Auth: auth, Signer: &card.Signer{Key: key, KeyID: "k"}})
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: agent}}
	server.Start()
	counter := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := agent.Effects(r.Context())
		fmt.Fprintf(w, `{"effects":%d}`, n)
	}))
	t.Cleanup(func() {
		server.Close()
		counter.Close()
		if err := agent.Close(t.Context()); err != nil && !errors.Is(err, t.Context().Err()) {
			t.Error(err)
		}
	})
	set, err := family.JWKS("k", key.Public())
	if err != nil {
		t.Fatal(err)
	}
	tokens := ""
	for _, c := range credentials {
		tokens += c.Scheme + " " + c.Token + "\n"
	}
	write(t, dir, id+"-jwks", string(set))
	write(t, dir, id+"-tokens", tokens)
	out := listed{Name: table.Profile.Names[0].String(), Endpoint: endpoint, JWKS: id + "-jwks", Tokens: id + "-tokens", Messages: map[string]payload{}}
	for _, s := range table.Skills {
		skill := s.Card.Skill()
		q := questions()[skill.ID]
		if skill.ID == "event-ingest" {
			out.Actions = []listedAction{{
				Skill: skill.ID, Payload: payload{Parts: []byte(`[{"data":{"event":"x","id":"probe"}}]`)}, Key: "/0/data/id",
				Effects: counter.URL, Records: id + "/audit.jsonl", Service: "society", Retention: agent.Retention().String(),
			}}
			continue
		}
		p := payload{Text: q.Text, Parts: q.Parts}
		for _, a := range q.Answers {
			p.Answers = append(p.Answers, payload{Text: a.Text})
		}
		out.Messages[skill.ID] = p
		if out.Message == nil {
			out.Message = &p
		}
	}
	return out
}
