package once_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

func TestRefusedRequests(t *testing.T) {
	long := strings.Repeat("x", once.MaxKey+1)
	many := make([]once.PayloadKey, once.MaxKeys)
	for i := range many {
		many[i] = once.PayloadKey{Name: "event", Value: string(rune('a' + i))}
	}
	for name, c := range map[string]struct {
		change func(*once.Request)
		want   error
	}{
		"no caller":            {func(r *once.Request) { r.Caller = audit.Caller{} }, once.ErrNoCaller},
		"no messageId":         {func(r *once.Request) { r.MessageID = "" }, once.ErrNoKey},
		"an empty payload key": {func(r *once.Request) { r.Keys[0].Value = "" }, once.ErrNoKey},
		"one without a name":   {func(r *once.Request) { r.Keys[0].Name = "" }, once.ErrBadKey},
		"a long messageId":     {func(r *once.Request) { r.MessageID = long }, once.ErrBadKey},
		"a long payload key":   {func(r *once.Request) { r.Keys[0].Value = long }, once.ErrBadKey},
		"too many keys":        {func(r *once.Request) { r.Keys = many }, once.ErrBadKey},
		"a key in no UTF-8":    {func(r *once.Request) { r.MessageID = "\xff" }, once.ErrBadKey},
		"a caller in no UTF-8": {func(r *once.Request) { r.Caller.Subject = "\xff" }, once.ErrBadKey},
		"a skill in no UTF-8":  {func(r *once.Request) { r.Skill = "\xff" }, once.ErrBadKey},
		"a payload cut off":    {func(r *once.Request) { r.Payload = json.RawMessage(`{"a":`) }, once.ErrBadPayload},
		"two payloads":         {func(r *once.Request) { r.Payload = json.RawMessage(`1 2`) }, once.ErrBadPayload},
		"one that breaks out":  {func(r *once.Request) { r.Payload = json.RawMessage(`1,"q":2`) }, once.ErrBadPayload},
		"one that closes":      {func(r *once.Request) { r.Payload = json.RawMessage(`1}`) }, once.ErrBadPayload},
		"a member twice":       {func(r *once.Request) { r.Payload = json.RawMessage(`{"a":1,"a":2}`) }, once.ErrBadPayload},
		"a huge payload":       {func(r *once.Request) { r.Payload = make(json.RawMessage, once.MaxPayload+1) }, once.ErrBadPayload},
	} {
		store := newFaulty(memory())
		d := newDoer(t, store, once.Options{})
		r := message("m1", "e1")
		c.change(&r)
		_, first, err := d.Do(ctx, r, never(t))
		if !errors.Is(err, c.want) || first {
			t.Errorf("%s: first %v, %v", name, first, err)
		}
		if err != nil && (strings.Contains(err.Error(), "xxxx") || (strings.Contains(err.Error(), "\n") || !utf8.ValidString(err.Error()))) {
			t.Errorf("%s: the error shows what was sent: %q", name, err)
		}
		if store.calls["Lookup"]+store.calls["Begin"] > 0 {
			t.Errorf("%s: the store was asked", name)
		}
	}
	if _, _, err := newDoer(t, memory(), once.Options{}).Do(ctx, plain("m"), nil); err == nil {
		t.Error("no effect at all was taken for one")
	}
}

// The edges that are taken.
func TestTakenRequests(t *testing.T) {
	d := newDoer(t, memory(), once.Options{})
	var c counted
	for name, r := range map[string]once.Request{
		"the longest key":    plain(strings.Repeat("x", once.MaxKey)),
		"no payload":         {Caller: someone, MessageID: "none"},
		"a service, a space": {Caller: audit.Caller{Service: "society"}, MessageID: " "},
	} {
		if _, first, err := d.Do(ctx, r, c.effect); err != nil || !first {
			t.Errorf("%s: first %v, %v", name, first, err)
		}
		if _, first, err := d.Do(ctx, r, never(t)); err != nil || first {
			t.Errorf("%s, again: first %v, %v", name, first, err)
		}
	}
	c.want(t, 3)
}

// What makes two messages one, and what does not.
func TestKeys(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*once.Request)
		first  bool
		want   error
	}{
		"the same bytes": {func(*once.Request) {}, false, nil},
		"spelled another way": {func(r *once.Request) {
			r.Payload = json.RawMessage("[ {\"data\":{\"\\u0069d\":\"e1\",\n\"event\":\"ingest\"}} ]")
		}, false, nil},
		"a fresh messageId": {func(r *once.Request) { r.MessageID = "m2" }, false, nil},
		"without the event": {func(r *once.Request) { r.Keys = nil }, false, nil},
		"another payload": {func(r *once.Request) {
			r.Payload = json.RawMessage(`[{"data":{"event":"ingest","id":"e2"}}]`)
			r.Keys[0].Value = "e2"
		}, false, once.ErrOtherPayload},
		"the event's id in another payload": {func(r *once.Request) { r.MessageID = "m2"; r.Payload = json.RawMessage(`1`) }, false, once.ErrOtherPayload},
		"another skill":                     {func(r *once.Request) { r.Skill = "event-delete" }, false, once.ErrOtherPayload},
		"another message": {func(r *once.Request) {
			*r = message("m2", "e2")
		}, true, nil},
		"another caller":                 {func(r *once.Request) { r.Caller.Subject = "u-2" }, true, nil},
		"another issuer":                 {func(r *once.Request) { r.Caller.Issuer = "https://other.example.com" }, true, nil},
		"an event of another kind":       {func(r *once.Request) { r.MessageID = "m2"; r.Keys[0].Name = "order" }, true, nil},
		"a messageId like the event":     {func(r *once.Request) { r.MessageID = "e1"; r.Keys[0].Value = "e2" }, true, nil},
		"an event like the messageId":    {func(r *once.Request) { r.MessageID = "m2"; r.Keys[0].Value = "m1" }, true, nil},
		"a messageId that only looks so": {func(r *once.Request) { *r = message("m1 ", "e2") }, true, nil},
	} {
		d := newDoer(t, memory(), once.Options{})
		var c counted
		if _, first, err := d.Do(ctx, message("m1", "e1"), c.effect); err != nil || !first {
			t.Fatalf("first %v, %v", first, err)
		}
		r := message("m1", "e1")
		tc.change(&r)
		res, first, err := d.Do(ctx, r, c.effect)
		if first != tc.first || !errors.Is(err, tc.want) {
			t.Errorf("%s: first %v, %v", name, first, err)
		}
		if err == nil && (string(res.Answer) != "stored" || res.TaskID != "t1") {
			t.Errorf("%s: %+v", name, res)
		}
		want := int64(1)
		if tc.first {
			want = 2
		}
		c.want(t, want)
	}
}

// A fresh messageId that came with a known event is known from then on.
func TestNewKeysAreBound(t *testing.T) {
	d := newDoer(t, memory(), once.Options{})
	var c counted
	do := func(r once.Request, want error) {
		t.Helper()
		if _, _, err := d.Do(ctx, r, c.effect); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", r.MessageID, err, want)
		}
	}
	do(message("m1", "e1"), nil)
	do(message("m2", "e1"), nil)
	do(message("m2", "e2"), once.ErrOtherPayload)
	do(message("m1", "e2"), once.ErrOtherPayload)
	do(message("m3", "e2"), nil)
	// Keys of two requests in one are another request, whichever comes first.
	mixed := message("m1", "e1")
	mixed.Keys = append(mixed.Keys, once.PayloadKey{Name: "event", Value: "e2"})
	do(mixed, once.ErrOtherPayload)
	c.want(t, 2)
}

// A number that a double can't hold is not taken for its neighbour.
func TestNumbersBeyondADouble(t *testing.T) {
	d := newDoer(t, memory(), once.Options{})
	var c counted
	send := func(payload string) error {
		r := plain("m1")
		r.Payload = json.RawMessage(payload)
		_, _, err := d.Do(ctx, r, c.effect)
		return err
	}
	if err := send(`{"won":9007199254740993}`); err != nil {
		t.Fatal(err)
	}
	wantErr(t, "a neighbour", send(`{"won":9007199254740992}`), once.ErrOtherPayload)
	wantErr(t, "another", send(`{"won":9007199254740994}`), once.ErrOtherPayload)
	if err := send(`{ "won": 9007199254740993 }`); err != nil {
		t.Error(err)
	}
	c.want(t, 1)
}
