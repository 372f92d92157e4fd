package verify

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
)

// corpusEntry is a row of a corpus's INDEX.tsv.
type corpusEntry struct {
	file, shape, traits string
	isCard              bool
}

// corpus reads the index of the cards that AGENTCARD_CORPUS names: files as
// they were found in public places.
func corpus(t *testing.T) (dir string, list []corpusEntry) {
	t.Helper()
	dir = os.Getenv("AGENTCARD_CORPUS")
	if dir == "" {
		t.Skip("AGENTCARD_CORPUS is not set: the directory of a corpus with its INDEX.tsv")
	}
	f, err := os.Open(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var head map[string]int
	for in := bufio.NewScanner(f); in.Scan(); {
		cells := strings.Split(in.Text(), "\t")
		if head == nil {
			head = map[string]int{}
			for i, name := range cells {
				head[name] = i
			}
			continue
		}
		list = append(list, corpusEntry{
			cells[head["file"]], cells[head["shape"]], cells[head["traits"]], cells[head["is_agent_card"]] == "yes",
		})
	}
	return dir, list
}

// Every file of the corpus is judged: what the index calls a card is one, of the
// shape that the index gives; the rest is told as an error. Nothing that a
// report says of one is unsafe to show, in either language.
func TestCorpus(t *testing.T) {
	dir, list := corpus(t)
	good := 0
	for _, e := range list {
		body, err := os.ReadFile(filepath.Join(dir, e.file))
		if err != nil {
			t.Error(err)
			continue
		}
		if judgeFile(t, e, body) {
			good++
		}
	}
	t.Logf("%d of %d", good, len(list))
	if good != len(list) || len(list) == 0 {
		t.Errorf("%d of %d", good, len(list))
	}
}

func judgeFile(t *testing.T, e corpusEntry, body []byte) bool {
	t.Helper()
	ok := true
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf(e.file+": "+format, args...)
		ok = false
	}
	for _, p := range []Profile{External(), A2AOnly(), Ethos()} {
		r := Run(context.Background(), Target{Received: body, Profile: p}, append(Completion(), P5())...)
		facts := r.Facts()
		if (facts != nil) != e.isCard || (r.Unread == nil) != e.isCard {
			bad("is a card: %v, the index says %v: %v", facts != nil, e.isCard, r.Unread)
		}
		// The marks are members in camelCase; a card in snake_case has others.
		if facts != nil && string(facts.Shape) != e.shape && !strings.Contains(e.traits, "snake-case-keys") {
			bad("shape %s, the index says %s", facts.Shape, e.shape)
		}
		if r.Outcome().String() == "" || r.Digest == "" && (r.Unread == nil || r.Unread.Rule != "B-size") {
			bad("outcome %q, digest %q", r.Outcome(), r.Digest)
		}
		if r.Unread != nil && (r.Outcome() != OutcomeFail || len(r.Findings) == 0) {
			bad("unread and %s", r.Outcome())
		}
		for _, c := range r.Checks {
			if c.Verdict.String() == "" {
				bad("%s came to nothing", c.ID)
			}
		}
		for _, f := range r.Findings {
			if why := unfit(f); why != "" {
				bad("%s %s %s: %s", p.Name, f.Rule, f.Pointer, why)
			}
		}
		if text, err := r.MarshalJSON(); err != nil || !json.Valid(text) {
			bad("%v", err)
		}
	}
	return ok
}

// unfit says why a finding is not fit to be shown, empty if it is.
func unfit(f Finding) string {
	switch {
	case f.Message.KO == "" || f.Message.EN == "" || f.Message.KO == f.Message.EN:
		return "a language is missing"
	case f.Verdict.String() == "" || f.Rule == "" || f.Source == "":
		return "no verdict, rule or source"
	case len(f.Pointer) > 1024:
		return "a long pointer"
	}
	for _, s := range []string{f.Message.KO, f.Message.EN, f.Hint.KO, f.Hint.EN, f.Observed, f.Source, f.Code} {
		if strings.ContainsFunc(s, catalog.Hidden) {
			return "holds what can't be seen: " + s
		}
		if len(s) > 8<<10 {
			return "is long"
		}
	}
	return ""
}

// The cards of the fixtures are no less fit to be shown.
func TestFindingsAreFitToShow(t *testing.T) {
	cards := sampleCards(t, 0)
	cards["everything wrong"] = everythingWrong()
	for name, body := range cards {
		for _, p := range []Profile{Terra(), A2AOnly()} {
			for _, f := range Run(context.Background(), Target{Received: body, Profile: p}, Completion()...).Findings {
				if why := unfit(f); why != "" {
					t.Errorf("%s: %s %s: %s", name, f.Rule, f.Pointer, why)
				}
			}
		}
	}
}

// A name that no one can see is spelled out wherever it is told.
func TestHiddenNamesAreSpelledOut(t *testing.T) {
	body := []byte("{\"name\":\"A\",\"\\u202ename\":1,\"trust\\u0007\":1,\"skills\":[{\"id\":\"\\u001b[31m\",\"tags\":[\"chofam:kind/\\u200bquery\"]}]}")
	if _, err := card.Parse(body); err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range Run(context.Background(), Target{Received: body}, Offline()...).Findings {
		if why := unfit(f); why != "" {
			t.Errorf("%s: %s", f.Rule, why)
		}
		all += f.Message.EN
	}
	for _, want := range []string{"U+202E", "U+0007", "U+001B", "U+200B"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not told", want)
		}
	}
}
