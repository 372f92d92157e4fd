package ans

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// cardWith is a card with the given text as capabilities.extensions.
func cardWith(t *testing.T, extensions string) (*card.Document, *card.AgentCard) {
	t.Helper()
	d, err := card.Parse([]byte(`{"name":"n","skills":[],"capabilities":{"extensions":` + extensions + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	return d, d.Card()
}

func ext(params string) string { return `{"uri":"` + URI + `","params":` + params + `}` }

func list(entries ...string) string { return "[" + strings.Join(entries, ",") + "]" }

func TestEntryFaults(t *testing.T) {
	for _, tc := range []struct {
		entry   string
		codes   string // rule and code of each fault
		at      string // below the entry
		written string
	}{
		{ext(`{"name":"a.v1"}`), "", "/params/name", "a.v1"},
		{ext(`{"na\u006de":"a.v1"}`), "", "/params/name", "a.v1"},
		{ext(`{"name":"a\u002ev1"}`), "", "/params/name", "a.v1"},
		{`{"uri":"` + URI + `"}`, oneName + " params", "", ""},
		{ext(`null`), oneName + " params", "/params", ""},
		{ext(`["a.v1"]`), oneName + " params", "/params", ""},
		{ext(`"a.v1"`), oneName + " params", "/params", ""},
		{ext(`1`), oneName + " params", "/params", ""},
		{ext(`false`), oneName + " params", "/params", ""},
		{ext(`{}`), oneName + " absent", "/params", ""},
		{ext(`{"Name":"a.v1"}`), oneName + " absent", "/params", ""},
		{ext(`{"names":["a.v1"]}`), oneName + " absent", "/params", ""},
		{ext(`{"name":["a.v1"]}`), oneName + " type", "/params/name", ""},
		{ext(`{"name":{"a":"v1"}}`), oneName + " type", "/params/name", ""},
		{ext(`{"name":1}`), oneName + " type", "/params/name", ""},
		{ext(`{"name":null}`), oneName + " type", "/params/name", ""},
		{ext(`{"name":true}`), oneName + " type", "/params/name", ""},
		{ext(`{"name":""}`), "N-segments empty", "/params/name", ""},
		{ext(`{"name":" a.v1"}`), oneName + " space", "/params/name", " a.v1"},
		{ext(`{"name":"a.v1\t"}`), oneName + " space", "/params/name", "a.v1\t"},
		{ext(`{"name":" "}`), oneName + " space", "/params/name", " "},
		{ext(`{"name":" A.v1 "}`), oneName + " space,N-charset upper-case", "/params/name", " A.v1 "},
		{ext(`{"name":"A.v0"}`), "N-charset upper-case,N-version-last version-leading-zero", "/params/name", "A.v0"},
		{ext(`{"name":"a b.v1"}`), "N-charset character", "/params/name", "a b.v1"},
	} {
		d, c := cardWith(t, list(`{"uri":"https://example.com/x"}`, tc.entry))
		got := Entries(c)
		if len(got) != 1 {
			t.Errorf("%s: %d entries", tc.entry, len(got))
			continue
		}
		e := got[0]
		var codes []string
		for _, f := range e.Faults {
			codes = append(codes, f.Err.Rule+" "+f.Err.Code)
			checkText(t, f.Err)
			if f.Index != 1 || f.Pointer != e.NameAt || !clean(f.Error()) {
				t.Errorf("%s: %d %s: %v", tc.entry, f.Index, f.Pointer, f)
			}
		}
		if s := strings.Join(codes, ","); s != tc.codes {
			t.Errorf("%s: faults %q, want %q", tc.entry, s, tc.codes)
		}
		if e.Index != 1 || e.Pointer != "/capabilities/extensions/1" || e.NameAt != e.Pointer+tc.at || e.Written != tc.written {
			t.Errorf("%s: %+v", tc.entry, e)
		}
		if _, ok := d.At(e.NameAt); !ok {
			t.Errorf("%s: nothing at %s", tc.entry, e.NameAt)
		}
		if e.Name.IsZero() == (tc.codes == "") {
			t.Errorf("%s: name %q with faults %q", tc.entry, e.Name, tc.codes)
		}
		if raw, ok := d.At(e.NameAt); e.IsString != (ok && strings.HasSuffix(tc.at, "/name") && raw.Raw[0] == '"') {
			t.Errorf("%s: IsString = %v", tc.entry, e.IsString)
		}
	}
}

func TestEntryOffset(t *testing.T) {
	_, c := cardWith(t, list(ext(`{"name":"  a.B.v1 "}`)))
	f := Entries(c)[0].Faults
	if len(f) != 2 || f[1].Err.Offset != 4 {
		t.Errorf("the offset is not that in the name as written: %v", f)
	}
}

func TestEntryOthers(t *testing.T) {
	d, c := cardWith(t, list(ext(`{"z":1,"name":"a.v1","a/b~c":null}`)))
	var got []string
	for _, m := range Entries(c)[0].Others {
		got = append(got, m.Name+" "+m.Pointer)
		if _, ok := d.At(m.Pointer); !ok {
			t.Errorf("nothing at %s", m.Pointer)
		}
	}
	want := []string{"z /capabilities/extensions/0/params/z", "a/b~c /capabilities/extensions/0/params/a~1b~0c"}
	if !slices.Equal(got, want) {
		t.Errorf("Others = %q, want %q", got, want)
	}
}

func TestFromCard(t *testing.T) {
	for _, tc := range []struct {
		name, extensions string
		want             []string
		bad              []int
	}{
		{"none", `[]`, nil, nil},
		{"no array", `{}`, nil, nil},
		{"one", list(ext(`{"name":"a.v1"}`)), []string{"a.v1"}, nil},
		{"several, in order", list(ext(`{"name":"b.v1"}`), ext(`{"name":"a.v2"}`), ext(`{"name":"a.v1"}`)), []string{"b.v1", "a.v2", "a.v1"}, nil},
		{"the same twice", list(ext(`{"name":"a.v1"}`), ext(`{"name":"a.v1"}`)), []string{"a.v1", "a.v1"}, nil},
		{"valid among invalid", list(ext(`{"name":"A"}`), ext(`{"name":"a.v1"}`), ext(`{"name":["b.v1","c.v1"]}`), ext(`{"name":"d.v1"}`)), []string{"a.v1", "d.v1"}, []int{0, 2}},
		{"required does not matter", list(`{"uri":"` + URI + `","required":true,"params":{"name":"a.v1"}}`), []string{"a.v1"}, nil},
		{"former URI", list(`{"uri":"https://cho-fam.web.app/ans/v1","params":{"name":"a.v1"}}`), nil, nil},
		{"trailing slash", list(`{"uri":"` + URI + `/","params":{"name":"a.v1"}}`), nil, nil},
		{"http", list(`{"uri":"http://cho-fam.com/ans/v1","params":{"name":"a.v1"}}`), nil, nil},
		{"other case", list(`{"uri":"https://cho-fam.com/ANS/v1","params":{"name":"a.v1"}}`), nil, nil},
		{"fragment", list(`{"uri":"` + URI + `#x","params":{"name":"a.v1"}}`), nil, nil},
		{"odd elements keep their places", list(`null`, `"x"`, `7`, ext(`{"name":7}`)), nil, []int{3}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, c := cardWith(t, tc.extensions)
			names, err := FromCard(c)
			var got []string
			for _, n := range names {
				got = append(got, n.String())
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("FromCard = %q, want %q", got, tc.want)
			}
			if bad := indexes(err); !slices.Equal(bad, tc.bad) {
				t.Errorf("errors about %v, want %v: %v", bad, tc.bad, err)
			}
		})
	}
	if names, err := FromCard(nil); names != nil || err != nil {
		t.Errorf("FromCard(nil) = %v, %v", names, err)
	}
	if names, err := FromCard(&card.AgentCard{Name: "ethos.decision.v1"}); names != nil || err != nil {
		t.Errorf("the display name was read as a name: %v, %v", names, err)
	}
}

// indexes is the entries that a joined error speaks of.
func indexes(err error) (list []int) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	for _, e := range joined.Unwrap() {
		var entry *EntryError
		var name *NameError
		if errors.As(e, &entry) && errors.As(e, &name) {
			list = append(list, entry.Index)
		}
	}
	return list
}

// Params set by hand may be no JSON at all.
func TestParamsByHand(t *testing.T) {
	for _, raw := range []string{"", "x", `{"name":"a.v1"} x`, `{"name":"a.v1","name":"b.v1"}`, `{"name":"` + strings.Repeat("a", jsondoc.MaxBytes) + `"}`} {
		c := &card.AgentCard{Capabilities: &card.Capabilities{Extensions: []card.Extension{{URI: URI, Params: json.RawMessage(raw)}}}}
		names, err := FromCard(c)
		var bad *NameError
		if names != nil || !errors.As(err, &bad) || bad.Code != "params" {
			t.Errorf("%.40q: %v, %v", raw, names, err)
		}
	}
}

// The extension is that of card spec v1.7 §3; an absent required means false.
func TestExtension(t *testing.T) {
	n := MustParse("ethos.decision.v1")
	c := &card.AgentCard{Name: "n", Skills: []card.Skill{}, Capabilities: &card.Capabilities{Extensions: []card.Extension{n.Extension()}}}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	d, err := card.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	x, ok := d.At("/capabilities/extensions/0")
	want := `{"uri":"https://cho-fam.com/ans/v1","description":"ANS 이름 — 이름 권위는 chofam ANS","params":{"name":"ethos.decision.v1"}}`
	if !ok || string(x.Raw) != want {
		t.Errorf("extension = %s, want %s", x.Raw, want)
	}
	if names, err := FromCard(d.Card()); err != nil || len(names) != 1 || names[0] != n {
		t.Errorf("read back as %v, %v", names, err)
	}
}
