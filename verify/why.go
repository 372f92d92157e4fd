package verify

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/netguard"
)

// values are those of a sentence that differ by language.
type values map[string]card.Text

// saying is finding with such values.
func saying(rule, key string, v Verdict, pointer string, texts values, args ...string) Finding {
	ko, en := slices.Clip(args), slices.Clip(args)
	for name, t := range texts {
		ko, en = append(ko, name, t.KO), append(en, name, t.EN)
	}
	f, k := finding(rule, key, v, pointer, en...), finding(rule, key, v, pointer, ko...)
	f.Message.KO, f.Hint.KO = k.Message.KO, k.Hint.KO
	return f
}

// because is saying for a sentence that gives a reason.
func because(rule, key string, v Verdict, pointer string, why card.Text, args ...string) Finding {
	return saying(rule, key, v, pointer, values{"why": why}, args...)
}

// same is a value of somebody else's, which is in one language.
func same(s string) card.Text { return card.Text{KO: s, EN: s} }

// and puts what was observed behind words of our own.
func and(t card.Text, observed string) card.Text {
	if observed == "" {
		return t
	}
	return card.Text{KO: t.KO + ": " + observed, EN: t.EN + ": " + observed}
}

// sentence is a finding's message as part of another.
func sentence(f Finding) card.Text {
	return card.Text{KO: strings.TrimSuffix(f.Message.KO, "."), EN: strings.TrimSuffix(f.Message.EN, ".")}
}

// whyOf says in a few words why something could not be done.
func whyOf(err error) card.Text {
	var call *a2a.Error
	var message *a2a.MessageError
	var origin *a2a.OriginError
	var bad *a2a.URLError
	var words a2a.Words
	var address *netguard.AddressError
	var body *netguard.BodyError
	var text *jsondoc.Error
	switch {
	case errors.As(err, &call):
		return whyCall(call)
	case errors.As(err, &message):
		return card.Text{KO: "시험용 입력으로 메시지를 만들 수 없다. 자리: " + message.Pointer, EN: "the test payload makes no message: " + message.Pointer + ": " + message.Fault}
	case errors.As(err, &origin):
		return card.Text{KO: "허용하지 않은 origin에 있다: " + origin.Origin, EN: "it lies on an origin that is not allowed: " + origin.Origin}
	case errors.As(err, &bad):
		return and(urlFault(bad.Fault), bad.URL)
	case errors.As(err, &words):
		return card.Text(words)
	case errors.As(err, &address):
		return addressWords(address)
	case errors.As(err, &body):
		return bodyWords(body)
	case errors.As(err, &text):
		return jsonWords(text)
	}
	return networkWords(err)
}

// ownersError is why a function of the caller's gave nothing, or why the run was
// ended.
func ownersError(err error) card.Text {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return networkWords(err)
	}
	return same(err.Error())
}

// whyCall says what came of a call.
func whyCall(e *a2a.Error) card.Text {
	status := card.Text{KO: "HTTP 상태 " + strconv.Itoa(e.Exchange.Status), EN: "HTTP status " + strconv.Itoa(e.Exchange.Status)}
	switch e.Code {
	case a2a.CodeEmpty:
		return card.Text{KO: "본문이 비어 있다. " + status.KO, EN: "the body is empty, " + status.EN}
	case a2a.CodeMediaType:
		return and(card.Text{KO: "JSON의 `Content-Type`이 아니다", EN: "the `Content-Type` is not JSON's"}, whyOf(e.Err).EN)
	case a2a.CodeRedirected:
		to := whyOf(e.Err)
		return card.Text{KO: status.KO + ", " + to.KO, EN: status.EN + ", " + to.EN}
	case a2a.CodeStatus, a2a.CodeAuth, a2a.CodeRPC, a2a.CodeMethodNotFound, a2a.CodeExtensionRequired:
		if e.RPC != 0 {
			status = card.Text{KO: "오류 " + strconv.Itoa(e.RPC), EN: "error " + strconv.Itoa(e.RPC)}
		}
		return and(status, e.Message)
	}
	if e.Err == nil {
		return same(e.Code)
	}
	return whyOf(e.Err)
}

// jsonWords says why an answer could not be read.
func jsonWords(e *jsondoc.Error) card.Text {
	at := strconv.Itoa(e.Offset)
	switch e.Kind {
	case jsondoc.Duplicate:
		return card.Text{KO: "같은 이름의 멤버가 한 객체에 두 번 있다. 바이트 " + at, EN: "a member stands twice in one object, at byte " + at}
	case jsondoc.Encoding:
		return card.Text{KO: "UTF-8로 된 유니코드가 아니다. 바이트 " + at, EN: "it is no Unicode in UTF-8, at byte " + at}
	case jsondoc.Type:
		return and(card.Text{KO: "JSON 객체가 아니다", EN: "it is no JSON object"}, e.Found)
	case jsondoc.Limit:
		return and(card.Text{KO: "한도를 넘었다", EN: "it is over a limit"}, string(e.Reason)+" "+strconv.Itoa(e.Max))
	}
	return and(card.Text{KO: "JSON으로 읽을 수 없다. 바이트 " + at, EN: "it is not readable as JSON, at byte " + at}, e.Found)
}

// urlFault says what is wrong with a URL, by a code of rule B-iface-url.
func urlFault(code string) card.Text {
	if t, ok := urlFaults[code]; ok {
		return t
	}
	return same(code)
}

var urlFaults = map[string]card.Text{
	"absolute":   {KO: "절대 URL이 아니다", EN: "it is no absolute URL"},
	"characters": {KO: "URL에 둘 수 없는 문자가 있다", EN: "it holds characters that no URL may hold"},
	"scheme":     {KO: "`https`도 `http`도 아니다", EN: "it is neither `https` nor `http`"},
	"http":       {KO: "평문 `http`를 허용하지 않았다", EN: "plain `http` is not allowed"},
	"host":       {KO: "호스트가 없거나 이름이 맞지 않는다", EN: "it has no host, or one that is no name"},
	"host-port":  {KO: "호스트와 포트가 맞지 않는다", EN: "its host and port don't fit"},
	"userinfo":   {KO: "URL에 사용자 정보가 있다", EN: "it holds user information"},
	"port":       {KO: "포트가 맞지 않는다", EN: "its port is none"},
}
