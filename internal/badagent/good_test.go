package badagent_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

func asFetchError(err error, e **wellknown.FetchError) bool { return errors.As(err, e) }

// profiles are what the two agents are held against, by the rules that need the
// card alone.
func profiles() map[string]verify.Profile {
	ethos, terra := verify.Ethos(), verify.Terra()
	ethos.AllowHTTP, terra.AllowHTTP = true, true
	terra.Policy.Actions = []string{"event-ingest"}
	return map[string]verify.Profile{"ethos": ethos, "terra": terra}
}

// TestCards holds the cards of the good agents against every static rule: they
// have no fault and no warning, signed or not.
func TestCards(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := verify.NewKeySet(verify.Key{ID: "k-1", Public: public})
	if err != nil {
		t.Fatal(err)
	}
	for name, profile := range profiles() {
		for _, signer := range []*card.Signer{nil, {Key: private, KeyID: "k-1"}} {
			s := serve(t, badagent.Options{Agent: name, Signer: signer})
			target := verify.Target{Received: s.Card(), Profile: profile}
			checks := verify.Offline()
			if signer != nil {
				target.Keys = keys
				checks = append(checks, verify.P5())
			}
			report := verify.Run(context.Background(), target, checks...)
			for _, f := range report.Findings {
				if f.Verdict == verify.Fail || f.Verdict == verify.Warn {
					t.Errorf("%s: %s %s %s: %s", name, f.Rule, f.Code, f.Pointer, f.Message.EN)
				}
			}
			if report.Outcome() != verify.OutcomePass {
				t.Errorf("%s, signed %v: %v", name, signer != nil, report.Err())
			}
			if signer != nil && report.Signature.Status != verify.SignatureVerified {
				t.Errorf("%s: the signature is %s", name, report.Signature.Status)
			}
			doc, err := card.Parse(s.Card())
			if err != nil {
				t.Fatal(err)
			}
			if i := doc.Card().Interfaces(); len(i) != 1 || i[0].URL != s.origin+badagent.Path {
				t.Errorf("%s: interfaces %+v", name, i)
			}
			if r, why := s.fetch(); why != "ok" || string(r.Body) != string(s.Card()) || r.ContentType != "application/json" {
				t.Errorf("%s: fetched: %s", name, why)
			}
		}
	}
}

// TestSigned has every agent's card signed, the later ones too, and served at an
// origin that is not this machine.
func TestSigned(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := verify.NewKeySet(verify.Key{ID: "k-1", Public: public})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range badagent.Defects() {
		a, err := badagent.New(badagent.Options{
			Agent: d.Agent, Origin: "https://agent.internal", Defect: d.ID,
			Signer: &card.Signer{Key: private, KeyID: "k-1"}, Dir: t.TempDir(),
		})
		if err != nil {
			t.Errorf("%s: %v", d.ID, err)
			continue
		}
		doc, err := card.Parse(a.Card())
		if err != nil {
			t.Fatal(err)
		}
		if got := verify.Signatures(doc, keys, verify.SignatureOptions{}); got.Status != verify.SignatureVerified {
			t.Errorf("%s: the signature is %s", d.ID, got.Status)
		}
		if err := a.Close(); err != nil {
			t.Errorf("%s: %v", d.ID, err)
		}
	}
}

func TestOptions(t *testing.T) {
	for why, o := range map[string]badagent.Options{
		"an unknown agent":         {Agent: "mentor", Origin: "http://h"},
		"an unknown defect":        {Agent: "ethos", Origin: "http://h", Defect: "G3"},
		"another agent's defect":   {Agent: "ethos", Origin: "http://h", Defect: "E4-resend"},
		"no origin":                {Agent: "ethos"},
		"an origin with a path":    {Agent: "ethos", Origin: "http://h/a2a"},
		"an origin with a secret":  {Agent: "ethos", Origin: "http://u:p@h"},
		"an origin of another ilk": {Agent: "ethos", Origin: "ftp://h"},
		"no folder for the log":    {Agent: "terra", Origin: "http://h"},
	} {
		if _, err := badagent.New(o); !errors.Is(err, badagent.ErrOptions) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := badagent.New(badagent.Options{Agent: "terra", Origin: "http://h", Dir: t.TempDir() + "/none"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, err := badagent.New(badagent.Options{Agent: "ethos", Origin: "http://h", Signer: &card.Signer{}}); !errors.Is(err, card.ErrSigner) {
		t.Errorf("a signer without a key: %v", err)
	}
}

// TestRoundTrip has a task completed by each agent, blocking and polled for.
func TestRoundTrip(t *testing.T) {
	for name, scheme := range map[string]string{"ethos": "userBearer", "terra": "serviceBearer"} {
		s := serve(t, badagent.Options{Agent: name})
		got, word := s.call(s.Token(scheme), "SendMessage", message("m-1", s.Question(), "")).task()
		if word != "completed" || len(got.Artifacts) != 1 {
			t.Errorf("%s: %s %+v", name, word, got)
		}
		later := strings.Replace(message("m-2", s.Question(), ""), `{"message"`, `{"configuration":{"returnImmediately":true},"message"`, 1)
		got, word = s.call(s.Token(scheme), "SendMessage", later).task()
		if word != "working" {
			t.Errorf("%s, not waiting: %s", name, word)
		}
		if poll, word := s.poll(s.Token(scheme), got.ID); word != "completed" || poll.ID != got.ID || poll.ContextID != got.ContextID {
			t.Errorf("%s, polled for: %s %+v", name, word, poll)
		}
	}
}

// poll asks for a task until it is no longer being worked on.
func (s *site) poll(token, id string) (got task, word string) {
	s.t.Helper()
	for range 1000 {
		if got, word = s.call(token, "GetTask", `{"id":"`+id+`"}`).task(); word != "working" {
			break
		}
	}
	return got, word
}

func TestInputRequired(t *testing.T) {
	s := serve(t, badagent.Options{Agent: "ethos"})
	for _, parts := range []string{`[{"text":"input please"}]`, `[{"data":{"ask":true}}]`} {
		asked, word := s.call(s.Token("userBearer"), "SendMessage", message("m-1", json.RawMessage(parts), "")).task()
		if word != "input-required" || asked.Status.Message == nil {
			t.Fatalf("%s: %s %+v", parts, word, asked)
		}
		reply := func(id string) (task, string) {
			return s.call(s.Token("userBearer"), "SendMessage", message(id, json.RawMessage(`[{"text":"input please"}]`), `,"taskId":"`+asked.ID+`"`)).task()
		}
		if done, word := reply("m-2"); word != "completed" || done.ID != asked.ID || done.ContextID != asked.ContextID {
			t.Errorf("answered: %s %+v", word, done)
		}
		if _, word := reply("m-3"); word != "-32004" {
			t.Errorf("answered twice: %s", word)
		}
	}
}

// TestRefusals sends what must not be answered by a task.
func TestRefusals(t *testing.T) {
	s := serve(t, badagent.Options{Agent: "terra"})
	ok, action := s.Token("serviceBearer"), s.Token("actionBearer")
	q := string(s.Question())
	send := func(params string) string { return envelope("SendMessage", params) }
	good := send(message("m", s.Question(), ""))
	other, _ := s.call(ok, "SendMessage", message("m", s.Question(), "")).task()
	for why, c := range map[string]struct {
		body   string
		header []string
		want   string
	}{
		"as it should be":            {good, headers(ok), "completed"},
		"no credential":              {good, []string{"Content-Type", "application/json", "A2A-Version", "1.0"}, "401"},
		"an unknown token":           {good, headers("x"), "401"},
		"an empty token":             {good, headers(""), "401"},
		"Basic":                      {good, append(headers(ok), "Authorization", "Basic eDp5"), "401"},
		"an API key":                 {good, []string{"Content-Type", "application/json", "A2A-Version", "1.0", "X-API-Key", "x"}, "401"},
		"the action's token":         {good, headers(action), "403"},
		"a query's token for action": {send(message("m", s.Event("e"), "")), headers(ok), "403"},
		"text/plain":                 {good, append(headers(ok), "Content-Type", "text/plain"), "415"},
		"too long":                   {strings.Repeat(" ", 1<<20) + good, headers(ok), "413"},
		"no JSON":                    {"{", headers(ok), `id null`},
		"no version":                 {good, append(headers(ok), "A2A-Version", ""), "-32009"},
		"version 0.3":                {good, append(headers(ok), "A2A-Version", "0.3"), "-32009"},
		"a patch version":            {good, append(headers(ok), "A2A-Version", "1.0.1"), "completed"},
		"message/send":               {envelope("message/send", `{}`), headers(ok), "-32601"},
		"CancelTask":                 {envelope("CancelTask", `{"id":"t"}`), headers(ok), "-32004"},
		"params that are a list":     {send(`[]`), headers(ok), "-32602"},
		"no message":                 {send(`{}`), headers(ok), "-32602"},
		"no messageId":               {send(`{"message":{"role":"ROLE_USER","parts":` + q + `}}`), headers(ok), "-32602"},
		"an empty messageId":         {send(message("", s.Question(), "")), headers(ok), "-32602"},
		"a messageId that is none":   {send(`{"message":{"messageId":1,"role":"ROLE_USER","parts":` + q + `}}`), headers(ok), "-32602"},
		"no messageId for action":    {send(message("", s.Event("e"), "")), headers(action), "-32602"},
		"another role":               {send(`{"message":{"messageId":"m","role":"user","parts":` + q + `}}`), headers(ok), "-32602"},
		"no parts":                   {send(message("m", json.RawMessage(`[]`), "")), headers(ok), "-32602"},
		"a part of two kinds":        {send(message("m", json.RawMessage(`[{"text":"a","data":1}]`), "")), headers(ok), "-32602"},
		"a part of 0.2":              {send(message("m", json.RawMessage(`[{"type":"text","content":"a"}]`), "")), headers(ok), "-32602"},
		"a part that is a URL":       {send(message("m", json.RawMessage(`[{"url":"https://h/"}]`), "")), headers(ok), "-32005"},
		"an unknown task":            {send(message("m", s.Question(), `,"taskId":"x"`)), headers(ok), "-32001"},
		"a task that is done":        {send(message("m", s.Question(), `,"taskId":"`+other.ID+`"`)), headers(ok), "-32004"},
		"push notifications":         {send(`{"configuration":{"taskPushNotificationConfig":{"url":"https://h/"}},"message":{"messageId":"m","role":"ROLE_USER","parts":` + q + `}}`), headers(ok), "-32003"},
		"an event without an id":     {send(message("m", s.Event(""), "")), headers(action), "-32602"},
		"GetTask without an id":      {envelope("GetTask", `{}`), headers(ok), "-32602"},
		"GetTask":                    {envelope("GetTask", `{"id":"`+other.ID+`"}`), headers(ok), "completed"},
		"GetTask of another caller":  {envelope("GetTask", `{"id":"`+other.ID+`"}`), headers(s.Token("other-caller")), "-32001"},
	} {
		if got := s.post(c.body, c.header...); got.outcome() != c.want {
			t.Errorf("%s: %s, want %s (%s)", why, got.outcome(), c.want, got.body)
		}
	}
	if got := s.post(good, "Content-Type", "application/json"); !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Bearer ") {
		t.Errorf("401 without a challenge: %v", got.header)
	}
	if n := s.effects(); n != 0 {
		t.Errorf("%d events are in", n)
	}
	for _, method := range []string{http.MethodGet, http.MethodOptions, http.MethodHead} {
		if got := s.do(method, badagent.Path, ""); got.status >= 500 || got.header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, got.status)
		}
	}
}

// TestTokens looks at what the credentials say of a person: the four claims of
// card spec §5.1 and no more.
func TestTokens(t *testing.T) {
	ethos, terra := serve(t, badagent.Options{Agent: "ethos"}), serve(t, badagent.Options{Agent: "terra"})
	parts := strings.Split(ethos.Token("userBearer"), ".")
	if len(parts) != 3 {
		t.Fatalf("the user's token is no JWT")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range claims {
		names = append(names, name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"aud", "exp", "iss", "sub"}) {
		t.Errorf("claims %v", names)
	}
	for _, scheme := range []string{"serviceBearer", "actionBearer", "other-caller", ""} {
		if ethos.Token(scheme) != "" {
			t.Errorf("ethos has a token for %q", scheme)
		}
	}
	if terra.Token("userBearer") != "" || terra.Token("serviceBearer") == terra.Token("actionBearer") || terra.Token("actionBearer") == terra.Token("other-caller") {
		t.Error("terra's tokens are not three")
	}
	if ethos.Caller() != (audit.Caller{}) || terra.Caller().Service == "" {
		t.Errorf("callers %v, %v", ethos.Caller(), terra.Caller())
	}
	if ethos.Event("e") != nil {
		t.Error("ethos has an event")
	}
	if records, err := ethos.Records(context.Background()); records != nil || err != nil {
		t.Errorf("ethos has records: %v, %v", records, err)
	}
}
