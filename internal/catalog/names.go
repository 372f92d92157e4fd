package catalog

// Name, trust, price (REQUIREMENTS §3): the two extensions of the family and
// the grammar of names.

var (
	lineV5 = []string{"V5"}
	lineV9 = []string{"V9"}
)

// The words of V9 for every value that is there and no positive integer.
var (
	notPositiveInteger = Text{
		"`unitPrice`가 양의 정수가 아니다: {value}.",
		"`unitPrice` is no positive integer: {value}.",
	}
	askOrNothing = Text{
		"단위는 크레딧이다. 호가를 게시하지 않으려면 확장을 뺀다. 없어도 등재되고 고용된다",
		"the unit is credits; to publish no asking price, leave the extension out: the agent registers and is hired without it",
	}
	askLikeThis = Text{
		"`\"params\": {\"unitPrice\": 100}`처럼 양의 정수를 적는다. 단위는 크레딧이다. 호가를 게시하지 않으려면 확장을 뺀다. 없어도 등재되고 고용된다",
		"write a positive integer, as in `\"params\": {\"unitPrice\": 100}`; the unit is credits; to publish no asking price, leave the extension out: the agent registers and is hired without it",
	}
)

var nameRules = []Rule{
	{
		ID: "S3-uri-fixed", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"ANS 확장의 `uri`는 `https://cho-fam.com/ans/v1` 그대로다", "the ANS extension's `uri` is `https://cho-fam.com/ans/v1`, to the letter"},
		Says: []Say{
			{"", Text{"확장 URI가 옛 값이다: `{uri}`. ANS는 새 값만 읽는다.", "the extension's URI is the former one: `{uri}`. ANS reads the present one only."}, Text{"`https://cho-fam.com/ans/v1`로 바꾼다", "change it to `https://cho-fam.com/ans/v1`"}},
			{"beside", Text{"옛 URI의 확장이 새것 옆에 남아 있다: `{uri}`. ANS는 새 값만 읽는다.", "an extension with the former URI stands beside the present one: `{uri}`. ANS reads the present one only."}, Text{"옛 URI의 확장을 뺀다", "remove the extension with the former URI"}},
			{"looks-like", Text{"ANS 확장의 URI와 닮았으나 같지 않다: `{uri}`. 글자 그대로 비교하므로 ANS 확장으로 읽지 않는다.", "it resembles the ANS extension's URI and is not it: `{uri}`. URIs are compared to the letter, so it is not read as that extension."}, Text{"ANS 확장이라면 `https://cho-fam.com/ans/v1` 그대로 적는다", "if the ANS extension is meant, write `https://cho-fam.com/ans/v1` exactly"}},
		},
	},
	{
		ID: "S3-name-one-per-extension", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"`params.name`은 이름 하나를 담은 문자열이다", "`params.name` is one name, a string"},
		Says: []Say{
			{"params", Text{"확장에 `params`가 없다. 어떤 이름을 주장하는지 알 수 없다.", "the extension has no `params`. Nobody can tell which name it claims."}, Text{"`\"params\": {\"name\": \"…\"}`에 ANS 이름을 적는다", "write the ANS name into `\"params\": {\"name\": \"…\"}`"}},
			{"params:type", Text{"`params`가 객체가 아니다: {found}. 어떤 이름을 주장하는지 알 수 없다.", "`params` is not an object: {found}. Nobody can tell which name it claims."}, Text{"`\"params\": {\"name\": \"…\"}`에 ANS 이름을 적는다", "write the ANS name into `\"params\": {\"name\": \"…\"}`"}},
			{"absent", Text{"`params`에 `name`이 없다. 어떤 이름을 주장하는지 알 수 없다.", "`params` has no `name`. Nobody can tell which name is claimed."}, Text{"`params.name`에 ANS 이름을 적는다", "write the ANS name into `params.name`"}},
			{"type", Text{"`params.name`이 문자열이 아니다: {found}. 이름은 계약을 가리키므로 확장마다 하나씩 적는다.", "`params.name` is not a string: {found}. A name stands for a contract, so each extension holds one."}, Text{"이름 하나를 문자열로 적는다. 이름이 여럿이면 확장을 여러 개 둔다", "write one name as a string; for several names, write several extensions"}},
			{"space", Text{"`params.name`의 앞이나 뒤에 공백이 있다. 이름은 글자 그대로 비교하므로 다른 이름이 된다.", "`params.name` starts or ends with a space. Names are compared to the letter, so it is another name."}, Text{"앞뒤 공백을 뺀다", "remove the space"}},
			{"other", Text{"`params`에 `name` 말고 다른 멤버가 있다: `{member}`. ANS는 읽지 않는다.", "`params` holds another member than `name`: `{member}`. ANS does not read it."}, Text{"뺀다", "leave it out"}},
		},
	},
	{
		ID: "S3-multi-names", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"이름이 여럿이면 확장이 여럿이다", "several names are several extensions"},
		Says: []Say{{"", Text{
			"같은 이름의 확장이 앞에 있다: `{name}`. 되풀이해도 더 주장하는 것은 없다.",
			"an earlier extension claims the same name: `{name}`. Saying it twice claims nothing more.",
		}, Text{"하나만 남긴다", "keep only one of them"}}},
	},
	{
		ID: "S3-ownership", Kind: "live", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"이름의 주장은 신청한 endpoint의 카드가 증명한다", "a name is proven by the card at the endpoint applied for"},
		Says: []Say{
			{"", Text{
				"게시된 카드에 이 이름이 없다: `{name}`. 건네받은 카드에는 있다. 주장은 증명되지 않았다.",
				"the published card does not carry this name: `{name}`. The card that was handed in does. The claim is not proven.",
			}, Text{"이름을 담은 카드를 게시한다", "publish the card that carries the name"}},
			{"endpoint-not-on-card", Text{
				"신청한 endpoint가 카드의 URL 가운데 없다: `{endpoint}`.",
				"the endpoint applied for is none of the card's URLs: `{endpoint}`.",
			}, Text{"카드의 인터페이스에 이 endpoint를 적는다", "name this endpoint in an interface of the card"}},
		},
	},
	{
		ID: "S3-mismatch-signal", Kind: "live", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3, §6; ANS extension page §1",
		Title:  Text{"등재된 이름이 카드에서 사라지면 신호가 된다", "a registered name that is gone from the card is a signal"},
		Says: []Say{{"card_mismatch", Text{
			"앞서 읽은 카드에 있던 이름이 게시된 카드에 없다: `{name}`.",
			"the name that the card carried before is gone from the published card: `{name}`.",
		}, Text{
			"이름을 다시 담는다. 그만 쓰려면 tombstone을 신청한다",
			"put the name back; to stop using it, ask for a tombstone",
		}}},
	},
	{
		ID: "S3-required-false", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3; ANS extension page §1",
		Title:  Text{"ANS 확장의 `required`는 `false`다", "the ANS extension's `required` is `false`"},
		Says: []Say{
			{"", Text{"`required`가 `true`다. ANS를 모르는 표준 클라이언트도 이 카드를 쓸 수 있어야 한다.", "`required` is `true`. A standard client that knows nothing of ANS must be able to use the card."}, Text{"`\"required\": false`로 적거나 뺀다", "write `\"required\": false`, or leave it out"}},
			{"type", Text{"`required`의 값이 참·거짓이 아니다: {found}. 읽는 쪽마다 다르게 볼 수 있다.", "`required` is not a boolean: {found}. Readers could take it differently."}, Text{"`\"required\": false`로 적거나 뺀다", "write `\"required\": false`, or leave it out"}},
		},
	},
	{
		ID: "N-charset", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "ANS extension page §2",
		Title:  Text{"이름에는 소문자 영숫자와 `.`만 쓴다", "a name holds lower-case letters, digits and dots"},
		Says: []Say{
			{"upper-case", Text{"이름에 대문자가 있다: {found}. 이름은 글자 그대로 비교하므로 소문자로 적은 이름과 다르다.", "the name holds a capital letter: {found}. Names are compared to the letter, so it is not the one in small letters."}, Text{"소문자로 적는다", "write it in small letters"}},
			{"hyphen", Text{"이름에 붙임표가 있다: {found}. 소문자 영숫자와 `.`만 쓴다.", "the name holds a hyphen: {found}. Only lower-case letters, digits and dots are allowed."}, Text{"빼거나 `.`으로 세그먼트를 나눈다", "remove it, or part the segments with a dot"}},
			{"underscore", Text{"이름에 밑줄이 있다: {found}. 소문자 영숫자와 `.`만 쓴다.", "the name holds an underscore: {found}. Only lower-case letters, digits and dots are allowed."}, Text{"빼거나 `.`으로 세그먼트를 나눈다", "remove it, or part the segments with a dot"}},
			{"non-ascii", Text{"이름에 ASCII가 아닌 문자가 있다: {found}. 닮은 글자로 다른 이름을 만들 수 있어 받지 않는다.", "the name holds a character outside ASCII: {found}. It is refused, since a look-alike letter would make another name."}, Text{"ASCII 소문자와 숫자로 적는다", "write it in ASCII letters and digits"}},
			{"character", Text{"이름에 쓸 수 없는 문자가 있다: {found}. 소문자 영숫자와 `.`만 쓴다.", "the name holds a character that it can't have: {found}. Only lower-case letters, digits and dots are allowed."}, Text{"그 문자를 뺀다", "remove the character"}},
		},
	},
	{
		ID: "N-segments", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "ANS extension page §2",
		Title:  Text{"이름은 `.`으로 나눈 세그먼트이고 버전까지 최대 8개다", "a name is segments parted by dots, at most eight with the version"},
		Says: []Say{
			{"empty", Text{"이름이 비어 있다. 어떤 계약을 가리키는지 알 수 없다.", "the name is empty. Nobody can tell which contract it stands for."}, Text{"`flight.booking.v1`과 같은 형식의 이름을 적는다", "write a name of the form of `flight.booking.v1`"}},
			{"empty-segment", Text{"이름에 빈 세그먼트가 있다. 맨 앞이나 맨 뒤의 `.` 또는 이어진 `.` 때문이다.", "the name has an empty segment. A dot stands first or last, or next to another."}, Text{"남는 `.`을 뺀다", "remove the dot that is too many"}},
			{"segments", Text{"세그먼트가 버전까지 {count}개다. 최대 {max}개다.", "the name has {count} segments with the version. At most {max} are allowed."}, Text{"세그먼트를 줄인다", "use fewer segments"}},
			{"limit", Text{"이름이 {max}바이트를 넘는다. 규격이 아니라 이 라이브러리의 구현 한도다.", "the name is longer than {max} bytes. That is an implementation limit, not one of the sources."}, Text{"이름을 줄인다", "use a shorter name"}},
		},
	},
	{
		ID: "N-version-last", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "ANS extension page §2",
		Title:  Text{"마지막 세그먼트가 버전이고 버전은 거기에만 온다", "the last segment is the version, and a version stands nowhere else"},
		Says: []Say{
			{"version-missing", Text{"마지막 세그먼트가 버전이 아니다: `{segment}`. 버전 없이는 어느 계약인지 정해지지 않는다.", "the last segment is no version: `{segment}`. Without one it is left open which contract is meant."}, Text{"끝에 `.v1`처럼 버전을 붙인다", "end it with a version, as in `.v1`"}},
			{"version-leading-zero", Text{"버전의 숫자가 0으로 시작한다: `{segment}`. 버전은 `v1`부터 세고 앞에 0을 붙이지 않는다.", "the version's number starts with 0: `{segment}`. Versions count from `v1` and take no leading zeros."}, Text{"`v1`, `v2`처럼 적는다", "write it as `v1`, `v2` and so on"}},
			{"version-only", Text{"이름에 버전밖에 없다: `{segment}`. 무엇의 버전인지 알 수 없다.", "the name is a version and nothing else: `{segment}`. Nobody can tell what it is a version of."}, Text{"버전 앞에 세그먼트를 하나 이상 둔다", "put at least one segment before the version"}},
			{"version-not-last", Text{"버전 세그먼트가 마지막이 아닌 곳에 있다: `{segment}`. 어느 것이 버전인지 갈린다.", "a version segment stands before the last place: `{segment}`. Which one is the version is left open."}, Text{"버전은 맨 끝에만 둔다", "keep the version for the end"}},
		},
	},
	{
		ID: "V5", Kind: "static", Severity: Fail, Checks: lineV5,
		Source: "card spec v1.7 §3, §8 V5",
		Title:  Text{"카드에 배정 이름의 ANS 확장이 있다", "the card carries its assigned ANS name"},
		Says: []Say{
			{"", Text{"`params.name`이 배정 이름과 다르다. 카드: `{name}`, 배정: `{assigned}`.", "`params.name` is not the assigned name. Card: `{name}`, assigned: `{assigned}`."}, Text{"배정 이름을 적는다. 이름이 여럿이면 확장을 여러 개 둔다", "write the assigned name; for several names, write several extensions"}},
			{":applied", Text{"`params.name`이 신청한 이름과 다르다. 카드: `{name}`, 신청: `{assigned}`.", "`params.name` is not the name applied for. Card: `{name}`, applied for: `{assigned}`."}, Text{"신청한 이름을 적는다. 이름이 여럿이면 확장을 여러 개 둔다", "write the name applied for; for several names, write several extensions"}},
			{"none", Text{"카드에 ANS 확장이 없다. ANS는 이름을 여기에서만 읽는다.", "the card has no ANS extension. ANS reads a name nowhere else."}, Text{"`capabilities.extensions`에 `uri`가 `https://cho-fam.com/ans/v1`인 확장을 두고 `params.name`에 이름을 적는다", "put an extension with the `uri` `https://cho-fam.com/ans/v1` into `capabilities.extensions`, the name in `params.name`"}},
			{"invalid", Text{"ANS 확장이 있으나 올바른 이름이 하나도 없다. 견줄 이름이 없다.", "there are ANS extensions, but none with a valid name. There is no name to compare."}, Text{"`params.name`에 배정 이름을 적는다. 아직 배정되지 않았으면 신청한 이름을 적는다", "write the assigned name into `params.name`, or, where none is assigned yet, the name applied for"}},
			{"name-of-other-agent", Text{"패밀리 에이전트에 배정된 이름이 카드에 있다: `{name}`. 배정받은 에이전트: `{agent}`.", "the card carries a name that is assigned to a family agent: `{name}`. Assigned to: `{agent}`."}, Text{"이 에이전트의 계약이 아니면 그 확장을 뺀다", "unless the contract is this agent's, remove that extension"}},
			{"extra", Text{"견줄 이름 말고 다른 이름도 카드에 있다: `{name}`.", "the card carries another name beside those it was checked for: `{name}`."}, Text{"고칠 것은 없다. 이름마다 따로 신청한다", "nothing to mend; each name is applied for by itself"}},
			{"no-applied-name", Text{"신청한 이름을 주지 않았다. 카드의 이름과 견줄 것이 없다.", "the name applied for was not given. There is nothing to compare the card's names with."}, Text{"신청한 이름을 프로필의 `Names`에 넣는다. cardcheck에서는 `-name`에 적는다", "put the name applied for into the profile's `Names`; with cardcheck, give it as `-name`"}},
		},
	},
	{
		ID: "S4-no-trusttier", Kind: "static", Severity: Fail, Checks: places,
		Source: "card spec v1.7 §0, §4",
		Title:  Text{"`trustTier`는 카드에 담지 않는다", "the card holds no `trustTier`"},
		Says: []Say{
			{"", Text{"신뢰 등급을 카드에 적었다: `{member}`. 자기 신뢰도는 자기가 선언하지 않는다. 신뢰 등급은 society Directory에만 있다.", "the card states a trust tier: `{member}`. Nobody declares their own trust; it stands in society's Directory alone."}, Text{"뺀다", "remove it"}},
			{":tag", Text{"신뢰를 말하는 예약 태그가 있다: `{tag}`. 자기 신뢰도는 자기가 선언하지 않는다. 신뢰 등급은 society Directory에만 있다.", "a reserved tag speaks of trust: `{tag}`. Nobody declares their own trust; it stands in society's Directory alone."}, Text{"태그를 뺀다", "remove the tag"}},
			{"look-alike", Text{"신뢰나 평판을 말하는 멤버로 보인다: `{member}`. 믿을 만한지는 카드가 답하지 않는다.", "a member seems to speak of trust or reputation: `{member}`. A card does not answer that."}, Text{"자기 신뢰도를 말하는 값이면 뺀다", "remove it if it states the agent's own trust"}},
		},
	},
	{
		ID: "HIRE-uri", Kind: "static", Severity: Fail, Checks: lineV9,
		Source: "card spec v1.7 §4.1",
		Title:  Text{"호가 확장의 `uri`는 `https://cho-fam.com/hire/v1` 그대로다", "the asking-price extension's `uri` is `https://cho-fam.com/hire/v1`, to the letter"},
		Says: []Say{
			{"", Text{"호가 확장의 URI가 옛 값이다: `{uri}`. 호가로 읽지 않는다.", "the URI of the asking-price extension is the former one: `{uri}`. No asking price is read from it."}, Text{"`https://cho-fam.com/hire/v1`로 바꾸거나 확장을 뺀다", "change it to `https://cho-fam.com/hire/v1`, or remove the extension"}},
			{"looks-like", Text{"호가 확장의 URI와 닮았으나 같지 않다: `{uri}`. 글자 그대로 비교하므로 호가로 읽지 않는다.", "it resembles the asking-price extension's URI and is not it: `{uri}`. URIs are compared to the letter, so no asking price is read from it."}, Text{"호가 확장이라면 `https://cho-fam.com/hire/v1` 그대로 적는다", "if the asking-price extension is meant, write `https://cho-fam.com/hire/v1` exactly"}},
			{"several", Text{"호가 확장이 둘 이상이다: {count}. 어느 호가에서 협상을 시작하는지 정해지지 않는다.", "there is more than one asking-price extension: {count}. Which ask the talks start from is left open."}, Text{"하나만 남긴다", "keep only one of them"}},
			{"required", Text{"호가 확장의 `required`가 `true`다. 이 확장을 모르는 표준 클라이언트도 카드를 쓸 수 있어야 한다.", "`required` of the asking-price extension is `true`. A standard client that does not know it must be able to use the card."}, Text{"`\"required\": false`로 적거나 뺀다", "write `\"required\": false`, or leave it out"}},
			{"required:type", Text{"호가 확장의 `required` 값이 참·거짓이 아니다: {found}. 읽는 쪽마다 다르게 볼 수 있다.", "`required` of the asking-price extension is not a boolean: {found}. Readers could take it differently."}, Text{"`\"required\": false`로 적거나 뺀다", "write `\"required\": false`, or leave it out"}},
		},
	},
	{
		ID: "HIRE-family-none", Kind: "policy", Severity: Warn, Checks: lineV9,
		Source: "card spec v1.7 §1, §4.2",
		Title:  Text{"패밀리 카드는 아직 호가를 싣지 않는다", "a family card carries no asking price yet"},
		Says: []Say{{"", Text{
			"패밀리 카드에 호가 확장이 있다. 비용을 크레딧으로 환산하는 방법이 정해지기 전까지 싣지 않는다.",
			"a family card carries the asking-price extension. It is left out until there is a way to state costs in credits.",
		}, Text{"확장을 뺀다. 없어도 등재되고 고용된다", "remove it; the agent registers and is hired without it"}}},
	},
	{
		ID: "V9", Kind: "static", Severity: Fail, Checks: lineV9,
		Source: "card spec v1.7 §4.1, §4.2, §8 V9",
		Title:  Text{"호가 확장이 있다면 `unitPrice`는 양의 정수다", "where there is an asking-price extension, `unitPrice` is a positive integer"},
		Says: []Say{
			{"zero", notPositiveInteger, askOrNothing},
			{"negative", notPositiveInteger, askOrNothing},
			{"fraction", notPositiveInteger, askOrNothing},
			{"string", notPositiveInteger, askOrNothing},
			{"null", notPositiveInteger, askOrNothing},
			{"boolean", notPositiveInteger, askOrNothing},
			{"type", notPositiveInteger, askOrNothing},
			{"missing", Text{"`params`에 `unitPrice`가 없다. 호가 확장을 두고 호가를 적지 않았다.", "`params` has no `unitPrice`. The asking-price extension states no ask."}, askLikeThis},
			{"missing:params", Text{"호가 확장에 `params`가 없다. 호가 확장을 두고 호가를 적지 않았다.", "the asking-price extension has no `params`. It states no ask."}, askLikeThis},
			{"missing:type", Text{"호가 확장의 `params`가 객체가 아니다: {found}. `unitPrice`를 읽을 수 없다.", "`params` of the asking-price extension is not an object: {found}. There is no `unitPrice` to read."}, askLikeThis},
			{"over", Text{"`unitPrice`가 {max}보다 크다: {value}. 정규화에서 값이 바뀔 수 있다.", "`unitPrice` is greater than {max}: {value}. Canonicalization may change its value."}, Text{"{max} 이하의 양의 정수를 적는다. 단위는 크레딧이다", "write a positive integer of at most {max}; the unit is credits"}},
			{"money", Text{"실화폐를 뜻하는 멤버가 있다: `{member}`. 고용료는 크레딧으로만 지불한다.", "a member speaks of real money: `{member}`. Hire fees are paid in credits only."}, Text{"멤버를 빼고 `unitPrice`에 크레딧으로 적는다", "remove it, and state the ask as credits in `unitPrice`"}},
			{"spelling", Text{"값은 정수이나 정수로 적지 않았다: {value}. 소수점이나 지수가 있으면 읽지 못하는 쪽이 있다.", "an integer by value that is not written as one: {value}. Some readers refuse a point or an exponent."}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			{"other", Text{"`params`에 `unitPrice` 말고 다른 멤버가 있다: `{member}`. 읽지 않는다.", "`params` holds another member than `unitPrice`: `{member}`. It is not read."}, Text{"뺀다", "leave it out"}},
		},
	},
}
