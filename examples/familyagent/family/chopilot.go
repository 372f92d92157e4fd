package family

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// chopilot observes. Card spec §2.2 and §5 have no row for it: it reads, for a
// service.
func chopilot(*Books) Agent {
	since := time.Now()
	return Agent{
		ID: "chopilot", Profile: verify.Chopilot(), Opens: service(),
		Name: "Chopilot Observe", Version: "1.0.0",
		Description: "자기가 떠 있는 프로세스를 관측해 가동 시간과 메모리를 있는 그대로 돌려준다.",
		Skills: []Skill{
			{Card: card.Query("process-observe", "프로세스 관측", "가동 시간, 쓰는 메모리, 고루틴 수를 읽어 한 번의 관측값으로 돌려준다.").Examples("지금 상태는?"), Do: observe(since)},
		},
	}
}

// observe reads the process that it runs in.
func observe(since time.Time) Handler {
	return func(context.Context, Call) (Answer, error) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		up := time.Since(since).Round(time.Second)
		return say(
			fmt.Sprintf("가동 시간: %s. 메모리: %d KiB. 고루틴: %d개.", up, m.HeapAlloc/1024, runtime.NumGoroutine()),
			map[string]any{"upSeconds": int64(up.Seconds()), "heapBytes": m.HeapAlloc, "goroutines": runtime.NumGoroutine()},
		)
	}
}
