package catalog

import (
	"strings"
	"testing"
)

// glossary is the sentences that the project's glossary gives for a rule.
var glossary = []struct{ rule, message, hint string }{
	{"S2-kind-exactly-one", "skill `{id}`에 `chofam:kind/*` 태그가 없다. 호출자는 태그만 보고 부작용 유무를 알 수 있어야 한다.", "`tags`에 `chofam:kind/advisory`, `chofam:kind/query`, `chofam:kind/action` 가운데 하나를 넣는다"},
	{"S2.3-scope-party", "skill `{id}`에 `chofam:scope/party` 태그가 없다. 대상을 선언하지 않은 카드는 등재 심사에서 떨어진다.", "`tags`에 `chofam:scope/party`를 넣는다"},
	{"E2", "실행 skill `{id}`에 되돌릴 수 있는지 표기가 없다. 호출 측 정책이 여기서 갈린다.", "`chofam:effect/reversible`, `chofam:effect/irreversible` 가운데 하나를 넣는다"},
	{"E3", "실행 skill `{id}`에 자문·조회의 스킴이 그대로 통한다: `{scheme}`. 자문을 부르려고 넘긴 토큰이 실행까지 연다.", "실행 전용 스킴을 선언하고 이 skill의 `security`에 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)"},
	{"E3", "실행 전용 스킴이 선언만 되고 실행 skill에 묶이지 않았다: `{scheme}`. 선언까지만 확인했다.", "skill `{id}`의 `security`에 이 스킴을 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)"},
	{"E4", "멱등은 카드에 보이지 않는다. 같은 `messageId`의 재전송이 이중 실행을 만들지 않는지 호출로 확인해야 한다.", "시험용 입력을 주고 실제 호출로 확인한다"},
	{"E4", "같은 `messageId`를 다시 보내자 한 번 더 실행됐다. 응답을 놓친 재시도가 두 번째 실행이 된다.", "호출자가 만든 키로 실행을 한 번으로 묶는다. 서버가 발급한 Task ID는 키가 아니다"},
	{"E5", "이 실행의 감사 증적이 없다: `messageId` `{id}`. 누가 무엇을 시켰는지 나중에 알 수 없다.", "실행 1건마다 호출자 신원·시각·입력을 남긴다"},
	{"S3-uri-fixed", "확장 URI가 옛 값이다: `{uri}`. ANS는 새 값만 읽는다.", "`https://cho-fam.com/ans/v1`로 바꾼다"},
	{"V5", "`params.name`이 배정 이름과 다르다. 카드: `{name}`, 배정: `{assigned}`.", "배정 이름을 적는다. 이름이 여럿이면 확장을 여러 개 둔다"},
	{"V6", "`securitySchemes`가 §5 표의 {agent} 행과 다르다. 자문·조회에 요구할 스킴: `{scheme}`.", "그 경로가 실제로 받는 것을 그대로 적는다"},
	{"V9", "`unitPrice`가 양의 정수가 아니다: {value}.", "단위는 크레딧이다. 호가를 게시하지 않으려면 확장을 뺀다. 없어도 등재되고 고용된다"},
	{"B-iface-version", "인터페이스에 `protocolVersion`이 없다. 최상위 값에서 대신 읽었다: `{version}`.", "인터페이스마다 `\"protocolVersion\": \"1.0\"`을 적는다"},
	{"V7", "Task가 `completed`에 이르지 못했다. 마지막 상태: `{state}`.", "카드 게시는 완료가 아니다. Task 왕복 1건이 성공해야 한다"},
	{"SIG0", "카드가 서명되지 않았다. 누가 게시했는지 알 수 없어 신뢰하지 않는다.", "고정한 키로 서명한 카드를 게시한다"},
}

// A rule of the table for which the glossary has a sentence says it to the
// letter; a sentence of fact may follow. A rule that is not exercised yet says
// only that it is unproven.
func TestGlossarySentences(t *testing.T) {
	for _, g := range glossary {
		r := Lookup(g.rule)
		if r == nil {
			continue // not in the table yet
		}
		found, exercised := false, false
		for _, s := range r.Says {
			found = found || strings.HasPrefix(s.Message.KO, g.message) && strings.HasPrefix(s.Hint.KO, g.hint)
			exercised = exercised || s.Key != "unproven"
		}
		if exercised && !found {
			t.Errorf("%s does not say: %s %s", g.rule, g.message, g.hint)
		}
	}
}
