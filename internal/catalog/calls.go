package catalog

// Choosing an interface and sending a task (REQUIREMENTS §6, §8, §4
// S5-as-accepted, §10 P3).

var callRules = []Rule{
	{
		ID: "S5-as-accepted", Kind: "live", Severity: Fail, Checks: []string{"V6"},
		Source: "card spec v1.7 §5",
		Title:  Text{"`securitySchemes`는 그 경로가 실제로 받는 것과 같다", "`securitySchemes` lists just what the path accepts"},
		Says: append([]Say{
			{"open", Text{
				"카드는 인증을 요구한다고 적었으나 인증 없는 호출이 통했다.",
				"the card says that authentication is required, and a call without any went through.",
			}, asAccepted},
			{"refused", Text{
				"카드에 선언한 자격 증명을 거절했다: `{scheme}`.",
				"a credential of the declared scheme was refused: `{scheme}`.",
			}, asAccepted},
			{"undeclared", Text{
				"카드에 선언하지 않은 종류의 자격 증명이 통했다: {kind}. 값은 지어낸 것이었다.",
				"a credential of a kind that the card does not declare went through: {kind}. Its value was made up.",
			}, asAccepted},
			{"unclear", Text{
				"거절인지 다른 잘못인지 응답으로 가릴 수 없다: {why}.",
				"the answer does not tell whether this was a refusal: {why}.",
			}, Text{"인증이 없으면 401이나 403으로 답한다", "answer 401 or 403 where authentication is missing"}},
		}, acceptedDiff...),
	},
	{
		ID: "T-ext-required", Kind: "api, live", Severity: Fail, Checks: []string{"routing"},
		Source: "A2A 1.0.1 §4.6.3",
		Title:  Text{"꼭 필요하다고 적은 확장을 알아야 보낸다", "nothing is sent before each required extension is understood"},
		Says: []Say{
			{"", Text{
				"호출자가 모르는 확장을 카드가 꼭 필요하다고 적었다: `{uri}`. 아무것도 보내지 않았다.",
				"the card requires an extension that the caller does not understand: `{uri}`. Nothing was sent.",
			}, understand},
			{"refused", Text{
				"확장이 필요하다며 호출을 거절했다. 카드에는 그런 표시가 없다.",
				"the call was refused since an extension is required. The card does not say so.",
			}, Text{"꼭 필요한 확장은 카드에 `\"required\": true`로 적는다", "mark an extension that is required with `\"required\": true` on the card"}},
			requiredDiff,
		},
	},
	{
		ID: "T-origin", Kind: "api, live", Severity: Fail, Checks: []string{"routing"},
		Source: "A2A 1.0.1 §7.3; discovery note",
		Title:  Text{"자격 증명은 한 origin에 묶인다", "credentials are bound to an origin"},
		Says: append([]Say{{"", Text{
			"인터페이스가 카드와 다른 origin에 있다: `{origin}`. 검증된 카드도 아니고 허용한 origin도 아니어서 부르지 않았다.",
			"the interface lies on another origin than the card: `{origin}`. The card is not verified and the origin not allowed, so it was not called.",
		}, allowOrigin}}, originDiff...),
	},
	{
		ID: "V7", Kind: "live", Severity: Fail, Checks: []string{"V7"},
		Source: "card spec v1.7 §8 V7",
		Title:  Text{"Task 왕복 1건이 성공한다", "one task round trip succeeds"},
		Says:   v7Says,
	},
	{
		ID: "REV4", Kind: "live", Severity: Fail, Checks: []string{"review4"},
		Source: "card spec v1.7 §7, review ④",
		Title:  Text{"skill마다 Task 왕복이 성공한다", "a task round trip succeeds for each skill"},
		Says: []Say{
			{"unproven", Text{
				"skill `{id}`에 Task를 보내지 않았다. 응답하는지 알 수 없다.",
				"no task was sent for skill `{id}`. Whether it responds is not known.",
			}, Text{"skill마다 시험용 입력을 주고 불러 본다", "give a test payload for each skill and call it"}},
			{"no-payload", Text{
				"실행 skill이거나 분류 불명인 skill이 있는 카드다. skill `{id}`에는 주인이 준 입력만 보낸다.",
				"the card has a skill that is an action, or of unknown kind. Only the owner's payload is sent for skill `{id}`.",
			}, Text{"이 skill의 시험용 입력을 준다", "give a test payload for this skill"}},
			{"", Text{
				"skill `{id}`에 보낸 Task가 `completed`에 이르지 못했다: {why}.",
				"the task sent for skill `{id}` did not reach `completed`: {why}.",
			}, lookIntoTask},
			{"unclear", Text{
				"skill `{id}`에 보낸 Task의 끝을 가리지 못했다: {why}.",
				"how the task sent for skill `{id}` ended could not be told: {why}.",
			}, lookIntoTask},
		},
	},
	{
		ID: "P3", Kind: "live", Severity: Fail, Checks: []string{"P3"},
		Source: "discovery note, checklist 3",
		Title:  Text{"말이 통하고 닿는 인터페이스가 있다", "an interface fits the client and is reachable"},
		Says: []Say{
			{"unproven", Text{
				"인터페이스에 닿는지 보지 않았다.",
				"no interface was tried.",
			}, Text{"인터페이스의 URL에 연결해 본다", "connect to the interface's URL"}},
			{"no-interface", Text{
				"이 클라이언트와 말이 통하는 인터페이스가 없다. 카드가 내놓은 것: {offered}.",
				"no interface fits this client. The card offers: {offered}.",
			}, Text{"`JSONRPC`나 `HTTP+JSON`, 버전 `1.0`의 인터페이스를 둔다", "offer an interface with `JSONRPC` or `HTTP+JSON` at version `1.0`"}},
			{"", Text{
				"인터페이스에 닿지 않는다: `{url}`. 까닭: {why}.",
				"the interface can't be reached: `{url}`. Reason: {why}.",
			}, Text{"주소와 포트, 인증서를 확인한다", "check the address, the port and the certificate"}},
			{"response", Text{
				"인터페이스에 닿았으나 응답을 HTTP로 읽지 못했다: `{url}`. 까닭: {why}.",
				"the interface was reached, and its answer could not be read as HTTP: `{url}`. Reason: {why}.",
			}, speakHTTP},
			{"status", Text{
				"인터페이스가 오류로 답한다: `{url}`. 상태: {status}.",
				"the interface answers with an error: `{url}`. Status: {status}.",
			}, Text{"서버가 요청을 받을 수 있게 한다", "have the server take requests"}},
			{"private-host", Text{
				"인터페이스가 공개되지 않은 주소에 있어 부르지 않았다: `{url}`. 닿지 않는다는 뜻이 아니다.",
				"the interface is on an address that is not public and was not called: `{url}`. That does not say that it can't be reached.",
			}, allowAddress},
			{"refused-host", Text{
				"인터페이스가 부르는 쪽의 정책이 늘 거절하는 주소에 있어 부르지 않았다: `{url}`. 까닭: {why}. 닿지 않는다는 뜻이 아니다.",
				"the interface is on an address that the caller's policy always refuses, and was not called: `{url}`. Reason: {why}. That does not say that it can't be reached.",
			}, correctName},
			{"not-looked", Text{
				"인터페이스는 부르는 쪽의 정책이 받지 않아 부르지 않았다: `{url}`. 까닭: {why}.",
				"the interface was not called, since the caller's own policy does not take it: `{url}`. Reason: {why}.",
			}, allowHTTP},
			{"canceled", Text{
				"인터페이스에 닿는지 보기 전에 호출자가 멈췄다. 가리지 못했다.",
				"the caller stopped before the interface was tried. Nothing could be told.",
			}, Text{"다시 돌린다", "run it again"}},
			{"not-called", Text{
				"부를 인터페이스를 고르지 못했다: {why}.",
				"no interface could be chosen to call: {why}.",
			}, Text{"T 규칙의 결과를 본다", "see the results of the T rules"}},
		},
	},
}

var v7Says = []Say{
	{"unproven", Text{
		"Task 왕복을 해 보지 않았다. 카드 게시는 완료가 아니다.",
		"no task was sent. Publishing a card is not completion.",
	}, Text{"게시한 endpoint에 Task를 하나 보내 `completed`에 이르는지 본다", "send one task to the published endpoint and see that it reaches `completed`"}},
	{"no-payload", Text{
		"실행 skill이거나 분류 불명인 skill이 있는 카드다. 주인이 준 입력 없이는 아무것도 보내지 않는다.",
		"the card has a skill that is an action, or of unknown kind. Nothing is sent without the owner's payload.",
	}, Text{"시험용 입력을 준다", "give a test payload"}},
	{"no-payload:nothing", Text{
		"보낼 말을 카드에서 찾지 못했다. skill에 이름도 예시도 없다.",
		"the card gives nothing to send. No skill has a name or an example.",
	}, Text{"시험용 입력을 준다", "give a test payload"}},
	{"credential", Text{
		"부를 자격 증명이 없다. 카드가 요구하는 스킴: `{schemes}`.",
		"there is no credential to call with. The card requires: `{schemes}`.",
	}, Text{"이 스킴의 자격 증명을 준다", "give a credential for that scheme"}},
	{"auth-required", Text{
		"Task가 `auth-required`에서 멈췄다. 자격 증명을 스스로 더하지 않는다.",
		"the task stopped at `auth-required`. No further credential is sent by itself.",
	}, Text{"필요한 자격 증명을 주고 다시 돌린다", "give the credential that is needed and run it again"}},
	{"auth", Text{
		"선언된 자격 증명으로 불렀으나 거절됐다: {why}.",
		"the call was refused, with a credential of the declared scheme: {why}.",
	}, Text{"그 경로가 실제로 받는 것을 카드에 적는다", "write just what the path really accepts onto the card"}},
	{"auth:open", Text{
		"카드는 인증을 요구하지 않는다고 적었으나 호출이 거절됐다: {why}.",
		"the card asks for no authentication, and the call was refused: {why}.",
	}, Text{"그 경로가 실제로 받는 것을 카드에 적는다", "write just what the path really accepts onto the card"}},
	{"input-required", Text{
		"Task가 `input-required`에서 멈췄다. 정해 둔 답이 없어 답하지 않았다.",
		"the task stopped at `input-required`. There was no scripted answer, so none was given.",
	}, Text{"물음에 줄 답을 시험용 입력과 함께 준다", "give the answers along with the test payload"}},
	{"", Text{
		"Task가 `completed`에 이르지 못했다. 마지막 상태: `{state}`.",
		"the task did not reach `completed`. Its last state: `{state}`.",
	}, publishedIsNotDone},
	{"timeout", Text{
		"Task가 정한 시간 안에 끝나지 않았다. 마지막 상태: `{state}`.",
		"the task did not end within the time limit. Its last state: `{state}`.",
	}, inTime},
	{"timeout:silent", Text{
		"정한 시간 안에 아무 답도 오지 않았다. Task의 상태를 하나도 보지 못했다.",
		"no answer came within the time limit, and no state of a task was seen.",
	}, inTime},
	{"no-task", Text{
		"Task 없이 메시지만 돌아왔다. 규칙은 Task의 완료를 묻는다.",
		"a bare message came back, and no task was created. The rule asks for a task that completes.",
	}, Text{"Task를 만들어 `completed`로 끝낸다", "create a task and end it as `completed`"}},
	{"message", Text{
		"Task 없이 메시지만 돌아왔다. 부르는 쪽이 이것을 허용했다.",
		"a bare message came back, and no task was created. The caller allowed that.",
	}, Text{"Task를 만들어 `completed`로 끝낸다", "create a task and end it as `completed`"}},
	{"endpoint_unreachable", Text{
		"endpoint에 닿지 않는다: {why}.",
		"the endpoint can't be reached: {why}.",
	}, Text{"주소와 포트, 인증서를 확인한다", "check the address, the port and the certificate"}},
	{"response", Text{
		"endpoint에 닿았으나 응답을 HTTP로 읽지 못했다: {why}.",
		"the endpoint was reached, and its answer could not be read as HTTP: {why}.",
	}, speakHTTP},
	{"private-host", Text{
		"endpoint가 공개되지 않은 주소라 부르지 않았다: {why}. 닿지 않는다는 뜻이 아니다.",
		"the endpoint is on an address that is not public and was not called: {why}. That does not say that it can't be reached.",
	}, allowAddress},
	{"refused-host", Text{
		"endpoint가 부르는 쪽의 정책이 늘 거절하는 주소라 부르지 않았다: {why}. 닿지 않는다는 뜻이 아니다.",
		"the endpoint is on an address that the caller's policy always refuses, and was not called: {why}. That does not say that it can't be reached.",
	}, correctName},
	{"canceled", Text{
		"왕복이 끝나기 전에 호출자가 멈췄다. 가리지 못했다.",
		"the caller stopped before the round trip ended. Nothing could be told.",
	}, Text{"다시 돌린다", "run it again"}},
	{"error", Text{
		"서버가 오류로 답했다: {why}.",
		"the server answered with an error: {why}.",
	}, Text{"오류의 까닭을 고친다. 메서드와 버전, 받는 입력이 카드에 적은 것과 맞는지 본다", "correct what causes the error; see whether method, version and input fit what the card says"}},
	{"wire", Text{
		"응답이 A2A의 꼴이 아니다: {why}.",
		"the answer is not what A2A asks for: {why}.",
	}, Text{"응답을 인터페이스의 버전대로 만든다", "form answers by the version of the interface"}},
	{"task-id", Text{
		"조회한 Task와 다른 Task가 돌아왔다.",
		"another task came back than the one asked for.",
	}, Text{"Task의 ID를 끝까지 지킨다", "keep a task's id to its end"}},
	{"state", Text{
		"모르는 상태가 돌아왔다: {why}.",
		"an unknown state came back: {why}.",
	}, Text{"A2A가 정한 상태만 쓴다", "use the states of A2A alone"}},
	{"nested", Text{
		"Task는 끝났으나 응답 안에 꼴이 맞지 않는 데가 있다: {why}.",
		"the task ended, and something within the answer is not formed as A2A asks: {why}.",
	}, Text{"응답을 인터페이스의 버전대로 만든다", "form answers by the version of the interface"}},
	{"method", Text{
		"`SendMessage`는 모른다고 해서 `message/send`로 다시 보냈다. 카드는 인터페이스의 버전을 1.0으로 적었다.",
		"`SendMessage` was not known, so the same message was sent as `message/send`. The card says that the interface is at version 1.0.",
	}, Text{"1.0의 메서드를 구현하거나, 인터페이스의 버전을 `0.3`으로 적는다", "implement the methods of 1.0, or declare the interface at version `0.3`"}},
	{"no-interface", Text{
		"부를 인터페이스를 고르지 못했다: {why}.",
		"no interface could be chosen to call: {why}.",
	}, Text{"`JSONRPC`나 `HTTP+JSON`, 버전 `1.0`의 인터페이스를 둔다", "offer an interface with `JSONRPC` or `HTTP+JSON` at version `1.0`"}},
	{"no-interface:http", Text{
		"인터페이스가 평문 `http`라 부르지 않았다: {why}.",
		"the interface is at plain `http` and was not called: {why}.",
	}, allowHTTP},
	{"no-interface:refused", Text{
		"고른 인터페이스를 부르지 않았다: {why}.",
		"the interface that was chosen was not called: {why}.",
	}, Text{"T 규칙의 결과를 본다", "see the results of the T rules"}},
	{"request", Text{
		"보낼 요청을 만들지 못했다: {why}.",
		"the request could not be made: {why}.",
	}, Text{"시험용 입력과 자격 증명을 확인한다", "check the test payload and the credential"}},
	{"extension:refused", Text{
		"확장이 필요하다며 호출을 거절했다: {why}.",
		"the call was refused since an extension is required: {why}.",
	}, understand},
	{"extension", Text{
		"호출자가 모르는 확장이 필요해 보내지 않았다: {why}.",
		"an extension is required that the caller does not understand, so nothing was sent: {why}.",
	}, understand},
}

var (
	asAccepted         = Text{"그 경로가 실제로 받는 것을 그대로 적는다", "write just what the path really accepts"}
	understand         = Text{"그 확장을 안다고 밝히거나, 카드에서 `required`를 뺀다", "say that the extension is understood, or take `required` off the card"}
	allowOrigin        = Text{"카드에 서명하거나, 부르는 쪽에서 그 origin을 허용한다", "sign the card, or allow that origin at the caller's side"}
	publishedIsNotDone = Text{"카드 게시는 완료가 아니다. Task 왕복 1건이 성공해야 한다", "publishing a card is not completion; one task round trip must succeed"}
	lookIntoTask       = Text{"서버의 기록에서 Task가 왜 `completed`에 이르지 못했는지 본다", "see in the server's log why the task did not reach `completed`"}
	inTime             = Text{"Task를 제때 끝낸다. 오래 걸리는 일이면 부르는 쪽의 시간 한도를 늘린다", "end the task in time; where it takes long, raise the caller's time limit"}
)
