// Command embed is a registry of somebody else's that embeds the checks: it has a
// profile of its own, adds two checks to those of the card spec, one of them live,
// and prints the report. It imports nothing but what the library exports.
//
//	embed [-lang ko|en] [-old]
//
// It looks at an agent that it serves to itself in this process; -old is the agent
// as it was before it kept the registry's policy.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify"
	"github.com/hs9147/agentcard/verify/report"
)

func main() {
	lang := flag.String("lang", "en", "the language, ko or en")
	old := flag.Bool("old", false, "the agent as it was")
	flag.Parse()
	agent, err := weather(*old)
	if err == nil {
		err = show(agent, *lang)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

// endpoint is where the agent of this example is called.
const endpoint = "https://weather.example/a2a"

// show examines the agent and prints the report. The error is that it does not
// pass, or that it could not be printed.
func show(agent http.Handler, lang string) error {
	r := examine(context.Background(), endpoint, inProcess{agent})
	if err := report.Text(os.Stdout, endpoint, card.KindAgentCard, r, report.TextOptions{Lang: lang}); err != nil {
		return err
	}
	return r.Err()
}

// acme is what this registry holds agents against: data. Its agents advise and
// read, for a service of its own.
func acme() verify.Profile {
	return verify.Profile{
		Name:       "acme",
		Names:      []ans.Name{ans.MustParse("weather.notes.v1")},
		Policy:     &verify.Policy{Kinds: []tags.Kind{tags.KindAdvisory, tags.KindQuery}},
		Invariants: []verify.Invariant{{Name: "acme I-1", Kinds: []tags.Kind{tags.KindAction}}},
		Row:        &verify.Row{Scheme: "acmeBearer"},
	}
}

// examine asks what a registration asks, V3, and what this registry asks beyond
// that. It reads, and sends no message.
func examine(ctx context.Context, endpoint string, transport http.RoundTripper) *verify.Report {
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	target := verify.Target{
		Endpoint: endpoint, Profile: acme(), By: "acme",
		Live: &verify.Live{Transport: transport, ReadOnly: true},
	}
	checks := append(verify.Registration(), verify.V3(), contact("acme.example", "weather.example"), securityTxt(endpoint, client))
	return verify.Run(ctx, target, checks...)
}
