package report_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

// What cardcheck prints, from code.
func ExampleText() {
	body, err := os.ReadFile("../../examples/cardcheck/samples/terra.json")
	if err != nil {
		log.Fatal(err)
	}
	show := func(out io.Writer) error {
		r := verify.Run(context.Background(), verify.Target{Received: body, Profile: verify.Terra()}, verify.Offline()...)
		return report.Text(out, "card.json", card.DetectKind(body), r, report.TextOptions{Lang: "ko"})
	}
	var out strings.Builder
	if err := show(&out); err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(out.String(), "\n\n")
	fmt.Println(first)
	// Output:
	// 경고  card.json  (프로필: terra)
	//   경고 2 · 참고 1
}
