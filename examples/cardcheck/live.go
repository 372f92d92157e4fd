package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/netguard"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// liveOptions is what the command line says about calls.
type liveOptions struct {
	live         bool
	endpoint     string // of a card that is a file
	tokenFile    string
	skill        string // of a -skill whose -payload is still to come
	payloadFiles []payloadFile
	tokens       []verify.Credential
	tokenLines   []int // where each stands in the file
	payloads     []payload
	effects      string // URL of a counter
	records      string // file of audit records
	irreversible bool
	allowHTTP    bool
	allowPrivate bool
}

// payloadFile is a file that -payload named, after which -skill.
type payloadFile struct{ skill, file string }

// isURL reports a card that is to be fetched.
func isURL(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http"))
}

// readLive reads the files that the flags name. It says what is wrong with one
// in a line.
func (c *command) readLive() bool {
	if c.tokenFile != "" {
		data, err := readFile(c.tokenFile, maxPayload)
		if err == nil {
			c.tokens, c.tokenLines, err = parseTokens(data)
		}
		if err != nil {
			c.unreadable(c.tokenFile, err)
			return false
		}
	}
	for _, f := range c.payloadFiles {
		data, err := readFile(f.file, maxPayload)
		var p payload
		if err == nil {
			p, err = parsePayload(data)
		}
		if err != nil {
			c.unreadable(f.file, err)
			return false
		}
		p.skill = f.skill
		c.payloads = append(c.payloads, p)
	}
	return true
}

// forCard is what a run may do for a card: nothing for a file without -live,
// reading for a URL, and sending with -live.
func (c *command) forCard(name string) (endpoint string, live *verify.Live) {
	endpoint = c.endpoint
	if isURL(name) {
		endpoint = name
	}
	if endpoint == "" {
		return "", nil
	}
	live = &verify.Live{
		ReadOnly: !c.live, AllowHTTP: c.allowHTTP, AllowLoopback: c.allowPrivate, AllowPrivate: c.allowPrivate,
		LookElsewhere: true, Progress: c.progress(),
	}
	if !c.live {
		return endpoint, live
	}
	live.Credentials = c.tokens
	for _, p := range c.payloads {
		c.allow(live, p)
	}
	return endpoint, live
}

// allow puts a payload where it belongs: V7's message, that of a skill, or the
// leave to run an action. Which of the last two a skill is, the card's tags say
// and the checks read; a payload is offered as both.
func (c *command) allow(live *verify.Live, p payload) {
	if p.skill == "" {
		live.Message = &p.message
		return
	}
	if live.Messages == nil {
		live.Messages = map[string]verify.Message{}
	}
	live.Messages[p.skill] = p.message
	live.Actions = append(live.Actions, verify.Action{
		Skill: p.skill, Send: p.message, KeyPointer: p.key, AllowIrreversible: c.irreversible, Thorough: true,
		Retention: p.retention, Effects: c.counter(), Records: c.readRecords(),
	})
}

// named is what the cards that were called have for -skill and -token-file to
// name.
type named struct{ skills, schemes []string }

func (n *named) note(r *verify.Report) {
	f := r.Facts()
	if f == nil {
		return
	}
	for _, s := range f.Skills {
		n.skills = append(n.skills, s.ID)
	}
	for _, s := range f.Schemes {
		n.schemes = append(n.schemes, s.Name)
	}
}

// unnamed says which skills and schemes of the command line no card has, and
// reports a skill. Without a card nothing can be said. A file of tokens may be for
// other agents too.
func (c *command) unnamed() (wrong bool) {
	if !c.live || len(c.skills) == 0 {
		return false
	}
	for _, p := range c.payloads {
		if p.skill != "" && !slices.Contains(c.skills, p.skill) {
			c.complain("-skill " + catalog.Show(p.skill) + ": no card has such a skill. " + thereAre(c.skills))
			wrong = true
		}
	}
	for i, t := range c.tokens {
		if !slices.Contains(c.schemes, t.Scheme) {
			c.complain(fmt.Sprintf("%s: line %d names a scheme that no card declares. %s", c.tokenFile, c.tokenLines[i], thereAre(c.schemes)))
		}
	}
	return wrong
}

func thereAre(names []string) string {
	if len(names) == 0 {
		return "There is none."
	}
	return "There are: " + strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ", ")
}

// counter reads how often an action took effect from a URL that the owner named.
func (c *command) counter() func(context.Context) (int64, error) {
	if c.effects == "" {
		return nil
	}
	// What a server says unasked on a connection that is kept gets into the log.
	transport, _ := netguard.Alone(nil)
	client := &http.Client{Transport: transport}
	return func(ctx context.Context) (int64, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.effects, nil)
		if err != nil {
			return 0, errors.New("the URL of -effects can't be called")
		}
		res, err := client.Do(req)
		if err != nil {
			return 0, errors.New("the counter of -effects does not answer")
		}
		defer res.Body.Close()
		body, err := io.ReadAll(io.LimitReader(res.Body, 4096))
		if err != nil || res.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("the counter of -effects answers with status %d", res.StatusCode)
		}
		return count(body)
	}
}

// count reads a number that is no less than zero, or the member effects of an
// object.
func count(body []byte) (int64, error) {
	if doc, err := parseJSON(body, "effects"); err == nil {
		v := doc.Root().Get("effects")
		if n, err := strconv.ParseInt(v.Raw(), 10, 64); err == nil && n >= 0 && v.Kind() == jsondoc.Number {
			return n, nil
		}
	}
	return 0, errors.New(`the counter of -effects gives neither a number of times nor {"effects": number}`)
}

// readRecords reads the owner's audit log.
func (c *command) readRecords() func(context.Context) ([]audit.Record, error) {
	if c.records == "" {
		return nil
	}
	return func(context.Context) ([]audit.Record, error) {
		f, err := os.Open(c.records)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return audit.Read(f)
	}
}

// progress writes what a run is about to do to standard error, where that is a
// terminal.
func (c *command) progress() func(verify.Step) {
	if !c.errTTY {
		return nil
	}
	return func(s verify.Step) { fmt.Fprintf(c.err, "  … %s  %s\n", s.Check, s.Text.In(c.lang)) }
}
