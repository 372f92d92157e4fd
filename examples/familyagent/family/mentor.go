package family

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// mentor knows what is on its shelf. It takes no user token (card spec §5.3).
func mentor(*Books) Agent {
	return Agent{
		ID: "mentor", Profile: verify.Mentor(), Opens: service(),
		Name: "Mentor Knowledge", Version: "1.0.0",
		Description: "서가의 글에서 물음에 맞는 대목을 찾아 근거와 함께 돌려준다. 참여자 식별자를 받지 않는다.",
		Skills: []Skill{
			{Card: card.Advisory("knowledge-ask", "지식 질의", "물음을 받아 서가에서 가까운 글을 골라 판단 재료로 돌려준다.").Examples("같은 요청을 다시 보내면 두 번 실행되나?"), Do: answerFromShelf},
			{Card: card.Query("knowledge-browse", "지식 탐색", "주제를 받아 서가에 꽂힌 글의 번호와 제목을 돌려준다. 빈 주제는 전부다."), Takes: "topic", Do: browseShelf},
		},
	}
}

// note is a text on the shelf.
type note struct {
	ID    string `json:"id"`
	Topic string `json:"topic"`
	Title string `json:"title"`
	text  string
}

func shelf() []note {
	return []note{
		{"n-1", "분류", "자문과 조회와 실행", "자문은 판단 재료를 돌려주고 조회는 저장된 사실을 읽는다. 상태를 바꾸면 실행이다. 자기 저장소에 쓰는 것도 실행이다."},
		{"n-2", "실행", "멱등 키", "같은 요청을 다시 보내도 한 번만 실행되려면 호출자가 만든 키가 있어야 한다. 서버가 준 Task ID는 첫 응답을 놓친 쪽에 없다."},
		{"n-3", "실행", "감사 증적", "실행 1건마다 누가 언제 무엇을 시켰는지 남긴다. 실행 앞뒤에 한 줄씩 적으면 중간에 끊겨도 시작된 것을 안다."},
		{"n-4", "인증", "스킴을 나누는 까닭", "자문을 부르려고 넘긴 토큰이 실행까지 열면 호출자는 자문을 청했는데 실행이 일어날 수 있다. 그래서 실행에는 다른 스킴을 쓴다."},
		{"n-5", "이름", "계약을 가리키는 이름", "ANS 이름은 에이전트가 아니라 계약을 가리킨다. 깨지는 변경은 새 버전의 이름을 받고 옛 이름은 그대로 둔다."},
		{"n-6", "호가", "호가와 계약가", "카드의 단가는 호가다. 계약가는 파티와 에이전트가 합의하고, 카드가 바뀌어도 변하지 않는다."},
	}
}

// answerFromShelf gives the notes that share the most with the question.
func answerFromShelf(_ context.Context, c Call) (Answer, error) {
	type hit struct {
		note
		shared int
	}
	asked := pairs(c.Text())
	var hits []hit
	for _, n := range shelf() {
		shared := 0
		for p := range pairs(n.Title + "\n" + n.text) {
			if asked[p] {
				shared++
			}
		}
		if shared > 1 {
			hits = append(hits, hit{n, shared})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.shared, a.shared) })
	if len(hits) == 0 {
		return say("서가에 이 물음과 가까운 글이 없다.", nil)
	}
	var lines []string
	for _, h := range hits[:min(len(hits), 3)] {
		lines = append(lines, fmt.Sprintf("[%s] %s: %s", h.ID, h.Title, h.text))
	}
	return say(strings.Join(lines, "\n"), nil)
}

// pairs are the neighbouring letters of each word, by which words are alike
// whatever particle they end in.
func pairs(text string) map[[2]rune]bool {
	out := map[[2]rune]bool{}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		letters := []rune(word)
		for i := 1; i < len(letters); i++ {
			out[[2]rune{letters[i-1], letters[i]}] = true
		}
	}
	return out
}

// browseShelf lists the notes of a topic.
func browseShelf(_ context.Context, c Call) (Answer, error) {
	var in struct {
		Topic string `json:"topic"`
	}
	if why := c.read(&in); why != "" {
		return refuse(why)
	}
	found := []note{}
	for _, n := range shelf() {
		if in.Topic == "" || in.Topic == n.Topic {
			found = append(found, n)
		}
	}
	return say(fmt.Sprintf("글 %d건이 꽂혀 있다.", len(found)), map[string]any{"notes": found})
}
