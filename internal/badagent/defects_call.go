package badagent

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
)

// reply is how the answer to SendMessage is written in place of a result.
type reply func(a *Agent, c *call, result json.RawMessage)

// secondSkill is the word in a message that is for the second read skill, where
// there is one.
const secondSkill = "second"

// authRows break S5-as-accepted: the card lists just what the path accepts.
func authRows() []row {
	bare := func(h http.Header) bool {
		return h.Get("Authorization") == "" && h.Get("X-Api-Key") == "" && h.Get("Cookie") == ""
	}
	basic := func(h http.Header) bool { return strings.HasPrefix(strings.ToLower(h.Get("Authorization")), "basic ") }
	apiKey := func(h http.Header) bool { return h.Get("X-Api-Key") != "" }
	return []row{
		ethos("S5-open", "S5-as-accepted", "open", "fail", Text{
			KO: "카드는 인증을 선언하지만 자격 없이 보낸 호출도 받는다.",
			EN: "The card declares authentication, and calls without credentials are accepted.",
		}, knobs{accepts: bare}),
		ethos("S5-refused", "S5-as-accepted", "refused", "fail", Text{
			KO: "카드가 선언한 자격을 거절한다.",
			EN: "The credential that the card declares is refused.",
		}, knobs{shut: true}, "V7", "REV4"),
		ethos("S5-undeclared-basic", "S5-as-accepted", "undeclared", "fail", Text{
			KO: "선언하지 않은 HTTP Basic 자격을 무엇이든 받는다.",
			EN: "Any HTTP Basic credential is accepted, which the card does not declare.",
		}, knobs{accepts: basic}),
		ethos("S5-undeclared-key", "S5-as-accepted", "undeclared", "fail", Text{
			KO: "선언하지 않은 `X-API-Key`를 무엇이든 받는다.",
			EN: "Any `X-API-Key` is accepted, which the card does not declare.",
		}, knobs{accepts: apiKey}),
	}
}

// taskRows break V7 by what becomes of the task.
func taskRows() []row {
	v7 := func(id, code, verdict string, title Text, k knobs) row {
		return ethos(id, "V7", code, verdict, title, k, "REV4")
	}
	ends := func(state string) knobs { return knobs{end: state} }
	return []row{
		v7("V7-failed", "", "fail", Text{KO: "Task를 `failed`로 끝낸다.", EN: "The Task ends as `failed`."}, ends(failed)),
		v7("V7-rejected", "", "fail", Text{KO: "Task를 `rejected`로 끝낸다.", EN: "The Task ends as `rejected`."}, ends("TASK_STATE_REJECTED")),
		v7("V7-canceled", "", "fail", Text{KO: "Task를 `canceled`로 끝낸다.", EN: "The Task ends as `canceled`."}, ends("TASK_STATE_CANCELED")),
		v7("V7-forever", "timeout", "fail", Text{KO: "Task가 언제까지나 `working`이다.", EN: "The Task is `working` for ever."}, ends(working)),
		v7("V7-state", "state", "fail", Text{KO: "A2A에 없는 상태로 Task를 끝낸다.", EN: "The Task ends in a state that A2A does not have."}, ends("TASK_STATE_DONE")),
		v7("V7-auth", "auth-required", "needs-evidence", Text{KO: "Task가 추가 인증을 기다린다(`auth-required`).", EN: "The Task waits for more authentication (`auth-required`)."}, ends("TASK_STATE_AUTH_REQUIRED")),
		v7("V7-input", "input-required", "inconclusive", Text{KO: "답을 받아도 `input-required`로 되묻기만 한다.", EN: "The Task asks for input again however often it is given (`input-required`)."}, knobs{asks: true}),
		v7("V7-task-id", "task-id", "fail", Text{KO: "`GetTask`에서 물은 것과 다른 Task id를 돌려준다.", EN: "`GetTask` gives another Task id than the one that was asked for."}, knobs{early: true, renames: true}),
	}
}

// answerRows break V7 by how the answer is written.
func answerRows() []row {
	v7 := func(id, code string, title Text, f reply) row {
		return ethos(id, "V7", code, "fail", title, knobs{reply: f}, "S5-as-accepted", "REV4")
	}
	return []row{
		v7("V7-no-task", "no-task", Text{KO: "Task 없이 Message 하나로 답한다.", EN: "The answer is a bare Message and no Task."}, bareMessage),
		v7("V7-id", "id", Text{KO: "요청과 다른 JSON-RPC id로 답한다.", EN: "The answer has another JSON-RPC id than the request."}, otherID),
		v7("V7-both", "both", Text{KO: "응답에 `result`와 `error`를 함께 담는다.", EN: "The answer holds both `result` and `error`."}, resultAndError),
		v7("V7-neither", "neither", Text{KO: "`result`에 Task도 Message도 없다.", EN: "The `result` holds neither a Task nor a Message."}, instead("application/json", 200, `{"jsonrpc":"2.0","id":%s,"result":{}}`)),
		v7("V7-shape", "version-mix", Text{KO: "1.0 호출에 0.3 모양의 Task로 답한다.", EN: "A call of 1.0 is answered by a Task in the shape of 0.3."}, instead("application/json", 200, shape03)),
		v7("V7-error", "error", Text{KO: "메시지마다 내부 오류 -32603으로 답한다.", EN: "Every message is answered by the internal error -32603."}, instead("application/json", 200, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"internal error"}}`)),
		v7("V7-html", "media-type", Text{KO: "200과 함께 HTML을 준다.", EN: "The answer is HTML with status 200."}, instead("text/html; charset=utf-8", 200, "<!doctype html><title>%.0s login</title>")),
		v7("V7-202", "empty", Text{KO: "본문 없이 202만 준다.", EN: "The answer is 202 with nothing."}, instead("application/json", 202, "%.0s")),
		v7("V7-empty", "empty", Text{KO: "본문 없이 200만 준다.", EN: "The answer is 200 with nothing."}, instead("application/json", 200, "%.0s")),
		v7("V7-half", "reset", Text{KO: "응답의 절반만 보내고 연결을 끊는다.", EN: "Half of the answer comes, and the connection ends."}, halfAnswer),
		v7("V7-stream", "media-type", Text{KO: "끝나지 않는 SSE 스트림으로 답한다.", EN: "The answer is a stream of events (SSE) that never ends."}, stream),
		v7("V7-hang", "timeout", Text{KO: "메시지를 받고 아무 답도 하지 않는다.", EN: "A message is taken in and never answered."}, silence),
	}
}

// shape03 is a completed Task as A2A 0.3 wrote it.
const shape03 = `{"jsonrpc":"2.0","id":%s,"result":{"kind":"task","id":"task-1","contextId":"context-1","status":{"state":"completed"}}}`

// instead answers by a text of its own, in which the id of the request may
// stand.
func instead(media string, status int, format string) reply {
	return func(_ *Agent, c *call, _ json.RawMessage) {
		c.w.Header().Set("Content-Type", media)
		c.w.WriteHeader(status)
		_, _ = fmt.Fprintf(c.w, format, c.id)
	}
}

func bareMessage(_ *Agent, c *call, _ json.RawMessage) {
	c.give(jsonOf(map[string]messageView{"message": {MessageID: newID("message"), Role: "ROLE_AGENT", Parts: []part{{Text: "들었다"}}}}))
}

func otherID(_ *Agent, c *call, result json.RawMessage) {
	c.id = jsonOf("not " + string(c.id))
	c.give(result)
}

func resultAndError(_ *Agent, c *call, result json.RawMessage) {
	c.write(`{"jsonrpc":"2.0","id":` + string(c.id) + `,"result":` + string(result) + `,"error":{"code":-32603,"message":"internal error"}}`)
}

func halfAnswer(_ *Agent, c *call, result json.RawMessage) {
	text := `{"jsonrpc":"2.0","id":` + string(c.id) + `,"result":` + string(result) + `}`
	c.w.Header().Set("Content-Type", "application/json")
	c.w.Header().Set("Content-Length", fmt.Sprint(len(text)))
	_, _ = io.WriteString(c.w, text[:len(text)/2])
}

func stream(a *Agent, c *call, _ json.RawMessage) {
	c.w.Header().Set("Content-Type", "text/event-stream")
	a.repeat(c.w, c.r, ": still here\n\n")
}

func silence(a *Agent, c *call, _ json.RawMessage) { hang(a, c.w, c.r) }

// reviewRows break REV4: each skill responds as described.
func reviewRows() []row {
	second := func(c *card.AgentCard) {
		c.Skills = append(c.Skills, card.Skill{
			ID: "assumption-review", Name: "가정 검토",
			Description: "이미 적은 가정을 받아 서로 부딪치는 것을 가려 돌려준다.",
			Tags:        []string{tags.KindAdvisory.Tag(), tags.ScopeParty.Tag()},
			Examples:    []string{secondSkill + ": 집값은 오르고 금리도 오른다"},
		})
	}
	return []row{
		ethos("REV4-second", "REV4", "", "fail", Text{
			KO: "카드의 두 번째 skill이 `failed`로만 답한다. 첫째는 바르게 답한다.",
			EN: "The second skill on the card only answers `failed`; the first is right.",
		}, knobs{edit: second, second: failed}),
	}
}
