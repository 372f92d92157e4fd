package interop

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

//go:embed card.json
var cardOfServers []byte

// harborLog is the agent as js/serve.mjs and py/serve.py have it: it counts an
// effect for each event that it takes in, and echoes all else. A careful one
// opens each skill to its scheme, and knows a message again.
type harborLog struct {
	tokens map[string]string // by scheme; nil: not careful

	mu      sync.Mutex
	taken   map[[2]string]bool // by caller and messageId
	effects int
}

// opens is the scheme that a request's token opens.
func (h *harborLog) opens(authorization string) string {
	for scheme, token := range h.tokens {
		if authorization == "Bearer "+token {
			return scheme
		}
	}
	return ""
}

// know notes a key. It reports whether a careful agent had noted it before.
func (h *harborLog) know(caller, id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := [2]string{caller, id}
	before := h.taken[key]
	h.taken[key] = true
	return before && h.tokens != nil
}

// effect adds to the count of effects, and gives it.
func (h *harborLog) effect(n int) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.effects += n
	return h.effects
}

// Execute is called by the SDK for each message.
func (h *harborLog) Execute(ctx context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		if !yield(a2a.NewSubmittedTask(x, x.Message), nil) {
			return
		}
		text, event := "", false
		for _, p := range x.Message.Parts {
			text += p.Text()
			data, _ := p.Data().(map[string]any)
			event = event || data["event"] == "ingest"
		}
		event = event || strings.HasPrefix(text, "ingest ")
		needed := "userBearer"
		if event {
			needed = "actionBearer"
		}
		if h.tokens != nil && x.User.Name != needed {
			yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateRejected, nil), nil)
			return
		}
		known := event && h.know(x.User.Name, x.Message.ID)

		if !yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateWorking, nil), nil) {
			return
		}
		if strings.HasPrefix(text, "please wait") {
			select {
			case <-time.After(300 * time.Millisecond):
			case <-ctx.Done():
			}
		}
		switch {
		case known:
			text = "already there"
		case event:
			h.effect(1)
			text = "taken in"
		}
		if yield(a2a.NewArtifactEvent(x, a2a.NewTextPart(text)), nil) {
			yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateCompleted, nil), nil)
		}
	}
}

// Cancel is called by the SDK when a task is to stop.
func (*harborLog) Cancel(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateCanceled, nil), nil)
	}
}

// caller tells the SDK who calls, as its middleware does.
type caller struct {
	a2asrv.PassthroughCallInterceptor
	agent *harborLog
}

// Before is called by the SDK ahead of each request.
func (c caller) Before(ctx context.Context, call *a2asrv.CallContext, _ *a2asrv.Request) (context.Context, any, error) {
	if said, ok := call.ServiceParams().Get("Authorization"); ok {
		call.User = a2asrv.NewAuthenticatedUser(c.agent.opens(said[0]), nil)
	}
	return ctx, nil, nil
}

// guard asks a careful agent's callers for a token.
func (h *harborLog) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.tokens != nil && h.opens(r.Header.Get("Authorization")) == "" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error":"a token is needed"}`)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// serveGo starts the Go SDK's server in this process, as the SDK's example
// builds one.
func serveGo(t *testing.T, careful bool) *server {
	t.Helper()
	agent := &harborLog{taken: map[[2]string]bool{}}
	if careful {
		agent.tokens = map[string]string{"userBearer": rand.Text(), "actionBearer": rand.Text()}
	}
	handler := a2asrv.NewHandler(agent, a2asrv.WithCallInterceptors(caller{agent: agent}), a2asrv.WithLogger(slog.New(slog.DiscardHandler)))
	mux := http.NewServeMux()
	mux.Handle("/a2a", agent.guard(a2asrv.NewJSONRPCHandler(handler)))
	mux.Handle("/rest/", agent.guard(http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler))))
	mux.HandleFunc("GET /effects", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"effects":%d}`, agent.effect(0))
	})
	ts := httptest.NewServer(mux)
	t.Cleanup(ts.Close)
	c := goCard(t, careful)
	c.SupportedInterfaces = []*a2a.AgentInterface{
		a2a.NewAgentInterface(ts.URL+"/a2a", a2a.TransportProtocolJSONRPC),
		a2a.NewAgentInterface(ts.URL+"/rest", a2a.TransportProtocolHTTPJSON),
	}
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(c))
	s := &server{sdk: "a2a-go", URL: ts.URL, Card: ts.URL + a2asrv.WellKnownAgentCardPath, Version: moduleVersion(t, goModule), Tokens: agent.tokens}
	for _, i := range c.SupportedInterfaces {
		s.Bindings = append(s.Bindings, binding{Protocol: string(i.ProtocolBinding), URL: i.URL, Version: string(i.ProtocolVersion)})
	}
	return s
}

// goCard is the card of the servers in the SDK's type. That reads no requirement
// as A2A 1.0 spells it, so that these are put in as its own values.
func goCard(t *testing.T, careful bool) *a2a.AgentCard {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal(cardOfServers, &members); err != nil {
		t.Fatal(err)
	}
	delete(members, "securityRequirements")
	for _, s := range members["skills"].([]any) {
		delete(s.(map[string]any), "securityRequirements")
	}
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	c := &a2a.AgentCard{}
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	if careful {
		c.SecurityRequirements = requires("userBearer")
		c.Skills[1].SecurityRequirements = requires("actionBearer")
	}
	return c
}

func requires(scheme a2a.SecuritySchemeName) a2a.SecurityRequirementsOptions {
	return a2a.SecurityRequirementsOptions{{scheme: a2a.SecuritySchemeScopes{}}}
}
