package catalog

// What only calls and records show of an action (REQUIREMENTS §2 E3-live, E4,
// E5; §8 E4-probe, E5-record).

var lineE4 = []string{"E4", "V4"}

var lineE5 = []string{"E5", "V4"}

var proofRules = []Rule{
	{
		ID: "E3-live", Kind: "live", Severity: Fail, Checks: lineE3,
		Source: "card spec v1.7 §5.2",
		Title:  Text{"자문의 토큰은 실행을 열지 않는다", "a token of advice does not open an action"},
		Says: []Say{
			{"", Text{
				"자문·조회의 자격 증명으로 실행 skill `{id}`의 호출이 통했다: `{scheme}`. 자문을 부르려고 넘긴 토큰이 실행까지 연다.",
				"a credential of advice or queries went through at action skill `{id}`: `{scheme}`. The token handed over to ask for advice opens execution too.",
			}, Text{"실행은 실행 전용 자격 증명으로만 받는다", "take an action with the credential for actions alone"}},
			{"unclear", Text{
				"실행 skill `{id}`에 자문·조회의 자격 증명을 보냈으나 거절인지 가리지 못했다: {why}.",
				"a credential of advice or queries was sent to action skill `{id}`, and whether it was refused could not be told: {why}.",
			}, Text{"거절은 401, 403이나 `rejected`로 답한다", "refuse with 401, 403 or `rejected`"}},
		},
	},
	{
		ID: "E4", Kind: "live, evidence", Severity: Fail, Checks: lineE4,
		Source: "card spec v1.7 §2.1 E4, §8 V4; ANS extension page §4",
		Title:  Text{"같은 멱등 키의 재전송은 이중 실행을 만들지 않는다", "a resend under the same key does not execute twice"},
		Says: []Say{
			{"unproven", Text{
				"멱등은 카드에 보이지 않는다. 같은 `messageId`의 재전송이 이중 실행을 만들지 않는지 호출로 확인해야 한다.",
				"idempotency can't be seen in a card. Calls must show that a resend under the same `messageId` does not execute twice.",
			}, Text{"시험용 입력을 주고 실제 호출로 확인한다", "give a test payload and prove it by calls"}},
			{"resend", Text{
				"같은 `messageId`를 다시 보내자 한 번 더 실행됐다. 응답을 놓친 재시도가 두 번째 실행이 된다.",
				"sending the same `messageId` again executed once more. A retry after a lost answer becomes a second execution.",
			}, onceByKey},
			{"payload-key", Text{
				"입력의 같은 ID를 새 `messageId`로 보내자 한 번 더 실행됐다: `{pointer}`.",
				"sending the same id of the payload under a fresh `messageId` executed once more: `{pointer}`.",
			}, onceByKey},
			{"concurrent", Text{
				"같은 `messageId`를 동시에 둘 보내자 두 번 이상 실행됐다. 실행 수: {count}.",
				"two sends of the same `messageId` at once executed more than once. Executions: {count}.",
			}, onceByKey},
			{"lost-answer", Text{
				"응답이 끊긴 뒤 같은 `messageId`를 다시 보내자 두 번 이상 실행됐다. 실행 수: {count}.",
				"sending the same `messageId` again after its answer was lost executed more than once. Executions: {count}.",
			}, onceByKey},
			{"several", Text{
				"한 번 보낸 메시지가 여러 번 실행됐다. 실행 수: {count}.",
				"one message that was sent once executed several times. Executions: {count}.",
			}, onceByKey},
			{"other-payload", Text{
				"같은 `messageId`로 다른 입력을 보내자 다시 실행됐다. 처음 결과를 돌려주거나 거절하는 것이 맞다.",
				"another payload under the same `messageId` executed again. The first result or a refusal would be right.",
			}, onceByKey},
			{"other-caller", Text{
				"다른 호출자의 같은 `messageId`를 같은 요청으로 여겼다. 키는 인증된 호출자 안에서만 같다.",
				"another caller's equal `messageId` was taken for the same request. A key is the same only within one authenticated caller.",
			}, Text{"키를 인증된 호출자와 함께 기억한다", "keep the key together with the authenticated caller"}},
			{"no-key", Text{
				"`messageId`가 빈 메시지를 거절하지 않았다. 그런 메시지는 다시 보낼 수 없다.",
				"a message with an empty `messageId` was not refused. Such a message can't be sent again.",
			}, Text{"`messageId`가 없거나 비면 거절한다", "refuse a message without one"}},
			{"retention", Text{
				"키를 얼마나 기억하는지 주인이 밝히지 않았거나 24시간보다 짧다. 밝힌 값: {stated}.",
				"how long keys are kept is not stated by the owner, or under 24 hours. Stated: {stated}.",
			}, Text{"키를 24시간 넘게 기억하고 그 값을 밝힌다", "keep keys for 24 hours or more, and say so"}},
		},
	},
	{
		ID: "E4-probe", Kind: "live", Severity: Fail, Checks: lineE4,
		Source: "card spec v1.7 §2.1 E4, §8 V4",
		Title:  Text{"실행이 한 번뿐인지 다시 보내어 확인한다", "resends show whether an action executes once"},
		Says: []Say{
			{"irreversible", Text{
				"실행 skill `{id}`의 실행은 되돌릴 수 없다. 따로 허락이 없어 부르지 않았다.",
				"what action skill `{id}` does can't be taken back. It was not called without leave for that.",
			}, Text{"되돌릴 수 없는 실행의 시험을 따로 허락한다", "give leave to test an irreversible action"}},
			{"irreversible:unknown", Text{
				"실행 skill `{id}`의 실행을 되돌릴 수 있는지 알 수 없다. 되돌릴 수 없는 실행으로 다루므로 따로 허락이 없어 부르지 않았다.",
				"action skill `{id}` does not say whether what it does can be taken back. It counts as irreversible, and was not called without leave for that.",
			}, Text{"되돌릴 수 있는지 표기하거나, 되돌릴 수 없는 실행의 시험을 따로 허락한다", "say whether it can be taken back, or give leave to test an irreversible action"}},
			{"credential", Text{
				"실행 skill `{id}`의 자격 증명이 없어 부르지 않았다. 요구하는 스킴: `{schemes}`.",
				"there is no credential for action skill `{id}`, so it was not called. It requires: `{schemes}`.",
			}, Text{"이 스킴의 자격 증명을 준다", "give a credential for that scheme"}},
			{"not-called", Text{
				"실행 skill `{id}`의 시험을 하지 못했다: {why}.",
				"action skill `{id}` could not be tested: {why}.",
			}, Text{"시험용 입력과 인터페이스를 확인한다", "check the test payload and the interface"}},
			{"not-completed", Text{
				"시험 실행이 `completed`에 이르지 못해 더 보내지 않았다: {why}.",
				"the test execution did not reach `completed`, so nothing more was sent: {why}.",
			}, Text{"그대로 실행되는 시험용 입력을 준다", "give a test payload that executes as it stands"}},
			{"no-counter", Text{
				"실행 수를 셀 길이 없어 한 번뿐인지 가리지 못했다. 돌아온 Task: {tasks}.",
				"there is no way to count executions, so it could not be told whether there was one. Tasks that came back: {tasks}.",
			}, Text{"실행 수를 세는 함수나 조회를 준다", "give a function or a query that counts executions"}},
			{"counter", Text{
				"실행 수를 읽지 못했다: {why}.",
				"the executions could not be counted: {why}.",
			}, Text{"실행 수를 세는 함수를 고친다", "mend the function that counts executions"}},
			{"counter:restless", Text{
				"실행 수가 시험과 상관없이 움직인다. 어느 것이 이 실행인지 가리지 못했다.",
				"the counter moves by itself. Which of it was this execution could not be told.",
			}, Text{"다른 실행이 없을 때 시험하거나, 시험의 실행만 센다", "test while nothing else executes, or count the executions of the test alone"}},
			{"counter:back", Text{
				"실행 수가 줄었다. 한 실행이 없던 일이 되지는 않으므로 세는 것이 실행이 아니다.",
				"the counter went back. An execution does not become undone, so it counts something else.",
			}, Text{"이 실행을 세어 늘기만 하는 함수를 준다", "give a function that counts this action and only grows"}},
			{"no-effect", Text{
				"시험 실행이 끝났으나 실행 수가 움직이지 않았다. 세는 것이 이 실행이 아닐 수 있다. 단계: {step}.",
				"the test execution completed and the counter did not move. It may not count this action. Step: {step}.",
			}, Text{"이 실행을 세는 함수와 실제로 실행되는 입력을 준다", "give a function that counts this action, and a payload that really executes"}},
			{"step", Text{
				"단계를 끝내지 못해 가리지 못했다: {step}. 까닭: {why}.",
				"a step did not come to its end, so it could not be told: {step}. Reason: {why}.",
			}, Text{"다시 돌린다", "run it again"}},
			{"not-sent", Text{
				"이 시험을 하지 않았다: {step}. 필요한 것을 주지 않았다.",
				"this was not tried: {step}. What it needs was not given.",
			}, Text{"다른 호출자의 자격 증명, 다른 입력을 준다", "give another caller's credential, and another payload"}},
		},
	},
	{
		ID: "E5", Kind: "evidence", Severity: Fail, Checks: lineE5,
		Source: "card spec v1.7 §2.1 E5; ANS extension page §4",
		Title:  Text{"실행 1건마다 감사 증적을 남긴다", "each execution leaves one audit record"},
		Says: []Say{
			{"unproven", Text{
				"감사 증적은 카드에 보이지 않는다. 실행 1건마다 호출자 신원·시각·입력이 남는지 기록으로 확인해야 한다.",
				"audit records can't be seen in a card. The owner's records must show caller, time and input of each execution.",
			}, Text{"시험 실행의 증적을 넘겨 확인한다", "hand over the records of a test execution"}},
			{"missing", Text{
				"이 실행의 감사 증적이 없다: `messageId` `{id}`. 누가 무엇을 시켰는지 나중에 알 수 없다.",
				"there is no audit record of this execution: `messageId` `{id}`. Nobody can tell later who had what done.",
			}, eachExecution},
			{"twice", Text{
				"실행 1건에 감사 증적이 여럿이다: `messageId` `{id}`, 증적 수: {count}.",
				"one execution has several audit records: `messageId` `{id}`, records: {count}.",
			}, eachExecution},
			{"replay", Text{
				"다시 보낸 메시지에 실행 증적이 생겼다: `messageId` `{id}`. 실행되지 않은 것은 증적을 더하지 않는다.",
				"a resend left a record of an execution: `messageId` `{id}`. What did not execute adds none.",
			}, eachExecution},
			{"E5-input-not-recoverable", Text{
				"증적에 입력의 다이제스트만 있다: `messageId` `{id}`. 무엇을 시켰는지 답할 수 없다.",
				"the record holds a digest of the input alone: `messageId` `{id}`. What was ordered can't be answered.",
			}, Text{"입력을 남기거나, 다이제스트와 함께 `inputRef`를 둔다", "keep the input, or an `inputRef` beside the digest"}},
		},
	},
	{
		ID: "E5-record", Kind: "evidence", Severity: Fail, Checks: lineE5,
		Source: "card spec v1.7 §2.1 E5",
		Title:  Text{"증적은 호출자, 시각, 입력을 담고 실행의 앞뒤에 쓰인다", "a record holds caller, time and input, written before and after"},
		Says: []Say{
			{"unread", Text{
				"증적을 읽지 못했다: {why}.",
				"the records could not be read: {why}.",
			}, Text{"증적의 파일이나 함수를 확인한다", "check the file or function that gives the records"}},
			{"half", Text{
				"실행의 앞이나 뒤에 쓴 줄이 없다: `messageId` `{id}`, 없는 것: `{phase}`.",
				"the line written before or after the execution is missing: `messageId` `{id}`, missing: `{phase}`.",
			}, eachExecution},
			{"caller", Text{
				"증적의 호출자가 시험한 호출자가 아니다: `messageId` `{id}`.",
				"the record's caller is not the one that made the test: `messageId` `{id}`.",
			}, Text{"인증된 호출자의 `iss`와 `sub`, 또는 서비스 ID를 남긴다", "record `iss` and `sub` of the authenticated caller, or the service's id"}},
			{"time", Text{
				"증적의 시각이 시험한 때와 맞지 않는다: `messageId` `{id}`, 시각: {time}.",
				"the record's time is not that of the test: `messageId` `{id}`, time: {time}.",
			}, Text{"실행한 때를 RFC 3339 UTC로 남긴다", "record the time of execution in UTC, RFC 3339"}},
			{"input", Text{
				"증적에 입력이 없다: `messageId` `{id}`.",
				"the record holds no input: `messageId` `{id}`.",
			}, Text{"입력을 남기거나, 다이제스트와 함께 `inputRef`를 둔다", "keep the input, or an `inputRef` beside the digest"}},
			{"skill", Text{
				"증적의 skill이 부른 skill이 아니다: `messageId` `{id}`, 증적: `{skill}`.",
				"the record's skill is not the one that was called: `messageId` `{id}`, record: `{skill}`.",
			}, eachExecution},
		},
	},
}

var (
	onceByKey     = Text{"호출자가 만든 키로 실행을 한 번으로 묶는다. 서버가 발급한 Task ID는 키가 아니다", "let the caller's key bind the execution to once; a task id issued by the server is no key"}
	eachExecution = Text{"실행 1건마다 호출자 신원·시각·입력을 남긴다", "record caller, time and input of each execution, once"}
)
