package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hs9147/agentcard/card"
)

// repeated joins n texts into the elements of a JSON array.
func repeated(n int, text func(i int) string) string {
	var list []string
	for i := range n {
		list = append(list, text(i))
	}
	return strings.Join(list, ",")
}

// tally counts findings by rule, those that say "more" apart.
func tally(r *Report) (shown map[string]int, more map[string]Finding) {
	shown, more = map[string]int{}, map[string]Finding{}
	for _, f := range r.Findings {
		if f.Code == "more" {
			more[f.Rule] = f
		} else {
			shown[f.Rule]++
		}
	}
	return shown, more
}

// A rule shows at most 100 findings. The last one then says how many were left
// out, at the last pointer shown, and the verdict counts all.
func TestCapPerRule(t *testing.T) {
	for _, n := range []int{99, 100, 101, 250} {
		body := `{"name":"A","skills":[` + repeated(n, func(i int) string {
			return fmt.Sprintf(`{"id":"s%d","name":"S","description":"Takes a port and gives its tides back.","tags":["t"]}`, i)
		}) + `]}`
		r := Run(context.Background(), Target{Received: []byte(body)}, V2(), V8())
		shown, more := tally(r)
		for _, rule := range []string{"S2-kind-exactly-one", "S2.3-scope-party"} {
			f, cut := more[rule]
			if shown[rule] != min(n, 100) || cut != (n > 100) {
				t.Errorf("%d of %s: %d shown, more %v", n, rule, shown[rule], cut)
			}
			if !cut {
				continue
			}
			number := fmt.Sprint(n - 100)
			if !strings.Contains(f.Message.EN, ": "+number+".") || !strings.Contains(f.Message.KO, ": "+number+".") {
				t.Errorf("%d of %s: %s", n, rule, f.Message.EN)
			}
			if f.Pointer != "/skills/99/tags" || f.Verdict != Fail || f.Severity != card.SeverityFail || f.Source == "" || f.Hint.IsZero() {
				t.Errorf("%+v", f)
			}
			i := slices.IndexFunc(r.Findings, func(x Finding) bool { return x.Rule == rule && x.Code == "more" })
			if before := r.Findings[i-1]; before.Rule != rule || before.Pointer != f.Pointer {
				t.Errorf("%s stands behind %s at %s", rule, before.Rule, before.Pointer)
			}
		}
	}
}

// A failure that was left out still fails the check, and is what "more" weighs.
func TestCapKeepsTheGravest(t *testing.T) {
	c := Check{ID: "acme", Func: func(context.Context, *Subject) []Finding {
		var out []Finding
		for i := range 130 {
			f := Finding{Verdict: Warn}
			f.Message = card.Text{KO: fmt.Sprintf("집의 규칙 %d", i), EN: fmt.Sprintf("house rule %d", i)}
			if i == 129 {
				f.Verdict = Fail
			}
			out = append(out, f)
		}
		return out
	}}
	r := Run(context.Background(), plainCard(t), c)
	_, more := tally(r)
	if r.Verdict("acme") != Fail || r.Outcome() != OutcomeFail || more["acme"].Verdict != Fail || !strings.Contains(more["acme"].Message.EN, "30") {
		t.Errorf("%s, %s, %+v", r.Verdict("acme"), r.Outcome(), more)
	}
}

// everythingWrong breaks more than ten rules more than a hundred times each.
func everythingWrong() []byte {
	skill := func(int) string {
		return `{"id":"","name":"","description":"결제한다","tags":[1,"chofam:kind/action","chofam:x","chofam:trust/high"],"inputModes":["text"],"input_modes":1e400,"examples":null,"security":[1,{"z":[]}]}`
	}
	entry := func(i int) string {
		return fmt.Sprintf(`{"uri":"https://cho-fam.com/ans/v1","required":true,"params":{"name":"A_b.%d","trustTier":1,"x":1}}`, i)
	}
	return []byte(`{"name":"A","capabilities":{"extensions":[` + repeated(150, entry) + `]},"supportedInterfaces":[` +
		repeated(150, func(int) string {
			return `{"url":"http://localhost/tasks","protocolBinding":"jsonrpc","protocolVersion":"1"}`
		}) +
		`],"skills":[` + repeated(150, skill) + `]}`)
}

// A report shows at most 1,000 findings besides those that say "more", of which
// each rule has one. Shown and left out are all there are.
func TestCapInAll(t *testing.T) {
	r := Run(context.Background(), Target{Received: everythingWrong(), Profile: Terra()}, Offline()...)
	shown, more := tally(r)
	total := 0
	for rule, n := range shown {
		if total += n; n > card.MaxPerRule {
			t.Errorf("%d findings of %s", n, rule)
		}
	}
	if total != card.MaxProblems || len(r.Findings) != total+len(more) {
		t.Errorf("%d findings, %d shown, %d more", len(r.Findings), total, len(more))
	}
	// Rules that speak once of each skill or entry: nothing of them is lost.
	for rule, want := range map[string]int{
		"S3-required-false": 150, "B-iface-binding": 150, "E2": 150, "N-charset": 300, "S2-reserved-namespace": 150, "S2.3-scope-party": 150,
	} {
		if got := shown[rule] + leftOut(more[rule]); got != want {
			t.Errorf("%s: %d shown, %d left out, want %d", rule, shown[rule], leftOut(more[rule]), want)
		}
	}
	if len(more) < 15 {
		t.Errorf("only %d rules were cut", len(more))
	}
	inOrder(t, r)
}

// inOrder asks that findings stand in document order, then by rule.
func inOrder(t *testing.T, r *Report) {
	t.Helper()
	offset := func(p string) int {
		if r.doc == nil {
			return 0
		}
		m, ok := r.doc.At(p)
		if !ok {
			return -1
		}
		return m.Offset
	}
	for i := 1; i < len(r.Findings); i++ {
		a, b := r.Findings[i-1], r.Findings[i]
		x, y := offset(a.Pointer), offset(b.Pointer)
		if b.Code == "more" && x > y {
			t.Errorf("%s/more at %s stands behind %s", b.Rule, b.Pointer, a.Pointer)
		}
		if x > y || x == y && a.Rule > b.Rule && a.Code != "more" && b.Code != "more" {
			t.Errorf("%s at %s stands before %s at %s", a.Rule, a.Pointer, b.Rule, b.Pointer)
		}
	}
}

func TestOrder(t *testing.T) {
	n := 0
	for _, body := range sampleCards(t, 30) {
		for _, p := range []Profile{Terra(), External()} {
			r := Run(context.Background(), Target{Received: body, Profile: p}, Completion()...)
			n += len(r.Findings)
			inOrder(t, r)
		}
	}
	if n < 1000 {
		t.Errorf("only %d findings were looked at", n)
	}
	// Members in an order that is not the alphabet's.
	r := Run(context.Background(), Target{Received: []byte(`{"zzz":1,"skills":[],"name":"","aaa":1,"version":5}`)}, A2A(), Places())
	var got []string
	for _, f := range r.Findings {
		if f.Pointer != "" {
			got = append(got, f.Rule+f.Pointer)
		}
	}
	if want := "S0-standard-places/zzz B-skills-nonempty/skills B-name/name S0-standard-places/aaa B-types/version"; strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
}

// The time of a run grows with the card, not with the product of its parts.
// Each of these took half a minute, or seconds.
func TestHostileCardsAreJudgedQuickly(t *testing.T) {
	const query, action = `{"tags":["chofam:kind/query"]}`, `{"tags":["chofam:kind/action"]}`
	alternatives := func(n int) string {
		return `"security":[` + repeated(n, func(int) string { return `{"serviceBearer":[]}` }) + `]`
	}
	for name, body := range map[string]string{
		"skills that inherit many alternatives": `{"name":"A",` + alternatives(1500) + `,"skills":[` + repeated(1000, func(i int) string {
			if i%2 == 0 {
				return query
			}
			return `{"tags":["chofam:kind/action"],"security":[{"x":[]}]}`
		}) + `]}`,
		"actions that inherit many alternatives": `{"name":"A",` + alternatives(1200) + `,"skills":[` + repeated(1200, func(i int) string {
			if i%2 == 0 {
				return `{"tags":["chofam:kind/query"],"security":[{"x":[]}]}`
			}
			return action
		}) + `]}`,
		"many words of trust": `{"name":"A","skills":[],` + repeated(9900, func(i int) string { return fmt.Sprintf(`"trust%d":"%080d"`, i, i) }) + `}`,
		"many schemes that nothing uses": `{"name":"A","skills":[],"securitySchemes":{` + repeated(4900, func(i int) string {
			return fmt.Sprintf(`"s%d":{"type":7}`, i)
		}) + `}}`,
		"many skills": `{"name":"A","skills":[` + repeated(2400, func(int) string { return query }) + `]}`,
	} {
		start := time.Now()
		r := Run(context.Background(), Target{Received: []byte(body), Profile: Terra()}, Offline()...)
		if _, err := r.MarshalJSON(); err != nil || r.Unread != nil {
			t.Errorf("%s: %v, %v", name, err, r.Unread)
		}
		t.Logf("%s: %d bytes took %s", name, len(body), time.Since(start))
	}
}
