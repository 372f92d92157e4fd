package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/internal/netguard"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// listFile is the fixed list: deployment configuration, which goes before whatever
// cards say (card spec §6).
type listFile struct {
	Agents []listed `json:"agents,omitempty"`
}

// listed is an agent as the list has it. File names are relative to the list's
// folder.
type listed struct {
	Name     string             `json:"name,omitempty"` // ANS
	Endpoint string             `json:"endpoint,omitempty"`
	JWKS     string             `json:"jwks,omitempty"`     // file of pinned keys
	Tokens   string             `json:"tokens,omitempty"`   // file, a scheme and its token on each line
	Message  *payload           `json:"message,omitempty"`  // what V7 sends
	Messages map[string]payload `json:"messages,omitempty"` // for each skill, review ④
	Actions  []listedAction     `json:"actions,omitempty"`
}

// payload is a test message: a text, or parts as A2A 1.0 spells them.
type payload struct {
	Text    string          `json:"text,omitempty"`
	Parts   json.RawMessage `json:"parts,omitempty"`
	Answers []payload       `json:"answers,omitempty"`
}

// listedAction is an action that may be exposed, and what its owner gave to prove
// that it executes once.
type listedAction struct {
	Skill     string  `json:"skill,omitempty"`
	Payload   payload `json:"payload,omitempty"`
	Key       string  `json:"key,omitempty"`     // RFC 6901, into the parts
	Effects   string  `json:"effects,omitempty"` // URL of a counter
	Records   string  `json:"records,omitempty"` // file
	Service   string  `json:"service,omitempty"` // that the credential stands for
	Retention string  `json:"retention,omitempty"`
}

// maxFile is how long the list and what it names may be, but for records.
const maxFile = 1 << 20

// ReadList reads the list and what it names. An error says which file, or which
// agent; none shows what stands in a file of tokens.
func ReadList(name string) ([]Member, error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	var f listFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(f.Agents) == 0 {
		return nil, fmt.Errorf("%s: it lists no agent", name)
	}
	var out []Member
	seen := map[ans.Name]bool{}
	for i, a := range f.Agents {
		m, err := a.member(filepath.Dir(name))
		if err == nil && seen[m.Name] {
			err = errors.New("it stands twice")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: agent %d, %s: %w", name, i+1, a.Name, err)
		}
		seen[m.Name] = true
		out = append(out, m)
	}
	return out, nil
}

func (a listed) member(dir string) (m Member, err error) {
	if m.Name, err = ans.Parse(a.Name); err != nil {
		return m, err
	}
	m.Endpoint, m.Profile = a.Endpoint, profileOf(m.Name)
	set, err := readFile(filepath.Join(dir, a.JWKS))
	if err != nil {
		return m, err
	}
	keys, err := verify.ParseJWKS(set)
	if err != nil {
		return m, err
	}
	if m.Keys, err = pin(keys, m.Name, m.Endpoint); err != nil {
		return m, err
	}
	if m.Credentials, err = readTokens(filepath.Join(dir, a.Tokens)); err != nil {
		return m, err
	}
	if a.Message != nil {
		p := a.Message.message()
		m.Message = &p
	}
	m.Messages = map[string]verify.Message{}
	for skill, p := range a.Messages {
		m.Messages[skill] = p.message()
	}
	for _, x := range a.Actions {
		action, err := x.action(dir)
		if err != nil {
			return m, err
		}
		m.Actions = append(m.Actions, action)
		if m.Profile.Policy != nil {
			m.Profile.Policy.Actions = append(m.Profile.Policy.Actions, x.Skill)
		}
	}
	return m, nil
}

func (p payload) message() verify.Message {
	m := verify.Message{Text: p.Text}
	if string(p.Parts) != "null" {
		m.Parts = p.Parts
	}
	for _, a := range p.Answers {
		m.Answers = append(m.Answers, a.message())
	}
	return m
}

func (x listedAction) action(dir string) (verify.Action, error) {
	out := verify.Action{Skill: x.Skill, Send: x.Payload.message(), KeyPointer: x.Key, Thorough: true, Caller: audit.Caller{Service: x.Service}}
	if x.Retention != "" {
		var err error
		if out.Retention, err = time.ParseDuration(x.Retention); err != nil {
			return out, err
		}
	}
	if x.Effects != "" {
		out.Effects = func(ctx context.Context) (int64, error) { return readCounter(ctx, x.Effects) }
	}
	if x.Records != "" {
		path := filepath.Join(dir, x.Records)
		out.Records = func(context.Context) ([]audit.Record, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return audit.Read(f)
		}
	}
	return out, nil
}

// readCounter asks the owner how often the action took effect.
func readCounter(ctx context.Context, url string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, errors.New("the counter's URL can't be called")
	}
	transport, done := netguard.Alone(nil)
	defer done()
	res, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return 0, errors.New("the counter does not answer")
	}
	defer res.Body.Close()
	var o struct{ Effects *int64 }
	if err := json.NewDecoder(io.LimitReader(res.Body, 4096)).Decode(&o); err != nil || res.StatusCode != http.StatusOK || o.Effects == nil {
		return 0, errors.New("the counter gives no number")
	}
	return *o.Effects, nil
}

// readTokens reads credentials, a scheme and its token on each line.
func readTokens(name string) ([]verify.Credential, error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	var out []verify.Credential
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxFile)
	for n := 1; lines.Scan(); n++ {
		scheme, token, ok := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if token = strings.TrimSpace(token); !ok || token == "" {
			return nil, fmt.Errorf("%s: line %d is not a scheme and its token", name, n)
		}
		out = append(out, verify.Credential{Scheme: scheme, Token: token})
	}
	return out, lines.Err()
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = fmt.Errorf("%s: it is too long", name)
	}
	return text, err
}
