package catalog

// Getting a card (REQUIREMENTS §5, V1 of §8, P1 of §10).

const fetchSource = "discovery note, fetch rules"

var (
	allowAddress = Text{"사설망의 endpoint라면 선택지로 따로 허용한다", "if the endpoint is on a private network, allow that by the option for it"}
	correctName  = Text{"호스트 이름이 가리키는 주소를 고친다", "correct what the host name resolves to"}
	allowHTTP    = Text{"`https`로 게시하거나, 평문 `http`를 선택지로 따로 허용한다", "publish it over `https`, or allow plain `http` by the option for it"}
	speakHTTP    = Text{"헤더의 형식과 크기를 고친다. 헤더는 모두 64 KiB까지 읽는다", "correct the form of the headers and their size; 64 KiB of them are read"}
	giveURL      = Text{"사용자 정보가 없는 절대 `https` URL을 준다", "give an absolute `https` URL without user information"}
)

var fetchRules = []Rule{
	{
		ID: "V1", Kind: "live", Severity: Fail, Checks: []string{"V1"},
		Source: "card spec v1.7 §8 V1",
		Title:  Text{"카드는 인증 없이 200과 유효한 JSON으로 읽힌다", "the card can be read without authentication, as 200 with valid JSON"},
		Says: []Say{
			{"unproven", Text{
				"게시된 자리를 보지 않았다. 카드가 인증 없이 200으로 읽히는지는 호출로 확인해야 한다.",
				"the published place was not looked at. A call must show that the card is read without authentication, with status 200.",
			}, Text{"게시한 카드를 인증 없이 불러 200과 유효한 JSON인지 본다", "fetch the published card without authentication and see that it is 200 and valid JSON"}},
			{"status", Text{
				"카드가 200으로 읽히지 않는다. 상태: {status}.",
				"the card is not read with status 200. Status: {status}.",
			}, publishCard},
			{"auth", Text{
				"카드를 인증 없이 읽을 수 없다. 상태: {status}. 찾는 쪽은 아직 아무 신원도 없다.",
				"the card can't be read without authentication. Status: {status}. Whoever looks for it has no identity yet.",
			}, publishCard},
			{"redirected", Text{
				"카드 자리가 다른 곳으로 돌린다: {location}. 돌린 곳은 읽지 않았다.",
				"the card's place redirects elsewhere: {location}. What is there was not read.",
			}, publishCard},
			{"json", Text{
				"200으로 온 것이 카드가 아니다: {why}.",
				"what came with status 200 is no card: {why}.",
			}, publishCard},
			{"body", Text{
				"200으로 온 본문을 끝까지 읽지 못했다: {why}.",
				"the body that came with status 200 could not be read to its end: {why}.",
			}, publishCard},
			{"timeout", Text{
				"카드가 제때 오지 않았다. 기다린 시간이 다했다.",
				"the card did not come in time.",
			}, Text{"카드를 미리 만들어 두고 바로 돌려준다", "have the card ready and answer at once"}},
			{"endpoint_unreachable", Text{
				"카드의 origin에 닿지 않는다: {why}.",
				"the card's origin can't be reached: {why}.",
			}, Text{"주소와 포트, 인증서를 확인한다", "check the address, the port and the certificate"}},
			{"response", Text{
				"카드의 origin에 닿았으나 응답을 HTTP로 읽지 못했다: {why}.",
				"the card's origin was reached, and its answer could not be read as HTTP: {why}.",
			}, speakHTTP},
			{"not-looked", Text{
				"카드를 부르지 않았다. 부르는 쪽의 정책이 이 URL을 받지 않는다: {why}.",
				"the card was not asked for. The caller's own policy does not take this URL: {why}.",
			}, giveURL},
			{"private-host", Text{
				"카드를 부르지 않았다. 공개되지 않은 주소다: {why}. 닿지 않는다는 뜻이 아니다.",
				"the card was not asked for. The address is not public: {why}. That does not say that it can't be reached.",
			}, allowAddress},
			{"refused-host", Text{
				"카드를 부르지 않았다. 부르는 쪽의 정책이 늘 거절하는 주소다: {why}. 닿지 않는다는 뜻이 아니다.",
				"the card was not asked for. The caller's policy always refuses such an address: {why}. That does not say that it can't be reached.",
			}, correctName},
			{"canceled", Text{
				"카드를 읽기 전에 호출자가 멈췄다. 가리지 못했다.",
				"the caller stopped before the card was read. Nothing could be told.",
			}, Text{"다시 돌린다", "run it again"}},
			{"other-card", Text{
				"게시된 카드가 확인한 카드와 다르다. 나머지 결과는 건네받은 카드의 것이다. 게시된 카드: {digest}.",
				"the published card is not the one that was checked. The other results are about the one that was given. Published: {digest}.",
			}, Text{"게시된 카드를 확인한다", "check the card that is published"}},
		},
	},
	{
		ID: "F1", Kind: "api", Severity: Fail, Checks: []string{"P1"},
		Source: fetchSource + " 1",
		Title:  Text{"`http`와 `https`만, URL 안의 자격 증명 없이 부른다", "only `http` and `https` URLs without credentials are fetched"},
		Says: []Say{{"", Text{
			"카드를 부를 수 없는 URL이다: {why}. 연결하지 않았다.",
			"the URL is none to fetch a card from: {why}. No connection was made.",
		}, giveURL}},
	},
	{
		ID: "F2", Kind: "live", Severity: Fail, Checks: []string{"P1"},
		Source: fetchSource + " 2",
		Title:  Text{"쿠키를 보내지 않고 리다이렉트를 따르지 않는다", "no cookies are sent and no redirect is followed"},
		Says: []Say{{"redirected", Text{
			"카드 자리가 다른 곳으로 돌린다: {location}. 따르지 않았다.",
			"the card's place redirects elsewhere: {location}. It was not followed.",
		}, publishCard}},
	},
	{
		ID: "F3", Kind: "live", Severity: Fail, Checks: []string{"P1"},
		Source: fetchSource + " 3",
		Title:  Text{"본문 크기에 상한이 있다", "the body has a size limit"},
		Says: []Say{
			{"size", Text{
				"카드가 크기 상한을 넘는다. 상한까지만 읽고 버렸다.",
				"the card is over the size limit. It was read up to the limit and thrown away.",
			}, Text{"1 MiB보다 작게 줄인다", "make it smaller than 1 MiB"}},
			{"length", Text{
				"본문의 길이가 알린 것과 다르다. 읽은 것을 버렸다.",
				"the body is not of the length announced. What was read was thrown away.",
			}, Text{"`Content-Length`를 본문에 맞춘다", "let `Content-Length` be that of the body"}},
			{"encoding", Text{
				"본문의 압축을 풀 수 없다: {why}.",
				"the body's encoding can't be undone: {why}.",
			}, Text{"`Accept-Encoding: identity`에는 압축하지 않고 돌려준다", "answer `Accept-Encoding: identity` without an encoding"}},
		},
	},
	{
		ID: "F4", Kind: "live", Severity: Fail, Checks: []string{"P1"},
		Source: fetchSource + " 4",
		Title:  Text{"짧은 시간 안에 읽는다", "reading has a short timeout"},
		Says: []Say{{"timeout", Text{
			"정한 시간 안에 카드를 다 받지 못했다.",
			"the card did not arrive within the time limit.",
		}, Text{"카드를 미리 만들어 두고 바로 돌려준다", "have the card ready and answer at once"}}},
	},
	{
		ID: "F-address", Kind: "policy", Severity: Warn, Checks: []string{"P1"},
		Source: "discovery note, conservative fetching",
		Title:  Text{"실제로 연결하는 주소를 확인한다", "the address really dialled is checked"},
		Says: []Say{
			{"private", Text{
				"공개되지 않은 주소로 이어진다: {why}. 연결하지 않았다.",
				"it leads to an address that is not public: {why}. No connection was made.",
			}, allowAddress},
			{"refused", Text{
				"아무도 카드를 게시하지 않는 주소로 이어진다: {why}. 연결하지 않았다.",
				"it leads to an address where nobody publishes a card: {why}. No connection was made.",
			}, correctName},
		},
	},
	{
		ID: "P1", Kind: "live", Severity: Fail, Checks: []string{"P1"},
		Source: "discovery note, checklist 1",
		Title:  Text{"카드가 기대한 호스트에서 HTTPS로 왔다", "the card came over HTTPS from the expected host"},
		Says: []Say{
			{"unproven", Text{
				"카드를 어디서 어떻게 받았는지 알 수 없다.",
				"nothing is known of where the card came from, and how.",
			}, Text{"카드를 endpoint의 origin에서 직접 읽는다", "fetch the card from the endpoint's origin"}},
			{"http", Text{
				"카드가 `http`로 왔다. 오가는 길에서 누구나 바꿀 수 있다.",
				"the card came over `http`. Anyone on the way can change it.",
			}, Text{"`https`로 게시한다", "publish it over `https`"}},
			{"host", Text{
				"카드가 기대한 호스트에서 오지 않았다. 온 곳: {host}, 기대: {want}.",
				"the card did not come from the expected host. It came from {host}, expected was {want}.",
			}, Text{"endpoint의 주소를 확인한다", "check the endpoint's address"}},
			{"unfetched", Text{
				"카드를 받지 못해 출처를 가리지 못했다.",
				"the card was not got, so its origin could not be told.",
			}, Text{"V1의 결과를 본다", "see the result of V1"}},
		},
	},
}

var publishCard = Text{
	"카드를 origin 루트의 `/.well-known/agent-card.json`에 인증 없이 200으로 게시한다",
	"publish the card at `/.well-known/agent-card.json` of the origin's root, with status 200 and without authentication",
}
