package card

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// inModels is a list of n elements of one JSON text.
func inModels(n int, element string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

// counted counts problems by rule, those with code "more" apart.
func counted(problems []Problem) (byRule map[string]int, more []Problem) {
	byRule = map[string]int{}
	for _, p := range problems {
		if p.Code == "more" {
			more = append(more, p)
		} else {
			byRule[p.Rule]++
		}
	}
	return byRule, more
}

// At most 100 findings of a rule are shown; one more says how many were left
// out, behind them, at the last pointer shown.
func TestCapPerRule(t *testing.T) {
	for _, n := range []int{99, 100, 101, 350} {
		problems := Validate(parse(t, cardWith("url", "", "defaultInputModes", inModels(n, `"text"`), "defaultOutputModes", `["*/*"]`)), ModeA2A10)
		byRule, more := counted(problems)
		if n < 100 {
			if byRule["B-modes"] != n+1 || len(more) != 0 {
				t.Errorf("%d: %v, %v", n, byRule, more)
			}
			continue
		}
		if byRule["B-modes"] != 100 || len(more) != 1 || more[0].Rule != "B-modes" {
			t.Fatalf("%d: %v, %v", n, byRule, more)
		}
		if left := fmt.Sprint(n + 1 - 100); !strings.Contains(more[0].Message.EN, left) || !strings.Contains(more[0].Message.KO, left) {
			t.Errorf("%d: %s", n, more[0].Message.EN)
		}
		if more[0].Pointer != "/defaultInputModes/99" || more[0].Severity != SeverityWarn || more[0].Source == "" || more[0].Hint.IsZero() {
			t.Errorf("%d: %+v", n, more[0])
		}
		if i := slices.IndexFunc(problems, func(p Problem) bool { return p.Code == "more" }); problems[i-1].Pointer != "/defaultInputModes/99" {
			t.Errorf("%d: it follows %s", n, problems[i-1].Pointer)
		}
	}
}

// The gravest severity of what was left out is that of the last finding.
func TestCapKeepsTheGravest(t *testing.T) {
	modes := "[" + strings.Repeat(`"text",`, 150) + `"text/"]`
	_, more := counted(Validate(parse(t, cardWith("defaultInputModes", modes)), ModeProfile))
	if len(more) != 1 || more[0].Severity != SeverityFail {
		t.Errorf("%+v", more)
	}
}

// manyFaults breaks more than ten rules more than a hundred times each.
func manyFaults() string {
	skill := `{"id":"","name":"","description":"","tags":[1],"inputModes":["text"],"x":1e400,"input_modes":1,"examples":null,"outputModes":[1],"security":[1,{"z":[]}]}`
	return cardWith("skills", inModels(110, skill), "supportedInterfaces", inModels(110, `{"url":"http://u@localhost/tasks","protocolBinding":"jsonrpc","protocolVersion":"1"}`),
		"signatures", inModels(110, `{"protected":"="}`), "capabilities", `{"extensions":`+inModels(110, `{}`)+`}`,
		"additionalInterfaces", inModels(110, `{"url":"https://agent.example.com","transport":"GRPC"}`))
}

func TestCapInAll(t *testing.T) {
	problems := Validate(parse(t, manyFaults()), ModeProfile)
	byRule, more := counted(problems)
	total := 0
	for rule, n := range byRule {
		total += n
		if n > MaxPerRule {
			t.Errorf("%d findings of %s", n, rule)
		}
	}
	if total != MaxProblems {
		t.Errorf("%d findings, want %d", total, MaxProblems)
	}
	seen := map[string]bool{}
	for _, p := range more {
		if seen[p.Rule] {
			t.Errorf("%s says twice that it was cut", p.Rule)
		}
		seen[p.Rule] = true
		if _, ok := parse(t, manyFaults()).At(p.Pointer); !ok {
			t.Errorf("%s: no value at %s", p.Rule, p.Pointer)
		}
	}
	if len(more) < 10 {
		t.Errorf("only %d rules were cut", len(more))
	}
}

// Where there are too many faults to hold, what is kept on the way is what would
// be kept of all.
func TestCapsOnTheWay(t *testing.T) {
	texts := []string{manyFaults()}
	for _, text := range hostileCards() {
		texts = append(texts, text)
	}
	cut := 0
	for _, text := range texts {
		d := parse(t, text)
		for _, mode := range modes {
			all := &finder{} // of no document, which holds every fault
			validate(all, d, mode)
			if len(all.list) > tooMany {
				cut++
			}
			if want, got := all.problems(), Validate(d, mode); !slices.Equal(want, got) {
				t.Errorf("mode %d, %.100s: %d problems, want %d", mode, text, len(got), len(want))
			}
		}
	}
	if cut < 10 {
		t.Errorf("only %d have too many", cut)
	}
}

// judged gives the nasty cards, each with one mode in turn, and a few with all.
func judged(t *testing.T) iter.Seq2[string, Mode] {
	return func(yield func(string, Mode) bool) {
		all := []Mode{ModeProfile, ModeA2A10, ModeFamily}
		for i, text := range nasty() {
			if !yield(text, all[i%len(all)]) {
				return
			}
		}
		for _, text := range []string{manyFaults(), sample(t), cardWith()} {
			for _, mode := range all {
				if !yield(text, mode) {
					return
				}
			}
		}
	}
}

// Findings stand in document order, then by rule; what says "more" too.
func TestOrder(t *testing.T) {
	for text, mode := range judged(t) {
		d := parse(t, text)
		at, rule := -1, ""
		for _, p := range Validate(d, mode) {
			now := d.tree.Find(p.Pointer).Order()
			if now < at || now == at && p.Rule < rule {
				t.Errorf("mode %d, %.200s: %s at %s stands behind %s", mode, text, p.Rule, p.Pointer, rule)
			}
			at, rule = now, p.Rule
		}
	}
}

// The same bytes give the same findings.
func TestDeterminism(t *testing.T) {
	for text, mode := range judged(t) {
		d := parse(t, text)
		first := Validate(d, mode)
		if !slices.Equal(first, Validate(d, mode)) || !slices.Equal(first, Validate(parse(t, text), mode)) {
			t.Errorf("mode %d, %.200s: two runs differ", mode, text)
		}
		if !slices.Equal(d.Problems(), d.Problems()) {
			t.Errorf("%.200s: two readings differ", text)
		}
	}
}

// complain reports what no problem may be like.
func complain(t *testing.T, text string, p Problem) {
	t.Helper()
	bad := func(why string) { t.Errorf("%s: %.200s\n%+v", why, text, p) }
	if p.Rule == "" || p.Source == "" || p.Severity.String() == "" || p.Message.IsZero() {
		bad("incomplete")
	}
	if strings.Contains(p.Message.EN, "no sentence for this code") || strings.ContainsAny(p.Code, ": ") {
		bad("a code without words")
	}
	hangul := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
	}
	if !hangul(p.Message.KO) || p.Message.KO == p.Message.EN {
		bad("not in both languages")
	}
	if utf8.RuneCountInString(p.Observed) > 8*200+1 {
		bad("a long value")
	}
	for _, s := range []string{p.Rule, p.Code, p.Message.KO, p.Message.EN, p.Hint.KO, p.Hint.EN, p.Observed} {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) }) {
			bad("a character that can't be shown")
		}
		if strings.Contains(s, "{found}") || strings.Contains(s, "{value}") || strings.Contains(s, "{member}") || strings.Contains(s, "{name}") {
			bad("a place that was not filled")
		}
	}
}

func TestProblemsAreComplete(t *testing.T) {
	for text, mode := range judged(t) {
		d := parse(t, text)
		for _, p := range Validate(d, mode) {
			complain(t, text, p)
			if _, ok := d.At(p.Pointer); !ok {
				t.Errorf("%.200s: no value at %q (%s)", text, p.Pointer, p.Rule)
			}
		}
	}
}

// A text where a secret gets by mistake is shown by its type alone.
func TestObservedHoldsNoSecret(t *testing.T) {
	const secret = "s3cr3t-value"
	for _, members := range []string{
		`"authentication":"` + secret + `"`,
		`"apiKey":"` + secret + `"`,
		`"access_token":"` + secret + `"`,
		`"securitySchemes":{"a":"` + secret + `"}`,
		`"securitySchemes":{"a":{"type":"http","scheme":"bearer","credentials":"` + secret + `"}}`,
		`"securitySchemes":{"a":{"type":"oauth2","clientSecret":"` + secret + `"}}`,
	} {
		list := Validate(parse(t, `{"name":"n","skills":[],`+members+`}`), ModeProfile)
		for _, p := range list {
			if strings.Contains(p.Observed+p.Message.EN+p.Message.KO, secret) {
				t.Errorf("%s: %s at %s shows %q, %q", members, p.Rule, p.Pointer, p.Observed, p.Message.EN)
			}
		}
	}
	list := Validate(parse(t, `{"name":"n","skills":[],"default_input_modes":"text"}`), ModeProfile)
	for _, p := range list {
		if p.Pointer == "/default_input_modes" && p.Observed != "text" {
			t.Errorf("a plain value is shown as %q", p.Observed)
		}
	}
}
