package catalog

// The base card: reading it, and the members that are no interface, scheme or
// place (REQUIREMENTS §1).

var (
	a2aOnly  = []string{"a2a"}
	readable = []string{"a2a", "P2"}
)

var baseRules = []Rule{
	{
		ID: "B-json", Kind: "static", Severity: Fail, Checks: readable,
		Source: "A2A 1.0.1 §5.5",
		Title:  Text{"본문은 UTF-8로 된 JSON 객체 하나다", "the body is one JSON object in UTF-8"},
		Says: []Say{
			{"card.syntax", Text{
				"JSON으로 읽을 수 없다. {line}행, 바이트 {offset}에서 멈췄다: {found}.",
				"not readable as JSON. It stops at line {line}, byte {offset}: {found}.",
			}, Text{"RFC 8259에 맞는 JSON으로 고친다. 주석과 마지막 원소 뒤의 쉼표는 JSON에 없다", "write JSON as RFC 8259 has it; comments and trailing commas are not JSON"}},
			{"card.syntax:end", Text{
				"JSON이 끝나기 전에 본문이 끝났다. {line}행, 바이트 {offset}까지 읽었다.",
				"the body ends before the JSON does. Read up to line {line}, byte {offset}.",
			}, Text{"닫는 괄호와 따옴표가 빠지지 않았는지, 전송이 끊기지 않았는지 본다", "look for a missing bracket or quote, or a transfer that was cut"}},
			{"card.syntax:empty", Text{
				"본문이 비어 있다. 읽을 카드가 없다.",
				"the body is empty. There is no card to read.",
			}, Text{"카드 JSON을 게시한다", "publish the card's JSON"}},
			{"card.syntax:trailing", Text{
				"카드 객체 뒤에 다른 내용이 있다. {line}행, 바이트 {offset}: {found}. 어느 쪽이 카드인지 읽는 쪽마다 다르게 고를 수 있다.",
				"something follows the card's object, at line {line}, byte {offset}: {found}. Readers could choose differently which one is the card.",
			}, Text{"객체 하나만 남긴다", "keep only the one object"}},
			{"card.encoding:bom", Text{
				"본문이 BOM(U+FEFF)으로 시작한다. JSON 본문에는 BOM을 둘 수 없다(RFC 8259 §8.1).",
				"the body starts with a BOM (U+FEFF). A JSON body must not have one (RFC 8259 §8.1).",
			}, Text{"BOM 없는 UTF-8로 저장한다", "save it as UTF-8 without a BOM"}},
			{"card.encoding:utf8", Text{
				"UTF-8이 아닌 바이트가 있다. {line}행, 바이트 {offset}: {found}. 고쳐 읽으면 서로 다른 카드가 같은 카드가 된다.",
				"there are bytes that are not UTF-8, at line {line}, byte {offset}: {found}. Repairing them would make different cards the same.",
			}, Text{"UTF-8로 저장한다", "save it as UTF-8"}},
			{"card.encoding:surrogate", Text{
				"짝이 없는 서로게이트 이스케이프가 있다. {line}행, 바이트 {offset}. 유니코드 문자가 아니어서 고쳐 읽을 수 없다.",
				"there is a surrogate escape without its pair, at line {line}, byte {offset}. It is no Unicode character and can't be repaired.",
			}, Text{"문자를 UTF-8로 그대로 적거나 이스케이프 두 개를 짝으로 적는다", "write the character itself in UTF-8, or both escapes of the pair"}},
			{"card.duplicate_key", Text{
				"같은 이름의 멤버가 한 객체에 두 번 있다: `{pointer}`. 읽는 쪽마다 다른 값을 고를 수 있다.",
				"a member stands twice in one object: `{pointer}`. Readers could choose different values.",
			}, Text{"하나만 남긴다", "keep only one of them"}},
			{"card.type", Text{
				"본문이 JSON 객체가 아니다: {found}. 카드는 객체 하나다.",
				"the body is not a JSON object: {found}. A card is one object.",
			}, Text{"카드 객체를 그대로 게시한다. 배열이나 다른 객체로 감싸지 않는다", "publish the card's object itself, not wrapped in an array or anything else"}},
			{"card.limit:depth", Text{
				"중첩이 {max}단계를 넘는다. {line}행, 바이트 {offset}.",
				"it is nested deeper than {max} levels, at line {line}, byte {offset}.",
			}, Text{"중첩을 줄인다", "nest less deeply"}},
			{"card.limit:values", Text{
				"값이 {max}개를 넘는다. {line}행, 바이트 {offset}.",
				"it has more than {max} values, at line {line}, byte {offset}.",
			}, Text{"카드에 싣는 값을 줄인다", "put fewer values into the card"}},
		},
	},
	{
		ID: "B-size", Kind: "static", Severity: Fail, Checks: readable,
		Source: "discovery note, fetching 3",
		Title:  Text{"본문은 1 MiB를 넘지 않는다", "the body is at most 1 MiB"},
		Says: []Say{{"card.limit", Text{
			"본문이 {max}바이트를 넘는다. 읽는 쪽이 끝없는 본문을 받지 않도록 여기서 멈춘다.",
			"the body is larger than {max} bytes. Reading stops here, so that no reader has to take a body without end.",
		}, Text{"카드를 줄인다. 긴 문서는 `documentationUrl`에 둔다", "make the card smaller; long text belongs at `documentationUrl`"}}},
	},
	{
		ID: "B-name", Kind: "static", Severity: Fail, Checks: readable,
		Source: "A2A 1.0.1 proto AgentCard.name; discovery note, minimum",
		Title:  Text{"`name`은 문자열이다", "`name` is a string"},
		Says: []Say{
			{"card.not_agent_card", Text{
				"문자열 `name`이 없어 Agent Card가 아니다. 적힌 것: {found}.",
				"there is no string `name`: {found}. This is no Agent Card.",
			}, Text{"최상위에 `name`을 문자열로 적는다", "write `name` as a string at the top level"}},
			{"empty", Text{
				"`name`이 비어 있다. 카드를 가리킬 이름이 없다.",
				"`name` is empty. There is nothing to call the agent by.",
			}, Text{"사람이 알아볼 이름을 적는다", "write a name that people recognise"}},
		},
	},
	{
		ID: "B-skills-array", Kind: "static", Severity: Fail, Checks: readable,
		Source: "discovery note, minimum",
		Title:  Text{"`skills`는 배열이다", "`skills` is an array"},
		Says: []Say{{"card.not_agent_card", Text{
			"배열 `skills`가 없어 Agent Card가 아니다. 적힌 것: {found}.",
			"there is no array `skills`: {found}. This is no Agent Card.",
		}, Text{"최상위에 `skills`를 배열로 적는다", "write `skills` as an array at the top level"}}},
	},
	{
		ID: "B-skills-nonempty", Kind: "static", Severity: Fail, Checks: []string{"a2a", "V2", "V8", "P2"},
		Source: "A2A 1.0.1 §5.7; discovery note, checklist 2",
		Title:  Text{"skill이 하나 이상 있다", "there is at least one skill"},
		Says: []Say{{"", Text{
			"`skills`가 비어 있다. 할 수 있는 일이 하나도 적혀 있지 않다.",
			"`skills` is empty. The card names nothing that the agent does.",
		}, Text{"제공하는 skill을 적는다", "list the skills that are offered"}}},
	},
	{
		ID: "B-types", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto",
		Title:  Text{"모델에 있는 멤버는 정해진 타입의 값을 갖는다", "members of the model hold values of their type"},
		Says: []Say{
			{"", Text{
				"값의 타입이 다르다. 있어야 할 타입: {want}, 적힌 타입: {found}.",
				"the value has another type. Expected: {want}, found: {found}.",
			}, Text{"정해진 타입으로 적는다", "write it with the type it has in the model"}},
			{"element", Text{
				"배열이나 맵에 든 값의 타입이 다르다. 있어야 할 타입: {want}, 적힌 타입: {found}.",
				"an element of the array or map has another type. Expected: {want}, found: {found}.",
			}, Text{"원소를 고치거나 뺀다", "correct the element or leave it out"}},
		},
	},
	{
		ID: "B-null", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 §5.5, §5.7",
		Title:  Text{"없는 값은 적지 않는다", "an absent value is left out"},
		Says: []Say{{"", Text{
			"선택 멤버가 `null`이다. 없는 것으로 읽는다.",
			"an optional member is `null`. It is read as absent.",
		}, Text{"멤버를 뺀다", "leave the member out"}}},
	},
	{
		ID: "B-description", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentCard.description",
		Title:  Text{"`description`이 있다", "`description` is there"},
		Says: []Say{
			{"", Text{"`description`이 없다. 무엇을 하는 에이전트인지 알 수 없다.", "there is no `description`. Nobody can tell what the agent is for."}, Text{"에이전트가 하는 일을 적는다", "say what the agent does"}},
			{"empty", Text{"`description`이 비어 있다. 무엇을 하는 에이전트인지 알 수 없다.", "`description` is empty. Nobody can tell what the agent is for."}, Text{"에이전트가 하는 일을 적는다", "say what the agent does"}},
		},
	},
	{
		ID: "B-version", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentCard.version",
		Title:  Text{"`version`이 있다", "`version` is there"},
		Says: []Say{
			{"", Text{"`version`이 없다. 카드가 바뀐 것을 알 길이 없다.", "there is no `version`. A change of the card can't be told."}, Text{"`\"version\": \"1.0.0\"`처럼 적는다", "write it, as in `\"version\": \"1.0.0\"`"}},
			{"empty", Text{"`version`이 비어 있다. 카드가 바뀐 것을 알 길이 없다.", "`version` is empty. A change of the card can't be told."}, Text{"`\"version\": \"1.0.0\"`처럼 적는다", "write it, as in `\"version\": \"1.0.0\"`"}},
		},
	},
	{
		ID: "B-modes", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentCard.default_input_modes, §5.7; RFC 9110 §8.3.1",
		Title:  Text{"입출력 모드는 미디어 타입의 배열이다", "modes are non-empty arrays of media types"},
		Says: append([]Say{
			{"", Text{"`{member}` 목록이 없다. 무엇을 주고받는지 알 수 없다.", "there is no `{member}`. Nobody can tell what is exchanged."}, Text{"`[\"text/plain\"]`처럼 적는다", "write it, as in `[\"text/plain\"]`"}},
			{"empty", Text{"`{member}` 목록이 비어 있다. 무엇을 주고받는지 알 수 없다.", "`{member}` is empty. Nobody can tell what is exchanged."}, Text{"`[\"text/plain\"]`처럼 적는다", "write it, as in `[\"text/plain\"]`"}},
			{"form", Text{"미디어 타입이 아니다: `{value}`. 무엇을 주고받는지 알 수 없다.", "not a media type: `{value}`. Nobody can tell what is exchanged."}, Text{"`text/plain`처럼 `타입/하위타입`으로 적는다", "write `type/subtype`, as in `text/plain`"}},
			{"word", Text{"빗금이 없는 낱말이다: `{value}`. 미디어 타입으로 비교하면 맞는 것이 없다.", "a bare word without a slash: `{value}`. Whoever compares media types won't match it."}, Text{"`text`는 `text/plain`처럼 적는다", "write `text` as `text/plain`, and so on"}},
			{"wildcard", Text{"와일드카드다: `{value}`. 실제로 받는 타입을 알 수 없다.", "a wildcard: `{value}`. It does not say what is really taken."}, Text{"실제로 주고받는 미디어 타입을 적는다", "list the media types that are really exchanged"}},
		}, modesDiff...),
	},
	{
		ID: "B-capabilities", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentCard.capabilities",
		Title:  Text{"`capabilities`는 객체다", "`capabilities` is an object"},
		Says: []Say{
			{"", Text{"`capabilities`가 없다. 객체가 있어야 한다.", "there is no `capabilities`. An object is required."}, Text{"없으면 `\"capabilities\": {}`로 적는다", "with nothing to say, write `\"capabilities\": {}`"}},
			{"type", Text{"`capabilities`가 객체가 아니다: {found}.", "`capabilities` is not an object: {found}."}, Text{"`\"capabilities\": {\"streaming\": false}`처럼 객체로 적는다", "write an object, as in `\"capabilities\": {\"streaming\": false}`"}},
			{"array", Text{"`capabilities`가 배열이다. 옛 형식이거나 다른 규격의 카드다.", "`capabilities` is an array. That is an older or a foreign dialect."}, Text{"할 수 있는 일은 `skills`에, 기능 여부는 `capabilities` 객체에 적는다", "what the agent can do goes into `skills`; flags go into the object `capabilities`"}},
			{"flag", Text{"`{member}`의 값이 참·거짓이 아니다: {found}. 기능이 있는지 알 수 없다.", "`{member}` is not a boolean: {found}. Nobody can tell whether the agent has it."}, Text{"따옴표 없이 `true`, `false` 가운데 하나를 적는다", "write `true` or `false`, without quotes"}},
		},
	},
	{
		ID: "B-extensions", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §4.6.1, proto AgentExtension",
		Title:  Text{"확장은 `uri`가 있는 객체다", "extensions are objects with a `uri`"},
		Says: []Say{
			{"type", Text{"`extensions`가 배열이 아니다: {found}.", "`extensions` is not an array: {found}."}, Text{"확장 객체의 배열로 적는다", "write an array of extension objects"}},
			{"element", Text{"확장이 객체가 아니다: {found}.", "an extension is not an object: {found}."}, Text{"`{\"uri\": \"…\"}`처럼 객체로 적는다", "write an object, as in `{\"uri\": \"…\"}`"}},
			{"uri", Text{"확장에 문자열 `uri`가 없어 무슨 확장인지 알 수 없다. 적힌 것: {found}.", "an extension has no string `uri`: {found}. Nobody can tell which one it is."}, Text{"확장의 `uri`를 적는다", "write the extension's `uri`"}},
			{"params", Text{"확장의 `params`가 객체가 아니다: {found}.", "an extension's `params` is not an object: {found}."}, Text{"객체로 적거나 뺀다", "write an object or leave it out"}},
			{"place", Text{"`extensions`가 최상위에 있다. 아무도 여기서 읽지 않는다.", "`extensions` stands at the top level. Nobody reads it there."}, Text{"`capabilities.extensions`로 옮긴다", "move it to `capabilities.extensions`"}},
		},
	},
	{
		ID: "B-provider", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentProvider",
		Title:  Text{"`provider`에는 `organization`과 `url`이 있다", "`provider` has `organization` and `url`"},
		Says: []Say{{"", Text{
			"`provider`에 `{member}` 값이 없다. 누가 제공하는지 반만 적혔다.",
			"`provider` has no `{member}`. Who provides the agent is only half said.",
		}, Text{"`organization`과 `url`을 모두 적거나 `provider`를 뺀다", "write both `organization` and `url`, or leave `provider` out"}}},
	},
	{
		ID: "B-skill-fields", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentSkill",
		Title:  Text{"skill에는 `id`, `name`, `description`, `tags`가 있다", "a skill has `id`, `name`, `description` and `tags`"},
		Says: []Say{
			{"type", Text{"skill이 객체가 아니다: {found}. 태그 없는 skill 하나로 센다.", "a skill is not an object: {found}. It counts as one skill without tags."}, Text{"`id`, `name`, `description`, `tags`가 있는 객체로 적는다", "write an object with `id`, `name`, `description` and `tags`"}},
			{"", Text{"skill에 `{member}`의 문자열 값이 없다. 적힌 것: {found}.", "a skill has no string `{member}`: {found}."}, Text{"빈 값이 아닌 문자열을 적는다", "write a string that is not empty"}},
			{"tags", Text{"skill에 태그가 든 `tags` 배열이 없다. 적힌 것: {found}.", "a skill has no array `tags` with an entry: {found}."}, Text{"태그 문자열을 하나 이상 담은 배열을 적는다", "write an array of tags with at least one entry"}},
			{"tag", Text{"태그가 문자열이 아니다: {found}.", "a tag is not a string: {found}."}, Text{"태그를 문자열로 적는다", "write the tag as a string"}},
		},
	},
	{
		ID: "B-skill-id-unique", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentSkill.id",
		Title:  Text{"skill의 `id`는 겹치지 않는다", "skill ids are unique"},
		Says: []Say{
			{"", Text{"같은 `id`의 skill이 앞에 있다: `{id}`. 어느 skill인지 가릴 수 없다.", "an earlier skill has the same `id`: `{id}`. The two can't be told apart."}, Text{"skill마다 다른 `id`를 적는다", "give each skill its own `id`"}},
			{"near", Text{"`id`가 앞의 skill과 대소문자, 공백, 정규화만 다르다: `{id}`.", "the `id` differs from an earlier skill's in case, spaces or normalisation alone: `{id}`."}, Text{"눈으로도 다르게 보이는 `id`를 적는다", "choose ids that also look different"}},
		},
	},
	{
		ID: "B-sig-shape", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §8.4.2; RFC 7515 §7.2.1",
		Title:  Text{"서명 항목에는 base64url 문자열 `protected`와 `signature`가 있다", "a signature has `protected` and `signature` in base64url"},
		Says: []Say{
			{"type", Text{"`signatures`가 배열이 아니다: {found}.", "`signatures` is not an array: {found}."}, Text{"서명 객체의 배열로 적는다", "write an array of signature objects"}},
			{"element", Text{"서명 항목이 객체가 아니다: {found}.", "a signature is not an object: {found}."}, Text{"`protected`와 `signature`가 있는 객체로 적는다", "write an object with `protected` and `signature`"}},
			{"", Text{"서명 항목에 `{member}`의 문자열 값이 없다. 적힌 것: {found}.", "a signature has no string `{member}`: {found}."}, Text{"서명 도구가 낸 값을 그대로 넣는다", "put in what the signing tool gave, unchanged"}},
			{"base64url", Text{"`{member}`의 값이 패딩 없는 base64url이 아니다.", "`{member}` is not base64url without padding."}, Text{"`+`, `/`, `=`가 없는 base64url로 적는다", "write base64url, which has no `+`, `/` or `=`"}},
			{"header", Text{"서명 항목의 `header`가 객체가 아니다: {found}.", "a signature's `header` is not an object: {found}."}, Text{"객체로 적거나 뺀다", "write an object or leave it out"}},
		},
	},
	{
		ID: "B-display-url", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentCard.documentation_url, icon_url, AgentProvider.url; discovery note, untrusted input",
		Title:  Text{"사람에게 보이는 URL은 http나 https의 절대 URL이다", "URLs meant for people are absolute http or https"},
		Says: []Say{{"", Text{
			"사람에게 보이는 URL이 http나 https의 절대 URL이 아니다: `{value}`. 링크로 보이지 않고 열지도 않는다.",
			"a URL meant for people is not absolute http or https: `{value}`. It is shown as text and never opened.",
		}, Text{"`https://`로 시작하는 URL을 적는다", "write a URL that starts with `https://`"}}},
	},
	{
		ID: "B-number-exact", Kind: "static", Severity: Warn, Checks: []string{"a2a", "P5"},
		Source: "RFC 8785 §3.2.2.3; RFC 7493 §2.2",
		Title:  Text{"숫자는 RFC 8785 표기로 값이 변하지 않는다", "numbers keep their value in RFC 8785 form"},
		Says: []Say{
			{"", Text{
				"이 숫자는 정규화하면 값이 달라진다: `{value}`. 서로 다른 카드가 같은 서명을 나눠 갖게 된다.",
				"this number changes its value in canonical form: `{value}`. Different cards would share one signature.",
			}, Text{"배정밀도로 나타낼 수 있는 값이나 문자열로 적는다", "write a value that a double holds, or a string"}},
		},
	},
}
