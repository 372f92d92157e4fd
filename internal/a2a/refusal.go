package a2a

import (
	"net/http"
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// refusal is the error of an answer with a bad status. A JSON-RPC error in it is
// what counts (B96); of anything else in it no more than its words are taken.
func refusal(k call, got received) *Error {
	e := &Error{Code: CodeStatus}
	if doc, err := jsondoc.Parse(got.body, jsondoc.CardLimits()); err == nil {
		if k.rpcID != "" {
			e = rpcRefusal(k, doc.Root(), e)
		} else {
			e = httpRefusal(doc.Root())
		}
	}
	switch got.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		e.Code = CodeAuth
	}
	return e
}

// rpcRefusal is the JSON-RPC error that came with a bad status. Its id is ours,
// or there is none: whatever refused the request may not have read it.
func rpcRefusal(k call, root jsondoc.Value, otherwise *Error) *Error {
	id := root.Get("id")
	if root.Get("jsonrpc").Text() != "2.0" || root.Get("result").Exists() ||
		present(root, "id").Exists() && id.Text() != k.rpcID {
		return otherwise
	}
	if e := rpcError(root.Get("error")); e.Code != CodeEnvelope {
		return e
	}
	return otherwise
}

// rpcError reads the error object of a JSON-RPC response (JSON-RPC 2.0 §5.1; A2A
// 1.0.1 §9.5). Its code is envelope where it is none.
func rpcError(v jsondoc.Value) *Error {
	number, ok := v.Get("code").Integer()
	if v.Kind() != jsondoc.Object || !ok {
		return wrong(CodeEnvelope, orParent(v, "code"), Words{"`error`의 `code`는 정수여야 한다", "an error has an integer as its code"})
	}
	e := &Error{Code: CodeRPC, RPC: int(number), Message: clip(v.Get("message").Text())}
	switch reason := reasonOf(v.Get("data")); {
	case number == rpcMethodNotFound:
		e.Code = CodeMethodNotFound
	case number == rpcExtensionRequired:
		e.Code = CodeExtensionRequired
	case authNumbers[number], authReasons[reason]:
		e.Code = CodeAuth
	}
	return e
}

// authNumbers are JSON-RPC errors that servers use for want of credentials. A2A
// leaves the number open ("custom error", 1.0.1 §3.3.2): a2a-go has the -31…,
// others follow the HTTP status.
var authNumbers = map[int64]bool{-31401: true, -31403: true, -32401: true, -32403: true}

// authReasons are names for the same, of google.rpc.Code and of ErrorInfo.
var authReasons = map[string]bool{
	"UNAUTHENTICATED": true, "PERMISSION_DENIED": true, "UNAUTHORIZED": true, "FORBIDDEN": true,
}

// httpRefusal reads an error of HTTP+JSON: a google.rpc.Status under error (A2A
// 1.0.1 §11.6), the same bare, or problem details (RFC 9457), which drafts of 1.0
// had.
func httpRefusal(root jsondoc.Value) *Error {
	v := root
	if inner := root.Get("error"); inner.Kind() == jsondoc.Object {
		v = inner
	}
	e := &Error{Code: CodeStatus}
	for _, name := range [...]string{"message", "detail", "title"} {
		if s := v.Get(name).Text(); s != "" {
			e.Message = clip(s)
			break
		}
	}
	reason := reasonOf(v.Get("details"))
	if reason == "" {
		kind := v.Get("type").Text()
		kind = kind[strings.LastIndex(kind, "/")+1:]
		reason = strings.ToUpper(strings.ReplaceAll(kind, "-", "_"))
	}
	e.RPC = numbers[strings.TrimSuffix(reason, "_ERROR")]
	switch {
	case e.RPC == rpcExtensionRequired:
		e.Code = CodeExtensionRequired
	case authReasons[reason], authReasons[v.Get("status").Text()]:
		e.Code = CodeAuth
	}
	return e
}

// numbers are the A2A errors by the reason of their ErrorInfo (A2A 1.0.1 §5.4,
// §11.6).
var numbers = map[string]int{
	"TASK_NOT_FOUND": -32001, "TASK_NOT_CANCELABLE": -32002, "PUSH_NOTIFICATION_NOT_SUPPORTED": -32003,
	"UNSUPPORTED_OPERATION": -32004, "CONTENT_TYPE_NOT_SUPPORTED": -32005, "INVALID_AGENT_RESPONSE": -32006,
	"EXTENDED_AGENT_CARD_NOT_CONFIGURED": -32007, "EXTENSION_SUPPORT_REQUIRED": rpcExtensionRequired,
	"VERSION_NOT_SUPPORTED": -32009,
}

// reasonOf is the reason of the first ErrorInfo among an error's details.
func reasonOf(details jsondoc.Value) string {
	if details.Kind() != jsondoc.Array {
		return ""
	}
	for d := range details.Children() {
		if strings.HasSuffix(d.Get("@type").Text(), "/google.rpc.ErrorInfo") {
			return d.Get("reason").Text()
		}
	}
	return ""
}

// clip cuts a text to MaxText runes.
func clip(s string) string {
	g := &gathered{}
	g.add(s)
	return g.String()
}
