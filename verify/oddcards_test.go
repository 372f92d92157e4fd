package verify

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// oddCards are cards of every kind that the tests have, and shapes that a live
// check could stumble over.
func oddCards(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, pattern := range []string{"testdata/base/*.json", "testdata/cards/*.json", "testdata/cards/*/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out[f] = b
		}
	}
	for name, ops := range map[string][]string{
		"no skills":            {`set /skills []`},
		"no capabilities":      {`del /capabilities`},
		"an array of them":     {`set /capabilities []`},
		"extensions of junk":   {`set /capabilities/extensions [7,null,{"required":true},{"uri":7,"required":"yes"}]`},
		"schemes in an array":  {`set /securitySchemes [{"type":"http","scheme":"bearer"}]`},
		"no schemes":           {`del /securitySchemes`},
		"an unknown scheme":    {`set /securitySchemes/serviceBearer {"type":"future"}`},
		"an empty scheme":      {`set /securitySchemes/serviceBearer {}`},
		"two wrappers":         {`set /securitySchemes/serviceBearer {"httpAuthSecurityScheme":{"scheme":"bearer"},"mtlsSecurityScheme":{}}`},
		"mutual TLS":           {`set /securitySchemes/serviceBearer {"mtlsSecurityScheme":{}}`},
		"junk requirements":    {`set /security [7,null,{"schemes":7}]`, `set /skills/1/security "x"`},
		"several at once":      {`set /security [{"serviceBearer":[],"ingestBearer":[]}]`},
		"of 0.3":               {`del /supportedInterfaces`, `set /protocolVersion "0.3.0"`, `set /preferredTransport "JSONRPC"`},
		"a hybrid":             {`set /protocolVersion "0.3.0"`, `set /preferredTransport "HTTP+JSON"`},
		"no interface":         {`del /supportedInterfaces`, `del /url`},
		"interfaces of junk":   {`set /supportedInterfaces [7,{"url":7},{"url":"ftp://x","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]`},
		"skills of junk":       {`set /skills [7,null,"x",[],{"id":7,"tags":7},{"id":"event-ingest","tags":["chofam:kind/action","chofam:effect/reversible"]}]`},
		"the same skill twice": {`set /skills/0/id "event-ingest"`},
		"no version":           {`del /version`},
		"a huge number":        {`set /x 1e400`},
	} {
		out[name] = derived(t, "base/terra.json", ops...)
	}
	return out
}

// No card makes a live check panic, point at what is not there, or call itself
// complete without having been called.
func TestOddCards(t *testing.T) {
	for name, body := range oddCards(t) {
		inBubbleSub(t, strings.TrimPrefix(name, "testdata/"), func(t *testing.T) {
			for _, p := range []Profile{Terra(), External(), A2AOnly()} {
				for _, handed := range []bool{false, true} {
					s, target := (&shop{}).open(t)
					s.card = body
					target.Profile, target.By = p, Society
					if handed {
						target.Received = derived(t, "base/terra.json")
						target.Live.Previous = parsed(t, derived(t, "base/mentor.json"))
					}
					target.Live.Message = &Message{Text: "report"}
					target.Live.Messages = map[string]Message{"report-lookup": {Text: "report"}}
					target.Live.Actions[0].Thorough, target.Live.LookElsewhere = true, true
					r := Run(context.Background(), target, all()...)
					for _, f := range r.Findings {
						if strings.Contains(f.Message.EN, "panic") {
							t.Errorf("%s: %s: %s", p.Name, f.Rule, f.Message.EN)
						}
						if strings.Contains(f.Message.EN, "the rule table has no sentence") {
							t.Errorf("%s: %s/%s", p.Name, f.Rule, f.Code)
						}
						if r.doc == nil || f.Pointer == "" {
							continue
						}
						if _, _, ok := r.doc.Place(f.Pointer); !ok {
							t.Errorf("%s: %s points at %s, which is not there", p.Name, f.Rule, f.Pointer)
						}
					}
					if r.Complete() && r.Verdict("V7") != Pass {
						t.Errorf("%s is complete", p.Name)
					}
				}
			}
		})
	}
}

// A function of the caller's that panics leaves no check to pass on what it has
// not seen.
func TestPanicIsNoPass(t *testing.T) {
	for name, tc := range map[string]struct {
		edit func(*site, *Target)
		open []string // checks that can't pass
	}{
		"the counter, at once":    {func(_ *site, t *Target) { t.Live.Actions[0].Effects = panicsAt(1) }, []string{"V4", "E4", "E5"}},
		"the counter, later":      {func(_ *site, t *Target) { t.Live.Actions[0].Effects = panicsAt(5) }, []string{"V4", "E4"}},
		"the counter, at the end": {func(_ *site, t *Target) { t.Live.Actions[0].Effects = panicsAt(8) }, []string{"V4", "E4"}},
		"a transport": {func(s *site, _ *Target) {
			s.get = func(*http.Request) (*http.Response, error) { panic("no such map") }
		}, []string{"V1", "serve", "P1"}},
		"a transport of messages": {func(s *site, _ *Target) {
			s.send = func(*rpc) (*http.Response, error) { panic("no such map") }
		}, []string{"V4", "V7", "E3", "E4", "E5", "review4"}},
		"progress": {func(_ *site, t *Target) { t.Live.Progress = func(Step) { panic("no such map") } }, []string{"V1", "serve", "P1", "V7", "E4"}},
	} {
		inBubbleSub(t, name, func(t *testing.T) {
			s, target := (&shop{}).open(t)
			target.Received = s.card // so that all is read within a check
			tc.edit(s, &target)
			r := Run(context.Background(), target, all()...)
			for _, id := range tc.open {
				if v := r.Verdict(id); v == Pass || v == Warn {
					t.Errorf("%s is %s", id, v)
				}
			}
		})
	}
}

// panicsAt counts effects that never move, until its nth call.
func panicsAt(n int) func(context.Context) (int64, error) {
	calls := 0
	return func(context.Context) (int64, error) {
		if calls++; calls >= n {
			panic("no such map")
		}
		return int64(calls / 4), nil
	}
}
