package hire

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/hs9147/agentcard/card"
)

func TestNewAsk(t *testing.T) {
	for _, tc := range []struct {
		in   int64
		code string
	}{
		{1, ""},
		{7, ""},
		{MaxCredits, ""},
		{MaxCredits + 1, "over"},
		{math.MaxInt64, "over"},
		{0, "zero"},
		{-1, "negative"},
		{math.MinInt64, "negative"},
	} {
		a, err := NewAsk(tc.in)
		if tc.code == "" {
			if err != nil || a.Credits() != tc.in || a.IsZero() || a.String() == "" {
				t.Errorf("NewAsk(%d) = %v, %v", tc.in, a, err)
			}
			continue
		}
		var bad *AskError
		if !errors.As(err, &bad) || bad.Code != tc.code || bad.Rule != "V9" || !a.IsZero() {
			t.Errorf("NewAsk(%d) = %v, %v, want %s", tc.in, a, err, tc.code)
		}
		checkText(t, bad)
	}
}

func TestZeroAsk(t *testing.T) {
	var z Ask
	if !z.IsZero() || z.String() != "" || z.Credits() != 0 || z.Extension().URI != "" || z.Extension().Params != nil {
		t.Errorf("the zero Ask is not empty: %v", z)
	}
}

// checkText asks of an error that it has its sentences and is fit to print.
func checkText(t *testing.T, e *AskError) {
	t.Helper()
	if e == nil {
		t.Error("no *AskError")
		return
	}
	for _, s := range []string{e.Error(), e.Text().KO, e.Text().EN, e.Hint().KO, e.Hint().EN, e.Value} {
		if strings.Contains(s, "has no sentence") || strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 || len(s) > 4000 {
			t.Errorf("%s %s: not fit to print: %q", e.Rule, e.Code, s)
		}
	}
	if e.Text().KO == e.Text().EN || e.Hint().IsZero() {
		t.Errorf("%s %s: lacks words", e.Rule, e.Code)
	}
	for _, place := range []string{"{value}", "{found}", "{member}", "{count}", "{max}"} {
		if strings.Contains(e.Text().KO+e.Text().EN+e.Hint().KO+e.Hint().EN, place) {
			t.Errorf("%s %s: %s was not filled", e.Rule, e.Code, place)
		}
	}
}

func cardWith(t *testing.T, extensions ...string) (*card.Document, *card.AgentCard) {
	t.Helper()
	d, err := card.Parse([]byte(`{"name":"n","skills":[],"capabilities":{"extensions":[` + strings.Join(extensions, ",") + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	return d, d.Card()
}

func ext(params string) string { return `{"uri":"` + URI + `","params":` + params + `}` }

// A number counts by its value (rule V9).
func TestValue(t *testing.T) {
	for _, tc := range []struct {
		json  string
		code  string
		value int64
		plain bool
	}{
		{`1`, "", 1, true},
		{`5`, "", 5, true},
		{`5.0`, "", 5, false},
		{`5e0`, "", 5, false},
		{`5E+0`, "", 5, false},
		{`0.5e1`, "", 5, false},
		{`0.0005e4`, "", 5, false},
		{`50e-1`, "", 5, false},
		{`500000000000000000000000e-23`, "", 5, false},
		{`1e3`, "", 1000, false},
		{`9007199254740991`, "", MaxCredits, true},
		{`9007199254740991.0`, "", MaxCredits, false},
		{`9.007199254740991e15`, "", MaxCredits, false},
		{`9007199254740992`, "over", 0, false},
		{`9007199254740993`, "over", 0, false},
		{`9223372036854775808`, "over", 0, false},
		{`1e19`, "over", 0, false},
		{`1e20`, "over", 0, false},
		{`1e400`, "over", 0, false},
		{`1e99999999999999999999`, "over", 0, false},
		{`1.5e99999999999999999999`, "over", 0, false},
		{`0`, "zero", 0, false},
		{`-0`, "zero", 0, false},
		{`0.0`, "zero", 0, false},
		{`0e9`, "zero", 0, false},
		{`-1`, "negative", 0, false},
		{`-5.0`, "negative", 0, false},
		{`-0.5`, "negative", 0, false},
		{`-1e400`, "negative", 0, false},
		{`0.5`, "fraction", 0, false},
		{`5.5`, "fraction", 0, false},
		{`5.00000000000000000001`, "fraction", 0, false}, // a double would say 5
		{`9007199254740993.5`, "fraction", 0, false},     // a double would say an integer
		{`55e-1`, "fraction", 0, false},
		{`1e-400`, "fraction", 0, false}, // a double would say 0
		{`1e-99999999999999999999`, "fraction", 0, false},
		{`"5"`, "string", 0, false},
		{`"NaN"`, "string", 0, false},
		{`""`, "string", 0, false},
		{`null`, "null", 0, false},
		{`true`, "boolean", 0, false},
		{`false`, "boolean", 0, false},
		{`[5]`, "type", 0, false},
		{`{"credits":5}`, "type", 0, false},
	} {
		d, c := cardWith(t, `{"uri":"https://example.com/x"}`, ext(`{"unitPrice":`+tc.json+`}`))
		list := Entries(c)
		if len(list) != 1 {
			t.Fatalf("%s: %d entries", tc.json, len(list))
		}
		e := list[0]
		if e.Index != 1 || e.Written != tc.json || e.ValueAt != "/capabilities/extensions/1/params/unitPrice" {
			t.Errorf("%s: %+v", tc.json, e)
		}
		if _, ok := d.At(e.ValueAt); !ok {
			t.Errorf("%s: nothing at %s", tc.json, e.ValueAt)
		}
		if e.Ask.Credits() != tc.value || e.Plain != tc.plain {
			t.Errorf("%s: %d, plain %v", tc.json, e.Ask.Credits(), e.Plain)
		}
		ask, ok, err := FromCard(c)
		if !ok || ask != e.Ask {
			t.Errorf("%s: FromCard = %v, %v", tc.json, ask, ok)
		}
		checkCode(t, tc.json, err, tc.code)
	}
}

func checkCode(t *testing.T, what string, err error, code string) {
	t.Helper()
	if code == "" {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	var bad *AskError
	if !errors.As(err, &bad) || bad.Code != code {
		t.Errorf("%s: %v, want %s", what, err, code)
		return
	}
	checkText(t, bad)
}

func TestNoValue(t *testing.T) {
	for _, tc := range []struct{ entry, at string }{
		{`{"uri":"` + URI + `"}`, ""},
		{ext(`null`), "/params"},
		{ext(`[5]`), "/params"},
		{ext(`5`), "/params"},
		{ext(`"5"`), "/params"},
		{ext(`true`), "/params"},
		{ext(`{}`), "/params"},
		{ext(`{"UnitPrice":5}`), "/params"},
		{ext(`{"unit_price":5}`), "/params"},
	} {
		_, c := cardWith(t, tc.entry)
		e := Entries(c)[0]
		if e.ValueAt != "/capabilities/extensions/0"+tc.at || e.Written != "" || !e.Ask.IsZero() {
			t.Errorf("%s: %+v", tc.entry, e)
		}
		_, ok, err := FromCard(c)
		if !ok {
			t.Errorf("%s: not there", tc.entry)
		}
		checkCode(t, tc.entry, err, "missing")
	}
}

func TestMembers(t *testing.T) {
	d, c := cardWith(t, ext(`{"note":"","Currency":"x","unitPrice":5,"won":1,"U_S-D":2,"krw":3,"AMOUNT":4,"price":null,"prices":1,"a/b":2}`))
	e := Entries(c)[0]
	var money, others []string
	for _, f := range e.Faults {
		if f.Err.Code != "money" {
			t.Errorf("fault %v", f)
		}
		money = append(money, f.Err.Value)
		if _, ok := d.At(f.Pointer); !ok {
			t.Errorf("nothing at %s", f.Pointer)
		}
		checkText(t, f.Err)
	}
	for _, m := range e.Others {
		others = append(others, m.Name)
		if _, ok := d.At(m.Pointer); !ok {
			t.Errorf("nothing at %s", m.Pointer)
		}
	}
	if want := []string{"Currency", "won", "U_S-D", "krw", "AMOUNT", "price"}; !slices.Equal(money, want) {
		t.Errorf("money %q, want %q", money, want)
	}
	if want := []string{"note", "prices", "a/b"}; !slices.Equal(others, want) {
		t.Errorf("others %q, want %q", others, want)
	}
	if e.Ask.Credits() != 5 {
		t.Errorf("the value was lost: %v", e.Ask)
	}
	ask, ok, err := FromCard(c)
	if !ask.IsZero() || !ok {
		t.Errorf("FromCard = %v, %v", ask, ok)
	}
	checkCode(t, "money", err, "money")
}

// Both the value and the members are told; FromCard tells the value first.
func TestAllFaults(t *testing.T) {
	_, c := cardWith(t, ext(`{"currency":"KRW","unitPrice":0}`))
	f := Entries(c)[0].Faults
	if len(f) != 2 || f[0].Err.Code != "zero" || f[1].Err.Code != "money" {
		t.Errorf("faults %v", f)
	}
}

func TestMoneyIsInOrder(t *testing.T) {
	if !slices.IsSorted(money) {
		t.Error("money is not in order, so that it can't be searched")
	}
}

func TestFromCard(t *testing.T) {
	const five, seven, bad = `{"unitPrice":5}`, `{"unitPrice":7}`, `{"unitPrice":-1}`
	for _, tc := range []struct {
		name       string
		extensions []string
		there      bool
		credits    int64
		codes      []string
	}{
		{"none", nil, false, 0, nil},
		{"one", []string{ext(five)}, true, 5, nil},
		{"several", []string{ext(five), ext(seven)}, true, 0, []string{"several"}},
		{"the same twice", []string{ext(five), ext(five)}, true, 0, []string{"several"}},
		{"right beside wrong", []string{ext(five), ext(bad)}, true, 0, []string{"negative"}},
		{"wrong twice", []string{ext(bad), ext(`{}`)}, true, 0, []string{"negative", "missing"}},
		{"former URI", []string{`{"uri":"https://cho-fam.web.app/hire/v1","params":` + five + `}`}, false, 0, nil},
		{"trailing slash", []string{`{"uri":"` + URI + `/","params":` + five + `}`}, false, 0, nil},
		{"http", []string{`{"uri":"http://cho-fam.com/hire/v1","params":` + five + `}`}, false, 0, nil},
		{"other case", []string{`{"uri":"https://cho-fam.com/Hire/v1","params":` + five + `}`}, false, 0, nil},
		{"required does not matter", []string{`{"uri":"` + URI + `","required":true,"params":` + five + `}`}, true, 5, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, c := cardWith(t, tc.extensions...)
			ask, there, err := FromCard(c)
			if ask.Credits() != tc.credits || there != tc.there {
				t.Errorf("FromCard = %v, %v, %v", ask, there, err)
			}
			var codes []string
			if joined, ok := err.(interface{ Unwrap() []error }); ok {
				for _, e := range joined.Unwrap() {
					var a *AskError
					if errors.As(e, &a) {
						codes = append(codes, a.Code)
						checkText(t, a)
					}
				}
			}
			if !slices.Equal(codes, tc.codes) {
				t.Errorf("codes %q, want %q: %v", codes, tc.codes, err)
			}
		})
	}
	if ask, there, err := FromCard(nil); !ask.IsZero() || there || err != nil {
		t.Errorf("FromCard(nil) = %v, %v, %v", ask, there, err)
	}
}

// Params set by hand may be no JSON at all.
func TestParamsByHand(t *testing.T) {
	for _, raw := range []string{"", "x", `{"unitPrice":NaN}`, `{"unitPrice":5,"unitPrice":6}`} {
		c := &card.AgentCard{Capabilities: &card.Capabilities{Extensions: []card.Extension{{URI: URI, Params: json.RawMessage(raw)}}}}
		ask, there, err := FromCard(c)
		if !ask.IsZero() || !there {
			t.Errorf("%q: %v, %v", raw, ask, there)
		}
		checkCode(t, raw, err, "missing")
	}
}

// What a card holds does not reach a text unescaped.
func TestErrorsAreFitToPrint(t *testing.T) {
	for _, params := range []string{
		`{"unitPrice":"\u202e` + strings.Repeat("x", 5000) + `"}`,
		`{"unitPrice":` + strings.Repeat("9", 5000) + `}`,
		"{\"unitPrice\":\"\u202e\u200b\"}",
		`{"unitPrice":5,"w` + strings.Repeat("_", 5000) + `on":1}`,
		"{\"unitPrice\":5,\"\u212arw\":1}", // the Kelvin sign folds to k
	} {
		_, c := cardWith(t, ext(params))
		_, _, err := FromCard(c)
		var bad *AskError
		if !errors.As(err, &bad) {
			t.Errorf("%.40q: %v", params, err)
			continue
		}
		checkText(t, bad)
		if s := err.Error(); strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 || len(s) > 4000 {
			t.Errorf("not fit to print: %q", s)
		}
	}
}

// The extension is that of card spec v1.7 §4.1; an absent required means false.
func TestExtension(t *testing.T) {
	a, err := NewAsk(5)
	if err != nil {
		t.Fatal(err)
	}
	c := &card.AgentCard{Name: "n", Skills: []card.Skill{}, Capabilities: &card.Capabilities{Extensions: []card.Extension{a.Extension()}}}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	d, err := card.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	x, ok := d.At("/capabilities/extensions/0")
	want := `{"uri":"https://cho-fam.com/hire/v1","description":"고용료 단가 — 호가이며 정본은 society 계약이다","params":{"unitPrice":5}}`
	if !ok || string(x.Raw) != want {
		t.Errorf("extension = %s, want %s", x.Raw, want)
	}
	if back, ok, err := FromCard(d.Card()); back != a || !ok || err != nil {
		t.Errorf("read back as %v, %v, %v", back, ok, err)
	}
}
