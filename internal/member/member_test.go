package member

import (
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Each constant has the name that it is spelled by.
func TestNames(t *testing.T) {
	all := All()
	if len(all) != Count || Count < 60 {
		t.Fatalf("%d names, of which All lists %d", Count, len(all))
	}
	for i, id := range all {
		name := Spelling(id)
		if int(id) != i+1 || Names.ID(name) != id {
			t.Errorf("%d is %s, whose id is %d", id, name, Names.ID(name))
		}
		if i > 0 && strings.ToLower(Spelling(all[i-1])) >= strings.ToLower(name) {
			t.Errorf("%s stands behind %s", name, Spelling(all[i-1]))
		}
	}
	for id, want := range map[string]string{
		Spelling(AdditionalInterfaces): "additionalInterfaces", Spelling(APIKeySecurityScheme): "apiKeySecurityScheme",
		Spelling(Description): "description", Spelling(ID): "id", Spelling(In): "in", Spelling(MTLSSecurityScheme): "mtlsSecurityScheme",
		Spelling(OAuth2SecurityScheme): "oauth2SecurityScheme", Spelling(Skills): "skills", Spelling(URI): "uri", Spelling(URL): "url",
		Spelling(Version): "version", Spelling(0): "", Spelling(jsondoc.NameID(Count + 1)): "",
	} {
		if id != want {
			t.Errorf("%s is spelled %s", want, id)
		}
	}
}
