// Package stage sets up an agent of badagent for a run of verify: it serves it on
// this machine under an origin of its own, and fills the Target as the agent's
// owner would.
package stage

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"net/http"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
)

// Set is an agent that is being served, and what to hold it against.
type Set struct {
	Agent  *badagent.Agent
	Target verify.Target

	signer    *card.Signer
	server    *loopback.Server
	transport *http.Transport
}

// Open serves the agent "ethos" or "terra", with a defect or without, its card
// signed with a fresh key that the Target pins. dir is for its audit log. Close
// ends it.
func Open(agent, defect, dir string) (*Set, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	keys, err := verify.NewKeySet(verify.Key{ID: "fresh", Public: private.Public(), Algorithm: "ES256"})
	if err != nil {
		return nil, err
	}
	origin := "https://" + agent + ".internal"
	signer := &card.Signer{Key: private, KeyID: "fresh", Algorithm: "ES256"}
	a, err := badagent.New(badagent.Options{Agent: agent, Origin: origin, Defect: defect, Dir: dir, Signer: signer})
	if err != nil {
		return nil, err
	}
	server, err := loopback.Serve(origin, a)
	if err != nil {
		_ = a.Close()
		return nil, err
	}
	s := &Set{Agent: a, signer: signer, server: server, transport: server.Transport()}
	s.Target = verify.Target{
		Endpoint: origin + badagent.Path, Profile: verify.Ethos(), Keys: keys, By: verify.Society, Live: s.live(),
	}
	if agent == "terra" {
		s.Target.Profile = verify.Terra()
	}
	if err := s.handIn(agent, defect); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, s.allow()
}

// handIn sets the target up as the rule asks that the agent breaks: ownership is
// asked of a card that was handed in, and an interface is chosen where only the
// agent's origin is known.
func (s *Set) handIn(agent, defect string) error {
	switch defect {
	case "S3-ownership-name":
		good, err := badagent.New(badagent.Options{Agent: agent, Origin: s.server.Origin, Signer: s.signer})
		if err != nil {
			return err
		}
		s.Target.Received = good.Card()
		return good.Close()
	case "T-origin":
		s.Target.Endpoint, s.Target.Keys = s.server.Origin, nil // a verified card may name another origin
		s.Target.Profile.AllowHTTP, s.Target.Live.AllowHTTP = true, true
	}
	return nil
}

// live is what the agent's owner allows of any.
func (s *Set) live() *verify.Live {
	a := s.Agent
	l := &verify.Live{
		Transport: s.transport, Message: &verify.Message{Parts: a.Question()}, LookElsewhere: true,
		FetchTimeout: time.Second, Timeout: 2 * time.Second,
	}
	for _, scheme := range []string{"userBearer", "serviceBearer", "actionBearer"} {
		if token := a.Token(scheme); token != "" {
			l.Credentials = append(l.Credentials, verify.Credential{Scheme: scheme, Token: token})
		}
	}
	return l
}

// allow gives what belongs to the card's skills: a message for each that is no
// action, and the leave to run one that is.
func (s *Set) allow() error {
	doc, err := card.Parse(s.Agent.Card())
	if err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	a, l := s.Agent, s.Target.Live
	l.Messages = map[string]verify.Message{}
	for _, k := range doc.Card().Skills {
		if k.Kind() != tags.KindAction {
			m := verify.Message{Parts: a.Question()}
			if len(k.Examples) > 0 {
				m = verify.Message{Text: k.Examples[0]}
			}
			l.Messages[k.ID] = m
			continue
		}
		s.Target.Profile.Policy.Actions = append(s.Target.Profile.Policy.Actions, k.ID)
		l.Actions = append(l.Actions, verify.Action{
			Skill: k.ID, Send: verify.Message{Parts: a.Event("1")}, KeyPointer: a.EventPointer(),
			Effects: a.Effects, Records: a.Records, Caller: a.Caller(), Thorough: true,
			OtherCaller: &verify.Credential{Scheme: "actionBearer", Token: a.Token("other-caller")},
			Retention:   48 * time.Hour, Settle: 50 * time.Millisecond,
		})
	}
	return nil
}

// Close ends the agent and its server.
func (s *Set) Close() error {
	s.transport.CloseIdleConnections()
	errAgent := s.Agent.Close()
	if err := s.server.Close(); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	return errAgent
}
