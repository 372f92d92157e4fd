package catalog

// Skills: their kind, their effect, whom they serve, and what an agent may
// expose (REQUIREMENTS §2, §6 T-skill-description).

var (
	lineV2 = []string{"V2"}
	lineV3 = []string{"V3"}
	lineE3 = []string{"E3", "V4"}
)

// chooseKind is the hint of every fault of a kind tag.
var chooseKind = Text{
	"`tags`에 `chofam:kind/advisory`, `chofam:kind/query`, `chofam:kind/action` 가운데 하나를 넣는다",
	"put one of `chofam:kind/advisory`, `chofam:kind/query`, `chofam:kind/action` into `tags`",
}

// chooseEffect is the hint of every fault of an effect tag.
var chooseEffect = Text{
	"`chofam:effect/reversible`, `chofam:effect/irreversible` 가운데 하나를 넣는다",
	"put one of `chofam:effect/reversible`, `chofam:effect/irreversible` into `tags`",
}

var skillRules = []Rule{
	{
		ID: "S2-kind-exactly-one", Kind: "static", Severity: Fail, Checks: lineV2,
		Source: "card spec v1.7 §2, §8 V2; ANS extension page §3",
		Title:  Text{"모든 skill은 `chofam:kind/*` 태그를 정확히 하나 갖는다", "every skill has exactly one `chofam:kind/*` tag"},
		Says: []Say{
			{"", Text{
				"skill `{id}`에 `chofam:kind/*` 태그가 없다. 호출자는 태그만 보고 부작용 유무를 알 수 있어야 한다.",
				"skill `{id}` has no `chofam:kind/*` tag. A caller must learn from tags alone whether there are side effects.",
			}, chooseKind},
			{"near", Text{
				"skill `{id}`에 정해진 `chofam:kind/*` 태그가 없고 닮은 태그만 있다: `{tag}`. 태그는 글자 그대로 비교한다.",
				"skill `{id}` has none of the `chofam:kind/*` tags, only one that looks like it: `{tag}`. Tags are compared to the letter.",
			}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			{"several", Text{
				"skill `{id}`에 서로 다른 `chofam:kind/*` 태그가 있다: {tags}. 호출자는 태그만 보고 부작용 유무를 알 수 있어야 한다.",
				"skill `{id}` has different `chofam:kind/*` tags: {tags}. A caller must learn from tags alone whether there are side effects.",
			}, Text{"하나만 남긴다", "keep only one of them"}},
			{"repeated", Text{
				"skill `{id}`에 같은 `chofam:kind/*` 태그가 되풀이된다: `{tag}`.",
				"skill `{id}` repeats its `chofam:kind/*` tag: `{tag}`.",
			}, Text{"하나만 남긴다", "keep only one of them"}},
		},
	},
	{
		ID: "S2-kind-vocabulary", Kind: "static", Severity: Fail, Checks: lineV2,
		Source: "card spec v1.7 §2; ANS extension page §3",
		Title:  Text{"분류는 자문, 조회, 실행 가운데 하나다", "the kind is advisory, query or action"},
		Says: []Say{{"", Text{
			"skill `{id}`에 모르는 분류가 있다: `{tag}`. 분류는 부작용의 유무와 소재로 셋뿐이다.",
			"skill `{id}` has an unknown kind: `{tag}`. There are three, told apart by whether there are side effects and where.",
		}, chooseKind}},
	},
	{
		ID: "S2-kind-truth", Kind: "evidence", Severity: Info, Checks: lineV2,
		Source: "card spec v1.7 §2",
		Title:  Text{"자문과 조회에는 부작용이 없다", "advisory and query have no side effects"},
		Says: []Say{{"", Text{
			"skill `{id}`의 분류는 실행이 아닌데 글에 상태를 바꾸는 말이 있다: `{word}`. 카드만 보고는 가릴 수 없다.",
			"skill `{id}` is no action, yet its text speaks of changing state: `{word}`. The card alone can't tell.",
		}, Text{"상태를 바꾼다면 `chofam:kind/action`으로 적는다. 자기 저장소에 쓰는 것도 실행이다", "if it changes state, write `chofam:kind/action`; a write to the agent's own store counts"}}},
	},
	{
		ID: "S2-reserved-namespace", Kind: "static", Severity: Warn, Checks: lineV2,
		Source: "card spec v1.7 §2, §2.3",
		Title:  Text{"`chofam:`으로 시작하는 태그는 정해진 것만 쓴다", "tags starting `chofam:` are the known ones"},
		Says: []Say{{"", Text{
			"skill `{id}`에 어휘에 없는 예약 태그가 있다: `{tag}`. 아무도 읽지 않는다.",
			"skill `{id}` has a reserved tag that is not in the vocabulary: `{tag}`. Nobody reads it.",
		}, Text{"`chofam:`이 아닌 태그로 적거나 뺀다", "choose a tag outside `chofam:`, or leave it out"}}, {"near", Text{
			"skill `{id}`에 예약 태그를 닮았을 뿐인 태그가 있다: `{tag}`. 태그는 글자 그대로 비교하므로 아무도 읽지 않는다.",
			"skill `{id}` has a tag that only looks like a reserved one: `{tag}`. Tags are compared to the letter, so nobody reads it.",
		}, Text{"뺀다. 그 뜻이 맞다면 정해진 태그를 글자 그대로 적는다", "leave it out; if it is meant, write the reserved tag to the letter"}}},
	},
	{
		ID: "E1", Kind: "static, evidence", Severity: Fail, Checks: []string{"E1", "V4"},
		Source: "card spec v1.7 §2.1 E1; ANS extension page §4",
		Title:  Text{"실행 skill에는 `chofam:kind/action` 태그가 있다", "an executing skill carries `chofam:kind/action`"},
		Says: []Say{{"", Text{
			"skill `{id}`에 `chofam:kind/action` 태그가 없는데 서버의 목록에는 부작용이 있다고 적혀 있다. 자문·조회와 한 카드에 섞여도 호출자가 구분할 수 있어야 한다.",
			"skill `{id}` lacks `chofam:kind/action`, yet the server's own list says that it has side effects. A caller must be able to tell it from advice and queries on the same card.",
		}, Text{"`chofam:kind/action`으로 적고 `chofam:effect/*`를 넣는다", "write `chofam:kind/action` and an effect tag"}}},
	},
	{
		ID: "E2", Kind: "static", Severity: Fail, Checks: []string{"E2", "V4"},
		Source: "card spec v1.7 §2.1 E2; ANS extension page §3, §4",
		Title:  Text{"실행 skill은 되돌릴 수 있는지 표기한다", "an action skill says whether it can be taken back"},
		Says: append([]Say{
			{"", Text{
				"실행 skill `{id}`에 되돌릴 수 있는지 표기가 없다. 호출 측 정책이 여기서 갈린다.",
				"action skill `{id}` does not say whether it can be taken back. The caller's policy turns on it.",
			}, chooseEffect},
			{"near", Text{
				"실행 skill `{id}`에 되돌릴 수 있는지 표기가 없고 닮은 태그만 있다: `{tag}`. 태그는 글자 그대로 비교한다.",
				"action skill `{id}` does not say whether it can be taken back; it has a tag that looks like it: `{tag}`. Tags are compared to the letter.",
			}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			{"several", Text{
				"실행 skill `{id}`에 서로 다른 `chofam:effect/*` 태그가 있다: {tags}. 호출 측 정책이 여기서 갈린다.",
				"action skill `{id}` has different `chofam:effect/*` tags: {tags}. The caller's policy turns on it.",
			}, Text{"하나만 남긴다", "keep only one of them"}},
			{"unknown", Text{
				"실행 skill `{id}`에 모르는 `chofam:effect/*` 태그가 있다: `{tag}`. 되돌릴 수 없는 것으로 다룬다.",
				"action skill `{id}` has an unknown `chofam:effect/*` tag: `{tag}`. It is treated as irreversible.",
			}, chooseEffect},
			{"repeated", Text{
				"실행 skill `{id}`에 같은 `chofam:effect/*` 태그가 되풀이된다: `{tag}`.",
				"action skill `{id}` repeats its `chofam:effect/*` tag: `{tag}`.",
			}, Text{"하나만 남긴다", "keep only one of them"}},
			{"no-action", Text{
				"실행이 아닌 skill `{id}`에 `chofam:effect/*` 태그가 있다: `{tag}`. 되돌릴 것이 없다.",
				"skill `{id}` is no action and has a `chofam:effect/*` tag: `{tag}`. There is nothing to take back.",
			}, Text{"태그를 뺀다. 상태를 바꾼다면 분류를 `chofam:kind/action`으로 고친다", "leave the tag out; if the skill changes state, correct its kind to `chofam:kind/action`"}},
		}, effectDiff...),
	},
	{
		ID: "E3", Kind: "static", Severity: Fail, Checks: lineE3,
		Source: "card spec v1.7 §2.1 E3, §5.2, §8 V4; ANS extension page §4",
		Title:  Text{"실행은 자문·조회와 다른 인증 스킴을 요구한다", "an action requires a scheme that advice and queries don't"},
		Says: []Say{
			{"", Text{
				"실행 skill `{id}`에 자문·조회의 스킴이 그대로 통한다: `{scheme}`. 자문을 부르려고 넘긴 토큰이 실행까지 연다. 여는 쪽: skill `{opener}`의 요구 `{with}`.",
				"action skill `{id}` is opened by a scheme of advice or queries: `{scheme}`. The token handed over to ask for advice opens execution too. Opened by: the requirement `{with}` of skill `{opener}`.",
			}, Text{
				"실행 전용 스킴을 선언하고 이 skill의 `security`에 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)",
				"declare a scheme for the action alone and name it in this skill's `security` (in a card in A2A 1.0 form, `securityRequirements`)",
			}},
			{"scopes", Text{
				"실행 skill `{id}`에 자문·조회의 스킴이 그대로 통한다: `{scheme}`. scope만 다르고, 규칙은 스킴을 본다. 여는 쪽: skill `{opener}`의 요구 `{with}`.",
				"action skill `{id}` is opened by a scheme of advice or queries: `{scheme}`. Only the scopes differ; the rule speaks of schemes. Opened by: the requirement `{with}` of skill `{opener}`.",
			}, Text{
				"scope가 아니라 스킴을 나눈다. 실행 전용 스킴을 선언하고 이 skill의 `security`에 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)",
				"part the schemes, not the scopes: declare one for the action alone and name it in this skill's `security` (in a card in A2A 1.0 form, `securityRequirements`)",
			}},
			{"anonymous", Text{
				"실행 skill `{id}`에 인증 없이 들어가는 길이 있다. 누구나 실행을 연다.",
				"action skill `{id}` has a way in without authentication. Anyone can open execution.",
			}, Text{
				"실행 전용 스킴을 선언하고 이 skill의 `security`에 적는다(A2A 1.0 표기의 카드는 `securityRequirements`)",
				"declare a scheme for the action alone and name it in this skill's `security` (in a card in A2A 1.0 form, `securityRequirements`)",
			}},
			{"undeclared", Text{
				"실행 skill `{id}`의 요구에 선언되지 않은 스킴이 있다: `{scheme}`. 무엇으로 여는지 알 수 없다.",
				"the requirement of action skill `{id}` names a scheme that is not declared: `{scheme}`. Nobody can tell what opens it.",
			}, Text{"`securitySchemes`에 이 이름으로 선언하거나 이름을 고친다", "declare it in `securitySchemes` under this name, or correct the name"}},
			{"E3-unbound", Text{
				"실행 전용 스킴이 선언만 되고 실행 skill에 묶이지 않았다: `{scheme}`. 선언까지만 확인했다.",
				"a scheme for the action is declared but not bound to the action skill: `{scheme}`. E3 is declared, not shown.",
			}, Text{
				"skill `{id}`의 `security`에 이 스킴을 적는다(A2A 1.0 표기의 카드는 `securityRequirements`). 넣을 멤버: `{member}`",
				"name this scheme in the `security` of skill `{id}` (in a card in A2A 1.0 form, `securityRequirements`); the member to add: `{member}`",
			}},
			{"unreadable", Text{
				"skill `{id}`의 인증 요구 가운데 읽을 수 있는 것이 없다. 무엇이 여는지 가리지 못했다.",
				"no requirement of skill `{id}` can be read. What opens it could not be told.",
			}, Text{"인증 요구를 정해진 표기로 적는다", "write the requirements in a known form"}},
		},
	},
	{
		ID: "S2.2-exposure-policy", Kind: "policy", Severity: Fail, Checks: lineV3,
		Source: "card spec v1.7 §2.2, §8 V3",
		Title:  Text{"노출한 skill은 에이전트의 현 단계 범위 안이다", "exposed skills lie within the agent's policy"},
		Says: append([]Say{
			{"", Text{
				"skill `{id}`의 분류가 {agent}의 현 단계 범위 밖이다: `chofam:kind/{kind}`.",
				"the kind of skill `{id}` lies outside the present policy of {agent}: `chofam:kind/{kind}`.",
			}, Text{"범위 안의 skill만 카드에 올린다. 범위를 넓히는 것은 정책을 고치는 일이다", "expose only what lies within it; widening it is a change of policy"}},
			{"denied", Text{
				"skill `{id}`의 노출을 {agent}의 정책이 금한다.",
				"the policy of {agent} denies exposing skill `{id}`.",
			}, Text{"카드에서 뺀다", "remove it from the card"}},
			{"action-not-listed", Text{
				"실행 skill `{id}`의 ID가 {agent}의 정책에 없다. 허용하는 실행인지는 사람이 확인한다.",
				"the policy of {agent} does not list action skill `{id}`. A person decides whether it is one that is allowed.",
			}, Text{"허용하는 실행 skill의 ID를 프로필의 `Policy.Actions`에 적는다. cardcheck에서는 `-action`에 적는다", "list the ids of the actions that are allowed in the profile's `Policy.Actions`; with cardcheck, give each as `-action`"}},
			{"kind-unknown", Text{
				"skill `{id}`의 분류를 알 수 없어 범위 안인지 가리지 못했다.",
				"the kind of skill `{id}` is unknown, so it could not be told whether it lies within the policy.",
			}, chooseKind},
		}, exposureDiff...),
	},
	{
		ID: "S2.2-invariant-wins", Kind: "policy", Severity: Fail, Checks: lineV3,
		Source: "card spec v1.7 §2.2",
		Title:  Text{"저장소 불변 조건이 규격을 이긴다", "a repository's invariants beat the spec"},
		Says: []Say{{"", Text{
			"불변 조건이 skill `{id}`의 노출을 금한다: `{invariant}`. 규격이 길을 열어도 불변 조건이 이긴다.",
			"an invariant forbids exposing skill `{id}`: `{invariant}`. It wins even where the spec opens a way.",
		}, Text{"카드에서 뺀다. 불변 조건을 고치는 것은 그 저장소의 일이다", "remove it from the card; changing the invariant is that repository's affair"}}},
	},
	{
		ID: "V3", Kind: "policy", Severity: Info, Checks: lineV3,
		Source: "card spec v1.7 §2.2, §8 V3",
		Title:  Text{"노출 범위를 어디까지 보았는지 적는다", "what could be seen of the policy is said"},
		Says: []Say{
			{"not-seen", Text{
				"분류와 skill ID만 보았다. 글에서 찾지 않은 것: {what}.",
				"kinds and skill ids were looked at, no more. Not searched for in the text: {what}.",
			}, Text{"이 범위는 사람이 카드와 구현을 보고 확인한다", "a person checks that against the card and the implementation"}},
			{"no-row", Text{
				"프로필에 노출 정책이 없다: `{agent}`. 노출 범위를 확인하지 않았다.",
				"the profile has no exposure policy: `{agent}`. What is exposed was not checked.",
			}, Text{"정책이 있으면 프로필에 적는다", "if there is a policy, put it into the profile"}},
		},
	},
	{
		ID: "S2.3-scope-party", Kind: "static", Severity: Fail, Checks: []string{"V8"},
		Source: "card spec v1.7 §2.3, §8 V8",
		Title:  Text{"모든 skill은 `chofam:scope/party` 태그를 갖는다", "every skill has `chofam:scope/party`"},
		Says: []Say{
			{"", Text{
				"skill `{id}`에 `chofam:scope/party` 태그가 없다. 대상을 선언하지 않은 카드는 등재 심사에서 떨어진다.",
				"skill `{id}` has no `chofam:scope/party` tag. A card that does not declare whom it serves fails registration.",
			}, Text{"`tags`에 `chofam:scope/party`를 넣는다", "put `chofam:scope/party` into `tags`"}},
			{"near", Text{
				"skill `{id}`에 `chofam:scope/party` 태그가 없고 닮은 태그만 있다: `{tag}`. 태그는 글자 그대로 비교한다.",
				"skill `{id}` has no `chofam:scope/party` tag, only one that looks like it: `{tag}`. Tags are compared to the letter.",
			}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			partyDiff,
		},
	},
	{
		ID: "T-skill-description", Kind: "static", Severity: Warn, Checks: []string{"routing", "P4"},
		Source: "discovery note, minimum, checklist 4",
		Title:  Text{"skill 설명만 보고 일을 맡길 곳을 가릴 수 있다", "skill descriptions are specific enough to route on"},
		Says: []Say{
			{"short", Text{
				"skill `{id}`의 설명이 짧다. 이것만으로는 맡길지 가릴 수 없다.",
				"the description of skill `{id}` is short. Nobody can route on it.",
			}, Text{"무엇을 받아 무엇을 돌려주는지 적는다", "say what it takes and what it gives back"}},
			{"name", Text{
				"skill `{id}`의 설명이 이름과 같다. 이것만으로는 맡길지 가릴 수 없다.",
				"the description of skill `{id}` repeats its name. Nobody can route on it.",
			}, Text{"무엇을 받아 무엇을 돌려주는지 적는다", "say what it takes and what it gives back"}},
			{"alike", Text{
				"skill `{id}`의 설명이 다른 skill의 설명과 같다: `{other}`. 어느 쪽에 맡길지가 동전 던지기와 같다.",
				"the description of skill `{id}` is that of another skill: `{other}`. Delegating becomes a coin toss.",
			}, Text{"두 skill이 어떻게 다른지 적는다", "say how the two differ"}},
			{"filler", Text{
				"skill `{id}`의 설명에 알맹이가 없다: `{text}`. 어느 에이전트에나 맞는 말이다.",
				"the description of skill `{id}` says nothing: `{text}`. It fits any agent.",
			}, Text{"무엇을 받아 무엇을 돌려주는지 적는다", "say what it takes and what it gives back"}},
		},
	},
}
