package badagent

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/verify/audit"
)

// TestUnrecorded has an agent whose log can't be written: nothing is executed,
// and the key stays free for the day it can (rule E5-record).
func TestUnrecorded(t *testing.T) {
	a, err := New(Options{Agent: "terra", Origin: "http://127.0.0.1", Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	send := func() string {
		r := httptest.NewRequest("POST", Path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":`+string(a.Event("e"))+`}}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		r.Header.Set("Authorization", "Bearer "+a.Token(actionBearer))
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		return w.Body.String()
	}
	if err := a.log.Close(); err != nil {
		t.Fatal(err)
	}
	if got := send(); !strings.Contains(got, failed) || a.deeds.count() != 0 {
		t.Errorf("%s, %d effects", got, a.deeds.count())
	}
	if a.log, err = audit.Open(a.path, audit.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := send(); !strings.Contains(got, completed) || a.deeds.count() != 1 {
		t.Errorf("%s, %d effects", got, a.deeds.count())
	}
}

// TestFull fills the ledger: what it can't keep the key of is not executed.
func TestFull(t *testing.T) {
	l := &ledger{byKey: map[key]*execution{}}
	for i := range 2 * maxExecutions {
		l.byKey[key{id: string(rune(i)), event: i%2 == 0}] = nil
	}
	_, _, err := l.find(order{keys: [2]key{{id: "new"}, {id: "new", event: true}}}, func(order) *execution { t.Error("begun"); return nil })
	if !errors.Is(err, errFull) {
		t.Error("a full ledger takes more")
	}
}
