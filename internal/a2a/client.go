package a2a

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/rules"
)

// Client calls one interface. It is safe for concurrent use as long as its
// fields are not changed, and keeps nothing between calls.
type Client struct {
	// HTTP is whose transport dials: netguard's for unknown agents. Required. It
	// is used through a copy that keeps no cookies, follows no redirect and has
	// no pool of connections. Where the transport is an *http.Transport and the
	// context has a deadline, that deadline alone bounds the wait for an answer's
	// headers, since a blocking call may take long.
	HTTP *http.Client

	Interface  Interface
	Credential Credential // sent to its own origin alone; see CredentialApplies
	Extensions []string   // URIs asked for with each request, polls too (A2A 1.0.1 §14.2.2)
	MaxBody    int64      // bytes of an answer, on the wire and decoded; 0: 1 MiB
}

// CredentialApplies reports whether the client has a credential and the
// interface lies at its origin. Where it does not, requests go without.
func (c *Client) CredentialApplies() bool {
	return c.Credential.appliesTo(c.Interface.URL)
}

// As03 is a client for the same interface that speaks 0.3, for the one resend of
// rule T-versions: a message prepared by it has 0.3's shapes and no
// A2A-Version. Give it the same message, so that the messageId is the same.
func (c *Client) As03() *Client {
	old := *c
	old.Interface.Version = V03
	return &old
}

// Prepare serialises a message for the client's interface. The error is a
// *MessageError, or a *NoInterfaceError where the interface is not spoken.
func (c *Client) Prepare(m Message) (*Request, error) {
	if !c.Interface.Spoken() {
		return nil, noInterface([]Interface{c.Interface})
	}
	r := &Request{to: c.Interface, messageID: m.ID, blocking: !m.Immediate}
	if c.Interface.Binding == JSONRPC {
		r.rpcID = NewID()
	}
	var err error
	r.body, err = encodeSend(c.Interface, m, r.rpcID)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Send sends a request once and reads its answer. It may be called again with
// the same Request, also at the same time: the bytes are the same. The error is
// an *Error; the message's id stands in its Exchange.
func (c *Client) Send(ctx context.Context, r *Request) (*Reply, error) {
	call := c.sendCall(r)
	got, ex, fail := c.roundTrip(ctx, call)
	return c.finish(call, got, ex, fail)
}

// SendLost sends a request and cuts the connection once all of it has gone out,
// without reading an answer: a lost answer, as rule E4-probe asks for. Our side of
// the connection ends a tenth of a second after the request has gone out, or as
// soon as an answer begins; what still comes is thrown away for two seconds at
// most, then the other side is cut as well. A nil error means that the request
// went out; whether the agent worked on it is for the agent to say.
// Exchange.Status stays 0.
//
// The error is an *Error, and then it is not known what arrived, save for the
// code request: nothing was sent. So it is where the client's transport is no
// *http.Transport, since connections that others may use are not cut.
func (c *Client) SendLost(ctx context.Context, r *Request) (Exchange, error) {
	ex, fail := c.lose(ctx, c.sendCall(r))
	if fail != nil {
		return ex, c.seal(fail, ex)
	}
	return ex, nil
}

// GetTask asks for a task (A2A 1.0.1 §3.1.3; 0.3.0 §7.3). The reply holds a task
// of that very id. The error is an *Error.
func (c *Client) GetTask(ctx context.Context, id string) (*Reply, error) {
	call, fail := c.getCall(id)
	if fail != nil {
		return nil, fail
	}
	got, ex, fail := c.roundTrip(ctx, call)
	return c.finish(call, got, ex, fail)
}

// finish makes a reply of what was received, or an error.
func (c *Client) finish(call call, got received, ex Exchange, fail *Error) (*Reply, error) {
	var reply *Reply
	if fail == nil {
		reply, fail = decode(call, got)
	}
	if fail != nil {
		if fail.Exchange.TaskID != "" {
			ex.TaskID = fail.Exchange.TaskID
		}
		return nil, c.seal(fail, ex)
	}
	for i := range reply.Faults {
		f := &reply.Faults[i]
		f.Pointer = c.Credential.hide(f.Pointer)
		f.Detail = Words{catalog.Show(c.Credential.hide(f.Detail.KO)), catalog.Show(c.Credential.hide(f.Detail.EN))}
	}
	if reply.Task != nil {
		ex.TaskID = c.Credential.hide(reply.Task.ID)
		reply.Task.Text, reply.Task.StatusText = c.Credential.hide(reply.Task.Text), c.Credential.hide(reply.Task.StatusText)
	} else {
		reply.Message.Text = c.Credential.hide(reply.Message.Text)
	}
	reply.Exchange = ex
	return reply, nil
}

// seal puts the exchange into an error and our secret out of it: a server may
// send back what it got, in any place that an error shows.
func (c *Client) seal(e *Error, ex Exchange) *Error {
	e.Exchange = ex
	e.Exchange.TaskID = c.Credential.hide(ex.TaskID)
	e.Message, e.Pointer = c.Credential.hide(e.Message), c.Credential.hide(e.Pointer)
	if e.Err != nil {
		if said := e.Err.Error(); c.Credential.hide(said) != said {
			own := Words{said, said}
			_ = errors.As(e.Err, &own)
			e.Err = Words{c.Credential.hide(own.KO), c.Credential.hide(own.EN)}
		}
	}
	return e
}

func (c *Client) maxBody() int64 {
	if c.MaxBody > 0 {
		return c.MaxBody
	}
	return jsondoc.MaxBytes
}

// call is one request as it goes out, and what its answer has to fit.
type call struct {
	to        Interface
	words     words
	verb, url string
	rpc       string // the method, as reports name it
	rpcID     string // empty at HTTP+JSON
	messageID string
	taskID    string // of a poll
	body      []byte // nil for GET
	blocking  bool
}

func (c *Client) sendCall(r *Request) call {
	if r == nil {
		r = &Request{to: c.Interface}
	}
	w := speech(r.to)
	k := call{
		to: r.to, words: w, verb: http.MethodPost, url: r.to.URL, rpc: w.send,
		rpcID: r.rpcID, messageID: r.messageID, body: r.body, blocking: r.blocking,
	}
	if r.to.Binding == HTTPJSON {
		k.url = restURL(r.to, "/message:send")
	}
	return k
}

func (c *Client) getCall(id string) (call, *Error) {
	w := speech(c.Interface)
	k := call{to: c.Interface, words: w, verb: http.MethodPost, url: c.Interface.URL, rpc: w.get, taskID: id}
	refuse := func(why Words) (call, *Error) {
		return call{}, &Error{Code: CodeRequest, Exchange: c.exchange(k), Err: why}
	}
	switch {
	case !c.Interface.Spoken():
		return refuse(Words{"이 클라이언트가 쓰는 인터페이스가 아니다", "the interface is not spoken"})
	case id == "":
		return refuse(Words{"Task에 ID가 없다", "the task has no id"})
	case c.Interface.Binding == HTTPJSON:
		// A path with such a segment is another one once somebody cleans it.
		if id == "." || id == ".." {
			return refuse(Words{"Task의 ID를 경로에 적을 수 없다", "the task's id can't stand in a path"})
		}
		k.verb, k.url = http.MethodGet, restURL(c.Interface, "/tasks/"+segment(id))
		return k, nil
	}
	k.rpcID = NewID()
	var err error
	if k.body, err = encodeGet(c.Interface, id, k.rpcID); err != nil {
		return refuse(Words{"Task의 ID를 적을 수 없다", "the task's id can't be written"})
	}
	return k, nil
}

// restURL is the URL of an operation of HTTP+JSON: the interface's, the tenant as
// a segment of its own where one is declared, and the operation (a2a.proto at
// v1.0.1, google.api.http and its additional_bindings). A query stays behind the
// path.
func restURL(i Interface, operation string) string {
	base, query, hasQuery := strings.Cut(i.URL, "?")
	base, _, _ = strings.Cut(base, "#")
	base = strings.TrimRight(base, "/")
	if i.Tenant != "" {
		base += "/" + segment(i.Tenant)
	}
	base += operation
	if hasQuery {
		query, _, _ = strings.Cut(query, "#")
		base += "?" + query
	}
	return base
}

// segment is a variable that fills one segment of a path: all but unreserved
// characters are escaped (google.api.http, "Path template syntax").
func segment(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}

// extensions is the value of A2A-Extensions, or why there can be none.
func extensions(uris []string) (string, error) {
	for _, u := range uris {
		if !rules.URI(u) || strings.ContainsAny(u, ", \t\r\n") {
			return "", Words{"요청할 확장이 헤더에 적을 수 있는 URI가 아니다", "an extension asked for is no URI that a header can hold"}
		}
	}
	return strings.Join(uris, ","), nil
}
