package catalog

// Security schemes, requirements and secrets (REQUIREMENTS §1).

var securityRules = []Rule{
	{
		ID: "B-scheme-shape", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto SecurityScheme; card spec v1.7 §5",
		Title:  Text{"`securitySchemes`의 항목마다 정해진 스킴이 정확히 하나다", "each entry of `securitySchemes` is exactly one known scheme"},
		Says: []Say{
			{"type", Text{"`securitySchemes`가 객체가 아니다: {found}.", "`securitySchemes` is not an object: {found}."}, Text{"스킴 이름을 멤버 이름으로 하는 객체로 적는다", "write an object with the schemes' names as member names"}},
			{"array", Text{"`securitySchemes`가 배열이다. 스킴에 이름이 없어 요구에서 가리킬 수 없다.", "`securitySchemes` is an array. Its schemes have no names that a requirement could use."}, Text{"스킴 이름을 멤버 이름으로 하는 객체로 적는다", "write an object with the schemes' names as member names"}},
			{"entry", Text{"스킴이 객체가 아니다: {found}.", "a scheme is not an object: {found}."}, Text{"`{\"type\": \"http\", \"scheme\": \"bearer\"}`처럼 적는다", "write an object, as in `{\"type\": \"http\", \"scheme\": \"bearer\"}`"}},
			{"unknown", Text{"모르는 스킴이다: `{value}`. 인증이 없는 것으로 보지 않고 아무것도 열지 않는다.", "an unknown scheme: `{value}`. It is not taken for no authentication; it opens nothing."}, Text{"`apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS` 가운데 하나로 적는다", "write one of `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`"}},
			{"unknown:type", Text{"스킴의 `type`이 문자열이 아니다: {found}. 인증이 없는 것으로 보지 않고 아무것도 열지 않는다.", "a scheme's `type` is not a string: {found}. It is not taken for no authentication; it opens nothing."}, Text{"`apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS` 가운데 하나로 적는다", "write one of `apiKey`, `http`, `oauth2`, `openIdConnect`, `mutualTLS`"}},
			{"bare", Text{"스킴에 `type`도, 1.0의 감싸는 멤버도 없다. 어떤 스킴인지 짐작하지 않는다.", "a scheme has neither `type` nor one of the wrappers of 1.0. Which one it is, is not guessed."}, Text{"`\"type\": \"http\"`를 적거나 `httpAuthSecurityScheme`으로 감싼다", "write `\"type\": \"http\"`, or wrap it in `httpAuthSecurityScheme`"}},
			{"several", Text{"한 항목에 스킴이 여럿이다: `{value}`. 어느 것을 쓸지 정해지지 않는다.", "one entry holds several schemes: `{value}`. Which one applies is left open."}, Text{"스킴마다 항목을 따로 둔다", "give each scheme an entry of its own"}},
			{"wrapper", Text{"`{member}`의 값이 객체가 아니다: {found}.", "`{member}` is not an object: {found}."}, Text{"스킴의 멤버를 담은 객체로 적는다", "write an object with the scheme's members"}},
			{"differs", Text{"감싸지 않은 표기와 감싼 표기의 내용이 다르다: `{member}`. 읽는 쪽에 따라 다른 자격 증명을 보낸다.", "the flat and the wrapped form differ: `{member}`. Readers would send different credentials."}, Text{"두 표기를 같게 하거나 하나만 남긴다", "make both forms equal, or keep only one of them"}},
		},
	},
	{
		ID: "B-scheme-fields", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §4.5.2–4.5.10; RFC 9110 §5.6.2",
		Title:  Text{"스킴은 제 종류가 요구하는 값을 갖는다", "a scheme holds what its kind requires"},
		Says: []Say{
			{"", Text{"스킴에 `{member}` 값이 없다. 이 종류의 스킴에는 있어야 한다: `{kind}`.", "a scheme has no `{member}`, which its kind requires: `{kind}`."}, Text{"`{member}` 값을 적는다", "write `{member}`"}},
			{"in", Text{"감싼 표기에 `location`이 없고 옛 이름 `in`이 있다. 감싼 표기에서는 `in`을 읽지 않는다.", "the wrapped form has no `location` but the older `in`, which is not read there."}, Text{"`in`을 `location`으로 고친다", "rename `in` to `location`"}},
			{"location", Text{"API 키를 싣는 자리가 정해진 값이 아니다: `{value}`. 대소문자까지 같아야 한다.", "the key's place is not one of the known ones: `{value}`. Case counts."}, Text{"`query`, `header`, `cookie` 가운데 하나를 적는다", "write `query`, `header` or `cookie`"}},
			{"token", Text{"`{member}`에 쓸 수 없는 문자가 있다: `{value}`. 헤더가 깨지거나 다른 헤더가 끼어든다.", "`{member}` holds characters it can't have: `{value}`. A header would break, or another one slip in."}, Text{"공백과 제어 문자 없는 토큰으로 적는다", "write a token without blanks and control characters"}},
			{"flows", Text{"`flows`에 정해진 흐름이 없다. 토큰을 얻을 길이 없다.", "`flows` holds no known flow. There is no way to get a token."}, Text{"`clientCredentials`, `authorizationCode`처럼 정해진 흐름을 하나 적는다", "write one known flow, such as `clientCredentials` or `authorizationCode`"}},
			{"flow-count", Text{"감싼 표기의 `flows`에 흐름이 여럿이다. 1.0에서는 하나만 둔다.", "`flows` of the wrapped form holds several flows. At 1.0 there is exactly one."}, Text{"흐름마다 스킴을 따로 둔다", "give each flow a scheme of its own"}},
		},
	},
	{
		ID: "B-secret", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §14.3",
		Title:  Text{"`authentication.credentials`에 값을 두지 않는다", "`authentication.credentials` has no value"},
		Says: []Say{{"", Text{
			"`authentication.credentials`에 값이 있다. 카드는 누구나 읽으므로 이 값은 이미 새었다.",
			"`authentication.credentials` has a value. Anyone can read a card, so this value has already leaked.",
		}, Text{"값을 빼고 그 자격 증명을 폐기한다. 인증 방법은 `securitySchemes`에 적는다", "remove it and revoke the credential; how to authenticate goes into `securitySchemes`"}}},
	},
	{
		ID: "B-sec-refs", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §4.5",
		Title:  Text{"요구가 가리키는 스킴은 선언되어 있다", "schemes that requirements name are declared"},
		Says: []Say{
			{"", Text{"요구가 선언되지 않은 스킴을 가리킨다: `{scheme}`. 이 방법으로는 아무도 들어갈 수 없다.", "a requirement names a scheme that is not declared: `{scheme}`. Nobody can get in that way."}, Text{"`securitySchemes`에 이 이름으로 선언하거나 이름을 고친다", "declare it in `securitySchemes` under this name, or correct the name"}},
			{"unused", Text{"선언한 스킴을 어느 요구도 쓰지 않는다: `{scheme}`. 무엇에 필요한지 알 수 없다.", "no requirement uses the declared scheme: `{scheme}`. Nobody can tell what it is for."}, Text{"`security`에 요구로 적거나 선언을 뺀다(A2A 1.0 표기의 카드는 `securityRequirements`)", "name it in `security` (in a card in A2A 1.0 form, `securityRequirements`), or remove it"}},
		},
	},
	{
		ID: "B-sec-shapes", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §8.5, proto SecurityRequirement; card spec v1.7 §1",
		Title:  Text{"인증 요구는 정해진 표기로 적는다", "requirements are written in a known form"},
		Says: []Say{
			{"unreadable", Text{"인증 요구로 읽을 수 없다: {found}. 인증이 없는 것으로 보지 않고 아무것도 열지 않는다.", "not readable as a requirement: {found}. It is not taken for no authentication; it opens nothing."}, Text{"`security`에는 `{\"스킴\": []}`, `securityRequirements`에는 `{\"schemes\": {\"스킴\": {\"list\": []}}}`으로 적는다", "write `{\"scheme\": []}` under `security`, `{\"schemes\": {\"scheme\": {\"list\": []}}}` under `securityRequirements`"}},
			{"type", Text{"`{member}`의 값이 배열이 아니다: {found}. 인증이 없는 것으로 보지 않고 아무것도 열지 않는다.", "`{member}` is not an array: {found}. It is not taken for no authentication; it opens nothing."}, Text{"요구의 배열로 적는다", "write an array of requirements"}},
			{"foreign", Text{"`{member}`에 다른 멤버의 표기가 쓰였다. 표준 클라이언트에는 이 요구가 보이지 않는다.", "`{member}` holds the form of the other member. A standard client won't see this requirement."}, Text{"`security`에는 `{\"스킴\": []}`, `securityRequirements`에는 `{\"schemes\": {\"스킴\": {\"list\": []}}}`으로 적는다", "write `{\"scheme\": []}` under `security`, `{\"schemes\": {\"scheme\": {\"list\": []}}}` under `securityRequirements`"}},
			{"anonymous", Text{"빈 요구가 있다. 익명 호출도 방법 가운데 하나가 된다.", "there is an empty requirement. An anonymous call is one of the ways in."}, Text{"익명을 허용하는 것이 아니면 뺀다", "remove it, unless anonymous calls are meant"}},
			{"both", Text{"`security`와 `securityRequirements`의 뜻이 다르다. 읽는 쪽에 따라 다른 인증을 요구한다.", "`security` and `securityRequirements` mean different things. Readers would ask for different authentication."}, Text{"둘을 같게 하거나 하나만 남긴다", "make both equal, or keep only one of them"}},
		},
	},
}
