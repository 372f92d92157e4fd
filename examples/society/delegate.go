package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
	"github.com/hs9147/agentcard/tags"
)

// How long a task may take, and how often it is asked for.
const (
	taskTime = 30 * time.Second
	pollTime = 100 * time.Millisecond
)

// Result is what came of a task. Its text is the agent's own and untrusted: show it
// through catalog.Show.
type Result struct {
	Skill string
	State a2a.State // input-required: the text is a question, for a person to answer (card spec §5.2)
	Text  string
}

// Errors of Delegate beside *RefusedError and those of the calls.
var (
	ErrNoSkill      = errors.New("society: no skill of the agent takes this: it is an action, or there is none")
	ErrNoCredential = errors.New("society: there is no credential for the skill")
)

// Delegate hands one text to a member that was admitted, for a skill of that id, or
// its first that gives advice or reads. An action is handed to nobody here: that
// asks for a person's leave, and for more than a text (rule P-kind).
//
// It acts on the card as it was signed, calls the URL of the list and no other (rule
// S6-config-first), and sends the credential to that origin alone (rule T-origin).
func (s *Society) Delegate(ctx context.Context, list []Standing, name ans.Name, skill, text string) (Result, error) {
	i := slices.IndexFunc(list, func(x Standing) bool { return x.Name == name })
	if i < 0 {
		return Result{}, &RefusedError{Name: name}
	}
	if !list[i].Admitted() {
		refused := &RefusedError{Name: name}
		if f, found := list[i].Why(); found {
			refused.Reason = rule(f)
		}
		return Result{}, refused
	}
	c := list[i].Report.Signature.Card // of the verified payload
	chosen, err := choose(c, skill)
	if err != nil {
		return Result{}, err
	}
	client, err := s.client(c, list[i].Member, chosen)
	if err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, taskTime)
	defer cancel()
	r, err := carry(ctx, client, text)
	r.Skill = chosen.ID
	return r, err
}

// choose is the skill of an id, or the first that has no side effect by its tags.
func choose(c *card.AgentCard, id string) (card.Skill, error) {
	for _, k := range c.Skills {
		reads := k.Kind() == tags.KindAdvisory || k.Kind() == tags.KindQuery
		if reads && (id == "" || k.ID == id) {
			return k, nil
		}
	}
	return card.Skill{}, ErrNoSkill
}

// client calls the list's endpoint in the way that the card says, with the
// credential that opens the skill.
func (s *Society) client(c *card.AgentCard, m Member, skill card.Skill) (*a2a.Client, error) {
	origin, err := a2a.Origin(m.Endpoint)
	if err != nil {
		return nil, err
	}
	i, err := a2a.Select(c, a2a.Choice{CardOrigin: origin, Fixed: m.Endpoint, Verified: true})
	if err != nil {
		return nil, err
	}
	client := &a2a.Client{HTTP: s.http(), Interface: i}
	ways := c.RequirementsOf(skill)
	for _, way := range ways {
		for _, cred := range m.Credentials {
			_, named := way.Schemes[cred.Scheme]
			if named && len(way.Schemes) == 1 && c.SecuritySchemes[cred.Scheme].Kind() == card.SchemeHTTP {
				client.Credential = a2a.Bearer(origin, cred.Token)
				return client, nil
			}
		}
		if way.Anonymous() {
			return client, nil
		}
	}
	if len(ways) == 0 {
		return client, nil
	}
	return nil, ErrNoCredential
}

func (s *Society) http() *http.Client {
	if s.Transport != nil {
		return &http.Client{Transport: s.Transport}
	}
	return netguard.NewClient(netguard.Options{Policy: netguard.Policy{AllowLoopback: s.AllowPrivate, AllowPrivate: s.AllowPrivate}, HeaderTimeout: taskTime})
}

// carry sends the text, under a messageId that is made before the first send (rule
// E4-client), and asks for the task until it ends or waits for someone.
func carry(ctx context.Context, client *a2a.Client, text string) (Result, error) {
	request, err := client.Prepare(a2a.Message{ID: a2a.NewID(), Text: text})
	if err != nil {
		return Result{}, err
	}
	reply, err := client.Send(ctx, request)
	for {
		switch {
		case err != nil:
			return Result{}, fmt.Errorf("society: message %s: %w", request.MessageID(), err)
		case reply.Message != nil:
			return Result{State: a2a.Completed, Text: reply.Message.Text}, nil
		case reply.Task.State.Terminal(), reply.Task.State.Interrupted():
			return Result{State: reply.Task.State, Text: reply.Task.Text}, nil
		}
		select {
		case <-ctx.Done():
			return Result{State: reply.Task.State}, fmt.Errorf("society: task %s: %w", reply.Task.ID, context.Cause(ctx))
		case <-time.After(pollTime):
		}
		reply, err = client.GetTask(ctx, reply.Task.ID)
	}
}
