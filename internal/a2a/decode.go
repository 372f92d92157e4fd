package a2a

import (
	"errors"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// decode reads an answer: the status, the media type, then the shape (B96). It
// is decided by the call alone how it has to look (rule T-authoritative).
func decode(k call, got received) (*Reply, *Error) {
	if got.status < 200 || got.status >= 300 {
		return nil, refusal(k, got)
	}
	f := &faults{}
	root, fail := document(k, got, f)
	if fail != nil {
		return nil, fail
	}
	result := root
	if k.rpcID != "" {
		if result, fail = unwrap(k, root); fail != nil {
			return nil, fail
		}
	} else if root.Get("jsonrpc").Exists() {
		return nil, wrong(CodeEnvelope, root, Words{"HTTP+JSON 호출에 JSON-RPC 응답이 왔다", "a JSON-RPC response to an HTTP+JSON call"})
	}
	reply := &Reply{}
	if k.words.old {
		fail = decode03(k, result, reply, f)
	} else {
		fail = decode10(k, result, reply, f)
	}
	if fail != nil {
		return nil, fail
	}
	if t := reply.Task; t != nil && k.blocking && !k.words.old && !t.State.Terminal() && !t.State.Interrupted() {
		f.add(FaultEarly, result, Words{"blocking 호출에 Task가 끝나기 전에 답했다(A2A 1.0.1 §3.2.2)", "a blocking call was answered before the task's end (A2A 1.0.1 §3.2.2)"})
	}
	reply.Faults = f.list
	return reply, nil
}

// document reads the JSON of an answer with a good status.
func document(k call, got received, f *faults) (jsondoc.Value, *Error) {
	none := jsondoc.Value{}
	empty := strings.Trim(string(got.body), " \t\r\n") == ""
	switch {
	case got.status == 204, got.status == 205, empty && (got.mediaType == "" || isJSON(got.mediaType)):
		return none, &Error{Code: CodeEmpty}
	case got.mediaType == "":
		return none, &Error{Code: CodeMediaType, Err: Words{"없다", "there is none"}}
	case !isJSON(got.mediaType):
		return none, &Error{Code: CodeMediaType, Err: Words{got.mediaType, got.mediaType}}
	}
	lim := jsondoc.CardLimits()
	lim.Bytes = max(lim.Bytes, len(got.body)) // MaxBody bounds it
	doc, err := jsondoc.Parse(got.body, lim)
	if err != nil {
		return none, unreadable(k, err)
	}
	if got.status != 200 {
		f.add(FaultStatus, doc.Root(), Words{"결과의 HTTP 상태는 200이어야 한다", "a result has the status 200"})
	}
	if m := got.mediaType; m != "application/json" && (k.rpcID != "" || m != "application/a2a+json") {
		f.add(FaultMediaType, doc.Root(), Words{"바인딩의 미디어 타입이 아니다: " + m, "the media type is not the binding's: " + m})
	}
	return doc.Root(), nil
}

// unreadable is an answer that the strict reader refuses.
func unreadable(k call, err error) *Error {
	e := &Error{Code: CodeJSON, Err: err}
	var bad *jsondoc.Error
	if errors.As(err, &bad) {
		e.Pointer = jsondoc.CutPointer(bad.Pointer)
		switch {
		case bad.Kind == jsondoc.Type && k.rpcID != "":
			e.Code = CodeEnvelope
		case bad.Kind == jsondoc.Type:
			e.Code = CodeShape
		}
	}
	return e
}

// unwrap takes the result out of a JSON-RPC response (JSON-RPC 2.0 §5).
func unwrap(k call, root jsondoc.Value) (jsondoc.Value, *Error) {
	none := jsondoc.Value{}
	if root.Get("jsonrpc").Text() != "2.0" {
		return none, wrong(CodeEnvelope, orParent(root, "jsonrpc"), Words{"`jsonrpc`는 \"2.0\"이어야 한다", `jsonrpc is not "2.0"`})
	}
	result, fault := root.Get("result"), root.Get("error")
	switch {
	case result.Exists() && fault.Kind() == jsondoc.Null: // JSON-RPC 2.0 §5: "This member MUST NOT exist"
		return none, wrong(CodeBoth, fault, Words{"`result`와 함께 `error`가 있다. 값이 null이어도 없어야 한다", "`error` stands beside `result`; it must not, also where it is null"})
	case fault.Exists() && result.Kind() == jsondoc.Null:
		return none, wrong(CodeBoth, result, Words{"`error`와 함께 `result`가 있다. 값이 null이어도 없어야 한다", "`result` stands beside `error`; it must not, also where it is null"})
	case result.Exists() && fault.Exists():
		return none, wrong(CodeBoth, root, Words{"`result`와 `error`가 함께 있다", "result and error"})
	case !result.Exists() && !fault.Exists():
		return none, wrong(CodeNeither, root, Words{"`result`도 `error`도 없다", "no result and no error"})
	}
	var refused *Error
	if fault.Exists() {
		if refused = rpcError(fault); refused.Code == CodeEnvelope {
			return none, refused
		}
	}
	if id := root.Get("id"); id.Text() != k.rpcID && !(refused != nil && unidentified(refused.RPC, id)) {
		return none, wrong(CodeID, orParent(root, "id"), Words{"요청의 `id`가 아니다", "it is not that of the request"})
	}
	return result, refused
}

// unidentified reports an error of a server that could not make out which
// request it answers; then the id is null (JSON-RPC 2.0 §5).
func unidentified(code int, id jsondoc.Value) bool {
	return id.Kind() == jsondoc.Null && (code == rpcParse || code == rpcInvalidRequest)
}

// decode10 reads a result of 1.0: of SendMessage exactly one of task and
// message, of GetTask the task itself (A2A 1.0.1 §9.4, proto
// SendMessageResponse).
func decode10(k call, v jsondoc.Value, reply *Reply, f *faults) *Error {
	var fail *Error
	if v.Kind() != jsondoc.Object {
		return wrong(CodeShape, v, Words{"결과가 객체가 아니다", "the result is no object"})
	}
	if k.taskID != "" {
		reply.Task, fail = task(k, v, f)
		return fail
	}
	t, m := present(v, "task"), present(v, "message")
	switch {
	case t.Exists() && m.Exists():
		return wrong(CodeBoth, v, Words{"`task`와 `message`가 함께 있다", "task and message"})
	case t.Exists():
		reply.Task, fail = task(k, t, f)
	case m.Exists():
		reply.Message, fail = answer(k, m, f)
	case v.Get("kind").Exists(), otherState(k, v):
		return wrong(CodeVersionMix, v, Words{"1.0 호출에 0.3의 결과가 왔다", "a result of 0.3 to a call of 1.0"})
	default:
		return wrong(CodeNeither, v, Words{"Task도 메시지도 없다", "no task and no message"})
	}
	return fail
}

// task reads a task of either version.
func task(k call, v jsondoc.Value, f *faults) (*Task, *Error) {
	if v.Kind() != jsondoc.Object {
		return nil, wrong(CodeShape, v, Words{"Task는 객체여야 한다", "a task is an object"})
	}
	t := &Task{ID: v.Get("id").Text(), Body: []byte(v.Raw())}
	refuse := func(code string, at jsondoc.Value, detail Words) (*Task, *Error) {
		e := wrong(code, at, detail)
		e.Exchange.TaskID = t.ID
		return nil, e
	}
	status := v.Get("status")
	state := status.Get("state")
	t.RawState = state.Text()
	known, other := states10, states03
	if k.words.old {
		known, other = states03, states10
	}
	switch _, mixed := other[t.RawState]; {
	case mixed:
		return refuse(CodeVersionMix, state, Words{"상태가 다른 버전의 표기다", "a state in the spelling of the other version"})
	case t.ID == "":
		return refuse(CodeShape, orParent(v, "id"), Words{"Task에 ID가 없다", "the task has no id"})
	case k.taskID != "" && t.ID != k.taskID:
		e := wrong(CodeTaskID, v.Get("id"), Words{"조회한 Task가 아니다", "it is not the task that was asked for"})
		return nil, e // the exchange keeps the id asked for
	case status.Kind() != jsondoc.Object:
		return refuse(CodeShape, orParent(v, "status"), Words{"Task에 `status`가 없다", "the task has no status"})
	}
	var ok bool
	if t.State, ok = known[t.RawState]; !ok {
		return refuse(CodeState, orParent(status, "state"), Words{"이 버전에 없는 상태다", "no state of this version"})
	}
	f.task(k, v, t)
	return t, nil
}

// answer reads a direct message of either version.
func answer(k call, v jsondoc.Value, f *faults) (*Answer, *Error) {
	if v.Kind() != jsondoc.Object {
		return nil, wrong(CodeShape, v, Words{"메시지는 객체여야 한다", "a message is an object"})
	}
	text := &gathered{}
	f.message(k, v, text)
	return &Answer{ID: v.Get("messageId").Text(), Text: text.String(), Body: []byte(v.Raw())}, nil
}

// otherState reports an object whose status is in the spelling of the other
// version.
func otherState(k call, v jsondoc.Value) bool {
	other := states03
	if k.words.old {
		other = states10
	}
	_, ok := other[v.Get("status").Get("state").Text()]
	return ok
}

// present is a member that is there and not null, which in ProtoJSON is absent.
func present(v jsondoc.Value, name string) jsondoc.Value {
	if m := v.Get(name); m.Kind() != jsondoc.Null {
		return m
	}
	return jsondoc.Value{}
}

// orParent is where a fault of a member is shown: at it, or at what lacks it.
func orParent(v jsondoc.Value, name string) jsondoc.Value {
	if m := v.Get(name); m.Exists() {
		return m
	}
	return v
}

// wrong is an error at a place of the answer.
func wrong(code string, at jsondoc.Value, detail Words) *Error {
	return &Error{Code: code, Pointer: at.ShortPointer(), Err: detail}
}
