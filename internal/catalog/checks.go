package catalog

// mendCheck is the hint of every check that could not finish.
var mendCheck = Text{"검사를 고치거나 다시 돌린다", "mend the check, or run it again"}

// What a run says about itself. These are no rules of a card and stand outside
// the table.
var aboutRuns = map[string]Rule{
	"jwks": refusedKeys,
	"check": {ID: "check", Says: []Say{
		{"broken", Text{
			"검사가 끝나지 못했다: `{id}`. 까닭: {why}.",
			"the check could not finish: `{id}`. Reason: {why}.",
		}, mendCheck},
		{"broken:func", Text{
			"검사가 끝나지 못했다: `{id}`. 까닭: `Check.Func`가 비어 있다.",
			"the check could not finish: `{id}`. Reason: `Check.Func` is nil.",
		}, mendCheck},
		{"broken:panic", Text{
			"검사가 끝나지 못했다: `{id}`. 까닭: 검사가 panic으로 끝났다: {why}.",
			"the check could not finish: `{id}`. Reason: the check panicked: {why}.",
		}, mendCheck},
	}},
	"bad-target": {ID: "bad-target", Source: "agentcard", Says: []Say{
		{"document", Text{
			"확인할 카드를 주지 않았다. 읽은 문서도 받은 바이트도 없다.",
			"no card was given to check, neither a document nor bytes.",
		}, Text{"`Target.Document`나 `Target.Received`를 채운다", "set `Target.Document` or `Target.Received`"}},
		{"endpoint", Text{
			"부르라고 했으나 endpoint를 주지 않았다.",
			"calls are allowed, and no endpoint was given.",
		}, Text{"`Target.Endpoint`를 채운다", "set `Target.Endpoint`"}},
		{"checks", Text{
			"돌릴 검사가 없다. 아무것도 확인하지 않았다.",
			"there was no check to run. Nothing was looked at.",
		}, Text{"`verify.Offline()`처럼 검사를 준다", "give checks, such as `verify.Offline()`"}},
		{"id", Text{
			"`Check.ID`가 빈 검사를 주었다. 결과를 무엇의 것이라고 적을 수 없다.",
			"a check without an id was given. Nobody could tell whose its result is.",
		}, Text{"검사마다 다른 ID를 쓴다", "give each check its own id"}},
		{"twice", Text{
			"같은 검사 ID를 두 번 주었다: `{id}`.",
			"a check id was given twice: `{id}`.",
		}, Text{"검사마다 다른 ID를 쓴다", "give each check its own id"}},
		{"profile", Text{
			"프로필에 쓸 수 없는 값이 있다: {why}.",
			"the profile holds a value that can't be used: {why}.",
		}, Text{"프로필을 고친다", "correct the profile"}},
	}},
}
