package catalog

// Interfaces: where and how the agent is called (REQUIREMENTS §1).

var interfaceRules = []Rule{
	{
		ID: "B-interfaces", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 §8.3.1, proto AgentInterface",
		Title:  Text{"`supportedInterfaces`에 인터페이스가 하나 이상 있다", "`supportedInterfaces` lists at least one interface"},
		Says: []Say{
			{"url-only", Text{
				"`supportedInterfaces`가 없고 최상위 `url`만 있다. 인터페이스 하나로 읽었다: `{binding}`.",
				"there is no `supportedInterfaces`, only a top-level `url`. It was read as one interface: `{binding}`.",
			}, Text{
				"`supportedInterfaces`에 `{\"url\": \"…\", \"protocolBinding\": \"JSONRPC\", \"protocolVersion\": \"1.0\"}`을 적는다",
				"write `supportedInterfaces` with `{\"url\": \"…\", \"protocolBinding\": \"JSONRPC\", \"protocolVersion\": \"1.0\"}`",
			}},
			{"", Text{
				"인터페이스가 없다. `supportedInterfaces`도 최상위 `url`도 없어서 부를 곳을 알 수 없다.",
				"there is no interface. With neither `supportedInterfaces` nor a top-level `url`, nobody knows where to call.",
			}, Text{
				"`supportedInterfaces`에 `{\"url\": \"…\", \"protocolBinding\": \"JSONRPC\", \"protocolVersion\": \"1.0\"}`을 적는다",
				"write `supportedInterfaces` with `{\"url\": \"…\", \"protocolBinding\": \"JSONRPC\", \"protocolVersion\": \"1.0\"}`",
			}},
			{"empty", Text{"`supportedInterfaces`가 비어 있다. 인터페이스가 하나는 있어야 한다.", "`supportedInterfaces` is empty. It needs at least one interface."}, Text{"인터페이스를 적는다", "list the interface"}},
			{"type", Text{"`supportedInterfaces`가 배열이 아니다: {found}.", "`supportedInterfaces` is not an array: {found}."}, Text{"인터페이스 객체의 배열로 적는다", "write an array of interface objects"}},
			{"element", Text{"인터페이스가 객체가 아니다: {found}.", "an interface is not an object: {found}."}, Text{"`url`과 `protocolBinding`이 있는 객체로 적는다", "write an object with `url` and `protocolBinding`"}},
			{"member", Text{"인터페이스에 `{member}`의 문자열 값이 없다. 적힌 것: {found}.", "an interface has no string `{member}`: {found}."}, Text{"`url`, `protocolBinding`, `protocolVersion`을 적는다", "write `url`, `protocolBinding` and `protocolVersion`"}},
			{"transport", Text{"인터페이스에 `protocolBinding`이 없고 옛 이름 `transport`가 있다. 옛 이름은 여기서 읽지 않는다.", "an interface has no `protocolBinding` but the older `transport`, which is not read here."}, Text{"`transport`를 `protocolBinding`으로 고친다", "rename `transport` to `protocolBinding`"}},
		},
	},
	{
		ID: "B-iface-url", Kind: "static", Severity: Fail, Checks: a2aOnly,
		Source: "A2A 1.0.1 proto AgentInterface.url; RFC 3986",
		Title:  Text{"인터페이스 URL은 https의 절대 URL이다", "an interface URL is absolute https"},
		Says: []Say{
			{"absolute", Text{"절대 URL이 아니다: `{value}`. 어디로 보낼지 알 수 없다.", "not an absolute URL: `{value}`. Nobody can tell where to send."}, Text{"`https://호스트/경로`로 적는다", "write `https://host/path`"}},
			{"characters", Text{"URL에 쓸 수 없는 문자가 있다: `{value}`.", "the URL holds characters that a URL can't have: `{value}`."}, Text{"공백, 제어 문자, 역빗금 없이 적는다", "write it without blanks, control characters and backslashes"}},
			{"scheme", Text{"https URL이 아니다: `{value}`.", "not an https URL: `{value}`."}, Text{"`https://`로 시작하는 URL을 적는다", "write a URL that starts with `https://`"}},
			{"http", Text{"`http` URL이다: `{value}`. 중간에서 읽히고 바뀔 수 있다.", "an `http` URL: `{value}`. It can be read and changed on the way."}, Text{"`https://`로 바꾼다", "use `https://`"}},
			{"host", Text{"URL에 호스트가 없거나 올바르지 않다: `{value}`.", "the URL has no host, or one that is not valid: `{value}`."}, Text{"호스트 이름을 적는다", "write the name of the host"}},
			{"userinfo", Text{"URL에 사용자 정보가 있다. 공개 문서에 자격 증명을 두지 않는다.", "the URL holds user information. A public document holds no credentials."}, Text{"`@` 앞부분을 뺀다", "leave out what stands before the `@`"}},
			{"fragment", Text{"URL에 `#` 부분이 있다: `{value}`. 서버에는 보내지지 않는다.", "the URL has a fragment: `{value}`. It is never sent to a server."}, Text{"`#`부터 뺀다", "leave out the `#` and what follows"}},
			{"port", Text{"포트가 1에서 65535 사이가 아니다: `{value}`.", "the port is not between 1 and 65535: `{value}`."}, Text{"포트를 고치거나 뺀다", "correct the port or leave it out"}},
			{"trailing-dot", Text{"호스트 이름이 점으로 끝난다: `{value}`. 같은 호스트로 보지 않는 쪽이 있다.", "the host ends with a dot: `{value}`. Some take it for another host."}, Text{"끝의 점을 뺀다", "leave out the last dot"}},
			{"operation", Text{"URL의 경로가 연산 이름으로 끝난다: `{value}`. 클라이언트가 연산 이름을 다시 붙인다.", "the URL's path ends in an operation: `{value}`. Clients append the operation themselves."}, Text{"연산 이름을 뺀 기준 URL을 적는다", "write the base URL without the operation"}},
			{"host-port", Text{"gRPC 주소에 스킴이 없다: `{value}`. 1.0.1의 본문대로라면 절대 URL이어야 한다.", "a gRPC address without a scheme: `{value}`. By the text of 1.0.1 it is an absolute URL."}, Text{"`https://호스트:포트`로 적는다", "write `https://host:port`"}},
		},
	},
	{
		ID: "B-iface-version", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 §3.6, proto AgentInterface.protocol_version",
		Title:  Text{"인터페이스마다 `protocolVersion`을 `Major.Minor`로 적는다", "each interface declares `protocolVersion` as `Major.Minor`"},
		Says: []Say{
			{"", Text{
				"인터페이스에 `protocolVersion`이 없다. 최상위 값에서 대신 읽었다: `{version}`.",
				"an interface has no `protocolVersion`. The top-level value was read instead: `{version}`.",
			}, Text{"인터페이스마다 `\"protocolVersion\": \"1.0\"`을 적는다", "write `\"protocolVersion\": \"1.0\"` in each interface"}},
			{"guessed", Text{
				"인터페이스에 `protocolVersion`이 없고 최상위에도 읽을 값이 없다. SDK가 하듯이 읽었다: `{version}`.",
				"an interface has no `protocolVersion`, and the top level has none that can be read. It was read as SDKs do: `{version}`.",
			}, Text{"인터페이스마다 `\"protocolVersion\": \"1.0\"`을 적는다", "write `\"protocolVersion\": \"1.0\"` in each interface"}},
			{"patch", Text{
				"`protocolVersion`에 패치 번호가 있다: `{value}`. 이렇게 읽었다: `{version}`.",
				"`protocolVersion` has a patch number: `{value}`. It was read as `{version}`.",
			}, Text{"`1.0`처럼 `Major.Minor`만 적는다", "write `Major.Minor` alone, as in `1.0`"}},
			{"major", Text{
				"`protocolVersion`에 Minor가 없다: `{value}`. 이렇게 읽었다: `{version}`.",
				"`protocolVersion` has no minor number: `{value}`. It was read as `{version}`.",
			}, Text{"`1.0`처럼 `Major.Minor`로 적는다", "write `Major.Minor`, as in `1.0`"}},
			{"form", Text{
				"`protocolVersion`을 읽을 수 없다: {found}. 어느 클라이언트의 버전과도 맞지 않는다.",
				"`protocolVersion` can't be read: {found}. It matches no client's version.",
			}, Text{"`1.0`처럼 `Major.Minor`로 적는다", "write `Major.Minor`, as in `1.0`"}},
			{"top-level", Text{
				"최상위 `protocolVersion`과 같은 버전의 인터페이스가 없다: `{value}`. 최상위 값만 보는 쪽은 다른 버전으로 부른다.",
				"no interface has the version that the top-level `protocolVersion` names: `{value}`. Whoever reads the top level alone calls with another version.",
			}, Text{"인터페이스의 버전과 같게 하거나 최상위 값을 뺀다", "make it equal to an interface's version, or leave it out"}},
		},
	},
	{
		ID: "B-iface-binding", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 §5.8; card spec v1.7 §1",
		Title:  Text{"`protocolBinding`은 `JSONRPC`, `GRPC`, `HTTP+JSON`이거나 URI다", "`protocolBinding` is `JSONRPC`, `GRPC`, `HTTP+JSON` or a URI"},
		Says: []Say{
			{"case", Text{"`protocolBinding`의 표기가 다르다: `{value}`. 글자 그대로 비교하므로 맞지 않는다.", "`protocolBinding` is spelled another way: `{value}`. It is compared to the letter and doesn't match."}, Text{"이렇게 적는다: `{want}`", "write `{want}`"}},
			{"unknown", Text{"모르는 `protocolBinding`이다: `{value}`. 정해진 이름도 URI도 아니다.", "an unknown `protocolBinding`: `{value}`. It is neither a core name nor a URI."}, Text{"`JSONRPC`, `GRPC`, `HTTP+JSON` 가운데 하나나 바인딩의 URI를 적는다", "write `JSONRPC`, `GRPC`, `HTTP+JSON`, or the URI of a binding"}},
		},
	},
	{
		ID: "B-iface-host", Kind: "static", Severity: Warn, Checks: a2aOnly,
		Source: "A2A 1.0.1 §8.3.1",
		Title:  Text{"인터페이스의 호스트는 밖에서 닿는 곳이다", "an interface's host can be reached by a stranger"},
		Says: []Say{
			{"unspecified", Text{"호스트가 수신 대기용 주소다: `{host}`. 부를 수 있는 주소가 아니다.", "the host is a listen address: `{host}`. It can't be called."}, Text{"밖에서 닿는 호스트 이름을 적는다", "write the host's public name"}},
			{"loopback", Text{"호스트가 자기 자신을 가리킨다: `{host}`. 부르는 쪽은 자기 컴퓨터를 부르게 된다.", "the host points at itself: `{host}`. For a caller that is the caller's own machine."}, Text{"밖에서 닿는 호스트 이름을 적는다", "write the host's public name"}},
			{"single-label", Text{"호스트 이름에 도메인이 없다: `{host}`. 내부망에서만 찾을 수 있다.", "the host has a single label: `{host}`. It resolves in an inner network only."}, Text{"밖에서 닿는 호스트 이름을 적는다", "write the host's public name"}},
			{"numeric", Text{"호스트가 숫자로 끝나는데 점으로 나눈 십진수 넷이 아니다: `{host}`. 이것을 IPv4 주소로 읽는 쪽도 있고 그렇지 않은 쪽도 있다.", "the host ends in a number and is not four decimal ones: `{host}`. Some read it as an IPv4 address, others do not."}, Text{"밖에서 닿는 호스트 이름을 적는다", "write the host's public name"}},
			{"private", Text{"호스트가 사설망에 있다: `{host}`. 밖에서는 닿지 않는다.", "the host is in a private network: `{host}`. A stranger can't reach it."}, Text{"밖에서 닿는 호스트 이름을 적는다", "write the host's public name"}},
		},
	},
}
