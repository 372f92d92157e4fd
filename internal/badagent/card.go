package badagent

import (
	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
	"github.com/hs9147/agentcard/tags"
)

// The names of schemes in the cards (card spec v1.7 §5, §5.2).
const (
	serviceBearer = "serviceBearer"
	userBearer    = "userBearer"
	actionBearer  = "actionBearer"
	otherCaller   = "other-caller" // no scheme: a second credential for the action
)

// actionSkill is the id of terra's action (card spec §2.1).
const actionSkill = "event-ingest"

// kind is one of the two agents.
type kind struct {
	card     func() card.AgentCard // without its endpoint
	scheme   string                // opens the read skills
	action   bool                  // it has actionSkill
	question string
}

func kinds() map[string]kind {
	return map[string]kind{
		"ethos": {ethosCard, userBearer, false, "이사를 할지 정하려고 한다. 무엇을 먼저 따져야 하나?"},
		"terra": {terraCard, serviceBearer, true, "2026-11 리포트"},
	}
}

// base is what the two cards share. They are in form b of rule SIG4, with
// nothing at its default, so that they can be signed.
func base(agent string) card.AgentCard {
	no := false
	ext := ans.MustParse(vocab.FamilyName(agent)).Extension()
	ext.Description = "ANS 이름 — 이름 권위는 chofam ANS"
	return card.AgentCard{
		ProtocolVersion: "1.0.1",
		Version:         "1.0.0",
		Provider:        &card.Provider{Organization: "CHOFAM", URL: "https://cho-fam.com"},
		Capabilities:    &card.Capabilities{Streaming: &no, PushNotifications: &no, Extensions: []card.Extension{ext}},
	}
}

// ethosCard is the sample of card spec §1.
func ethosCard() card.AgentCard {
	c := base("ethos")
	c.Name = "Ethos Decision"
	c.Description = "결정 세션을 진행해 기준과 가정을 명료화한다. 판정을 반환하지 않는다."
	c.DefaultInputModes, c.DefaultOutputModes = []string{"text/plain"}, []string{"text/plain"}
	c.SecuritySchemes = map[string]card.SecurityScheme{userBearer: bearer("JWT", "Dex 발급 사용자 토큰. iss·sub·aud·exp만")}
	c.Security = requires(userBearer)
	c.Skills = []card.Skill{{
		ID: "decision-session", Name: "결정 세션",
		Description: "기준·가정을 되묻고 정리한다. input-required로 질문을 되돌린다.",
		Tags:        []string{tags.KindAdvisory.Tag(), tags.ScopeParty.Tag()},
		Examples:    []string{"이직 제안을 받았다. 기준을 정리해 달라"},
	}}
	return c
}

// terraCard has the action of card spec §2.1, bound to a scheme of its own
// (§5.2, rule E3).
func terraCard() card.AgentCard {
	c := base("terra")
	c.Name = "Terra Observer"
	c.Description = "전이 이벤트를 모으고 리포트를 보여 준다. 계산도 정정도 하지 않는다."
	c.DefaultInputModes, c.DefaultOutputModes = []string{"text/plain"}, []string{"text/plain", "application/json"}
	c.SecuritySchemes = map[string]card.SecurityScheme{
		serviceBearer: bearer("", "배포 설정의 공유 비밀. 1차는 토큰 교환 없음"),
		actionBearer:  bearer("", "실행용. 조회 토큰으로는 열리지 않는다"),
	}
	c.Security = requires(serviceBearer)
	c.Skills = []card.Skill{
		{
			ID: "report-lookup", Name: "리포트 조회",
			Description: "기간을 받아 쌓인 이벤트로 만든 리포트를 돌려준다.",
			Tags:        []string{tags.KindQuery.Tag(), tags.ScopeParty.Tag()},
			Examples:    []string{"2026-11 리포트"},
		},
		{
			ID: actionSkill, Name: "이벤트 수신",
			Description: "society 전이 이벤트를 받아 SOURCE로 기록한다. 같은 id 재전송은 중복을 만들지 않는다.",
			Tags:        []string{tags.KindAction.Tag(), tags.EffectReversible.Tag(), tags.ScopeParty.Tag()},
			InputModes:  []string{"application/json"},
			OutputModes: []string{"application/json"},
			Security:    requires(actionBearer),
		},
	}
	return c
}

func requires(scheme string) []card.SecurityRequirement {
	return []card.SecurityRequirement{{Schemes: map[string][]string{scheme: {}}}}
}

// bearer is in both spellings, flat and wrapped, so that readers of every
// version see the scheme.
func bearer(format, description string) card.SecurityScheme {
	return card.SecurityScheme{
		Type: "http", Scheme: "bearer", BearerFormat: format, Description: description,
		HTTPAuth: &card.HTTPAuthSecurityScheme{Scheme: "bearer", BearerFormat: format, Description: description},
	}
}

// written is the card as it is served: edited, for an endpoint, and signed if
// there is a signer.
func written(k kind, endpoint string, signer *card.Signer, edits ...func(*card.AgentCard)) ([]byte, error) {
	c := k.card()
	c.URL = endpoint
	c.SupportedInterfaces = []card.Interface{{URL: endpoint, ProtocolBinding: vocab.JSONRPC, ProtocolVersion: "1.0"}}
	for _, edit := range edits {
		if edit != nil {
			edit(&c)
		}
	}
	body, err := c.MarshalJSON()
	if err != nil || signer == nil {
		return body, err
	}
	doc, err := card.Parse(body)
	if err != nil {
		return nil, err
	}
	return card.Sign(doc, *signer)
}
