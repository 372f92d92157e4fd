package verify

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The card's own url is tried at its own origin, at an allowed one and in a
// verified card, and never with its query.
func TestUrlAtAnotherOrigin(t *testing.T) {
	for name, tc := range map[string]struct {
		url     string
		origins []string
		asked   string // empty: nobody
		want    []string
	}{
		"own":     {"https://ethos.internal/a2a?key=hunter2", nil, "https://ethos.internal/a2a", nil},
		"own, :":  {"https://ETHOS.internal:443/a2a?", nil, "https://ETHOS.internal:443/a2a", nil},
		"other":   {"https://elsewhere.example/a2a?key=hunter2", nil, "", []string{"S6-url-accurate inconclusive /url other-origin"}},
		"port":    {"https://ethos.internal:8443/a2a", nil, "", []string{"S6-url-accurate inconclusive /url other-origin"}},
		"allowed": {"https://elsewhere.example/a2a?key=hunter2", []string{"https://elsewhere.example"}, "https://elsewhere.example/a2a", nil},
		"plain":   {"http://ethos.internal/a2a", []string{"http://ethos.internal"}, "", []string{"S6-url-accurate inconclusive /url not-looked"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t, `set /url `+strconv.Quote(tc.url))
			target.Live.Origins = tc.origins
			target.Profile.Family = false // of the fixed list S6-drift speaks
			r := Run(context.Background(), target, Serve())
			got := slices.DeleteFunc(found(r, nil), func(l string) bool { return strings.HasPrefix(l, "G") })
			wantLines(t, got, tc.want...)
			asked := slices.DeleteFunc(slices.Clone(s.gets), func(u string) bool { return strings.Contains(u, "well-known") })
			if strings.Join(asked, " ") != tc.asked {
				t.Errorf("asked %q, want %q", asked, tc.asked)
			}
			for _, f := range r.Findings {
				if strings.Contains(f.Message.KO+f.Message.EN, "hunter2") {
					t.Errorf("%s", f.Message.EN)
				}
			}
		})
	}
}

// What the caller's own policy keeps from being called is not the agent's failure.
func TestCallersOwnRefusal(t *testing.T) {
	for endpoint, want := range map[string][]string{
		"http://169.254.169.254/a2a": {"P3 inconclusive /supportedInterfaces/0 refused-host", "V1 inconclusive / refused-host", "V7 inconclusive / refused-host"},
		"http://10.1.2.3/a2a":        {"P3 inconclusive /supportedInterfaces/0 private-host", "V1 inconclusive / private-host", "V7 inconclusive / private-host"},
	} {
		target := here(t, "127.0.0.1:9")
		target.Endpoint = endpoint
		wantLines(t, lines(target, V1(), V7(), P3()), want...)
	}
	target := here(t, "127.0.0.1:9")
	target.Live.AllowHTTP = false
	wantLines(t, lines(target, V1(), V7(), P3()), "P3 inconclusive /supportedInterfaces/0 not-looked", "V1 inconclusive / not-looked", "V7 inconclusive / no-interface")

	s := serveRudely(t, func(conn net.Conn, _ *http.Request, _ []byte) {
		body := string(derived(t, "base/ethos.json", `set /url "http://169.254.169.254/a2a"`))
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body)
	})
	target = here(t, s.Addr().String())
	target.Received, target.Live.Origins, target.Profile.Family = nil, []string{"http://169.254.169.254"}, false
	wantLines(t, slices.DeleteFunc(lines(target, Serve()), func(l string) bool { return strings.HasPrefix(l, "G") }), "S6-url-accurate inconclusive /url refused-host")
}

// A reason is in the language of its sentence; what was observed stands as it
// came, and no package of ours is named.
func TestReasonsInBothLanguages(t *testing.T) {
	card := func(r *http.Request, status int, mediaType, body string, edit ...string) (*http.Response, error) {
		res := answer(r, status, mediaType, body)
		for i := 0; i+1 < len(edit); i += 2 {
			res.Header.Set(edit[i], edit[i+1])
		}
		return res, nil
	}
	for name, tc := range map[string]struct {
		get    func(r *http.Request) (*http.Response, error)
		send   func(c *rpc) (*http.Response, error)
		rule   string
		ko, en string
	}{
		"no JSON": {get: func(r *http.Request) (*http.Response, error) { return card(r, 200, "application/json", "<html>") }, rule: "V1", ko: "JSON으로 읽을 수 없다", en: "not readable as JSON"},
		"too long": {get: func(r *http.Request) (*http.Response, error) {
			return card(r, 200, "application/json", strings.Repeat(" ", 1<<20+1))
		}, rule: "V1", ko: "크기 상한을 넘었다", en: "over the size limit"},
		"encoding": {get: func(r *http.Request) (*http.Response, error) {
			return card(r, 200, "application/json", "{}", "Content-Encoding", "br")
		}, rule: "V1", ko: "모르는 압축 방식이다", en: "unknown encoding"},
		"gone": {get: func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }, rule: "V1", ko: "연결이 끊겼다: unexpected EOF", en: "the connection ended"},
		"kept for a week": {get: func(r *http.Request) (*http.Response, error) {
			return card(r, 200, "application/json", string(derived(t, "base/ethos.json")), "Cache-Control", "max-age=604800")
		}, rule: "G4", ko: "604800초", en: "604800 s"},
		"500":       {send: func(c *rpc) (*http.Response, error) { return c.status(500) }, rule: "V7", ko: "HTTP 상태 500", en: "HTTP status 500"},
		"redirect":  {send: func(c *rpc) (*http.Response, error) { return redirects(c, "x") }, rule: "V7", ko: "HTTP 상태 302, 돌린 곳: ", en: "HTTP status 302, to "},
		"an error":  {send: func(c *rpc) (*http.Response, error) { return c.fault("-32000", "no such thing") }, rule: "V7", ko: "오류 -32000: no such thing", en: "error -32000: no such thing"},
		"no status": {send: func(c *rpc) (*http.Response, error) { return c.give(`{"task":{"id":"t"}}`) }, rule: "V7", ko: "Task에 `status`가 없다", en: "the task has no status"},
		"null beside it": {send: func(c *rpc) (*http.Response, error) {
			return answer(c.Request, 200, "application/json", `{"jsonrpc":"2.0","id":`+string(c.ID)+`,"result":{"task":{}},"error":null}`), nil
		}, rule: "V7", ko: "값이 null이어도 없어야 한다", en: "also where it is null"},
		"no part": {send: func(c *rpc) (*http.Response, error) {
			return c.give(`{"message":{"messageId":"m","role":"ROLE_AGENT"}}`)
		}, rule: "REV4", ko: "Task 없이 메시지만 왔다", en: "a message, no task"},
		"silence": {send: func(c *rpc) (*http.Response, error) { return hangs(c.Request) }, rule: "V7", ko: "아무 답도 오지 않았다", en: "no answer came"},
		"nested": {send: func(c *rpc) (*http.Response, error) {
			return c.give(`{"task":{"id":"t","contextId":1,"status":{"state":"TASK_STATE_COMPLETED"}}}`)
		}, rule: "V7", ko: "`contextId`는 문자열이어야 한다", en: "contextId is a string"},
		"not JSON's": {send: func(c *rpc) (*http.Response, error) { return answer(c.Request, 200, "text/html", "x"), nil }, rule: "V7", ko: "JSON의 `Content-Type`이 아니다: text/html", en: "is not JSON's: text/html"},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := ethosSite(t)
			s.get, s.send = tc.get, tc.send
			r := Run(context.Background(), target, append(Completion(), P1(), P3(), Review4())...)
			seen := false
			for _, f := range r.Findings {
				seen = seen || f.Rule == tc.rule && strings.Contains(f.Message.KO, tc.ko) && strings.Contains(f.Message.EN, tc.en)
				for _, own := range []string{"netguard:", "a2a:", "wellknown:", "jsondoc:"} {
					if strings.Contains(f.Message.KO+f.Message.EN, own) {
						t.Errorf("%s/%s: %s", f.Rule, f.Code, f.Message.EN)
					}
				}
			}
			if !seen {
				for _, f := range r.Findings {
					if f.Rule == tc.rule {
						t.Errorf("%s/%s: %s | %s", f.Rule, f.Code, f.Message.KO, f.Message.EN)
					}
				}
				t.Error("not said")
			}
		})
	}
}
