package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/verify"
)

// Member is an agent of the fixed list: what society knows of it by itself, and not
// from its card (rule S6-config-first).
type Member struct {
	Name        ans.Name
	Endpoint    string
	Profile     verify.Profile
	Keys        *verify.KeySet // pinned, for this name at this origin alone
	Credentials []verify.Credential

	// What its owner gave to try it with.
	Message  *verify.Message
	Messages map[string]verify.Message
	Actions  []verify.Action
}

// Society is a fixed list of agents, and how they are reached.
type Society struct {
	Members []Member

	AllowHTTP    bool // plain http; P1 is then not asked
	AllowPrivate bool // private addresses and those of this machine, where family hosts are

	// Transport stands in for the guarded one; the caller answers for where it dials.
	Transport *http.Transport
}

// Standing is what came of examining a member.
type Standing struct {
	Member
	Report *verify.Report
}

// Admitted reports whether work is handed to it: each of V1 to V9 is shown, by
// society itself, and nothing else stands in the way.
func (s Standing) Admitted() bool { return s.Report.Complete() && s.Report.OK() }

// Why is the finding that stands most in the way, and false where none does.
func (s Standing) Why() (verify.Finding, bool) {
	for _, v := range []verify.Verdict{verify.Fail, verify.Inconclusive, verify.NeedsEvidence} {
		if e := s.Report.Unfetched; e != nil && v == verify.Inconclusive { // all else follows from that
			return verify.Finding{Verdict: v, Problem: card.Problem{Rule: "V1", Code: e.Code, Message: s.Report.UnfetchedText()}}, true
		}
		for _, f := range s.Report.Findings {
			if f.Verdict == v && s.Report.Counts(f) {
				return f, true
			}
		}
	}
	return verify.Finding{}, false
}

// checks are all that there are.
func (s *Society) checks() []verify.Check {
	out := append(verify.Completion(), verify.P2(), verify.P3(), verify.P4(), verify.P5(), verify.Review4())
	if !s.AllowHTTP {
		out = append(out, verify.P1())
	}
	return out
}

// Examine takes every member through every check, all at once, and gives what came
// of each in the order of the list. Each card is also held against the others', for
// whoever chooses among them reads their skills side by side.
func (s *Society) Examine(ctx context.Context) []Standing {
	cards := make([]*card.Document, len(s.Members))
	each(s.Members, func(i int, m Member) { cards[i] = s.read(ctx, m) })
	out := make([]Standing, len(s.Members))
	each(s.Members, func(i int, m Member) {
		var others []*card.Document
		for n, c := range cards {
			if n != i && c != nil {
				others = append(others, c)
			}
		}
		out[i] = Standing{m, verify.Run(ctx, s.target(m, others), s.checks()...)}
	})
	return out
}

func each(list []Member, do func(int, Member)) {
	var wg sync.WaitGroup
	for i, m := range list {
		wg.Go(func() { do(i, m) })
	}
	wg.Wait()
}

// read gets a member's card to compare others with, nil where there is none to be
// read: the run on the member itself says so.
func (s *Society) read(ctx context.Context, m Member) *card.Document {
	f := &wellknown.Fetcher{AllowHTTP: s.AllowHTTP, AllowLoopback: s.AllowPrivate, AllowPrivate: s.AllowPrivate}
	if s.Transport != nil {
		f.Transport = s.Transport
	}
	r, err := f.Fetch(ctx, m.Endpoint)
	if err != nil {
		return nil
	}
	doc, err := card.Parse(r.Body)
	if err != nil {
		return nil
	}
	return doc
}

// target is what a member is held against. Keys speak for its name at its origin,
// so that one agent's genuine card can't stand in for another's (rule SIG8).
func (s *Society) target(m Member, others []*card.Document) verify.Target {
	live := &verify.Live{
		AllowHTTP: s.AllowHTTP, AllowLoopback: s.AllowPrivate, AllowPrivate: s.AllowPrivate,
		Credentials: m.Credentials, Message: m.Message, Messages: m.Messages, Actions: m.Actions,
	}
	if s.Transport != nil {
		live.Transport = s.Transport
	}
	p := m.Profile
	p.AllowHTTP = s.AllowHTTP
	return verify.Target{
		Endpoint: m.Endpoint, Profile: p, By: verify.Society, Live: live, Others: others,
		Keys: m.Keys, Signing: verify.SignatureOptions{Origin: m.Endpoint, Name: m.Name}, SignaturePolicy: verify.RequireSignature,
	}
}

// pin narrows each key to a name at an origin.
func pin(keys *verify.KeySet, name ans.Name, endpoint string) (*verify.KeySet, error) {
	origin, err := a2a.Origin(endpoint)
	if err != nil {
		return nil, err
	}
	for _, kid := range keys.IDs() {
		if keys, err = keys.With(kid, verify.KeyLimits{Origins: []string{origin}, Names: []ans.Name{name}}); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// profileOf is the family's profile of a name, else that of an outside registrant.
func profileOf(name ans.Name) verify.Profile {
	for _, p := range []verify.Profile{verify.Mentor(), verify.Ethos(), verify.Afo(), verify.Terra(), verify.Guild(), verify.Chopilot()} {
		if slices.Contains(p.Names, name) {
			return p
		}
	}
	return verify.External(name)
}

// RefusedError says that no work is handed to a member.
type RefusedError struct {
	Name   ans.Name
	Reason string // the rule, and its code where it has one; empty where nothing was examined
}

func (e *RefusedError) Error() string {
	if e.Reason == "" {
		return fmt.Sprintf("society: %s is not admitted", e.Name)
	}
	return fmt.Sprintf("society: %s is not admitted: %s", e.Name, e.Reason)
}

// rule names a finding.
func rule(f verify.Finding) string {
	if f.Code != "" {
		return f.Rule + "/" + f.Code
	}
	return f.Rule
}
