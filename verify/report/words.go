package report

import "github.com/hs9147/agentcard/card"

// words are the fixed words of the text report.
type words struct {
	profile, fix, help, why                   string
	card, version, shape, interfaces, skills  string
	names, schemes, requirements, price, none string
	signature, checks                         string
	anonymous, unreadable, or, and, digest    string
	credits, more, noFindings, open           string
	call, runBy, complete, incomplete         string
	selfCheck, several, notRead               string
	asReceived, byPresence                    string
	device, contracts                         string
}

func wordsOf(lang string) words {
	if lang == "ko" {
		return words{
			profile: "프로필", fix: "고치기", help: "도움말", why: "근거",
			card: "카드", version: "버전", shape: "모양", interfaces: "인터페이스", skills: "skill",
			names: "ANS 이름", schemes: "인증 스킴", requirements: "인증 요구", price: "호가", none: "없음",
			signature: "서명", checks: "검사",
			anonymous: "익명", unreadable: "읽을 수 없는 요구(아무것도 열지 않음)", or: "또는", and: "+", digest: "다이제스트",
			credits: "크레딧", more: "외 %d개", noFindings: "고칠 것이 없다", open: "결과에 넣지 않은 항목",
			call: "호출", runBy: "확인한 쪽", complete: "V1–V9를 모두 확인했다. 완료다",
			incomplete: "V1–V9 가운데 확인되지 않은 것이 있다. 완료가 아니다", selfCheck: "자가 점검이다. 증명이 아니다",
			several: "%d개가 실려 있어 어느 것인지 알 수 없다", notRead: "실려 있으나 읽을 수 없다",
			asReceived: "받은 카드 그대로에 대한 서명이다", byPresence: "A2A §8.4.1에 따라 기본값인 멤버를 뺀 카드에 대한 서명이다",
			device: "장치 카드 `device-card`", contracts: "계약 묶음 `contract-set`",
		}
	}
	return words{
		profile: "profile", fix: "fix", help: "hint", why: "source",
		card: "card", version: "version", shape: "shape", interfaces: "interfaces", skills: "skills",
		names: "ANS names", schemes: "schemes", requirements: "requires", price: "asking price", none: "none",
		signature: "signature", checks: "checks",
		anonymous: "anonymous", unreadable: "unreadable (opens nothing)", or: "or", and: "+", digest: "digest",
		credits: "credits", more: "%d more", noFindings: "nothing to mend", open: "shown, not counted",
		call: "call", runBy: "run by", complete: "Each of V1 to V9 is shown: complete",
		incomplete: "Not each of V1 to V9 is shown: not complete", selfCheck: "This is a self-check and proves nothing to others",
		several: "there are %d, and nobody can tell which holds", notRead: "there is one, and it can't be read",
		asReceived: "over the card as received", byPresence: "over the card by A2A §8.4.1, without members at their default",
		device: "a device card, `device-card`", contracts: "a set of contracts, `contract-set`",
	}
}

// document is what a text is that is no agent card, empty where it is not known.
func (t *text) document(k card.DocumentKind) string {
	switch k {
	case card.KindDeviceCard:
		return t.device
	case card.KindContractSet:
		return t.contracts
	}
	return ""
}
