package catalog

// Signatures (REQUIREMENTS §7, §10 P5).

var lineP5 = []string{"P5"}

// signPinned is the hint of a card that is not signed by a pinned key.
var signPinned = Text{"고정한 키로 서명한 카드를 게시한다", "publish a card that is signed with a pinned key"}

// fromPublisher is the hint of a signature that does not hold.
var fromPublisher = Text{
	"카드를 믿지 않는다. 게시한 쪽에서 서명한 카드를 다시 받는다. 중간의 프록시가 URL을 고쳐 쓰지 않는지도 본다",
	"don't trust the card; get the one that its publisher signed, and see whether a proxy rewrites URLs on the way",
}

var signatureRules = []Rule{
	{
		ID: "SIG0", Kind: "static", Severity: Warn, Checks: lineP5,
		Source: "discovery note, signatures; A2A 1.0.1 §8.4",
		Title:  Text{"서명 상태를 말로 밝힌다", "the state of the signatures is said in words"},
		Says: []Say{
			{"unsigned", Text{
				"카드가 서명되지 않았다. 누가 게시했는지 알 수 없어 신뢰하지 않는다.",
				"the card is not signed. Nobody knows who published it; it is not trusted.",
			}, signPinned},
			{"no-match", Text{
				"고정한 키로 된 서명이 없다. 누가 게시했는지 알 수 없어 신뢰하지 않는다. 첫 까닭: `{code}`.",
				"no signature is by a pinned key. Nobody knows who published the card; it is not trusted. First reason: `{code}`.",
			}, signPinned},
			{"invalid", Text{
				"키 ID는 고정한 키와 맞으나 서명이 카드와 맞지 않는다. 서명 뒤에 카드가 바뀌었거나 다른 키로 서명했다. 키 ID: `{kid}`, 까닭: `{code}`.",
				"the kid is that of a pinned key, but the signature does not fit the card. The card was changed after signing, or another key signed it. Kid: `{kid}`, reason: `{code}`.",
			}, fromPublisher},
			{"partial", Text{
				"카드의 일부만 서명됐다. 서명 밖에 있는 자리의 수: {count}. 그 가운데 앞의 것: {pointers}.",
				"only a part of the card is signed. Places outside the signature: {count}. The first of them: {pointers}.",
			}, Text{
				"받은 그대로, 또는 A2A §8.4.1의 모양으로 서명한다. 지금 SDK가 서명하는 모양에는 빈 값과 모르는 멤버가 빠진다",
				"sign the card as it is served, or in the form of A2A §8.4.1; what the SDKs sign leaves empty values and unknown members out",
			}},
			{"malformed", Text{
				"서명을 읽을 수 없다: `{code}`. 무엇이 서명됐는지 가릴 수 없어 신뢰하지 않는다.",
				"the signatures can't be read: `{code}`. What was signed can't be told; the card is not trusted.",
			}, Text{"서명 도구가 낸 값을 그대로 넣는다", "put in what the signing tool gave, unchanged"}},
			{"malformed:card", Text{
				"카드를 정준 형식으로 옮길 수 없다: `{code}`. 무엇이 서명됐는지 가릴 수 없어 신뢰하지 않는다.",
				"the card can't be put into canonical form: `{code}`. What was signed can't be told; the card is not trusted.",
			}, Text{"카드에서 그 값을 고치고 다시 서명한다", "mend that value in the card, then sign again"}},
			{"not-checked", Text{
				"서명이 있으나 확인하지 않았다. 고정한 키를 주지 않았다.",
				"there are signatures, and they were not checked. No pinned keys were given.",
			}, Text{"신뢰하는 경로로 받은 JWKS를 준다", "give a JWKS that came through a channel you trust"}},
		},
	},
	{
		ID: "SIG1", Kind: "static", Severity: Info, Checks: lineP5,
		Source: "discovery note, signatures 1",
		Title:  Text{"카드가 가리키는 키는 따르지 않는다", "key hints of the card are not followed"},
		Says: []Say{{"", Text{
			"서명에 키 힌트가 있다: {hints}. 따르지 않았고 아무 곳에도 연결하지 않았다.",
			"a signature carries key hints: {hints}. They were not followed, and nothing was connected to.",
		}, Text{"고칠 것은 없다. 키는 고정한 것만 쓴다", "nothing to mend; keys come from the pinned set alone"}}},
	},
	{
		ID: "SIG4", Kind: "static", Severity: Warn, Checks: lineP5,
		Source: "A2A 1.0.1 §8.4.1; RFC 8785",
		Title:  Text{"서명은 정규화한 카드 전체를 덮는다", "a signature covers the whole canonical card"},
		Says: []Say{
			{"outside", Text{
				"이 자리는 서명 밖에 있다. 키 없이도 누구나 바꿀 수 있다.",
				"this place is outside the signature. Anyone can change it without a key.",
			}, Text{"이 값으로 부를 곳이나 자격 증명을 정하지 않는다", "choose no endpoint and no credential by this value"}},
			{"uncovered", Text{
				"공식 SDK가 서명하고 확인하는 모양에서는 이 자리가 빠진다. SDK로는 이 서명을 확인할 수 없고, SDK가 서명하면 덮이지 않는다.",
				"the form that the official SDKs sign and verify leaves this place out. They can't verify the signature, and one of theirs does not cover it.",
			}, Text{"빈 값은 빼고, 덧붙인 멤버는 확장의 `params`에 싣는다", "leave empty values out; put additions into an extension's `params`"}},
			{"differs", Text{
				"A2A §8.4.1을 따르는 쪽은 이 자리를 빼고 서명을 확인한다. 받은 그대로 확인하는 쪽과 다르다.",
				"whoever follows A2A §8.4.1 leaves this place out before verifying, and differs from whoever verifies the card as received.",
			}, Text{"기본값인 멤버를 뺀다", "leave out the member, which is at its default"}},
			{"no-form", Text{
				"공식 SDK가 무엇에 서명할지 정해지지 않는다. 두 스킴이 한 항목에 있거나, snake_case 멤버가 있거나, 타입이 다른 값이 있다.",
				"what the official SDKs would sign is left open. One entry holds two schemes, a member is in snake_case, or a value has another type.",
			}, Text{"그 멤버를 고친다", "correct those members"}},
			{"number", Text{
				"정규화하면 값이 달라지는 숫자가 있다. 서명할 수 없다.",
				"a number changes its value in canonical form. The card can't be signed.",
			}, Text{"배정밀도로 나타낼 수 있는 값이나 문자열로 적는다", "write a value that a double holds, or a string"}},
		},
	},
	{
		ID: "SIG5", Kind: "static", Severity: Warn, Checks: lineP5,
		Source: "discovery note, signatures 5; A2A 1.0.1 §8.4.3",
		Title:  Text{"서명이 여럿이면 하나가 맞으면 되고 나머지는 알린다", "one signature that holds is enough, and the others are reported"},
		Says: []Say{
			{"no-kid", Text{
				"서명 항목에 키 ID가 없어 건너뛰었다. 어느 키인지 짐작하지 않는다.",
				"a signature has no kid and was skipped. Which key made it is not guessed.",
			}, Text{"보호 헤더에 `kid`를 적는다", "write `kid` into the protected header"}},
			{"entry", Text{
				"다른 서명은 맞으나 이 항목은 쓸 수 없다: `{code}`.",
				"another signature holds, and this one can't be used: `{code}`.",
			}, Text{"쓰지 않는 서명이면 뺀다", "remove it if nobody needs it"}},
			{"other-key", Text{
				"다른 서명은 맞고 이 항목은 고정하지 않은 키로 되어 있다: `{kid}`.",
				"another signature holds, and this one is by a key that is not pinned: `{kid}`.",
			}, Text{"고칠 것은 없다. 키를 바꾸는 동안에는 이렇게 된다", "nothing to mend; this is so while keys are rotated"}},
			{"typ", Text{
				"보호 헤더의 `typ`이 `JOSE`가 아니다: `{typ}`. 서명은 맞으나 이것을 거절하는 검증기가 있다.",
				"`typ` in the protected header is not `JOSE`: `{typ}`. The signature holds, and there are verifiers that refuse this.",
			}, Text{"`\"typ\": \"JOSE\"`로 다시 서명한다", "sign again with `\"typ\": \"JOSE\"`"}},
			{"typ:absent", Text{
				"보호 헤더에 `typ`이 없다. 서명은 맞으나 이것을 거절하는 검증기가 있다.",
				"the protected header has no `typ`. The signature holds, and there are verifiers that refuse this.",
			}, Text{"`\"typ\": \"JOSE\"`로 다시 서명한다", "sign again with `\"typ\": \"JOSE\"`"}},
			{"unread", Text{
				"서명이 {total}개다. 앞의 {max}개만 보았다.",
				"there are {total} signatures. The first {max} were looked at.",
			}, Text{"쓰지 않는 서명을 뺀다", "remove those that nobody needs"}},
		},
	},
	{
		ID: "P5", Kind: "policy", Severity: Fail, Checks: lineP5,
		Source: "discovery note, checklist 5",
		Title:  Text{"고정한 키로 서명된 카드이거나, 그렇지 않다는 것을 드러낸다", "signed by a pinned key, or clearly shown as not"},
		Says: []Say{{"required", Text{
			"정책이 고정한 키로 된 서명을 요구한다. 서명 상태: `{status}`.",
			"the policy requires a signature by a pinned key. State of the signatures: `{status}`.",
		}, signPinned}},
	},
}

// refusedKeys is what is said of a key set. It is no rule of a card and stands
// outside the table.
var refusedKeys = Rule{
	ID: "jwks", Source: "RFC 7517; discovery note, signatures 2",
	Says: []Say{
		{"jwks.syntax", Text{"키 집합을 JSON으로 읽을 수 없다. {line}행, 바이트 {offset}.", "the key set is not readable as JSON, at line {line}, byte {offset}."}, Text{"`{\"keys\": [ … ]}`인 JWKS를 준다", "give a JWKS, `{\"keys\": [ … ]}`"}},
		{"jwks.syntax:keys", Text{"키 집합에 배열 `keys`가 없다.", "the key set has no array `keys`."}, Text{"`{\"keys\": [ … ]}`인 JWKS를 준다", "give a JWKS, `{\"keys\": [ … ]}`"}},
		{"jwks.syntax:kty", Text{"키에 문자열 `kty`가 없다: {key}.", "a key has no string `kty`: {key}."}, Text{"JWK를 고친다", "correct the JWK"}},
		{"jwks.duplicate_key", Text{"같은 이름의 멤버가 한 객체에 두 번 있다. {line}행, 바이트 {offset}.", "a member stands twice in one object, at line {line}, byte {offset}."}, Text{"하나만 남긴다", "keep only one of them"}},
		{"jwks.empty", Text{"키 집합이 비어 있다. 빈 집합으로는 아무것도 확인할 수 없다.", "the key set is empty. Nothing can be verified with it."}, Text{"고정할 공개 키를 넣는다", "put the public keys to pin into it"}},
		{"jwks.limit", Text{"키 집합이 너무 크거나 너무 깊다. 최대 {max}바이트다.", "the key set is too large or too deep. At most {max} bytes are read."}, Text{"쓰는 키만 남긴다", "keep only the keys that are in use"}},
		{"jwks.limit:keys", Text{"키가 너무 많다. 최대 {max}개다.", "there are too many keys. At most {max} are pinned."}, Text{"쓰는 키만 남긴다", "keep only the keys that are in use"}},
		{"jwks.limit:rsa", Text{"RSA 키가 {max}비트를 넘는다: {key}.", "an RSA key is larger than {max} bits: {key}."}, Text{"2048비트에서 8192비트 사이의 키를 쓴다", "use a key of 2048 to 8192 bits"}},
		{"jwks.symmetric_key", Text{"대칭 키가 있다: {key}. 확인하는 쪽은 비밀을 갖지 않는다.", "there is a symmetric key: {key}. A verifier holds no secrets."}, Text{"비대칭 공개 키만 넣는다. 이 파일을 이미 내보냈으면 그 키를 폐기한다", "put in asymmetric public keys only; if this file was handed out, revoke that key"}},
		{"jwks.private_key", Text{"개인 키의 멤버가 있다: {key}. 확인하는 쪽은 비밀을 갖지 않는다.", "there are members of a private key: {key}. A verifier holds no secrets."}, Text{"공개 키의 멤버만 남긴다. 이 파일을 이미 내보냈으면 그 키를 폐기한다", "keep only the members of the public key; if this file was handed out, revoke that key"}},
		{"jwks.kid_missing", Text{"키에 `kid`가 없다: {key}. 서명은 키 ID로만 찾는다.", "a key has no `kid`: {key}. Signatures are matched by it alone."}, Text{"키마다 다른 `kid`를 적는다", "give each key its own `kid`"}},
		{"jwks.kid_unknown", Text{"그런 `kid`의 키가 없다: {key}.", "there is no key with that `kid`: {key}."}, Text{"집합에 있는 `kid`를 적는다", "name a `kid` of the set"}},
		{"jwks.duplicate_kid", Text{"같은 `kid`의 키가 둘이다: {key}. 어느 키인지 가릴 수 없다.", "two keys have the same `kid`: {key}. They can't be told apart."}, Text{"키마다 다른 `kid`를 적는다", "give each key its own `kid`"}},
		{"jwks.key_invalid", Text{"공개 키로 읽을 수 없다: {key}. 좌표나 모듈러스가 올바르지 않다.", "not readable as a public key: {key}. Its coordinates or modulus are not right."}, Text{"키를 다시 내보낸다", "export the key again"}},
		{"jwks.key_invalid:ops", Text{"`key_ops`에 같은 값이 되풀이되거나 문자열이 아닌 값이 있다: {key}.", "`key_ops` repeats a value, or holds one that is not a string: {key}."}, Text{"`[\"verify\"]`로 적거나 뺀다", "write `[\"verify\"]`, or leave it out"}},
		{"jwks.key_weak", Text{"약한 키다: {key}. 서명을 위조할 수 있다.", "a weak key: {key}. Signatures of it can be forged."}, Text{"새 키를 만든다. ES256이나 EdDSA를 권한다", "make a new key; ES256 or EdDSA is recommended"}},
		{"jwks.key_usage", Text{"서명 확인에 쓰는 키가 아니다: {key}. `use`나 `key_ops`가 다른 쓰임을 말한다.", "the key is not for verifying signatures: {key}. `use` or `key_ops` says otherwise."}, Text{"서명 확인용 키를 넣는다", "put in a key for verifying signatures"}},
		{"jwks.key_alg", Text{"`alg`가 키와 맞지 않거나 쓸 수 없는 값이다: {key}.", "`alg` does not fit the key, or is not one of those in use: {key}."}, Text{"ES256, ES384, ES512, RS256, PS256, EdDSA 가운데 키에 맞는 것을 적거나 뺀다", "write the one of ES256, ES384, ES512, RS256, PS256, EdDSA that fits, or leave it out"}},
		{"jwks.key_unsupported", Text{"모르는 종류의 키다: {key}. 집합 전체를 받지 않는다.", "a key of an unknown kind: {key}. The whole set is refused."}, Text{"EC P-256·P-384·P-521, RSA, Ed25519 키만 넣는다", "put in EC P-256, P-384 and P-521, RSA and Ed25519 keys alone"}},
	},
}
