package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

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

// longForm is a payload with all that can be said of it. A JSON array is its
// parts alone.
type longForm struct {
	Text      string          `json:"text"`
	Parts     json.RawMessage `json:"parts"`
	Key       string          `json:"key"`
	Retention string          `json:"retention"`
	Answers   []longForm      `json:"answers"`
}

var errPayload = errors.New(`no payload: a JSON array of parts, or an object with "text" or "parts", and for an action "key" and "retention"`)

// parsePayload reads a payload: parts as A2A 1.0 spells them, or the long form.
func parsePayload(data []byte) (p payload, err error) {
	data = bytes.TrimSpace(data)
	f := longForm{Parts: data}
	if bytes.HasPrefix(data, []byte("{")) {
		f = longForm{}
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			return p, fmt.Errorf("%w: %w", errPayload, err)
		}
	}
	if p.message, err = f.asMessage(); err != nil {
		return p, err
	}
	p.key = f.Key
	if f.Retention != "" {
		if p.retention, err = time.ParseDuration(f.Retention); err != nil {
			return p, fmt.Errorf(`%w: "retention" is a time such as "48h"`, errPayload)
		}
	}
	return p, nil
}

func (f longForm) asMessage() (m verify.Message, err error) {
	m.Text = f.Text
	if len(f.Parts) > 0 && string(f.Parts) != "null" {
		var list []map[string]json.RawMessage
		if err := json.Unmarshal(f.Parts, &list); err != nil || len(list) == 0 {
			return m, errPayload
		}
		m.Parts = f.Parts
	}
	if (m.Text == "") == (len(m.Parts) == 0) {
		return m, errPayload
	}
	for _, a := range f.Answers {
		answer, err := a.asMessage()
		if err != nil {
			return m, err
		}
		m.Answers = append(m.Answers, answer)
	}
	return m, nil
}

// parseTokens reads a file of credentials: a scheme and its token on each line.
// Errors name the line and never what stands in it.
func parseTokens(data []byte) ([]verify.Credential, error) {
	var out []verify.Credential
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, maxPayload)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		scheme, token, ok := strings.Cut(line, " ")
		if token = strings.TrimSpace(token); !ok || token == "" {
			return nil, fmt.Errorf("line %d is not a scheme and its token, parted by a space", n)
		}
		out = append(out, verify.Credential{Scheme: scheme, Token: token})
	}
	if lines.Err() != nil || len(out) == 0 {
		return nil, errors.New("there is no scheme and token in it")
	}
	return out, nil
}
