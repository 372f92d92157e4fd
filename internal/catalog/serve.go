package catalog

// How a card is published (REQUIREMENTS §5, G and S6).

var serveLine = []string{"serve"}

var serveRules = []Rule{
	{
		ID: "G1", Kind: "static, live", Severity: Fail, Checks: serveLine,
		Source: "card spec v1.7 §7 G1; ANS extension page §5",
		Title:  Text{"카드는 origin 루트의 정해진 자리에 있다", "the card is at its fixed place at the root of the origin"},
		Says: []Say{
			{"unproven", Text{
				"게시된 자리를 보지 않았다. 게시 요건은 호출로 확인해야 한다.",
				"the published place was not looked at. How the card is served, a call must show.",
			}, Text{"게시한 카드를 불러 본다", "fetch the published card"}},
			{"elsewhere", Text{
				"정해진 자리에 카드가 없고 다른 자리에 있다: `{url}`. 찾는 쪽은 정해진 자리만 본다.",
				"there is no card at the fixed place but one elsewhere: `{url}`. Whoever looks for it looks at the fixed place alone.",
			}, publishCard},
			{"unread", Text{
				"정해진 자리에서 카드를 읽지 못해 게시 요건을 가리지 못했다.",
				"the card could not be read at its place, so how it is served could not be told.",
			}, Text{"V1의 결과를 본다", "see the result of V1"}},
		},
	},
	{
		ID: "G2", Kind: "live", Severity: Fail, Checks: serveLine,
		Source: "card spec v1.7 §7 G2; ANS extension page §5",
		Title:  Text{"카드는 인증 없이 읽힌다", "the card is readable without authentication"},
		Says: []Say{
			{"auth", Text{
				"카드 자리가 인증을 요구한다. 상태: {status}.",
				"the card's place asks for authentication. Status: {status}.",
			}, Text{"카드 자리에서는 인증을 빼거나, 경로가 맞는지 본다", "ask for none at the card's place, or see whether the path is right"}},
			{"challenge", Text{
				"200이면서 `WWW-Authenticate`를 함께 보낸다. 어떤 클라이언트는 읽기를 그만둔다.",
				"it answers 200 and sends `WWW-Authenticate` with it. Some clients stop there.",
			}, Text{"카드 자리에서 이 헤더를 뺀다", "leave that header out at the card's place"}},
		},
	},
	{
		ID: "G3", Kind: "live", Severity: Fail, Checks: serveLine,
		Source: "card spec v1.7 §7 G3",
		Title:  Text{"`Content-Type`은 `application/json`이다", "`Content-Type` is `application/json`"},
		Says: []Say{
			{"", Text{
				"`Content-Type`이 `application/json`이 아니다: `{found}`.",
				"`Content-Type` is not `application/json`: `{found}`.",
			}, sendJSON},
			{"absent", Text{
				"`Content-Type`이 없다. 받는 쪽이 형식을 짐작하게 된다.",
				"there is no `Content-Type`. The reader has to guess.",
			}, sendJSON},
			{"suffix", Text{
				"`Content-Type`이 JSON이지만 정해진 값은 아니다: `{found}`.",
				"`Content-Type` is some JSON but not the one that is asked: `{found}`.",
			}, sendJSON},
		},
	},
	{
		ID: "G4", Kind: "live", Severity: Warn, Checks: serveLine,
		Source: "card spec v1.7 §7 G4; ANS extension page §5",
		Title:  Text{"캐시 수명이 지나치지 않다", "the cache lifetime is not excessive"},
		Says: []Say{
			{"", Text{
				"캐시 수명이 확인 주기보다 길다: {seconds}초, 주기 {interval}초. 바뀐 카드가 늦게 보인다.",
				"the card may be cached for longer than the probe interval: {seconds} s, against {interval} s. A changed card is seen late.",
			}, shortLife},
			{"strong", Text{
				"캐시 수명이 지나치다: {found}. 바뀐 카드가 하루가 지나도 보이지 않는다.",
				"the cache lifetime is excessive: {found}. A changed card is not seen for more than a day.",
			}, shortLife},
			{"none", Text{
				"캐시 수명을 알리지 않는다. 중간의 캐시가 저마다 정한다.",
				"no cache lifetime is given. Each cache on the way decides for itself.",
			}, shortLife},
		},
	},
	{
		ID: "G5", Kind: "live", Severity: Fail, Checks: serveLine,
		Source: "card spec v1.7 §7 G5",
		Title:  Text{"바뀐 카드는 `version`을 올린다", "a changed card has a raised `version`"},
		Says: []Say{
			{"", Text{
				"카드의 내용이 바뀌었는데 `version`이 그대로다: `{version}`. 캐시와 기록은 버전을 보고 같은 카드로 여긴다.",
				"the card's content changed and its `version` did not: `{version}`. Caches and records take it for the same card.",
			}, raiseVersion},
			{"lower", Text{
				"`version`이 낮아졌다. 앞: `{before}`, 지금: `{version}`.",
				"`version` went down, from `{before}` to `{version}`.",
			}, raiseVersion},
			{"no-change", Text{
				"`version`이 바뀌었으나 내용은 그대로다. 앞: `{before}`, 지금: `{version}`.",
				"`version` changed from `{before}` to `{version}` and the content did not.",
			}, Text{"내용이 바뀔 때만 올린다", "raise it only when the content changes"}},
			versionNotCompared,
		},
	},
	{
		ID: "GR1", Kind: "api", Severity: Warn, Checks: serveLine,
		Source: "card spec v1.7 §7, recommendation",
		Title:  Text{"카드는 서버가 실제로 dispatch하는 목록에서 나온다", "the card comes from the list that the server really dispatches"},
		Says: []Say{
			{"no-card", Text{
				"목록과 견줄 카드가 없다.",
				"there is no card to hold the table against.",
			}, fromTable},
			{"no-id", Text{
				"목록의 항목에 skill ID가 없다. 순번: {index}. 요청을 넘길 곳을 가릴 수 없다.",
				"an entry of the table has no skill id. Its index: {index}. No request can be told to be its own.",
			}, Text{"항목마다 skill의 `id`를 적는다", "give each entry the skill's `id`"}},
			{"twice", Text{
				"목록에 같은 skill ID가 둘 이상이다: `{id}`. 어느 핸들러가 받을지 정해지지 않는다.",
				"a skill id stands more than once in the table: `{id}`. Which handler gets a request is left open.",
			}, Text{"skill마다 항목을 하나만 둔다", "keep one entry for each skill"}},
			{"nil-handler", Text{
				"skill `{id}`의 핸들러가 비어 있다. 요청이 오면 답할 수 없다.",
				"the handler of skill `{id}` is nil. A request for it can't be answered.",
			}, Text{"핸들러를 넣거나 항목을 뺀다", "give it a handler, or leave the entry out"}},
			{"no-handler", Text{
				"카드의 skill에 핸들러가 없다: `{id}`. 심사 ④가 skill마다 Task를 보내므로 이런 카드는 떨어진다.",
				"a skill of the card has no handler: `{id}`. Review ④ sends a task to each skill, and such a card fails it.",
			}, fromTable},
			{"no-skill", Text{
				"노출한 핸들러가 카드에 없다: `{id}`. 부르는 쪽은 이 skill이 있는 줄 모른다.",
				"an exposed handler is not on the card: `{id}`. No caller knows that the skill is there.",
			}, Text{"카드를 목록에서 만들거나, 노출하지 않는 항목으로 표시한다", "make the card from the table, or mark the entry as not exposed"}},
			{"unexposed", Text{
				"노출하지 않기로 한 skill이 카드에 있다: `{id}`.",
				"a skill that is marked as not exposed stands on the card: `{id}`.",
			}, fromTable},
			{"kind", Text{
				"skill `{id}`의 분류가 목록과 카드에서 다르다. 목록: `{table}`, 카드: `{found}`.",
				"the kind of skill `{id}` differs between table and card. Table: `{table}`, card: `{found}`.",
			}, fromTable},
			{"effect", Text{
				"skill `{id}`의 되돌림 표기가 목록과 카드에서 다르다. 목록: `{table}`, 카드: `{found}`.",
				"whether skill `{id}` can be taken back differs between table and card. Table: `{table}`, card: `{found}`.",
			}, fromTable},
			{"security", Text{
				"skill `{id}`에 들어가는 인증이 목록과 카드에서 다르다. 목록: `{table}`, 카드: `{found}`.",
				"the authentication that opens skill `{id}` differs between table and card. Table: `{table}`, card: `{found}`.",
			}, fromTable},
		},
	},
	{
		ID: "S6-url-accurate", Kind: "live", Severity: Fail, Checks: serveLine,
		Source: "card spec v1.7 §6",
		Title:  Text{"카드의 `url`은 정확하다", "the card's `url` is exact"},
		Says: []Say{
			{"S6-drift", Text{
				"고정 목록의 endpoint와 카드의 URL이 다르다. 목록: `{endpoint}`, 카드: `{url}`. 호출은 목록대로 했다.",
				"the endpoint of the fixed list and the card's URL differ. List: `{endpoint}`, card: `{url}`. The list was called.",
			}, Text{"둘 가운데 옛것을 고친다", "correct whichever is out of date"}},
			{"endpoint_unreachable", Text{
				"카드의 `url`에 닿지 않는다: `{url}`. 까닭: {why}.",
				"the card's `url` can't be reached: `{url}`. Reason: {why}.",
			}, Text{"카드의 `url`을 실제로 받는 주소로 고친다", "let the card's `url` be the address that really answers"}},
			{"response", Text{
				"카드의 `url`에 닿았으나 응답을 HTTP로 읽지 못했다: `{url}`. 까닭: {why}.",
				"the card's `url` was reached, and its answer could not be read as HTTP: `{url}`. Reason: {why}.",
			}, speakHTTP},
			{"canceled", Text{
				"카드의 `url`에 닿는지 보기 전에 호출자가 멈췄다. 가리지 못했다.",
				"the caller stopped before the card's `url` was tried. Nothing could be told.",
			}, Text{"다시 돌린다", "run it again"}},
			{"private-host", Text{
				"카드의 `url`이 공개되지 않은 주소라 부르지 않았다: `{url}`. 닿지 않는다는 뜻이 아니다.",
				"the card's `url` is on an address that is not public and was not called: `{url}`. That does not say that it can't be reached.",
			}, allowAddress},
			{"refused-host", Text{
				"카드의 `url`이 부르는 쪽의 정책이 늘 거절하는 주소라 부르지 않았다: `{url}`. 까닭: {why}. 닿지 않는다는 뜻이 아니다.",
				"the card's `url` is on an address that the caller's policy always refuses, and was not called: `{url}`. Reason: {why}. That does not say that it can't be reached.",
			}, correctName},
			{"not-looked", Text{
				"카드의 `url`은 부르는 쪽의 정책이 받지 않아 부르지 않았다: `{url}`. 까닭: {why}.",
				"the card's `url` was not called, since the caller's own policy does not take it: `{url}`. Reason: {why}.",
			}, allowHTTP},
			{"other-origin", Text{
				"카드의 `url`이 endpoint와 다른 origin에 있다: `{url}`. 검증된 카드도 아니고 허용한 origin도 아니어서 부르지 않았다.",
				"the card's `url` lies on another origin than the endpoint: `{url}`. The card is not verified and the origin not allowed, so it was not called.",
			}, allowOrigin},
			movedDiff,
		},
	},
}

var (
	fromTable    = Text{"카드의 skill을 목록에서 만든다", "make the card's skills from the table"}
	sendJSON     = Text{"`Content-Type: application/json`을 보낸다", "send `Content-Type: application/json`"}
	shortLife    = Text{"`Cache-Control: max-age=300`처럼 짧게 둔다", "keep it short, such as `Cache-Control: max-age=300`"}
	raiseVersion = Text{"내용을 바꿀 때마다 `version`을 올린다", "raise `version` with each change of the content"}
)
