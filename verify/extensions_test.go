package verify

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
)

// What is read on the tree is what ans and hire read.
func TestEntriesOnTheTree(t *testing.T) {
	params := []string{
		``, `null`, `7`, `"x"`, `[]`, `{}`, `{"name":"a.b.v1"}`, `{"n\u0061me":"\u0061.v1"}`, `{"name":"a.b"}`, `{"name":" a.v1"}`, `{"name":""}`,
		`{"name":7}`, `{"name":null}`, `{"name":"a.v1","trustTier":1}`, `{"x":1,"name":"a.v1"}`, `{"x":1}`, `{"name":{"name":"a.v1"}}`,
		`{"unitPrice":5}`, `{"unitPrice":0}`, `{"unitPrice":-5}`, `{"unitPrice":-0}`, `{"unitPrice":5.0}`, `{"unitPrice":5e0}`, `{"unitPrice":0.5}`, `{"unitPrice":"5"}`,
		`{"unitPrice":9007199254740991}`, `{"unitPrice":9007199254740992}`, `{"unitPrice":99999999999999999999}`, `{"unitPrice":null}`,
		`{"unitPrice":5,"krw":1}`, `{"krw":1}`, `{"unit\u0050rice":5}`, `{"unitPrice":true}`, `{"unitPrice":[5]}`,
	}
	for _, p := range params {
		for _, uri := range []string{ans.URI, hire.URI} {
			one := `{"uri":"` + uri + `"` + strings.TrimSuffix(`,"params":`+p, `,"params":`) + `}`
			for _, list := range []string{one, `{"uri":"https://example.com"},` + one, one + `,7,` + one, `{"uri":"` + uri + `","params":{"name":"b.v2"}},` + one} {
				d, err := card.Parse([]byte(`{"name":"A","skills":[],"capabilities":{"extensions":[` + list + `]}}`))
				if err != nil {
					t.Fatal(err)
				}
				s := &Subject{Document: d}
				sameNames(t, list, nameEntries(s), ans.Entries(d.Card()))
				sameAsks(t, list, askEntries(s), hire.Entries(d.Card()))
			}
		}
	}
}

func sameNames(t *testing.T, text string, got []nameItem, want []ans.Entry) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d names, want %d", text, len(got), len(want))
	}
	for i, e := range got {
		w := want[i]
		if e.index != w.Index || e.name != w.Name || e.written != w.Written || e.at() != w.NameAt {
			t.Errorf("%s:\n%+v, want\n%+v", text, e, w)
		}
		asWritten := w.IsString && len(w.Faults) == 0 && len(w.Others) == 0
		if e.entry == nil && !asWritten || e.entry != nil && !reflect.DeepEqual(*e.entry, w) {
			t.Errorf("%s:\n%+v, want\n%+v", text, e.entry, w)
		}
	}
}

func sameAsks(t *testing.T, text string, got []askItem, want []hire.Entry) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d asks, want %d", text, len(got), len(want))
	}
	for i, e := range got {
		w := want[i]
		if e.index != w.Index || extensionAt(e.index) != w.Pointer {
			t.Errorf("%s: %d, want %d", text, e.index, w.Index)
		}
		asWritten := w.Plain && len(w.Faults) == 0 && len(w.Others) == 0
		if e.entry == nil && !asWritten || e.entry != nil && !reflect.DeepEqual(*e.entry, w) {
			t.Errorf("%s:\n%+v, want\n%+v", text, e.entry, w)
		}
	}
}
