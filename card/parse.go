package card

import (
	"crypto/sha256"
	"errors"
	"math"
	"strconv"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// MaxSize is the number of bytes a card may have (rule B-size): 1 MiB.
const MaxSize = jsondoc.MaxBytes

// MaxDepth and MaxValues bound a card's structure (rule B-json). Depth counts
// objects and arrays, the root being 1; every object, array and scalar is a
// value.
const (
	MaxDepth  = jsondoc.MaxDepth
	MaxValues = jsondoc.MaxValues
)

// The places of a Document are numbers of this size.
const _ = uint(math.MaxInt16 - MaxValues)

// ErrNotAgentCard is matched by the error for JSON that is no Agent Card:
// without a string name, or without an array skills.
var ErrNotAgentCard = errors.New("not an agent card")

// ParseError says why bytes could not be read as a card, and where.
type ParseError struct {
	Code    string // card.syntax, card.encoding, card.duplicate_key, card.type, card.limit, card.not_agent_card
	Rule    string // the rule that it breaks: B-json, B-size, B-name or B-skills-array
	Pointer string // RFC 6901, as far as it is known
	Offset  int    // byte offset
	Line    int    // counted from 1
	Message Text
	Hint    Text
}

// Error is one English line, safe to print whatever the input was.
func (e *ParseError) Error() string {
	return "card: " + e.Code + ": " + e.Message.EN
}

// Is reports whether target is ErrNotAgentCard and e says so.
func (e *ParseError) Is(target error) bool {
	return target == ErrNotAgentCard && e.Code == "card.not_agent_card"
}

// Parse reads a card. It is strict about JSON (rules B-json, B-size) and
// lenient about the card (rule B-lenient): only what is not one JSON object,
// exceeds a limit, or lacks a string name or an array skills is refused, with
// a *ParseError. data is copied. It never panics and drops nothing.
func Parse(data []byte) (*Document, error) {
	tree, err := jsondoc.ParseNamed(data, jsondoc.CardLimits(), member.Names)
	if err != nil {
		return nil, unreadable(err)
	}
	d, err := newDocument(tree)
	if err != nil {
		return nil, err
	}
	d.sum, d.summed = sha256.Sum256(data), true
	return d, nil
}

// newDocument is the card of a tree.
func newDocument(tree *jsondoc.Doc) (*Document, error) {
	d := &Document{held: jsondoc.Hold(tree), tree: tree}
	root := tree.Root()
	for m := root.First(); m.Exists(); m = m.Next() {
		if id := m.ID(); id != 0 {
			d.places[id] = int16(m.Order())
		}
	}
	if v := d.top(member.Name); v.Kind() != jsondoc.String {
		return nil, notCard("B-name", root, v)
	}
	if v := d.top(member.Skills); v.Kind() != jsondoc.Array {
		return nil, notCard("B-skills-array", root, v)
	}
	d.ordinary = ordinary(root, cardMessage)
	return d, nil
}

func unreadable(err error) error {
	var e *jsondoc.Error
	if !errors.As(err, &e) {
		return err
	}
	key := "card." + string(e.Kind)
	rule := "B-json"
	switch {
	case e.Reason == jsondoc.ReasonBytes:
		rule = "B-size"
	case e.Reason != jsondoc.ReasonNone:
		key += ":" + string(e.Reason)
	}
	pointer := jsondoc.CutPointer(cutSecret(e.Pointer))
	args := []string{
		"line", strconv.Itoa(e.Line), "offset", strconv.Itoa(e.Offset),
		"found", e.Found, "pointer", pointer, "max", strconv.Itoa(e.Max),
	}
	return parseError(rule, key, pointer, e.Offset, e.Line, args...)
}

func notCard(rule string, root, v jsondoc.Value) error {
	at := v
	if !v.Exists() {
		at = root
	}
	return parseError(rule, "card.not_agent_card", at.Pointer(), at.Offset(), at.Line(), "found", v.Kind().String())
}

func parseError(rule, key, pointer string, offset, line int, args ...string) *ParseError {
	_, say := catalog.Find(rule, key)
	return &ParseError{
		Code: say.Code(), Rule: rule, Pointer: pointer, Offset: offset, Line: line,
		Message: textOf(catalog.Fill(say.Message, args...)),
		Hint:    textOf(catalog.Fill(say.Hint, args...)),
	}
}

// Problem is the fault as a rule's finding.
func (e *ParseError) Problem() Problem {
	r, _ := catalog.Find(e.Rule, e.Code)
	return Problem{
		Rule: e.Rule, Code: e.Code, Pointer: e.Pointer, Severity: SeverityFail,
		Message: e.Message, Hint: e.Hint, Source: r.Source,
	}
}
