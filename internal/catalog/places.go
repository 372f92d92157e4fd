package catalog

// Places: what the card spec asks of the base card beyond A2A (REQUIREMENTS
// §1, rules S0, S1 and S-targets).

var places = []string{"places"}

var placeRules = []Rule{
	{
		ID: "S0-standard-places", Kind: "static", Severity: Warn, Checks: places,
		Source: "card spec v1.7 §0; A2A 1.0.1 §5.7",
		Title:  Text{"카드는 A2A가 정한 멤버만 쓴다", "the card keeps to members that A2A defines"},
		Says: []Say{
			{"", Text{"A2A 1.0.1에 없는 멤버다: `{name}`. 그대로 두고 읽지 않는다.", "A2A 1.0.1 has no such member: `{name}`. It is kept and not read."}, Text{"뺀다. 덧붙일 내용은 `capabilities.extensions`에 확장으로 싣는다", "leave it out; additions go into `capabilities.extensions`"}},
			{"older:url", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"`supportedInterfaces`의 항목에 적는다", "write it in an entry of `supportedInterfaces`"}},
			{"older:protocolVersion", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"인터페이스마다 `protocolVersion`을 적는다", "write `protocolVersion` in each interface"}},
			{"older:security", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"`securityRequirements`로 적는다", "write `securityRequirements`"}},
			{"older:type", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"`httpAuthSecurityScheme`처럼 1.0의 멤버로 감싼다", "wrap the scheme in a member of 1.0, as in `httpAuthSecurityScheme`"}},
			{"older:supportsAuthenticatedExtendedCard", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"`capabilities.extendedAgentCard`로 적는다", "write `capabilities.extendedAgentCard`"}},
			{"older:stateTransitionHistory", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"뺀다. 1.0에는 대신할 멤버가 없다", "leave it out; 1.0 has nothing in its place"}},
			{"older:authentication", Text{"A2A 1.0.1에 없는 옛 멤버다: `{name}`. 옛 규격의 클라이언트만 읽는다.", "a member of an older A2A that 1.0.1 does not have: `{name}`. Only older clients read it."}, Text{"`securitySchemes`와 `security`로 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)", "write `securitySchemes` and `security` (in a card in A2A 1.0 form, `securityRequirements`)"}},
			{"draft:protocolVersions", Text{"확정 전 초안에만 있던 멤버다: `{name}`. 아무도 읽지 않는다.", "a member that only a draft had: `{name}`. Nobody reads it."}, Text{"인터페이스마다 `protocolVersion`을 적는다", "write `protocolVersion` in each interface"}},
			{"draft:supportsExtendedAgentCard", Text{"확정 전 초안에만 있던 멤버다: `{name}`. 아무도 읽지 않는다.", "a member that only a draft had: `{name}`. Nobody reads it."}, Text{"`capabilities.extendedAgentCard`로 적는다", "write `capabilities.extendedAgentCard`"}},
			{"draft:interfaces", Text{"확정 전 초안에만 있던 멤버다: `{name}`. 아무도 읽지 않는다.", "a member that only a draft had: `{name}`. Nobody reads it."}, Text{"`supportedInterfaces`로 적는다", "write `supportedInterfaces`"}},
			{"spelling", Text{"대소문자나 글자 모양만 다른 멤버다: `{name}`. 이름은 글자 그대로 비교하므로 읽지 않는다.", "it differs from a member in case or in look-alike letters alone: `{name}`. Names are compared to the letter, so it is not read."}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			{"contradiction", Text{"옛 멤버와 1.0의 멤버가 서로 다르게 말한다: `{name}`. 1.0의 값을 읽었다.", "an older member contradicts the one of 1.0: `{name}`. The value of 1.0 was read."}, Text{"옛 멤버를 뺀다", "leave the older member out"}},
		},
	},
	{
		ID: "S0-version", Kind: "static", Severity: Warn, Checks: places,
		Source: "card spec v1.7 §0",
		Title:  Text{"카드는 A2A 1.0이라고 밝힌다", "the card says that it is A2A 1.0"},
		Says: []Say{
			{"", Text{"A2A 1.0이라고 밝힌 곳이 없다. 최상위 `protocolVersion`도 인터페이스의 값도 1.0이 아니다.", "nothing says A2A 1.0, neither the top-level `protocolVersion` nor an interface."}, Text{"인터페이스에 `\"protocolVersion\": \"1.0\"`을 적는다", "write `\"protocolVersion\": \"1.0\"` in the interface"}},
			{"old", Text{"옛 버전만 제공하는 카드다: `{version}`. 패밀리는 A2A 1.0을 쓴다.", "the card offers an older version only: `{version}`. The family speaks A2A 1.0."}, Text{"A2A 1.0 인터페이스를 둔다", "offer an interface at A2A 1.0"}},
		},
	},
	{
		ID: "S1-jsonrpc", Kind: "static", Severity: Warn, Checks: places,
		Source: "card spec v1.7 §1",
		Title:  Text{"`JSONRPC` 인터페이스 하나를 둔다", "there is one `JSONRPC` interface"},
		Says: []Say{
			{"", Text{"`JSONRPC` 인터페이스가 없다. 전송 바인딩은 JSON-RPC 2.0이다.", "there is no `JSONRPC` interface. The binding is JSON-RPC 2.0."}, Text{"`supportedInterfaces`에 `\"protocolBinding\": \"JSONRPC\"`인 항목을 둔다", "list one with `\"protocolBinding\": \"JSONRPC\"` in `supportedInterfaces`"}},
			{"several", Text{"인터페이스가 둘 이상이다: {count}. 1차에는 하나를 둔다.", "there is more than one interface: {count}. The first phase has one."}, Text{"`JSONRPC` 하나만 남긴다", "keep only the `JSONRPC` one"}},
		},
	},
	{
		ID: "S1-no-preferred-transport", Kind: "static", Severity: Warn, Checks: places,
		Source: "card spec v1.7 §1",
		Title:  Text{"0.x의 `preferredTransport`와 `additionalInterfaces`를 쓰지 않는다", "`preferredTransport` and `additionalInterfaces` of 0.x are not used"},
		Says: []Say{
			{"", Text{"0.x의 멤버다: `{member}`. 1.0에서는 `supportedInterfaces`가 대신한다.", "a member of 0.x: `{member}`. At 1.0 `supportedInterfaces` takes its place."}, Text{"`supportedInterfaces`로 옮기고 뺀다", "move it into `supportedInterfaces` and leave it out"}},
			{"disagree", Text{"0.x의 멤버 `{member}`의 인터페이스가 `supportedInterfaces`에 없다: `{value}`. 옛 클라이언트와 새 클라이언트가 다른 곳을 부른다.", "`{member}` of 0.x gives an interface that `supportedInterfaces` does not have: `{value}`. Older and newer clients would call different places."}, Text{"`supportedInterfaces`와 같게 하거나 뺀다", "make it agree with `supportedInterfaces`, or leave it out"}},
		},
	},
	{
		ID: "S1-url-consistent", Kind: "static", Severity: Fail, Checks: places,
		Source: "card spec v1.7 §1, §6",
		Title:  Text{"최상위 `url`은 첫 JSONRPC 인터페이스의 URL이다", "the top-level `url` is that of the first JSONRPC interface"},
		Says: []Say{
			{"", Text{"최상위 `url`과 같은 인터페이스가 없다: `{value}`. 어디를 읽느냐에 따라 다른 곳을 부른다.", "no interface has the top-level `url`: `{value}`. Two clients would call different places."}, Text{"첫 JSONRPC 인터페이스의 `url`과 같게 적는다", "make it equal to the `url` of the first JSONRPC interface"}},
			{"other", Text{"최상위 `url`이 첫 JSONRPC 인터페이스가 아닌 인터페이스의 URL이다: `{value}`.", "the top-level `url` is that of an interface other than the first JSONRPC one: `{value}`."}, Text{"첫 JSONRPC 인터페이스의 `url`과 같게 적는다", "make it equal to the `url` of the first JSONRPC interface"}},
			{"absent", Text{"최상위 `url`이 없다. 인터페이스에서 읽는다.", "there is no top-level `url`. It is read from the interfaces."}, Text{"첫 JSONRPC 인터페이스의 `url`을 최상위에도 적는다", "write the `url` of the first JSONRPC interface at the top level too"}},
		},
	},
	{
		ID: "S1-member-names", Kind: "static", Severity: Warn, Checks: places,
		Source: "A2A 1.0.1 §5.5",
		Title:  Text{"멤버 이름은 camelCase다", "member names are camelCase"},
		Says: []Say{{"", Text{
			"snake_case로 적은 멤버다: `{name}`. 이 이름으로는 읽지 않는다.",
			"a member in snake_case: `{name}`. It is not read under this name.",
		}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}}},
	},
	{
		ID: "S1-builder", Kind: "api", Severity: Fail, Checks: places,
		Source: "card spec v1.7 §1",
		Title:  Text{"빌더는 규칙에 맞는 카드만 낸다", "a builder gives only cards that keep the rules"},
		Says: []Say{
			{"utf8", Text{
				"UTF-8이 아닌 글이 있어 JSON으로 적을 수 없다.",
				"there is text that is not UTF-8, which JSON can't hold.",
			}, Text{"UTF-8 글을 준다", "give text in UTF-8"}},
			{"raw", Text{
				"JSON 값 하나가 아닌 것을 JSON으로 주었다. 그대로 적으면 다른 카드가 된다.",
				"what was given as JSON is not one JSON value. Written as it stands it would make another card.",
			}, Text{"JSON 값 하나를 준다", "give one JSON value"}},
			{"scheme-twice", Text{
				"같은 이름의 스킴을 두 번 선언했다: `{scheme}`. 어느 쪽이 맞는지 알 수 없다.",
				"a scheme is declared twice under one name: `{scheme}`. Nothing tells which of them is meant.",
			}, Text{"하나를 빼거나 이름을 달리한다", "leave one out, or give it another name"}},
			{"requires-none", Text{
				"`Requires`에 대안을 주지 않았다. 빈 목록이면 아무나 부를 수 있게 된다.",
				"`Requires` was given no alternative. An empty list would let anybody in.",
			}, Text{"`Requirement`를 하나 이상 준다. skill을 인증 없이 열려면 `Open`을 쓴다", "give at least one `Requirement`; to open a skill without authentication call `Open`"}},
			{"reserved-tag", Text{
				"예약 태그를 손으로 붙였다: `{tag}`. 예약 태그는 생성자가 붙인다.",
				"a reserved tag was added by hand: `{tag}`. The constructors set those.",
			}, Text{"분류에 맞는 생성자를 쓴다: `Advisory`, `Query`, `Action`", "use the constructor of the right kind: `Advisory`, `Query` or `Action`"}},
			{"effect", Text{
				"실행 skill `{id}`에 되돌릴 수 있는지를 주지 않았다. 호출 측 정책이 여기서 갈린다.",
				"action skill `{id}` was given no effect. Callers' policies hang on it.",
			}, Text{"`tags.EffectReversible`, `tags.EffectIrreversible` 가운데 하나를 준다", "give `tags.EffectReversible` or `tags.EffectIrreversible`"}},
			{"not-representable", Text{
				"이 방언에 담을 자리가 없다: `{dialect}`. 빼고 쓰지는 않는다.",
				"the dialect has no place for this: `{dialect}`. It is not left out in silence.",
			}, Text{"달리 적는다. OAuth 흐름은 스킴마다 하나이고, `a2a10`에서는 skill의 빈 요구 목록을 쓸 수 없다", "say it otherwise: one OAuth flow a scheme, and in `a2a10` no empty list of requirements on a skill"}},
		},
	},
	{
		ID: "S-targets", Kind: "policy", Severity: Warn, Checks: places,
		Source: "card spec v1.7, 대상",
		Title:  Text{"society는 카드를 게시하지 않는다", "society publishes no card"},
		Says: []Say{{"", Text{
			"society의 카드라고 적혀 있다: `{value}`. society는 카드의 적용 대상이 아니라 검증자다.",
			"the card says that it is society's: `{value}`. society is no target of the card spec but its verifier.",
		}, Text{"society의 카드를 게시하지 않는다. 다른 에이전트라면 이름을 바꾼다", "publish no card for society; for another agent, choose another name"}}},
	},
}
