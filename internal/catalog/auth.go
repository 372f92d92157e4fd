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
