package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/examples/familyagent/family"
	"github.com/hs9147/agentcard/internal/loopback"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/audit"
)

// demo is the six on this machine, each at an origin of its own.
type demo struct {
	members []Member
	servers []*loopback.Server
	agents  []*family.Server
	dir     string
}

// questions are what the skills are tried with, by their ids.
func questions() map[string]verify.Message {
	return map[string]verify.Message{
		"knowledge-ask":    {Text: "같은 요청을 다시 보내면 두 번 실행되나?"},
		"knowledge-browse": {Parts: []byte(`[{"data":{"topic":"실행"}}]`)},
		"decision-session": {Text: "이직 제안을 받았다.", Answers: []verify.Message{{Text: "연봉, 통근, 배우는 것"}}},
		"finance-material": {Text: "320만 원을 벌고 250만 원을 쓴다. 모은 돈은 1,000만 원이다"},
		"report-lookup":    {Text: "2026-11 리포트"},
		"rule-lookup":      {Text: "E4는 무엇을 요구하나?"},
		"card-review":      {Parts: []byte(`[{"data":{"card":{"name":"Left Pad","version":"1.0.0","skills":[]}}}]`)},
		"process-observe":  {Text: "지금 상태는?"},
	}
}

// startSix starts the six, with fresh keys and credentials. close ends them.
func startSix() (*demo, error) {
	dir, err := os.MkdirTemp("", "society-")
	if err != nil {
		return nil, err
	}
	d := &demo{dir: dir}
	for _, id := range family.IDs() {
		if err := d.start(id); err != nil {
			return nil, errors.Join(err, d.close())
		}
	}
	return d, nil
}

func (d *demo) start(id string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	keys, err := verify.NewKeySet(verify.Key{ID: id + "-1", Public: key.Public()})
	if err != nil {
		return err
	}
	table, _ := family.Table(id, nil)
	auth, credentials, err := family.Fresh(table)
	if err != nil {
		return err
	}
	dir := filepath.Join(d.dir, id)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	m := Member{Name: table.Profile.Names[0], Endpoint: "https://" + id + ".internal/a2a", Profile: table.Profile, Credentials: credentials}
	if m.Keys, err = pin(keys, m.Name, m.Endpoint); err != nil {
		return err
	}
	agent, err := family.New(id, family.Options{Endpoint: m.Endpoint, Dir: dir, Auth: auth, Signer: &card.Signer{Key: key, KeyID: id + "-1"}})
	if err != nil {
		return err
	}
	d.agents = append(d.agents, agent)
	server, err := loopback.Serve("https://"+id+".internal", agent)
	if err != nil {
		return err
	}
	d.servers = append(d.servers, server)
	m.handIn(table, agent)
	d.members = append(d.members, m)
	return nil
}

// handIn gives what the agent's owner would.
func (m *Member) handIn(table family.Agent, agent *family.Server) {
	m.Messages = map[string]verify.Message{}
	for _, s := range table.Skills {
		skill := s.Card.Skill()
		if skill.Kind() == tags.KindAction {
			m.Actions = append(m.Actions, verify.Action{
				Skill: skill.ID, Send: verify.Message{Parts: []byte(`[{"data":{"event":"session.closed","id":"probe"}}]`)}, KeyPointer: "/0/data/id",
				Effects: agent.Effects, Records: agent.Records, Caller: audit.Caller{Service: "society"},
				Thorough: true, Retention: agent.Retention(), Settle: 50 * time.Millisecond,
			})
			continue
		}
		q := questions()[skill.ID]
		m.Messages[skill.ID] = q
		if m.Message == nil {
			m.Message = &q
		}
	}
}

func (d *demo) close() error {
	var errs []error
	for _, s := range d.servers {
		errs = append(errs, s.Close())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, a := range d.agents {
		errs = append(errs, a.Close(ctx))
	}
	return errors.Join(append(errs, os.RemoveAll(d.dir))...)
}
