package catalog

// Authentication as each path has it (REQUIREMENTS §4).

var authRules = []Rule{
	{
		ID: "V6", Kind: "static, policy", Severity: Fail, Checks: []string{"V6"},
		Source: "card spec v1.7 §5, §8 V6",
		Title:  Text{"`securitySchemes`가 §5 표의 해당 행과 일치한다", "`securitySchemes` agrees with the agent's row of §5"},
		Says: []Say{
			{"", Text{
				"`securitySchemes`가 §5 표의 {agent} 행과 다르다. 자문·조회에 요구할 스킴: `{scheme}`.",
				"`securitySchemes` is not as the {agent} row of §5 has it. The scheme to require for advice and queries: `{scheme}`.",
			}, Text{"그 경로가 실제로 받는 것을 그대로 적는다", "write just what the path really accepts"}},
			{":type", Text{
				"스킴 `{scheme}`의 선언이 §5 표의 {agent} 행과 다르다. 있어야 할 선언: {want}.",
				"the declaration of scheme `{scheme}` is not as the {agent} row of §5 has it. It should be: {want}.",
			}, Text{"그 경로가 실제로 받는 것을 그대로 적는다", "write just what the path really accepts"}},
			{"V6-other-identity", Text{
				"skill `{id}`에 §5 표의 신원 없이 들어가는 길이 있다: `{alternative}`. 있어야 할 스킴: `{scheme}`.",
				"skill `{id}` has a way in without the identity of §5: `{alternative}`. The scheme that belongs there: `{scheme}`.",
			}, Text{"자문·조회의 요구마다 이 스킴을 넣는다", "put this scheme into every alternative of advice and queries"}},
			{"V6-other-identity:anonymous", Text{
				"skill `{id}`에 인증 없이 들어가는 길이 있다. §5 표의 신원이 있어야 한다. 있어야 할 스킴: `{scheme}`.",
				"skill `{id}` has a way in without authentication. The identity of §5 is required. The scheme that belongs there: `{scheme}`.",
			}, Text{"자문·조회의 요구마다 이 스킴을 넣는다", "put this scheme into every alternative of advice and queries"}},
			{"unreadable", Text{
				"skill `{id}`의 인증 요구 가운데 읽을 수 있는 것이 없다. §5 표와 같은지 가리지 못했다.",
				"no requirement of skill `{id}` can be read. Whether it agrees with §5 could not be told.",
			}, Text{"인증 요구를 정해진 표기로 적는다", "write the requirements in a known form"}},
			{"bearer-format", Text{
				"스킴 `{scheme}`에 `bearerFormat`이 없다. 사용자 대리 토큰은 JWT다.",
				"scheme `{scheme}` has no `bearerFormat`. A delegated user token is a JWT.",
			}, Text{"`\"bearerFormat\": \"JWT\"`를 적는다", "write `\"bearerFormat\": \"JWT\"`"}},
			{"further", Text{
				"§5 표의 행에 없는 스킴을 선언했다: `{scheme}`. 실행 skill이 없는 카드에는 쓸 곳이 없다.",
				"a scheme is declared that the row of §5 does not have: `{scheme}`. A card without an action skill has no use for it.",
			}, Text{"그 스킴의 선언을 뺀다", "leave it out"}},
			{"R9-declared", Text{
				"올바르게 선언한 인증 스킴이 하나도 없다. 선언은 발급 시점에 확인한다.",
				"not one well-formed security scheme is declared. The declaration is checked at issuing.",
			}, Text{"그 경로가 실제로 받는 것을 `securitySchemes`에 적는다", "write what the path really accepts into `securitySchemes`"}},
		},
	},
	{
		ID: "S5-claims", Kind: "api, evidence", Severity: Fail,
		Checks: []string{}, // it judges a token, no card
		Source: "card spec v1.7 §5.1",
		Title:  Text{"대리 경로의 토큰은 `iss`, `sub`, `aud`, `exp`만 담는다", "a token of the delegated path holds `iss`, `sub`, `aud` and `exp` alone"},
		Says: []Say{
			{"malformed", Text{
				"토큰의 payload가 JSON 객체 하나로 읽히지 않는다.",
				"the token's payload can't be read as one JSON object.",
			}, Text{"JWT의 가운데 부분을 풀어서 넣는다", "give it the middle part of a JWT, decoded"}},
			{"missing", Text{
				"클레임이 없다: `{claim}`. 대리 경로의 토큰에는 넷이 모두 있어야 한다.",
				"a claim is missing: `{claim}`. A token of the delegated path holds all four.",
			}, onlyFour},
			{"type", Text{
				"클레임의 형식이 다르다: `{claim}`. `exp`는 숫자, `aud`는 문자열이나 문자열의 배열, 나머지는 문자열이고 비어 있지 않다.",
				"a claim is not of its form: `{claim}`. `exp` is a number, `aud` a string or an array of strings, the others strings, none of them empty.",
			}, Text{"RFC 7519 §4.1의 형식으로 발급한다", "issue it in the form of RFC 7519 §4.1"}},
			{"profile", Text{
				"프로필을 담은 클레임이 있다: `{claim}`. 부르는 에이전트가 사용자를 알게 된다.",
				"a claim of the user's profile is there: `{claim}`. The agent that is called learns who the user is.",
			}, onlyFour},
			{"email", Text{
				"이메일 클레임이 있다: `{claim}`. 부르는 에이전트가 사용자를 알게 된다.",
				"an e-mail claim is there: `{claim}`. The agent that is called learns who the user is.",
			}, onlyFour},
			{"groups", Text{
				"그룹이나 역할을 담은 클레임이 있다: `{claim}`. 사용자가 어디에 속하는지 드러난다.",
				"a claim of groups or roles is there: `{claim}`. It shows what the user belongs to.",
			}, onlyFour},
			{"federated", Text{
				"연합 신원의 클레임이 있다: `{claim}`. 다른 곳의 사용자 식별자가 드러난다.",
				"a claim of the federated identity is there: `{claim}`. It shows the user's id elsewhere.",
			}, onlyFour},
			{"unknown", Text{
				"정해지지 않은 클레임이 있다: `{claim}`. 무엇을 드러내는지 알 수 없다.",
				"a claim is there that nobody has agreed on: `{claim}`. What it shows can't be told.",
			}, onlyFour},
			{"extra", Text{
				"토큰 자체의 클레임이 더 있다: `{claim}`. 사용자를 드러내지는 않으나 넷에 들지 않는다.",
				"a further claim of the token itself is there: `{claim}`. It shows nothing of the user and is not one of the four.",
			}, onlyFour},
		},
	},
	{
		ID: "S5-mentor-no-user-token", Kind: "static", Severity: Fail, Checks: []string{"V6"},
		Source: "card spec v1.7 §5.3",
		Title:  Text{"mentor의 카드는 사용자 토큰을 받지 않는다고 말한다", "mentor's card takes no user token"},
		Says: []Say{{"", Text{
			"사용자 토큰을 받는 스킴을 선언했다: `{scheme}`. mentor 경로에는 참여자 식별자가 어떤 형태로도 들어가지 않는다.",
			"a scheme that takes a user token is declared: `{scheme}`. No participant's identifier reaches mentor in any form.",
		}, Text{
			"`serviceBearer`만 남긴다. §5의 JSON은 두 행을 함께 보인 목록이라 그대로 옮기면 여기서 떨어진다",
			"keep only `serviceBearer`; the JSON of §5 is a catalogue of both rows, so a card that copies it whole fails here",
		}}},
	},
}

var onlyFour = Text{"`iss`, `sub`, `aud`, `exp`만 담아 발급한다", "issue it with `iss`, `sub`, `aud` and `exp` alone"}
