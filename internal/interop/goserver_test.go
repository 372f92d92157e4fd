package interop

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// echo is an agent of the Go SDK that completes each task with what it was sent.
type echo struct{}

func (echo) Execute(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(yield func(sdk.Event, error) bool) {
		if !yield(sdk.NewSubmittedTask(x, x.Message), nil) || !yield(sdk.NewArtifactEvent(x, x.Message.Parts...), nil) {
			return
		}
		done := sdk.NewMessageForTask(sdk.MessageRoleAgent, x, sdk.NewTextPart("done"))
		yield(sdk.NewStatusUpdateEvent(x, sdk.TaskStateCompleted, done), nil)
	}
}

func (echo) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[sdk.Event, error] {
	return func(func(sdk.Event, error) bool) {}
}

// TestGoServer calls servers of the Go SDK over each binding of 1.0 that our
// client speaks: a send, a poll, a poll for a task that is not there. (Its server
// for 0.3 needs a module of its own; asked by hand it agrees but for its errors,
// which it sends as text/plain with 200, B96.)
func TestGoServer(t *testing.T) {
	h := a2asrv.NewHandler(echo{})
	mux := http.NewServeMux()
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(h))
	mux.Handle("/rest/", http.StripPrefix("/rest", a2asrv.NewRESTHandler(h)))
	mux.Handle("/tenants/", http.StripPrefix("/tenants", a2asrv.NewTenantRESTHandler("/{*}", h)))
	s := httptest.NewServer(mux)
	defer s.Close()
	guarded := netguard.NewClient(netguard.Options{Policy: netguard.Policy{AllowLoopback: true}})
	for name, i := range map[string]a2a.Interface{
		"JSONRPC 1.0":             {URL: s.URL + "/rpc", Binding: a2a.JSONRPC, Version: a2a.V10},
		"JSONRPC 1.0, tenant":     {URL: s.URL + "/rpc", Binding: a2a.JSONRPC, Version: a2a.V10, Tenant: "t1"},
		"HTTP+JSON 1.0":           {URL: s.URL + "/rest", Binding: a2a.HTTPJSON, Version: a2a.V10},
		"HTTP+JSON 1.0, a tenant": {URL: s.URL + "/tenants/", Binding: a2a.HTTPJSON, Version: a2a.V10, Tenant: "t1"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			c := &a2a.Client{HTTP: guarded, Interface: i}
			r, err := c.Prepare(a2a.Message{ID: a2a.NewID(), Parts: json.RawMessage(`[{"text":"안녕"},{"data":{"n":1}},{"raw":"AA==","mediaType":"image/png"}]`)})
			if err != nil {
				t.Fatal(err)
			}
			sent, err := c.Send(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			if sent.Task == nil || sent.Task.State != a2a.Completed || sent.Task.Text != "done\n안녕" || sent.Task.StatusText != "done" || len(sent.Faults) > 0 {
				t.Fatalf("%+v %+v", sent.Task, sent.Faults)
			}
			got, err := c.GetTask(ctx, sent.Task.ID)
			if err != nil || got.Task.State != a2a.Completed || len(got.Faults) > 0 {
				t.Errorf("%+v, %v", got, err)
			}
			var e *a2a.Error
			if _, err := c.GetTask(ctx, "no such task"); !errors.As(err, &e) || e.RPC != -32001 {
				t.Errorf("%v", err)
			}
		})
	}
	// A 1.0 server does not know the old method (X7).
	c := &a2a.Client{HTTP: guarded, Interface: a2a.Interface{URL: s.URL + "/rpc", Binding: a2a.JSONRPC, Version: a2a.V10}}
	r, err := c.As03().Prepare(a2a.Message{ID: "m", Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var e *a2a.Error
	if _, err := c.Send(context.Background(), r); !errors.As(err, &e) || e.Code != a2a.CodeMethodNotFound {
		t.Errorf("%v", err)
	}
}
