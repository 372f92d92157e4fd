package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/verify"
)

// payload is a test message that the owner gives, and whose it is.
type payload struct {
	skill     string // empty: what V7 sends
	message   verify.Message
	key       string        // RFC 6901 into the parts
	retention time.Duration // of keys, as the owner states it
}

// maxPayload is how long a file of -payload or -token-file may be: 256 KiB.
const maxPayload = 256 << 10

// badFile says in English what of a file of the command line can't be used; it
// holds nothing of the file that is not fit to be shown.
type badFile string

func (e badFile) Error() string { return string(e) }

// What a payload is not.
const (
	notParts   = badFile(`"parts" is not a JSON array with an object for each part`)
	notOne     = badFile(`a payload has either "text" or "parts"`)
	notText    = badFile(`"text" is not a text`)
	notKey     = badFile(`"key" is not a JSON pointer into the parts, such as "/0/data/id"`)
	notTime    = badFile(`"retention" is not a time above zero such as "48h"`)
	notAnswers = badFile(`"answers" is not a JSON array of objects with "text" or "parts"`)
)

// parsePayload reads a payload: parts as A2A 1.0 spells them, a JSON array, or an
// object with all that can be said of it. What an agent could read otherwise, as a
// member twice, is refused. The error is a badFile.
func parsePayload(data []byte) (p payload, err error) {
	doc, err := parseJSON(data, "parts")
	if err != nil {
		return p, err
	}
	p.message, err = message(doc.Root(), func(m jsondoc.Value) (err error) {
		switch m.Name() {
		case "key":
			if p.key = m.Text(); !strings.HasPrefix(p.key, "/") {
				return notKey
			}
		case "retention":
			if p.retention, err = time.ParseDuration(m.Text()); err != nil || p.retention <= 0 {
				return notTime
			}
		default:
			return unknownMember(m, `"text", "parts", "key", "retention" and "answers"`)
		}
		return nil
	})
	return p, err
}

// parseJSON reads an object, or what it is the one member of, and nothing that is
// ambiguous.
func parseJSON(data []byte, member string) (*jsondoc.Doc, error) {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return nil, badFile("it is empty")
	}
	if data[0] != '{' {
		data = slices.Concat([]byte(`{"`+member+`":`), data, []byte("}"))
	}
	doc, err := jsondoc.Parse(data, jsondoc.CardLimits())
	var bad *jsondoc.Error
	switch {
	case err == nil:
		return doc, nil
	case !errors.As(err, &bad):
		return nil, badFile("it is no JSON")
	case bad.Kind == jsondoc.Duplicate:
		return nil, badFile(fmt.Sprintf("line %d has a member twice: %s", bad.Line, catalog.Show(bad.Pointer)))
	}
	return nil, badFile(fmt.Sprintf("line %d is no JSON in UTF-8 (%s)", bad.Line, bad.Kind))
}

func unknownMember(m jsondoc.Value, known string) error {
	return badFile(fmt.Sprintf("there is no member `%s`: the members are %s", catalog.Show(m.Name()), known))
}

// message reads what is sent; other members are given to other.
func message(v jsondoc.Value, other func(jsondoc.Value) error) (m verify.Message, err error) {
	for x := range v.Children() {
		text, isText := x.Str()
		switch x.Name() {
		case "text":
			if m.Text = text; !isText {
				return m, notText
			}
		case "parts":
			if m.Parts, err = parts(x); err != nil {
				return m, err
			}
		case "answers":
			if x.Kind() != jsondoc.Array {
				return m, notAnswers
			}
			for a := range x.Children() {
				if a.Kind() != jsondoc.Object {
					return m, notAnswers
				}
				answer, err := message(a, func(m jsondoc.Value) error { return unknownMember(m, `"text", "parts" and "answers"`) })
				if err != nil {
					return m, err
				}
				m.Answers = append(m.Answers, answer)
			}
		default:
			if err := other(x); err != nil {
				return m, err
			}
		}
	}
	if (m.Text == "") == (len(m.Parts) == 0) {
		return m, notOne
	}
	return m, nil
}

func parts(list jsondoc.Value) (json.RawMessage, error) {
	if list.Kind() != jsondoc.Array || list.Len() == 0 {
		return nil, notParts
	}
	for p := range list.Children() {
		if p.Kind() != jsondoc.Object {
			return nil, notParts
		}
	}
	return json.RawMessage(list.Raw()), nil
}

// parseTokens reads a file of credentials: a scheme and its token on each line.
// It gives the line of each. Errors name lines and never what stands in them: who
// wrote them the wrong way round has a token where the scheme belongs.
func parseTokens(data []byte) (out []verify.Credential, at []int, err error) {
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	lines.Buffer(nil, maxPayload)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		end := strings.IndexAny(line, " \t")
		if end < 0 {
			return nil, nil, badFile(fmt.Sprintf("line %d is not a scheme and its token, parted by a space", n))
		}
		scheme, token := line[:end], strings.TrimSpace(line[end:])
		if word, _, more := strings.Cut(token, " "); more && strings.EqualFold(word, "Bearer") {
			return nil, nil, badFile(fmt.Sprintf("line %d: the token begins with `Bearer`. Write the token alone: that word is sent with it", n))
		}
		if i := slices.IndexFunc(out, func(c verify.Credential) bool { return c.Scheme == scheme }); i >= 0 {
			return nil, nil, badFile(fmt.Sprintf("line %d is for the same scheme as line %d", n, at[i]))
		}
		out, at = append(out, verify.Credential{Scheme: scheme, Token: token}), append(at, n)
	}
	if lines.Err() != nil || len(out) == 0 {
		return nil, nil, badFile("there is no scheme and token in it")
	}
	return out, at, nil
}
