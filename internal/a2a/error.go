package a2a

import (
	"fmt"
	"strconv"

	"github.com/hs9147/agentcard/internal/catalog"
)

// Error says why there is no result. Its text is one line, safe to print.
type Error struct {
	Code     string
	RPC      int    // the number of a JSON-RPC error, or that of an A2A error told over HTTP+JSON (A2A 1.0.1 §5.4)
	Message  string // the server's: untrusted, at most 2000 runes, without our secret
	Pointer  string // RFC 6901, into the answer, where something in it is wrong
	Exchange Exchange
	Err      error // the cause, where there is one
}

// The codes of an Error.
const (
	CodeRequest = "request" // nothing was sent: the request can't be made

	// No answer, or not all of it.
	CodeUnreachable = "unreachable" // no connection
	CodeReset       = "reset"       // the connection ended before the answer did
	CodeTLS         = "tls"         // the certificate, or the handshake
	CodeTimeout     = "timeout"     // the deadline, or a timeout of the HTTP client
	CodeCanceled    = "canceled"    // by the caller
	CodeAddress     = "address"     // an address that is not dialled (rule F-address)

	// An answer that can't be read.
	CodeResponse   = "response"   // no HTTP
	CodeRedirected = "redirected" // not followed
	CodeSize       = "size"       // over MaxBody
	CodeEncoding   = "encoding"   // an unknown Content-Encoding, or not in the one it says
	CodeMediaType  = "media-type" // not JSON by its Content-Type
	CodeEmpty      = "empty"      // a good status and no content
	CodeJSON       = "json"       // not one JSON text, read as strictly as a card
	CodeEnvelope   = "envelope"   // no JSON-RPC 2.0 response
	CodeID         = "id"         // the response to another request
	CodeBoth       = "both"       // result and error, or task and message
	CodeNeither    = "neither"    // none of the two
	CodeShape      = "shape"      // a result that is no task and no message
	CodeVersionMix = "version-mix"
	CodeState      = "state"   // a state that the version does not have
	CodeTaskID     = "task-id" // a poll answered with another task

	// A refusal.
	CodeStatus            = "status" // an HTTP status without a JSON-RPC error
	CodeAuth              = "auth"   // 401, 403, 407, or an error that says so
	CodeRPC               = "rpc"    // a JSON-RPC error; RPC has the number
	CodeMethodNotFound    = "method-not-found"
	CodeExtensionRequired = "extension-required"
)

// Numbers of JSON-RPC errors that have a code of their own.
const (
	rpcMethodNotFound    = -32601 // JSON-RPC 2.0 §5.1
	rpcParse             = -32700
	rpcInvalidRequest    = -32600
	rpcExtensionRequired = -32008 // A2A 1.0.1 §5.4
)

// Error is one line, safe to print.
func (e *Error) Error() string {
	s := "a2a: "
	if e.Exchange.RPC != "" {
		s += e.Exchange.RPC + " "
	}
	if e.Exchange.URL != "" {
		s += e.Exchange.URL + ": "
	}
	s += e.Code
	if e.Exchange.Status != 0 {
		s += fmt.Sprintf(" (status %d)", e.Exchange.Status)
	}
	if e.RPC != 0 {
		s += " " + strconv.Itoa(e.RPC)
	}
	if e.Pointer != "" {
		s += " at " + catalog.Show(e.Pointer)
	}
	if e.Err != nil {
		s += ": " + catalog.Show(e.Err.Error())
	}
	if e.Message != "" {
		s += ": " + catalog.Show(e.Message)
	}
	return s
}

// Unwrap gives the cause, so that errors.Is finds context.DeadlineExceeded and
// errors.As a *netguard.AddressError.
func (e *Error) Unwrap() error { return e.Err }

// Words are a cause in words of our own, in both languages.
type Words catalog.Text

// Error is the English.
func (w Words) Error() string { return w.EN }
