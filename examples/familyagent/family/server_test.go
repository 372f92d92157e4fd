package family

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/once"
)

// What must not be answered by a task.
func TestRefusals(t *testing.T) {
	k := newKit(t, "terra")
	reader, actor := k.token("serviceBearer"), k.token("actionBearer")
	const q = `[{"text":"2026-11 리포트"}]`
	good := sending("m", q, "")
	done, _ := k.post(good, bearer(reader)...).task(t)
	none := []string{"Authorization", ""}
	for why, c := range map[string]struct {
		body   string
		header []string
		want   string
	}{
		"as it should be":              {good, bearer(reader), completed},
		"no credential":                {good, none[:0], "401"},
		"an unknown token":             {good, bearer(rand.Text()), "401"},
		"an empty token":               {good, bearer(""), "401"},
		"Basic":                        {good, []string{"Authorization", "Basic eDp5"}, "401"},
		"the action's token":           {good, bearer(actor), "403"},
		"a query's token for action":   {sending("m", event("e"), ""), bearer(reader), "403"},
		"text/plain":                   {good, append(bearer(reader), "Content-Type", "text/plain"), "415"},
		"too long":                     {strings.Repeat(" ", maxBody) + good, bearer(reader), "413"},
		"no JSON":                      {"{", bearer(reader), "-32700"},
		"a member twice":               {strings.Replace(good, `"id":"r-1"`, `"id":"r-1","id":"r-2"`, 1), bearer(reader), "-32700"},
		"deep":                         {envelope("SendMessage", strings.Repeat(`{"a":`, 70)+"1"+strings.Repeat("}", 70)), bearer(reader), "-32700"},
		"a batch":                      {"[" + good + "]", bearer(reader), "-32600"},
		"no id":                        {strings.Replace(good, `"id":"r-1",`, "", 1), bearer(reader), "-32600"},
		"JSON-RPC 1.0":                 {strings.Replace(good, `"2.0"`, `"1.0"`, 1), bearer(reader), "-32600"},
		"no version":                   {good, append(bearer(reader), "A2A-Version", ""), "-32009"},
		"version 0.3":                  {good, append(bearer(reader), "A2A-Version", "0.3"), "-32009"},
		"a patch version":              {good, append(bearer(reader), "A2A-Version", "1.0.1"), completed},
		"message/send":                 {envelope("message/send", `{}`), bearer(reader), "-32601"},
		"ListTasks":                    {envelope("ListTasks", `{}`), bearer(reader), "-32004"},
		"a push config":                {envelope("GetTaskPushNotificationConfig", `{}`), bearer(reader), "-32003"},
		"params that are a list":       {envelope("SendMessage", `[]`), bearer(reader), "-32602"},
		"no message":                   {envelope("SendMessage", `{}`), bearer(reader), "-32602"},
		"an empty messageId":           {sending("", q, ""), bearer(reader), "-32602"},
		"a long messageId":             {sending(strings.Repeat("m", 257), q, ""), bearer(reader), "-32602"},
		"a task id that is a number":   {sending("m", q, `,"taskId":1`), bearer(reader), "-32602"},
		"another role":                 {strings.Replace(good, "ROLE_USER", "user", 1), bearer(reader), "-32602"},
		"no parts":                     {sending("m", `[]`, ""), bearer(reader), "-32602"},
		"a part of two kinds":          {sending("m", `[{"text":"a","data":{}}]`, ""), bearer(reader), "-32602"},
		"data that is no object":       {sending("m", `[{"data":[1]}]`, ""), bearer(reader), "-32602"},
		"data for no skill":            {sending("m", `[{"data":{"x":1}}]`, ""), bearer(reader), "-32602"},
		"data for the action twice":    {sending("m", `[{"data":{"event":"a","id":"1"}},{"data":{"event":"a","id":"2"}}]`, ""), bearer(actor), "-32602"},
		"a part that is a URL":         {sending("m", `[{"url":"https://h/"}]`, ""), bearer(reader), "-32005"},
		"an event without an id":       {sending("m", `[{"data":{"event":"x"}}]`, ""), bearer(actor), "-32602"},
		"an event whose id is long":    {sending("m", event(strings.Repeat("e", 257)), ""), bearer(actor), "-32602"},
		"an event that is empty":       {sending("m", `[{"data":{"event":"","id":"1"}}]`, ""), bearer(actor), rejected},
		"an event that is no text":     {sending("m", `[{"data":{"event":1,"id":"1"}}]`, ""), bearer(actor), rejected},
		"an unknown task":              {sending("m", q, `,"taskId":"x"`), bearer(reader), "-32001"},
		"a task that is done":          {sending("m", q, `,"taskId":"`+done.ID+`"`), bearer(reader), "-32004"},
		"push notifications":           {envelope("SendMessage", `{"configuration":{"taskPushNotificationConfig":{"url":"https://h/"}},"message":{"messageId":"m","role":"ROLE_USER","parts":`+q+`}}`), bearer(reader), "-32003"},
		"GetTask without an id":        {envelope("GetTask", `{}`), bearer(reader), "-32602"},
		"GetTask":                      {envelope("GetTask", `{"id":"`+done.ID+`"}`), bearer(reader), completed},
		"GetTask by another scheme":    {envelope("GetTask", `{"id":"`+done.ID+`"}`), bearer(actor), "-32001"},
		"GetTask of another caller":    {envelope("GetTask", `{"id":"`+done.ID+`"}`), bearer(k.other.Token), "-32001"},
		"CancelTask of one that ended": {envelope("CancelTask", `{"id":"`+done.ID+`"}`), bearer(reader), "-32002"},
	} {
		got := k.post(c.body, c.header...)
		word := ""
		switch {
		case got.status != http.StatusOK:
			word = strconv.Itoa(got.status)
		case got.Error.Code != 0:
			word = strconv.Itoa(got.Error.Code)
		default:
			_, word = got.task(t)
		}
		if word != c.want {
			t.Errorf("%s: %s, want %s (%s)", why, word, c.want, got.body)
		}
		if own := got.Error.Code > -32100 && got.Error.Code < 0; own != (len(got.Error.Data) == 1 && got.Error.Data[0].Domain == "a2a-protocol.org" && got.Error.Data[0].Reason != "") {
			t.Errorf("%s: what the error says of itself: %s", why, got.body)
		}
	}
	if h := k.post(good).header.Get("WWW-Authenticate"); !strings.HasPrefix(h, "Bearer ") {
		t.Errorf("401 with the challenge %q", h)
	}
	if n, err := k.Effects(t.Context()); n != 0 || err != nil {
		t.Errorf("%d events, %v", n, err)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
		if got := k.do(method, "/a2a", ""); got.status >= 500 || got.status == http.StatusOK || got.header.Get("Allow") == "" {
			t.Errorf("%s: %d", method, got.status)
		}
	}
	if got := k.do(http.MethodGet, "/a2a/tasks", ""); got.status != http.StatusNotFound {
		t.Errorf("below the endpoint: %d", got.status)
	}
}

// A caller may wait for the outcome or ask for it, and two answers may be wanted.
func TestDialogue(t *testing.T) {
	k := newKit(t, "ethos")
	token := bearer(k.creds[0].Token)
	asked, word := k.post(sending("m-1", `[{"text":"이직 제안을 받았다."}]`, ""), token...).task(t)
	if word != inputRequired || !strings.Contains(asked.text(), "기준") {
		t.Fatalf("%s %q", word, asked.text())
	}
	more := func(id, text string) (taskRead, string) {
		return k.post(sending(id, `[{"text":"`+text+`"}]`, `,"taskId":"`+asked.ID+`","contextId":"`+asked.ContextID+`"`), token...).task(t)
	}
	if again, word := more("m-2", "연봉"); word != inputRequired || !strings.Contains(again.text(), "하나뿐") || again.ID != asked.ID {
		t.Errorf("one criterion: %s %q", word, again.text())
	}
	done, word := more("m-3", "통근")
	if word != completed || !strings.Contains(done.text(), "연봉 ↔ 통근") {
		t.Errorf("%s %q", word, done.text())
	}
	if got := k.post(sending("m-4", `[{"text":"x"}]`, `,"taskId":"`+asked.ID+`","contextId":"other"`), token...); got.Error.Code != codeParams {
		t.Errorf("another context: %s", got.body)
	}
	other, _ := k.post(sending("m-5", `[{"text":"이사를 할까?"}]`, ""), token...).task(t)
	if got, word := k.post(envelope("CancelTask", `{"id":"`+other.ID+`"}`), token...).task(t); word != canceled || got.ID != other.ID {
		t.Errorf("canceled: %s", word)
	}
}

// poll asks for a task until it is no longer being worked on.
func (k *kit) poll(token, id string) (got taskRead, word string) {
	k.t.Helper()
	for range 1000 {
		if got, word = k.post(envelope("GetTask", `{"id":"`+id+`"}`), bearer(token)...).task(k.t); word != working {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return got, word
}

func TestNotWaiting(t *testing.T) {
	k := newKit(t, "terra")
	for scheme, parts := range map[string]string{"serviceBearer": `[{"text":"리포트"}]`, "actionBearer": event("e-1")} {
		token := k.token(scheme)
		body := strings.Replace(sending("m-1", parts, ""), `{"message"`, `{"configuration":{"returnImmediately":true},"message"`, 1)
		got, word := k.post(body, bearer(token)...).task(t)
		if word != working {
			t.Errorf("%s, not waiting: %s", scheme, word)
		}
		if end, word := k.poll(token, got.ID); word != completed || end.ID != got.ID || end.ContextID != got.ContextID {
			t.Errorf("%s, asked for: %s %+v", scheme, word, end)
		}
	}
	if n, err := k.Effects(t.Context()); n != 1 || err != nil {
		t.Errorf("%d events, %v", n, err)
	}
}

// A server refuses to start with a card that is not its table's (rule GR1), or that
// breaks a rule, and with a table that can't make one.
func TestStart(t *testing.T) {
	k := newKit(t, "terra")
	text := string(k.Card())
	start := func(change func(o *Options)) error {
		o := Options{Endpoint: origin("terra") + "/a2a", Dir: t.TempDir(), Auth: k.auth, Signer: k.signer}
		change(&o)
		s, err := New("terra", o)
		if err == nil {
			defer s.Close(t.Context())
		}
		return err
	}
	given := func(text string) func(*Options) { return func(o *Options) { o.Card = []byte(text) } }
	edited := func(old, fresh string) func(*Options) {
		if !strings.Contains(text, old) {
			t.Fatalf("the card has no %s", old)
		}
		return given(strings.Replace(text, old, fresh, 1))
	}
	for why, c := range map[string]struct {
		change func(*Options)
		want   error // nil: it starts
	}{
		"its own card":             {func(*Options) {}, nil},
		"its own card, handed in":  {given(text), nil},
		"a skill that has no code": {edited(`"id":"report-lookup"`, `"id":"report-export"`), dispatch.ErrMismatch},
		"another effect":           {edited("effect/reversible", "effect/irreversible"), dispatch.ErrMismatch},
		"a rule broken":            {edited("chofam:scope/party", "party"), verify.ErrFailed},
		"another agent's name":     {edited("terra.observer.v1", "ethos.decision.v1"), verify.ErrFailed},
		"no card":                  {given(`{"name":"x"}`), card.ErrNotAgentCard},
		"another address":          {func(o *Options) { o.Card, o.Endpoint = []byte(text), "https://terra.internal/other" }, errAddress},
		"http to another host":     {func(o *Options) { o.Endpoint = "http://terra.internal/a2a" }, verify.ErrFailed},
		"http on this machine":     {func(o *Options) { o.Endpoint = "http://127.0.0.1:8080/a2a" }, nil},
		"an endpoint that is none": {func(o *Options) { o.Endpoint = "terra.internal/a2a" }, ErrEndpoint},
		"an origin alone":          {func(o *Options) { o.Endpoint = "https://terra.internal" }, ErrEndpoint},
		"the card's own place":     {func(o *Options) { o.Endpoint = "https://terra.internal" + wellknown.Path }, ErrEndpoint},
		"nobody can come in":       {func(o *Options) { o.Auth = nil }, ErrAuth},
		"a signer without a key":   {func(o *Options) { o.Signer = &card.Signer{} }, card.ErrSigner},
		"a folder in use":          {func(o *Options) { o.Dir = k.dir }, once.ErrLocked},
	} {
		if err := start(c.change); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", why, err, c.want)
		}
	}
	if _, err := New("society", Options{Endpoint: origin("society") + "/a2a"}); !errors.Is(err, ErrAgent) {
		t.Errorf("society: %v", err)
	}
	var parted *dispatch.MismatchError
	if err := start(edited(`"id":"report-lookup"`, `"id":"report-export"`)); !errors.As(err, &parted) || len(parted.Problems) != 2 {
		t.Errorf("what parts: %v", err)
	}
}

// A wrong table makes no card, and a table without a handler does not start.
func TestWrongTables(t *testing.T) {
	for why, wrong := range map[string]func(*Agent){
		"an action opened as the query is": func(a *Agent) { a.Skills[1].Opens = nil },
		"a kind outside the policy": func(a *Agent) {
			a.Skills[0].Card = card.Advisory("advise", "자문", "무엇이 나은지 판단할 재료를 돌려준다.")
		},
		"an action of no list": func(a *Agent) {
			a.Skills[1].Card = card.Action("recalculate", "계산", "기록을 다시 계산한다. 되돌릴 수 없다.", 0)
		},
		"the scheme of another row": func(a *Agent) { a.Opens = user() },
		"no description":            func(a *Agent) { a.Description = "" },
	} {
		a, _ := Table("terra", nil)
		wrong(&a)
		if text, r, err := a.Publish(origin("terra")+"/a2a", nil); text != nil || !errors.Is(err, verify.ErrFailed) || r.OK() {
			t.Errorf("%s: %v", why, err)
		}
	}
	a, _ := Table("mentor", nil)
	a.Skills[0].Do = nil
	if err := a.Dispatch().Validate(); !errors.Is(err, dispatch.ErrMismatch) {
		t.Errorf("a skill without a handler: %v", err)
	}
	a.Skills[0].Unexposed = true
	text, _, err := a.Publish(origin("mentor")+"/a2a", nil)
	if err != nil || strings.Contains(string(text), "knowledge-ask") || !strings.Contains(string(text), "knowledge-browse") {
		t.Errorf("a skill that is not exposed: %v\n%s", err, text)
	}
	if ids := IDs(); len(ids) != len(tables()) || slices.ContainsFunc(ids, func(id string) bool { a, ok := Table(id, nil); return !ok || a.ID != id || a.Profile.Name != id }) {
		t.Errorf("ids %v", ids)
	}
}
