package family

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// kit is an agent that is to be served, and all that its owner has.
type kit struct {
	t      *testing.T
	id     string
	dir    string
	auth   *Auth
	creds  []verify.Credential
	other  verify.Credential // of a second caller for the action
	signer *card.Signer
	keys   *verify.KeySet
	*Server
}

func origin(id string) string { return "https://" + id + ".internal" }

// newKit makes the credentials and a key, and starts the agent.
func newKit(t *testing.T, id string) *kit {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := verify.NewKeySet(verify.Key{ID: id + "-1", Public: key.Public()})
	if err != nil {
		t.Fatal(err)
	}
	k := &kit{t: t, id: id, dir: t.TempDir(), signer: &card.Signer{Key: key, KeyID: id + "-1"}, keys: keys}
	a, known := Table(id, nil)
	if !known {
		t.Fatalf("no agent %q", id)
	}
	if k.auth, k.creds, err = Fresh(a); err != nil {
		t.Fatal(err)
	}
	if id == "terra" {
		k.other = verify.Credential{Scheme: "actionBearer", Token: rand.Text()}
		secrets := []Secret{{"actionBearer", "chopilot", k.other.Token}}
		for _, c := range k.creds {
			secrets = append(secrets, Secret{c.Scheme, "society", c.Token})
		}
		if k.auth, err = NewAuth(nil, secrets...); err != nil {
			t.Fatal(err)
		}
	}
	k.start()
	t.Cleanup(k.stop)
	return k
}

// start starts the agent anew, over the folder that it had.
func (k *kit) start() {
	k.t.Helper()
	var err error
	k.Server, err = New(k.id, Options{Endpoint: origin(k.id) + "/a2a", Dir: k.dir, Auth: k.auth, Signer: k.signer})
	if err != nil {
		k.t.Fatal(err)
	}
}

func (k *kit) stop() {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := k.Close(ctx); err != nil {
		k.t.Error(err)
	}
}

func (k *kit) token(scheme string) string {
	for _, c := range k.creds {
		if c.Scheme == scheme {
			return c.Token
		}
	}
	return ""
}

// messages are what each skill is tried with, by id.
func messages() map[string]verify.Message {
	return map[string]verify.Message{
		"knowledge-ask":    {Text: "같은 요청을 다시 보내면 두 번 실행되나?"},
		"knowledge-browse": {Parts: []byte(`[{"data":{"topic":"실행"}}]`)},
		"decision-session": {Text: "이직 제안을 받았다.", Answers: []verify.Message{{Text: "연봉"}, {Text: "통근, 배우는 것"}}},
		"finance-material": {Text: "얼마나 버틸 수 있나?", Answers: []verify.Message{{Text: "320만 원 벌고 250만 원 쓴다. 모은 돈은 1,000만 원이다"}}},
		"report-lookup":    {Text: "2026-11 리포트"},
		"card-review":      {Parts: []byte(`[{"data":{"card":{"name":"Left Pad","version":"1.0.0","skills":[]}}}]`)},
		"rule-lookup":      {Text: "E4는 무엇을 요구하나?"},
		"process-observe":  {Text: "지금 상태는?"},
	}
}

// answer is what came back, as far as it came.
type answer struct {
	status int
	header http.Header
	body   string
	Error  struct {
		Code int
		Data []struct{ Reason, Domain string }
	}
	Result json.RawMessage
}

// task is what the tests read of a task.
type taskRead struct {
	ID, ContextID string
	Status        struct {
		State   string
		Message *struct{ Parts []part }
	}
	Artifacts []artifactView
}

// post sends a body to the agent; header is pairs of name and value.
func (k *kit) post(body string, header ...string) answer {
	k.t.Helper()
	return k.do(http.MethodPost, "/a2a", body, header...)
}

func (k *kit) do(method, path, body string, header ...string) answer {
	k.t.Helper()
	r := httptest.NewRequest(method, origin(k.id)+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("A2A-Version", "1.0")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	k.ServeHTTP(w, r)
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		k.t.Fatal(err)
	}
	a := answer{status: w.Code, header: w.Result().Header, body: string(text)}
	if a.status == http.StatusOK {
		if err := json.Unmarshal(text, &a); err != nil {
			k.t.Fatalf("%v: %s", err, text)
		}
	}
	return a
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

func envelope(method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":"r-1","method":%q,"params":%s}`, method, params)
}

// sending is a request with a message; more are further members of the message.
func sending(id, parts, more string) string {
	return envelope("SendMessage", fmt.Sprintf(`{"message":{"messageId":%q,"role":"ROLE_USER","parts":%s%s}}`, id, parts, more))
}

func event(id string) string {
	return fmt.Sprintf(`[{"data":{"event":"session.closed","id":%q}}]`, id)
}

// task reads the task of an answer to SendMessage or GetTask, and its state.
func (a answer) task(t *testing.T) (taskRead, string) {
	t.Helper()
	var wrapped struct{ Task *taskRead }
	var bare taskRead
	if json.Unmarshal(a.Result, &wrapped) == nil && wrapped.Task != nil {
		return *wrapped.Task, wrapped.Task.Status.State
	}
	if err := json.Unmarshal(a.Result, &bare); err != nil {
		return bare, fmt.Sprint(a.status, a.Error.Code)
	}
	return bare, bare.Status.State
}

// text is what a task says, artifacts or status.
func (r taskRead) text() string {
	var out []string
	if r.Status.Message != nil {
		for _, p := range r.Status.Message.Parts {
			out = append(out, p.Text)
		}
	}
	for _, a := range r.Artifacts {
		for _, p := range a.Parts {
			out = append(out, p.Text+string(p.Data))
		}
	}
	return strings.Join(out, " ")
}
