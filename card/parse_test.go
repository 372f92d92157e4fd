package card

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		name, text, code, rule, pointer string
		offset, line                    int
	}{
		{"empty", "", "card.syntax", "B-json", "", 0, 1},
		{"cut", "{\"name\":\n\"N\"", "card.syntax", "B-json", "", 12, 2},
		{"comma", "{\"name\":\"N\",}", "card.syntax", "B-json", "", 11, 1},
		{"second object", `{"name":"N","skills":[]}{}`, "card.syntax", "B-json", "", 24, 1},
		{"comment", "// card\n{}", "card.syntax", "B-json", "", 0, 1},
		{"BOM", "\ufeff{\"name\":\"N\",\"skills\":[]}", "card.encoding", "B-json", "", 0, 1},
		{"bad UTF-8", "{\"name\":\"\xff\"}", "card.encoding", "B-json", "/name", 9, 1},
		{"lone surrogate", "{\n\n\"name\":\"x\\ud800y\"}", "card.encoding", "B-json", "/name", 12, 3},
		{"twice", `{"name":"N","url":"a","\u0075rl":"b"}`, "card.duplicate_key", "B-json", "/url", 22, 1},
		{"twice, deep", `{"x":[{"a":1,"a":2}]}`, "card.duplicate_key", "B-json", "/x/0/a", 13, 1},
		{"array", `[{"name":"N","skills":[]}]`, "card.type", "B-json", "", 0, 1},
		{"string", ` "N"`, "card.type", "B-json", "", 1, 1},
		{"null", `null`, "card.type", "B-json", "", 0, 1},
		{"depth", `{"x":` + strings.Repeat("[", 64), "card.limit", "B-json", "/x" + strings.Repeat("/0", 62), 68, 1},
		{"no name", `{"skills":[]}`, "card.not_agent_card", "B-name", "", 0, 1},
		{"empty object", "\n{}", "card.not_agent_card", "B-name", "", 1, 2},
		{"name null", `{"name":null,"skills":[]}`, "card.not_agent_card", "B-name", "/name", 8, 1},
		{"name number", "{\"skills\":[],\n \"name\":5}", "card.not_agent_card", "B-name", "/name", 22, 2},
		{"name folded", `{"Name":"N","skills":[]}`, "card.not_agent_card", "B-name", "", 0, 1},
		{"no skills", `{"name":"N"}`, "card.not_agent_card", "B-skills-array", "", 0, 1},
		{"skills null", `{"name":"N","skills":null}`, "card.not_agent_card", "B-skills-array", "/skills", 21, 1},
		{"skills object", `{"name":"N","skills":{"id":"s"}}`, "card.not_agent_card", "B-skills-array", "/skills", 21, 1},
		{"skills string", `{"name":"N","skills":"x"}`, "card.not_agent_card", "B-skills-array", "/skills", 21, 1},
		{"neither", `{"schema":"https://example.com/other"}`, "card.not_agent_card", "B-name", "", 0, 1},
	} {
		d, err := Parse([]byte(c.text))
		var e *ParseError
		if !errors.As(err, &e) || d != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if e.Code != c.code || e.Rule != c.rule || e.Pointer != c.pointer || e.Offset != c.offset || e.Line != c.line {
			t.Errorf("%s: %s, %s at %q, byte %d, line %d", c.name, e.Code, e.Rule, e.Pointer, e.Offset, e.Line)
		}
		if errors.Is(err, ErrNotAgentCard) != (c.code == "card.not_agent_card") {
			t.Errorf("%s: not an agent card: %v", c.name, errors.Is(err, ErrNotAgentCard))
		}
		if want := "card: " + c.code + ": "; !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q", c.name, err.Error())
		}
		p := e.Problem()
		if p.Rule != c.rule || p.Code != c.code || p.Severity != SeverityFail {
			t.Errorf("%s: %+v", c.name, p)
		}
		complain(t, c.text, p)
	}
}

// A wrapped error is still found.
func TestErrNotAgentCardIsFoundWithin(t *testing.T) {
	_, err := Parse([]byte(`{}`))
	if err = fmt.Errorf("reading: %w", err); !errors.Is(err, ErrNotAgentCard) {
		t.Error(err)
	}
	_, err = Parse([]byte(`{`))
	if errors.Is(err, ErrNotAgentCard) {
		t.Error("what is no JSON is called no agent card")
	}
}

// The messages say what is wrong: each fault has words of its own.
func TestParseMessages(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff{}": "BOM", "": "empty", "{": "ends before", "{}x": "follows", "{\"a\":\"\xff\"}": "0xFF", `{"a":"\ud800"}`: "surrogate",
		`{"a":1,"a":2}`: "`/a`", `[]`: "array", `{}`: "absent", `{"name":5}`: "number", `{"name":"N","skills":null}`: "null",
		`{"x":` + strings.Repeat("[", 64): "64", strings.Repeat(" ", MaxSize+1): "1048576", `{"a":tru}`: "byte",
	} {
		_, err := Parse([]byte(text))
		var e *ParseError
		if !errors.As(err, &e) || !strings.Contains(e.Message.EN, want) || e.Message.KO == "" || e.Hint.IsZero() {
			t.Errorf("%.20q: %v, want %q in it", text, err, want)
		}
	}
}

// The limits, one past the edge.
func TestLimits(t *testing.T) {
	const head, tail = `{"name":"N","skills":[],"x":`, `}`
	fill := func(n int) string {
		return head + `"` + strings.Repeat("x", n-len(head)-len(tail)-2) + `"` + tail
	}
	deep := func(n int) string { return head + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + tail }
	many := func(n int) string { return head + inModels(n-4, "0") + tail } // root, name, skills, x
	for name, c := range map[string]struct{ good, bad, rule string }{
		"bytes":  {fill(1_048_576), fill(1_048_577), "B-size"},
		"depth":  {deep(64), deep(65), "B-json"},
		"values": {many(10_000), many(10_001), "B-json"},
	} {
		if _, err := Parse([]byte(c.good)); err != nil {
			t.Errorf("%s: the limit itself is refused: %v", name, err)
		}
		_, err := Parse([]byte(c.bad))
		var e *ParseError
		if !errors.As(err, &e) || e.Code != "card.limit" || e.Rule != c.rule {
			t.Errorf("%s: one past the limit: %v", name, err)
		}
	}
	if MaxSize != 1_048_576 || MaxDepth != 64 || MaxValues != 10_000 {
		t.Error("the limits are others")
	}
}
