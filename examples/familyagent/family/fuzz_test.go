package family

import (
	"encoding/json"
	"net/http"
	"testing"
)

// Whatever a caller sends is answered by one JSON-RPC response, and nothing that is
// no event reaches the books.
func FuzzA2A(f *testing.F) {
	for _, body := range []string{
		sending("m", `[{"text":"2026-11 리포트"}]`, ""), sending("m", event("e"), ""), sending("m", `[{"text":"a"},{"text":"b"}]`, `,"taskId":"x"`),
		envelope("GetTask", `{"id":"x"}`), envelope("CancelTask", `{"id":1}`), `[]`, `{`, ``, `{"jsonrpc":"2.0","id":1e400,"method":"SendMessage"}`,
		`{"jsonrpc":"2.0","id":{},"method":"SendMessage","params":{"message":{"parts":[{"data":{"event":null,"id":[]}}]}}}`,
	} {
		f.Add([]byte(body), true)
		f.Add([]byte(body), false)
	}
	k := kit{id: "terra", dir: f.TempDir()}
	table, _ := Table(k.id, nil)
	var err error
	if k.auth, k.creds, err = Fresh(table); err != nil {
		f.Fatal(err)
	}
	if k.Server, err = New(k.id, Options{Endpoint: origin(k.id) + "/a2a", Dir: k.dir, Auth: k.auth}); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = k.Close(f.Context()) })
	f.Fuzz(func(t *testing.T, body []byte, acts bool) {
		k := kit{t: t, id: k.id, creds: k.creds, Server: k.Server}
		scheme := "serviceBearer"
		if acts {
			scheme = "actionBearer"
		}
		before, _ := k.Effects(t.Context())
		got := k.post(string(body), bearer(k.token(scheme))...)
		switch got.status {
		case http.StatusOK:
			var o struct {
				JSONRPC string
				ID      json.RawMessage
			}
			if err := json.Unmarshal([]byte(got.body), &o); err != nil || o.JSONRPC != "2.0" || len(o.ID) == 0 || (got.Error.Code == 0) != (len(got.Result) > 0) {
				t.Errorf("%v: %s", err, got.body)
			}
		case http.StatusForbidden, http.StatusRequestEntityTooLarge:
		default:
			t.Errorf("status %d", got.status)
		}
		if after, _ := k.Effects(t.Context()); after < before || !acts && after != before {
			t.Errorf("%d events, %d before", after, before)
		}
	})
}
