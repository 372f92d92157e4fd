package badagent

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

// nameRows break what the card says of its name (card spec §3).
func nameRows() []row {
	lost := func(c *card.AgentCard) {
		c.Capabilities.Extensions = []card.Extension{ans.MustParse("ethos.review.v1").Extension()}
	}
	return []row{
		ethos("S3-ownership-name", "S3-ownership", "", "fail", Text{
			KO: "카드가 배정된 이름이 아니라 다른 이름을 담는다.",
			EN: "The card carries another name than the one assigned.",
		}, knobs{edit: lost}, "V1", "V5", "G5"),
		ethos("S3-mismatch", "S3-mismatch-signal", "card_mismatch", "fail", Text{
			KO: "두 번째로 읽을 때부터 카드에 배정된 이름이 없다. `version`은 올렸다.",
			EN: "From the second reading on the card no longer carries its name; the version was raised.",
		}, knobs{later: func(c *card.AgentCard) { lost(c); c.Version = "1.1.0" }}, "S3-tombstone-not-drop", "V5"),
	}
}

// fetchRows break what a careful client asks of the fetch.
func fetchRows() []row {
	return []row{
		ethos("F2-redirect", "F2", "redirected", "fail", Text{
			KO: "카드 자리에서 같은 오리진의 다른 경로로 302를 준다. 카드는 거기에 있다.",
			EN: "The card's place answers 302 to another path of the origin, where the card is.",
		}, knobs{publish: redirected("/cards/agent-card.json")}, "V1"),
		ethos("F2-metadata", "F2", "redirected", "fail", Text{
			KO: "카드 자리에서 클라우드 메타데이터 주소로 302를 준다.",
			EN: "The card's place answers 302 to a cloud metadata address.",
		}, knobs{publish: redirected("http://169.254.169.254/latest/meta-data/")}, "V1"),
		ethos("F3-big", "F3", "size", "fail", Text{
			KO: "카드 뒤에 공백을 붙여 본문이 2 MiB다.",
			EN: "Spaces after the card make a body of 2 MiB.",
		}, knobs{publish: atCard(body(func(c []byte) []byte { return append(bytes.Clone(c), bytes.Repeat([]byte(" "), 2*card.MaxSize)...) }))}, "V1"),
		ethos("F3-bomb", "F3", "size", "fail", Text{
			KO: "gzip으로 몇 KB인 본문이 풀면 4 MiB를 넘는다.",
			EN: "A body of a few kilobytes of gzip is more than 4 MiB unpacked.",
		}, knobs{publish: bomb}, "V1"),
		ethos("F3-length", "F3", "length", "fail", Text{
			KO: "`Content-Length`는 카드 전체인데 절반만 보내고 연결을 끊는다.",
			EN: "`Content-Length` announces the whole card; half of it comes, and the connection ends.",
		}, knobs{publish: atCard(cutOff)}, "V1"),
		ethos("F4-drip", "F4", "timeout", "fail", Text{
			KO: "카드 본문을 한 글자씩 끝없이 보낸다.",
			EN: "The body of the card comes a character at a time and never ends.",
		}, knobs{publish: atCard(drip)}, "V1"),
		ethos("F4-headers", "F4", "timeout", "fail", Text{
			KO: "카드 요청에 응답 헤더조차 보내지 않는다.",
			EN: "A request for the card is never answered, not even by headers.",
		}, knobs{publish: atCard(hang)}, "V1"),
	}
}

// redirected answers 302 at the card's place, and has the card at the path of
// the target.
func redirected(to string) func(*Agent, http.Handler) http.Handler {
	return func(_ *Agent, good http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case wellknown.Path:
				http.Redirect(w, r, to, http.StatusFound)
			case to:
				atRoot(good, w, r)
			default:
				http.NotFound(w, r)
			}
		})
	}
}

// atRoot answers as at the card's place, wherever the request went.
func atRoot(good http.Handler, w http.ResponseWriter, r *http.Request) {
	moved := r.Clone(r.Context())
	moved.URL.Path = wellknown.Path
	good.ServeHTTP(w, moved)
}

// placeRows break G1 to G3: place, openness and type of the card.
func placeRows() []row {
	below := func(_ *Agent, good http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != Path+wellknown.Path {
				http.NotFound(w, r)
				return
			}
			atRoot(good, w, r)
		})
	}
	locked := func(_ *Agent, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="card"`)
		http.Error(w, "unauthorized", http.StatusUnauthorized)
	}
	return []row{
		ethos("G1-below", "G1", "elsewhere", "fail", Text{
			KO: "카드가 오리진 루트가 아니라 A2A 경로 아래에만 있다.",
			EN: "The card is below the A2A path only, not at the origin's root.",
		}, knobs{publish: below}, "V1"),
		ethos("G2-auth", "G2", "auth", "fail", Text{
			KO: "카드를 읽는 데 인증을 요구한다(401).",
			EN: "Reading the card asks for authentication (401).",
		}, knobs{publish: atCard(locked)}, "V1"),
		ethos("G2-challenge", "G2", "challenge", "warn", Text{
			KO: "카드를 200으로 주면서 `WWW-Authenticate`를 붙인다.",
			EN: "The card comes with 200 and a `WWW-Authenticate`.",
		}, knobs{publish: withHeader(setHeader("WWW-Authenticate", `Bearer realm="card"`))}),
		ethos("G3-text", "G3", "", "fail", Text{
			KO: "카드의 `Content-Type`이 `text/plain`이다.",
			EN: "The card's `Content-Type` is `text/plain`.",
		}, knobs{publish: withHeader(setHeader("Content-Type", "text/plain; charset=utf-8"))}),
		ethos("G3-none", "G3", "absent", "fail", Text{
			KO: "카드에 `Content-Type`이 없다.",
			EN: "The card has no `Content-Type`.",
		}, knobs{publish: withHeader(setHeader("Content-Type"))}),
		ethos("G3-json-suffix", "G3", "suffix", "warn", Text{
			KO: "카드의 `Content-Type`이 `application/a2a+json`이다.",
			EN: "The card's `Content-Type` is `application/a2a+json`.",
		}, knobs{publish: withHeader(setHeader("Content-Type", "application/a2a+json"))}),
	}
}

// cacheRows break G4 and G5: how long a card may be kept, and that a change
// shows in its version.
func cacheRows() []row {
	kept := func(value string) knobs {
		return knobs{publish: withHeader(setHeader("Cache-Control", value))}
	}
	expires := func(h http.Header) {
		h.Del("Cache-Control")
		h.Set("Expires", time.Now().Add(48*time.Hour).UTC().Format(http.TimeFormat))
	}
	return []row{
		ethos("G4-hours", "G4", "", "warn", Text{
			KO: "카드를 두 시간 동안 캐시에 두게 한다.", EN: "The card may stay in caches for two hours.",
		}, kept("max-age=7200")),
		ethos("G4-week", "G4", "strong", "warn", Text{
			KO: "카드를 한 주 동안 캐시에 두게 한다.", EN: "The card may stay in caches for a week.",
		}, kept("max-age=604800")),
		ethos("G4-immutable", "G4", "strong", "warn", Text{
			KO: "카드를 `immutable`로 내보낸다.", EN: "The card is sent as `immutable`.",
		}, kept("max-age=300, immutable")),
		ethos("G4-shared", "G4", "strong", "warn", Text{
			KO: "`max-age`는 짧지만 공유 캐시의 `s-maxage`가 한 주다.", EN: "`max-age` is short, and `s-maxage` of shared caches is a week.",
		}, kept("max-age=300, s-maxage=604800")),
		ethos("G4-expires", "G4", "strong", "warn", Text{
			KO: "`Cache-Control` 없이 `Expires`를 이틀 뒤로 적는다.", EN: "Without `Cache-Control`, `Expires` is two days ahead.",
		}, knobs{publish: withHeader(expires)}),
		ethos("G5-same-version", "G5", "", "fail", Text{
			KO: "두 번째로 읽을 때부터 카드 내용이 다른데 `version`은 그대로다.",
			EN: "From the second reading on the card says something else under the same `version`.",
		}, knobs{later: func(c *card.AgentCard) {
			c.Skills[0].Description = "기준·가정을 되묻고 정리해 표로 돌려준다."
		}}),
		ethos("G5-lower", "G5", "lower", "warn", Text{
			KO: "두 번째로 읽을 때부터 카드 내용이 다르고 `version`은 내려갔다.",
			EN: "From the second reading on the card says something else under a lower `version`.",
		}, knobs{later: func(c *card.AgentCard) {
			c.Skills[0].Description, c.Version = "기준·가정을 되묻고 정리해 표로 돌려준다.", "0.9.0"
		}}),
	}
}

// urlRows break S6: that the card's url is where the agent is.
func urlRows() []row {
	return []row{
		ethos("S6-port", "S6-url-accurate", "endpoint_unreachable", "fail", Text{
			KO: "카드의 `url`이 아무도 듣지 않는 포트를 가리킨다.",
			EN: "The card's `url` names a port where nothing listens.",
		}, knobs{endpoint: deadPort}, "T-origin"),
		ethos("S6-gone", "S6-url-accurate", "endpoint_unreachable", "fail", Text{
			KO: "카드의 `url`이 503만 주는 경로를 가리킨다.",
			EN: "The card's `url` names a path that only answers 503.",
		}, knobs{endpoint: at("/old"), publish: unavailableAt("/old")}),
		ethos("S6-drift", "S6-url-accurate", "S6-drift", "warn", Text{
			KO: "카드의 `url`이 호출하는 endpoint와 다른 경로를 가리킨다. 두 곳 모두 응답한다.",
			EN: "The card's `url` names another path than the endpoint that is called; both answer.",
		}, knobs{endpoint: at("/a2a/v1"), alias: "/a2a/v1"}),
	}
}

// deadPort is the origin's host at port 1, which no service uses.
func deadPort(origin *url.URL) string {
	return origin.Scheme + "://" + net.JoinHostPort(origin.Hostname(), "1") + Path
}

func at(path string) func(*url.URL) string {
	return func(origin *url.URL) string { return origin.Scheme + "://" + origin.Host + path }
}

func unavailableAt(path string) func(*Agent, http.Handler) http.Handler {
	return func(_ *Agent, good http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path {
				http.Error(w, "unavailable", http.StatusServiceUnavailable)
				return
			}
			good.ServeHTTP(w, r)
		})
	}
}

// cardRows break V1: 200 and valid JSON.
func cardRows() []row {
	login := func(_ *Agent, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = strings.NewReader("<!doctype html><title>login</title>").WriteTo(w)
	}
	return []row{
		ethos("V1-404", "V1", "status", "fail", Text{KO: "카드 자리에 아무것도 없다(404).", EN: "There is nothing at the card's place (404)."},
			knobs{publish: atCard(status(http.StatusNotFound))}),
		ethos("V1-204", "V1", "status", "fail", Text{KO: "카드 자리에서 본문 없는 204를 준다.", EN: "The card's place answers 204 without a body."},
			knobs{publish: atCard(status(http.StatusNoContent))}),
		ethos("V1-500", "V1", "status", "fail", Text{KO: "카드 자리에서 500을 준다.", EN: "The card's place answers 500."},
			knobs{publish: atCard(status(http.StatusInternalServerError))}),
		ethos("V1-closed", "V1", "endpoint_unreachable", "fail", Text{KO: "카드 요청에 응답하지 않고 연결을 닫는다.", EN: "A request for the card ends in a closed connection."},
			knobs{publish: atCard(hangUp)}),
		ethos("V1-half", "V1", "json", "fail", Text{KO: "카드의 앞 절반만 준다.", EN: "Only the first half of the card is served."},
			knobs{publish: atCard(body(func(c []byte) []byte { return c[:len(c)/2] }))}, "B-json", "SIG0"),
		ethos("V1-html", "V1", "json", "fail", Text{KO: "카드 자리에서 로그인 화면을 준다.", EN: "The card's place serves a login page."},
			knobs{publish: atCard(login)}, "B-json", "SIG0"),
		ethos("V1-list", "V1", "json", "fail", Text{KO: "카드를 배열에 담아 준다.", EN: "The card comes within an array."},
			knobs{publish: atCard(body(func(c []byte) []byte { return append(append([]byte("["), c...), ']') }))}, "B-json", "SIG0"),
	}
}

// reachRows break P3: an interface that answers.
func reachRows() []row {
	all := func(string) bool { return true }
	probes := func(method string) bool { return method != http.MethodPost }
	return []row{
		ethos("P3-probe", "P3", "status", "fail", Text{
			KO: "endpoint가 `GET`과 `OPTIONS`에 503을 준다. 메시지에는 응답한다.",
			EN: "The endpoint answers `GET` and `OPTIONS` by 503, and messages as it should.",
		}, knobs{down: probes}, "S6-url-accurate"),
		ethos("P3-down", "P3", "status", "fail", Text{
			KO: "endpoint가 무엇에든 503을 준다.",
			EN: "The endpoint answers everything by 503.",
		}, knobs{down: all}, "S5-as-accepted", "S6-url-accurate", "V7", "REV4"),
	}
}

// transportRows break T: what is asked of a client before it calls.
func transportRows() []row {
	const unknown = "https://example.com/ext/ledger/v1"
	demands := func(c *card.AgentCard) {
		c.Capabilities.Extensions = append(c.Capabilities.Extensions, card.Extension{
			URI: unknown, Description: "A ledger of every message", Required: true,
		})
	}
	return []row{
		ethos("T-ext-required", "T-ext-required", "", "fail", Text{
			KO: "카드가 알려지지 않은 확장을 `required: true`로 요구하고, 없으면 응답하지 않는다.",
			EN: "The card marks an unknown extension as `required: true`, and nothing is answered without it.",
		}, knobs{edit: demands, needs: unknown}, "S5-as-accepted", "V7", "REV4"),
		ethos("T-ext-unsaid", "T-ext-required", "refused", "fail", Text{
			KO: "카드에 없는 확장을 요구하며 -32008로 거절한다.",
			EN: "An extension that the card does not name is required, by error -32008.",
		}, knobs{needs: unknown}, "S5-as-accepted", "V7", "REV4"),
		ethos("T-origin", "T-origin", "", "fail", Text{
			KO: "하나뿐인 인터페이스가 카드와 다른 오리진에 있다.",
			EN: "The only interface lies on another origin than the card.",
		}, knobs{elsewhere: true}, "S6-url-accurate"),
	}
}
