package card

import (
	"testing"

	"github.com/hs9147/agentcard/internal/security"
)

// The tree and the typed view tell a scheme's kind alike, and so what holds of
// requirements.
func TestSchemeKindOnTheTree(t *testing.T) {
	for text := range judged(t) {
		d := parse(t, text)
		m := d.tree.Root().Get("securitySchemes")
		for e := m.First(); e.Exists(); e = e.Next() {
			if got, want := SchemeKind(security.Spelled(e).Kind()), readScheme(e).Kind(); got != want {
				t.Errorf("%s: the tree says %v, the typed view %v", e.Raw(), got, want)
			}
		}
	}
	for text, want := range map[string]SchemeKind{
		`"x"`: SchemeUnknown, `{}`: SchemeUnknown, `{"type":null}`: SchemeUnknown, `{"type":7}`: SchemeUnknown,
		`{"type":"http"}`: SchemeHTTP, `{"type":""}`: SchemeUnknown, `{"type":"unknown"}`: SchemeUnknown,
		`{"mtlsSecurityScheme":{}}`:                               SchemeMutualTLS,
		`{"type":null,"mtlsSecurityScheme":{}}`:                   SchemeMutualTLS,
		`{"type":7,"mtlsSecurityScheme":{}}`:                      SchemeUnknown,
		`{"type":"","mtlsSecurityScheme":{}}`:                     SchemeUnknown,
		`{"type":"http","mtlsSecurityScheme":{}}`:                 SchemeUnknown,
		`{"type":"mutualTLS","mtlsSecurityScheme":{}}`:            SchemeMutualTLS,
		`{"mtlsSecurityScheme":{},"httpAuthSecurityScheme":{}}`:   SchemeUnknown,
		`{"mtlsSecurityScheme":{},"httpAuthSecurityScheme":null}`: SchemeMutualTLS,
		`{"mtlsSecurityScheme":{},"httpAuthSecurityScheme":7}`:    SchemeUnknown,
		`{"mtlsSecurityScheme":{},"oddSecurityScheme":{}}`:        SchemeUnknown,
		`{"mtlsSecurityScheme":{},"oddSecurityScheme":null}`:      SchemeMutualTLS,
		`{"type":"http","SecurityScheme":1}`:                      SchemeUnknown,
	} {
		e := parse(t, `{"name":"n","skills":[],"securitySchemes":{"s":`+text+`}}`).tree.Root().Get("securitySchemes").First()
		if got := SchemeKind(security.Spelled(e).Kind()); got != want || readScheme(e).Kind() != want {
			t.Errorf("%s: the tree says %v, the typed view %v, want %v", text, got, readScheme(e).Kind(), want)
		}
	}
}
