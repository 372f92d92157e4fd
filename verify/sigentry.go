package verify

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jose"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// The limits of a protected header (rule SIG3).
const (
	maxHeaderSize  = jose.MaxHeaderSize
	maxHeaderDepth = 16
)

// entry is one entry of signatures, read but not verified. A code says why it
// can't be used.
type entry struct {
	index     int
	protected string // as received: what was signed
	signature []byte
	alg, kid  string
	typ       oddType
	hints     []string
	code      string
}

// entries are those that are looked at, and how many there are.
type entries struct {
	list  []entry
	total int
}

// keyHints are the header members by which a card would bring its own key.
// They are reported and never followed (rule SIG1).
var keyHints = [...]string{"jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256"}

// readEntries reads a card's signatures. malformed says that the member is
// there and no list.
func readEntries(d *card.Document) (out entries, malformed bool) {
	list := jsondoc.Of(d).Root().Member(member.Signatures)
	switch list.Kind() {
	case jsondoc.Absent, jsondoc.Null:
		return out, false
	case jsondoc.Array:
	default:
		return out, true
	}
	out.total = list.Len()
	for v := list.First(); v.Exists() && v.Index() < MaxSignatures; v = v.Next() {
		e := entry{index: v.Index()}
		e.read(v)
		out.list = append(out.list, e)
	}
	return out, false
}

// read fills in the entry, or says why it can't be used.
func (e *entry) read(v jsondoc.Value) {
	protected, okP := v.Get("protected").Str()
	signature, okS := v.Get("signature").Str()
	header := v.Get("header")
	if v.Kind() != jsondoc.Object || !okP || !okS || header.Exists() && header.Kind() != jsondoc.Object && header.Kind() != jsondoc.Null {
		e.code = "signatures.malformed"
		return
	}
	e.protected = protected
	e.hintsOf(header)
	if e.code = e.readHeader(protected, header); e.code != "" {
		return
	}
	if e.signature, okS = jose.Decode(signature); !okS {
		e.code = "signature.encoding"
	}
}

func (e *entry) hintsOf(header jsondoc.Value) {
	for _, name := range keyHints {
		if header.Get(name).Exists() && !slices.Contains(e.hints, name) {
			e.hints = append(e.hints, name)
		}
	}
}

// readHeader reads the protected header (RFC 7515 §4). Its code is the first
// reason to refuse it.
func (e *entry) readHeader(protected string, unprotected jsondoc.Value) string {
	if len(protected) > maxHeaderSize/3*4+4 {
		return "header.limit"
	}
	raw, ok := jose.Decode(protected)
	if !ok {
		return "header.encoding"
	}
	tree, err := jsondoc.Parse(raw, jsondoc.Limits{Bytes: maxHeaderSize, Depth: maxHeaderDepth, Values: jsondoc.MaxValues})
	if err != nil {
		return headerCode(err)
	}
	h := tree.Root()
	e.hintsOf(h)
	for m := range h.Children() {
		if unprotected.Get(m.Name()).Exists() {
			return "header.conflict"
		}
	}
	alg, kid := h.Get("alg"), h.Get("kid")
	e.alg, e.kid, e.typ = alg.Text(), kid.Text(), oddTypeOf(h.Get("typ"))
	switch {
	case h.Get("crit").Exists(), unprotected.Get("crit").Exists():
		return "header.crit"
	case h.Get("b64").Exists() && !h.Get("b64").IsTrue(), unprotected.Get("b64").Exists():
		return "header.b64"
	case !alg.Exists():
		return "alg.missing"
	case alg.Kind() != jsondoc.String, kid.Exists() && kid.Kind() != jsondoc.String:
		return "header.param"
	}
	return ""
}

// oddType is a header's typ where it is not that of a JWS (RFC 7515 §4.1.9,
// A2A 1.0.1 §8.4.2): the key of what is said of it under SIG5, and the value as
// shown. It is zero where there is nothing to say.
type oddType struct{ key, shown string }

func oddTypeOf(typ jsondoc.Value) oddType {
	switch s, ok := typ.Str(); {
	case !typ.Exists():
		return oddType{key: "typ:absent"}
	case !ok:
		return oddType{"typ", typ.Kind().String()}
	case strings.EqualFold(s, "JOSE"), strings.EqualFold(s, "application/jose"):
		return oddType{}
	default:
		return oddType{"typ", s}
	}
}

func headerCode(err error) string {
	var e *jsondoc.Error
	if !errors.As(err, &e) {
		return "header.syntax"
	}
	switch {
	case e.Kind == jsondoc.Duplicate:
		return "header.duplicate_key"
	case e.Kind == jsondoc.Limit:
		return "header.limit"
	case e.Kind == jsondoc.Encoding && e.Reason != jsondoc.ReasonBOM:
		return "header.encoding"
	}
	return "header.syntax"
}

// at is the entry's place in the card.
func (e SignatureEntry) at() string { return "/signatures/" + strconv.Itoa(e.Index) }
