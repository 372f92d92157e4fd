package interop

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
)

//go:embed card.json
var cardOfServers []byte

// harborLog is the agent as js/serve.mjs and py/serve.py have it: it counts an
// effect for each event that it takes in, and echoes all else.
type harborLog struct{ effects atomic.Int64 }

// Execute is called by the SDK for each message.
func (h *harborLog) Execute(ctx context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		if !yield(a2a.NewSubmittedTask(x, x.Message), nil) ||
			!yield(a2a.NewStatusUpdateEvent(x, a2a.TaskStateWorking, nil), nil) {
			return
		}
		text, event := "", false
		for _, p := range x.Message.Parts {
			text += p.Text()
			data, _ := p.Data().(map[string]any)
			event = event || data["event"] == "ingest"
		}
		if strings.HasPrefix(text, "please wait") {
			select {
			case <-time.After(300 * time.Millisecond):
			case <-ctx.Done():
			}
		}
		if event || strings.HasPrefix(text, "ingest ") {
			h.effects.Add(1)
		}
		if event {
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

// serveGo starts the Go SDK's server in this process, as the SDK's example
// builds one.
func serveGo(t *testing.T) *server {
	t.Helper()
	agent := &harborLog{}
	handler := a2asrv.NewHandler(agent, a2asrv.WithLogger(slog.New(slog.DiscardHandler)))
	mux := http.NewServeMux()
	mux.Handle("/a2a", a2asrv.NewJSONRPCHandler(handler))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(handler)))
	mux.HandleFunc("GET /effects", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"effects":%d}`, agent.effects.Load())
	})
	ts := httptest.NewServer(mux)
	t.Cleanup(ts.Close)
	var c a2a.AgentCard
	if err := json.Unmarshal(cardOfServers, &c); err != nil {
		t.Fatal(err)
	}
	c.SupportedInterfaces = []*a2a.AgentInterface{
		a2a.NewAgentInterface(ts.URL+"/a2a", a2a.TransportProtocolJSONRPC),
		a2a.NewAgentInterface(ts.URL+"/rest", a2a.TransportProtocolHTTPJSON),
	}
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(&c))
	s := &server{sdk: "a2a-go", URL: ts.URL, Card: ts.URL + a2asrv.WellKnownAgentCardPath, Version: moduleVersion(t)}
	for _, i := range c.SupportedInterfaces {
		s.Bindings = append(s.Bindings, binding{Protocol: string(i.ProtocolBinding), URL: i.URL, Version: string(i.ProtocolVersion)})
	}
	return s
}
