package badagent

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// overlap is how long an execution takes where two are to meet, and linger how
// long after the effect a caller must still be there to count as answered. They
// are long enough for a connection to be noticed as closed.
const (
	overlap = 500 * time.Millisecond
	linger  = 500 * time.Millisecond
)

// actionRows break what E3 to E5 ask beside their probes.
func actionRows() []row {
	noRef := func(context.Context, string, json.RawMessage) (string, error) { return "", nil }
	executes := func(seen ...sighting) knobs {
		k := knobs{again: map[sighting]bool{}}
		for _, s := range seen {
			k.again[s] = true
		}
		return k
	}
	meet := executes(concurrent)
	meet.slow = overlap
	return []row{
		terra("E3-live-service", "E3-live", "", "fail", Text{
			KO: "조회용 자격으로 보낸 실행 메시지를 실행한다.",
			EN: "The action runs on the credential that is for queries.",
		}, knobs{actionOpen: true}),
		terra("E4-no-key", "E4", "no-key", "warn", Text{
			KO: "`messageId`가 없거나 빈 메시지를 거절하지 않고 키를 서버가 만든다.",
			EN: "A message without messageId, or an empty one, is not refused: the server makes a key.",
		}, knobs{keyless: true}),
		terra("E4-resend", "E4", "resend", "fail", Text{
			KO: "같은 메시지를 다시 보내면 한 번 더 실행한다.",
			EN: "The same message sent again is executed again.",
		}, executes(resend), "E5-record"),
		terra("E4-payload-key", "E4", "payload-key", "fail", Text{
			KO: "같은 이벤트 `id`를 새 `messageId`로 보내면 한 번 더 실행한다.",
			EN: "The same event id under a fresh messageId is executed again.",
		}, executes(payloadKey)),
		terra("E4-concurrent", "E4", "concurrent", "fail", Text{
			KO: "같은 메시지가 동시에 둘 오면 두 번 실행한다. 나중에 온 재전송은 실행하지 않는다.",
			EN: "The same message twice at once is executed twice; a later resend is not.",
		}, meet, "E5-record"),
		terra("E4-lost-answer", "E4", "lost-answer", "fail", Text{
			KO: "응답을 보낸 뒤에야 키를 적어 두어, 응답을 놓친 재전송을 한 번 더 실행한다.",
			EN: "The key is kept only once the answer was sent, so that a resend after a lost answer is executed again.",
		}, knobs{forgets: linger}, "E5-record"),
		terra("E4-other-payload", "E4", "other-payload", "warn", Text{
			KO: "같은 `messageId`로 다른 내용을 보내면 그것도 실행한다.",
			EN: "Another payload under the same messageId is executed too.",
		}, executes(otherPayload), "E5-record"),
		terra("E4-other-caller", "E4", "other-caller", "warn", Text{
			KO: "다른 호출자가 보낸 같은 키를 같은 요청으로 여겨 실행하지 않는다.",
			EN: "Another caller's equal key is taken for the same request, and is not executed.",
		}, knobs{callers: true}),
		terra("E5-digest", "E5", "E5-input-not-recoverable", "warn", Text{
			KO: "증적에 입력의 다이제스트만 남기고 입력을 되찾을 `inputRef`가 없다.",
			EN: "The record holds only a digest of the input, and no `inputRef` to get it by.",
		}, knobs{auditing: audit.Options{KeepRef: noRef}}),
		terra("E5-missing", "E5", "missing", "fail", Text{
			KO: "실행하고 증적을 남기지 않는다.", EN: "An execution leaves no record.",
		}, knobs{records: never}),
		terra("E5-twice", "E5", "twice", "fail", Text{
			KO: "실행 한 번에 증적을 둘 남긴다.", EN: "One execution leaves two records.",
		}, knobs{records: twice}),
		terra("E5-replay", "E5", "twice", "fail", Text{
			KO: "실행하지 않은 재전송에도 증적을 남긴다.", EN: "A resend that was not executed leaves a record as well.",
		}, knobs{replays: true}),
	}
}

// probeRows break what E4-probe looks at.
func probeRows() []row {
	return []row{
		terra("E4-idle", "E4-probe", "no-effect", "inconclusive", Text{
			KO: "실행했다고 답하고 실제로는 아무것도 하지 않는다.",
			EN: "The answer says that the action was executed, and nothing was done.",
		}, knobs{idle: true}),
	}
}

// recordRows break what E5-record looks at.
func recordRows() []row {
	yesterday := func() time.Time { return time.Now().Add(-24 * time.Hour) }
	return []row{
		terra("E5-caller", "E5-record", "caller", "fail", Text{
			KO: "증적에 호출자가 아니라 에이전트 자신을 적는다.", EN: "The record names the agent itself in place of the caller.",
		}, knobs{signs: &audit.Caller{Service: "terra"}}),
		terra("E5-time", "E5-record", "time", "fail", Text{
			KO: "증적의 시각이 하루 이르다.", EN: "The time of the record is a day early.",
		}, knobs{auditing: audit.Options{Now: yesterday}}),
	}
}
