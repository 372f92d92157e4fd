package interop

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/hs9147/agentcard/examples/familyagent/family"
)

// bearing sends a token with each request, as the SDK's user would: the SDK at 1.0
// does not read the member security of our cards (requirements, section 14).
type bearing string

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b != "" {
		r.Header.Set("Authorization", "Bearer "+string(b))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// The Go SDK's client, which knows nothing of the card spec, finds the six by their
// cards and has a task done by each (rule S3-standard-client).
func TestFamilyByGoClient(t *testing.T) {
	ask := map[string]string{
		"mentor": "멱등 키는 누가 만드나?", "ethos": "이직. 기준: 연봉, 통근", "afo": "320만 원 벌고 250만 원 쓴다",
		"terra": "2026-11 리포트", "guild": "E4", "chopilot": "지금 상태는?",
	}
	for _, id := range family.IDs() {
		server, tokens := serveFamily(t, id)
		client := goClient(t, server.URL, tokens[0])
		got, err := client.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(ask[id]))})
		task, isTask := got.(*a2a.Task)
		if err != nil || !isTask || task.Status.State != a2a.TaskStateCompleted || len(task.Artifacts) != 1 {
			t.Errorf("%s: %+v %v", id, got, err)
			continue
		}
		if again, err := client.GetTask(t.Context(), &a2a.GetTaskRequest{ID: task.ID}); err != nil || again.ID != task.ID || again.ContextID != task.ContextID {
			t.Errorf("%s: %+v %v", id, again, err)
		}
		if _, err := goClient(t, server.URL, "").SendMessage(t.Context(), &a2a.SendMessageRequest{Message: a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart("x"))}); err == nil {
			t.Errorf("%s: let in without a credential", id)
		}
		if id != "terra" {
			continue
		}
		message := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewDataPart(map[string]any{"event": "session.closed", "id": "e-1"}))
		actor := goClient(t, server.URL, tokens[1])
		var first a2a.TaskID
		for range 2 {
			got, err := actor.SendMessage(t.Context(), &a2a.SendMessageRequest{Message: message})
			task, isTask := got.(*a2a.Task)
			if err != nil || !isTask || first != "" && task.ID != first {
				t.Fatalf("%+v %v", got, err)
			}
			first = task.ID
		}
		if n, err := server.Config.Handler.(*family.Server).Effects(t.Context()); n != 1 || err != nil {
			t.Errorf("the message was executed %d times, %v", n, err)
		}
	}
}

// serveFamily serves one of the six on a port, and gives a token for each of its
// schemes.
func serveFamily(t *testing.T, id string) (*httptest.Server, []string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	table, _ := family.Table(id, nil)
	auth, credentials, err := family.Fresh(table)
	if err != nil {
		t.Fatal(err)
	}
	agent, err := family.New(id, family.Options{Endpoint: "http://" + l.Addr().String() + "/a2a", Dir: t.TempDir(), Auth: auth})
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: agent}}
	server.Start()
	t.Cleanup(func() {
		server.Close()
		if err := agent.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	var tokens []string
	for _, c := range credentials {
		tokens = append(tokens, c.Token)
	}
	return server, tokens
}

// goClient is the SDK's client, made from the card that the SDK reads at the origin.
func goClient(t *testing.T, origin, token string) *a2aclient.Client {
	t.Helper()
	card, err := agentcard.DefaultResolver.Resolve(t.Context(), origin)
	if err != nil {
		t.Fatal(err)
	}
	client, err := a2aclient.NewFromCard(t.Context(), card, a2aclient.WithJSONRPCTransport(&http.Client{Transport: bearing(token)}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Destroy() })
	return client
}
