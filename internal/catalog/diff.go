package catalog

// What only two cards of one agent show: rules of which a card alone says
// nothing, and what other rules say of a change.

var diffRules = []Rule{
	{
		ID: "S2-caller-tags-only", Kind: "api", Severity: Warn, Checks: lineV2,
		Source: "card spec v1.7 §2; ANS extension page §3",
		Title:  Text{"호출자는 부작용을 태그로만 안다", "a caller learns of side effects from tags alone"},
		Says: []Say{
			{"action-gained", Text{
				"skill `{id}`의 분류가 실행으로 바뀌었다. 앞: `{before}`, 지금: `{kind}`. 앞 카드를 보고 부르던 쪽은 상태를 바꾸지 않는다고 알고 있다.",
				"skill `{id}` has become an action. Before: `{before}`, now: `{kind}`. Callers who know the former card take it for harmless.",
			}, tellCallers},
			{"action-lost", Text{
				"skill `{id}`의 분류가 더는 실행이 아니다. 앞: `{before}`, 지금: `{kind}`. 상태를 바꾸지 않게 된 것이 맞는지 카드만 보고는 가릴 수 없다.",
				"skill `{id}` is no action any more. Before: `{before}`, now: `{kind}`. Whether it really stopped changing state, the card can't tell.",
			}, Text{"여전히 상태를 바꾼다면 `chofam:kind/action`을 되돌린다", "if it still changes state, put `chofam:kind/action` back"}},
			{"kind-changed", Text{
				"skill `{id}`의 분류가 바뀌었다. 앞: `{before}`, 지금: `{kind}`. 호출자의 정책은 태그만 본다.",
				"the kind of skill `{id}` changed. Before: `{before}`, now: `{kind}`. A caller's policy looks at tags alone.",
			}, tellCallers},
		},
	},
	{
		ID: "S3-tombstone-not-drop", Kind: "api", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"이름은 빼지 않고 tombstone을 신청한다", "a name is not dropped: a tombstone is asked for"},
		Says: []Say{
			{"", Text{
				"앞 카드에 있던 이름이 새 카드에 없다: `{name}`. 등재된 이름이 카드에서 사라지면 신호가 남는다.",
				"the new card lacks a name that the former one carries: `{name}`. A registered name that is gone from the card raises a signal.",
			}, Text{
				"이름을 다시 담는다. 그만 쓰려면 tombstone을 신청한다",
				"put the name back; to stop using it, ask for a tombstone",
			}},
			{"tombstoned", Text{
				"폐기된 이름이 새 카드에서 빠졌다: `{name}`.",
				"the new card no longer carries a name that is tombstoned: `{name}`.",
			}, Text{"고칠 것은 없다", "nothing to mend"}},
		},
	},
	{
		ID: "S4-id-version", Kind: "api", Severity: Warn, Checks: []string{"places"},
		Source: "card spec v1.7 §4",
		Title:  Text{"호출자는 `agent.id`를 카드의 `name`에서, 버전을 `version`에서 읽는다", "a caller reads `agent.id` and `version` from the card's `name` and `version`"},
		Says: []Say{{"name-changed", Text{
			"카드의 `name`이 바뀌었다. 앞: `{before}`, 지금: `{value}`. 호출자는 여기서 `agent.id`를 읽으므로 다른 에이전트로 본다.",
			"the card's `name` changed from `{before}` to `{value}`. Callers read `agent.id` from it and see another agent.",
		}, Text{"같은 에이전트라면 앞의 이름을 되돌리거나 부르는 쪽에 알린다", "if it is the same agent, put the former name back or tell the callers"}}},
	},
	{
		ID: "HIRE-ask-not-contract", Kind: "api", Severity: Info, Checks: lineV9,
		Source: "card spec v1.7 §4.1",
		Title:  Text{"호가는 계약가가 아니다", "an asking price is no contract price"},
		Says: []Say{
			{"", Text{
				"호가가 바뀌었다. 앞: {before}, 지금: {value}. 이미 맺은 계약의 값은 따라 움직이지 않는다.",
				"the asking price changed from {before} to {value}. A contract that stands does not move with it.",
			}, renegotiate},
			{"published", Text{
				"없던 호가가 실렸다: {value}. 이미 맺은 계약의 값은 따라 움직이지 않는다.",
				"an asking price is published that was not: {value}. A contract that stands does not move with it.",
			}, renegotiate},
			{"withdrawn", Text{
				"있던 호가가 빠졌다: {before}. 이미 맺은 계약의 값은 따라 움직이지 않는다.",
				"the asking price is no longer published: {before}. A contract that stands does not move with it.",
			}, renegotiate},
		},
	},
	{
		ID: "T-select", Kind: "api", Severity: Warn, Checks: []string{"routing"},
		Source: "A2A 1.0.1 §8.3.2",
		Title:  Text{"클라이언트는 말이 통하는 첫 인터페이스를 고른다", "a client takes the first interface that it speaks"},
		Says: []Say{{"interface-removed", Text{
			"앞 카드에 있던 인터페이스가 없다. 바인딩: `{binding}`, 버전: `{version}`. 이것만 쓰는 클라이언트는 부를 길이 없다.",
			"an interface of the former card is gone. Binding: `{binding}`, version: `{version}`. A client that speaks no other has no way to call.",
		}, Text{"쓰는 쪽이 옮겨 갈 때까지 남겨 둔다", "keep it until its users have moved on"}}},
	},
}

var (
	tellCallers = Text{"부르는 쪽에 알리고 정책을 다시 보게 한다", "tell the callers, so that they look at their policies again"}
	renegotiate = Text{"고칠 것은 없다. 계약가는 파티와 에이전트가 합의한다", "nothing to mend; a contract's price is agreed between party and agent"}
	checkTokens = Text{"부르는 쪽에 알린다. 자격 증명은 origin마다 따로 준다", "tell the callers; a credential is given for one origin"}
)

// What rules that a card alone can break say of a change.

var versionNotCompared = Say{"not-compared", Text{
	"정규형에서 값이 변하는 숫자가 있어 두 카드의 내용을 견주지 못했다.",
	"a number would change in canonical form, so the contents of the two cards could not be compared.",
}, Text{"B-number-exact의 결과를 보고 숫자를 고친다", "see what B-number-exact finds, and correct the number"}}

var effectDiff = []Say{
	{"irreversible-gained", Text{
		"실행 skill `{id}`의 표기가 되돌릴 수 없는 것으로 바뀌었다. 앞: `{before}`, 지금: `{effect}`. 호출 측 정책이 여기서 갈린다.",
		"action skill `{id}` can no longer be taken back. Before: `{before}`, now: `{effect}`. The caller's policy turns on it.",
	}, tellCallers},
	{"effect-changed", Text{
		"실행 skill `{id}`의 되돌림 표기가 바뀌었다. 앞: `{before}`, 지금: `{effect}`. 정말 그런지 카드만 보고는 가릴 수 없다.",
		"the effect of action skill `{id}` changed. Before: `{before}`, now: `{effect}`. Whether that is so, the card can't tell.",
	}, tellCallers},
}

var exposureDiff = []Say{
	{"added", Text{
		"앞 카드에 없던 skill이 있다: `{id}`. 분류: `{kind}`.",
		"a skill that the former card did not have: `{id}`. Its kind: `{kind}`.",
	}, Text{"노출해도 되는 skill인지 정책을 본다", "see whether the policy allows exposing it"}},
	{"irreversible-added", Text{
		"앞 카드에 없던 실행 skill이 있고, 되돌릴 수 있다는 표기가 없다: `{id}`. 분류: `{kind}`.",
		"an action skill that the former card did not have, and that can't be taken back: `{id}`. Its kind: `{kind}`.",
	}, Text{"노출해도 되는 skill인지 정책을 보고 부르는 쪽에 알린다", "see whether the policy allows exposing it, and tell the callers"}},
	{"removed", Text{
		"앞 카드에 있던 skill이 없다: `{id}`. 분류: `{kind}`.",
		"a skill of the former card is gone: `{id}`. Its kind: `{kind}`.",
	}, Text{"이 skill을 부르던 쪽에 알린다", "tell those who call it"}},
}

var partyDiff = Say{"lost", Text{
	"skill `{id}`에 있던 `chofam:scope/party` 태그가 빠졌다. 대상을 선언하지 않은 카드는 등재 심사에서 떨어진다.",
	"skill `{id}` has lost its tag `chofam:scope/party`. A card that does not declare whom it serves fails registration.",
}, Text{"`tags`에 `chofam:scope/party`를 되돌린다", "put `chofam:scope/party` back into `tags`"}}

var modesDiff = []Say{
	{"mode-removed", Text{
		"`{member}`에 있던 미디어 타입이 빠졌다: {value}. 이 타입으로 보내던 쪽의 입력을 받지 않을 수 있다.",
		"`{member}` has lost media types: {value}. What callers send in them may no longer be taken.",
	}, tellModes},
	{"mode-removed:output", Text{
		"`{member}`에 있던 미디어 타입이 빠졌다: {value}. 이 타입만 읽는 쪽은 답을 읽지 못할 수 있다.",
		"`{member}` has lost media types: {value}. Callers who read no other may get nothing that they can read.",
	}, tellModes},
	{"mode-removed:skill", Text{
		"skill `{id}`의 `{member}`에서 미디어 타입이 빠졌다: {value}. 이 타입으로 보내던 쪽의 입력을 받지 않을 수 있다.",
		"`{member}` of skill `{id}` no longer has media types: {value}. What callers send in them may no longer be taken.",
	}, tellModes},
	{"mode-removed:skill-output", Text{
		"skill `{id}`의 `{member}`에서 미디어 타입이 빠졌다: {value}. 이 타입만 읽는 쪽은 답을 읽지 못할 수 있다.",
		"`{member}` of skill `{id}` no longer has media types: {value}. Callers who read no other may get nothing that they can read.",
	}, tellModes},
}

var tellModes = Text{"쓰는 쪽이 옮겨 갈 때까지 남겨 두거나 부르는 쪽에 알린다", "keep them until their users have moved on, or tell the callers"}

var acceptedDiff = []Say{
	{"scheme-removed", Text{
		"앞 카드에 선언된 스킴이 없다: `{scheme}`. 이 스킴의 자격 증명은 더는 쓸 곳이 없다.",
		"a scheme that the former card declares is gone: `{scheme}`. Credentials of it are of no use any more.",
	}, asAccepted},
	{"scheme-changed", Text{
		"같은 이름의 스킴이 다른 것이 되었다: `{scheme}`. 앞: {before}, 지금: {now}.",
		"a scheme of the same name has become another: `{scheme}`. Before: {before}, now: {now}.",
	}, Text{"다른 스킴에는 다른 이름을 준다", "give another scheme another name"}},
	{"anonymous-gained", Text{
		"skill `{id}`에 인증 없이 들어가는 길이 생겼다. 앞 카드에는 없었다.",
		"skill `{id}` can now be called without authentication. The former card had no such way.",
	}, Text{"익명을 허용하는 것이 아니면 앞의 요구를 되돌린다", "unless anonymous calls are meant, put the former requirement back"}},
	{"weaker", Text{
		"skill `{id}`에 더 약한 길이 생겼다: `{scheme}`. 앞 카드는 함께 요구했다: `{before}`.",
		"skill `{id}` has a weaker way in: `{scheme}`. The former card asked for `{before}` together.",
	}, Text{"약하게 하려는 것이 아니면 앞의 요구를 되돌린다", "unless that is meant, put the former requirement back"}},
	{"opened", Text{
		"skill `{id}`에 앞 카드에 없던 길이 있다: `{scheme}`.",
		"skill `{id}` has a way in that the former card did not have: `{scheme}`.",
	}, asAccepted},
	{"closed", Text{
		"skill `{id}`에 앞 카드의 자격 증명만으로는 들어갈 수 없다: `{scheme}`.",
		"what opened skill `{id}` before no longer does: `{scheme}`.",
	}, tellCallers},
	{"closed:anonymous", Text{
		"skill `{id}`에 인증 없이 들어갈 수 있었으나 이제 인증을 요구한다.",
		"skill `{id}` could be called without authentication and now asks for it.",
	}, tellCallers},
}

var originDiff = []Say{
	{"new-origin", Text{
		"인터페이스가 앞 카드에 없던 origin에 있다: `{origin}`. 앞의 자격 증명은 여기로 보내지 않는다.",
		"an interface lies on an origin that the former card did not name: `{origin}`. Credentials given before are not sent there.",
	}, checkTokens},
	{"new-origin:scheme", Text{
		"스킴의 URL이 앞 카드에 없던 origin에 있다: `{origin}`. 토큰을 얻는 곳이 바뀌면 자격 증명이 다른 손에 들어갈 수 있다.",
		"a URL of a scheme lies on an origin that the former card did not name: `{origin}`. Where tokens come from decides who sees the credentials.",
	}, checkTokens},
}

var requiredDiff = Say{"gained", Text{
	"앞 카드에서 꼭 필요하지 않던 확장이 필요하다고 적혔다: `{uri}`. 이것을 모르는 클라이언트는 부르지 못한다.",
	"an extension is required now that was not: `{uri}`. Clients that do not understand it can't call.",
}, understand}

var movedDiff = Say{"moved", Text{
	"인터페이스의 URL이 같은 origin 안에서 바뀌었다: `{url}`.",
	"the URL of an interface changed within its origin: `{url}`.",
}, Text{"고정 목록을 쓰는 쪽에 알린다", "tell those who use a fixed list"}}
