package family

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// What the skills say, as far as it follows from what they are asked.
func TestSkills(t *testing.T) {
	for _, c := range []struct{ agent, parts, state, says string }{
		{"mentor", `[{"text":"같은 요청을 다시 보내면 두 번 실행되나?"}]`, completed, "[n-2] 멱등 키"},
		{"mentor", `[{"text":"zzz"}]`, completed, "가까운 글이 없다"},
		{"mentor", `[{"data":{"topic":"실행"}}]`, completed, `글 2건`},
		{"mentor", `[{"data":{"topic":""}}]`, completed, `글 6건`},
		{"mentor", `[{"data":{"topic":"없는 주제"}}]`, completed, `{"notes":[]}`},
		{"mentor", `[{"data":{"topic":1}}]`, rejected, "형식"},
		{"ethos", `[{"text":"이사. 기준: 거리, 값, 거리"}]`, completed, "기준 2개로 정리했다: 거리, 값."},
		{"ethos", `[{"text":"기준: a,b,c,d,e,f,g,h,i"}]`, rejected, "8개"},
		{"ethos", `[{"text":"이사"}]`, inputRequired, "무엇을 기준으로"},
		{"afo", `[{"text":"한 달에 320만 원을 벌고 250만 원을 쓴다. 모은 돈은 1,000만 원이다"}]`, completed, "남는 돈: 700,000원(수입의 21.9%). 수입이 끊겨도 4.0달"},
		{"afo", `[{"text":"1.5억 원을 벌고 20,000만원을 쓴다"}]`, completed, "남는 돈: -50,000,000원(수입의 -33.3%)"},
		{"afo", `[{"text":"300만 원을 번다"}]`, inputRequired, "얼마를 쓰는가"},
		{"afo", `[{"text":"0원을 벌고 10원을 쓴다"}]`, rejected, "0보다"},
		{"terra", `[{"text":"1999-01 리포트"}]`, completed, "1999-01 리포트: 이벤트 0건"},
		{"terra", `[{"text":"2026-13"}]`, completed, "전체 리포트: 이벤트 0건"},
		{"guild", `[{"text":"S3-uri-fixed, E4와 X1"}]`, completed, "S3-uri-fixed (F)"},
		{"guild", `[{"text":"e4"}]`, completed, "규칙 ID가 없다"},
		{"guild", `[{"data":{"card":{"name":"Left Pad","version":"1.0.0","skills":[]}}}]`, completed, "B-skills-nonempty"},
		{"guild", `[{"data":{"card":{"name":"left-pad"}}}]`, completed, "카드로 읽을 수 없다"},
		{"guild", `[{"data":{"card":"x"}}]`, completed, "카드로 읽을 수 없다"},
		{"chopilot", `[{"text":"지금 상태는?"}]`, completed, `"goroutines":`},
	} {
		k := newKit(t, c.agent)
		got, word := k.post(sending("m", c.parts, ""), bearer(k.creds[0].Token)...).task(t)
		if word != c.state || !strings.Contains(got.text(), c.says) {
			t.Errorf("%s %s: %s %s", c.agent, c.parts, word, got.text())
		}
	}
}

// A report shows what was stored, by month.
func TestReport(t *testing.T) {
	k := newKit(t, "terra")
	k.ingest("m-1", "e-1")
	got, _ := k.post(sending("m", `[{"text":"리포트"}]`, ""), bearer(k.token("serviceBearer"))...).task(t)
	now := k.books.all()[0].At.Format("2006-01")
	if !strings.Contains(got.text(), "이벤트 1건") || !strings.Contains(got.text(), `"source":{"event":"session.closed","id":"e-1"}`) {
		t.Error(got.text())
	}
	got, _ = k.post(sending("m", `[{"text":"`+now+`"}]`, ""), bearer(k.token("serviceBearer"))...).task(t)
	if !strings.Contains(got.text(), now+" 리포트: 이벤트 1건") {
		t.Error(got.text())
	}
}

// A handler that fails or panics ends its task, and says nothing of why.
func TestFailingHandlers(t *testing.T) {
	k := newKit(t, "mentor")
	for why, do := range map[string]Handler{
		"an error": func(context.Context, Call) (Answer, error) { return Answer{}, errors.New("secret") },
		"a panic":  func(context.Context, Call) (Answer, error) { panic("secret") },
		"no JSON":  func(context.Context, Call) (Answer, error) { return say("", func() {}) },
	} {
		k.table[0].Handler = do
		got := k.post(sending("m", `[{"text":"x"}]`, ""), bearer(k.creds[0].Token)...)
		if _, word := got.task(t); word != failed || strings.Contains(got.body, "secret") {
			t.Errorf("%s: %s", why, got.body)
		}
	}
}
